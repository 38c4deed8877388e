//! Values of formulas along a flow, order by order, and how large they are before terms cancel.

use super::look::{Instant, Look};
use super::numbers::{ActionNumbers, ForceNumbers, Names, Place, Quantity};
use crate::algebra::{Plan, PlanSeries, finite};
use crate::gauss::Row;
use crate::motion::series::Series;
use crate::network::ParameterId;

/// One action along the flow.
#[derive(Clone, Debug, Default)]
pub(super) struct ActionSeries {
    pub plan: Plan,
    pub series: PlanSeries,
    /// True if it has a power with a branch point.
    pub branches: bool,
    version: u64,
    /// The value at the start, by the formula itself.
    value: f64,
    pieces: Vec<usize>,
    /// The sum of the magnitudes of the terms of the value, and of its rate, at the start.
    gross: f64,
    gross_rate: f64,
    /// The same of the number of each decision, and of its rate.
    pub decision_gross: Vec<f64>,
    pub decision_rate: Vec<f64>,
}

/// All actions along the flow.
#[derive(Clone, Debug, Default)]
pub(in crate::motion) struct ForceSeries {
    /// True if powers close to their branch points are polynomials over the step that is expanded.
    pub(super) interpolated: bool,
    /// True if powers are what they have been taken for since the start: 0, or polynomials.
    pub(super) taken: bool,
    pub(super) actions: Vec<ActionSeries>,
    pub(super) work: Look,
    /// Of each action the rate of its value, and the change of that.
    pub(super) mixed: Vec<(f64, f64)>,
}

impl Quantity {
    /// Coefficient k along the flow.
    pub(super) fn term(&self, k: usize, at: &Instant, position: &Series, velocity: &Series) -> f64 {
        match (self, k) {
            (Self::Position(row), k) => row.apply(position.row(k)),
            (Self::Velocity(row), k) => row.apply(velocity.row(k)),
            (Self::Fixed(value), 0) => *value,
            (Self::Ramp { value, rate }, 0) => value + rate * at.tau,
            (Self::Ramp { rate, .. }, 1) => *rate,
            (Self::Time { .. }, 0) => at.time,
            (Self::Time { rate }, 1) => *rate,
            _ => 0.0,
        }
    }
}

impl ActionSeries {
    fn make(&mut self, numbers: &ForceNumbers, action: &ActionNumbers, at: &Instant, work: &Look) {
        let on = numbers.on(action, at.pieces);
        let names = &numbers.names[action.force];
        if self.version == names.version && self.pieces == on.pieces {
            return;
        }
        self.version = names.version;
        self.pieces.clear();
        self.pieces.extend_from_slice(on.pieces);
        let place = Place { names, values: &work.values, entries: &names.entries };
        let Self { plan, series, .. } = self;
        let formula = numbers.action(action);
        plan.make_on(&formula.formula, &place, &formula.variables, (&on, &[]), series);
        self.branches = self.plan.branches();
        self.series.forget_places();
    }

    /// How large the value, its rate and the numbers of decisions are before terms cancel.
    pub(super) fn measure(
        &mut self,
        numbers: &ForceNumbers,
        action: &ActionNumbers,
        at: &Instant,
        motion: (&[f64], &[f64]),
        work: &mut Look,
    ) {
        let declared = numbers.action(action);
        self.value = work.value(numbers, action, at.pieces);
        (self.gross, self.gross_rate) = (work.size(numbers, action, at.pieces, motion), 0.0);
        self.decision_gross.clear();
        let decisions = 0..declared.decisions.len();
        let size = |one| finite(declared.decisions.size(one, &work.magnitude_results));
        self.decision_gross.extend(decisions.map(size));
        self.decision_rate.clear();
        self.decision_rate.resize(declared.decisions.len(), 0.0);
        work.rates(numbers, action, at.pieces, motion, |work, slope, rate| {
            self.gross_rate += finite((slope * rate).abs());
            for one in 0..declared.decisions.len() {
                let change = declared.decisions.change(one, &work.dual_results);
                self.decision_rate[one] += finite((change * rate).abs());
            }
        });
    }
}

impl ForceSeries {
    pub fn resize(&mut self, numbers: &ForceNumbers) {
        self.actions.clear();
        self.actions.resize_with(numbers.actions.len(), ActionSeries::default);
        for (series, action) in self.actions.iter_mut().zip(&numbers.actions) {
            let declared = numbers.action(action);
            series.series.reserve(&declared.formula, declared.variables.len());
            let decisions = declared.decisions.len();
            series.plan.reserve(&declared.formula, decisions);
            series.pieces.reserve(decisions);
            series.decision_gross.reserve(decisions);
            series.decision_rate.reserve(decisions);
        }
        self.work.reserve(numbers);
    }

