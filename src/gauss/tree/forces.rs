//! Forces that go with the motion, and whether both solve the principle.
//!
//! What a body needs of the contacts that hold it is an interval: contacts that slip have one force, those that
//! hold a range. From the leaves to the tops of what moves as one the intervals add up, clipped at the range of
//! each edge; from the tops back every body is told where in its interval it has to be, and all its contacts that
//! hold take the same share of what they can. The last one takes what is left, so that no round-off of long
//! sums stays. Forces are then inside their ranges wherever they can be.

use super::shape::NOWHERE;
use super::slope::Range;
use super::{Beside, Flow, Levels, Mode, Other, Own, Slot, Sum};
use crate::gauss::{Confine, Slip, Solution};

/// Slip counts as 0, and a force as in its range, below this fraction of the terms that it is made of: the
/// round-off of a sum of some hundred terms, and far below any acceleration that matters.
const STILL: f64 = 64.0 * f64::EPSILON;

/// Motion of a body and the size of its terms.
#[derive(Clone, Copy)]
struct Moves {
    y: f64,
    extent: f64,
}

const GROUND: Moves = Moves { y: 0.0, extent: 0.0 };

/// Whether intervals meet, but for the round-off of their terms.
fn reaches([least, most]: [f64; 2], [begin, end]: [f64; 2], terms: f64) -> bool {
    let round_off = STILL * terms;
    least <= end + round_off && begin <= most + round_off
}

impl Levels {
    #[inline]
    fn moves(&self, place: usize) -> Moves {
        let Sum { y, extent, .. } = self.sums[self.flows[place].top as usize];
        let Beside { t, size } = self.beside[place];
        Moves { y: y + t, extent: extent + size }
    }

    /// What each body needs, and what of it each edge passes on; whether ranges have room for it.
    pub(super) fn find_ranges(&mut self) -> bool {
        let mut fits = true;
        for place in 0..self.shape.nodes.len() {
            let Moves { y, .. } = self.moves(place);
            let Own { weight, force } = self.levels[place].own;
            let node = &self.shape.nodes[place];
            let flow = &mut self.flows[place];
            let inertia = weight * y;
            flow.known += inertia - force;
            flow.terms += inertia.abs() + force.abs();
            for slot in &self.slots[node.grounds as usize..node.end as usize] {
                let range = slot.range();
                if slot.mode == Mode::Held {
                    flow.wide = flow.wide.plus(range);
                } else {
                    let z = range.at(slot.mode);
                    flow.known += z;
                    flow.terms += z.abs();
                }
            }
            if node.up != NOWHERE {
                fits &= self.pass_on(place, node.up as usize);
            } else if self.sums[place].is_closed {
                let Flow { known, wide: Range { low, high }, .. } = *flow;
                let terms = flow.terms + low.abs() + high.abs();
                fits &= reaches([known + low, known + high], [0.0; 2], terms);
            }
        }
        fits
    }

    #[inline]
    fn pass_on(&mut self, place: usize, up: usize) -> bool {
        let Range { low, high } = self.levels[place].range.reversed();
        let mode = self.slots[self.shape.nodes[place].slots as usize].mode;
        let flow = &mut self.flows[place];
        let Flow { known, terms, wide, top, .. } = *flow;
        let (least, most) = (known + wide.low, known + wide.high);
        let (begin, end) = match mode {
            Mode::High => (low, low),
            Mode::Low => (high, high),
            Mode::Held => (least.confined(low, high), most.confined(low, high)),
        };
        flow.passed = Range { low: begin, high: end };
        let above = &mut self.flows[up];
        if begin < end {
            above.wide = above.wide.plus(Range { low: begin, high: end });
            if above.taker == NOWHERE {
                above.taker = place as u32;
            }
        } else {
            above.known += begin;
        }
        above.terms += if mode == Mode::Held { terms } else { begin.abs() };
        let terms = terms + wide.low.abs() + wide.high.abs() + low.abs() + high.abs();
        let is_open_top = top as usize == place && !self.sums[place].is_closed;
        is_open_top || reaches([least, most], [begin, end], terms)
    }

