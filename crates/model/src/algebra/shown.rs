//! Numbers in messages.

use std::fmt;

/// A number in its shortest exact form, with an exponent where there would be many zeros.
#[derive(Clone, Copy, Debug)]
pub struct Short(pub f64);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = 1e-4..1e7;
        if self.0 == 0.0 || plain.contains(&self.0.abs()) || !self.0.is_finite() {
            write!(f, "{}", self.0)
        } else {
            write!(f, "{:e}", self.0)
        }
    }
}
