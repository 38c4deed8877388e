//! The error of every function that a user calls.

use crate::dynamics;
#[cfg(feature = "archive")]
use crate::export::{archive::ArchiveError, library::LibraryError};
use crate::network::{ChoiceError, Diagnostics};
use crate::signals::Refused;
use crate::study::Refusal;
use crate::unit::Fault;

/// Error of luztar, with the subject, the error, the value, the rule and the remedy as its text. The errors of all modules
/// convert into it, so that `?` takes any of them.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A network file, or a law that it names, has errors.
    #[error(transparent)]
    File(#[from] Diagnostics),
    /// A build option of a network file is refused.
    #[error(transparent)]
    Choice(ChoiceError),
    /// A model or a simulation refuses a call.
    #[error(transparent)]
    Call(#[from] Fault),
    /// A simulation refuses the value of an input signal.
    #[error(transparent)]
    Signal(#[from] Refused),
    /// A study is not possible, or has no result.
    #[error(transparent)]
    Study(Refusal),
    /// An FMU cannot be written.
    #[cfg(feature = "archive")]
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// A shared library for an FMU is not there.
    #[cfg(feature = "archive")]
    #[error(transparent)]
    Library(#[from] LibraryError),
}

/// Kind of an [`Error`], which says where the remedy is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text of a network file breaks a rule.
    File,
    /// The model has nothing of this name or value reference.
    Unknown,
    /// A value breaks a rule of its variable, argument or option.
    Value,
    /// The call is not possible now, or not for this variable.
    Call,
    /// The motion cannot continue from the present state.
    Motion,
    /// A saved state is damaged, or of another model.
    SavedState,
    /// The study is not possible for the model, or finds no result.
    Study,
    /// A file or a shared library cannot be read or written.
    Files,
}

impl Error {
    /// Returns its kind.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Error::File(_) => ErrorKind::File,
            Error::Choice(_) => ErrorKind::Value,
            Error::Call(fault) | Error::Signal(Refused { fault, .. }) => kind_of(fault),
            Error::Study(_) => ErrorKind::Study,
            #[cfg(feature = "archive")]
            Error::Archive(_) | Error::Library(_) => ErrorKind::Files,
        }
    }

    /// Returns the name of the variable, key, option or element that it is about, if it is about one.
    pub fn subject(&self) -> Option<&str> {
        let subject = match self {
            Error::File(errors) => &errors.entries.first()?.subject,
            Error::Choice(ChoiceError::Choice { name, .. }) => name,
            Error::Call(fault) | Error::Signal(Refused { fault, .. }) => fault.subject()?,
            Error::Study(Refusal::Constant { name } | Refusal::Given { name }) => name,
            _ => return None,
        };
        (!subject.is_empty()).then_some(subject)
    }
}

impl From<ChoiceError> for Error {
    fn from(error: ChoiceError) -> Self {
        match error {
            ChoiceError::File(errors) => Error::File(errors),
            choice => Error::Choice(choice),
        }
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Fault(fault) => Error::Call(fault),
            refusal => Error::Study(refusal),
        }
    }
}

fn kind_of(fault: &Fault) -> ErrorKind {
    match fault {
        Fault::UnknownReference { .. } | Fault::UnknownName { .. } => ErrorKind::Unknown,
        Fault::Motion(dynamics::Fault::Parameter { .. })
        | Fault::NotFinite { .. }
        | Fault::Bound { .. }
        | Fault::Derivative { .. }
        | Fault::Argument { .. } => ErrorKind::Value,
        Fault::Motion(dynamics::Fault::Foreign { .. }) | Fault::Snapshot { .. } => {
            ErrorKind::SavedState
        }
        Fault::Motion(_) | Fault::NotEvaluable { .. } => ErrorKind::Motion,
        Fault::WrongKind { .. }
        | Fault::NotSettable { .. }
        | Fault::NotReadable { .. }
        | Fault::NoDerivative { .. }
        | Fault::NoOrder { .. }
        | Fault::NoDirection { .. }
        | Fault::Phase { .. } => ErrorKind::Call,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unit::{Model, Simulation};

    const TEXT: &str = "[model]\nname = \"Block\"\n[body.block]\nmass = 1.0\n\
                        [contact.floor]\nbetween = \"block\"\nlaw = \"coulomb\"\nkineticFriction = 1.0\n";

    fn seen(result: Result<(), Error>) -> (ErrorKind, Option<String>, String) {
        let error = result.expect_err("refused");
        (error.kind(), error.subject().map(str::to_owned), error.to_string())
    }

    #[test]
    fn errors_have_a_kind_and_a_subject() {
        let read = |text: &str| -> Result<(), Error> { Ok(Model::read(text, "n").map(drop)?) };
        let (kind, subject, text) = seen(read(&TEXT.replace("mass = 1.0", "mass = -1.0")));
        assert_eq!(
            (kind, subject.as_deref()),
            (ErrorKind::File, Some("body.block.mass")),
            "{text}"
        );

        let model = Model::read(TEXT, "n").expect("valid");
        let find = || -> Result<(), Error> { Ok(model.index_of("block.positon").map(drop)?) };
        let (kind, subject, text) = seen(find());
        assert_eq!((kind, subject.as_deref()), (ErrorKind::Unknown, Some("block.positon")));
        assert_eq!(text, "Block has no variable block.positon (did you mean `block.position`?)");

        let mut block = Simulation::new(model.clone());
        let mass = model.index_of("block.mass").expect("a parameter");
        let (kind, subject, _) = seen(block.set_real(mass, f64::NAN).map_err(Error::from));
        assert_eq!((kind, subject.as_deref()), (ErrorKind::Value, Some("block.mass")));
        let (kind, subject, _) = seen(block.step(0.0, 1.0).map(drop).map_err(Error::from));
        assert_eq!((kind, subject), (ErrorKind::Call, None));
        let (kind, ..) = seen(Err(Error::from(Refusal::Moreau)));
        assert_eq!(kind, ErrorKind::Study);
    }
}
