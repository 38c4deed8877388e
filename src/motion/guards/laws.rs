//! Guards of the laws of slipping contacts: edges of pieces, normal loads that pass through 0, ends that come
//! to rest.

use super::{Guards, Transition};
use crate::laws::{Argument, Direction};
use crate::motion::flow::{Flow, MAX_ORDER};
use crate::motion::modes::{EDGE, WITHIN};
use crate::motion::numbers::{ContactNumbers, Numbers};
use crate::motion::tyre;
use crate::motion::{ContactMode, State};

impl Guards {
    /// The edges of the piece of its law on which a contact slips.
    pub(super) fn kinks(
        &mut self,
        numbers: &Numbers,
        contact: usize,
        flow: &Flow,
        state: &State,
        limit: &mut f64,
        together: f64,
    ) {
        let entry = &numbers.contacts[contact];
        let Some(direction) = state.contact_mode[contact].direction() else {
            return;
        };
        let kinks = entry.law.kinks(direction);
        // A load that does not change is on no edge.
        if kinks.is_empty() || entry.law.kind().argument() != Argument::Slip {
            return;
        }
        let piece = flow.sliding.piece(contact);
        let scale = entry.velocity_scale(flow.velocity.row(0), state.time - state.origin);
        let known = entry.known_round_off(numbers, state.time - state.origin, state.time);
        let rounded = known + flow.rounded;
        let lower = piece.checked_sub(1).map(|next| (1.0, next, kinks[next]));
        let upper = kinks.get(piece).map(|kink| (-1.0, piece + 1, *kink));
        for (sign, next, kink) in lower.into_iter().chain(upper) {
            let order = flow.order + 1;
            flow.slip.copy(contact, order, &mut self.polynomial);
            let factor = sign * direction.sign();
            self.polynomial[..=order].iter_mut().for_each(|c| *c *= factor);
            let zeros = usize::from(state.departure[contact]);
            self.polynomial[..zeros].fill(0.0);
            self.polynomial[0] -= sign * kink;
            if zeros == 0 {
                let round_off = EDGE * (scale + kink) + rounded;
                self.arm(round_off);
                if self.leaves_at_once() {
                    // Friction on the piece is known no better than w, and neither is the rate.
                    let inside = direction.sign() * (kink + sign * round_off);
                    let steepness = entry.law.slope(inside, entry.conditions()).abs();
                    let by_slip = numbers.rate_by_force(&entry.row) * steepness * round_off;
                    self.arm_rate(flow.rate_round_off(numbers, state.time, entry) + by_slip);
                }
            }
            let transition = if entry.is_windowed() && next == WITHIN {
                Transition::Window(contact, next)
            } else {
                Transition::Kink(contact, next)
            };
            self.consider(order, transition, limit, together);
        }
    }

    /// A contact that slips within its window, in the direction of the load, ±Fs against it: ±ẇ ≥ 0 as long as the
    /// load is beyond ±Fs.
    #[expect(clippy::too_many_arguments, reason = "one contact of a visit")]
    pub(super) fn window(
        &mut self,
        entry: &ContactNumbers,
        contact: usize,
        sign: f64,
        flow: &Flow,
        state: &State,
        limit: &mut f64,
        together: f64,
    ) {
        let order = flow.order;
        for k in 0..=order {
            self.polynomial[k] = sign * (k + 1) as f64 * flow.slip.at(k + 1, contact);
        }
        if state.departure[contact] > 1 {
            self.polynomial[0] = 0.0;
        }
        self.consider(order, Transition::Catch(contact), limit, together);
        flow.slip.copy(contact, order + 1, &mut self.polynomial);
        self.polynomial[..=order + 1].iter_mut().for_each(|c| *c *= -sign);
        let window = entry.law.window();
        self.polynomial[0] += window;
        self.arm(
            EDGE * (entry.velocity_scale(flow.velocity.row(0), state.time - state.origin) + window),
        );
        self.consider(order + 1, Transition::Window(contact, WITHIN + 1), limit, together);
    }

