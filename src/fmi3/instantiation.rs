//! The functions fmi3Instantiate…: what the host gave, in the words of the floor.

use std::ffi::CStr;

use super::types::{fmi3Instance, fmi3InstanceEnvironment, fmi3LogMessageCallback, fmi3Status};
use crate::fmi::calls::{Interface, Version};
use crate::fmi::importer::Importer;
use crate::fmi::instantiation::{self, Words};
use crate::fmi::logger::{Message, Sink};
use crate::fmi::simulation::FmuInstance;
use crate::unit::Reference;

/// Arguments of the host; None stands for NULL.
pub struct Request<'a> {
    pub function: &'static str,
    pub kind: Result<Interface, &'static str>,
    pub instance_name: Option<&'a CStr>,
    pub token: Option<&'a CStr>,
    pub resources: Option<&'a CStr>,
    pub debug: bool,
    pub environment: fmi3InstanceEnvironment,
    pub log: fmi3LogMessageCallback,
}

/// The importer's callback for messages.
struct Callback {
    log: fmi3LogMessageCallback,
    environment: fmi3InstanceEnvironment,
}

impl Sink for Callback {
    fn send(&self, message: &Message<'_>) {
        let Some(log) = self.log else { return };
        let status = fmi3Status::from(message.status);
        // SAFETY: the host promised a logger of this type; both texts are ended by a zero and live until the call
        // returns.
        unsafe { log(self.environment, status, message.category.as_ptr(), message.text.as_ptr()) }
    }
}

/// Makes a new instance, or NULL and a message in the logger; `wanted` are the variables that the importer wants within steps.
pub fn instantiate(request: &Request<'_>, importer: Importer, wanted: &[u32]) -> fmi3Instance {
    let words = Words {
        function: request.function,
        token: "instantiationToken",
        location: "resourcePath",
        version: Version::Three,
    };
    let given = instantiation::Request {
        words,
        instance_name: request.instance_name,
        kind: request.kind,
        token: request.token,
        location: request.resources,
        debug: request.debug,
    };
    let (log, environment) = (request.log, request.environment);
    let sink = move || log.map(|_| Box::new(Callback { log, environment }) as Box<dyn Sink>);
    instantiation::instantiate(&given, &sink, |simulation| {
        wanted.iter().try_for_each(|reference| check_wanted(simulation, *reference))?;
        simulation.importer = importer;
        Ok(())
    })
}

/// # Errors
/// A variable that has no values within a step.
fn check_wanted(simulation: &FmuInstance, reference: u32) -> Result<(), String> {
    let unit = simulation.instance.unit();
    let found = Reference::new(unit, reference as usize);
    let refuse = |name: &str| {
        let name = format!("requiredIntermediateVariables: {name}");
        Err(format!("{name} has no values within a step (intermediateUpdate is false)"))
    };
    match found {
        Some(Reference::Time) => Ok(()),
        Some(found) => match found.rows(unit).next() {
            Some(row) if unit.variables()[row].is_intermediate() => Ok(()),
            _ => refuse(&found.name(unit)),
        },
        None => refuse(&format!("value reference {reference} does not exist and")),
    }
}
