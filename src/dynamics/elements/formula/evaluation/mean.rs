//! Means of formulas along a step: over the straight way from the positions at its start to those at its end, with the mean
//! velocities.
//!
//! ```text
//!   F̄ = ∫₀¹ F(z + s (z⁺ − z), v̄) ds
//! ```
//! is a discrete gradient where F is a gradient: F̄·(z⁺ − z) is what the potential gains, whichever formulas it is made of (R. I.
//! McLachlan, G. R. W. Quispel and N. Robidoux, "Geometric integration using discrete gradients", Phil. Trans. R. Soc. A 357,
//! 1999). Of all discrete gradients it is the one whose slopes ∂F̄/∂z⁺ = ∫ s ∂F/∂z ds are symmetric, and not negative where the
//! potential is convex, so that a step stays a problem of least energy; those of Gonzalez and of Itoh and Abe are not. For
//! linear forces it is the implicit midpoint rule, for one coordinate the quotient of differences.

use super::{Along, Look};
use crate::algebra::{Dual, On};
use crate::dynamics::elements::formula::data::{ActionData, ForceData, Instant, Place, Quantity};
use crate::dynamics::elements::formula::series::ForceSeries;
use crate::dynamics::tolerances::{MEANS_AGREE, NO_JUMP_OF_MEAN, POINT};

/// Places and weights of the formula of Lobatto and Kronrod with seven points on [−1, 1], and weights
/// of the formula of Lobatto with four of these (W. Gander and W. Gautschi, "Adaptive quadrature: revisited", BIT 40, 2000). Both
/// have the ends: a force that sets in just before the end of a step is seen.
const PLACES: [(f64, f64, f64); 7] = [
    (-1.0, 11.0 / 210.0, 1.0 / 6.0),
    (-0.816_496_580_927_726, 72.0 / 245.0, 0.0),
    (-0.447_213_595_499_957_9, 125.0 / 294.0, 5.0 / 6.0),
    (0.0, 16.0 / 35.0, 0.0),
    (0.447_213_595_499_957_9, 125.0 / 294.0, 5.0 / 6.0),
    (0.816_496_580_927_726, 72.0 / 245.0, 0.0),
    (1.0, 11.0 / 210.0, 1.0 / 6.0),
];

/// Parts of a way that are evaluated, at most. Decisions end parts, so that few are halved.
const MOST_PARTS: usize = 1000;

/// Evaluations at most until a place is known at which decisions change; two at a time lie this part of what is open to either
/// side of where it may be.
const MOST_EVALUATIONS: usize = 60;
const SHARE: f64 = 1e-3;

/// Displacement of bodies in a step: positions at both ends, mean velocities, and time.
#[derive(Clone, Copy, Debug)]
pub(in crate::dynamics) struct Way<'w> {
    pub start: &'w [f64],
    pub end: &'w [f64],
    /// Means of velocities.
    pub velocity: &'w [f64],
    /// The middle of the step.
    pub time: f64,
    pub tau: f64,
}

/// A mean and the mean of the magnitude.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::dynamics) struct Mean {
    pub value: f64,
    pub size: f64,
}

impl Look {
    /// Returns the value of a formula at a part of a way, with decisions as they are there.
    fn value_along(&mut self, system: &ForceData, action: &ActionData, part: f64) -> f64 {
        self.go_to(part);
        let names = &system.names[action.force];
        let place = Place { names, values: &self.values, entries: &names.entries };
        system.action(action).formula.results(&place, &mut self.results);
        self.results.last().copied().unwrap_or(0.0)
    }

    /// Returns the value there with decisions as at the start of the part that was begun last: where that ends, a number that
    /// decides may be just at its level, and the formula beyond a jump.
    fn value_on_branches(&mut self, system: &ForceData, action: &ActionData, part: f64) -> f64 {
        self.go_to(part);
        let (names, declared) = (&system.names[action.force], system.action(action));
        let place = Place { names, values: &self.values, entries: &names.entries };
        let on = On { decisions: &declared.decisions, pieces: &self.along.branches };
        declared.formula.results_on(&place, &on, &mut self.results)
    }

    /// Takes the values of all names at a part of the way.
    fn go_to(&mut self, part: f64) {
        self.values.clear();
        let Along { from, by, .. } = &self.along;
        self.values.extend(from.iter().zip(by).map(|(from, by)| from + part * by));
    }

    /// Returns the slope by a name there.
    fn slope_along(&mut self, system: &ForceData, action: &ActionData, name: usize) -> f64 {
        let names = &system.names[action.force];
        self.take_duals(names);
        self.duals[name].change = 1.0;
        let place = Place { names, values: &self.duals[..], entries: &self.entries[..] };
        system.action(action).formula.results(&place, &mut self.dual_results);
        self.dual_results.last().map_or(0.0, |result: &Dual<f64>| result.change)
    }