    /// Coefficient k of the value of an action; positions and velocities up to that order are there, and the coefficients
    /// 0..k have been asked for.
    pub fn coefficient(
        &mut self,
        numbers: &ForceNumbers,
        index: usize,
        at: &Instant,
        (position, velocity): (&Series, &Series),
        k: usize,
    ) -> f64 {
        let Self { actions, work, taken, .. } = self;
        let (action, series) = (&numbers.actions[index], &mut actions[index]);
        let names = &numbers.names[action.force];
        if k == 0 {
            let motion = (position.row(0), velocity.row(0));
            work.take(names, at, motion.0, motion.1);
            series.make(numbers, action, at, work);
            series.measure(numbers, action, at, motion, work);
        }
        let variables = numbers.action(action).variables.iter();
        let terms = variables.map(|name| names.quantities[*name].term(k, at, position, velocity));
        if k > 0 || *taken || !series.branches {
            return series.plan.coefficient(terms, k, &mut series.series);
        }
        let value = series.plan.begin(terms, &mut series.series);
        // Below a branch point powers are 0 as long as round-off, or the end of a piece, has led there.
        if series.value.is_nan() { series.value } else { value }
    }

    /// Coefficients k of what moves in an action.
    pub fn terms<'a>(
        &'a self,
        numbers: &'a ForceNumbers,
        action: &'a ActionNumbers,
        at: &'a Instant,
        (position, velocity): (&'a Series, &'a Series),
        k: usize,
    ) -> impl Iterator<Item = f64> + 'a {
        let names = &numbers.names[action.force];
        let variables = numbers.action(action).variables.iter();
        variables.map(move |name| names.quantities[*name].term(k, at, position, velocity))
    }

    /// Coefficient k of the number of a decision.
    pub fn decision(&self, action: usize, decision: usize, k: usize) -> f64 {
        let series = &self.actions[action];
        series.plan.watched(decision, k, &series.series)
    }

    /// As [`Look::velocity_slopes`], of a decision of an action at positions and velocities.
    pub fn velocity_slopes(
        &mut self,
        numbers: &ForceNumbers,
        (index, decision): (usize, usize),
        at: &Instant,
        motion: (&[f64], &[f64]),
        each: impl FnMut(&Row, f64),
    ) {
        let action = &numbers.actions[index];
        self.work.take(&numbers.names[action.force], at, motion.0, motion.1);
        self.work.velocity_slopes(numbers, action, at.pieces, decision, each);
    }

    /// The sum of the magnitudes of what the number of a decision is made of, at the start.
    pub fn decision_gross(&self, action: usize, decision: usize) -> f64 {
        self.actions[action].decision_gross[decision]
    }

    /// Of each action that acts on bodies the row, and the sums of the magnitudes of the terms of its value and of its rate
    /// at the start.
    pub fn all_gross<'a>(
        &'a self,
        numbers: &'a ForceNumbers,
    ) -> impl Iterator<Item = (Row, (f64, f64))> + 'a {
        let all = numbers.actions.iter().zip(&self.actions);
        let acting = all.filter(|(action, _)| action.row.terms().next().is_some());
        acting.map(|(action, series)| (action.row, (series.gross, series.gross_rate)))
    }

    /// The value at the start, by the formula itself.
    pub fn at_start(&self, action: usize) -> f64 {
        self.actions[action].value
    }

    /// The sum of the magnitudes of the terms of a value at the start.
    pub fn gross(&self, action: usize) -> f64 {
        self.actions[action].gross
    }

    /// True if the value is a linear function of what moves, so that its series is as right as theirs.
    pub fn is_linear(&self, action: usize) -> bool {
        self.actions[action].plan.is_linear()
    }

    /// What the value of an action changes by changes of parameters.
    pub fn change(
        &mut self,
        numbers: &ForceNumbers,
        action: &ActionNumbers,
        at: &Instant,
        (position, velocity): (&[f64], &[f64]),
        change: impl Fn(ParameterId) -> f64,
    ) -> f64 {
        let names = &numbers.names[action.force];
        self.work.take(names, at, position, velocity);
        self.work.take_duals(names);
        let (mut entry, Look { duals, entries, .. }) = (0, &mut self.work);
        Names::changes(numbers.force(action), change, |name, by| match name {
            Some(name) => duals[name].change = by,
            None => {
                entries[entry].change = by;
                entry += 1;
            }
        });
        self.work.run(numbers, action, at.pieces)
    }
}
