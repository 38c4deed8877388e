//! One formula at one instant: its value, its slopes, and how large it is before terms cancel.

pub mod mean;

use super::data::{ActionData, ForceData, Instant, Names, Place, Quantity};
use crate::algebra::{Decisions, Dual, Magnitude, Number, On, finite};
use crate::dynamics::tolerances::OF_SUM;
use crate::gauss::Row;

/// A formula somewhere: the values of its names, and of its operations.
#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct Look {
    pub values: Vec<f64>,
    pub results: Vec<f64>,
    pub(super) along: Along,
    pub(super) duals: Vec<Dual<f64>>,
    pub(super) entries: Vec<Dual<f64>>,
    pub(super) dual_results: Vec<Dual<f64>>,
    magnitudes: Vec<Magnitude>,
    magnitude_entries: Vec<Magnitude>,
    pub(super) magnitude_results: Vec<Magnitude>,
    trends: Vec<Dual<Magnitude>>,
    trend_entries: Vec<Dual<Magnitude>>,
    trend_results: Vec<Dual<Magnitude>>,
    pub(super) mixed: Vec<Dual<Dual<f64>>>,
    pub(super) mixed_entries: Vec<Dual<Dual<f64>>>,
    pub(super) mixed_results: Vec<Dual<Dual<f64>>>,
}

/// Values of names at the start of a step, by what they change along it, and the branches of decisions where a part of that begins.
#[derive(Clone, Debug, Default)]
pub(super) struct Along {
    pub from: Vec<f64>,
    pub by: Vec<f64>,
    pub branches: Vec<usize>,
}

/// Normal load that a formula makes: its value, the sums of the magnitudes of the terms of it and of its rate, and its rate where
/// velocities do not change; `off` is by how much round-off of velocities changes the value.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::dynamics) struct FormulaLoad {
    pub value: f64,
    pub scale: f64,
    pub rate: f64,
    pub trend: f64,
    pub off: f64,
}

impl Look {
    pub fn reserve(&mut self, system: &ForceData) {
        for action in &system.actions {
            let (nodes, names) =
                (system.action(action).formula.nodes().len(), &system.names[action.force]);
            // Twice, where a branch cannot continue beyond its end.
            let nodes = 2 * nodes;
            self.results.reserve_exact(nodes);
            self.dual_results.reserve_exact(nodes);
            self.values.reserve_exact(names.quantities.len());
            self.along.from.reserve_exact(names.quantities.len());
            self.along.by.reserve_exact(names.quantities.len());
            self.along.branches.reserve_exact(system.action(action).decisions.len());
            self.duals.reserve_exact(names.quantities.len());
            self.entries.reserve_exact(names.entries.len());
            self.magnitudes.reserve_exact(names.quantities.len());
            self.magnitude_entries.reserve_exact(names.entries.len());
            self.magnitude_results.reserve_exact(nodes);
            self.trends.reserve_exact(names.quantities.len());
            self.trend_entries.reserve_exact(names.entries.len());
            self.trend_results.reserve_exact(nodes);
        }
    }

    /// Takes the values of all names at positions and velocities.
    pub fn take(&mut self, names: &Names, at: &Instant, position: &[f64], velocity: &[f64]) {
        let values = names.quantities.iter().map(|one| one.value(at, position, velocity));
        self.values.clear();
        self.values.extend(values);
    }

    /// Takes the values of what does not move with bodies.
    pub fn fix(&mut self, system: &ForceData, action: &ActionData, at: &Instant) {
        let quantities = &system.names[action.force].quantities;
        self.values.clear();
        self.values.extend(quantities.iter().map(|quantity| match quantity {
            Quantity::Position(_) | Quantity::Velocity(_) => 0.0,
            other => other.value(at, &[], &[]),
        }));
    }

    /// Returns the number by which a formula decided where its value was evaluated.
    pub fn number(&self, decisions: &Decisions, decision: usize) -> f64 {
        decisions.number(decision, &self.results)
    }

