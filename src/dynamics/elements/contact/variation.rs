//! Changes of contacts with states, inputs and parameters, in fixed modes ([`crate::dynamics::variation`]).

use super::{ContactData, LoadData, LoadMaker};
use crate::dynamics::ContactMode;
use crate::dynamics::elements::formula::ForceSeries;
use crate::dynamics::expansion::{Expansion, Start};
use crate::dynamics::link::apply_force;
use crate::dynamics::prescribed::Prescribed;
use crate::dynamics::state::states;
use crate::dynamics::system::System;
use crate::dynamics::variation::{Change, Changing, Variation};
use crate::laws::{Changes, Direction, Limits, LoadUse};
use crate::network::{Contact, Network, Signal};

/// Returns the change of the given part of a contact's normal load, N.
fn given_load(contact: &Contact, change: &Change) -> f64 {
    contact.normal_load.map_or(0.0, |load| change.signal(load))
}

/// Takes the changes of contacts: of their surfaces, loads, applied forces and viscous friction.
pub(in crate::dynamics) fn take_contact_changes(
    variation: &mut Variation,
    network: &Network,
    start: &Start,
    change: &Change,
) {
    variation.viscous.clear();
    variation.load.clear();
    let inputs_at_step_end = variation.system.inputs_at_step_end;
    for (index, contact) in network.contacts.iter().enumerate() {
        // Of a line both ends have prescribed motions.
        let row = variation.system.contacts[index].row;
        let moved = variation.system.known_part(&row, |motion| motion.velocity_term(0.0, 1));
        let entry = &mut variation.system.contacts[index];
        let goes_on = if inputs_at_step_end { Signal::Zero } else { contact.surface_acceleration };
        let velocity = contact.surface_line.factor * change.signal(contact.surface_velocity);
        let surface = [velocity, change.signal(goes_on)];
        entry.surface = Prescribed::changing([0.0, surface[0], surface[1]]);
        entry.applied_force += entry.applied_rate * start.tau;
        let applied = contact.applied_force.map_or(0.0, |id| change.inputs[id.0]);
        entry.applied_rate = applied + entry.line * (moved - surface[0]);
        let viscous = contact.law.viscous().map(|place| contact.law_numbers[place]);
        variation.viscous.push(viscous.map_or(0.0, |number| change.signal(number)));
        let factor = contact.load_spring().map_or(0.0, |load| change.parameter(load.factor));
        let load = [given_load(contact, change), factor].map(|by| entry.radius * by);
        variation.load.push(load);
        let given = contact.normal_load.is_some() || contact.load_from.is_some();
        if given && contact.law.kind.load_use() != LoadUse::Argument {
            let base = entry.base_load;
            let still = LoadData { base, rate: 0.0, source: None, factor: 0.0, contact: index };
            let loaded = entry.load_from.unwrap_or(still);
            entry.load_from = Some(LoadData { rate: load[0], ..loaded });
        }
    }
}

/// Returns the changes of the numbers of a contact's law; `load` is the change of the load of a law that is a
/// function of it.
fn law_changes<'v>(
    variation: &'v mut Variation,
    entry: &'v Contact,
    change: &Change,
    load: f64,
) -> Changes<'v> {
    variation.law.clear();
    variation.law.extend(entry.law_numbers.iter().map(|number| change.signal(*number)));
    Changes { shape: &entry.law, by: &variation.law, load }
}

/// Returns the contact at a place among those with internal states, its mode, and the changes of the parameters of its law.
fn internal_changes<'v>(
    expansion: &Expansion,
    at: &Changing<'v>,
    variation: &'v mut Variation,
    place: usize,
) -> (usize, ContactMode, Changes<'v>) {
    let contact = expansion.internals.contacts()[place];
    let changes = law_changes(variation, &at.network.contacts[contact], at.change, 0.0);
    (contact, at.start.contacts[contact].mode(), changes)
}

