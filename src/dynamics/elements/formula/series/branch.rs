//! Formulas about branch points of their powers, where these are polynomials through places of a step
//! ([`crate::algebra::Plan`]).

use super::{ActionSeries, ForceSeries};
use crate::algebra::powers::{PLACES, SteepPower, place};
use crate::algebra::taylor::{Coefficients, ORDERS};
use crate::dynamics::elements::formula::data::{Course, ForceData, Instant, Place};
use crate::dynamics::elements::formula::evaluation::Look;
use crate::dynamics::elements::formula::levels::edges;
use crate::dynamics::tolerances::AT_LEVEL;

/// Part of the distance of a number that decides from a level by which the polynomial that stands for it may be off, so that it is
/// on the same side.
const ALIKE: f64 = 0.5;

/// Course of the power of a formula that is closest to its branch point, over a step.
#[derive(Clone, Copy, Debug)]
pub(in crate::dynamics) struct Nearest {
    /// The time in which its base comes to 0, or has come from it, as it changes at the start, s.
    pub time: f64,
    /// True if it comes to 0.
    pub ahead: bool,
}

impl ForceSeries {
    /// True if powers close to their branch points are polynomials over a step.
    pub fn interpolates(&self) -> bool {
        self.interpolated
    }

    /// Returns the order up to which these polynomials count.
    pub fn least_order(&self) -> usize {
        let all =
            self.actions.iter().filter(|series| self.interpolated && series.has_branch_points);
        all.map(|series| series.plan.least_order(&series.series)).max().unwrap_or(0)
    }

    /// True if any action has one that may be.
    pub fn have_branch_points(&self) -> bool {
        self.actions.iter().any(|series| series.has_branch_points)
    }

    /// True if an action has one that may be.
    pub fn branches_of(&self, action: usize) -> bool {
        self.actions[action].has_branch_points
    }

    /// True if a power of an action rises steeply from its branch point.
    pub fn is_steep(&self, action: usize) -> bool {
        self.actions[action].plan.is_steep()
    }

    /// True if a value, and all by which it decides, is a linear function of what moves beside powers that are taken for 0 along the
    /// expansion, up to an order.
    pub fn is_linear_beside_ended(&self, action: usize, order: usize) -> bool {
        let series = &self.actions[action];
        series.has_branch_points && series.plan.is_linear_beside_ended(order, &series.series)
    }

    /// Powers are series again from the next start on.
    pub fn release(&mut self) {
        (self.interpolated, self.taken) = (false, false);
    }

    /// Takes powers for 0 whose bases come to 0 in times that are none, as `is_none` says; true if there is one, so that
    /// order 0 must be evaluated once more. Orders 0, 1 and 2 have been.
    pub fn end(&mut self, is_none: impl Fn(f64) -> bool) -> bool {
        for series in self.actions.iter_mut().filter(|series| series.has_branch_points) {
            self.taken |= series.plan.end(&is_none, &mut series.series);
        }
        self.taken
    }

    /// True if any power is taken for anything but itself.
    pub fn is_taken(&self) -> bool {
        self.taken
    }

    /// True if the base of any power of an action, which does not fall, changes by more than itself over a step: its series does not
    /// converge there.
    pub fn goes_far(&mut self, system: &ForceData, index: usize, course: &Course, h: f64) -> bool {
        let series = &mut self.actions[index];
        let count = series.plan.bases(&series.series).count();
        (0..count).any(|power| {
            let base = series.plan.bases(&series.series).nth(power);
            base.is_some_and(|base| base.stands_or_rises()) && {
                let [end, start] =
                    [h, 0.0].map(|tau| series.base_along(system, index, course, (power, tau)));
                (end - start).abs() > start
            }
        })
    }

    /// Lets the powers of an action stay what they are at the start.
    pub fn hold_powers(&mut self, action: usize) {
        let series = &mut self.actions[action];
        series.plan.freeze(&mut series.series);
        self.taken = true;
    }

