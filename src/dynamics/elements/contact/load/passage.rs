//! Passage of normal loads through 0.

use crate::dynamics::bounded::Bounded;
use crate::dynamics::elements::contact::LoadMaker;
use crate::dynamics::elements::contact::load::{evaluate_formula_loads, normal_load, take_loads};
use crate::dynamics::expansion::Expansion;
use crate::dynamics::system::System;
use crate::dynamics::tolerances::time_round_off;
use crate::dynamics::{ContactMode, State};

/// Applies the change of a contact whose load passes through 0: it is free, or has friction again from now on. Marks
/// in `candidates` whether a resolution must decide; a slip velocity that is round-off has no direction.
pub(in crate::dynamics) fn change_load(
    system: &mut System,
    contact: usize,
    expansion: &Expansion,
    state: &mut State,
    candidates: &mut [bool],
) {
    candidates[contact] = false;
    state.contacts[contact].leave_instant();
    if state.contacts[contact].mode() != ContactMode::Free {
        state.contacts[contact].change(ContactMode::Free);
        take_loads(system, state);
        system.contacts[contact].enter(contact, state);
        return;
    }
    let entry = &system.contacts[contact];
    let slip = entry.slip(state);
    let rounded = expansion.with_round_off(system, state, contact, slip).is_zero();
    let at_rest = entry.slip_now(state).is_zero();
    let scale = entry.velocity_scale(&state.velocity, state.tau());
    let behaviour = entry.behaviour.0;
    let own = &mut state.contacts[contact];
    let at_rest = at_rest || behaviour.sticking_slip(entry, own, (slip, scale), false).1;
    if entry.sticks_in_motion() {
        behaviour.classify(entry, own, at_rest.then_some(slip));
    }
    let hysteresis = entry.is_continuous() && rounded;
    // A bristle that slips is deflected, one at rest is not, and what rests holds more: round-off is no slip.
    let at_rest = at_rest || !entry.sticks_in_motion() && rounded;
    let mode = if hysteresis { ContactMode::Forward } else { ContactMode::of_slip(slip) };
    state.contacts[contact].change(mode);
    take_loads(system, state);
    if at_rest && system.contacts[contact].attaches() {
        state.contacts[contact].change(ContactMode::Stuck);
    }
    system.contacts[contact].enter(contact, state);
    if at_rest {
        candidates[contact] = system.contacts[contact].can_stick();
        state.contacts[contact].set_leading_zeros(u8::from(!candidates[contact]));
    }
}

/// Loads that jumped with the springs that make them, τ after the start of the expansion.
pub(in crate::dynamics) fn change_loads(
    system: &mut System,
    expansion: &Expansion,
    tau: f64,
    state: &mut State,
    candidates: &mut [bool],
) {
    if !system.coupled {
        return;
    }
    for entry in &mut system.contacts {
        entry.formula_load_before = entry.formula_load.value;
    }
    evaluate_formula_loads(system, state);
    let last = expansion.order.max(1);
    for contact in 0..candidates.len() {
        let Some(load) = system.contacts[contact].load_from else { continue };
        let term = |k: usize| k as f64 * load.term(&expansion.load_part, k);
        let rate = (1..=last).rev().fold(0.0, |sum, k| sum * tau + term(k));
        if load_has_jumped(system, contact, state, rate) {
            change_load(system, contact, expansion, state, candidates);
        }
    }
}

/// True if the load of a contact is on the other side of 0 than its mode says, by more than round-off: the force of a
/// damped spring jumps at the edge of its gap, a formula where it comes to another branch. One that is 0 while its
/// spring is in the gap, and does not rise, is none, and so is one that another branch of a formula has made jump to 0.
/// `rate`: rate of the load, N/s, up to here.
fn load_has_jumped(system: &System, contact: usize, state: &State, rate: f64) -> bool {
    let entry = &system.contacts[contact];
    let Some(load) = entry.load_from else {
        return false;
    };
    let free = state.contacts[contact].mode() == ContactMode::Free;
    let passed = rate.abs() * time_round_off(state.time);
    let violation =
        normal_load(system, contact, state).minus(entry.vanishing_load).with_error(passed);
    if !violation.is_zero() {
        return free == (violation.value > 0.0);
    }
    if let Some(LoadMaker::Formula(_)) = load.source {
        let before =
            entry.base_load + load.rate * state.tau() + load.factor * entry.formula_load_before;
        let rises = load.rate + load.factor * entry.formula_load.trend > 0.0;
        return !free && !Bounded { value: before, ..violation }.is_zero() && !rises;
    }
    !free && load.source.is_some() && load.rate <= 0.0 && !entry.has_load_part(state)
}
