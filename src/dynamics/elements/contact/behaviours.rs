//! Behaviours of contacts, one file each, which implements [`Behaviour`].

mod bristle;
mod rolling;
pub mod window;

use bristle::Bristle;
use rolling::Rolling;
use window::Window;

use super::{Behaviour, Plain};
use crate::laws::Law;

/// All behaviours; a contact has the first that is of its law, if any is.
const ALL: &[&dyn Behaviour] = &[&Window, &Bristle, &Rolling];

/// Returns the behaviour of a contact with a law.
pub(super) fn behaviour_of(law: &Law) -> &'static dyn Behaviour {
    ALL.iter().copied().find(|behaviour| behaviour.is_of(law)).unwrap_or(&Plain)
}
