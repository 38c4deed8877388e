//! Directions of contacts at w = 0 whose friction goes on there without a step: what is left of a velocity that is
//! round-off has none.

use crate::motion::flow::{Flow, Start};
use crate::motion::numbers::Numbers;
use crate::motion::rounding::EDGE;
use crate::motion::{ContactMode, State};

/// Acceleration that a release may leave of forces which it found equal, 1/s of a velocity that is round-off: margins
/// are exact to [`MARGIN_TOLERANCE`](crate::motion::rounding::MARGIN_TOLERANCE).
const RELEASED: f64 = 100.0;

/// By how much the slip velocity of a contact may be off whose friction is continuous, if that is more than what it is;
/// [`Flow::note_round_off`] was called.
fn round_off_at_rest(numbers: &Numbers, flow: &Flow, state: &State, contact: usize) -> Option<f64> {
    let slips = state.contact_mode[contact].slips();
    let continuous = slips && numbers.contacts[contact].is_continuous();
    let round_off = continuous.then(|| flow.slip_round_off(numbers, state, contact));
    round_off.filter(|round_off| flow.slip.at(0, contact).abs() <= *round_off)
}

/// True if a contact whose friction is continuous is at w = 0, but for round-off; `flow` has order 0.
pub(super) fn any_rests(numbers: &Numbers, flow: &mut Flow, state: &State) -> bool {
    let mut contacts = numbers.contacts.iter().zip(&state.contact_mode);
    if !contacts.any(|(entry, mode)| mode.slips() && entry.is_continuous()) {
        return false;
    }
    flow.note_round_off(numbers, state, false);
    let mut contacts = 0..numbers.contacts.len();
    contacts.any(|contact| round_off_at_rest(numbers, flow, state, contact).is_some())
}

/// Contacts at w = 0 whose friction is continuous there go where the first derivative of w takes them that is more
/// than round-off; without one they stay in their modes. `flow` has the accelerations. Whether there are any.
pub(super) fn direct_continuous(numbers: &Numbers, flow: &mut Flow, state: &mut State) -> bool {
    if !any_rests(numbers, flow, state) {
        return false;
    }
    let start = Start::of(state);
    flow.forces(numbers, &start, 1);
    flow.accelerations(numbers, 1);
    flow.slips(numbers, &start, 2);
    for (contact, entry) in numbers.contacts.iter().enumerate() {
        let Some(round_off) = round_off_at_rest(numbers, flow, state, contact) else { continue };
        // What is left of the sum of velocities' coefficients k, of forces that a release has found equal, and of a
        // velocity that dies away.
        let settles = RELEASED + entry.settling(numbers, (contact, state));
        let counts = |(k, least): (usize, f64)| {
            let rate = flow.slip.at(k, contact);
            (rate.abs() > f64::max(least, EDGE * entry.row.magnitude(flow.velocity.row(k))))
                .then_some(rate)
        };
        if let Some(rate) = [(1, settles * round_off), (2, settles * settles * round_off)]
            .into_iter()
            .find_map(counts)
        {
            state.contact_mode[contact] = ContactMode::of_slip(rate);
        }
    }
    true
}