    /// Returns the powers with exponents below 1 of all actions, each with its action.
    pub fn steep(&self) -> impl Iterator<Item = (usize, SteepPower)> + '_ {
        let all = self.actions.iter().enumerate().filter(|(_, series)| series.has_branch_points);
        all.flat_map(|(action, series)| {
            series.plan.steep(&series.series).map(move |power| (action, power))
        })
    }

    /// Gives one of these a value and its rate over the step that is expanded.
    pub fn hold(&mut self, number: usize, value: [f64; 2]) {
        if let Some((series, number)) = self.of_steep(number) {
            series.plan.hold(number, value, &mut series.series);
            (self.interpolated, self.taken) = (true, true);
        }
    }

    /// Takes velocities as exact in the sum of magnitudes of an action, since its power is none of what it is found from; returns what
    /// the sum was.
    pub fn take_velocities_as_exact(
        &mut self,
        system: &ForceData,
        index: usize,
        at: &Instant,
        motion: (&[f64], &[f64]),
    ) -> f64 {
        let Self { actions, work, .. } = self;
        let action = &system.actions[index];
        work.take(&system.names[action.force], at, motion.0, motion.1);
        let size = work.size_at_velocities(system, action, at.branches, motion);
        std::mem::replace(&mut actions[index].magnitude_sum, size)
    }

    /// Gives an action the sum of magnitudes that it had.
    pub fn restore_magnitude_sum(&mut self, index: usize, sum: f64) {
        self.actions[index].magnitude_sum = sum;
    }

    /// Returns the action of one of these, and its number there.
    fn of_steep(&mut self, mut number: usize) -> Option<(&mut ActionSeries, usize)> {
        for series in self.actions.iter_mut().filter(|series| series.has_branch_points) {
            let count = series.plan.steep(&series.series).count();
            if number < count {
                return Some((series, number));
            }
            number -= count;
        }
        None
    }

    /// Returns coefficient k of the base of one of these.
    pub fn base(&mut self, number: usize, k: usize) -> f64 {
        let own = self.of_steep(number);
        own.map_or(0.0, |(series, number)| series.plan.base(number, k, &series.series))
    }

    /// Adds to coefficient k of one of these that has a value.
    pub fn correct(&mut self, number: usize, term: (usize, f64)) {
        if let Some((series, number)) = self.of_steep(number) {
            series.plan.correct(number, term, &mut series.series);
        }
    }

    /// Returns the base of which one of these is the power, up to an order.
    pub fn root(&mut self, number: usize, order: usize) -> Coefficients {
        let own = self.of_steep(number);
        own.map_or([0.0; ORDERS], |(series, at)| series.plan.root(at, order, &series.series))
    }

    /// Returns the power closest to its branch point, of those that change from there immediately; coefficients of
    /// orders 0, 1 and 2 have been evaluated.
    pub fn nearest(&self) -> Option<Nearest> {
        let all = self.actions.iter().filter(|series| series.has_branch_points);
        let bases = all.flat_map(|series| series.plan.bases(&series.series));
        let times = bases.filter_map(|base| base.time_from_zero());
        let times = times.map(|time| Nearest { time: time.abs(), ahead: time < 0.0 });
        times.min_by(|a, b| a.time.total_cmp(&b.time))
    }

    /// Returns the greatest mean rate of a base of an action over a step.
    pub fn base_rate(
        &mut self,
        system: &ForceData,
        index: usize,
        course: &Course,
        size: f64,
    ) -> f64 {
        let series = &mut self.actions[index];
        let mut rate: f64 = 0.0;
        for power in 0..series.plan.bases(&series.series).count() {
            let [end, start] =
                [size, 0.0].map(|tau| series.base_along(system, index, course, (power, tau)));
            rate = rate.max((end - start).abs() / size);
        }
        rate
    }

    /// True if the base of any power that has been taken for 0 rises with the terms up to an order.
    pub fn rises(&self, order: usize) -> bool {
        let all = self.actions.iter().filter(|series| series.has_branch_points);
        !self.interpolated && all.into_iter().any(|series| series.plan.rises(&series.series, order))
    }

    /// Returns the value of an action at τ, with its powers as they are, on the branches of the start. It takes the room
    /// of the coefficients of order 0, which are there again where τ is 0.
    pub fn value_along(
        &mut self,
        system: &ForceData,
        index: usize,
        course: &Course,
        tau: f64,
    ) -> f64 {
        self.actions[index].value_along(system, index, course, tau)
    }

    /// Returns the first place in (0, size] at which the base of any power that is above 0 before comes to 0.
    pub fn first_root(&mut self, system: &ForceData, course: &Course, size: f64) -> Option<f64> {
        let mut first = None;
        for (index, series) in self.actions.iter_mut().enumerate() {
            for power in 0..series.plan.bases(&series.series).count() {
                let mut base = |tau| series.base_along(system, index, course, (power, tau));
                let end = first.unwrap_or(size);
                let (last, start) = (base(end), base(0.0));
                if start > 0.0 && last <= 0.0 {
                    first = Some(bracket(base, end));
                }
            }
        }
        first
    }

    /// True if the polynomials of numbers that decide, and have powers, leave their branches as these numbers do: immediately, or
    /// not within the step. The time at which such a number comes to a level on the way is known by series alone. Both are
    /// compared at some `places`, s from the start, to a relative `accuracy`.
    pub fn decide_alike(
        &mut self,
        system: &ForceData,
        course: &Course,
        places: impl Iterator<Item = f64> + Clone,
        accuracy: f64,
    ) -> bool {
        let mut all = system.actions.iter().zip(&mut self.actions).enumerate();
        all.all(|(index, (action, series))| {
            (0..system.action(action).decisions.len()).all(|decision| {
                let of = (index, decision);
                series.decides_alike(system, of, course, places.clone(), accuracy)
            })
        })
    }

    /// True if the value of an action, none of whose powers is steep, changes by no more than what counts for nothing over a step of
    /// size h.
    pub fn hardly_changes(
        &mut self,
        system: &ForceData,
        index: usize,
        course: &Course,
        (h, nothing): (f64, f64),
    ) -> bool {
        if self.actions[index].plan.is_steep() {
            return false;
        }
        let mut value = |tau: f64| value_on_the_way(system, index, course, tau, &mut self.work);
        let end = value(h);
        (0..PLACES).all(|number| (value(h * place(number)) - end).abs() <= nothing)
    }

    /// Makes polynomials over a step of size h of the powers of an action that come close to their branch points along a trajectory.
    /// They stay what they are if its value changes by no more than what counts for nothing.
    pub fn interpolate(
        &mut self,
        system: &ForceData,
        index: usize,
        course: &Course,
        (h, nothing): (f64, f64),
    ) {
        let stays = self.hardly_changes(system, index, course, (h, nothing));
        let series = &mut self.actions[index];
        for number in (0..=PLACES).rev() {
            series.value_along(system, index, course, h * place(number));
            series.plan.note_place(number, &mut series.series);
        }
        series.plan.interpolate(h, course.order - 1, stays, &mut series.series);
        (self.interpolated, self.taken) = (true, true);
    }
}

