//! The usual practice: sgn w is replaced by tanh(w/width), and fixed steps of the classical Runge–Kutta method are taken.
//!
//! Nothing sticks then. A contact counts as slipping while |w| is above [`BAND`] widths; times between two steps by a
//! straight line.

use super::Runner;
use super::problem::{Problem, Ramp, SIZE};
use super::runge_kutta::RungeKutta;
use super::transitions::{Transition, change};

/// Widths up to which a contact counts as stuck: there tanh is 0.9999, at one width 0.76, so that a contact would count as
/// slipping at three quarters of its limit however small the width is.
pub const BAND: f64 = 5.0;

pub struct Smoothed {
    problem: &'static Problem,
    width: f64,
    substeps: usize,
    state: RungeKutta,
    inputs: Vec<Ramp>,
    since: f64,
}

/// Returns the mode of a contact by its slip velocity.
pub fn mode(slip: f64, band: f64) -> i32 {
    if slip.abs() > band { slip.signum() as i32 } else { 0 }
}

impl Smoothed {
    pub fn new(problem: &'static Problem, width: f64, substeps: usize) -> Self {
        let state = RungeKutta::new(problem.start());
        Self { problem, width, substeps, state, inputs: Vec::new(), since: 0.0 }
    }

    fn substep(&mut self, h: f64) {
        let Self { problem, width, inputs, since, .. } = self;
        self.state.step(h, |part, state, rates| {
            problem.loads(*since + part, inputs, state, rates);
            for contact in problem.contacts {
                let slip = contact.slip(state);
                let most = contact.friction(slip.abs(), *since + part, inputs);
                let friction = most * (slip / *width).tanh();
                rates[contact.first] -= friction;
                if let Some(second) = contact.second {
                    rates[second] += friction;
                }
            }
            for (rate, body) in rates.iter_mut().zip(problem.bodies) {
                *rate /= body.mass;
            }
        });
        *since += h;
    }

    fn slips(&self) -> Vec<f64> {
        self.problem.contacts.iter().map(|contact| contact.slip(&self.state.state)).collect()
    }
}

/// Records the transitions between two instants, `h` apart and the first at `time`, of a contact that has these slip velocities.
fn crossings(
    contact: usize,
    [from, to]: [f64; 2],
    band: f64,
    (time, h): (f64, f64),
    record: &mut Vec<Transition>,
) {
    let [before, after] = [from, to].map(|slip| mode(slip, band));
    let crossing = |level: f64| time + h * (level - from) / (to - from);
    if before != 0 && before != after {
        change(crossing(f64::from(before) * band), contact, before, 0, record);
    }
    if after != 0 && before != after {
        change(crossing(f64::from(after) * band), contact, 0, after, record);
    }
}

impl Runner for Smoothed {
    fn set(&mut self, inputs: Vec<Ramp>) {
        (self.inputs, self.since) = (inputs, 0.0);
    }

    fn step(&mut self, time: f64, mut record: Option<&mut Vec<Transition>>) -> Result<(), String> {
        let h = SIZE / self.substeps as f64;
        for part in 0..self.substeps {
            let before = record.is_some().then(|| self.slips());
            self.substep(h);
            if let (Some(before), Some(record)) = (before, record.as_deref_mut()) {
                let begin = time + part as f64 * h;
                for (contact, (from, to)) in before.iter().zip(self.slips()).enumerate() {
                    crossings(contact, [*from, to], BAND * self.width, (begin, h), record);
                }
            }
        }
        Ok(())
    }
}
