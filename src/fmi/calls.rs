//! Legal calls: the states of an instance, and what a row of a version's table says of a function.

use std::fmt;

use serde::{Deserialize, Serialize};

pub use crate::unit::Version;

/// Interface by which a host uses an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interface {
    ModelExchange,
    CoSimulation,
}

impl fmt::Display for Interface {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Interface::ModelExchange => "Model Exchange",
            Interface::CoSimulation => "Co-Simulation",
        })
    }
}

/// State of an instance between its instantiation and its end.
///
/// ```text
///   Instantiated ──► Initialization Mode ──► Step Complete ──► Terminated     Co-Simulation 2.0
///                                        ├─► Step Mode ◄─► Intermediate Update Mode     Co-Simulation 3.0
///                                        │       ▲
///                                        │       ▼
///                                        └─► Event Mode ◄─► Continuous-Time Mode     Model Exchange
/// ```
/// A reset leads back to the first state, Terminate to the last. An instance whose code broke down is Failed until
/// it is reset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum State {
    Instantiated,
    InitializationMode,
    StepComplete,
    StepMode,
    IntermediateUpdateMode,
    EventMode,
    ContinuousTimeMode,
    Terminated,
    Failed,
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            State::Instantiated => "Instantiated",
            State::InitializationMode => "Initialization Mode",
            State::StepComplete => "Step Complete",
            State::StepMode => "Step Mode",
            State::IntermediateUpdateMode => "Intermediate Update Mode",
            State::EventMode => "Event Mode",
            State::ContinuousTimeMode => "Continuous-Time Mode",
            State::Terminated => "Terminated",
            State::Failed => "Failed",
        })
    }
}

/// The functions of an interface that take an instance: the enumeration `Call`, and its table of rows. A function is called
/// like its entry, with the prefix before it, unless it says otherwise.
macro_rules! calls {
    ($prefix:literal: $($call:ident $(called $name:literal)? => $row:expr,)*) => {
        /// A function of the interface that takes an instance.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Call { $($call,)* }

        const TABLE: &[Row] = &[$(Row {
            name: $crate::fmi::calls::called!($prefix, $call $(, $name)?),
            ..$row
        },)*];

        impl From<Call> for &'static Row {
            fn from(call: Call) -> Self {
                &TABLE[call as usize]
            }
        }
    };
}
pub(crate) use calls;

macro_rules! called {
    ($prefix:literal, $call:ident) => {
        concat!($prefix, stringify!($call))
    };
    ($prefix:literal, $call:ident, $name:literal) => {
        $name
    };
}
pub(crate) use called;

/// One row: the function's name in C, the states that allow it, for a function that none allows the
/// reason, and the only type of instance and the only version that have the function.
#[derive(Debug)]
pub struct Row {
    pub name: &'static str,
    pub legal: &'static [State],
    pub never: &'static str,
    pub only: Option<Interface>,
    pub version: Option<Version>,
}

impl Row {
    /// Makes a function of a version that these states allow; the table names it.
    pub const fn of(version: Version, legal: &'static [State]) -> Self {
        Row { name: "", legal, never: "", only: None, version: Some(version) }
    }

    /// Makes a function of one interface.
    pub const fn only(self, only: Interface) -> Self {
        Row { only: Some(only), ..self }
    }

    /// Makes a function that no state allows, and why.
    pub const fn never(version: Version, never: &'static str) -> Self {
        Row { never, ..Row::of(version, &[]) }
    }

    /// True if an instance of this type and version allows the function in this state.
    pub fn is_legal(&self, state: State, kind: Interface, version: Version) -> bool {
        self.legal.contains(&state)
            && self.only.is_none_or(|only| only == kind)
            && self.version.is_none_or(|own| own == version)
    }

    /// Returns the message for a host that called this function where it is not legal.
    pub fn refusal(&self, state: State, kind: Interface, version: Version) -> String {
        let called = format!("{} was called in state {state}", self.name);
        if let Some(own) = self.version.filter(|own| *own != version) {
            return format!(
                "{called}; it is a function of {own}, the instance is one of {version}"
            );
        }
        if state == State::Failed {
            let fmi = version.prefix();
            return format!(
                "{called}: an earlier call failed; only {fmi}Reset, {fmi}Terminate and {fmi}FreeInstance are legal"
            );
        }
        if let Some(only) = self.only.filter(|only| *only != kind) {
            return format!("{called}; it is a function of {only}, the instance is one of {kind}");
        }
        if self.legal.is_empty() {
            return format!("{called}; no state allows it: {}", self.never);
        }
        let legal: Vec<String> = self.legal.iter().map(State::to_string).collect();
        format!("{called}; it is legal in {}", legal.join(", "))
    }
}

impl fmt::Display for Row {
    /// Writes the function's name in C.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
