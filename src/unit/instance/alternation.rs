//! Contacts that alternate at communication points, since they know too little of the host.
//!
//! A body of a host that a contact between prescribed motions brings to rest has velocities of either sign from then on: friction
//! that is held over a step overshoots. The motion is wrong there, however small the step; only a port with an effective mass
//! is not. Where the applied force is estimated with a wrong mass, a contact that should rest slips again every few steps.

use std::fmt;

use crate::dynamics::{ContactId, ContactMode, Event};

/// Directions that lasted a single step until that is reported: a motion that is truly given and swings has more samples in
/// each half of its period, and a single reversal by one sample may be meant.
const SINGLE_STEPS: u32 = 4;

/// Greatest number of consecutive releases of a contact whose applied force is estimated, each within as many communication
/// steps of the one before: a host that resolves stick and slip has more points in each period.
const CLOSE_SLIPS: u32 = 8;
const CLOSE_STEPS: u64 = 10;

/// Quantity of the host that a contact does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unknown {
    /// The motions of both bodies are given.
    Mass,
    /// The force on a port is estimated.
    Force,
}

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
    /// Number of the step in which it last began to slip, and how many times in a row that was close.
    slipped: u64,
    close: u32,
    /// True once it was reported.
    reported: bool,
}

impl Run {
    /// Records a mode; true if the contact was reversed for a single step too often.
    fn turn(&mut self, direction: i32, step: u64) -> bool {
        if direction.abs() != 1 || direction == self.direction {
            return false;
        }
        let is_single = self.direction != 0 && step == self.reversed + 1;
        self.singles = match (is_single, self.was_single) {
            (true, _) => self.singles + 1,
            (false, true) => self.singles,
            (false, false) => 0,
        };
        (self.direction, self.reversed, self.was_single) = (direction, step, is_single);
        self.singles >= SINGLE_STEPS
    }

    /// Records that slip begins; true if that was close to the last time too often.
    fn slip(&mut self, step: u64) -> bool {
        self.close = if step <= self.slipped + CLOSE_STEPS { self.close + 1 } else { 0 };
        self.slipped = step;
        self.close >= CLOSE_SLIPS
    }
}

/// Pattern by which a contact alternates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pattern {
    /// Slips in one direction for a single communication step, for the fourth time.
    SingleSteps,
    /// Slips that are over immediately, where a host integrates, four in a row.
    AtOnce,
    /// Slips that begin close to one another, nine in a row, of a port whose applied force is estimated.
    CloseSlips,
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Pattern::SingleSteps => {
                "has slipped in one direction for a single communication step, for the fourth time"
            }
            Pattern::AtOnce => "has slipped four times in succession for zero time",
            Pattern::CloseSlips => {
                "has begun to slip nine times, each within ten communication steps of the previous time"
            }
        })
    }
}

/// A contact that alternates.
#[derive(Clone, Copy, Debug)]
pub(super) struct Alternation {
    /// Index of the contact in the network.
    pub contact: usize,
    /// Time of the last transition, s.
    pub time: f64,
    pub pattern: Pattern,
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

    /// Ends a step without a transition.
    #[inline]
    pub fn pass_step(&mut self) {
        self.step += 1;
    }

    /// Ends a step with these transitions; `unknown` says what a contact does not know of the host.
    pub fn record(&mut self, events: &[Event], unknown: impl Fn(usize) -> Option<Unknown>) {
        self.pass_step();
        for event in events {
            let Event::Contact { contact: ContactId(contact), from, to, time } = *event else {
                continue;
            };
            let run = &mut self.runs[contact];
            let pattern = match unknown(contact) {
                Some(Unknown::Mass) if run.turn(to as i32, self.step) => Pattern::SingleSteps,
                Some(Unknown::Force) if from == ContactMode::Stuck && run.slip(self.step) => {
                    Pattern::CloseSlips
                }
                _ => continue,
            };
            self.report(contact, time, pattern);
        }
    }

    /// Reports a contact that alternates, once.
    pub fn report(&mut self, contact: usize, time: f64, pattern: Pattern) {
        let run = &mut self.runs[contact];
        if !std::mem::replace(&mut run.reported, true) {
            self.found = Some(Alternation { contact, time, pattern });
        }
    }

    /// Records that time does not continue from the last step.
    pub fn interrupt(&mut self) {
        for run in &mut self.runs {
            *run = Run { reported: run.reported, ..Run::default() };
        }
    }
}
