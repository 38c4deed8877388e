//! Laws with internal state: bristles that bend before they slip, or a coefficient that wear and heat
//! change. With states x, slip velocity w and normal load N (1 where the numbers are forces):
//!
//! ```text
//!   ẋ = h(x, w, N),   λ = N·F(x, ẋ, w) + C·w,   λ·w = d/dt(stored energy) + dissipated power
//! ```
//! Each law is smooth as long as the sense of its slip stays the same, so that it can be expanded order by
//! order along a series w(τ): the orders 0..=k of w and x give ẋ of order k, and with it x of order k + 1.

use super::Direction;
use super::declaration::{Broken, Values};
use super::sense::{MOST_STATES, Sense};
use super::unfolding::Unfolding;
use super::whereabouts::{WHEREABOUTS, Whereabouts};
use crate::algebra::taylor::{Coefficients, ORDERS, product};

/// A linear function of a state, slip velocity and way slipped from now on, ∫w, that stays ≥ 0 as long as a law
/// is where it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Watch {
    /// The number at the state, slip velocity and way 0.
    pub constant: f64,
    /// The state on which it depends.
    pub of: usize,
    /// Factor of this state.
    pub state: f64,
    /// Factor of the slip velocity w.
    pub slip: f64,
    /// Factor of ∫w from now on.
    pub way: f64,
    /// Event that occurs as the sum falls below 0.
    pub passage: Passage,
}

impl Watch {
    /// Returns coefficient k along a step, from that of the state and those of the slip velocity.
    pub fn term(&self, state: f64, slip: impl Fn(usize) -> f64, k: usize) -> f64 {
        let given = if k == 0 { self.constant } else { self.way * slip(k - 1) / k as f64 };
        given + self.state * state + self.slip * slip(k)
    }
}

/// Event that occurs as a [`Watch`] falls below 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passage {
    /// The state with this number has arrived at its end; friction continues without a step.
    Arrives(usize),
    /// The bristle detaches, and the contact slips in this direction.
    Loosens(Direction),
}

/// Coefficients of one order.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Terms {
    pub rate: [f64; MOST_STATES],
    /// F, without load and viscous part.
    pub friction: f64,
    /// Power dissipated, without load and viscous part.
    pub power: f64,
    /// Static friction against forward and backward slip, without load.
    pub limit: [f64; 2],
}

/// Series of states: one order more than those of velocities.
pub(super) type StateCoefficients = [f64; ORDERS + 1];

/// Series along which a law is advanced, and what it leaves there from order to order.
#[derive(Clone, Debug)]
pub struct InternalSeries {
    /// w(τ), by the caller.
    pub slip: Coefficients,
    /// The normal load, by the caller; 1 where the law's numbers are forces.
    pub load: Coefficients,
    /// Positions of the ends, their velocities and the time, of a law that sees them, by the caller.
    pub there: [Coefficients; WHEREABOUTS],
    /// Branches of the law's decisions by what moves, by the caller.
    pub pieces: Vec<usize>,
    pub(super) state: [StateCoefficients; MOST_STATES],
    /// |w|
    pub(super) speed: Coefficients,
    /// True for each state that has arrived.
    pub(super) arrived: [bool; MOST_STATES],
    pub(super) work: Unfolding,
    /// Friction, power and static limit per load.
    friction: Coefficients,
    loss: Coefficients,
    limit: [Coefficients; 2],
    /// True if the load has not changed so far.
    steady: bool,
    power: Coefficients,
}

impl Default for InternalSeries {
    fn default() -> Self {
        let zero = [0.0; ORDERS];
        Self {
            slip: zero,
            load: zero,
            there: [zero; WHEREABOUTS],
            pieces: Vec::new(),
            state: [[0.0; ORDERS + 1]; MOST_STATES],
            speed: zero,
            arrived: [false; MOST_STATES],
            work: Unfolding::default(),
            friction: zero,
            loss: zero,
            limit: [zero; 2],
            steady: true,
            power: zero,
        }
    }
}

