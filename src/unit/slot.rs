//! Places of the values of variables, found once for a model.

use super::Accessor;
use crate::dynamics::Seen;
use crate::laws::MOST_STATES;

/// Place from which the value of a variable is read: a list of values, and the index in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    pub source: Source,
    pub element: u32,
}

/// List of values of one kind.
#[derive(Clone, Copy, Debug)]
pub(super) enum Source {
    /// Observed quantity of elements.
    Seen(Seen),
    Position,
    MeanFrictionForce,
    DissipatedEnergy,
    InternalState,
    InternalRate,
    ContactLastEventTime,
    LastEventTime,
    ContactState,
    Stuck,
    StickToSlipCount,
    SlipToStickCount,
    SpringState,
    ForceState,
    Indeterminate,
    EventCount,
    /// No list: a value that is set, or made of others.
    Composed,
}

impl Slot {
    pub fn of(accessor: Accessor) -> Self {
        let seen = |(row, element): (&super::Quantity, usize)| Some((row.seen()?, element));
        let (source, element) = match accessor.row().and_then(seen) {
            Some((seen, element)) => (Source::Seen(seen), element),
            None => match accessor {
                Accessor::Position(body) => (Source::Position, body),
                Accessor::MeanFrictionForce(contact) => (Source::MeanFrictionForce, contact),
                Accessor::DissipatedEnergy(contact) => (Source::DissipatedEnergy, contact),
                Accessor::InternalState(contact, number) => {
                    (Source::InternalState, contact * MOST_STATES + number)
                }
                Accessor::InternalRate(contact, number) => {
                    (Source::InternalRate, contact * MOST_STATES + number)
                }
                Accessor::ContactLastEventTime(contact) => (Source::ContactLastEventTime, contact),
                Accessor::LastEventTime => (Source::LastEventTime, 0),
                Accessor::ContactState(contact) => (Source::ContactState, contact),
                Accessor::Stuck(contact) => (Source::Stuck, contact),
                Accessor::StickToSlipCount(contact) => (Source::StickToSlipCount, contact),
                Accessor::SlipToStickCount(contact) => (Source::SlipToStickCount, contact),
                Accessor::SpringState(spring) => (Source::SpringState, spring),
                Accessor::ForceState(force) => (Source::ForceState, force),
                Accessor::Indeterminate => (Source::Indeterminate, 0),
                Accessor::EventCount => (Source::EventCount, 0),
                _ => (Source::Composed, 0),
            },
        };
        // A network has far fewer elements of any kind.
        Self { source, element: element as u32 }
    }
}