/// Collects the own parts of friction: its changes by its parameters, with the motion as it is.
pub(in crate::dynamics) fn take_own_changes(
    expansion: &mut Expansion,
    at: &Changing,
    variation: &mut Variation,
) {
    let Changing { system, network, start, change, .. } = *at;
    for (contact, entry) in network.contacts.iter().enumerate() {
        let present = &system.contacts[contact];
        let mode = start.contacts[contact].mode();
        let [load, factor] = variation.load[contact];
        if let Some(loaded) = &mut variation.system.contacts[contact].load_from {
            let force = loaded.source.map_or(0.0, |source| expansion.made(source, 0));
            loaded.rate = load + factor * force;
        }
        let changes = law_changes(variation, entry, change, load);
        let limit = |direction| {
            limit_change(expansion, (present, contact), direction, (start, change), &changes)
        };
        let stuck = mode == ContactMode::Stuck && present.is_held(mode);
        let own_change = match mode.direction() {
            _ if !present.is_loaded() || present.evolves() && !stuck => 0.0,
            None if stuck && present.kinematic => present.held_change(start.tau, &limit),
            None => 0.0,
            Some(direction) => {
                let slip = expansion.slip.at(0, contact);
                expansion.sliding.change(present, contact, (direction, slip), &changes)
            }
        };
        variation.system.contacts[contact].own_change = own_change;
    }
}

/// True if the slip velocity of a contact at rest changes where nothing keeps its mode, and its friction makes a step: at the start,
/// where modes are found anew, and between prescribed motions. Velocities of order 1 are there.
pub(in crate::dynamics) fn ends_rest(
    expansion: &Expansion,
    at: &Changing,
    variation: &Variation,
) -> bool {
    let Changing { system, start, change, follows, .. } = *at;
    let changed = &variation.system;
    system.contacts.iter().zip(start.contacts).enumerate().any(|(contact, (entry, own))| {
        let mode = own.mode();
        let rests = mode == ContactMode::Stuck || own.leading_zeros() > 0;
        let steps = entry.is_loaded() && (entry.has.steps || entry.can_stick());
        let is_new = change.starts || entry.kinematic && !follows && !entry.is_attached(mode);
        if !(rests && steps && is_new) || entry.sticks_in_motion() {
            return false;
        }
        let surface = &changed.contacts[contact].surface;
        let slip = entry.row.apply(expansion.velocity.row(1)) - surface.velocity_term(0.0, 1);
        let known = changed.known_part(&entry.row, |motion| motion.velocity_term(0.0, 2));
        let turns = change.starts && entry.kinematic;
        slip != 0.0 || turns && known != surface.velocity_term(0.0, 2)
    })
}

/// Takes the changes of the static limits of stuck contacts under the changes of their loads; forces of order 1 are there.
pub(in crate::dynamics) fn take_limit_changes(
    expansion: &Expansion,
    at: &Changing,
    variation: &mut Variation,
) {
    let Changing { system, network, start, change, .. } = *at;
    for (contact, entry) in network.contacts.iter().enumerate() {
        if !expansion.is_stuck(contact) {
            continue;
        }
        let changed = &variation.system.contacts[contact];
        let load = match changed.load_from {
            Some(load) => load.term(&expansion.load_part, 1),
            None => variation.load[contact][0],
        };
        let changes = law_changes(variation, entry, change, load);
        let present = (&system.contacts[contact], contact);
        let limits = Limits::both(|direction| {
            limit_change(expansion, present, direction, (start, change), &changes)
        });
        variation.system.contacts[contact].limit_changes = limits;
    }
}

/// Sets the changes of states that laws set at the start.
pub(in crate::dynamics) fn enter_changes(
    expansion: &mut Expansion,
    at: &Changing,
    variation: &mut Variation,
) {
    for place in 0..expansion.internals.contacts().len() {
        let (contact, mode, changes) = internal_changes(expansion, at, variation, place);
        let entry = &at.system.contacts[contact];
        let set = entry.law.enter_change(entry.contact_phase(mode), &changes);
        let series = expansion.internals.series_mut(place);
        for (state, set) in set.into_iter().enumerate() {
            if let Some(set) = set {
                series.set_state(state, 1, set);
            }
        }
    }
}

