//! Displacements of the positions after which a mechanism is as it was: one that turns, or travels, as a whole. A motion
//! that advances by them is periodic but for this displacement, and is evaluated without it.
//!
//! A direction d is neutral if every row of positions that the network sees is 0 along it: deflections of springs, deflections
//! and positions that formulas name, positions that laws see. A row counts however small its force is, in gaps too. Where
//! forces by formula are periodic in a row, whole periods of it are such displacements (`study::periods`).

use faer::Mat;

use super::model::Case;
use super::periods::{Periods, dot};
use crate::network::{Action, End, Force, Meaning, Signal};
use crate::unit::Accessor;

/// Least part of a row across the others, relative to it, that makes it one of its own: ratios of gears that close a
/// loop do so up to round-off of some products.
const INDEPENDENT: f64 = 1e-12;

/// The neutral directions of a model, and what is across them, with its periods.
#[derive(Clone, Debug)]
pub(super) struct Neutral {
    /// Orthonormal, each over all states.
    along: Vec<Vec<f64>>,
    /// Orthonormal, all that is left.
    across: Vec<Vec<f64>>,
    periods: Periods,
}

impl Neutral {
    pub fn of(model: &Case) -> Self {
        let size = model.rows().len();
        let unit_vector = |place: usize| {
            let mut vector = vec![0.0; size];
            vector[place] = 1.0;
            vector
        };
        let positions = positions(model);
        let Seen { rows, turns } = Seen::of(model, &positions);
        let mut across: Vec<Vec<f64>> = Vec::new();
        for row in rows {
            across.extend(rest(row, &[&across]));
        }
        let mut periods = Periods::default();
        for row in turns {
            match rest(row.clone(), &[&across]) {
                Some(direction) => {
                    periods.add(row, &direction);
                    across.push(direction);
                }
                None => periods.restrict(&row),
            }
        }
        let mut along: Vec<Vec<f64>> = Vec::new();
        for place in positions.iter().filter_map(|place| *place) {
            along.extend(rest(unit_vector(place), &[&across, &along]));
        }
        if along.is_empty() {
            across = (0..size).map(unit_vector).collect();
        } else {
            let others = (0..size).filter(|place| !positions.contains(&Some(*place)));
            across.extend(others.map(unit_vector));
        }
        Self { along, across, periods }
    }

    /// Returns the part of a vector along the neutral directions.
    fn along(&self, vector: &[f64]) -> Vec<f64> {
        let mut part = vec![0.0; vector.len()];
        for direction in &self.along {
            let size = dot(direction, vector);
            for (entry, one) in part.iter_mut().zip(direction) {
                *entry += size * one;
            }
        }
        part
    }

    /// Returns the part of a vector across them.
    pub fn across(&self, vector: &[f64]) -> Vec<f64> {
        difference(vector, &self.along(vector))
    }

    /// Returns the part of a change of the states after which all is as before: that along the neutral directions, and
    /// the whole periods next to it.
    pub fn advance(&self, change: &[f64]) -> Vec<f64> {
        let periods = self.periods.nearest(change);
        self.along(change).iter().zip(periods).map(|(along, whole)| along + whole).collect()
    }

    /// Returns a change of the states without this part.
    pub fn returned(&self, change: &[f64]) -> Vec<f64> {
        difference(change, &self.advance(change))
    }

    /// Returns a state with the neutral displacement of another, and within half a period of it.
    pub fn placed(&self, state: &[f64], like: &[f64]) -> Vec<f64> {
        difference(state, &self.advance(&difference(state, like)))
    }

    /// Returns a state within half a period of 0.
    pub fn wrapped(&self, state: &[f64]) -> Vec<f64> {
        difference(state, &self.periods.nearest(state))
    }

    /// True if a state advances along one of the neutral directions.
    pub fn moves(&self, state: usize) -> bool {
        self.along.iter().any(|direction| direction[state].abs() > INDEPENDENT)
    }

    /// Returns the least advance of a state by whole periods; None if none advances it.
    pub fn period(&self, state: usize) -> Option<f64> {
        self.periods.of(state)
    }

    /// Returns the derivative of a motion without the neutral directions, which it leaves as they are.
    pub fn quotient(&self, monodromy: &Mat<f64>) -> Mat<f64> {
        let size = self.across.len();
        let (n, basis) = (monodromy.nrows(), &self.across);
        let basis = Mat::from_fn(n, size, |i, j| basis[j][i]);
        basis.transpose() * (monodromy * &basis)
    }

