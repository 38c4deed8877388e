//! The laws with internal states ([`super::internal`]), with their numbers.

use super::antunes::Antunes;
use super::bliman_sorine::BlimanSorine;
use super::dahl::Dahl;
use super::declaration::Values;
use super::form::Behaviour;
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
    pub fn new(behaviour: Behaviour, values: Values) -> Self {
        match behaviour {
            Behaviour::Dahl => InternalPart::Dahl(Dahl::new(values)),
            Behaviour::BlimanSorine => InternalPart::BlimanSorine(BlimanSorine::new(values)),
            Behaviour::LuGre => InternalPart::LuGre(LuGre::new(values)),
            Behaviour::Antunes => InternalPart::Antunes(Antunes::new(values)),
            Behaviour::Ostermeyer => InternalPart::Ostermeyer(Ostermeyer::new(values)),
        }
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
