//! How friction changes with the numbers of a law, where slip, normal load and states stay: the part of a
//! directional derivative that series along a motion do not see.

use super::declaration::Values;
use super::dry::{Conditions, Spot};
use super::internal::{InternalSeries, MOST_STATES, Moment, Sense};
use super::{Direction, Law, LawShape, LoadUse};

/// The numbers of a law and their changes, entries of [`LawShape::parameters`].
#[derive(Clone, Copy, Debug)]
pub struct Changes<'c> {
    pub shape: &'c LawShape,
    pub numbers: &'c [f64],
    pub by: &'c [f64],
    /// Change of the normal load, for laws that are functions of it.
    pub load: f64,
}

impl<'c> Changes<'c> {
    fn values(&self) -> (Values<'c>, Values<'c>) {
        (Values::new(self.numbers, &self.shape.ends), Values::new(self.by, &self.shape.ends))
    }

    fn viscous(&self) -> f64 {
        self.by[self.shape.viscous()]
    }
}

impl Law {
    fn spot(&self, direction: Direction, x: f64, at: Conditions, changes: &Changes) -> Spot {
        let inside = x;
        Spot { direction, x, inside, load: at.load, speed: at.speed, load_change: changes.load }
    }

    /// Change of F(w) of a static law on a piece of it, for slip with w in a direction.
    pub fn change(
        &self,
        (direction, piece): (Direction, usize),
        slip: f64,
        at: Conditions,
        changes: &Changes,
    ) -> f64 {
        let inside = self.inside(direction, piece);
        if inside < self.window() {
            // The load is part of the series.
            let changes = Changes { load: 0.0, ..*changes };
            return direction.sign() * self.limit_change(direction, at, &changes);
        }
        let x = (direction.sign() * slip).max(0.0);
        let spot = Spot { inside, ..self.spot(direction, x, at, changes) };
        let (values, by) = changes.values();
        let law = self.dry.law();
        let dry = match self.regularisation {
            None => law.change(&spot, values, by),
            Some(how) if inside < how.ramp() => {
                let (share, change) = how.change(x, by.last());
                let ramp = how.ramp();
                let (f, slope) = law.magnitude(direction, ramp, at);
                let held = Spot { x: ramp, inside: ramp, ..spot };
                share * (law.change(&held, values, by) + slope * by.last()) + change * f
            }
            Some(how) if how.edge() > 0.0 => law.change(&spot, values, by),
            Some(how) => {
                let (share, change) = how.change(x, by.last());
                let (f, _) = law.magnitude(direction, x, at);
                share * law.change(&spot, values, by) + change * f
            }
        };
        direction.sign() * self.factor(at.load) * dry + changes.viscous() * slip
    }

    /// Change of the static limit in a direction.
    pub fn limit_change(&self, direction: Direction, at: Conditions, changes: &Changes) -> f64 {
        if self.is_regularised() {
            return 0.0;
        }
        let (values, by) = changes.values();
        let spot = self.spot(direction, 0.0, at, changes);
        let limit = self.dry.law().limit_change(&spot, values, by);
        let grows = self.dry.law().static_limit(direction, at) * changes.load;
        let grown = if self.kind().load_use() == LoadUse::Argument { 0.0 } else { grows };
        self.factor(at.load) * limit + grown
    }

    /// Adds to the coefficients of order 1 of a law with internal states what its numbers change, where those
    /// of order 0 and 1 are there; returns the change of the friction force that they have made.
    pub fn advance_change(
        &self,
        sense: Sense,
        series: &mut InternalSeries,
        changes: &Changes,
    ) -> f64 {
        let Some(law) = &self.internal else { return 0.0 };
        let states: [f64; MOST_STATES] = std::array::from_fn(|state| series.state(state)[0]);
        let (slip, load) = (series.slip[0], series.load[0]);
        let moment = Moment { sense, slip, load, states };
        let terms = law.law().change(&moment, changes.values().1);
        series.add_rates(terms.rate);
        if sense == Sense::Free {
            return 0.0;
        }
        let viscous = changes.viscous();
        series.add_power(load * terms.power + viscous * slip * slip);
        load * terms.friction + viscous * slip
    }

    /// Prepares the coefficients of order 1 of a law with internal states: changes of the states.
    pub fn begin_change(&self, states: [f64; MOST_STATES], series: &mut InternalSeries) {
        let Some(law) = &self.internal else { return };
        series.begin_change(states, law.law().leaves_its_end());
    }
}
