//! Transitions of contacts and springs, as they are reported.

use serde::{Deserialize, Serialize};

use super::{ContactMode, SpringMode};

/// Contact of a network, by its place among [`crate::network::Network::contacts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ContactId(pub usize);

/// Spring of a network, by its place among [`crate::network::Network::springs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SpringId(pub usize);

/// Element that makes transitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Element {
    /// Contact, which sticks, slips, or is free.
    Contact(ContactId),
    /// Spring, which is in its gap, touches one side, or is separated.
    Spring(SpringId),
}

impl From<ContactId> for Element {
    fn from(contact: ContactId) -> Self {
        Element::Contact(contact)
    }
}

impl From<SpringId> for Element {
    fn from(spring: SpringId) -> Self {
        Element::Spring(spring)
    }
}

/// Event of a simulation, at its own time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Event {
    /// A contact changes its mode.
    Contact {
        /// The contact.
        contact: ContactId,
        /// Mode before.
        from: ContactMode,
        /// Mode after.
        to: ContactMode,
        /// Time, s.
        time: f64,
    },
    /// A spring changes its mode.
    Spring {
        /// The spring.
        spring: SpringId,
        /// Mode before.
        from: SpringMode,
        /// Mode after.
        to: SpringMode,
        /// Time, s.
        time: f64,
    },
}

impl Event {
    /// Returns its time, s.
    pub fn time(&self) -> f64 {
        match *self {
            Event::Contact { time, .. } | Event::Spring { time, .. } => time,
        }
    }

    /// Returns the element that changes its mode.
    pub fn element(&self) -> Element {
        match *self {
            Event::Contact { contact, .. } => Element::Contact(contact),
            Event::Spring { spring, .. } => Element::Spring(spring),
        }
    }

    /// Returns the number of the mode before, which the state variable of the element had.
    pub fn from(&self) -> i32 {
        match *self {
            Event::Contact { from, .. } => from as i32,
            Event::Spring { from, .. } => from as i32,
        }
    }

    /// Returns the number of the mode after, which the state variable of the element has.
    pub fn to(&self) -> i32 {
        match *self {
            Event::Contact { to, .. } => to as i32,
            Event::Spring { to, .. } => to as i32,
        }
    }

    /// Returns the same event of a network in which the elements have other places.
    pub(in crate::dynamics) fn renamed(
        mut self,
        contact_of: impl Fn(usize) -> usize,
        spring_of: impl Fn(usize) -> usize,
    ) -> Self {
        match &mut self {
            Event::Contact { contact, .. } => contact.0 = contact_of(contact.0),
            Event::Spring { spring, .. } => spring.0 = spring_of(spring.0),
        }
        self
    }
}
