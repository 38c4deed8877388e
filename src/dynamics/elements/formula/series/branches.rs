//! Branches of the decisions of formulas in a state.

use super::{ActionSeries, ForceSeries};
use crate::algebra::TIED;
use crate::dynamics::bounded::Bounded;
use crate::dynamics::elements::formula::data::{ActionData, ForceData, Instant, Place};
use crate::dynamics::elements::formula::evaluation::Look;
use crate::dynamics::elements::formula::levels::edges;
use crate::dynamics::tolerances::{AT_LEVEL, PASSED, SIMULTANEOUS, time_round_off};
use crate::gauss::Row;

impl ForceSeries {
    /// Selects the branches again at the present positions.
    pub fn find_branches(
        &mut self,
        system: &ForceData,
        (time, tau): (f64, f64),
        (position, velocity): (&[f64], &[f64]),
        branches: &mut [usize],
    ) {
        let work = &mut self.work;
        for action in &system.actions {
            let declared = system.action(action);
            if declared.decisions.is_empty() {
                continue;
            }
            let names = &system.names[action.force];
            work.take(names, &Instant { time, tau, branches: &[] }, position, velocity);
            let place = Place { names, values: &work.values, entries: &names.entries };
            declared.formula.results(&place, &mut work.results);
            for decision in 0..declared.decisions.len() {
                let number = declared.decisions.number(decision, &work.results);
                branches[action.first_branch + decision] =
                    if number == 0.0 && declared.decisions.jumps(decision) {
                        TIED
                    } else {
                        declared.decisions.piece(decision, number, &place)
                    };
            }
        }
    }

    /// Changes the branches that are left by more than round-off, but for those that are `held`. `rate` is the most by which
    /// the velocity of a row may change, m/s² or rad/s²: what is at rest may have moved as far in the round-off of the time.
    pub fn reselect_branches(
        &mut self,
        system: &ForceData,
        (time, tau): (f64, f64),
        motion: (&[f64], &[f64]),
        branches: &mut [usize],
        held: impl Fn(usize) -> bool,
        rate: impl Fn(&Row) -> f64,
    ) {
        let Self { actions, work, .. } = self;
        // What was taken together with something earlier is there in a moment.
        let early = SIMULTANEOUS * time.abs().max(1.0);
        let late = PASSED * time_round_off(time);
        for (action, series) in system.actions.iter().zip(actions) {
            let declared = system.action(action);
            let decisions = &declared.decisions;
            let names = &system.names[action.force];
            // What a decision changes may change those behind it.
            for _ in 0..decisions.len() {
                let at = Instant { time, tau, branches: &*branches };
                work.take(names, &at, motion.0, motion.1);
                series.measure(system, action, &at, motion, work);
                work.value(system, action, branches);
                let mut any = false;
                for decision in 0..decisions.len() {
                    let slot = action.first_branch + decision;
                    let times = (early, late);
                    let of = (system, action, &*branches, decision);
                    if let Some(next) = series.reselect(of, work, times, &rate)
                        && !held(slot)
                    {
                        branches[slot] = next;
                        any = true;
                    }
                }
                if !any {
                    break;
                }
            }
        }
    }

    /// Takes formulas with steep powers onto the branches on which slips that begin now lead them, where they decide by these alone
    /// and are continuous. `begins`: sign with which the velocity of a row begins, if it is known.
    pub fn direct_branches(
        &mut self,
        system: &ForceData,
        (time, tau): (f64, f64),
        motion: (&[f64], &[f64]),
        branches: &mut [usize],
        begins: impl Fn(&Row) -> Option<f64>,
    ) {
        let Self { actions, work, .. } = self;
        let late = PASSED * time_round_off(time);
        for (action, series) in system.actions.iter().zip(actions) {
            let decisions = 0..system.action(action).decisions.len();
            let has_steep = series.has_branch_points && series.plan.is_steep();
            for decision in decisions.filter(|_| has_steep) {
                let at = Instant { time, tau, branches: &*branches };
                work.take(&system.names[action.force], &at, motion.0, motion.1);
                series.measure(system, action, &at, motion, work);
                let before = work.value(system, action, branches);
                let led = series.led(system, action, (decision, late, &*branches), work, &begins);
                let Some(next) = led else { continue };
                let slot = action.first_branch + decision;
                let old = std::mem::replace(&mut branches[slot], next);
                let after = work.value(system, action, branches);
                if (after - before).abs() > AT_LEVEL * before.abs() {
                    branches[slot] = old;
                }
            }
        }
    }
}

