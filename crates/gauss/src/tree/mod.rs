//! Gauss's principle on a forest, exactly, by dynamic programming.
//!
//! If the ratios rescale to 1 on every cycle and the offsets are consistent, `a_i = r_i (x_i + t_i)`
//! turns every contact between two bodies into one between their levels x, and the principle into
//!
//! ```text
//!   min Σ_v G_v(x_v) + Σ_e max(high_e (x_i − x_j), low_e (x_i − x_j)),   z_e ∈ [low_e, high_e]
//!   u_c = κ_c (x_i − x_j),   κ_c = q_i r_i,   z_c = κ_c λ_c
//! ```
//! with a convex, piecewise quadratic G of each body: inertia, force, and contacts with the ground,
//! where G′ jumps. A leaf v with its edge to p can be folded into p: the least cost of v is a function of
//! x_p with derivative
//!
//! ```text
//!   clip(G′_v(x_p), −high_e, −low_e),   attained by x_v = x_p clipped at the two x where G′_v is at these,
//! ```
//! so that all is known once the last body of a tree is: x_v from x_p, backwards. See Kolmogorov, Pock &
//! Rolínek, "Total variation on a tree" (SIAM J. Imaging Sci. 9, 2016) and, for chains, Johnson, "A dynamic
//! programming algorithm for the fused lasso and L0-segmentation" (J. Comput. Graph. Stat. 22, 2013).
//! A chain with contacts of the ground at one level takes O(n).
//!
//! Levels decide what every contact does. [`motion`] adds up what moves together, [`forces`] finds forces within
//! all ranges and judges the whole by the round-off of its terms: then the principle is solved. Levels of bodies on and
//! between cycles, and forces of contacts that close cycles, come from [`super::cuts`], with trees folded away.

mod core;
mod forces;
mod load;
mod motion;
mod shape;
pub mod slope;
mod slot;
mod sum;
#[cfg(test)]
mod tests;

use super::cuts::Cuts;
use super::{Row, Slip, Solution};
use shape::{NOWHERE, Shape};
use slope::{Knot, Knots, Line, Range, Slope};
use slot::{Mode, Slot, range_of};
use sum::Sum;

/// Result of a solution by levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Forces within their ranges, from which the minimum is not far.
    Start,
    /// The principle is solved.
    Solved,
}

/// Derivative `weight·x − force` of inertia less force of a body in levels: m r², r f.
#[derive(Clone, Copy, Debug, Default)]
struct Own {
    weight: f64,
    force: f64,
}

/// A contact whose range is one value, with its λ, or one with a viscous part.
#[derive(Clone, Copy, Debug)]
struct Other {
    contact: usize,
    row: Row,
    beta: f64,
    viscous: f64,
    lambda: Option<f64>,
}

/// Verdict on a solution: true if it solves the principle, and true if contacts that should slip do not, which hold
/// from then on.
#[derive(Clone, Copy)]
struct Verdict {
    agrees: bool,
    joined: bool,
}

/// A network in levels: a forest, and contacts that close cycles.
#[derive(Clone, Debug, Default)]
pub struct Levels {
    shape: Shape,
    slots: Vec<Slot>,
    /// z of contacts that close cycles.
    chord_force: Vec<f64>,
    /// Per place.
    levels: Vec<Level>,
    /// True if any offset is not 0, and was in the last solution; true if all ranges are finite.
    has_offsets: bool,
    had_offsets: bool,
    is_limited: bool,
    /// Sums of what moves together.
    sums: Vec<Sum>,
    /// Functions whose other branches are not folded yet.
    stack: Vec<Slope>,
    /// Contacts that are not, or not only, kept in slots.
    others: Vec<Other>,
    knots: Vec<Knot>,
    cuts: Cuts,
    /// Per place in the core: its node.
    node: Vec<u32>,
    steps: Vec<(f64, Line)>,
}

/// A body in levels: t, 0 at the end of a tree; the range of the edge to the place above, what its contacts do, and
/// the levels between which they hold; x; what comes of it.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    own: Own,
    offset: f64,
    range: Range,
    between: Range,
    x: f64,
    mode: Mode,
    beside: Beside,
    flow: Flow,
}

