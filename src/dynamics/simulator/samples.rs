//! Samples of motions: which inputs a host gives, and over what time the motion at a contact was extrapolated.

use super::Simulator;
use super::sampling::motions_of;
use crate::dynamics::elements::contact::modes::Interval;
use crate::dynamics::expansion::Start;
use crate::dynamics::hybrid::Dynamics;
use crate::network::InputId;

impl Simulator {
    /// True if an input is what ramps say, and a motion that does not begin where one ended has jumped. If not, what may be the
    /// next sample of a smooth motion is taken for one.
    pub(crate) fn declare_ramps(&mut self, input: InputId, declared: bool) {
        self.ramps_declared[input.0] = declared;
    }

    /// True if ramps lead to the end of a step: what lies behind it, the next inputs say.
    pub(super) fn ramps_end(&self) -> bool {
        self.at_end || self.rates.iter().any(|rate| *rate != 0.0)
    }

    /// Records that a host gives an input, or its derivative, at the present time: a sample, where there are motions to extrapolate.
    #[inline]
    pub(crate) fn record_given(&mut self, input: InputId) {
        if self.dynamics.system.may_accelerate {
            self.sampling.record(input.0, self.dynamics.state.time);
        }
    }

    /// Records a communication step that a host has asked for, s.
    pub(crate) fn record_request(&mut self, begin: f64, end: f64) {
        self.sampling.record_step(begin, end);
    }

    /// Records the time over which the motion at each contact was extrapolated, and returns the longest, s. Friction is decided
    /// over the longest one where no motion is given now, or over the communication step where none is at all.
    pub(super) fn record_intervals(&mut self, elapsed: f64) -> f64 {
        if !self.dynamics.system.may_accelerate {
            return elapsed;
        }
        let Self { network, sampling, ramps_declared, dynamics, .. } = self;
        let (time, contacts) = (dynamics.state.time, network.contacts.iter());
        let interval = |contact| sampling.interval(network, contact, time, ramps_declared);
        let lengths = contacts.clone().filter_map(interval).map(|interval| interval.length);
        let length = lengths.reduce(f64::max).unwrap_or(elapsed);
        let others = |contact| {
            let mut inputs = motions_of(network, contact).into_iter().flatten().flatten();
            Interval { length, is_declared: inputs.any(|input| ramps_declared[input.0]) }
        };
        let intervals =
            contacts.map(|contact| interval(contact).unwrap_or_else(|| others(contact)));
        dynamics.past.record_intervals(intervals);
        length
    }

    /// Records what contacts have exerted whose surfaces inputs may move.
    pub(super) fn record_impulses(&mut self, longest: f64) {
        if !(longest > 0.0 && self.dynamics.system.may_accelerate) {
            return;
        }
        let Dynamics { system, state, past, resolver, expansion, .. } = &mut self.dynamics;
        expansion.find_accelerations(system, &Start::of(state));
        past.friction.clear();
        past.friction.extend_from_slice(expansion.friction.row(0));
        if expansion.ties_bodies() {
            resolver.distribute_order(system, expansion, 0, &mut past.friction);
        }
        past.record_impulses(system, state);
    }
}
