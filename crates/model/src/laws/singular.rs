//! Laws with a singular point at w = 0, such as a power of x with an exponent of ½: beside it they are constant.

use super::given::Moved;
use crate::algebra::{Dual, Formula, Given, Number, Two};

/// Slip velocity, relative to the length on which a law changes, below which it is constant if it has a singular
/// point at 0, such as a power of x with an exponent of ½. Crossing it takes a time that no tolerance sees; it stands
/// above the round-off of velocities of that size, and, for hours of motion, above that of the time by accelerations
/// of this size per second.
pub(super) const SINGULAR: f64 = 1e-9;

/// Returns the friction near x = 0 of a law with a singular point there: the one by which a body that is released at
/// the limit takes as long to `edge` as with the law itself, if that falls by a power of x below 1. If it rises so, the one
/// of `edge`: it does not jump there, where a body would stay under forces between both. Else the one of x = 0.
pub(super) fn near_zero<N: Number>(formula: &Formula, given: &impl Given<N>, edge: N) -> N {
    let constant = |x: f64| N::constant(x);
    let at = |x: N| formula.evaluate(&Moved { given, argument: Dual::new(x, constant(1.0)) });
    let (first, there) = (at(constant(0.0)).value, at(edge));
    let fallen = first.minus(there.value);
    let exponent = constant(0.0).minus(edge.times(there.change)).over(fallen);
    let share = constant(1.0).minus(exponent);
    let lower = constant(0.0).less(fallen).choose(first.minus(share.times(fallen)), there.value);
    let lower = constant(0.0).less(share).choose(lower, first);
    fallen.two(constant(0.0), Two::Unequal).choose(lower, first)
}
