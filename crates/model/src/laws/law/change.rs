//! Changes of friction with the parameters of a law, where slip, normal load and states stay: the part of a
//! directional derivative that series along a motion do not see.

use crate::laws::declaration::Values;
use crate::laws::dry::Conditions;
use crate::laws::dry::change::Spot;
use crate::laws::internal::InternalSeries;
use crate::laws::sense::{MOST_STATES, Sense};
use crate::laws::{Direction, Law, LawShape, LoadUse};

/// Changes of the parameters of a law, entries of [`LawShape::parameters`].
#[derive(Clone, Copy, Debug)]
pub struct Changes<'c> {
    /// The law to which they belong.
    pub shape: &'c LawShape,
    /// Change of each number, in the order of the values.
    pub by: &'c [f64],
    /// Change of the normal load, for laws that are functions of it.
    pub load: f64,
}

impl<'c> Changes<'c> {
    pub(super) fn values(&self) -> Values<'c> {
        Values::new(self.by, &self.shape.ends)
    }

    fn viscous(&self) -> f64 {
        self.shape.viscous().map_or(0.0, |place| self.by[place])
    }
}

impl Law {
    /// Returns the change of F(w) of a static law on a branch of it, for slip with w in a direction.
    pub fn change(
        &self,
        (direction, piece): (Direction, usize),
        slip: f64,
        at: Conditions,
        changes: &Changes,
    ) -> f64 {
        let x = (direction.sign() * slip).max(0.0);
        let spot = Spot { direction, piece, x, at, load_change: changes.load };
        let dry = self.dry.change(&spot, changes.values());
        let held = self.window() > 0.0 && piece == 0;
        let viscous = if held { 0.0 } else { changes.viscous() * slip };
        direction.sign() * self.factor(at.load) * dry + viscous
    }

    /// Returns the change of the static limit in a direction.
    pub fn limit_change(&self, direction: Direction, at: Conditions, changes: &Changes) -> f64 {
        if self.is_regularised() {
            return 0.0;
        }
        let spot = Spot { direction, piece: 0, x: 0.0, at, load_change: changes.load };
        let limit = self.dry.limit_change(&spot, changes.values());
        let grows = self.dry.static_limit(direction, at) * changes.load;
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
        let (slip, load) = (series.slip[0], series.load[0]);
        let terms = law.law().change(sense, series, changes.values());
        series.add_rates(terms.rate);
        if sense == Sense::Free {
            return 0.0;
        }
        let viscous = changes.viscous();
        series.add_power(load * terms.power + viscous * slip * slip);
        load * terms.friction + viscous * slip
    }

    /// Returns the changes of the states that a law sets where a contact phase begins, by its parameters.
    pub fn enter_change(&self, sense: Sense, changes: &Changes) -> [Option<f64>; MOST_STATES] {
        let law = self.internal.as_ref();
        law.map_or([None; MOST_STATES], |law| law.law().enter_change(sense, changes.values()))
    }

    /// Prepares the coefficients of order 1 of a law with internal states: changes of the states.
    pub fn begin_change(&self, states: [f64; MOST_STATES], series: &mut InternalSeries) {
        let Some(law) = &self.internal else { return };
        series.begin_change(states, |state| !law.law().leaves_its_end(state));
    }
}