    /// Returns P(Φ − 1) + 1 − P with the projection P across the neutral directions: regular where the motion is
    /// periodic but for a displacement along them, and isolated.
    pub fn return_matrix(&self, monodromy: &Mat<f64>) -> Mat<f64> {
        let n = monodromy.nrows();
        let mut matrix = monodromy - Mat::<f64>::identity(n, n);
        for direction in &self.along {
            let ahead: Vec<f64> =
                (0..n).map(|j| (0..n).map(|i| direction[i] * matrix[(i, j)]).sum()).collect();
            for (i, one) in direction.iter().enumerate() {
                for (j, ahead) in ahead.iter().enumerate() {
                    matrix[(i, j)] += one * (direction[j] - ahead);
                }
            }
        }
        matrix
    }
}

/// Returns the state that is the position of each body.
fn positions(model: &Case) -> Vec<Option<usize>> {
    let unit = model.unit();
    let state = |body: usize| {
        let is = |variable: usize| unit.variables()[variable].accessor == Accessor::Position(body);
        model.rows().iter().position(|row| is(row.variable))
    };
    (0..unit.network().bodies.len()).map(state).collect()
}

/// The rows of positions on which something depends.
#[derive(Default)]
struct Seen {
    rows: Vec<Vec<f64>>,
    /// Rows of which only the part of a turn matters, in turns.
    turns: Vec<Vec<f64>>,
}

/// Row of the positions of ends, each with a factor.
type RowOf<'r> = dyn Fn(&[(End, f64)]) -> Vec<f64> + 'r;

impl Seen {
    fn of(model: &Case, positions: &[Option<usize>]) -> Self {
        let network = model.unit().network();
        let row = |ends: &[(End, f64)]| {
            let mut row = vec![0.0; model.rows().len()];
            for (end, factor) in ends {
                let weight = end.weight.map_or(1.0, |id| model.parameter(id));
                if let Some(place) = end.body.and_then(|body| positions[body]) {
                    row[place] += factor * weight;
                }
            }
            row
        };
        let mut seen = Self::default();
        for spring in &network.springs {
            let [i, j] = spring.end_factors(|id| model.parameter(id));
            seen.rows.push(row(&[(spring.i, i), (spring.j, -j)]));
        }
        for force in network.forces.iter() {
            // The energy of a potential acts on nothing.
            for action in force.actions.iter().filter(|action| action.acts()) {
                seen.action(model, (force, action), &row);
            }
        }
        for contact in &network.contacts {
            let ends = [contact.i, contact.j];
            let places = contact.law.kind.seen().iter().filter_map(|place| ends.get(*place));
            seen.rows.extend(places.map(|end| row(&[(*end, 1.0)])));
        }
        seen
    }

    /// Adds the rows of an action of a force; `row` makes the one of some ends.
    fn action(&mut self, model: &Case, (force, action): (&Force, &Action), row: &RowOf) {
        let of_names = |factors: &Vec<f64>| {
            let mut ends = Vec::new();
            for ((_, meaning), factor) in force.names.iter().zip(factors) {
                match *meaning {
                    Meaning::Relative => ends.extend([(action.i, *factor), (action.j, -factor)]),
                    Meaning::Position(body) => {
                        ends.push((End { body: Some(body), weight: None }, *factor));
                    }
                    _ => {}
                }
            }
            row(&ends)
        };
        let input = |id| model.signal(Signal::Input(id));
        let is_position =
            |meaning: &Meaning| matches!(meaning, Meaning::Relative | Meaning::Position(_));
        let found = force.invariance(action, is_position, input, |id| model.parameter(id));
        self.rows.extend(found.none.iter().map(of_names));
        self.turns.extend(found.whole.iter().map(of_names));
    }
}

/// Returns the part of a vector across others, of length 1; None where that is round-off.
fn rest(mut vector: Vec<f64>, others: &[&Vec<Vec<f64>>]) -> Option<Vec<f64>> {
    let whole = dot(&vector, &vector).sqrt();
    // Twice is enough (W. Kahan, in B. N. Parlett, The Symmetric Eigenvalue Problem, 1980, §6-9).
    for _ in 0..2 {
        for other in others.iter().copied().flatten() {
            let along = dot(other, &vector);
            for (entry, direction) in vector.iter_mut().zip(other) {
                *entry -= along * direction;
            }
        }
    }
    let left = dot(&vector, &vector).sqrt();
    (left > INDEPENDENT * whole).then(|| vector.iter().map(|entry| entry / left).collect())
}

/// Returns a − b.
pub(super) fn difference(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}
