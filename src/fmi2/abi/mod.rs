//! The exported functions, in the order of the standard's header; luztar.h is generated from these files.
//!
//! # Safety
//! All of them trust the caller in what no library can check: a handle is NULL or came from
//! fmi2Instantiate and was not freed, pointers lead to as many values as the call says, texts end with
//! a zero, and callbacks have the types that the standard gives them.
#![allow(non_snake_case, clippy::missing_safety_doc)]

mod additions;
mod co_simulation;
mod common;
mod model_exchange;
mod states;
mod values;

pub use additions::*;
pub use co_simulation::*;
pub use common::*;
pub use model_exchange::*;
pub use states::*;
pub use values::*;

use super::calls::Call;
use super::entry::enter;
use super::simulation::not_offered;
use super::types::{fmi2Component, fmi2Status};

/// Answers a function whose capability flag is false.
///
/// # Safety
/// That of [`enter`].
unsafe fn refuse(c: fmi2Component, call: Call, flag: &str) -> fmi2Status {
    // SAFETY: the caller's promise.
    unsafe { enter(c, call, |_| not_offered(call, flag)) }
}
