//! Guards of forces by formula: the numbers by which they decide stay between the levels of their branches. A host of Model
//! Exchange sees each over what its terms are where bodies are at their nominal displacements and velocities.

use super::data::Instant;
use super::levels::edges;
use crate::algebra::powers::SteepPower;
use crate::algebra::{TIED, finite};
use crate::dynamics::State;
use crate::dynamics::elements::Guarding;
use crate::dynamics::events::guard_set::GuardSet;
use crate::dynamics::events::transition::{Decider, Transition};
use crate::dynamics::expansion::Expansion;
use crate::dynamics::system::{ContactData, LoadMaker, System};
use crate::dynamics::tolerances::AT_LEVEL;

/// True if an action is the normal load of a contact, which has guards of its own.
fn makes_load(system: &System, action: usize) -> bool {
    let source = |entry: &ContactData| entry.load_from.and_then(|load| load.source);
    let is_own = |entry| matches!(source(entry), Some(LoadMaker::Formula(own)) if own == action);
    system.contacts.iter().any(is_own)
}

/// Adds the guards of the decisions of all forces by formula.
pub(in crate::dynamics) fn guard_formulas(at: &mut Guarding) {
    let Guarding { guards, system, expansion, state } = at;
    let order = expansion.order + 1;
    for (index, action) in system.forces.actions.iter().enumerate() {
        let decisions = &system.forces.action(action).decisions;
        for decision in 0..decisions.len() {
            let slot = action.first_branch + decision;
            let branch = state.force_branch[slot];
            let levels = |level| system.forces.level(action, decision, level);
            for (sign, next, level) in edges(branch, levels) {
                for k in 0..=order {
                    guards.polynomial[k] = sign * expansion.forces.decision(index, decision, k);
                }
                guards.polynomial[0] -= sign * level;
                let size = expansion.forces.decision_magnitude_sum(index, decision) + level.abs();
                let within = (level, sign * AT_LEVEL * size);
                let at =
                    Instant { time: state.time, tau: state.tau(), branches: &state.force_branch };
                let motion = (&state.position[..], &state.velocity[..]);
                let of = (index, decision);
                // What a steep power makes of round-off of its base is a force that turns this base back. It has changed its
                // sign when it has done so by more than round-off.
                let turns = !makes_load(system, index)
                    && expansion.forces.is_continuous_at(
                        &system.forces,
                        of,
                        &at,
                        motion,
                        (within, next),
                    );
                let (by, jumps) = (Decider::Action(index), decisions.jumps(decision));
                let transition = Transition::Branch { by, slot, next };
                if turns && leaves_power(guards, expansion, (system, state), (of, level)) {
                    guards.become_active_now(transition);
                    break;
                }
                if turns {
                    guards.round_turning(size);
                } else {
                    guards.round_at_level(order, size);
                }
                // Where friction is released at a level, its limit is what the forces were: no rate yet.
                guards.round(1, || expansion.decision_rate_round_off(system, state, of, within));
                if expansion.forces.ties(slot, (jumps, branch), state.time)
                    && guards.polynomial[..=order].iter().all(|term| *term == 0.0)
                {
                    guards.become_active_now(Transition::Branch { by, slot, next: TIED });
                    break;
                }
                if !jumps && stays_at_level(guards, expansion, index, (order, AT_LEVEL * size)) {
                    continue;
                }
                if guards.is_listing() {
                    guards.polynomial[0] /= nominal_number(expansion, system, state, of, level);
                }
                guards.consider(order, transition);
            }
        }
    }
}

/// True if a number that decides between branches with the same force stays within round-off of its level along the whole step: it is
/// not beyond that. Steps are that short beside the branch points of powers, where it may be on its way.
fn stays_at_level(
    guards: &GuardSet,
    expansion: &Expansion,
    action: usize,
    (order, bound): (usize, f64),
) -> bool {
    !expansion.forces.branches_of(action) && guards.stays_at_zero(order, bound)
}

/// True if the base of a steep power is driven below its branch point: the power is 0 on this branch, unless it is in balance, and
/// resists on the next one alone.
fn leaves_power(
    guards: &GuardSet,
    expansion: &mut Expansion,
    (system, state): (&System, &State),
    (decision, level): ((usize, usize), f64),
) -> bool {
    let [value, rate, ..] = guards.polynomial;
    let mut rounded = || expansion.decision_rate_round_off(system, state, decision, (level, 0.0));
    let falls = value <= 0.0 && rate < 0.0 && !guards.is_listing() && rate < -rounded();
    let is_zero = |(action, power): (usize, SteepPower)| action != decision.0 || power.value == 0.0;
    falls && expansion.forces.steep().all(is_zero)
}

/// Returns the size of a number that decides, and of its level, in a nominal motion; 1 where both are 0.
fn nominal_number(
    expansion: &mut Expansion,
    system: &System,
    state: &State,
    (index, decision): (usize, usize),
    level: f64,
) -> f64 {
    let (forces, nominals) = (&system.forces, &system.nominals);
    let action = &forces.actions[index];
    let (time, tau, branches) = (state.time, state.tau(), &state.force_branch[..]);
    let at = Instant { time, tau, branches };
    let work = &mut expansion.forces.work;
    work.take(&forces.names[action.force], &at, &state.position, &state.velocity);
    work.size(forces, action, branches, (&nominals.length, &nominals.velocity));
    let decisions = &forces.action(action).decisions;
    or_one(finite(decisions.size(decision, &work.magnitude_results)) + level.abs())
}

/// Returns a nominal value, or 1 where there is none.
pub(in crate::dynamics) fn or_one(size: f64) -> f64 {
    if size > 0.0 { size } else { 1.0 }
}
