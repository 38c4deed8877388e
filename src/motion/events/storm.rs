//! Ends a storm: transitions without end in a vanishing time are an error, not a hang.

use crate::motion::{Element, Fault};
use crate::network::Network;

/// Time (s, relative to max(1, |t|)) within which transitions belong to one storm.
const WINDOW: f64 = 1e-9;

/// Instants of transition within the window that are still no storm: a base and a share per element,
/// since every element of a large network may have its turn at nearly the same time.
const BASE: usize = 100;
const PER_ELEMENT: usize = 10;

#[derive(Clone, Debug, Default)]
pub(in crate::motion) struct StormWatch {
    since: f64,
    instants: usize,
}

impl StormWatch {
    pub fn restart(&mut self, time: f64) {
        *self = Self { since: time, instants: 0 };
    }

    /// Notes an instant of transition.
    ///
    /// # Errors
    /// [`Fault::EventStorm`] when there were too many within the window.
    pub fn note(
        &mut self,
        time: f64,
        cause: Option<Element>,
        network: &Network,
    ) -> Result<(), Fault> {
        let window = WINDOW * time.abs().max(1.0);
        if time - self.since > window {
            self.restart(time);
        }
        self.instants += 1;
        let elements = network.contacts.len() + network.springs.len();
        if self.instants <= BASE + PER_ELEMENT * elements {
            return Ok(());
        }
        let name = match cause {
            Some(Element::Contact(contact)) => network.contacts[contact].name.clone(),
            Some(Element::Spring(spring)) => network.springs[spring].name.clone(),
            None => network.about.name.clone(),
        };
        let rule = "the motion passes from mode to mode without end (an event storm)".into();
        Err(Fault::EventStorm { time, events: self.instants, window, name, rule })
    }
}
