//! The laws with internal states ([`super::internal`]), with their numbers.

use super::LawKind;
use super::antunes::Antunes;
use super::bliman_sorine::BlimanSorine;
use super::dahl::Dahl;
use super::declaration::{Broken, Values};
use super::internal::Internal;
use super::lu_gre::LuGre;
use super::ostermeyer::Ostermeyer;

/// The part of a law that has states, with its numbers.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum InternalPart {
    Dahl(Dahl),
    BlimanSorine(BlimanSorine),
    LuGre(LuGre),
    Antunes(Antunes),
    Ostermeyer(Ostermeyer),
}

impl InternalPart {
    /// None for laws without states.
    pub fn new(kind: LawKind, values: Values) -> Result<Option<Self>, Broken> {
        Ok(Some(match kind {
            LawKind::Dahl => InternalPart::Dahl(Dahl::new(values)),
            LawKind::BlimanSorine => InternalPart::BlimanSorine(BlimanSorine::new(values)?),
            LawKind::LuGre => InternalPart::LuGre(LuGre::new(values)?),
            LawKind::Antunes => InternalPart::Antunes(Antunes::new(values)?),
            LawKind::Ostermeyer => InternalPart::Ostermeyer(Ostermeyer::new(values)),
            _ => return Ok(None),
        }))
    }

    pub fn law(&self) -> &dyn Internal {
        match self {
            InternalPart::Dahl(law) => law,
            InternalPart::BlimanSorine(law) => law,
            InternalPart::LuGre(law) => law,
            InternalPart::Antunes(law) => law,
            InternalPart::Ostermeyer(law) => law,
        }
    }
}
