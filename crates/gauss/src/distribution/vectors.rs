//! Vectors in the coordinates of members or cycles.

pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Sets `a −= factor·b`
pub(super) fn subtract(a: &mut [f64], factor: f64, b: &[f64]) {
    for (a, b) in a.iter_mut().zip(b) {
        *a -= factor * b;
    }
}

/// Scales to length 1 and returns the length it had.
pub(super) fn normalise(a: &mut [f64]) -> f64 {
    let length = libm::sqrt(dot(a, a));
    for a in a.iter_mut() {
        *a /= length;
    }
    length
}
