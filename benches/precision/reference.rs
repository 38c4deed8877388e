//! A second opinion on the times of luztar: the classical Runge–Kutta method of order 4 in short steps, whose last one
//! before a transition is bisected down to it. Where bodies have no springs all forces are straight in time, which the
//! method integrates exactly: a closed form up to round-off.

use super::modes::Modes;
use super::problem::{Problem, Ramp, SIZE};
use super::runge_kutta::RungeKutta;
use super::transitions::{Transition, change};

/// Steps per communication step where a law or a spring bends.
const SUBSTEPS: usize = 50;
/// Halvings of a step: down to its last bit.
const HALVINGS: usize = 60;

struct Run<'p> {
    modes: Modes<'p>,
    state: RungeKutta,
    /// Start of the present step since the inputs were given.
    since: f64,
}

impl Run<'_> {
    /// Steps from a state by `h` in the present modes; true if they hold at its end.
    fn holds(&mut self, from: &[f64], h: f64, inputs: &[Ramp]) -> bool {
        self.state.state.copy_from_slice(from);
        let (modes, since) = (&mut self.modes, self.since);
        self.state.step(h, |part, state, rates| {
            rates.copy_from_slice(modes.rates(since + part, inputs, state));
        });
        self.modes.hold(since + h, inputs, &self.state.state)
    }

    /// Moves by `h`, through all transitions on the way; `time` is that at the end of `h`.
    fn advance(&mut self, h: f64, time: f64, inputs: &[Ramp], record: &mut Vec<Transition>) {
        let mut left = h;
        loop {
            let from = self.state.state.clone();
            if self.holds(&from, left, inputs) {
                self.since += left;
                return;
            }
            let (mut low, mut high) = (0.0, left);
            for _ in 0..HALVINGS {
                let middle = 0.5 * (low + high);
                if self.holds(&from, middle, inputs) { low = middle } else { high = middle }
            }
            self.holds(&from, high, inputs);
            self.since += high;
            left -= high;
            let before = self.modes.of_contact.clone();
            self.modes.settle(self.since, inputs, &mut self.state.state);
            for (contact, (from, to)) in before.iter().zip(&self.modes.of_contact).enumerate() {
                change(time - left, contact, *from, *to, record);
            }
        }
    }
}

/// Finds the transitions of a problem.
pub fn transitions(problem: &Problem) -> Vec<Transition> {
    let start = problem.start();
    let mut run =
        Run { modes: Modes::new(problem, &start), state: RungeKutta::new(start), since: 0.0 };
    let mut record = Vec::new();
    let mut inputs = Vec::new();
    let substeps = if problem.has_springs() { SUBSTEPS } else { 1 };
    for step in 0..problem.steps() {
        if let Some(given) = problem.given(step) {
            inputs = given;
            run.since = 0.0;
        }
        for part in 1..=substeps {
            let time = (step as f64 + part as f64 / substeps as f64) * SIZE;
            run.advance(SIZE / substeps as f64, time, &inputs, &mut record);
        }
    }
    record
}
