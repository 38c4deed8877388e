//! The root search against known roots and dense sampling.

use luztar::dynamics::polynomial::{
    evaluate, evaluate_vector, evaluate_with_slope, magnitude, shift,
};
use luztar::dynamics::roots::{Scratch, first_departure, first_descent};
use proptest::prelude::*;

/// Round-off that the search may ignore, relative to Σ|c_k τ^k|, with a factor of 2 for the test's own.
const NOISE: f64 = 32.0 * f64::EPSILON;

/// Π (roots_i − τ)·scale.
fn with_roots(roots: &[f64], scale: f64) -> Vec<f64> {
    roots.iter().fold(vec![scale], |p, root| times(&p, &[*root, -1.0]))
}

fn times(a: &[f64], b: &[f64]) -> Vec<f64> {
    let mut product = vec![0.0; a.len() + b.len() - 1];
    for (i, x) in a.iter().enumerate() {
        for (sum, y) in product[i..].iter_mut().zip(b) {
            *sum += x * y;
        }
    }
    product
}

fn descent(c: &[f64], from: f64, to: f64) -> Option<f64> {
    first_descent(c, from, to, &mut Scratch::default())
}

/// Uniform points of (0, end], and points that come close to 0 and to `end`.
fn samples(end: f64) -> impl Iterator<Item = f64> {
    let uniform = (1..=1000).map(move |k| end * f64::from(k) / 1000.0);
    let close = (1..40).flat_map(move |k| {
        let part = 0.5f64.powi(k);
        [end * part, end * (1.0 - part)]
    });
    uniform.chain(close)
}

/// What the result promises, checked by sampling.
fn check_by_sampling(c: &[f64], to: f64) -> Result<(), TestCaseError> {
    let found = descent(c, 0.0, to);
    if let Some(tau) = found {
        prop_assert!((0.0..=to).contains(&tau));
        prop_assert!(evaluate(c, tau) <= 0.0, "value at {tau} is positive");
        if tau > 0.0 {
            let before = evaluate(c, tau.next_down());
            prop_assert!(before > 0.0, "not positive before {tau}");
        }
    }
    for tau in samples(found.unwrap_or(to)) {
        if Some(tau) != found {
            let value = evaluate(c, tau);
            prop_assert!(value >= -NOISE * magnitude(c, tau), "missed {tau}: {value}, {found:?}");
        }
    }
    Ok(())
}

