//! Forces that go with the motion, and whether both solve the principle.
//!
//! What a body needs of the contacts that hold it is an interval: contacts that slip have one force, those that
//! hold a range. From the leaves to the tops of what moves as one the intervals add up, clipped at the range of
//! each edge; from the tops back every body is told where in its interval it has to be, and all its contacts that
//! hold take the same share of what they can. The last one takes what is left, so that no round-off of long
//! sums stays. Forces are then inside their ranges wherever they can be.

use super::shape::NOWHERE;
use super::slope::{Range, smaller};
use super::{Beside, Flow, Level, Levels, Mode, Other, Slot, Sum};
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

/// Whether what was found solves the principle, and whether contacts that should slip do not: they hold from then on.
#[derive(Clone, Copy)]
pub(super) struct Verdict {
    pub agrees: bool,
    pub joined: bool,
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
    /// What each body needs, and what of it each edge passes on; whether ranges have room for it.
    pub(super) fn find_ranges(&mut self) -> bool {
        let Self { shape, levels, sums, .. } = self;
        let mut fits = true;
        for (place, node) in shape.nodes.iter().enumerate() {
            let level = &mut levels[place];
            let sum = &sums[level.flow.set as usize];
            let inertia = level.own.weight * (sum.y + level.beside.t);
            level.flow.known += inertia;
            level.flow.terms += inertia.abs();
            let Flow { known, terms, wide, .. } = level.flow;
            let (least, most) = (known + wide.low, known + wide.high);
            let passes = if node.up == NOWHERE || level.mode != Mode::Held {
                let z = -level.range.at(level.mode);
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
                levels[node.up as usize].flow.take(place, passed, terms);
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

    /// Forces, motion and modes; whether they solve the principle, and whether contacts that should slip do not: they
    /// are held from then on, if this is to be judged.
    pub(super) fn find_forces(&mut self, judged: bool, out: &mut Solution) -> Verdict {
        let Self { shape, levels, slots, sums, .. } = self;
        let mut verdict = Verdict { agrees: true, joined: false };
        for (place, node) in shape.nodes.iter().enumerate().rev() {
            let moves = levels[place].moves(sums);
            out.acceleration[node.body as usize] = node.ratio * moves.y;
            let mut need = 0.0;
            if node.up != NOWHERE {
                let edges = &slots[node.edge_slots()];
                let Level { mode, range, .. } = levels[place];
                let mut shown = mode;
                if mode == Mode::Held {
                    need = take_share(levels, place, node.up as usize, &mut verdict);
                } else {
                    need = levels[place].flow.passed.low;
                    if judged {
                        let above = levels[node.up as usize].moves(sums);
                        let mode = &mut levels[place].mode;
                        let can_hold = range.low < range.high;
                        shown = verdict.judge([moves, above], edges[0].offset, mode, can_hold);
                    }
                }
                let share = if edges.len() > 1 { range.share(-need) } else { 0.0 };
                for slot in edges {
                    let lambda = match mode {
                        Mode::Held if edges.len() == 1 => {
                            (-need / slot.kappa).confined(slot.lower, slot.upper)
                        }
                        _ => slot.force(mode, share),
                    };
                    slot.put(shown, lambda, out);
                }
            }
            let flow = &mut levels[place].flow;
            flow.rest = need - flow.known;
            flow.share = flow.wide.share(flow.rest);
            let grounds = &mut slots[node.ground_slots()];
            for slot in grounds.iter_mut() {
                let lambda = slot.force(slot.mode, flow.share);
                let mut shown = slot.mode;
                if slot.mode == Mode::Held {
                    flow.rest -= slot.kappa * lambda;
                    // A guess may hold bodies together that the ground holds at two levels.
                    verdict.agrees &= !judged || slip([moves, GROUND], slot.offset).is_none();
                } else if judged {
                    let can_hold = slot.can_hold();
                    shown = verdict.judge([moves, GROUND], slot.offset, &mut slot.mode, can_hold);
                }
                slot.put(shown, lambda, out);
            }
            if flow.taker == NOWHERE && flow.wide.low < flow.wide.high {
                take_rest(flow.rest, grounds, out);
            }
        }
        self.take_chords(judged, &mut verdict, out);
        self.take_others(out);
        verdict
    }

    /// Contacts that close cycles: those that hold must not slip either.
    fn take_chords(&mut self, judged: bool, verdict: &mut Verdict, out: &mut Solution) {
        let slots = &mut self.slots[self.shape.first_chord..];
        for ((chord, slot), z) in self.shape.chords.iter().zip(slots).zip(&self.chord_force) {
            let both = chord.ends.map(|place| self.levels[place as usize].moves(&self.sums));
            if slot.mode == Mode::Held {
                verdict.agrees &= slip(both, slot.offset).is_none();
                let lambda = (z / slot.kappa).confined(slot.lower, slot.upper);
                slot.put(slot.mode, lambda, out);
                continue;
            }
            let lambda = slot.force(slot.mode, 0.0);
            let mut shown = slot.mode;
            if judged {
                let can_hold = slot.can_hold();
                shown = verdict.judge(both, slot.offset, &mut slot.mode, can_hold);
            }
            slot.put(shown, lambda, out);
        }
    }

    /// Contacts whose range is one value, and what viscous ones add.
    fn take_others(&mut self, out: &mut Solution) {
        for Other { contact, row, beta, viscous, lambda } in &self.others {
            let slip = row.apply(&out.acceleration) - beta;
            if let Some(lambda) = lambda {
                let sizes = row.terms().map(|(body, q)| {
                    let place = self.shape.place[body] as usize;
                    (q * self.shape.nodes[place].ratio).abs()
                        * self.levels[place].moves(&self.sums).extent
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
fn slip([own, other]: [Moves; 2], offset: f64) -> Option<f64> {
    let slip = own.y - other.y - offset;
    (slip.abs() > STILL * (own.extent + other.extent + offset.abs())).then_some(slip)
}

impl Verdict {
    /// Whether contacts in parallel slip as their mode tells. Where they do not move they are held, if they can be. What
    /// they are seen to do.
    #[inline]
    fn judge(&mut self, both: [Moves; 2], offset: f64, mode: &mut Mode, can_hold: bool) -> Mode {
        let Some(slip) = slip(both, offset) else {
            self.joined |= can_hold;
            if can_hold {
                *mode = Mode::Held;
            }
            return Mode::Held;
        };
        let found = if slip > 0.0 { Mode::High } else { Mode::Low };
        if *mode != found {
            self.agrees &= !can_hold;
            *mode = found;
        }
        found
    }
}

impl Flow {
    /// Takes what the edge from a place below passes on.
    #[inline]
    fn take(&mut self, place: usize, passed: Range, terms: f64) {
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

/// What an edge that holds passes on of what is left of the body above.
#[inline]
fn take_share(levels: &mut [Level], place: usize, up: usize, verdict: &mut Verdict) -> f64 {
    let Range { low, high } = levels[place].flow.passed;
    if low >= high {
        return low;
    }
    let above = &mut levels[up].flow;
    let passed = if above.taker == place as u32 {
        let passed = above.rest.confined(low, high);
        let terms = above.rest.abs() + low.abs() + high.abs();
        verdict.agrees &= (above.rest - passed).abs() <= STILL * terms;
        passed
    } else {
        smaller(low + above.share * (high - low), high)
    };
    above.rest -= passed;
    passed
}

/// What is left after all shares, round-off, goes to a contact with the ground.
#[inline]
fn take_rest(rest: f64, grounds: &[Slot], out: &mut Solution) {
    for slot in grounds.iter().filter(|slot| slot.mode == Mode::Held) {
        let lambda = &mut out.lambda[slot.contact as usize];
        let more = *lambda + rest / slot.kappa;
        if slot.lower <= more && more <= slot.upper {
            *lambda = more;
            return;
        }
    }
}

impl Slot {
    /// λ as the mode has it, or at a share of the range of z.
    #[inline]
    fn force(&self, mode: Mode, share: f64) -> f64 {
        let forward = self.kappa > 0.0;
        match mode {
            Mode::Held => {
                let share = if forward { share } else { 1.0 - share };
                let lambda = self.lower + share * (self.upper - self.lower);
                lambda.confined(self.lower, self.upper)
            }
            mode if (mode == Mode::High) == forward => self.upper,
            _ => self.lower,
        }
    }

    #[inline]
    fn put(&self, mode: Mode, lambda: f64, out: &mut Solution) {
        let contact = self.contact as usize;
        out.lambda[contact] = lambda;
        out.slip[contact] = match mode {
            Mode::Held if self.can_hold() => Slip::Stuck,
            Mode::Held => Slip::Forward,
            mode if (mode == Mode::High) == (self.kappa > 0.0) => Slip::Forward,
            _ => Slip::Backward,
        };
    }
}