impl InternalSeries {
    /// Leaves out the power, where rates and friction alone are asked for.
    pub fn leave_out_power(&mut self) {
        self.work.powerless = true;
    }

    /// Sets the states at the start.
    #[inline]
    pub fn begin(&mut self, states: [f64; MOST_STATES]) {
        for (series, state) in self.state.iter_mut().zip(states) {
            series[0] = state;
        }
    }

    /// Lets powers be what they are again from the next start on.
    pub fn release_powers(&mut self) {
        self.work.taken = false;
    }

    /// True if the law has a power with a branch point, as it was evaluated last.
    pub fn has_branch_points(&self) -> bool {
        self.work.has_branch_points
    }

    /// Takes powers for 0 whose bases come to 0, or have come from there, in times that are none, as `is_none` says; true if there
    /// is one. Orders 0, 1 and 2 have been evaluated.
    pub fn end_powers(&mut self, is_none: impl Fn(f64) -> bool) -> bool {
        self.work.end_powers(is_none)
    }

    /// Returns the time in which the power of the law closest to its branch point comes to it, or has come from it, s; orders 0, 1
    /// and 2 have been evaluated.
    pub fn time_from_branch(&self) -> Option<f64> {
        self.work.time_from_branch()
    }

    /// Returns the coefficients of a state.
    pub fn state(&self, state: usize) -> &[f64] {
        &self.state[state]
    }

    /// Sets a coefficient of a state that something else than the law's rate decides.
    pub fn set_state(&mut self, state: usize, k: usize, coefficient: f64) {
        self.state[state][k] = coefficient;
    }

    /// Takes coefficients of the states and of the power dissipated from elsewhere; those behind are 0.
    pub fn write<const N: usize>(
        &mut self,
        states: impl IntoIterator<Item = [f64; N]>,
        power: &[f64; N],
    ) {
        for (series, coefficients) in self.state.iter_mut().zip(states) {
            series.fill(0.0);
            series[..N].copy_from_slice(&coefficients);
        }
        self.power[..N].copy_from_slice(power);
    }

    /// Sets the changes of the states; of those that arrived only some `stay`.
    pub(super) fn begin_change(
        &mut self,
        states: [f64; MOST_STATES],
        stay: impl Fn(usize) -> bool,
    ) {
        for (series, state) in self.state.iter_mut().zip(states) {
            series[1] = state;
        }
        for (state, arrived) in self.arrived.iter_mut().enumerate() {
            *arrived &= stay(state);
        }
    }

    pub(super) fn add_rates(&mut self, rates: [f64; MOST_STATES]) {
        for (series, rate) in self.state.iter_mut().zip(rates) {
            series[2] += 0.5 * rate;
        }
    }

    pub(super) fn add_power(&mut self, power: f64) {
        self.power[1] += power;
    }

    /// Returns coefficient k of λ; advances the states and the power.
    pub(super) fn advance(
        &mut self,
        law: &dyn Internal,
        sense: Sense,
        viscous: f64,
        k: usize,
    ) -> f64 {
        self.speed[k] = sense.sign() * self.slip[k];
        self.steady = k == 0 || self.steady && self.load[k] == 0.0;
        let terms = law.terms(sense, self, k);
        for (state, rate) in self.state.iter_mut().zip(terms.rate) {
            state[k + 1] = rate / (k + 1) as f64;
        }
        if sense == Sense::Free {
            self.power[k] = 0.0;
            return 0.0;
        }
        let Self { slip, load, friction, loss, limit, power, steady, .. } = self;
        (friction[k], loss[k]) = (terms.friction, terms.power);
        limit.iter_mut().zip(terms.limit).for_each(|(series, limit)| series[k] = limit);
        let by_load = |per_load: &[f64]| {
            if *steady { load[0] * per_load[k] } else { product(load, per_load, k) }
        };
        let lost = if viscous == 0.0 { 0.0 } else { viscous * product(slip, slip, k) };
        power[k] = by_load(loss) + lost;
        by_load(friction) + viscous * slip[k]
    }

