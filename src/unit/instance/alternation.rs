//! Contacts between given motions that are reversed for a single communication step again and again.
//!
//! A body of a host that such a contact brings to rest has velocities of either sign from then on: friction that is held
//! over a step overshoots. The motion is wrong there, however small the step; only a port with an effective mass is not.

use crate::motion::{Element, Event};

/// Directions that lasted a single step until that is reported: a motion that is truly given and swings has more samples in
/// each half of its period, and a single reversal by one sample may be meant.
const SINGLE_STEPS: u32 = 4;

/// The reversals of a contact.
#[derive(Clone, Copy, Debug, Default)]
struct Run {
    /// The last direction, 1 or −1; 0: none yet.
    direction: i32,
    /// Number of the step that last reversed it.
    reversed: u64,
    /// True if the direction before lasted a single step.
    was_single: bool,
    /// Directions that lasted a single step, with no more than one longer one between two of them.
    singles: u32,
    /// True once it was reported.
    reported: bool,
}

/// A contact that was reversed for a single step several times.
#[derive(Clone, Copy, Debug)]
pub(super) struct Alternation {
    /// Index of the contact in the network.
    pub contact: usize,
    /// Time of the last transition, s.
    pub time: f64,
}

/// State of the detection for all contacts, and one to be reported.
#[derive(Clone, Debug)]
pub(super) struct Alternations {
    runs: Vec<Run>,
    /// Steps since the start.
    step: u64,
    pub found: Option<Alternation>,
}

impl Alternations {
    pub fn new(contacts: usize) -> Self {
        Self { runs: vec![Run::default(); contacts], step: 0, found: None }
    }

    /// Ends a step with these transitions; `is_given` says of which contacts both motions are given.
    pub fn note(&mut self, events: &[Event], is_given: impl Fn(usize) -> bool) {
        self.step += 1;
        for event in events {
            let Element::Contact(contact) = event.element else { continue };
            let (run, direction) = (&mut self.runs[contact], event.to);
            if direction.abs() != 1 || direction == run.direction || !is_given(contact) {
                continue;
            }
            let is_single = run.direction != 0 && self.step == run.reversed + 1;
            run.singles = match (is_single, run.was_single) {
                (true, _) => run.singles + 1,
                (false, true) => run.singles,
                (false, false) => 0,
            };
            (run.direction, run.reversed, run.was_single) = (direction, self.step, is_single);
            if run.singles >= SINGLE_STEPS && !run.reported {
                run.reported = true;
                self.found = Some(Alternation { contact, time: event.time });
            }
        }
    }

    /// Time does not go on from the last step.
    pub fn interrupt(&mut self) {
        for run in &mut self.runs {
            *run = Run { reported: run.reported, ..Run::default() };
        }
    }
}
