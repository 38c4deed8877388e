//! The C types of FMI 2.0 (fmi2TypesPlatform.h, fmi2FunctionTypes.h), declared again under the
//! standard's names; luztar.h is generated from the files of this folder.

mod functions;
mod platform;
mod records;

pub use functions::*;
pub use platform::*;
pub use records::*;