    /// Takes the values of all names as dual numbers that do not change.
    pub(super) fn take_duals(&mut self, names: &Names) {
        self.duals.clear();
        self.duals.extend(self.values.iter().map(|x| Dual::constant(*x)));
        self.entries.clear();
        self.entries.extend(names.entries.iter().map(|x| Dual::constant(*x)));
    }

    /// Returns the value at what was taken, on given branches; the results of all operations are then there.
    pub fn value(&mut self, system: &ForceData, action: &ActionData, branches: &[usize]) -> f64 {
        let given = (&self.values[..], &system.names[action.force].entries[..]);
        system.evaluate(action, given, branches, &mut self.results)
    }

    /// Returns the slope by a name at what was taken.
    pub fn slope(
        &mut self,
        system: &ForceData,
        action: &ActionData,
        branches: &[usize],
        name: usize,
    ) -> f64 {
        self.take_duals(&system.names[action.force]);
        self.duals[name].change = 1.0;
        self.run(system, action, branches)
    }

    /// Returns the sum of magnitudes of a formula that was evaluated; those of all operations are then in `magnitude_results`.
    pub(super) fn size(
        &mut self,
        system: &ForceData,
        action: &ActionData,
        branches: &[usize],
        (position, velocity): (&[f64], &[f64]),
    ) -> f64 {
        let size = |one: &Quantity, value: f64| one.sizes(value, position, velocity).0;
        self.size_by(system, action, branches, size)
    }

    /// Returns the same with velocities whose terms do not cancel, so that a steep power makes nothing of their round-off.
    pub(super) fn size_at_velocities(
        &mut self,
        system: &ForceData,
        action: &ActionData,
        branches: &[usize],
        (position, velocity): (&[f64], &[f64]),
    ) -> f64 {
        self.size_by(system, action, branches, |one, value| match one {
            Quantity::Velocity(_) => value.abs(),
            _ => one.sizes(value, position, velocity).0,
        })
    }

    fn size_by(
        &mut self,
        system: &ForceData,
        action: &ActionData,
        branches: &[usize],
        size: impl Fn(&Quantity, f64) -> f64,
    ) -> f64 {
        let names = &system.names[action.force];
        let sized = |(one, value): (&Quantity, &f64)| Magnitude::new(*value, size(one, *value));
        self.magnitudes.clear();
        self.magnitudes.extend(names.quantities.iter().zip(&self.values).map(sized));
        self.magnitude_entries.clear();
        self.magnitude_entries.extend(names.entries.iter().map(|x| Magnitude::constant(*x)));
        let given = (&self.magnitudes[..], &self.magnitude_entries[..]);
        finite(system.evaluate(action, given, branches, &mut self.magnitude_results).size)
    }

    /// Gives to `each`, for every variable of a formula whose value was evaluated, the slope by it and the size of its rate.
    pub(super) fn rates(
        &mut self,
        system: &ForceData,
        action: &ActionData,
        branches: &[usize],
        (position, velocity): (&[f64], &[f64]),
        mut each: impl FnMut(&Self, f64, f64),
    ) {
        for &name in &system.action(action).variables {
            let slope = self.slope(system, action, branches, name);
            let quantity = &system.names[action.force].quantities[name];
            each(self, slope, quantity.sizes(self.values[name], position, velocity).1);
        }
    }

    /// Gives to `each`, for every velocity by which a formula decides at what was taken, its row and the slope of the
    /// decision's number by it.
    pub(super) fn velocity_slopes(
        &mut self,
        system: &ForceData,
        action: &ActionData,
        branches: &[usize],
        decision: usize,
        mut each: impl FnMut(&Row, f64),
    ) {
        let declared = system.action(action);
        for &name in &declared.variables {
            if let Quantity::Velocity(row) = &system.names[action.force].quantities[name] {
                self.slope(system, action, branches, name);
                each(row, declared.decisions.change(decision, &self.dual_results));
            }
        }
    }

