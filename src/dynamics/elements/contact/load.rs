//! Normal loads that springs or formulas make: N = N0 + a·F, along a step and at an instant.
//!
//! A contact is free while N ≤ 0. Where N passes through 0 its mode says on which side it is, not the sign of
//! a value that is round-off.

pub mod guards;
pub mod passage;

use super::modes::Past;
use super::{ContactData, LoadData, LoadMaker};
use crate::dynamics::bounded::{Bounded, ramp_round_off};
use crate::dynamics::elements::formula::{FormulaLoad, Instant};
use crate::dynamics::expansion::Expansion;
use crate::dynamics::series::Series;
use crate::dynamics::system::System;
use crate::dynamics::tolerances::{AT_REST, EDGE, OF_SUM, VANISHING_LOAD, time_round_off};
use crate::dynamics::{ContactMode, State};
use crate::laws::{Direction, InternalSeries, Limits};

impl LoadData {
    /// Returns Taylor coefficient k of the load.
    pub fn term(&self, load_part: &Series, k: usize) -> f64 {
        let given = match k {
            0 => self.base,
            1 => self.rate,
            _ => 0.0,
        };
        if self.source.is_some() { given + load_part.at(k, self.contact) } else { given }
    }
}

impl ContactData {
    /// Returns Taylor coefficient k of the normal load; 1 where the law's numbers are forces.
    pub fn load_term(&self, load_part: &Series, k: usize) -> f64 {
        match self.load_from {
            Some(load) if k == 0 => load.term(load_part, 0).max(0.0),
            Some(load) => load.term(load_part, k),
            None if k == 0 => self.load,
            None => 0.0,
        }
    }

    /// Returns coefficient k of a static limit that moves while the contact is stuck, in a direction.
    pub fn held_term(
        &self,
        limits: &InternalSeries,
        load_part: &Series,
        (direction, k): (Direction, usize),
    ) -> f64 {
        (0..=k).map(|j| limits.limit(direction, j) * self.load_term(load_part, k - j)).sum()
    }

    /// True if a spring or a formula makes a part of the load now: a spring in its gap makes none.
    fn has_load_part(&self, state: &State) -> bool {
        match self.load_from.and_then(|load| load.source) {
            Some(LoadMaker::Spring(spring)) => state.spring_mode[spring].acts(),
            Some(LoadMaker::Formula(_)) => true,
            None => false,
        }
    }

    /// True if the load may change from 0 now: not by a spring in its gap, nor by a formula of what does not change.
    fn leaves_zero(&self, state: &State) -> bool {
        let by_formula = |load: LoadData| {
            let (trend, terms) =
                (load.factor * self.formula_load.trend, load.factor * self.formula_load.rate);
            (load.rate + trend).abs() > OF_SUM * (load.rate.abs() + terms.abs())
        };
        match self.load_from {
            Some(load) if matches!(load.source, Some(LoadMaker::Formula(_))) => by_formula(load),
            _ => self.has_load_part(state),
        }
    }

    /// True if the load, as a ramp since the inputs were given, comes to 0 after `tau` from now on, but for round-off: what
    /// it is from there on, the next inputs say.
    pub fn load_ends_at_zero(&self, state: &State, tau: f64) -> bool {
        let (given, time) = (state.origin - state.time, state.time);
        self.load_from.is_some_and(|load| {
            let of_time = load.rate.abs() * time_round_off(time + tau);
            let of_ramp = ramp_round_off(self.base_load, load.rate, tau - given);
            let end = Bounded { value: load.base + load.rate * tau, bound: of_ramp + of_time };
            !self.has_load_part(state) && end.minus(self.vanishing_load).is_zero()
        })
    }

    /// Returns the load under which internal states must be right: one that varies may be greater later.
    pub fn state_load(&self) -> f64 {
        self.load.max(self.load_unit)
    }

    /// True if the load stands for one of 0 that is about to rise, as it does along an expansion, too.
    pub fn is_about_to_be_loaded(&self, load_part: &Series) -> bool {
        self.load == VANISHING_LOAD && self.load_term(load_part, 0) == 0.0
    }

