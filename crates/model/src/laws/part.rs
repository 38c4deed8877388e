//! The laws with internal states ([`super::internal`]), with their numbers.

use super::LawKind;
use super::antunes::Antunes;
use super::declaration::Values;
use super::evolving::Evolving;
use super::form::BristleKind;
use super::internal::Internal;

/// The part of a law that has states, with its numbers.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum InternalPart {
    Antunes(Antunes),
    Evolving(Evolving),
}

impl InternalPart {
    /// Makes the part of a law with new numbers, in the memory of one that there was.
    pub fn updated(part: Option<Self>, kind: &LawKind, values: (&[f64], &[usize])) -> Option<Self> {
        let form = kind.form();
        form.states.as_ref()?;
        if form.behaviour == Some(BristleKind::Antunes) {
            return Some(Self::Antunes(Antunes::new(Values::new(values.0, values.1))));
        }
        let mut evolving = match part {
            Some(Self::Evolving(evolving)) => evolving,
            _ => Evolving::default(),
        };
        evolving.update(kind, values);
        Some(Self::Evolving(evolving))
    }

    pub fn law(&self) -> &dyn Internal {
        match self {
            Self::Antunes(law) => law,
            Self::Evolving(law) => law,
        }
    }

    /// Returns the formulas of the law, of one that has no other behaviour.
    pub fn evolving(&self) -> Option<&Evolving> {
        match self {
            Self::Antunes(_) => None,
            Self::Evolving(law) => Some(law),
        }
    }
}
