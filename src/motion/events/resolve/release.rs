//! Releases and catches that the guards found: what round-off may hide of them from the resolution.

use super::Resolver;
use crate::motion::flow::Flow;
use crate::motion::numbers::Numbers;
use crate::motion::{ContactMode, State};

/// Factor, and the greatest one, by which contacts are looked for farther off their limits where a release finds none.
const FARTHER: f64 = 8.0;
const FARTHEST: f64 = 1e6;

/// Round-off of an acceleration's sign, times that of forces, which a contact that may stick within its window allows.
const CATCH: f64 = 8.0;

/// The greatest part of the limits by which round-off of positions may hide a release that the guards
/// found. Springs that are stiff enough to need more see their positions no better than a millionth of
/// what friction holds.
const MOST_HIDDEN: f64 = 1e-6;

impl Resolver {
    /// The guards found that the stuck contacts can no longer hold: in the next resolution those are
    /// saturated that would be but for the round-off of the state at which it stopped. Whether one must be found: what
    /// else happens then, as a body that comes to rest, may let them hold.
    pub fn expect_release(
        &mut self,
        numbers: &Numbers,
        flow: &mut Flow,
        state: &State,
        must_be_found: bool,
    ) {
        (self.released, self.sought) = (true, must_be_found);
        // A host is told of a release where loads are beyond their limits by more than round-off; how loads go on, it does
        // not tell. Limits may follow them.
        let follows = numbers.contacts.iter().any(|entry| entry.climbs());
        if numbers.faint > 0.0 && !follows {
            return;
        }
        let margin = self.present_margin(numbers, flow, state);
        let (_, stuck, _) = flow.holding_set();
        let part = (2.0 * margin.abs()).min(MOST_HIDDEN);
        self.hidden.fill(0.0);
        for (contact, limits) in self.limits.iter().enumerate().filter(|(own, _)| stuck[*own]) {
            self.hidden[numbers.island_of_contact(contact)] += part * limits.width();
        }
    }

    /// The guards found that a contact may stick within its window: in the next resolution it does so where only the
    /// round-off of forces is against it.
    pub fn expect_catch(&mut self, numbers: &Numbers, flow: &Flow, time: f64, contact: usize) {
        let island = numbers.island_of_contact(contact);
        let of_forces = CATCH * flow.force_round_off(numbers, time, island);
        self.hidden[island] = self.hidden[island].max(of_forces);
    }

    /// True if all contacts still hold although one of them must slip. Those that share a load may seem far off their limits,
    /// by what the ranges of others are too wide: in the next pass they are looked for farther off.
    pub(super) fn looks_farther(&mut self, state: &State) -> bool {
        let holds = |contact: &usize| {
            state.contact_mode[*contact] == ContactMode::Stuck && state.following[*contact] == 0
        };
        let none = self.sought && self.near < FARTHEST && self.index.iter().all(holds);
        if none {
            self.near *= FARTHER;
        }
        none
    }
}