/// `|found − root|` allowed by the condition of a simple root.
fn uncertainty(c: &[f64], root: f64) -> f64 {
    let (_, slope) = evaluate_with_slope(c, root);
    NOISE * (magnitude(c, root) / slope.abs() + root.abs())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn no_descent_is_missed_on_random_polynomials(
        mut c in prop::collection::vec(-1.0..1.0f64, 1..=21),
        start in prop_oneof![0.0..1.0f64, 0.0..1e-3f64, Just(0.0)],
        decay in 0.3..2.0f64,
        to in prop_oneof![Just(1.0), 0.001..3.0f64],
    ) {
        c[0] = start;
        let mut factor = 1.0;
        for x in &mut c {
            *x *= factor;
            factor *= decay;
        }
        check_by_sampling(&c, to)?;
    }

    #[test]
    fn no_descent_is_missed_among_clustered_roots(
        centre in 0.05..0.95f64,
        offsets in prop::collection::vec((-1.0..1.0f64, 0..4), 1..=8),
        others in prop::collection::vec(1.1..5.0f64, 0..=8),
    ) {
        let mut roots: Vec<f64> = offsets
            .iter()
            .map(|&(offset, decades)| centre * (1.0 + offset * 0.01f64.powi(decades)))
            .collect();
        roots.extend(others);
        let mut c = with_roots(&roots, 1.0);
        if c[0] < 0.0 {
            c.iter_mut().for_each(|x| *x = -*x);
        }
        check_by_sampling(&c, 1.0)?;
    }

    #[test]
    fn the_first_of_well_separated_roots_is_found_to_round_off(
        first in 0.01..0.4f64,
        second in 0.5..1.5f64,
        others in prop::collection::vec(1.6..9.0f64, 0..=10),
        to in 0.45..1.0f64,
    ) {
        let mut roots = vec![first, second];
        roots.extend(others);
        let c = with_roots(&roots, 1.0);
        let found = descent(&c, 0.0, to).expect("a root inside");
        prop_assert!((found - first).abs() <= uncertainty(&c, first), "{found} {first}");
        prop_assert_eq!(descent(&c, 0.0, first * 0.99), None);
    }

    #[test]
    fn double_roots_are_grazes(
        touch in 0.05..0.95f64,
        square in prop::collection::vec(-1.0..1.0f64, 1..=8),
    ) {
        // (touch − τ)²·(q² + 0.1)
        let mut q2 = times(&square, &square);
        q2[0] += 0.1;
        let c = times(&times(&[touch, -1.0], &[touch, -1.0]), &q2);
        prop_assert_eq!(descent(&c, 0.0, 1.0), None);
    }

    #[test]
    fn dips_above_round_off_are_found(
        centre in 0.05..0.95f64,
        exponent in -6.5..-1.5f64,
        square in prop::collection::vec(-1.0..1.0f64, 1..=8),
    ) {
        // ((centre − τ)² − half²)·(q² + 1)
        let half = centre * 10f64.powf(exponent);
        let mut q2 = times(&square, &square);
        q2[0] += 1.0;
        let c = times(&with_roots(&[centre - half, centre + half], 1.0), &q2);
        let depth = half * half * evaluate(&q2, centre);
        prop_assume!(depth > 4.0 * NOISE * magnitude(&c, centre));
        let found = descent(&c, 0.0, 1.0).expect("a dip inside");
        let allowed = 4.0 * uncertainty(&c, centre - half);
        prop_assert!((found - centre + half).abs() <= allowed, "{found}");
    }

    #[test]
    fn a_search_that_starts_later_finds_the_next_descent(
        first in 0.1..0.3f64, rise in 0.35..0.5f64, next in 0.55..0.9f64, split in 0.0..1.0f64,
    ) {
        let c = with_roots(&[first, rise, next], 1.0);
        let from = rise + split * (next - rise) * 0.99;
        let found = descent(&c, from, 1.0).expect("a root inside");
        prop_assert!((found - next).abs() <= 4.0 * uncertainty(&c, next));
        // A start on the rising root itself is armed.
        prop_assert!((descent(&c, rise, 1.0).unwrap() - next).abs() <= 4.0 * uncertainty(&c, next));
        // A start on the falling one is triggered at once.
        let at_once = descent(&c, first, 1.0).unwrap();
        prop_assert!((at_once - first).abs() <= 4.0 * uncertainty(&c, first));
    }

    #[test]
    fn a_zero_at_the_start_is_decided_by_the_next_coefficient(
        zeros in 1..5usize, root in 0.01..0.99f64, others in prop::collection::vec(1.1..5.0f64, 0..=8),
    ) {
        let mut roots = vec![root];
        roots.extend(others);
        let mut power = vec![0.0; zeros + 1];
        power[zeros] = 1.0;
        let c = times(&power, &with_roots(&roots, 1.0));
        let found = descent(&c, 0.0, 1.0).expect("a root inside");
        prop_assert!((found - root).abs() <= uncertainty(&c, root));
        let falling: Vec<f64> = c.iter().map(|x| -x).collect();
        prop_assert_eq!(descent(&falling, 0.0, 1.0), Some(0.0));
    }

    #[test]
    fn departures_of_a_concave_margin_match_the_descent_of_each_part(
        parts in prop::collection::vec(prop::collection::vec(-1.0..1.0f64, 9), 1..=4),
        limits in prop::collection::vec(0.05..1.5f64, 4),
    ) {
        // margin = min over components of 1 − |x_i|/limit_i: the first of all descents of 1 ± x_i/limit_i.
        let components = parts.len();
        let mut g = vec![0.0; 9 * components];
        let mut first = f64::INFINITY;
        for (i, part) in parts.iter().enumerate() {
            let mut x = part.clone();
            x[0] *= limits[i];
            for (k, &value) in x.iter().enumerate() {
                g[k * components + i] = value;
            }
            for sign in [1.0, -1.0] {
                let mut guard: Vec<f64> = x.iter().map(|value| sign * value / limits[i]).collect();
                guard[0] += 1.0;
                first = first.min(descent(&guard, 0.0, 1.0).unwrap_or(f64::INFINITY));
            }
        }
        let margin = |x: &[f64]| {
            x.iter().zip(&limits).map(|(x, limit)| 1.0 - (x / limit).abs()).fold(1.0, f64::min)
        };
        let found = first_departure(&g, components, 1.0, 0.0, margin, &mut Scratch::default());
        match found {
            None => prop_assert!(first.is_infinite(), "missed {first}"),
            Some(tau) => {
                let mut values = vec![0.0; components];
                let mut at = |tau: f64| {
                    evaluate_vector(&g, tau, &mut values);
                    margin(&values)
                };
                prop_assert!(at(tau) <= 0.0);
                // The descent of a part is a departure unless its dip is within round-off.
                prop_assert!((tau - first).abs() <= 1e-9 || at(first + 1e-9) > -1e-12, "{tau} {first}");
            }
        }
    }

    #[test]
    fn shifting_the_start_of_a_departure_shifts_its_time(
        g in prop::collection::vec(-1.0..1.0f64, 11), by in 0.0..0.2f64,
    ) {
        let mut g = g;
        g[0] *= 0.5;
        let margin = |x: &[f64]| 1.0 - x[0].abs();
        let scratch = &mut Scratch::default();
        let whole = first_departure(&g, 1, 1.0, 0.0, margin, scratch);
        prop_assume!(whole.is_none_or(|tau| tau > by));
        let mut moved = g.clone();
        shift(&mut moved, by);
        let rest = first_departure(&moved, 1, 1.0 - by, 0.0, margin, scratch);
        match (whole, rest) {
            (Some(whole), Some(rest)) => prop_assert!((whole - by - rest).abs() < 1e-9),
            (whole, rest) => prop_assert_eq!(whole.is_none(), rest.is_none()),
        }
    }
}

