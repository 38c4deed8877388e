//! Forces that go with the motion, and whether both solve the principle.
//!
//! The force that a body needs from the contacts that hold it is an interval: contacts that slip have one force, those that
//! hold a range. From the leaves to the tops of what moves as one the intervals add up, clipped at the range of
//! each edge. From the tops back every body receives its force within its interval, and all its contacts that
//! hold take the same share of what they can. The last one takes what is left, so that no round-off of long
//! sums stays. Forces are then inside their ranges wherever they can be.

use super::shape::NOWHERE;
use super::slope::{Range, smaller};
use super::slot::{Mode, Slot};
use super::sum::Sum;
use super::{Beside, Flow, Level, Levels, Other, Verdict};
use crate::tolerances::MANY_TERMS;
use crate::{Confine, Slip, Solution};

/// Motion of a body and the size of its terms.
#[derive(Clone, Copy)]
struct Moves {
    y: f64,
    extent: f64,
}

const GROUND: Moves = Moves { y: 0.0, extent: 0.0 };

/// True if intervals meet, but for the round-off of their terms.
fn reaches([least, most]: [f64; 2], [begin, end]: [f64; 2], terms: f64) -> bool {
    let round_off = MANY_TERMS * terms;
    least <= end + round_off && begin <= most + round_off
}

/// The modes and forces of contacts as they are found, and true if they are judged.
struct Found<'a> {
    to_check: bool,
    verdict: Verdict,
    lambda: &'a mut [f64],
    slip: &'a mut [Slip],
}

impl Level {
    #[inline]
    fn moves(&self, sums: &[Sum]) -> Moves {
        let Sum { y, extent, .. } = sums[self.flow.set as usize];
        let Beside { t, size } = self.beside;
        Moves { y: y + t, extent: extent + size }
    }
}

impl Levels {
    /// Finds what each body needs, and what of it each edge passes on; returns true if ranges have room for it.
    pub(super) fn find_ranges(&mut self) -> bool {
        let Self { shape, levels, sums, .. } = self;
        let (nodes, sums) = (&shape.nodes[..], &sums[..]);
        let levels = &mut levels[..nodes.len()];
        let mut fits = true;
        for (place, node) in nodes.iter().enumerate() {
            let level = &mut levels[place];
            let sum = &sums[level.flow.set as usize];
            let inertia = level.own.weight * (sum.y + level.beside.t);
            level.flow.known += inertia;
            level.flow.terms += inertia.abs();
            let Flow { known, terms, wide, .. } = level.flow;
            let (least, most) = (known + wide.low, known + wide.high);
            let passes = if node.up == NOWHERE || level.mode != Mode::Held {
                let z = -level.mode.end_of(level.range);
                level.flow.passed = Range { low: z, high: z };
                // What moves freely has the motion for it.
                if !sum.is_closed {
                    continue;
                }
                level.flow.passed
            } else {
                let Range { low, high } = level.range.reversed();
                let passed =
                    Range { low: least.confined(low, high), high: most.confined(low, high) };
                level.flow.passed = passed;
                levels[node.up as usize].flow.receive(place, passed, terms);
                passed
            };
            if !(least <= passes.high && passes.low <= most) {
                let Range { low, high } = levels[place].range;
                let terms = terms + wide.low.abs() + wide.high.abs() + low.abs() + high.abs();
                fits &= reaches([least, most], [passes.low, passes.high], terms);
            }
        }
        fits
    }

