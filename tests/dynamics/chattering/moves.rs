//! A motion with what happened in it.

use std::sync::Arc;

use luztar::dynamics::{Element, Event, Fault, Simulator};
use luztar::network::{Network, read};

pub const TOLERANCE: f64 = 1e-10;

/// A motion from t = 0 on.
#[derive(Debug)]
pub struct Moves {
    pub motion: Simulator,
    pub parameters: Vec<f64>,
    pub events: Vec<Event>,
}

impl Moves {
    /// # Errors
    /// Where the motion cannot begin.
    pub fn begin(
        network: Network,
        time: f64,
        inputs: &[f64],
        rates: &[f64],
    ) -> Result<Self, Fault> {
        let parameters = network.start_parameters();
        let mut motion = Simulator::new(Arc::new(network));
        motion.ramp(rates);
        motion.initialise(time, &parameters, inputs, TOLERANCE)?;
        Ok(Self { motion, parameters, events: Vec::new() })
    }

    /// # Errors
    /// Where the motion cannot go on.
    pub fn advance(&mut self, end: f64, inputs: &[f64], rates: &[f64]) -> Result<(), Fault> {
        let Self { motion, parameters, events } = self;
        motion.ramp(rates);
        motion.advance(end, parameters, inputs, &mut |event| events.push(event))
    }

    /// A network without inputs, moved to `end` in so many equal steps.
    pub fn of(file: &str, end: f64, steps: usize) -> Self {
        let network = read(file, "test.toml").expect("a network");
        let mut moves = Self::begin(network, 0.0, &[], &[]).expect("begins");
        for step in 1..=steps {
            let moved = moves.advance(end * step as f64 / steps as f64, &[], &[]);
            moved.unwrap_or_else(|fault| panic!("{fault}\n{file}"));
        }
        moves
    }

    /// What happened, without times.
    pub fn sequence(&self) -> Vec<(Element, i32, i32)> {
        self.events.iter().map(|event| (event.element(), event.from(), event.to())).collect()
    }
}
