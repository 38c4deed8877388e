//! An independent integrator.

/// A method of order 5 with steps of its own (Dormand and Prince).
pub struct Reference<const N: usize> {
    t: f64,
    pub y: [f64; N],
    h: f64,
    /// The longest one, so that none goes over a contact.
    most: f64,
}

const NODES: [[f64; 6]; 6] = [
    [1.0 / 5.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    [3.0 / 40.0, 9.0 / 40.0, 0.0, 0.0, 0.0, 0.0],
    [44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0, 0.0, 0.0, 0.0],
    [19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0, 0.0, 0.0],
    [9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0, 0.0],
    [35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0],
];

const ERROR: [f64; 7] = [
    71.0 / 57600.0,
    0.0,
    -71.0 / 16695.0,
    71.0 / 1920.0,
    -17253.0 / 339_200.0,
    22.0 / 525.0,
    -1.0 / 40.0,
];

impl<const N: usize> Reference<N> {
    pub fn new(y: [f64; N], most: f64) -> Self {
        Self { t: 0.0, y, h: 1e-8, most }
    }

    pub fn go(&mut self, end: f64, f: &mut dyn FnMut([f64; N]) -> [f64; N]) {
        while self.t < end {
            let h = self.h.min(self.most).min(end - self.t);
            let mut slopes = [[0.0; N]; 7];
            slopes[0] = f(self.y);
            let mut next = self.y;
            for stage in 0..6 {
                next = std::array::from_fn(|k| {
                    let terms = (0..=stage).map(|j| NODES[stage][j] * slopes[j][k]);
                    self.y[k] + h * terms.sum::<f64>()
                });
                slopes[stage + 1] = f(next);
            }
            let error = (0..N).fold(0.0, |most: f64, k| {
                let terms = (0..7).map(|j| ERROR[j] * slopes[j][k]);
                most.max((h * terms.sum::<f64>()).abs() / (1e-15 + 1e-13 * self.y[k].abs()))
            });
            if error <= 1.0 || h < 1e-14 {
                self.t += h;
                self.y = next;
            }
            self.h = h * (0.9 * error.max(1e-10).powf(-0.2)).clamp(0.2, 4.0);
        }
    }
}
