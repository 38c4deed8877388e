//! How a call ends, before a version of the standard gives it a number.

use serde::{Deserialize, Serialize};

use crate::unit::Fault;

/// What a host is told; the versions number these in one order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Status {
    Ok,
    Warning,
    /// Not possible now; the instance is as before and goes on.
    Discard,
    /// Refused: the instance is as before and goes on; the logger has the reason.
    Error,
    Fatal,
}

/// Why a call is not answered with [`Status::Ok`].
#[derive(Debug)]
pub enum Refusal {
    /// An error: nothing was changed.
    Error(String),
    /// Discarded: nothing was changed.
    Discard(String),
    /// A discarded step that ended at a transition, as the host wished.
    Stop(String),
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::NotEvaluable { .. } => Refusal::Discard(fault.to_string()),
            _ => Refusal::Error(fault.to_string()),
        }
    }
}

impl From<String> for Refusal {
    fn from(message: String) -> Self {
        Refusal::Error(message)
    }
}

pub type Answer = Result<(), Refusal>;
