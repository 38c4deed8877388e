//! Values of formulas along an expansion, order by order, and how large they are before terms cancel.

mod branch;
mod branches;

use super::data::{ActionData, Course, ForceData, Instant, Names, Place};
use super::evaluation::Look;
use crate::algebra::{Plan, PlanSeries, TIED, finite};
use crate::dynamics::series::Series;
use crate::gauss::Row;
use crate::network::ParameterId;

/// Places of a step, as parts of it, at which a formula is sized.
const SIZED: [f64; 4] = [0.0, 0.3, 0.7, 1.0];

/// One action along the expansion.
#[derive(Clone, Debug, Default)]
pub(super) struct ActionSeries {
    pub plan: Plan,
    pub series: PlanSeries,
    /// True if it has a power with a branch point.
    pub has_branch_points: bool,
    version: u64,
    /// The value at the start, by the formula itself.
    value: f64,
    branches: Vec<usize>,
    /// The sum of the magnitudes of the terms of the value, and of its rate, at the start.
    magnitude_sum: f64,
    magnitude_sum_of_rate: f64,
    /// Sums of the magnitudes of the number of each decision, and of its rate.
    pub decision_magnitude_sum: Vec<f64>,
    pub decision_rate: Vec<f64>,
}

/// All actions along the expansion.
#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct ForceSeries {
    /// True if powers close to their branch points are polynomials over the step that is expanded.
    pub(super) interpolated: bool,
    /// True if powers are what they have been taken for since the start: 0, or polynomials.
    pub(super) taken: bool,
    pub(super) actions: Vec<ActionSeries>,
    pub(super) work: Look,
    /// Time at which the number of a decision last left the level at which it was, by its branch, s.
    untied: Vec<f64>,
    /// Positions and velocities of bodies at a place of a step.
    there: [Vec<f64>; 2],
    /// Rate of the value of each action, and the change of that.
    pub(super) mixed: Vec<(f64, f64)>,
}

impl ActionSeries {
    fn make(&mut self, system: &ForceData, action: &ActionData, at: &Instant, work: &Look) {
        let on = system.on(action, at.branches);
        let names = &system.names[action.force];
        if self.version == names.version && self.branches == on.pieces {
            return;
        }
        self.version = names.version;
        self.branches.clear();
        self.branches.extend_from_slice(on.pieces);
        let place = Place { names, values: &work.values, entries: &names.entries };
        let Self { plan, series, .. } = self;
        let formula = system.action(action);
        plan.make_on(&formula.formula, &place, &formula.variables, (&on, &[]), series);
        self.has_branch_points = self.plan.branches();
        self.series.forget_places();
    }

    /// Measures the sums of magnitudes of the value, its rate and the numbers of decisions, before terms cancel.
    pub(super) fn measure(
        &mut self,
        system: &ForceData,
        action: &ActionData,
        at: &Instant,
        motion: (&[f64], &[f64]),
        work: &mut Look,
    ) {
        let declared = system.action(action);
        self.value = work.value(system, action, at.branches);
        (self.magnitude_sum, self.magnitude_sum_of_rate) =
            (work.size(system, action, at.branches, motion), 0.0);
        self.decision_magnitude_sum.clear();
        let decisions = 0..declared.decisions.len();
        let size = |one| finite(declared.decisions.size(one, &work.magnitude_results));
        self.decision_magnitude_sum.extend(decisions.map(size));
        self.decision_rate.clear();
        self.decision_rate.resize(declared.decisions.len(), 0.0);
        work.rates(system, action, at.branches, motion, |work, slope, rate| {
            self.magnitude_sum_of_rate += finite((slope * rate).abs());
            for one in 0..declared.decisions.len() {
                let change = declared.decisions.change(one, &work.dual_results);
                self.decision_rate[one] += finite((change * rate).abs());
            }
        });
    }
}

impl ForceSeries {
    /// Returns the derivative of the value of an action with respect to time, and its change, which
    /// `add_mixed_formulas` has found.
    pub fn mixed(&self, action: usize) -> (f64, f64) {
        self.mixed[action]
    }

    /// Makes room; `of_laws` is the end of the slots of laws, which are behind those of forces.
    pub fn resize(&mut self, system: &ForceData, of_laws: usize) {
        self.actions.clear();
        self.actions.resize_with(system.actions.len(), ActionSeries::default);
        for (series, action) in self.actions.iter_mut().zip(&system.actions) {
            let declared = system.action(action);
            series.series.reserve(&declared.formula, declared.variables.len());
            let decisions = declared.decisions.len();
            series.plan.reserve(&declared.formula, decisions);
            series.branches.reserve_exact(decisions);
            series.decision_magnitude_sum.reserve_exact(decisions);
            series.decision_rate.reserve_exact(decisions);
        }
        self.work.reserve(system);
        let decisions: usize =
            system.actions.iter().map(|one| system.action(one).decisions.len()).sum();
        self.untied.clear();
        self.untied.resize(decisions.max(of_laws), f64::NAN);
    }