    fn take_way(&mut self, system: &ForceData, action: &ActionData, way: &Way) {
        let at = Instant { time: way.time, tau: way.tau, branches: &[] };
        let quantities = &system.names[action.force].quantities;
        let Along { from, by, .. } = &mut self.along;
        from.clear();
        by.clear();
        for quantity in quantities {
            let start = quantity.value(&at, way.start, way.velocity);
            from.push(start);
            by.push(match quantity {
                Quantity::Position(row) => row.apply(way.end) - row.apply(way.start),
                _ => 0.0,
            });
        }
    }

    /// True if all decisions are as at the start of the part that was begun last, or takes them for that.
    fn is_on(&mut self, system: &ForceData, action: &ActionData, begins: bool) -> bool {
        let decisions = &system.action(action).decisions;
        let Self { along, results, values, .. } = self;
        let names = &system.names[action.force];
        let place = Place { names, values: &values[..], entries: &names.entries };
        let branch = |one| decisions.piece(one, decisions.number(one, results), &place);
        if begins {
            along.branches.clear();
            along.branches.extend((0..decisions.len()).map(branch));
        }
        begins || along.branches.iter().enumerate().all(|(one, own)| branch(one) == *own)
    }

    /// Applies both quadrature formulas to a part of the way; returns the mean, that of the magnitude, and their difference.
    ///
    /// # Errors
    /// Fails if decisions change within the part: with the last place at which they are as at its start, and one behind it.
    fn both(
        &mut self,
        system: &ForceData,
        action: &ActionData,
        (from, size): (f64, f64),
    ) -> Result<(Mean, f64), (f64, f64)> {
        let (mut mean, mut other, mut last) = (Mean::default(), 0.0, from);
        for (number, (place, weight, few)) in PLACES.into_iter().enumerate() {
            let at = place_at(from, size, place);
            let begins = number == 0;
            let value = match begins {
                true => self.value_along(system, action, at),
                false => self.value_on_branches(system, action, at),
            };
            if !self.is_on(system, action, begins) {
                return Err((last, at));
            }
            last = at;
            mean.value += 0.5 * weight * value;
            mean.size += 0.5 * weight * value.abs();
            other += 0.5 * few * value;
        }
        Ok((mean, (mean.value - other).abs()))
    }

    /// Brings two places closer between which decisions change for the first time.
    fn enclose(
        &mut self,
        system: &ForceData,
        action: &ActionData,
        (mut low, mut high): (f64, f64),
    ) -> (f64, f64) {
        for look in 0..MOST_EVALUATIONS {
            let width = high - low;
            if width <= POINT {
                break;
            }
            let guess = self.guess(system, action, (low, high)).filter(|_| look % 3 < 2);
            let guess = guess.unwrap_or(low + 0.5 * width);
            for at in [guess - SHARE * width, guess + SHARE * width] {
                if low < at && at < high {
                    self.value_along(system, action, at);
                    if self.is_on(system, action, false) {
                        low = at;
                    } else {
                        high = at;
                    }
                }
            }
        }
        (low, high)
    }

    /// Finds by linear interpolation where the first number that decides otherwise at `high` than at `low` comes to its level.
    fn guess(
        &mut self,
        system: &ForceData,
        action: &ActionData,
        (low, high): (f64, f64),
    ) -> Option<f64> {
        let decisions = &system.action(action).decisions;
        let names = &system.names[action.force];
        self.value_along(system, action, high);
        let place = Place { names, values: &self.values[..], entries: &names.entries };
        let number = |one: usize, results: &[f64]| decisions.number(one, results);
        let differs = self.along.branches.iter().enumerate().find_map(|(one, &own)| {
            let behind = number(one, &self.results);
            let branch = decisions.piece(one, behind, &place);
            let level = if branch > own { own } else { own.checked_sub(1)? };
            (branch != own).then(|| (one, behind, decisions.level(one, level, &place)))
        });
        let (one, behind, level) = differs?;
        self.value_along(system, action, low);
        let before = number(one, &self.results) - level;
        Some(low + (high - low) * before / (before - (behind - level)))
    }

