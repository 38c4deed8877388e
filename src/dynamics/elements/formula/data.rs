//! Values of the names in formulas.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::algebra::{Given, Number, On};
use crate::dynamics::series::Series;
use crate::gauss::Row;
use crate::network::{Action, End, Force, ForceKind, InputId, Meaning, Network, ParameterId};

/// Counts changes of constants, so that plans are made again only after one.
static VERSIONS: AtomicU64 = AtomicU64::new(1);

/// Instant at which an expansion starts, and the branches of formulas there.
#[derive(Clone, Copy, Debug)]
pub(in crate::dynamics) struct Instant<'i> {
    pub time: f64,
    /// Time since the inputs were given, s.
    pub tau: f64,
    pub branches: &'i [usize],
}

/// The polynomials of a motion up to an order, from where the expansion starts.
#[derive(Clone, Copy)]
pub(in crate::dynamics) struct Course<'c> {
    pub at: Instant<'c>,
    pub position: &'c Series,
    pub velocity: &'c Series,
    pub order: usize,
}

impl Course<'_> {
    /// Returns the value of a quantity at the start, and its change up to τ.
    pub fn start_and_change(&self, quantity: &Quantity, tau: f64) -> [f64; 2] {
        let term = |k: usize| quantity.term(k, &self.at, self.position, self.velocity);
        [term(0), tau * (1..=self.order).rev().fold(0.0, |sum, k| sum * tau + term(k))]
    }
}

/// Quantity that a name stands for.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::dynamics) enum Quantity {
    Fixed(f64),
    List(Range<usize>),
    /// Position, or velocity, of a row over bodies.
    Position(Row),
    Velocity(Row),
    /// Value that continues with a rate from the time of the inputs.
    Ramp {
        value: f64,
        rate: f64,
    },
    /// The time, which passes with this rate.
    Time {
        rate: f64,
    },
}

/// Quantities that the names of one force stand for.
#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct Names {
    pub quantities: Vec<Quantity>,
    pub entries: Vec<f64>,
    /// Version of the constants: the same number means the same constants.
    pub version: u64,
}

/// One formula and where it acts.
#[derive(Clone, Debug)]
pub(in crate::dynamics) struct ActionData {
    pub force: usize,
    pub action: usize,
    pub row: Row,
    /// Factor of the value where it acts on the row.
    pub sign: f64,
    /// Index of the first branch of its decisions.
    pub first_branch: usize,
    /// Own part of the value of order 1, made by changes of its parameters; 0 except in a variation.
    pub own_change: f64,
}

/// Numbers of all forces by formula.
#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct ForceData {
    all: Arc<Vec<Force>>,
    pub names: Vec<Names>,
    pub actions: Vec<ActionData>,
    /// Changes of the numbers of decisions, those of laws too, by their parameters; none but in a variation.
    pub own_decision_change: Vec<f64>,
}

/// Values of the names of a force: those that move, and constants.
#[derive(Clone, Copy)]
pub(in crate::dynamics) struct Place<'p, N> {
    pub names: &'p Names,
    pub values: &'p [N],
    pub entries: &'p [N],
}

impl<N: Number> Given<N> for Place<'_, N> {
    fn number(&self, name: usize) -> N {
        self.values[name]
    }

    fn list(&self, name: usize) -> Range<usize> {
        match &self.names.quantities[name] {
            Quantity::List(range) => range.clone(),
            _ => 0..0,
        }
    }

    fn entry(&self, place: usize) -> N {
        self.entries[place]
    }
}

impl Quantity {
    /// Returns the value at positions and velocities of bodies.
    pub fn value(&self, at: &Instant, position: &[f64], velocity: &[f64]) -> f64 {
        match self {
            Self::Position(row) => row.apply(position),
            Self::Velocity(row) => row.apply(velocity),
            Self::Fixed(value) => *value,
            Self::Ramp { value, rate } => value + rate * at.tau,
            Self::Time { .. } => at.time,
            Self::List(_) => 0.0,
        }
    }