    /// Finds what the law decides and holds, of order k; the series that it depends on are there.
    pub(super) fn follow(&mut self, law: &dyn Internal, sense: Sense, k: usize) {
        self.speed[k] = sense.sign() * self.slip[k];
        let terms = law.terms(sense, self, k);
        self.limit.iter_mut().zip(terms.limit).for_each(|(series, limit)| series[k] = limit);
    }

    /// Returns coefficient k of the number by which a decision of the law is made.
    pub fn decision(&self, decision: usize, k: usize) -> f64 {
        self.work.plan.watched(decision, k, &self.work.series)
    }

    /// Returns the number by which a decision was made at the start, and the sum of the magnitudes of what it is made of.
    pub fn decided(&self, decision: usize) -> (f64, f64) {
        self.work.decided[decision]
    }

    /// Returns the coefficient of the static limit per load against slip in a direction, of a contact that is stuck.
    pub fn limit(&self, direction: Direction, k: usize) -> f64 {
        self.limit[direction.index()][k]
    }

    /// Returns the coefficients of the power dissipated.
    pub fn power(&self) -> &[f64] {
        &self.power
    }
}

/// The part of a law that has states.
pub(super) trait Internal {
    /// Makes room, so that expansions ask for no memory.
    fn reserve(&self, _series: &mut InternalSeries) {}

    /// Returns the coefficients k, given those of w, |w| and the states up to k, and what the calls for 0..k left.
    fn terms(&self, sense: Sense, series: &mut InternalSeries, k: usize) -> Terms;

    /// Returns the changes of rates, friction and power with the parameters of the law, changed by `by`, at the start of the series.
    fn change(&self, sense: Sense, series: &mut InternalSeries, by: Values) -> Terms;

    /// Returns the changes, with the parameters of the law, of the states that it sets where a contact phase begins ([`Internal::enter`]).
    fn enter_change(&self, _sense: Sense, _by: Values) -> [Option<f64>; MOST_STATES] {
        [None; MOST_STATES]
    }

    /// True if a state arrives where it tends to after a finite way.
    fn arrives(&self) -> bool {
        false
    }

    /// True if a state of these stays at its end, to which it came after a finite way.
    fn is_at_end(&self, _sense: Sense, _states: [f64; MOST_STATES], _state: usize) -> bool {
        false
    }

    /// True if a state that has arrived leaves its end with a change, as where it tends to it exponentially.
    fn leaves_its_end(&self, _state: usize) -> bool {
        true
    }

    /// Returns the rate at which the first state, a coefficient of friction, grows by the slowest slip, per second state.
    fn limit_growth(&self) -> f64 {
        0.0
    }

    /// Functions whose passage through 0 ends the expansion, from these states on.
    fn watches(&self, _sense: Sense, _states: [f64; MOST_STATES]) -> [Option<Watch>; 2] {
        [None, None]
    }

    /// Sets the states that a contact has as soon as its phase changes; without load bristles relax.
    fn enter(&self, sense: Sense, states: &mut [f64; MOST_STATES]) {
        if sense == Sense::Free {
            *states = [0.0; MOST_STATES];
        }
    }

    /// Sets a state to its end.
    fn arrive(&self, _sense: Sense, _state: usize, _states: &mut [f64; MOST_STATES]) {}

    /// Returns the energy stored in the states.
    fn stored(&self, _states: [f64; MOST_STATES]) -> f64 {
        0.0
    }

    /// Rules of the start values; where ends are at the start, if that is known.
    fn check_start(
        &self,
        _states: [f64; MOST_STATES],
        _there: Option<&Whereabouts>,
    ) -> Result<(), Broken> {
        Ok(())
    }

    /// Returns the greatest sizes of the states, of those that may stay 0 as well > 0.
    fn sizes(&self) -> [f64; MOST_STATES];

    /// Factors that turn states into friction, for comparisons of size.
    fn weights(&self) -> [f64; MOST_STATES];
}
