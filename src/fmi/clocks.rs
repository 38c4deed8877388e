//! Clocks that transitions trigger (FMI 3.0 §2.2.10): which of them are active in an event, and between which states the
//! transition was.

use serde::{Deserialize, Serialize};

use crate::unit::{Element, Event, Model};

/// State of the clock of one element, and the transition that triggered it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tick {
    pub active: bool,
    pub from: i32,
    pub to: i32,
}

/// The clocks of an instance, in the order of [`Model::elements`]; of a unit without clocks there are none.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Clocks {
    pub ticks: Vec<Tick>,
    elements: Vec<Element>,
}

impl Clocks {
    pub fn new(unit: &Model) -> Self {
        let elements: Vec<Element> =
            if unit.form().clocks { unit.elements().collect() } else { Vec::new() };
        Self { ticks: vec![Tick::default(); elements.len()], elements }
    }

    /// True if a saved one is of the same unit.
    pub fn fits(&self, saved: &Clocks) -> bool {
        self.elements == saved.elements && self.ticks.len() == saved.ticks.len()
    }

    pub fn still(&mut self) {
        self.ticks.iter_mut().for_each(|tick| tick.active = false);
    }

    /// Activates the clocks of the elements that make these transitions, and no others; true if any is active.
    pub fn tick(&mut self, events: &[Event]) -> bool {
        self.still();
        if self.ticks.is_empty() {
            return false;
        }
        for event in events {
            let own = event.element();
            let place =
                self.elements.binary_search(&own).expect("elements with events have clocks");
            let tick = &mut self.ticks[place];
            // Of several transitions at once: from the first state to the last.
            let from = if tick.active { tick.from } else { event.from() };
            *tick = Tick { active: true, from, to: event.to() };
        }
        !events.is_empty()
    }
}