    /// Returns by how much the value changes on given branches where a velocity makes the number of a decision be off a level by so
    /// much, at what was taken otherwise.
    pub(super) fn change_at_level(
        &mut self,
        system: &ForceData,
        action: &ActionData,
        branches: &[usize],
        decision: usize,
        (level, off): (f64, f64),
    ) -> f64 {
        let of = (system, action, branches, decision);
        let change = self.most_at_level(of, |look, name, velocity| {
            let [there, beside] = [level, level + off].map(|number| {
                look.values[name] = velocity(number);
                look.value(system, action, branches)
            });
            beside - there
        });
        change.unwrap_or(0.0)
    }

    /// Returns by how much the value differs on the next branch of a decision where a velocity makes its number be at a level, at
    /// what was taken otherwise. None: no velocity decides.
    pub(super) fn jump_at_level(
        &mut self,
        system: &ForceData,
        action: &ActionData,
        branches: &[usize],
        decision: usize,
        (level, next): (f64, usize),
    ) -> Option<f64> {
        let declared = system.action(action);
        let names = &system.names[action.force];
        self.most_at_level((system, action, branches, decision), |look, name, velocity| {
            look.values[name] = velocity(level);
            let own = look.value(system, action, branches);
            look.along.branches.clear();
            look.along.branches.extend_from_slice(system.on(action, branches).pieces);
            look.along.branches[decision] = next;
            let on = On { decisions: &declared.decisions, pieces: &look.along.branches };
            let place = Place { names, values: &look.values, entries: &names.entries };
            own - declared.formula.results_on(&place, &on, &mut look.results)
        })
    }

    /// Returns the greatest magnitude of a difference over the velocities that change the number of a decision; it is asked for
    /// with the name of each, and what this is where the number has a value. None: no velocity does.
    fn most_at_level(
        &mut self,
        (system, action, branches, decision): (&ForceData, &ActionData, &[usize], usize),
        difference: impl Fn(&mut Self, usize, &dyn Fn(f64) -> f64) -> f64,
    ) -> Option<f64> {
        let declared = system.action(action);
        let mut most: Option<f64> = None;
        for &name in &declared.variables {
            if !matches!(system.names[action.force].quantities[name], Quantity::Velocity(_)) {
                continue;
            }
            self.slope(system, action, branches, name);
            let slope = declared.decisions.change(decision, &self.dual_results);
            if slope == 0.0 {
                continue;
            }
            self.value(system, action, branches);
            let (number, start) = (self.number(&declared.decisions, decision), self.values[name]);
            let found = difference(self, name, &|value| start + (value - number) / slope);
            self.values[name] = start;
            most = Some(finite(found.abs()).max(most.unwrap_or(0.0)));
        }
        most
    }

    /// Returns the normal load that a formula makes at positions and velocities.
    pub fn formula_load(
        &mut self,
        system: &ForceData,
        action: &ActionData,
        at: &Instant,
        motion: (&[f64], &[f64]),
    ) -> FormulaLoad {
        self.take(&system.names[action.force], at, motion.0, motion.1);
        let value = self.value(system, action, at.branches);
        let scale = self.size(system, action, at.branches, motion);
        let mut formula_load = FormulaLoad { value, scale, rate: 0.0, trend: 0.0, off: 0.0 };
        for &name in &system.action(action).variables {
            let slope = self.slope(system, action, at.branches, name);
            let quantity = &system.names[action.force].quantities[name];
            let (_, rate) = quantity.sizes(self.values[name], motion.0, motion.1);
            formula_load.rate += finite((slope * rate).abs());
            formula_load.trend += finite(slope * quantity.rate(motion.1));
            if let Quantity::Velocity(row) = quantity {
                let error = OF_SUM * row.magnitude(motion.1);
                let of = (system, action, at.branches, None);
                formula_load.off += self.change_within(of, (name, error));
            }
        }
        // The results of all operations are asked for.
        self.value(system, action, at.branches);
        formula_load
    }

