//! Places of the values of variables, found once for a model.

use super::Accessor;
use crate::dynamics::Seen;

/// Place from which the value of a variable is read.
#[derive(Clone, Copy, Debug)]
pub(super) enum Slot {
    /// Observed quantity of an element.
    Seen(Seen, usize),
    /// Anything else.
    Of(Accessor),
}

impl Slot {
    pub fn of(accessor: Accessor) -> Self {
        let seen = |(row, element): (&super::Quantity, usize)| Some((row.seen()?, element));
        match accessor.row().and_then(seen) {
            Some((seen, element)) => Slot::Seen(seen, element),
            None => Slot::Of(accessor),
        }
    }
}