    /// Finds forces, motion and modes. Returns true if they solve the principle, and true if contacts that should slip
    /// do not: they are held from then on, if this is to be judged.
    pub(super) fn find_forces(&mut self, to_check: bool, out: &mut Solution) -> Verdict {
        let Self { shape, levels, slots, sums, chord_force, .. } = self;
        let (nodes, slots, sums) = (&shape.nodes[..], &mut slots[..], &sums[..]);
        let levels = &mut levels[..nodes.len()];
        let Solution { acceleration, lambda, slip: slips } = out;
        let verdict = Verdict { agrees: true, joined: false };
        let mut found = Found { to_check, verdict, lambda, slip: slips };
        for place in (0..nodes.len()).rev() {
            let node = &nodes[place];
            let moves = levels[place].moves(sums);
            acceleration[node.body as usize] = node.ratio * moves.y;
            let mut need = 0.0;
            if node.up != NOWHERE {
                let edges = &slots[node.edge_slots()];
                need = found.take_edge(levels, (place, node.up as usize), edges, (moves, sums));
            }
            let flow = &mut levels[place].flow;
            let mut rest = need - flow.known;
            let share = flow.wide.share(rest);
            flow.share = share;
            let grounds = &mut slots[node.ground_slots()];
            for slot in grounds.iter_mut() {
                rest -= found.take_ground(slot, share, moves);
            }
            flow.rest = rest;
            if flow.taker == NOWHERE && flow.wide.low < flow.wide.high {
                found.take_rest(rest, grounds);
            }
        }
        // Contacts that close cycles: those that hold must not slip either.
        let chords = shape.chords.iter().zip(&mut slots[shape.first_chord..]);
        for ((chord, slot), z) in chords.zip(&*chord_force) {
            let both = chord.ends.map(|place| levels[place as usize].moves(sums));
            if slot.mode == Mode::Held {
                found.verdict.agrees &= slip(both, slot.offset).is_none();
                let lambda = (z / slot.kappa).confined(slot.lower, slot.upper);
                found.put_held(slot, lambda);
            } else {
                found.put_slipping(slot, slot.mode);
                if to_check {
                    found.judge_one(slot, both);
                }
            }
        }
        let verdict = found.verdict;
        self.take_others(out);
        verdict
    }

    /// Takes contacts whose range is one value, and what viscous ones add.
    fn take_others(&mut self, out: &mut Solution) {
        for Other { contact, row, beta, viscous, lambda } in &self.others {
            let slip = row.apply(&out.acceleration) - beta;
            if let Some(lambda) = lambda {
                let sizes = row.terms().map(|(body, q)| {
                    let place = self.shape.place[body] as usize;
                    (q * self.shape.nodes[place].ratio).abs()
                        * self.levels[place].moves(&self.sums).extent
                });
                let round_off = MANY_TERMS * (sizes.sum::<f64>() + beta.abs());
                out.lambda[*contact] = *lambda;
                out.slip[*contact] = if slip < -round_off { Slip::Backward } else { Slip::Forward };
            }
            if out.slip[*contact] != Slip::Stuck {
                out.lambda[*contact] += viscous * slip;
            }
        }
    }
}

/// Returns the slip, if it is more than round-off.
#[inline]
fn slip([own, other]: [Moves; 2], offset: f64) -> Option<f64> {
    let slip = own.y - other.y - offset;
    (slip.abs() > MANY_TERMS * (own.extent + other.extent + offset.abs())).then_some(slip)
}

impl Flow {
    /// Takes what the edge from a place below passes on.
    #[inline]
    fn receive(&mut self, place: usize, passed: Range, terms: f64) {
        if passed.low < passed.high {
            self.wide = self.wide.plus(passed);
            if self.taker == NOWHERE {
                self.taker = place as u32;
            }
        } else {
            self.known += passed.low;
        }
        self.terms += terms;
    }
}