    /// Returns by how much round-off of all that a formula depends on, at what was taken, changes its value, or the number of a decision:
    /// no sum of magnitudes says so of one that begins at 0, as the square of a difference.
    pub(super) fn off(
        &mut self,
        of: (&ForceData, &ActionData, &[usize], Option<usize>),
        (position, velocity): (&[f64], &[f64]),
    ) -> f64 {
        let (system, action, branches, _) = of;
        let mut sum = 0.0;
        for &name in &system.action(action).variables {
            let (quantity, here) =
                (&system.names[action.force].quantities[name], self.values[name]);
            let size = quantity.sizes(here, position, velocity).0.max(here.abs());
            sum += self.change_within(of, (name, OF_SUM * size));
        }
        // The results of all operations are asked for.
        self.value(system, action, branches);
        sum
    }

    /// Returns by how much the value, or the number of a decision, changes where a name, at what was taken, does by an error to either
    /// side; a power has no value below its branch point.
    fn change_within(
        &mut self,
        (system, action, branches, decision): (&ForceData, &ActionData, &[usize], Option<usize>),
        (name, error): (usize, f64),
    ) -> f64 {
        let number = |look: &mut Self| {
            let value = look.value(system, action, branches);
            let decisions = &system.action(action).decisions;
            decision.map_or(value, |decision| look.number(decisions, decision))
        };
        let start = self.values[name];
        let here = number(self);
        let [less, more] = [-error, error].map(|error| {
            self.values[name] = start + error;
            finite((number(self) - here).abs())
        });
        self.values[name] = start;
        less.max(more)
    }

    /// Returns the sum of magnitudes of the rate, at these positions, velocities and accelerations, if there are any, of a formula
    /// whose sizes were evaluated.
    pub(super) fn rate_size(
        &mut self,
        system: &ForceData,
        action: &ActionData,
        branches: &[usize],
        (position, velocity): (&[f64], &[f64]),
        acceleration: Option<&[f64]>,
    ) -> f64 {
        let names = &system.names[action.force];
        let constant = |value: &Magnitude| Dual { value: *value, change: Magnitude::constant(0.0) };
        self.trends.clear();
        self.trends.extend(self.magnitudes.iter().map(constant));
        for &name in &system.action(action).variables {
            let quantity = &names.quantities[name];
            self.trends[name].change = match (quantity, acceleration) {
                (Quantity::Velocity(row), Some(acceleration)) => {
                    Magnitude::new(row.apply(acceleration), row.magnitude(acceleration))
                }
                _ => {
                    let (_, size) = quantity.sizes(self.values[name], position, velocity);
                    Magnitude::new(quantity.rate(velocity), size)
                }
            };
        }
        self.trend_entries.clear();
        self.trend_entries.extend(self.magnitude_entries.iter().map(constant));
        let given = (&self.trends[..], &self.trend_entries[..]);
        finite(system.evaluate(action, given, branches, &mut self.trend_results).change.size)
    }

    /// Returns the number by which a formula decided where [`Look::formula_load`] was asked for last, and the sum of the magnitudes of
    /// what it is made of.
    pub fn decided(&self, decisions: &Decisions, decision: usize) -> [f64; 2] {
        let size = decisions.size(decision, &self.magnitude_results);
        [self.number(decisions, decision), finite(size)]
    }

    /// Returns the change of the value at what was taken, with the dual numbers as they are.
    pub(super) fn run(
        &mut self,
        system: &ForceData,
        action: &ActionData,
        branches: &[usize],
    ) -> f64 {
        let given = (&self.duals[..], &self.entries[..]);
        system.evaluate(action, given, branches, &mut self.dual_results).change
    }
}