/// Adds what laws with internal states change by their numbers; forces of order 1 are there.
pub(in crate::dynamics) fn change_internals(
    expansion: &mut Expansion,
    at: &Changing,
    variation: &mut Variation,
) {
    for place in 0..expansion.internals.contacts().len() {
        let (contact, mode, changes) = internal_changes(expansion, at, variation, place);
        let entry = &at.system.contacts[contact];
        let series = expansion.internals.series_mut(place);
        let force = entry.law.advance_change(entry.contact_phase(mode), series, &changes);
        for (decision, slot) in entry.slots().enumerate().filter(|_| mode.slips()) {
            variation.system.forces.own_decision_change[slot] =
                entry.law.decision_change(decision, series);
        }
        if entry.is_loaded() && !entry.is_held(mode) {
            expansion.friction.set(1, contact, expansion.friction.at(1, contact) + force);
            apply_force(&entry.row, force, expansion.force.row_mut(1));
        }
    }
}

/// Evaluates the changes of the derivatives of friction with respect to time, in the place of the forces of order 2.
pub(in crate::dynamics) fn add_mixed_friction(
    expansion: &mut Expansion,
    system: &System,
    start: &Start,
    variation: &Variation,
) {
    let (faster, faster_by) = (&expansion.accelerations, expansion.velocity.row(2));
    let on = expansion.force.row_mut(2);
    for (contact, entry) in system.contacts.iter().enumerate() {
        let direction = start.contacts[contact].mode().direction().filter(|_| entry.is_loaded());
        let direction = direction.filter(|_| system.touches_massless(&system.rows[contact]));
        let Some(direction) = direction else { continue };
        let changed = &variation.system.contacts[contact];
        let viscous = variation.viscous[contact];
        let dry = changed.own_change - viscous * expansion.slip.at(0, contact);
        let rate = entry.row.apply(faster) - entry.surface.acceleration_at(start.tau);
        let rate_by = 2.0 * entry.row.apply(faster_by) - changed.surface.acceleration_term(0.0, 1);
        let (growth, grown) = entry.load_rate(&expansion.forces);
        let force = dry * growth
            + direction.sign() * entry.kinetic(direction) * grown
            + viscous * rate
            + entry.viscous() * rate_by;
        apply_force(&entry.row, force, on);
    }
}

impl ContactData {
    /// Returns the relative growth Ṅ/N of the load of a contact that touches a body without mass, and what changes of Ṅ are of N.
    fn load_rate(&self, forces: &ForceSeries) -> (f64, f64) {
        self.load_from.map_or((0.0, 0.0), |load| {
            let (rate, change) = match load.source {
                Some(LoadMaker::Formula(action)) => forces.mixed(action),
                Some(LoadMaker::Spring(_)) | None => (0.0, 0.0),
            };
            ((load.rate + load.factor * rate) / self.load, load.factor * change / self.load)
        })
    }

    /// Returns the change of [`ContactData::held`] with the limits, whose changes `limit` gives.
    fn held_change(&self, tau: f64, limit: &dyn Fn(Direction) -> f64) -> f64 {
        let applied = self.applied_force + self.applied_rate * tau;
        let held = self.held(tau);
        if held < applied {
            limit(Direction::Forward)
        } else if held > applied {
            -limit(Direction::Backward)
        } else {
            0.0
        }
    }
}

/// Returns the change of a static limit: with states and where ends are too, whose changes are of order 1.
fn limit_change(
    expansion: &Expansion,
    (entry, contact): (&ContactData, usize),
    direction: Direction,
    (start, change): (&Start, &Change),
    changes: &Changes,
) -> f64 {
    if !entry.varies() {
        return entry.law.limit_change(direction, entry.conditions(), changes);
    }
    let states = [start.internal, change.internal].map(|all| states(all, contact));
    let [there, moved] = [(0, start.time), (1, 0.0)].map(|(order, time)| {
        entry.law_arguments(expansion.position.row(order), expansion.velocity.row(order), time)
    });
    let [holds, _] = entry.coefficients;
    let change = entry.law.coefficient_change(direction, states, [&there, &moved], changes);
    holds.of(direction) * changes.load + entry.load * change
}
