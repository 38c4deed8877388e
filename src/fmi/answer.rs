//! Results of a call, before a version of the standard gives them numbers.

use serde::{Deserialize, Serialize};

use crate::unit::Fault;

/// Status that a host receives; the versions number these in one order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Status {
    Ok,
    Warning,
    /// Discarded: not possible now; the instance is as before and continues.
    Discard,
    /// Refused: the instance is as before and continues; the logger has the reason.
    Error,
    Fatal,
}

/// Reason why a call is not answered with [`Status::Ok`].
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