    /// True if a decision on a branch may be one whose number stays at its level: it jumps, is not known to be one, and has not left
    /// the level at this time.
    pub fn ties(&self, slot: usize, (jumps, branch): (bool, usize), time: f64) -> bool {
        jumps && branch != TIED && self.untied.get(slot).is_none_or(|untied| *untied != time)
    }

    /// Records that a decision takes another branch at this time.
    pub fn record_left(&mut self, slot: usize, before: usize, time: f64) {
        if let Some(untied) = self.untied.get_mut(slot).filter(|_| before == TIED) {
            *untied = time;
        }
    }

    /// Returns coefficient k of the value of an action; positions and velocities up to that order are there, and
    /// the coefficients 0..k have been evaluated.
    pub fn coefficient(
        &mut self,
        system: &ForceData,
        index: usize,
        at: &Instant,
        (position, velocity): (&Series, &Series),
        k: usize,
    ) -> f64 {
        let Self { actions, work, taken, .. } = self;
        let (action, series) = (&system.actions[index], &mut actions[index]);
        let names = &system.names[action.force];
        if k == 0 {
            let motion = (position.row(0), velocity.row(0));
            work.take(names, at, motion.0, motion.1);
            series.make(system, action, at, work);
            series.measure(system, action, at, motion, work);
        }
        let variables = system.action(action).variables.iter();
        let terms = variables.map(|name| names.quantities[*name].term(k, at, position, velocity));
        if k > 0 || *taken || !series.has_branch_points {
            return series.plan.coefficient(terms, k, &mut series.series);
        }
        let value = series.plan.begin(terms, &mut series.series);
        // Below a branch point powers are 0 as long as round-off, or the end of a branch, has led there.
        if series.value.is_nan() { series.value } else { value }
    }

    /// Returns the greatest sum of magnitudes of the value of an action at some places of a step.
    pub fn greatest_size(
        &mut self,
        system: &ForceData,
        index: usize,
        course: &Course,
        size: f64,
    ) -> f64 {
        let action = &system.actions[index];
        let names = &system.names[action.force];
        let Course { at, position, velocity, order } = *course;
        let Self { work, there, .. } = self;
        let mut greatest: f64 = 0.0;
        for tau in SIZED.map(|part| part * size) {
            for (values, series) in there.iter_mut().zip([position, velocity]) {
                values.clear();
                let bodies = 0..series.row(0).len();
                values.extend(bodies.map(|body| series.value(body, order, tau)));
            }
            let [position, velocity] = &*there;
            let at = Instant { time: at.time + tau, tau: at.tau + tau, ..at };
            work.take(names, &at, position, velocity);
            greatest = greatest.max(work.size(system, action, at.branches, (position, velocity)));
        }
        greatest
    }

    /// Returns the sum of magnitudes of the rate of the value of an action at the start of a step, with its accelerations or without.
    pub fn rate_size(
        &mut self,
        system: &ForceData,
        index: usize,
        course: &Course,
        accelerated: bool,
    ) -> f64 {
        let action = &system.actions[index];
        let Course { at, position, velocity, .. } = *course;
        let motion = (position.row(0), velocity.row(0));
        let work = &mut self.work;
        work.take(&system.names[action.force], &at, motion.0, motion.1);
        work.size(system, action, at.branches, motion);
        let acceleration = accelerated.then(|| velocity.row(1));
        work.rate_size(system, action, at.branches, motion, acceleration)
    }

