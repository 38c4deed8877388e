//! fmi2Instantiate: checks what the host gave and makes an instance of the unit it means.

use std::ffi::{CStr, CString};

use super::component::Component;
use super::logger::Logger;
use super::simulation::Simulation;
use super::types::{fmi2CallbackFunctions, fmi2Component, fmi2Status, fmi2Type};
use super::{panic, selection};

/// What the host gave; None stands for NULL or an unknown number.
pub struct Request<'a> {
    pub instance_name: Option<&'a CStr>,
    pub kind: Option<fmi2Type>,
    pub guid: Option<&'a CStr>,
    pub resource_location: Option<&'a CStr>,
    pub functions: Option<fmi2CallbackFunctions>,
    pub debug: bool,
}

/// A new instance, or NULL and a message in the logger. Without `functions` there is neither.
pub fn instantiate(request: &Request<'_>) -> fmi2Component {
    let Some(functions) = &request.functions else { return std::ptr::null_mut() };
    let outcome = panic::inside(|| simulation(request, functions).map(Component::into_handle));
    let message = match outcome {
        Ok(Ok(handle)) => return handle,
        Ok(Err(message)) => message,
        Err(panic) => format!("internal error, please report it: {panic}"),
    };
    let _ = panic::inside(|| {
        let mut logger = logger(request, functions);
        logger.status(fmi2Status::fmi2Error, format_args!("fmi2Instantiate: {message}"));
    });
    std::ptr::null_mut()
}

fn logger(request: &Request<'_>, functions: &fmi2CallbackFunctions) -> Logger {
    let name = request.instance_name.map_or_else(CString::default, CStr::to_owned);
    Logger::new(functions, name, request.debug)
}

fn simulation(
    request: &Request<'_>,
    functions: &fmi2CallbackFunctions,
) -> Result<Simulation, String> {
    if request.instance_name.is_none_or(CStr::is_empty) {
        return Err("instanceName is NULL or empty".to_owned());
    }
    let kind = request.kind.ok_or(
        "fmuType is none of the standard's; it must be fmi2ModelExchange or fmi2CoSimulation",
    )?;
    let guid = request.guid.ok_or("fmuGUID is NULL")?.to_string_lossy();
    let location = request.resource_location.map(CStr::to_string_lossy);
    let unit = selection::select(&guid, location.as_deref())?;
    if kind == fmi2Type::fmi2ModelExchange
        && let Some(why) = unit.obstacle_to_exchange()
    {
        return Err(format!("{} is made for Co-Simulation: {why}", unit.name()));
    }
    Ok(Simulation::new(unit, &guid, kind, logger(request, functions)))
}
