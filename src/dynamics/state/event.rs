//! Transitions of contacts, springs and forces by formula, as they are reported.

use serde::{Deserialize, Serialize};

use super::{ContactMode, SpringMode};

/// Contact of a network, by its place among [`crate::network::Network::contacts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ContactId(pub usize);

/// Spring of a network, by its place among [`crate::network::Network::springs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SpringId(pub usize);

/// Force by formula of a network, by its place among [`crate::network::Network::forces`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ForceId(pub usize);

/// Element that makes transitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Element {
    /// Contact, which sticks, slips, or is free.
    Contact(ContactId),
    /// Spring, which is in its gap, touches one side, or is separated.
    Spring(SpringId),
    /// Element of a declared kind with modes ([`crate::network::ElementMode`]).
    Force(ForceId),
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

impl From<ForceId> for Element {
    fn from(force: ForceId) -> Self {
        Element::Force(force)
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
    /// An element of a declared kind changes its mode.
    Force {
        /// The element.
        force: ForceId,
        /// Number of the mode before.
        from: i32,
        /// Number of the mode after.
        to: i32,
        /// Time, s.
        time: f64,
    },
}

impl Event {
    /// Returns its time, s.
    pub fn time(&self) -> f64 {
        match *self {
            Event::Contact { time, .. }
            | Event::Spring { time, .. }
            | Event::Force { time, .. } => time,
        }
    }

    /// Returns the element that changes its mode.
    pub fn element(&self) -> Element {
        match *self {
            Event::Contact { contact, .. } => Element::Contact(contact),
            Event::Spring { spring, .. } => Element::Spring(spring),
            Event::Force { force, .. } => Element::Force(force),
        }
    }

    /// Returns the number of the mode before, which the state variable of the element had.
    pub fn from(&self) -> i32 {
        match *self {
            Event::Contact { from, .. } => from as i32,
            Event::Spring { from, .. } => from as i32,
            Event::Force { from, .. } => from,
        }
    }

    /// Returns the number of the mode after, which the state variable of the element has.
    pub fn to(&self) -> i32 {
        match *self {
            Event::Contact { to, .. } => to as i32,
            Event::Spring { to, .. } => to as i32,
            Event::Force { to, .. } => to,
        }
    }

    /// Returns the same event of a network in which contacts and springs have other places.
    pub(in crate::dynamics) fn renamed(
        mut self,
        contact_of: impl Fn(usize) -> usize,
        spring_of: impl Fn(usize) -> usize,
    ) -> Self {
        match &mut self {
            Event::Contact { contact, .. } => contact.0 = contact_of(contact.0),
            Event::Spring { spring, .. } => spring.0 = spring_of(spring.0),
            Event::Force { .. } => {}
        }
        self
    }
}
