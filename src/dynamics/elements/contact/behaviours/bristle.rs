//! Contacts that a bristle holds where slip ends, while it bends: a state of the law, whose limits are where it detaches.

use crate::dynamics::bounded::Bounded;
use crate::dynamics::elements::contact::behaviour::{Applied, Traits};
use crate::dynamics::elements::contact::{Behaviour, ContactData};
use crate::dynamics::events::transition::Change;
use crate::dynamics::{ContactMode, ContactState};
use crate::laws::Law;

/// Behaviour of a contact with such a bristle.
#[derive(Debug)]
pub(super) struct Bristle;

impl Behaviour for Bristle {
    fn is_of(&self, law: &Law) -> bool {
        law.kind().attaches()
    }

    fn traits(&self) -> Traits {
        Traits { held_by_state: true, steps: true, ..Traits::default() }
    }

    /// Detaches the bristle; the contact slips in a direction, or is about to.
    fn apply(
        &self,
        _: &ContactData,
        change: Change,
        own: &mut ContactState,
        slip: &dyn Fn() -> Bounded,
    ) -> Applied {
        if let Change::Loosening(direction) = change {
            let (slip, sign) = (slip(), direction.sign());
            let towards = if slip.value * sign < -slip.bound { slip.value } else { sign };
            own.begin(ContactMode::of_slip(towards), u8::from(slip.is_zero()));
        }
        Applied::Enters
    }
}