impl Found<'_> {
    /// Takes the forces of the contacts of a place with the one above, and what it needs for them. Motion of the place
    /// and sums of all sets are given.
    #[inline]
    fn take_edge(
        &mut self,
        levels: &mut [Level],
        (place, up): (usize, usize),
        edges: &[Slot],
        (moves, sums): (Moves, &[Sum]),
    ) -> f64 {
        let Level { mode, range, flow: Flow { passed, .. }, .. } = levels[place];
        if mode != Mode::Held {
            edges.iter().for_each(|slot| self.put_slipping(slot, mode));
            if self.to_check {
                let above = levels[up].moves(sums);
                let can_hold = range.low < range.high;
                self.judge([moves, above], edges, &mut levels[place].mode, can_hold);
            }
            return passed.low;
        }
        let need = self.take_share(&mut levels[up].flow, place, passed);
        if let [slot] = edges {
            self.put_held(slot, (-need / slot.kappa).confined(slot.lower, slot.upper));
        } else {
            let share = range.share(-need);
            edges.iter().for_each(|slot| self.put_held(slot, slot.held(share)));
        }
        need
    }

    /// Returns the part that an edge which holds passes on of what is left of the body above.
    #[inline]
    fn take_share(&mut self, above: &mut Flow, place: usize, Range { low, high }: Range) -> f64 {
        if low >= high {
            return low;
        }
        let passed = if above.taker == place as u32 {
            let passed = above.rest.confined(low, high);
            if passed != above.rest {
                let terms = above.rest.abs() + low.abs() + high.abs();
                self.verdict.agrees &= (above.rest - passed).abs() <= MANY_TERMS * terms;
            }
            passed
        } else {
            smaller(low + above.share * (high - low), high)
        };
        above.rest -= passed;
        passed
    }

    /// Takes the force of a contact with the ground; returns z of one that holds.
    #[inline]
    fn take_ground(&mut self, slot: &mut Slot, share: f64, moves: Moves) -> f64 {
        if slot.mode == Mode::Held {
            let lambda = slot.held(share);
            self.put_held(slot, lambda);
            // A guess may hold bodies together that the ground holds at two levels.
            self.verdict.agrees &= !self.to_check || slip([moves, GROUND], slot.offset).is_none();
            return slot.kappa * lambda;
        }
        self.put_slipping(slot, slot.mode);
        if self.to_check {
            self.judge_one(slot, [moves, GROUND]);
        }
        0.0
    }

    /// Adds what is left after all shares, round-off, to a contact with the ground.
    #[inline]
    fn take_rest(&mut self, rest: f64, grounds: &[Slot]) {
        for slot in grounds.iter().filter(|slot| slot.mode == Mode::Held) {
            let lambda = &mut self.lambda[slot.contact as usize];
            let more = *lambda + rest / slot.kappa;
            if slot.lower <= more && more <= slot.upper {
                *lambda = more;
                return;
            }
        }
    }

    #[inline]
    fn judge_one(&mut self, slot: &mut Slot, both: [Moves; 2]) {
        let Slot { mut mode, .. } = *slot;
        self.judge(both, std::slice::from_ref(slot), &mut mode, slot.can_hold());
        slot.mode = mode;
    }

    /// True if contacts in parallel slip as their mode says. Where they do not move they are held, if they can be.
    #[inline]
    fn judge(&mut self, both: [Moves; 2], slots: &[Slot], mode: &mut Mode, can_hold: bool) {
        let slip = slip(both, slots[0].offset);
        let found = slip.map(|slip| if slip > 0.0 { Mode::High } else { Mode::Low });
        if found != Some(*mode) {
            self.correct(found, slots, mode, can_hold);
        }
    }

    /// Corrects the mode of contacts that slip the other way, or not.
    #[cold]
    fn correct(&mut self, found: Option<Mode>, slots: &[Slot], mode: &mut Mode, can_hold: bool) {
        if let Some(found) = found {
            self.verdict.agrees &= !can_hold;
            *mode = found;
            slots.iter().for_each(|slot| self.put_slipping(slot, found));
            return;
        }
        self.verdict.joined |= can_hold;
        if can_hold {
            *mode = Mode::Held;
        }
        slots.iter().for_each(|slot| self.slip[slot.contact as usize] = slot.at_rest());
    }

    #[inline]
    fn put_slipping(&mut self, slot: &Slot, mode: Mode) {
        let contact = slot.contact as usize;
        let is_forward = (mode == Mode::High) == (slot.kappa > 0.0);
        (self.lambda[contact], self.slip[contact]) =
            if is_forward { (slot.upper, Slip::Forward) } else { (slot.lower, Slip::Backward) };
    }

    #[inline]
    fn put_held(&mut self, slot: &Slot, lambda: f64) {
        let contact = slot.contact as usize;
        (self.lambda[contact], self.slip[contact]) = (lambda, slot.at_rest());
    }
}
