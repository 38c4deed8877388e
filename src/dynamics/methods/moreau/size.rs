//! Sizes of steps.

/// Fractions that are tried; more terms than any has that is simpler than what round-off leaves of it.
const MOST_TERMS: usize = 40;

/// Returns the size that a step between two times is meant to have: the simplest fraction within the round-off of both.
/// A host's steps of 1 ms differ by some 1e-15 s, and all of them are 1/1000 s here.
pub(in crate::dynamics) fn nominal(begin: f64, end: f64) -> f64 {
    let size = end - begin;
    let round_off = f64::EPSILON * begin.abs().max(end.abs());
    simplest(size - round_off, size + round_off).unwrap_or(size)
}

/// Returns the fraction of the least denominator in a range: its continued fraction is what those of both ends have in
/// common, and one more term.
fn simplest(mut low: f64, mut high: f64) -> Option<f64> {
    let ([mut p, mut last_p], [mut q, mut last_q]) = ([1.0, 0.0], [0.0, 1.0]);
    for _ in 0..MOST_TERMS {
        if !(low > 0.0 && high.is_finite()) {
            return None;
        }
        let whole = low.ceil();
        let ends = whole <= high;
        let term = if ends { whole } else { low.floor() };
        (p, last_p) = (term * p + last_p, p);
        (q, last_q) = (term * q + last_q, q);
        if ends {
            return Some(p / q);
        }
        (low, high) = (1.0 / (high - term), 1.0 / (low - term));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::nominal;

    #[test]
    fn steps_of_one_size_have_it() {
        for (size, count) in [(1e-3, 200_000), (0.01, 10_000), (1.0 / 60.0, 10_000), (0.25, 100)] {
            let mut summed = 0.0;
            for k in 1..=count {
                assert_eq!(nominal(size * f64::from(k - 1), size * f64::from(k)), size, "{k}");
                assert_eq!(nominal(summed, summed + size), size, "{k}");
                summed += size;
            }
        }
    }

    #[test]
    fn a_size_that_is_none_of_few_figures_stays() {
        let size = std::f64::consts::PI * 1e-3;
        assert_eq!(nominal(0.0, size), size);
        assert!((nominal(1.0, 1.0 + size) - size).abs() <= f64::EPSILON);
    }
}
