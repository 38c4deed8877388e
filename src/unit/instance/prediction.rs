//! Prediction of the next transition, if inputs and parameters stay as they are, and of stops that open at the start.

use super::Simulation;
use crate::dynamics::{Penetration, Prediction};
use crate::unit::instance::Freshness;
use crate::unit::{Fault, Phase};

/// `nextEventTime` where no transition comes within the horizon, s: later than any simulation, and far from
/// the end of the range of numbers.
const NEVER: f64 = 1e300;

impl Simulation {
    /// Returns the part of its limit that the force of a stuck contact uses now, as the outputs were last evaluated.
    pub(crate) fn use_of_limit(&self, contact: usize) -> f64 {
        self.simulator.use_of_limit(contact)
    }

    /// Returns `nextEventTime`, s; outputs fit the values set.
    ///
    /// # Errors
    /// If the motion cannot continue to where it would be known.
    pub(super) fn next_event_time(&mut self) -> Result<f64, Fault> {
        Ok(self.look_ahead()?.first.unwrap_or(NEVER))
    }

    /// Returns the step, in s, that ends at the next transition after the present time, or at the horizon.
    ///
    /// # Errors
    /// Outside stepping, or if the motion cannot continue to where it would be known.
    pub fn step_to_transition(&mut self) -> Result<f64, Fault> {
        self.require(Phase::Stepping, "predicting a transition")?;
        self.refresh()?;
        let later = self.look_ahead()?.later;
        Ok(later.map_or(self.prediction_horizon, |time| time - self.simulator.state().time))
    }

    pub(super) fn look_ahead(&mut self) -> Result<Prediction, Fault> {
        if let Some(known) = self.prediction {
            return Ok(known);
        }
        self.simulator.ramp(&self.rates);
        let end = self.simulator.state().time + self.prediction_horizon;
        let found = self.simulator.predict(end, &self.parameters, &self.inputs)?;
        self.prediction = Some(found);
        Ok(found)
    }

    /// Returns the stops that are penetrated at the start so far that they throw their ends apart. To be asked before stepping.
    ///
    /// # Errors
    /// Values that break a rule.
    pub fn penetrations(&mut self) -> Result<Vec<Penetration>, Fault> {
        self.refresh()?;
        self.freshness = Freshness::Given;
        Ok(self.simulator.penetrations()?)
    }
}