#[test]
fn a_constant_has_no_descent_and_a_negative_one_is_triggered_at_once() {
    assert_eq!(descent(&[1.0], 0.0, 1.0), None);
    assert_eq!(descent(&[0.0, 0.0], 0.0, 1.0), None);
    assert_eq!(descent(&[], 0.0, 1.0), None);
    assert_eq!(descent(&[-1.0], 0.0, 1.0), Some(0.0));
    assert_eq!(descent(&[1.0, -1.0], 1.0, 1.0), None);
}

#[test]
fn a_root_at_the_right_end_belongs_to_the_interval_and_one_beyond_does_not() {
    // 1 − τ is not yet negative at its root: what follows the interval decides.
    assert_eq!(descent(&[1.0, -1.0], 0.0, 1.0), None);
    assert_eq!(descent(&[1.0, -1.0], 0.0, 1.0 + 1e-12), Some(1.0));
    assert_eq!(descent(&[1.0, -1.0], 0.0, 1.0 - 1e-12), None);
}

#[test]
fn tiny_and_huge_scales_are_alike() {
    for scale in [1e-150, 1e-30, 1.0, 1e30, 1e150] {
        let c = [scale, -3.0 * scale, scale];
        let root = (3.0 - 5.0f64.sqrt()) / 2.0;
        let found = descent(&c, 0.0, 1.0).unwrap();
        assert!((found - root).abs() <= 4.0 * f64::EPSILON, "{found}");
    }
    for root in [1e-200, 1e-20, 1e-9, 1e9] {
        let found = descent(&[root, -1.0, 1e-12 / root], 0.0, 3.0 * root).unwrap();
        assert!((found / root - 1.0).abs() <= 1e-11, "{found}");
    }
}

