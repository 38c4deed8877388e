//! Guards of transitions, and which of those of one instant have the others as consequences.

use crate::laws::{LawKind, LoadUse};
use crate::network::{Action, Contact, Force, LoadSource, Meaning};
use crate::study::Case;
use crate::unit::{Accessor, ContactId, ContactMode, Event, ForceId, Model, SpringId, SpringMode};

/// Places of numbers in the law that attaches a bristle.
const KINETIC: usize = 0;
const BRISTLE_STIFFNESS: usize = 2;
const BRISTLE_DAMPING: usize = 3;

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

/// Variables of a guard.
pub(super) enum Terms {
    /// Σ cᵢyᵢ
    Sum(Vec<(usize, f64)>),
    /// y1 − ρ·y2 with ρ = y1/y2 at the transition.
    Ratio([usize; 2]),
}

/// Returns the guard that ends a mode; None where no output of a unit is one.
pub(super) fn guard(model: &Case, event: &Event) -> Option<Terms> {
    let unit = model.unit();
    let find =
        |accessor: Accessor| unit.variables().iter().position(|row| row.accessor == accessor);
    let one = |accessor: Accessor| Some(Terms::Sum(vec![(find(accessor)?, 1.0)]));
    match *event {
        Event::Contact { contact: ContactId(contact), from: ContactMode::Stuck, to, .. }
            if to != ContactMode::Free =>
        {
            let force = find(Accessor::FrictionForce(contact))?;
            let entry = &unit.network().contacts[contact];
            let law = &entry.law.kind;
            match find(Accessor::NormalLoad(contact)) {
                _ if law.attaches() => {
                    let [stiffness, damping] = [BRISTLE_STIFFNESS, BRISTLE_DAMPING]
                        .map(|place| model.signal(entry.law_numbers[place]));
                    let deflection = find(Accessor::InternalState(contact, 0))?;
                    let slip = find(Accessor::SlipVelocity(contact))?;
                    Some(Terms::Sum(vec![(deflection, stiffness), (slip, damping)]))
                }
                _ if law.evolves() => None,
                None => Some(Terms::Sum(vec![(force, 1.0)])),
                Some(load) if law.load_use() == LoadUse::Factor => {
                    Some(Terms::Ratio([force, load]))
                }
                _ => None,
            }
        }
        Event::Contact { contact: ContactId(contact), from, to, .. }
            if ![from, to].contains(&ContactMode::Free) =>
        {
            one(Accessor::SlipVelocity(contact))
        }
        // N = N0 + a·F, of a spring that acts; else what is known while there is a load.
        Event::Contact { contact: ContactId(contact), to, .. } => match load_spring(unit, event) {
            Some(spring) => one(Accessor::SpringForce(spring)),
            None if to == ContactMode::Free => one(Accessor::NormalLoad(contact)),
            None => None,
        },
        // Those of elements with modes are numbers that decide.
        Event::Force { .. } => None,
        Event::Spring { spring: SpringId(spring), to: SpringMode::Lifted, .. } => {
            one(Accessor::SpringForce(spring))
        }
        Event::Spring { spring: SpringId(spring), .. } => one(Accessor::Deflection(spring)),
    }
}

/// Returns the slope of a state, a variable, that the law of a contact has set, at its value, by the number of the law at a place:
/// a bristle is attached at ±Fk/k, and other states are at the ends that the law gives them.
pub(super) fn set_slope(
    model: &Case,
    (contact, row): (usize, usize),
    value: f64,
    place: usize,
) -> f64 {
    let entry = &model.unit().network().contacts[contact];
    let number = |place: usize| model.signal(entry.law_numbers[place]);
    match (place, model.unit().variables()[row].accessor) {
        (KINETIC, _) if entry.law.kind.attaches() => value / number(KINETIC),
        (BRISTLE_STIFFNESS, _) if entry.law.kind.attaches() => -value / number(BRISTLE_STIFFNESS),
        (_, Accessor::InternalState(_, state)) => {
            let numbers: Vec<f64> = (0..entry.law_numbers.len()).map(number).collect();
            let [end, slope] = entry.law.end_with_slope(state, &numbers, place);
            if end == 0.0 { 0.0 } else { value / end * slope }
        }
        _ => 0.0,
    }
}

/// Returns the slip velocity as a guard: where the branch of a law ends.
pub(super) fn slip(unit: &Model, contact: usize) -> Option<Terms> {
    let slip = Accessor::SlipVelocity(contact);
    let place = unit.variables().iter().position(|row| row.accessor == slip)?;
    Some(Terms::Sum(vec![(place, 1.0)]))
}

/// True if a decision jumps at its level, or is one of the elements of some transitions.
pub(super) fn changes_by(unit: &Model, slot: usize, causes: &[Event]) -> bool {
    let network = unit.network();
    let mut first = 0;
    for (place, force) in network.forces.iter().enumerate() {
        for Action { decisions, .. } in &force.actions {
            if let Some(decision) = slot.checked_sub(first).filter(|one| *one < decisions.len()) {
                let own = causes.iter().any(|event| event.element() == ForceId(place).into());
                return own || decisions.jumps(decision);
            }
            first += decisions.len();
        }
    }
    for contact in &network.contacts {
        if let Some(decision) = slot.checked_sub(first).filter(|one| *one < contact.decisions()) {
            return contact.law.kind.decision_jumps(decision);
        }
        first += contact.decisions();
    }
    false
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
