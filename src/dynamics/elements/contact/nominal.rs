//! Nominal values of contacts where a host integrates.

use crate::dynamics::State;
use crate::dynamics::events::transition::Change;
use crate::dynamics::system::System;
use crate::network::Nominals;

/// Returns the nominal slip velocity of a contact, and the time in which it changes.
pub(in crate::dynamics) fn nominal_slip(system: &System, contact: usize) -> (f64, f64) {
    let Nominals { velocity, time, .. } = &system.nominals;
    let moves = |(body, q): (usize, f64)| (q.abs() * velocity[body], time[body]);
    let faster = |a: (f64, f64), b: (f64, f64)| if b.0 > a.0 { b } else { a };
    let fastest = system.contacts[contact].row.terms().map(moves).reduce(faster);
    fastest.filter(|(slip, _)| *slip > 0.0).unwrap_or((1.0, 1.0))
}

/// Returns the slip velocity up to which friction of a contact goes along a line, m/s or rad/s; 0: there is none,
/// as in all Co-Simulation, which has no nominal values.
pub(in crate::dynamics) fn line_end(system: &System, contact: usize, state: &State) -> f64 {
    let end = state.line_end(contact);
    if end > 0.0 { end * nominal_slip(system, contact).0 } else { 0.0 }
}

/// True if friction goes along a line at a slip velocity.
pub(in crate::dynamics) fn is_on_line(
    system: &System,
    contact: usize,
    slip: f64,
    state: &State,
) -> bool {
    let end = line_end(system, contact, state);
    end > 0.0 && slip.abs() <= end
}

/// Returns the nominal value of a guard of a contact: that of slip velocities and of their rates. Guards of limits,
/// and of internal states on their way to where they arrive, are fractions already; a behaviour knows the unit of its own.
pub(in crate::dynamics) fn slip_unit(system: &System, contact: usize, change: Change) -> f64 {
    let (slip, time) = nominal_slip(system, contact);
    let entry = &system.contacts[contact];
    let [slip, own] = entry.behaviour.0.guard_units(slip);
    match change {
        Change::Breakpoint(_) if entry.evolves() => 1.0,
        Change::Arrival | Change::Turn | Change::Breakpoint(_) => slip,
        Change::Own(_) => own,
        Change::Catch => slip / time,
        Change::Load | Change::Loosening(_) | Change::Rest | Change::Bound(_) => 1.0,
    }
}