/// Forces at a body: those that are known and the sizes of their terms, also below, and the range of those that are
/// not; what its edge passes on; where in the range they are, and what is left to find.
#[derive(Clone, Copy, Debug, Default)]
struct Flow {
    known: f64,
    terms: f64,
    wide: Range,
    passed: Range,
    share: f64,
    rest: f64,
    /// The place below that takes the rest.
    taker: u32,
    /// Its set among all that move as one.
    set: u32,
}

/// Motion of a body less that of the top of its set, and the sizes of its terms.
#[derive(Clone, Copy, Debug, Default)]
struct Beside {
    t: f64,
    size: f64,
}

impl Levels {
    /// True if all bounds of the network last loaded are finite.
    pub fn is_limited(&self) -> bool {
        self.is_limited
    }

    /// Solves the principle for the network last loaded, with a guess of what the contacts do. A start is complete in
    /// its forces alone.
    pub fn solve(&mut self, guess: Option<&[Slip]>, out: &mut Solution) -> Outcome {
        out.acceleration.resize(self.shape.nodes.len(), 0.0);
        out.lambda.resize(self.shape.keys.len(), 0.0);
        out.slip.resize(self.shape.keys.len(), Slip::Stuck);
        // Forces of contacts that close cycles are not determined by their effect.
        if let Some(guess) = guess.filter(|_| self.is_limited && self.shape.chords.is_empty()) {
            self.take_guess(guess);
            if self.conclude(true, out) {
                return Outcome::Solved;
            }
        }
        self.fold();
        self.solve_core();
        if self.conclude(false, out) && self.is_limited { Outcome::Solved } else { Outcome::Start }
    }

    fn take_guess(&mut self, guess: &[Slip]) {
        for slot in &mut self.slots {
            let told = Mode::of_slip(guess[slot.contact as usize], slot.kappa);
            slot.mode = if told == Mode::Held && !slot.can_hold() { Mode::High } else { told };
        }
        for (level, node) in self.levels.iter_mut().zip(&self.shape.nodes) {
            let edges = &self.slots[node.edge_slots()];
            level.range = range_of(edges);
            level.mode = edges.first().map_or(Mode::High, |slot| slot.mode);
        }
    }

    /// Finds the motion and forces from levels or, known, from modes; contacts between bodies that then move as if
    /// stuck are. True if this solves the principle.
    fn conclude(&mut self, known: bool, out: &mut Solution) -> bool {
        self.add_up(known);
        let fits = self.find_ranges();
        let Verdict { agrees, joined } = self.find_forces(true, out);
        if !(fits && agrees && joined) {
            return fits && agrees;
        }
        self.add_up(true);
        self.find_ranges() & self.find_forces(false, out).agrees
    }

    /// Levels of the last bodies of trees, and between which levels of the place above the others hold.
    fn fold(&mut self) {
        let Self { shape, levels, slots, stack, knots, cuts, steps, .. } = self;
        let (slots, mut knots) = (&slots[..], Knots::new(knots));
        let mut f = Slope::zero(0, 0);
        stack.clear();
        if !shape.core.is_empty() {
            cuts.clear();
        }
        for (node, level) in shape.nodes.iter().zip(levels) {
            if node.is_leaf {
                stack.push(f);
                f = Slope::zero(node.window.0 as usize, node.window.1 as usize);
            }
            let Level { own: Own { weight, force }, offset, .. } = *level;
            f.add_line(Line { slope: weight, offset: weight * offset - force });
            for slot in &slots[node.ground_slots()] {
                knots.add_jump(&mut f, slot.offset - offset, slot.range);
            }
            let range = range_of(&slots[node.edge_slots()]);
            level.range = range;
            if node.in_core {
                steps.clear();
                let first = knots.unwind(f, |x, change| steps.push((x, change)));
                cuts.add_node(weight, first, steps);
            } else if node.up == NOWHERE {
                level.x = knots.root(f, weight);
            } else {
                level.between = knots.clip(&mut f, range.reversed(), weight);
                if !node.is_first
                    && let Some(beside) = stack.pop()
                {
                    f = knots.add(beside, f);
                }
                continue;
            }
            f = stack.pop().unwrap_or(f);
        }
    }
}
