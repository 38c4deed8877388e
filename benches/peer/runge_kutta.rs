//! The classical Runge–Kutta method of order 4.

pub struct RungeKutta {
    pub state: Vec<f64>,
    stage: Vec<f64>,
    slopes: [Vec<f64>; 4],
}

impl RungeKutta {
    pub fn new(state: Vec<f64>) -> Self {
        let zeros = || vec![0.0; state.len()];
        Self { stage: zeros(), slopes: [zeros(), zeros(), zeros(), zeros()], state }
    }

    /// Makes a step of size `h`. The rates of a state are those at a time since the start of the step.
    pub fn step(&mut self, h: f64, mut rates: impl FnMut(f64, &[f64], &mut [f64])) {
        rates(0.0, &self.state, &mut self.slopes[0]);
        for (stage, part) in [(1, h / 2.0), (2, h / 2.0), (3, h)] {
            for (i, x) in self.stage.iter_mut().enumerate() {
                *x = self.state[i] + part * self.slopes[stage - 1][i];
            }
            rates(part, &self.stage, &mut self.slopes[stage]);
        }
        let [k1, k2, k3, k4] = &self.slopes;
        for (i, x) in self.state.iter_mut().enumerate() {
            *x += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        }
    }
}