    /// Takes a load of a contact with friction.
    fn take_load(&mut self, load: Bounded) {
        let may_vanish = load.value <= load.bound;
        self.load = load.value.max(VANISHING_LOAD);
        self.load_relaxation = if may_vanish { load.bound.max(VANISHING_LOAD) } else { 0.0 };
    }

    /// Returns the relative growth N_k/N of the load, of which k > 0 is the order, at the start of an expansion.
    pub fn load_growth(&self, load_part: &Series, k: usize) -> f64 {
        self.load_from.map_or(0.0, |load| load.term(load_part, k) / self.load)
    }
}

/// Evaluates the loads that formulas make in a state.
pub(in crate::dynamics) fn evaluate_formula_loads(system: &mut System, state: &State) {
    let System { contacts, forces, look, .. } = system;
    let (time, tau) = (state.time, state.tau());
    let at = Instant { time, tau, branches: &state.force_branch };
    let motion = (&state.position[..], &state.velocity[..]);
    for entry in contacts {
        let source = entry.load_from.and_then(|load| load.source);
        if let Some(LoadMaker::Formula(action)) = source {
            entry.formula_load = look.formula_load(forces, &forces.actions[action], &at, motion);
        }
    }
}

/// Returns the normal load of a contact in a state, ≤ 0 included, with its round-off: that of its terms, and of the time up to
/// which a ramp is followed. It is 1 where the law's numbers are forces. A formula's part is what it was in the last
/// [`evaluate_formula_loads`].
pub(in crate::dynamics) fn normal_load(system: &System, contact: usize, state: &State) -> Bounded {
    let motion = (&state.position[..], &state.velocity[..]);
    let bound = load_error(system, contact, motion, state.time, EDGE);
    Bounded { value: load_value(system, contact, state), bound }
}

/// Returns the value of the [`normal_load`].
fn load_value(system: &System, contact: usize, state: &State) -> f64 {
    let entry = &system.contacts[contact];
    let force = |maker: LoadMaker| match maker {
        LoadMaker::Spring(spring) => system.springs[spring].force(state.spring_mode[spring], state),
        LoadMaker::Formula(_) => entry.formula_load.value,
    };
    let by = |load: LoadData| {
        load.rate * (state.tau()) + load.source.map_or(0.0, |maker| load.factor * force(maker))
    };
    entry.base_load + entry.load_from.map_or(0.0, by)
}

/// Speeds that laws of both ends depend on, in the present modes if these go on.
fn take_speeds(system: &mut System, state: &State, goes_on: bool) {
    for (entry, own) in system.contacts.iter_mut().zip(&state.contacts) {
        if entry.has.of_ends {
            let own = goes_on.then_some(own);
            entry.speed = entry.behaviour.0.speed(entry, state, own);
        }
    }
}

/// Loads that are ramps, the time τ after the inputs were given.
fn place_ramps(system: &mut System, tau: f64) {
    for entry in &mut system.contacts {
        let base = entry.base_load;
        if let Some(load) = &mut entry.load_from {
            load.base = base + load.rate * tau;
        }
    }
}

/// Loads that springs and formulas make, in the present modes: of a contact that is not free at least a trace.
pub(in crate::dynamics) fn take_loads(system: &mut System, state: &State) {
    take_speeds(system, state, true);
    evaluate_formula_loads(system, state);
    place_ramps(system, state.tau());
    for contact in 0..system.contacts.len() {
        if system.contacts[contact].load_from.is_some() {
            let load = normal_load(system, contact, state);
            let entry = &mut system.contacts[contact];
            match state.contacts[contact].mode() {
                ContactMode::Free => (entry.load, entry.load_relaxation) = (0.0, 0.0),
                _ => entry.take_load(load),
            }
        }
    }
}