    /// Pieces of a law of the slip ratio, and rest of both ends.
    pub(super) fn tyre(
        &mut self,
        numbers: &Numbers,
        contact: usize,
        flow: &Flow,
        state: &State,
        limit: &mut f64,
        together: f64,
    ) {
        let entry = &numbers.contacts[contact];
        let stuck = state.contact_mode[contact] == ContactMode::Stuck;
        let direction = state.contact_mode[contact].direction().unwrap_or(Direction::Forward);
        let Ends { order, a, b } = Ends::of(flow, entry, contact, direction);
        let stands = entry.stands(flow.velocity.row(0), state.time - state.origin);
        // sign·p + constant ≥ 0
        let mut keep = |p: &[f64], sign: f64, constant: f64, transition: Transition| {
            for (slot, c) in self.polynomial.iter_mut().zip(&p[..=order]) {
                *slot = sign * c;
            }
            self.polynomial[0] += if constant == 0.0 { stands } else { constant };
            self.consider(order, transition, limit, together);
        };
        let (roll, rest) = (Transition::Roll(contact), Transition::Rest(contact));
        let [rolls, locks] =
            [tyre::ROLLING, tyre::LOCKED].map(|piece| Transition::Kink(contact, piece));
        match flow.sliding.piece(contact) {
            _ if stuck && state.piece[contact] == tyre::STARTING => {
                keep(&a, 1.0, 2.0 * tyre::REST, roll);
                keep(&a, -1.0, 2.0 * tyre::REST, roll);
            }
            _ if stuck => keep(&a, a[0].signum(), -tyre::REST, rest),
            tyre::STARTING => {
                for (end, sign) in [(&a, 1.0), (&a, -1.0), (&b, 1.0), (&b, -1.0)] {
                    keep(end, sign, 2.0 * tyre::REST, rolls);
                }
            }
            tyre::ROLLING if flow.sliding.first_leads(contact) => {
                keep(&b, 1.0, 0.0, locks);
                keep(&a, 1.0, -tyre::REST, rest);
            }
            tyre::ROLLING => {
                keep(&a, -1.0, 0.0, locks);
                keep(&b, -1.0, -tyre::REST, rest);
            }
            _ => {
                keep(&a, 1.0, 0.0, rolls);
                keep(&b, -1.0, 0.0, rolls);
                let mut x = a;
                x.iter_mut().zip(&b).for_each(|(x, b)| *x -= b);
                keep(&x, 1.0, -tyre::REST, rest);
            }
        }
    }

    /// Normal loads that springs make.
    pub(super) fn loads(
        &mut self,
        numbers: &Numbers,
        flow: &Flow,
        state: &State,
        limit: &mut f64,
        together: f64,
    ) {
        for (contact, entry) in numbers.contacts.iter().enumerate() {
            let Some(load) = entry.load_from else {
                continue;
            };
            if entry.load_ends_at_zero(state, self.horizon) {
                continue;
            }
            let free = state.contact_mode[contact] == ContactMode::Free;
            let sign = if free { -1.0 } else { 1.0 };
            for k in 0..=flow.order {
                self.polynomial[k] = sign * load.term(&flow.pressing, k);
            }
            self.arm(numbers.load_round_off(
                contact,
                (&state.position, &state.velocity),
                state.time,
            ));
            self.consider(flow.order, Transition::Load(contact), limit, together);
        }
    }
}

/// Velocities of the ends of a contact along the flow.
struct Ends {
    order: usize,
    a: [f64; MAX_ORDER + 2],
    b: [f64; MAX_ORDER + 2],
}

impl Ends {
    /// In a direction of slip; a contact at w = 0 has exactly equal ones.
    fn of(flow: &Flow, entry: &ContactNumbers, contact: usize, direction: Direction) -> Self {
        let mut ends = Ends { order: flow.order + 1, a: [0.0; _], b: [0.0; _] };
        for k in 0..=ends.order {
            ends.a[k] = direction.sign() * entry.first_end(&flow.velocity, k);
            ends.b[k] = ends.a[k] - direction.sign() * flow.slip.at(k, contact);
        }
        ends
    }
}