impl ActionSeries {
    /// Returns the branch that a decision takes instead of its own, which its number has left by more than round-off, or where it
    /// stays at its level. The value has been taken on these branches. `early`, `late`: see [`ForceSeries::reselect_branches`].
    fn reselect(
        &self,
        (system, action, branches, decision): (&ForceData, &ActionData, &[usize], usize),
        work: &mut Look,
        (early, late): (f64, f64),
        rate: &impl Fn(&Row) -> f64,
    ) -> Option<usize> {
        let (names, decisions) = (&system.names[action.force], &system.action(action).decisions);
        let own = branches[action.first_branch + decision];
        let is_tied = own == TIED;
        let number = decisions.number(decision, &work.results);
        let place = Place { names, values: &work.values, entries: &names.entries };
        let size = self.decision_magnitude_sum[decision];
        let passed = early * self.decision_rate[decision];
        let levels = decisions.levels(decision, &place);
        let ends = edges(if is_tied { TIED } else { own.min(levels) }, |level| {
            (level < levels).then(|| decisions.level(decision, level, &place))
        });
        let beyond = ends.map(|(sign, _, level)| {
            sign * (level - number) - (AT_LEVEL * (size + level.abs()) + passed)
        });
        let beyond = beyond.fold(0.0, f64::max);
        let next = decisions.piece(decision, number, &place);
        let may_stay = decisions.jumps(decision) && self.decision_rate[decision] == 0.0;
        let ties =
            !is_tied && may_stay && Bounded { value: number, bound: AT_LEVEL * size }.is_zero();
        if beyond <= 0.0 && !ties {
            return None;
        }
        let (mut fastest, mut moves) = (0.0, false);
        work.velocity_slopes(system, action, branches, decision, |row, slope| {
            fastest += slope.abs() * rate(row);
            moves |= slope != 0.0;
        });
        if beyond > 0.0 {
            (beyond > late * fastest).then_some(next)
        } else {
            (!moves).then_some(TIED)
        }
    }

    /// Returns the branch on which velocities that begin lead a decision that is at a level, or has been in `late` (s). The value has
    /// been taken on these branches.
    fn led(
        &self,
        system: &ForceData,
        action: &ActionData,
        (decision, late, branches): (usize, f64, &[usize]),
        work: &mut Look,
        begins: &impl Fn(&Row) -> Option<f64>,
    ) -> Option<usize> {
        let (names, decisions) = (&system.names[action.force], &system.action(action).decisions);
        let number = decisions.number(decision, &work.results);
        let place = Place { names, values: &work.values, entries: &names.entries };
        let passed = late * self.decision_rate[decision];
        let is_at = |level: &usize| {
            let level = decisions.level(decision, *level, &place);
            let size = self.decision_magnitude_sum[decision] + level.abs();
            Bounded { value: number - level, bound: AT_LEVEL * size + passed }.is_zero()
        };
        let level = (0..decisions.levels(decision, &place)).find(is_at)?;
        let mut change = 0.0;
        work.velocity_slopes(system, action, branches, decision, |row, slope| {
            // What is not known is neither above nor below.
            let unknown = if slope == 0.0 { 0.0 } else { f64::NAN };
            change += slope * begins(row).unwrap_or(unknown);
        });
        let is_led = change != 0.0 && !change.is_nan();
        is_led.then(|| level + usize::from(change > 0.0))
    }
}
