//! Guards of transitions, and which of those of one instant have the others as consequences.

use crate::laws::{LawKind, LoadUse, RegularisationKind};
use crate::network::{Action, Contact, Force, LoadSource, Meaning};
use crate::unit::{Accessor, ContactId, ContactMode, Event, Model, SpringId, SpringMode};

/// Gradients of guards, by their rates, that differ by less, relative to the greatest one, are the same: far more than what
/// a step aside changes, and than round-off.
const PARALLEL: f64 = 1e-6;

/// Returns those of the first of some transitions that may have the others as consequences. Slip, positions and the forces of
/// springs are continuous: a contact that a jump of forces releases is none of them, but where all are released. Where a load
/// appears or vanishes with the transition of its spring, that one decides.
pub(super) fn deciding(unit: &Model, events: &[Event]) -> Vec<Event> {
    let Some(first) = events.first() else { return Vec::new() };
    let mut causes: Vec<Event> =
        events.iter().take_while(|event| event.time() == first.time()).copied().collect();
    let all = causes.clone();
    causes.retain(|event| {
        let spring = load_spring(unit, event).map(SpringId);
        let own = |spring: SpringId| all.iter().any(|other| other.element() == spring.into());
        !spring.is_some_and(own)
    });
    if !causes.iter().all(is_release) {
        causes.retain(|event| !is_release(event));
    }
    if causes.is_empty() { vec![*first] } else { causes }
}

/// True of a stuck contact that begins to slip.
pub(super) fn is_release(event: &Event) -> bool {
    matches!(event, Event::Contact { from: ContactMode::Stuck, to, .. } if *to != ContactMode::Free)
}

/// True if two guards, by gradient and rate, come to 0 at the same time whatever the state is changed by.
pub(super) fn are_parallel(
    (one, by): &(Vec<f64>, f64),
    (other, by_other): &(Vec<f64>, f64),
) -> bool {
    let terms = || one.iter().zip(other).map(|(a, b)| (a / by, b / by_other));
    let size = terms().fold(0.0, |most: f64, (a, b)| most.max(a.abs()).max(b.abs()));
    terms().all(|(a, b)| (a - b).abs() <= PARALLEL * size)
}

/// Returns the spring whose force loads the contact of a transition.
fn load_spring(unit: &Model, event: &Event) -> Option<usize> {
    let Event::Contact { contact: ContactId(contact), .. } = *event else { return None };
    match unit.network().contacts[contact].load_from? {
        LoadSource::Spring(load) => Some(load.spring),
        LoadSource::Formula(_) => None,
    }
}

/// Variables of a guard: y1, or y1 − ρ·y2 with ρ = y1/y2 at the transition.
pub(super) type Terms = Vec<usize>;

/// Returns the guard that ends a mode; None where no output of a unit is one.
pub(super) fn guard(unit: &Model, event: &Event) -> Option<Terms> {
    let find =
        |accessor: Accessor| unit.variables().iter().position(|row| row.accessor == accessor);
    match *event {
        // Slip jumps at the edge of a window.
        Event::Contact { contact: ContactId(contact), .. } if has_window(unit, contact) => None,
        Event::Contact { contact: ContactId(contact), from: ContactMode::Stuck, to, .. }
            if to != ContactMode::Free =>
        {
            let force = find(Accessor::FrictionForce(contact))?;
            let law = &unit.network().contacts[contact].law.kind;
            match find(Accessor::NormalLoad(contact)) {
                None if !law.evolves() => Some(vec![force]),
                Some(load) if law.load_use() == LoadUse::Factor && !law.evolves() => {
                    Some(vec![force, load])
                }
                _ => None,
            }
        }
        Event::Contact { contact: ContactId(contact), from, to, .. }
            if ![from, to].contains(&ContactMode::Free) =>
        {
            Some(vec![find(Accessor::SlipVelocity(contact))?])
        }
        // N = N0 + a·F, of a spring that acts; else what is known while there is a load.
        Event::Contact { contact: ContactId(contact), to, .. } => match load_spring(unit, event) {
            Some(spring) => Some(vec![find(Accessor::SpringForce(spring))?]),
            None if to == ContactMode::Free => Some(vec![find(Accessor::NormalLoad(contact))?]),
            None => None,
        },
        // The forces of elements with modes are continuous.
        Event::Force { .. } => None,
        Event::Spring { spring: SpringId(spring), to: SpringMode::Lifted, .. } => {
            Some(vec![find(Accessor::SpringForce(spring))?])
        }
        Event::Spring { spring: SpringId(spring), .. } => {
            Some(vec![find(Accessor::Deflection(spring))?])
        }
    }
}

/// True if a contact holds velocities within a window.
fn has_window(unit: &Model, contact: usize) -> bool {
    unit.network().contacts[contact].law.regularisation == Some(RegularisationKind::Karnopp)
}

/// True if a formula of a force or a load may jump where the motion decides, or a law that is no built-in one.
pub(super) fn jumps_by_state(unit: &Model) -> bool {
    let network = unit.network();
    let own_laws = || {
        let known = LawKind::all();
        let is_known =
            |contact: &Contact| known.iter().any(|law| law.name() == contact.law.kind.name());
        !network.contacts.iter().all(is_known)
    };
    let jumps = |force: &Force, action: &Action| {
        let moves =
            |name: &usize| !matches!(force.names[*name].1, Meaning::Time | Meaning::Input(_));
        action.variables.iter().any(moves)
            && (0..action.decisions.len()).any(|decision| action.decisions.jumps(decision))
    };
    let mut forces = network.forces.iter();
    forces.any(|force| force.actions.iter().any(|action| jumps(force, action))) || own_laws()
}