/// Returns the value of an action at τ on the branches that its decisions have there.
fn value_on_the_way(
    system: &ForceData,
    index: usize,
    course: &Course,
    tau: f64,
    work: &mut Look,
) -> f64 {
    let action = &system.actions[index];
    let (declared, names) = (system.action(action), &system.names[action.force]);
    let Course { at, position, velocity, .. } = course;
    work.take(names, at, position.row(0), velocity.row(0));
    for &name in &declared.variables {
        work.values[name] = course.start_and_change(&names.quantities[name], tau).iter().sum();
    }
    let place = Place { names, values: &work.values, entries: &names.entries };
    declared.formula.results(&place, &mut work.results);
    work.results[declared.formula.nodes().len() - 1]
}

impl ActionSeries {
    fn value_along(&mut self, system: &ForceData, index: usize, course: &Course, tau: f64) -> f64 {
        let action = &system.actions[index];
        let names = &system.names[action.force];
        let variables = system.action(action).variables.iter();
        let variables =
            variables.map(|name| course.start_and_change(&names.quantities[*name], tau));
        self.plan.value_at(variables, &mut self.series)
    }

    /// Returns the base of a power, by its number, at τ.
    fn base_along(
        &mut self,
        system: &ForceData,
        index: usize,
        course: &Course,
        (power, tau): (usize, f64),
    ) -> f64 {
        self.value_along(system, index, course, tau);
        self.plan.bases(&self.series).nth(power).map_or(0.0, |base| base.value)
    }

    /// Compares one decision ([`ForceSeries::decide_alike`]).
    fn decides_alike(
        &mut self,
        system: &ForceData,
        (index, decision): (usize, usize),
        course: &Course,
        places: impl Iterator<Item = f64> + Clone,
        accuracy: f64,
    ) -> bool {
        if !self.has_branch_points || !self.plan.is_interpolated(decision, &self.series) {
            return true;
        }
        let action = &system.actions[index];
        let branch = course.at.branches[action.first_branch + decision];
        let mut terms = (1..=course.order).map(|k| self.plan.watched(decision, k, &self.series));
        let begins = terms.find(|term| *term != 0.0);
        let mut ends = edges(branch, |level| system.level(action, decision, level));
        ends.all(|(sign, _, level)| {
            let mut above = |tau: f64| {
                let numbers = self.numbers_along(system, (index, decision), course, tau);
                numbers.map(|number| sign * (number - level))
            };
            let is_alike = |[exact, stands]: [f64; 2]| {
                let off = (exact - stands).abs();
                off <= ALIKE * exact || off <= accuracy * (exact.abs() + level.abs())
            };
            let [start, _] = above(0.0);
            let begins_there = start <= AT_LEVEL * (start.abs() + level.abs());
            let mut places = places.clone();
            let Some(first) = places.next().map(&mut above) else { return true };
            // One that turned back before it left would do so too late.
            let falls = begins.is_some_and(|term| sign * term < 0.0);
            let leaves = begins_there && falls && first.iter().all(|above| *above < 0.0);
            // What counts for nothing does not leave a level at which the value has no jump.
            let stays = !system.action(action).decisions.jumps(decision)
                && begins_there
                && first[1] == start;
            leaves || stays || is_alike(first) && places.map(above).all(is_alike)
        })
    }

    /// Returns the number of a decision at τ, and the value there of the polynomial that stands for it.
    fn numbers_along(
        &mut self,
        system: &ForceData,
        (index, decision): (usize, usize),
        course: &Course,
        tau: f64,
    ) -> [f64; 2] {
        self.value_along(system, index, course, tau);
        let exact = self.plan.watched(decision, 0, &self.series);
        self.value_along(system, index, course, 0.0);
        let term = |k: usize| self.plan.watched(decision, k, &self.series);
        [exact, (0..=course.order).rev().fold(0.0, |sum, k| sum * tau + term(k))]
    }
}

/// Returns the first number in (0, end] at which a function that is above 0 before is not, by halving.
fn bracket(mut f: impl FnMut(f64) -> f64, end: f64) -> f64 {
    let (mut low, mut high) = (0.0, end);
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return high;
        }
        if f(middle) > 0.0 { low = middle } else { high = middle }
    }
}