    /// Adds what a part of the way, or all of it, contributes to ∫ s F′ ds by positions and ∫ F′ ds by velocities. A slope that
    /// is not finite, as that of a root at 0, counts as none: the search along the solution's way sees the formula itself.
    fn add_slopes(
        &mut self,
        system: &ForceData,
        action: &ActionData,
        (from, size): (f64, f64),
        slopes: &mut [f64],
    ) {
        for (place, _, weight) in PLACES.into_iter().filter(|(_, _, weight)| *weight != 0.0) {
            let part = place_at(from, size, place);
            self.value_along(system, action, part);
            for (sum, &name) in slopes.iter_mut().zip(&system.action(action).variables) {
                let share = match system.names[action.force].quantities[name] {
                    Quantity::Position(_) => part,
                    Quantity::Velocity(_) => 1.0,
                    _ => continue,
                };
                let slope = self.slope_along(system, action, name);
                if slope.is_finite() {
                    *sum += 0.5 * size * weight * share * slope;
                }
            }
        }
    }

    /// Returns the mean of an action along the way that was taken; adds its slopes where they are required.
    fn mean_along(
        &mut self,
        system: &ForceData,
        action: &ActionData,
        mut slopes: Option<&mut [f64]>,
    ) -> Mean {
        if self.along.by.iter().all(|by| *by == 0.0) {
            if let Some(slopes) = slopes {
                self.add_slopes(system, action, (0.0, 1.0), slopes);
            }
            let value = self.value_along(system, action, 0.5);
            return Mean { value, size: value.abs() };
        }
        let (mut mean, mut from, mut size) = (Mean::default(), 0.0, 1.0_f64);
        // Where decisions change next.
        let mut edge: Option<(f64, f64)> = None;
        for looked in 1.. {
            let end = edge.map_or(1.0, |(before, _)| before);
            let whole = size >= end - from;
            let taken = if whole { end - from } else { size };
            match self.both(system, action, (from, taken)) {
                Err(between) => {
                    edge = Some(self.enclose(system, action, between));
                    size = 1.0;
                    if looked < MOST_PARTS {
                        continue;
                    }
                    return mean;
                }
                Ok((part, apart)) => {
                    let all = mean.size + taken * part.size;
                    let done = taken * apart <= MEANS_AGREE * all || !all.is_finite();
                    if !done && looked < MOST_PARTS {
                        size = 0.5 * taken;
                        continue;
                    }
                    if let Some(slopes) = slopes.as_deref_mut() {
                        self.add_slopes(system, action, (from, taken), slopes);
                    }
                    mean.value += taken * part.value;
                    mean.size = all;
                }
            }
            (from, size) = (from + taken, 2.0 * taken);
            if !mean.size.is_finite() {
                break;
            }
            if whole {
                match edge.take() {
                    Some((_, behind)) if behind < 1.0 => (from, size) = (behind, 1.0),
                    _ => break,
                }
            }
        }
        mean
    }

    /// Adds to slopes by positions what jumps on the way add to the slope of the mean along it: all slopes together lead from the
    /// mean to the value at the end.
    fn add_jumps(
        &mut self,
        system: &ForceData,
        action: &ActionData,
        mean: Mean,
        slopes: &mut [f64],
    ) {
        let change = self.value_along(system, action, 1.0) - mean.value;
        let by = |name: &usize| self.along.by[*name];
        let variables = &system.action(action).variables;
        let led: f64 = slopes.iter().zip(variables).map(|(slope, name)| slope * by(name)).sum();
        if (change - led).abs() <= NO_JUMP_OF_MEAN * mean.size {
            return;
        }
        let square: f64 = variables.iter().map(|name| by(name) * by(name)).sum();
        for (slope, name) in slopes.iter_mut().zip(variables) {
            *slope += (change - led) * by(name) / square;
        }
    }
}

/// Returns a place of [`PLACES`] on a part of a way; its ends exactly.
fn place_at(from: f64, size: f64, place: f64) -> f64 {
    if place == 1.0 { from + size } else { from + 0.5 * size * (1.0 + place) }
}

/// Returns the mean of an action along a way, and, where they are required, its slopes by each of its variables: by
/// positions at the end, by mean velocities.
pub(in crate::dynamics) fn mean_force(
    series: &mut ForceSeries,
    system: &ForceData,
    action: &ActionData,
    way: &Way,
    slopes: Option<&mut Vec<f64>>,
) -> Mean {
    let look = &mut series.work;
    look.take_way(system, action, way);
    let Some(slopes) = slopes else {
        return look.mean_along(system, action, None);
    };
    let first = slopes.len();
    slopes.resize(first + system.action(action).variables.len(), 0.0);
    let mean = look.mean_along(system, action, Some(&mut slopes[first..]));
    if mean.size.is_finite() && look.along.by.iter().any(|by| *by != 0.0) {
        look.add_jumps(system, action, mean, &mut slopes[first..]);
    }
    mean
}