    /// Returns coefficients k of what moves in an action.
    pub fn terms<'a>(
        &'a self,
        system: &'a ForceData,
        action: &'a ActionData,
        at: &'a Instant,
        (position, velocity): (&'a Series, &'a Series),
        k: usize,
    ) -> impl Iterator<Item = f64> + 'a {
        let names = &system.names[action.force];
        let variables = system.action(action).variables.iter();
        variables.map(move |name| names.quantities[*name].term(k, at, position, velocity))
    }

    /// Returns coefficient k of the number of a decision.
    pub fn decision(&self, action: usize, decision: usize, k: usize) -> f64 {
        let series = &self.actions[action];
        series.plan.watched(decision, k, &series.series)
    }

    /// Calls `each` with the rows and slopes of [`Look::velocity_slopes`], of a decision of an action at positions and
    /// velocities.
    pub fn velocity_slopes(
        &mut self,
        system: &ForceData,
        (index, decision): (usize, usize),
        at: &Instant,
        motion: (&[f64], &[f64]),
        each: impl FnMut(&Row, f64),
    ) {
        let action = &system.actions[index];
        self.work.take(&system.names[action.force], at, motion.0, motion.1);
        self.work.velocity_slopes(system, action, at.branches, decision, each);
    }

    /// Returns by how much the value of an action with steep powers changes on its branches where velocities make the number of a
    /// decision be off its level by so much: what a power makes of round-off, by which the number is at the level; 0 of others.
    pub fn change_at_level(
        &mut self,
        system: &ForceData,
        (index, decision): (usize, usize),
        at: &Instant,
        motion: (&[f64], &[f64]),
        within: (f64, f64),
    ) -> f64 {
        if !self.is_steep(index) {
            return 0.0;
        }
        let action = &system.actions[index];
        self.work.take(&system.names[action.force], at, motion.0, motion.1);
        self.work.change_at_level(system, action, at.branches, decision, within)
    }

    /// True if an action with steep powers is as great on both sides of a level of a decision by velocities, but for what its powers
    /// make of round-off. `next`: the branch behind the level.
    pub fn is_continuous_at(
        &mut self,
        system: &ForceData,
        (index, decision): (usize, usize),
        at: &Instant,
        motion: (&[f64], &[f64]),
        ((level, off), next): ((f64, f64), usize),
    ) -> bool {
        if !self.is_steep(index) {
            return false;
        }
        let action = &system.actions[index];
        self.work.take(&system.names[action.force], at, motion.0, motion.1);
        let jump = self.work.jump_at_level(system, action, at.branches, decision, (level, next));
        let rounded =
            self.work.change_at_level(system, action, at.branches, decision, (level, off));
        jump.is_some_and(|jump| jump <= rounded)
    }

    /// Returns the sum of the magnitudes of what the number of a decision is made of, at the start.
    pub fn decision_magnitude_sum(&self, action: usize, decision: usize) -> f64 {
        self.actions[action].decision_magnitude_sum[decision]
    }

    /// Returns the row of each action that acts on bodies, and the sums of the magnitudes of the terms of its value and
    /// of its rate at the start.
    pub fn all_magnitude_sums<'a>(
        &'a self,
        system: &'a ForceData,
    ) -> impl Iterator<Item = (Row, (f64, f64))> + 'a {
        let all = system.actions.iter().zip(&self.actions);
        let acting = all.filter(|(action, _)| action.row.terms().next().is_some());
        acting.map(|(action, series)| {
            (action.row, (series.magnitude_sum, series.magnitude_sum_of_rate))
        })
    }

    /// Returns the value at the start, by the formula itself.
    pub fn at_start(&self, action: usize) -> f64 {
        self.actions[action].value
    }

    /// Returns the sum of the magnitudes of the terms of a value at the start.
    pub fn magnitude_sum(&self, action: usize) -> f64 {
        self.actions[action].magnitude_sum
    }

    /// True if the value, or a number that decides, is a linear function of what moves, so that its series is as right as theirs.
    pub fn is_linear(&self, action: usize, decision: Option<usize>) -> bool {
        let plan = &self.actions[action].plan;
        decision.map_or_else(|| plan.is_linear(), |decision| plan.is_watched_linear(decision))
    }

    /// Returns the change of the value of an action by changes of parameters.
    pub fn change(
        &mut self,
        system: &ForceData,
        action: &ActionData,
        at: &Instant,
        (position, velocity): (&[f64], &[f64]),
        change: impl Fn(ParameterId) -> f64,
    ) -> f64 {
        let names = &system.names[action.force];
        self.work.take(names, at, position, velocity);
        self.work.take_duals(names);
        let (mut entry, Look { duals, entries, .. }) = (0, &mut self.work);
        Names::changes(system.force(action), change, |name, by| match name {
            Some(name) => duals[name].change = by,
            None => {
                entries[entry].change = by;
                entry += 1;
            }
        });
        self.work.run(system, action, at.branches)
    }

    /// Writes the changes of the numbers of decisions, of the action whose change was asked for last, by their branches.
    pub fn changed_decisions(&self, system: &ForceData, action: &ActionData, into: &mut [f64]) {
        let decisions = &system.action(action).decisions;
        for (decision, slot) in
            into[action.first_branch..][..decisions.len()].iter_mut().enumerate()
        {
            *slot = decisions.change(decision, &self.work.dual_results);
        }
    }
}
