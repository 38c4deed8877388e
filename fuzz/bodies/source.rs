//! Sequences of calls out of bytes.

/// Most calls of a sequence, so that it ends soon.
pub const MOST: usize = 64;

/// Longest step, s.
pub const LONGEST: f64 = 0.01;

/// The bytes of a sequence, of which zeros follow the end.
pub struct Source<'a>(std::slice::Iter<'a, u8>);

impl<'a> Source<'a> {
    pub fn new(data: &'a [u8]) -> Self {
        Self(data.iter())
    }

    pub fn is_empty(&self) -> bool {
        self.0.len() == 0
    }

    pub fn byte(&mut self) -> u8 {
        self.0.next().copied().unwrap_or(0)
    }

    pub fn number(&mut self) -> f64 {
        match self.byte() {
            0 => f64::from_le_bytes(std::array::from_fn(|_| self.byte())),
            small => (f64::from(small) - 128.0) / 16.0,
        }
    }
}
