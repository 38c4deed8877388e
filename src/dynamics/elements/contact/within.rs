//! Branches of a law with a window: the one within, and those beyond.

use crate::dynamics::ContactState;

/// Branch of a law that is within its window.
pub(super) const WITHIN: usize = 0;

/// Records that a contact is within its window, at the slip velocity `held`, or outside.
pub(super) fn take_into_window(contact: &mut ContactState, held: Option<f64>) {
    contact.hold(held.unwrap_or(0.0));
    contact.take_branch(match held {
        Some(_) => WITHIN,
        None => contact.branch().max(WITHIN + 1),
    });
}

/// Takes a slipping contact to another branch of its law, into its window or out of it; true if it may stick there.
pub(super) fn cross_edge(contact: &mut ContactState, branch: usize) -> bool {
    let within = branch == WITHIN;
    take_into_window(contact, within.then_some(0.0));
    contact.leave_instant();
    within
}