    /// Returns the sum of the magnitudes of its terms, and of those of its rate as far as that is known.
    pub(super) fn sizes(&self, value: f64, position: &[f64], velocity: &[f64]) -> (f64, f64) {
        match self {
            Self::Position(row) => (row.magnitude(position), row.magnitude(velocity)),
            Self::Velocity(row) => (row.magnitude(velocity), 0.0),
            Self::Ramp { rate, .. } => (value.abs(), rate.abs()),
            Self::Time { rate } => (value.abs(), rate.abs()),
            Self::Fixed(_) | Self::List(_) => (0.0, 0.0),
        }
    }

    /// Returns its rate where velocities do not change.
    pub(super) fn rate(&self, velocity: &[f64]) -> f64 {
        match self {
            Self::Position(row) => row.apply(velocity),
            Self::Ramp { rate, .. } | Self::Time { rate } => *rate,
            Self::Velocity(_) | Self::Fixed(_) | Self::List(_) => 0.0,
        }
    }

    /// Returns coefficient k along the expansion.
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

impl ForceData {
    pub fn is_empty(&self) -> bool {
        self.actions.is_empty()
    }

    /// Takes new values of parameters and inputs; reuses its memory.
    pub fn update(&mut self, network: &Network, parameters: &[f64], inputs: &[f64], rates: &[f64]) {
        if !Arc::ptr_eq(&self.all, &network.forces) {
            self.all = network.forces.clone();
            self.names.clear();
        }
        self.names.resize_with(self.all.len(), Names::default);
        self.actions.clear();
        let mut first_branch = 0;
        let weight = |end: &End| end.weight.map_or(1.0, |id| parameters[id.0]);
        for (index, (force, names)) in self.all.iter().zip(&mut self.names).enumerate() {
            for (number, action) in force.actions.iter().enumerate() {
                let (i, j) = (&action.i, &action.j);
                let row = Row { i: i.body, q_i: weight(i), j: j.body, q_j: -weight(j) };
                self.actions.push(ActionData {
                    force: index,
                    action: number,
                    row,
                    sign: match force.kind {
                        ForceKind::Load => -1.0,
                        ForceKind::Spring | ForceKind::Potential => 1.0,
                        ForceKind::NormalForce => 0.0,
                    },
                    first_branch,
                    own_change: 0.0,
                });
                first_branch += action.decisions.len();
            }
            let own = self.actions[self.actions.len() - force.actions.len()].row;
            names.update(force, own, (parameters, inputs, rates));
        }
    }

    /// Returns the formula of an action.
    pub fn action(&self, action: &ActionData) -> &Action {
        &self.all[action.force].actions[action.action]
    }

    pub fn force(&self, action: &ActionData) -> &Force {
        &self.all[action.force]
    }

    /// Returns the elements that have modes, each with the number of its own on these branches.
    pub fn modes<'p>(&'p self, branches: &'p [usize]) -> impl Iterator<Item = (usize, i32)> + 'p {
        self.actions.iter().filter_map(|action| {
            let form = self.force(action).form.as_ref()?;
            let mode = form.mode_on(self.on(action, branches).pieces)?;
            Some((action.force, mode as i32))
        })
    }

    /// Returns the number of the mode of a force on these branches; None of one without modes.
    pub fn mode_of(&self, force: usize, branches: &[usize]) -> Option<i32> {
        self.modes(branches).find_map(|(own, mode)| (own == force).then_some(mode))
    }

    /// Returns a level of a decision, if there is one of this index.
    pub fn level(&self, action: &ActionData, decision: usize, level: usize) -> Option<f64> {
        let names = &self.names[action.force];
        // Levels are constants.
        let place = Place { names, values: &[], entries: &names.entries };
        let decisions = &self.action(action).decisions;
        (level < decisions.levels(decision, &place))
            .then(|| decisions.level(decision, level, &place))
    }

    /// Returns the decisions of an action on their branches.
    pub fn on<'p>(&'p self, action: &ActionData, branches: &'p [usize]) -> On<'p> {
        let decisions = &self.action(action).decisions;
        let branches = &branches[action.first_branch..][..decisions.len()];
        On { decisions, pieces: branches }
    }