/// Loads that springs and formulas make, or that are ramps, whatever the modes were: at the start, and after a jump of inputs
/// or parameters. One that is 0 but for round-off is at 0. Where a motion continues (`past` given), and a part of these
/// changes it, or a ramp that rises goes on, the load stays on the side of 0 on which it was, so that its guard decides.
pub(in crate::dynamics) fn take_loads_anew(
    system: &mut System,
    state: &State,
    past: Option<&Past>,
) {
    take_speeds(system, state, false);
    evaluate_formula_loads(system, state);
    place_ramps(system, state.tau());
    for contact in 0..system.contacts.len() {
        let entry = &system.contacts[contact];
        let left = past.and_then(|past| past.load_round_off(contact, entry));
        let rises_on = past.is_some_and(|past| past.load_rises_on(contact, entry));
        let load = normal_load(system, contact, state).with_error(left.unwrap_or_default());
        let entry = &mut system.contacts[contact];
        let vanishes = load.minus(entry.vanishing_load).is_zero();
        let rubs = past.is_some() && state.contacts[contact].mode() != ContactMode::Free;
        let changes = rises_on || entry.leaves_zero(state);
        entry.load_relaxation = 0.0;
        match vanishes {
            true if changes && rubs => entry.take_load(Bounded { value: 0.0, ..load }),
            true => entry.load = 0.0,
            false => entry.load = entry.without_hysteresis(load.value),
        }
    }
}

/// Returns the bound relaxation of a stuck contact, as a load, N: the excess of what it is taken to hold over what it
/// can hold. Where forces come to 0 with the load that holds them, their round-off is no release.
pub(in crate::dynamics) fn sticking_relaxation(
    system: &System,
    contact: usize,
    motion: (&[f64], &[f64]),
    time: f64,
) -> f64 {
    let relaxation = system.contacts[contact].load_relaxation;
    if relaxation > 0.0 { relaxation } else { load_error(system, contact, motion, time, AT_REST) }
}

/// Returns the error of the load of a contact whose terms have the relative round-off `relative`.
fn load_error(
    system: &System,
    contact: usize,
    motion: (&[f64], &[f64]),
    time: f64,
    relative: f64,
) -> f64 {
    let entry = &system.contacts[contact];
    let Some(load) = entry.load_from else {
        return 0.0;
    };
    let (scale, rate, off) = match load.source {
        None => (0.0, 0.0, 0.0),
        Some(LoadMaker::Spring(spring)) => {
            let entry = &system.springs[spring];
            (entry.force_scale(motion), entry.rate_scale(motion), 0.0)
        }
        Some(LoadMaker::Formula(_)) => {
            let FormulaLoad { scale, rate, off, .. } = entry.formula_load;
            (scale, rate, off)
        }
    };
    relative * (entry.base_load.abs() + load.factor.abs() * scale)
        + load.factor.abs() * off
        + (load.rate.abs() + load.factor.abs() * rate) * time_round_off(time)
}

/// Returns coefficient k of the load that a stuck contact's limit in a direction follows: the normal load,
/// times what states of its law make of it where these move.
pub(in crate::dynamics) fn holding_load(
    expansion: &Expansion,
    system: &System,
    contact: usize,
    direction: Direction,
    k: usize,
) -> f64 {
    let entry = &system.contacts[contact];
    if !entry.limit_moves() {
        return entry.load_from.map_or(0.0, |load| load.term(&expansion.load_part, k));
    }
    entry.held_term(expansion.internals.of(contact), &expansion.load_part, (direction, k))
}

/// Returns the relative growth of the limits of a stuck contact at the start of an expansion.
pub(in crate::dynamics) fn limit_growth(
    expansion: &Expansion,
    system: &System,
    contact: usize,
) -> Limits {
    let entry = &system.contacts[contact];
    entry.of_limits(|direction| {
        if !entry.limit_moves() {
            return entry.load_growth(&expansion.load_part, 1);
        }
        let load = |k: usize| holding_load(expansion, system, contact, direction, k);
        let [holds, rate] = [0, 1].map(load);
        if holds > 0.0 { rate / holds } else { 0.0 }
    })
}

/// Returns the rates between which friction may rise from 0 with its limits; at least next to nothing, so that what
/// needs none holds.
pub(in crate::dynamics) fn rising(lower: f64, upper: f64) -> (f64, f64) {
    (lower.min(-VANISHING_LOAD), upper.max(VANISHING_LOAD))
}
