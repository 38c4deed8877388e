//! Each kind's answers agree with its force: derivatives and integrals by differences, series by composition.

use super::{Characteristic, samples};

/// Deflections, m.
const PLACES: [f64; 7] = [-0.9, -0.4, -0.1, 0.0, 0.2, 0.5, 0.8];

/// Compares numbers that agree but for the truncation of differences.
fn assert_close(found: f64, expected: f64, what: &str) {
    assert!(
        (found - expected).abs() <= 1e-6 * (1.0 + expected.abs()),
        "{what}: {found} {expected}"
    );
}

/// The derivative of a function at a place, by a central difference.
fn derivative(of: impl Fn(f64) -> f64, at: f64) -> f64 {
    let by = 1e-5;
    (of(at + by) - of(at - by)) / (2.0 * by)
}

#[test]
fn slopes_and_potentials_are_those_of_the_force() {
    for kind in samples() {
        assert!(!kind.is_linear(), "{kind:?}");
        assert_eq!((kind.force(0.0), kind.potential(0.0)), (0.0, 0.0), "{kind:?}");
        for e in PLACES {
            assert_close(kind.slope(e), derivative(|e| kind.force(e), e), "slope");
            assert_close(kind.force(e), derivative(|e| kind.potential(e), e), "force");
        }
        let falls = PLACES.iter().any(|e| kind.slope(*e) < 0.0);
        assert_eq!(kind.is_convex(), !falls, "{kind:?}");
    }
}

#[test]
fn mean_forces_are_discrete_gradients_that_are_bounded() {
    let (k, range) = (3.0, 0.9);
    for kind in samples() {
        let energy = |e: f64| 0.5 * k * e * e + kind.potential(e);
        for start in PLACES {
            let [at_rest, slope] = kind.mean_force(k, (start, start));
            assert_close(at_rest, k * start + kind.force(start), "force at rest");
            assert_close(slope, 0.5 * (k + kind.slope(start)), "slope at rest");
            for end in PLACES.into_iter().filter(|end| *end != start) {
                let [force, slope] = kind.mean_force(k, (start, end));
                assert_close(force, (energy(end) - energy(start)) / (end - start), "gradient");
                let of_end = |end| kind.mean_force(k, (start, end))[0];
                assert_close(slope, derivative(of_end, end), "slope of it");
                let line = (force - at_rest) / (end - start);
                let bound = 0.5 * k + kind.bounding_slope(range);
                assert!(line <= bound + 1e-12, "{kind:?}: {line} > {bound}");
            }
        }
    }
}

#[test]
fn changes_are_derivatives_by_numbers() {
    for kind in samples() {
        let by = kind.map(|number| 0.5 * number + 0.3);
        let changed = |share: f64| kind.map(|number| number + share * (0.5 * number + 0.3));
        for e in PLACES {
            let force = derivative(|share| changed(share).force(e), 0.0);
            assert_close(kind.force_change(&by, e), force, "change of the force");
            let slope = derivative(|share| changed(share).slope(e + share * 0.7), 0.0);
            assert_close(kind.slope_change(&by, e, 0.7), slope, "change of the slope");
        }
    }
}

#[test]
fn series_are_those_of_the_force_along_a_motion() {
    // The last terms are left out of the comparison by the size of τ.
    let (terms, tau): ([f64; 8], f64) = ([0.4, -0.7, 0.3, 0.2, -0.1, 0.0, 0.0, 0.0], 1e-2);
    for kind in samples() {
        let (mut auxiliary, mut force) = ([0.0; 8], [0.0; 8]);
        for k in 0..terms.len() {
            auxiliary[k] = kind.auxiliary_term(|n| terms[n], |n| auxiliary[n], k);
            force[k] = kind.term(|n| terms[n], |n| auxiliary[n], k);
        }
        let value = |of: &[f64; 8]| of.iter().rev().fold(0.0, |sum, c| sum * tau + c);
        let exact = kind.force(value(&terms));
        assert!((value(&force) - exact).abs() < 1e-13 * (1.0 + exact.abs()), "{kind:?}");
    }
}

#[test]
fn a_linear_spring_has_no_other_force() {
    let linear = Characteristic::<f64>::Linear;
    assert!(linear.is_linear() && linear.is_convex() && linear.factor().is_none());
    assert_eq!((linear.force(0.5), linear.slope(0.5), linear.potential(0.5)), (0.0, 0.0, 0.0));
    // The implicit midpoint rule.
    assert_eq!(linear.mean_force(4.0, (1.0, 3.0)), [8.0, 2.0]);
}