/// Powers of the width that are no numbers, times coefficients that are 0 or of the other extreme.
#[test]
fn widths_of_any_size_have_their_roots() {
    let mut c = [0.0; 18];
    (c[0], c[1]) = (1.0, -1.0);
    for width in [2.0, 1e20, 1e30, 1e200, 1e307] {
        assert_eq!(descent(&c, 0.0, width), Some(1.0), "{width}");
    }
    for (c, width, root) in
        [([1e-300, 0.0, -1.0], 1e-149, 1e-150), ([1e200, 0.0, -1e-120], 1e161, 1e160)]
    {
        let found = descent(&c, 0.0, width).expect("a root");
        assert!((found / root - 1.0).abs() < 1e-15, "{found}");
    }
}

#[test]
fn a_margin_that_starts_at_its_threshold_departs_only_when_it_falls() {
    let margin = |x: &[f64]| 1.0 - x[0].abs();
    let scratch = &mut Scratch::default();
    // 1 − |1 − τ + τ²| = τ − τ²: back at 0 at τ = 1, where it falls.
    let found = first_departure(&[1.0, -1.0, 1.0], 1, 1.5, 0.0, margin, scratch).unwrap();
    assert!((found - 1.0).abs() <= 1e-13, "{found}");
    let at_once = first_departure(&[1.0, 1.0], 1, 1.0, 0.0, margin, scratch).unwrap();
    assert!(at_once <= 1e-13, "{at_once}");
    assert_eq!(first_departure(&[1.0, 0.0], 1, 1.0, 0.0, margin, scratch), None);
    assert_eq!(first_departure(&[1.0, 0.0, -1.0], 1, 1.0, 0.0, margin, scratch), None);
    // A sinusoidal-like load that just touches the limit: 1 − (τ − ½)².
    assert_eq!(first_departure(&[0.75, 1.0, -1.0], 1, 1.0, 0.0, margin, scratch), None);
}

#[test]
fn a_departure_takes_few_evaluations_of_the_margin() {
    let mut calls = 0;
    let c: Vec<f64> = (0..13).map(|k| 0.9 * 0.3f64.powi(k)).collect();
    let margin = |x: &[f64]| {
        calls += 1;
        1.0 - x[0].abs()
    };
    let found = first_departure(&c, 1, 1.0, 0.0, margin, &mut Scratch::default()).unwrap();
    assert!((evaluate(&c, found) - 1.0).abs() < 1e-15);
    assert!(calls < 60, "{calls}");
}

#[test]
fn searches_reuse_their_buffers() {
    let scratch = &mut Scratch::default();
    let c = with_roots(&[0.3, 0.31, 0.5, 0.9, 1.1], 1.0);
    let fresh = descent(&c, 0.0, 1.0);
    assert!(fresh.is_some());
    first_departure(&[0.2; 40], 4, 1.0, 0.9, |x: &[f64]| x[0], scratch);
    assert_eq!(first_descent(&c, 0.0, 1.0, scratch), fresh);
    assert_eq!(first_descent(&c, 0.0, 1.0, scratch), fresh);
}

#[test]
fn round_off_of_the_margin_does_not_hide_a_departure_in_small_steps() {
    // The margin starts within round-off of the threshold and falls; its values are multiples of 1e-16,
    // which is many of the numbers τ.
    for offset in [-1e-14, -3e-15, -1e-16, 0.0, 1e-16, 1e-14] {
        for slope in [1e-3, 0.13, 5.0] {
            let mut calls = 0;
            let margin = |x: &[f64]| {
                calls += 1;
                1.0 - x[0].abs() / 1.5
            };
            let g = [1.5, 1.5 * slope, 0.0, 0.0, 1e-3];
            let scratch = &mut Scratch::default();
            let found = first_departure(&g, 1, 0.01, offset, margin, scratch).unwrap();
            assert!(found * slope <= 1e-13, "{found} at {offset} {slope}");
            assert!(calls < 500, "{calls} at {offset} {slope}");
        }
    }
}