    /// Forces, motion and modes; whether they solve the principle, and whether contacts that should slip do not: they
    /// are held from then on, if this is to be judged.
    pub(super) fn find_forces(&mut self, judged: bool, out: &mut Solution) -> (bool, bool) {
        let (mut agrees, mut joined) = (true, false);
        for place in (0..self.shape.nodes.len()).rev() {
            let node = self.shape.nodes[place];
            let moves = self.moves(place);
            out.acceleration[node.body as usize] = node.ratio * moves.y;
            let need = if node.up == NOWHERE {
                0.0
            } else {
                if judged {
                    let above = self.moves(node.up as usize);
                    let slots = &mut self.slots[node.slots as usize..node.grounds as usize];
                    judge(moves, above, slots, (&mut agrees, &mut joined));
                }
                self.take_edge(place, node.up as usize, &mut agrees, out)
            };
            let flow = &mut self.flows[place];
            flow.rest = need - flow.known;
            flow.share = flow.wide.share(flow.rest);
            for slot in &mut self.slots[node.grounds as usize..node.end as usize] {
                if judged && slot.mode == Mode::Held {
                    // A guess may hold bodies together that the ground holds at two levels.
                    agrees &= slip(moves, GROUND, slot.offset).is_none();
                } else if judged {
                    judge(moves, GROUND, std::slice::from_mut(slot), (&mut agrees, &mut joined));
                }
                let lambda = slot.force(flow.share);
                if slot.mode == Mode::Held {
                    flow.rest -= slot.kappa * lambda;
                }
                slot.put(lambda, out);
            }
            if flow.taker == NOWHERE && flow.wide.low < flow.wide.high {
                self.take_rest(place, out);
            }
        }
        self.take_chords(judged, (&mut agrees, &mut joined), out);
        self.take_others(out);
        (agrees, joined)
    }

    /// Forces of the contacts with the body above; what the body needs for them.
    #[inline]
    fn take_edge(&mut self, place: usize, up: usize, agrees: &mut bool, out: &mut Solution) -> f64 {
        let Range { low, high } = self.flows[place].passed;
        let mut passed = low;
        if low < high {
            let above = &mut self.flows[up];
            if above.taker == place as u32 {
                passed = above.rest.confined(low, high);
                let terms = above.rest.abs() + low.abs() + high.abs();
                *agrees &= (above.rest - passed).abs() <= STILL * terms;
            } else {
                passed = (low + above.share * (high - low)).min(high);
            }
            above.rest -= passed;
        }
        match &self.slots[self.shape.edges(place)] {
            [slot] if slot.mode == Mode::Held => {
                let lambda = (-passed / slot.kappa).confined(slot.lower, slot.upper);
                slot.put(lambda, out);
            }
            [slot] => slot.put(slot.force(0.0), out),
            slots => {
                let share = self.levels[place].range.share(-passed);
                slots.iter().for_each(|slot| slot.put(slot.force(share), out));
            }
        }
        passed
    }

    /// What is left after all shares, round-off, goes to a contact with the ground.
    #[inline]
    fn take_rest(&mut self, place: usize, out: &mut Solution) {
        let node = &self.shape.nodes[place];
        let rest = self.flows[place].rest;
        let grounds = &self.slots[node.grounds as usize..node.end as usize];
        for slot in grounds.iter().filter(|slot| slot.mode == Mode::Held) {
            let lambda = &mut out.lambda[slot.contact as usize];
            let more = *lambda + rest / slot.kappa;
            if slot.lower <= more && more <= slot.upper {
                *lambda = more;
                return;
            }
        }
    }

