//! The equations of a mechanism, integrated by extrapolation of the modified midpoint rule (Gragg, Bulirsch, Stoer).

/// Numbers of substeps.
const PARTS: [usize; 9] = [2, 4, 6, 8, 10, 12, 14, 16, 18];
/// Greatest relative error of a step.
const ERROR: f64 = 3e-13;

/// A state that moves by y' = f(t, y).
pub struct Reference<const N: usize, F> {
    pub time: f64,
    pub y: [f64; N],
    pub rate: F,
    /// Sizes of the states, to which errors are relative.
    pub size: [f64; N],
    /// Longest step.
    pub longest: f64,
}

impl<const N: usize, F: Fn(f64, &[f64; N]) -> [f64; N]> Reference<N, F> {
    fn midpoint(&self, h: f64, parts: usize) -> [f64; N] {
        let part = h / parts as f64;
        let slope = (self.rate)(self.time, &self.y);
        let mut before = self.y;
        let mut now: [f64; N] = std::array::from_fn(|k| before[k] + part * slope[k]);
        for n in 1..parts {
            let slope = (self.rate)(self.time + n as f64 * part, &now);
            let next = std::array::from_fn(|k| before[k] + 2.0 * part * slope[k]);
            (before, now) = (now, next);
        }
        let slope = (self.rate)(self.time + h, &now);
        std::array::from_fn(|k| 0.5 * (now[k] + before[k] + part * slope[k]))
    }

    /// State after a step, and its error over what is allowed.
    fn tried(&self, h: f64) -> ([f64; N], f64) {
        let mut before: Vec<[f64; N]> = Vec::new();
        let mut error = f64::INFINITY;
        for (n, parts) in PARTS.into_iter().enumerate() {
            let mut row = vec![self.midpoint(h, parts)];
            for (column, rough) in before.iter().enumerate() {
                let ratio = (parts as f64 / PARTS[n - column - 1] as f64).powi(2);
                let last = row[column];
                row.push(std::array::from_fn(|k| last[k] + (last[k] - rough[k]) / (ratio - 1.0)));
            }
            if let [.., last, best] = &row[..] {
                let off = (0..N).map(|k| (best[k] - last[k]).abs() / (ERROR * self.size[k]));
                error = off.fold(0.0, f64::max);
            }
            before = row;
        }
        (before[PARTS.len() - 1], error)
    }

    /// One step of at most h, as long as it may be; its length.
    fn step(&mut self, mut h: f64) -> f64 {
        loop {
            let (y, error) = self.tried(h);
            if error <= 1.0 {
                (self.y, self.time) = (y, self.time + h);
                return h;
            }
            h *= 0.5;
            assert!(h > 1e-9 * self.longest, "no step is short enough at t = {}", self.time);
        }
    }

    /// Moves to a time.
    pub fn go(&mut self, end: f64) {
        while self.time < end {
            let left = end - self.time;
            if self.step(left.min(self.longest)) == left {
                self.time = end;
            }
        }
    }

    /// Moves until a guard falls below 0, which it does not before; at most to a time, whose passing is a failure.
    pub fn until(&mut self, end: f64, guard: impl Fn(f64, &[f64; N]) -> f64) {
        while self.time < end {
            let (time, y) = (self.time, self.y);
            let h = self.step(self.longest);
            if guard(self.time, &self.y) >= 0.0 {
                continue;
            }
            let (mut low, mut high) = (0.0, h);
            (self.time, self.y) = (time, y);
            for _ in 0..60 {
                let middle = 0.5 * (low + high);
                let after = self.tried(middle).0;
                if guard(time + middle, &after) >= 0.0 { low = middle } else { high = middle }
            }
            (self.y, self.time) = (self.tried(high).0, time + high);
            return;
        }
        panic!("nothing happens before {end}");
    }
}
