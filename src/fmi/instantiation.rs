//! A new instance: checks what the host gave and finds the unit that it means.

use std::ffi::{CStr, CString};

use super::calls::{Interface, Version};
use super::component::{Component, Handle};
use super::logger::Logger;
use super::simulation::FmuInstance;
use super::{answer::Status, logger::Sink, panic, selection};

/// Names that a version uses.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    pub function: &'static str,
    pub token: &'static str,
    pub location: &'static str,
    pub version: Version,
}

/// Arguments of the host; None stands for NULL.
pub struct Request<'a> {
    pub words: Words,
    pub instance_name: Option<&'a CStr>,
    /// Interface for which the instance is used, or why that is not known.
    pub kind: Result<Interface, &'static str>,
    pub token: Option<&'a CStr>,
    pub location: Option<&'a CStr>,
    pub debug: bool,
}

/// Makes a new instance that `prepare` has seen, or NULL and a message in the logger that `sink` makes.
pub fn instantiate(
    request: &Request<'_>,
    sink: &dyn Fn() -> Option<Box<dyn Sink>>,
    prepare: impl FnOnce(&mut FmuInstance) -> Result<(), String>,
) -> Handle {
    let made = panic::inside(|| {
        let mut simulation = simulation(request, sink)?;
        prepare(&mut simulation)?;
        Ok(Component::into_handle(simulation))
    });
    let message: String = match made {
        Ok(Ok(handle)) => return handle,
        Ok(Err(message)) => message,
        Err(panic) => format!("internal error, please report it: {panic}"),
    };
    let _ = panic::inside(|| {
        let function = request.words.function;
        logger(request, sink).status(Status::Error, format_args!("{function}: {message}"));
    });
    std::ptr::null_mut()
}

fn logger(request: &Request<'_>, sink: &dyn Fn() -> Option<Box<dyn Sink>>) -> Logger {
    let name = request.instance_name.map_or_else(CString::default, CStr::to_owned);
    Logger::new(sink(), name, request.debug)
}

fn simulation(
    request: &Request<'_>,
    sink: &dyn Fn() -> Option<Box<dyn Sink>>,
) -> Result<FmuInstance, String> {
    let Words { token: token_name, location: location_name, version, .. } = request.words;
    if request.instance_name.is_none_or(CStr::is_empty) {
        return Err("instanceName is NULL or empty".to_owned());
    }
    let kind = request.kind?;
    let token = request.token.ok_or_else(|| format!("{token_name} is NULL"))?.to_string_lossy();
    let location = request.location.map(CStr::to_string_lossy);
    let unit = selection::select(&token, version, (location_name, location.as_deref()))?;
    if kind == Interface::ModelExchange
        && let Some(why) = unit.obstacle_to_exchange()
    {
        return Err(format!("{} is made for Co-Simulation: {why}", unit.name()));
    }
    Ok(FmuInstance::new(unit, &token, (version, kind), logger(request, sink)))
}