    /// Contacts that close cycles: those that hold must not slip either.
    fn take_chords(
        &mut self,
        judged: bool,
        (agrees, joined): (&mut bool, &mut bool),
        out: &mut Solution,
    ) {
        for (index, chord) in self.shape.chords.iter().enumerate() {
            let [own, other] = chord.ends.map(|place| self.moves(place as usize));
            let slot = &mut self.slots[self.shape.first_chord + index];
            if slot.mode == Mode::Held {
                *agrees &= slip(own, other, slot.offset).is_none();
                let lambda = self.chord_force[index] / slot.kappa;
                slot.put(lambda.confined(slot.lower, slot.upper), out);
                continue;
            }
            let lambda = slot.force(0.0);
            if judged {
                judge(own, other, std::slice::from_mut(slot), (&mut *agrees, &mut *joined));
            }
            slot.put(lambda, out);
        }
    }

    /// Contacts whose range is one value, and what viscous ones add.
    fn take_others(&mut self, out: &mut Solution) {
        for Other { contact, row, beta, viscous, lambda } in &self.others {
            let slip = row.apply(&out.acceleration) - beta;
            if let Some(lambda) = lambda {
                let sizes = row.terms().map(|(body, q)| {
                    let place = self.shape.place[body] as usize;
                    (q * self.shape.nodes[place].ratio).abs() * self.moves(place).extent
                });
                let round_off = STILL * (sizes.sum::<f64>() + beta.abs());
                out.lambda[*contact] = *lambda;
                out.slip[*contact] = if slip < -round_off { Slip::Backward } else { Slip::Forward };
            }
            if out.slip[*contact] != Slip::Stuck {
                out.lambda[*contact] += viscous * slip;
            }
        }
    }
}

/// Slip, if it is more than round-off.
#[inline]
fn slip(own: Moves, other: Moves, offset: f64) -> Option<f64> {
    let slip = own.y - other.y - offset;
    (slip.abs() > STILL * (own.extent + other.extent + offset.abs())).then_some(slip)
}

/// Whether contacts in parallel, with a body and what moves otherwise, slip as told. Where they do not move they are
/// held, if they can be.
#[inline]
fn judge(own: Moves, other: Moves, slots: &mut [Slot], (agrees, joined): (&mut bool, &mut bool)) {
    let Slot { mode, offset, .. } = slots[0];
    if mode == Mode::Held {
        return;
    }
    let Some(slip) = slip(own, other, offset) else {
        let holds = slots.iter().any(Slot::can_hold);
        for slot in slots {
            slot.mode = match slot.kappa > 0.0 {
                _ if holds => Mode::Held,
                true => Mode::High,
                false => Mode::Low,
            };
        }
        *joined |= holds;
        return;
    };
    let found = if slip > 0.0 { Mode::High } else { Mode::Low };
    if mode != found {
        *agrees &= !slots.iter().any(Slot::can_hold);
        slots.iter_mut().for_each(|slot| slot.mode = found);
    }
}

impl Slot {
    /// λ as the mode has it, or at a share of the range of z.
    #[inline]
    fn force(&self, share: f64) -> f64 {
        let forward = self.kappa > 0.0;
        match self.mode {
            Mode::Held => {
                let share = if forward { share } else { 1.0 - share };
                let lambda = self.lower + share * (self.upper - self.lower);
                lambda.confined(self.lower, self.upper)
            }
            mode => {
                if (mode == Mode::High) == forward {
                    self.upper
                } else {
                    self.lower
                }
            }
        }
    }

    #[inline]
    fn put(&self, lambda: f64, out: &mut Solution) {
        let contact = self.contact as usize;
        out.lambda[contact] = lambda;
        out.slip[contact] = match self.mode {
            Mode::Held if self.can_hold() => Slip::Stuck,
            Mode::Held => Slip::Forward,
            mode if (mode == Mode::High) == (self.kappa > 0.0) => Slip::Forward,
            _ => Slip::Backward,
        };
    }
}
