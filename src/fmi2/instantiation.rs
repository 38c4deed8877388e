//! fmi2Instantiate: what the host gave, in the words of the floor.

use std::ffi::CStr;

use super::types::{fmi2CallbackFunctions, fmi2Component, fmi2Status, fmi2Type};
use crate::fmi::calls::{Interface, Version};
use crate::fmi::instantiation::{self, Words};
use crate::fmi::logger::{Message, Sink};

/// Arguments of the host; None stands for NULL or an unknown number.
pub struct Request<'a> {
    pub instance_name: Option<&'a CStr>,
    pub kind: Option<fmi2Type>,
    pub guid: Option<&'a CStr>,
    pub resource_location: Option<&'a CStr>,
    pub functions: Option<fmi2CallbackFunctions>,
    pub debug: bool,
}

const WORDS: Words = Words {
    function: "fmi2Instantiate",
    token: "fmuGUID",
    location: "fmuResourceLocation",
    version: Version::Two,
};

impl Sink for fmi2CallbackFunctions {
    /// Sends a text through the format "%s".
    fn send(&self, message: &Message<'_>) {
        let Some(logger) = self.logger else { return };
        let (name, category) = (message.instance.as_ptr(), message.category.as_ptr());
        let (status, text) = (fmi2Status::from(message.status), message.text.as_ptr());
        // SAFETY: the host promised a logger of this type; every text is ended by a zero and lives
        // until the call returns.
        unsafe {
            logger(self.componentEnvironment, name, status, category, c"%s".as_ptr(), text);
        }
    }
}

/// Makes a new instance, or NULL and a message in the logger. Without `functions` there is neither.
pub fn instantiate(request: &Request<'_>) -> fmi2Component {
    let Some(functions) = request.functions else { return std::ptr::null_mut() };
    let kind = match request.kind {
        Some(fmi2Type::fmi2ModelExchange) => Ok(Interface::ModelExchange),
        Some(fmi2Type::fmi2CoSimulation) => Ok(Interface::CoSimulation),
        None => Err("fmuType: must be fmi2ModelExchange or fmi2CoSimulation"),
    };
    let given = instantiation::Request {
        words: WORDS,
        instance_name: request.instance_name,
        kind,
        token: request.guid,
        location: request.resource_location,
        debug: request.debug,
    };
    let sink = move || functions.logger.map(|_| Box::new(functions) as Box<dyn Sink>);
    instantiation::instantiate(&given, &sink, |_| Ok(()))
}
