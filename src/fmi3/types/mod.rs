//! The C types of FMI 3.0 (fmi3PlatformTypes.h, fmi3FunctionTypes.h), declared again under the standard's names;
//! luztar.h is generated from the files of this folder.

mod functions;
mod platform;

pub use functions::*;
pub use platform::*;
