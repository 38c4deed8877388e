//! Numbers drawn from a seed, the same everywhere (SplitMix64, Steele, Lea, Flood 2014).

pub struct Draws(u64);

impl Draws {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0xD129_0B26_8F4A_9B35))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Below 1.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.unit() * end as f64) as usize
    }

    pub fn chance(&mut self, part: f64) -> bool {
        self.unit() < part
    }

    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// Between two numbers, with three decimals.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        (1e3 * (low + (high - low) * self.unit())).round() / 1e3
    }

    /// One of a few round values, so that ties are common, or any in between.
    pub fn mixed(&mut self, round: &[f64], low: f64, high: f64) -> f64 {
        if self.chance(0.5) { self.pick(round) } else { self.between(low, high) }
    }

    /// As [`Draws::mixed`], evenly over the orders of magnitude.
    pub fn scaled(&mut self, low: f64, high: f64) -> f64 {
        let size = low * (high / low).powf(self.unit());
        let digits = 10f64.powi(2 - size.log10().floor() as i32);
        (size * digits).round() / digits
    }
}
