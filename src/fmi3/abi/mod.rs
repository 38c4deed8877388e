//! The exported functions, 75; luztar.h is generated from these files.
//!
//! # Safety
//! All of them trust the caller in what no library can check: a handle is NULL or came from a function
//! fmi3Instantiate… and was not freed, pointers lead to as many values as the call says, texts end with a zero, and
//! callbacks have the types that the standard gives them.
#![allow(non_snake_case, clippy::missing_safety_doc)]

mod clocks;
mod co_simulation;
mod common;
mod derivatives;
mod model_exchange;
mod states;
mod values;

pub use clocks::*;
pub use co_simulation::*;
pub use common::*;
pub use derivatives::*;
pub use model_exchange::*;
pub use states::*;
pub use values::*;
