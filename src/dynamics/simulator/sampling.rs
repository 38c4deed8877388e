//! Times at which a host gives inputs, and its communication step: a motion is extrapolated from its last sample, whatever else
//! a host gives in between.

use serde::{Deserialize, Serialize};

use crate::dynamics::Fault;
use crate::dynamics::elements::contact::modes::Interval;
use crate::dynamics::tolerances::SAME_TIME;
use crate::network::{BodyKind, Contact, End, InputId, Network, Signal};

/// Inputs that give position, velocity and acceleration of a motion.
type Inputs = [Option<InputId>; 3];

/// Times of samples, the communication step that a host has asked for, and what it applies over that.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Sampling {
    /// Times at which each input was given last, and before that, s.
    times: Vec<[f64; 2]>,
    /// Start and end of the communication step that was asked for first, s, where it ended early.
    asked: [f64; 2],
    /// Reaction that the host applies over the step, of each body, N or N·m.
    pub reactions: Vec<f64>,
    /// Time within which friction is to stop slips that the host gives whose next step is shorter, s.
    pub stops_within: f64,
}

impl Sampling {
    /// Makes the times of the inputs of a network, none of which was given.
    pub fn of(network: &Network) -> Self {
        Self {
            times: vec![[0.0; 2]; network.inputs.len()],
            reactions: vec![0.0; network.bodies.len()],
            ..Self::default()
        }
    }

    /// Begins anew at a time, s, at which all inputs are given.
    pub fn restart(&mut self, time: f64) {
        self.times.fill([time; 2]);
        self.asked = [time; 2];
    }

    /// Sets all times back, s.
    pub fn set_back(&mut self, by: f64) {
        let times = self.times.iter_mut().chain([&mut self.asked]).flatten();
        times.for_each(|time| *time -= by);
    }

    /// Records that an input is given at a time, s.
    pub fn record(&mut self, input: usize, time: f64) {
        let [last, before] = &mut self.times[input];
        if *last != time {
            (*last, *before) = (time, *last);
        }
    }

    /// Records a communication step, s. One that ends a step which ended early continues that.
    pub fn record_step(&mut self, begin: f64, end: f64) {
        if !self.continues(begin) {
            self.asked = [begin, end];
        }
    }

    /// True if a time, s, is within the communication step that was asked for first.
    fn continues(&self, time: f64) -> bool {
        let [begin, end] = self.asked;
        begin < time && time < end - SAME_TIME * end.abs().max(1.0)
    }

    /// True if an input was given at a time, s.
    fn is_given(&self, input: InputId, time: f64) -> bool {
        self.times[input.0][0] == time
    }

    /// True if a time, s, is within a communication step and no sample of an input.
    pub fn extrapolates(&self, input: InputId, time: f64) -> bool {
        self.continues(time) && !self.is_given(input, time)
    }

    /// Returns the time from the last sample of a motion to that of the present `time`, s, and if ramps declare it; None if
    /// none of its inputs is given now.
    fn interval_of(&self, inputs: Inputs, time: f64, declared: &[bool]) -> Option<Interval> {
        let mut given = inputs.into_iter().flatten().filter(|input| self.is_given(*input, time));
        let first = given.next()?;
        let is_declared = declared[first.0] && given.all(|input| declared[input.0]);
        let before = |input: InputId| self.times[input.0].into_iter().find(|at| *at != time);
        let last = inputs.into_iter().flatten().filter_map(before).reduce(f64::max);
        Some(Interval { length: last.map_or(0.0, |last| time - last), is_declared })
    }

    /// Returns the longest such interval of the motions of a contact's ends and surface; None if none is given now.
    pub fn interval(
        &self,
        network: &Network,
        contact: &Contact,
        time: f64,
        declared: &[bool],
    ) -> Option<Interval> {
        let motions = motions_of(network, contact).into_iter();
        let intervals = motions.filter_map(|inputs| self.interval_of(inputs, time, declared));
        intervals.reduce(|one, other| Interval {
            length: one.length.max(other.length),
            is_declared: one.is_declared && other.is_declared,
        })
    }

    /// Checks what was saved with a state at this `time`, s.
    ///
    /// # Errors
    /// Another number of inputs or bodies, or a number that is not finite.
    pub fn check(&self, time: f64, network: &Network) -> Result<(), Fault> {
        for (quantity, found, expected) in [
            ("times of inputs", self.times.len(), network.inputs.len()),
            ("reactions of a host", self.reactions.len(), network.bodies.len()),
        ] {
            if found != expected {
                return Err(Fault::Foreign { quantity, found, expected });
            }
        }
        let times = self.times.iter().chain([&self.asked]).flatten();
        let mut all = times.chain(&self.reactions).chain([&self.stops_within]);
        let finite = all.all(|number| number.is_finite());
        let rule = "a saved time of an input, or a reaction of a host, is not finite".to_owned();
        if finite { Ok(()) } else { Err(Fault::Step { time, rule }) }
    }
}

/// Returns the inputs that give the motions of the surface of a contact and of its ends.
pub(super) fn motions_of(network: &Network, contact: &Contact) -> [Inputs; 3] {
    let input = |signal| match signal {
        Signal::Input(input) => Some(input),
        _ => None,
    };
    let of_end = |end: &End| match end.body.map(|body| &network.bodies[body].kind) {
        Some(BodyKind::Prescribed(drive)) => {
            [drive.position(), drive.velocity(), drive.acceleration()]
        }
        _ => [None; 3],
    };
    let surface = [None, input(contact.surface_velocity), input(contact.surface_acceleration)];
    [surface, of_end(&contact.i), of_end(&contact.j)]
}