    /// Returns the value of an action's formula on given branches, from values of the names and entries of lists; the
    /// results of all operations are then there.
    pub fn evaluate<N: Number>(
        &self,
        action: &ActionData,
        (values, entries): (&[N], &[N]),
        branches: &[usize],
        results: &mut Vec<N>,
    ) -> N {
        let names = &self.names[action.force];
        let place = Place { names, values, entries };
        self.action(action).formula.results_on(&place, &self.on(action, branches), results)
    }

    /// Returns what moves nothing by itself: the actions that are normal loads, and each number by which one decides.
    pub fn unmoving(&self) -> impl Iterator<Item = (usize, Option<usize>)> {
        let is_load = |own: &ActionData| self.all[own.force].kind == ForceKind::NormalForce;
        self.actions.iter().enumerate().flat_map(move |(index, own)| {
            let load = is_load(own).then_some((index, None));
            let decisions = 0..self.action(own).decisions.len();
            load.into_iter().chain(decisions.map(move |decision| (index, Some(decision))))
        })
    }

    /// Makes inputs and the time change as they do by a change of values, and lets them be what they are at τ.
    pub fn change_inputs(&mut self, tau: f64, change: impl Fn(InputId) -> f64) {
        for (force, names) in self.all.iter().zip(&mut self.names) {
            for ((_, meaning), quantity) in force.names.iter().zip(&mut names.quantities) {
                match (meaning, quantity) {
                    (Meaning::Input(id), Quantity::Ramp { value, rate }) => {
                        *value += *rate * tau;
                        *rate = change(*id);
                    }
                    (_, Quantity::Time { rate }) => *rate = 0.0,
                    _ => {}
                }
            }
        }
    }
}

impl Names {
    fn update(
        &mut self,
        force: &Force,
        own: Row,
        (parameters, inputs, rates): (&[f64], &[f64], &[f64]),
    ) {
        let of = |body: usize| Row { i: Some(body), q_i: 1.0, j: None, q_j: 0.0 };
        let mut changed = self.quantities.len() != force.names.len();
        let mut used = 0;
        let first = changed;
        if first {
            self.quantities.clear();
            self.entries.clear();
        }
        for (name, (_, meaning)) in force.names.iter().enumerate() {
            let quantity = match meaning {
                Meaning::Relative => Quantity::Position(own),
                Meaning::Rate => Quantity::Velocity(own),
                Meaning::Position(body) => Quantity::Position(of(*body)),
                Meaning::Velocity(body) => Quantity::Velocity(of(*body)),
                Meaning::Time => Quantity::Time { rate: 1.0 },
                Meaning::Input(id) => Quantity::Ramp { value: inputs[id.0], rate: rates[id.0] },
                Meaning::Parameter(id) => Quantity::Fixed(parameters[id.0]),
                Meaning::List(ids) => {
                    let range = used..used + ids.len();
                    used = range.end;
                    for (place, id) in range.clone().zip(ids) {
                        if first {
                            self.entries.push(parameters[id.0]);
                        }
                        changed |= self.entries[place] != parameters[id.0];
                        self.entries[place] = parameters[id.0];
                    }
                    Quantity::List(range)
                }
            };
            if first {
                self.quantities.push(quantity);
                continue;
            }
            let constant = matches!(quantity, Quantity::Fixed(_));
            changed |= constant && self.quantities[name] != quantity;
            self.quantities[name] = quantity;
        }
        if changed {
            self.version = VERSIONS.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Writes the changes of the constants with those of parameters into lists of all names and entries.
    pub fn changes(
        force: &Force,
        change: impl Fn(ParameterId) -> f64,
        mut each: impl FnMut(Option<usize>, f64),
    ) {
        for (name, (_, meaning)) in force.names.iter().enumerate() {
            match meaning {
                Meaning::Parameter(id) => each(Some(name), change(*id)),
                Meaning::List(ids) => ids.iter().for_each(|id| each(None, change(*id))),
                _ => {}
            }
        }
    }
}
