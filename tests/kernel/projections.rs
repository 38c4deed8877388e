//! The theorems on luz and tar as properties.
//!
//! Arguments are multiples of 1/64 below 2¹⁰, slopes powers of two where the theorem divides: then every
//! operation is exact, and theorems hold with `==`.

use luztar::projections::{Interval, Luz, Tar, disentangle, luz, sat, tar};
use proptest::prelude::*;

/// A number with few digits.
fn number() -> impl Strategy<Value = f64> {
    prop_oneof![8 => (-65536..65536).prop_map(|k| f64::from(k) / 64.0), 1 => Just(0.0)]
}

/// A threshold with few digits, sometimes 0.
fn threshold() -> impl Strategy<Value = f64> {
    number().prop_map(f64::abs)
}

/// A power of two.
fn power() -> impl Strategy<Value = f64> {
    (-6..7).prop_map(|k| 2f64.powi(k))
}

fn scaled(set: Interval, k: f64) -> Interval {
    let (x, y) = (k * set.lower, k * set.upper);
    Interval { lower: x.min(y), upper: x.max(y) }
}

fn plus(a: Interval, b: Interval) -> Interval {
    Interval { lower: a.lower + b.lower, upper: a.upper + b.upper }
}

/// Any selection of the set.
fn selection(set: Interval, s: f64) -> f64 {
    set.lower + s * (set.upper - set.lower)
}

fn meet(a: Interval, b: Interval, slack: f64) -> bool {
    a.lower <= b.upper + slack && b.lower <= a.upper + slack
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn luz_is_its_formula(x in number(), a in threshold()) {
        prop_assert_eq!(luz(x, a), x + ((x - a).abs() - (x + a).abs()) / 2.0);
        prop_assert_eq!(sat(x, a), x - luz(x, a));
        prop_assert!(sat(x, a).abs() <= a);
    }

    #[test]
    fn both_are_odd(x in number(), a in threshold()) {
        prop_assert_eq!(luz(-x, a), -luz(x, a));
        prop_assert_eq!(tar(-x, a), scaled(tar(x, a), -1.0));
    }

    #[test]
    fn both_scale(x in number(), a in threshold(), k in prop_oneof![power(), Just(0.0), threshold()]) {
        let (kx, ka) = (k * x, k * a);
        prop_assert_eq!(k * luz(x, a), luz(kx, ka));
        if k > 0.0 {
            prop_assert_eq!(scaled(tar(x, a), k), tar(kx, ka));
        }
    }

    #[test]
    fn dead_zones_add_up_when_nested(x in number(), a in threshold(), b in threshold()) {
        prop_assert_eq!(luz(luz(x, a), b), luz(x, a + b));
    }

    #[test]
    fn each_inverts_the_other(x in number(), y in number(), a in threshold(), s in 0..=64i32) {
        // ⇐ for every y, ⇒ for every selection, and ⇔ for any pair.
        prop_assert!(tar(luz(y, a), a).contains(y));
        let selected = selection(tar(x, a), f64::from(s) / 64.0);
        prop_assert_eq!(luz(selected, a), x);
        prop_assert_eq!(tar(x, a).contains(y), x == luz(y, a));
    }

    #[test]
    fn luz_and_tar_with_a_slope_invert_each_other(
        y in number(), k in power(), a in threshold(), s in 0..=64i32,
    ) {
        let spring = Luz::new(k, a).unwrap();
        let inverse = spring.inverse().unwrap();
        prop_assert_eq!(inverse.inverse().unwrap(), spring);
        prop_assert!(inverse.value(spring.value(y)).contains(y));
        let friction = Tar::new(k, a).unwrap();
        let force = selection(friction.value(y), f64::from(s) / 64.0);
        prop_assert_eq!(friction.inverse().unwrap().value(force), y);
    }

    #[test]
    fn slopes_are_factors(x in number(), k in power(), a in threshold()) {
        prop_assert_eq!(Luz::new(k, a).unwrap().value(x), k * luz(x, a));
        prop_assert_eq!(Tar::new(k, k * a).unwrap().value(x), scaled(tar(x, a), k));
    }

    #[test]
    fn a_change_of_argument_scales(x in number(), slope in power(), a in threshold(), k in power()) {
        let spring = Luz::new(slope, a).unwrap();
        prop_assert_eq!(spring.scaled(k).unwrap().value(k * x), spring.value(x));
        let friction = Tar::new(slope, a).unwrap();
        prop_assert_eq!(friction.scaled(k).unwrap().value(k * x), friction.value(x));
    }

    #[test]
    fn nesting_stays_in_the_family(
        x in number(), k1 in power(), a1 in threshold(), k2 in power(), a2 in threshold(),
    ) {
        let (first, second) = (Luz::new(k1, a1).unwrap(), Luz::new(k2, a2).unwrap());
        prop_assert_eq!(first.then(second).unwrap().value(x), second.value(first.value(x)));
        let (first, second) = (Tar::new(k1, a1).unwrap(), Tar::new(k2, a2).unwrap());
        let inner = first.value(x);
        let union = Interval {
            lower: second.value(inner.lower).lower,
            upper: second.value(inner.upper).upper,
        };
        prop_assert_eq!(first.then(second).unwrap().value(x), union);
    }

    #[test]
    fn a_sum_of_tars_is_a_tar(
        x in number(), k1 in power(), a1 in threshold(), k2 in power(), a2 in threshold(),
    ) {
        let sum = plus(scaled(tar(x, a1), k1), scaled(tar(x, a2), k2));
        let (first, second) = (Tar::new(k1, k1 * a1).unwrap(), Tar::new(k2, k2 * a2).unwrap());
        prop_assert_eq!(first.in_parallel(second).unwrap().value(x), sum);
        // The published form divides by k₁ + k₂.
        let published = scaled(tar(x, (k1 * a1 + k2 * a2) / (k1 + k2)), k1 + k2);
        let scale = f64::EPSILON * (k1 + k2) * (x.abs() + a1 + a2);
        prop_assert!((published.lower - sum.lower).abs() <= 4.0 * scale);
        prop_assert!((published.upper - sum.upper).abs() <= 4.0 * scale);
    }

    #[test]
    fn springs_in_series_share_the_force_of_the_first(
        e in number(),
        springs in prop::collection::vec((prop_oneof![power(), power().prop_map(|p| -p)], power(), threshold()), 1..6),
    ) {
        let parts: Vec<(f64, Luz)> =
            springs.iter().map(|&(p, k, gap)| (p, Luz::new(k, gap).unwrap())).collect();
        let whole = Luz::in_series(&parts).unwrap();
        let k = 1.0 / springs.iter().map(|(p, k, _)| p * p / k).sum::<f64>();
        let gap: f64 = springs.iter().map(|(p, _, gap)| p.abs() * gap).sum();
        prop_assert!((whole.slope() / k - 1.0).abs() <= 4.0 * f64::EPSILON);
        prop_assert_eq!(whole.dead_zone(), gap);
        // Each spring carries pF; the deflections that are possible under it, referred to the first, hold e.
        let force = whole.value(e);
        let mut total = Interval::point(0.0);
        for &(p, spring) in &parts {
            total = plus(total, scaled(spring.inverse().unwrap().value(p * force), p));
        }
        let slack = 32.0 * f64::EPSILON * (e.abs() + gap);
        prop_assert!(meet(total, Interval::point(e), slack), "{:?} {}", total, e);
    }

    #[test]
    fn the_disentangled_body_balances_both_frictions(
        x in number(), k in power(), a in threshold(), b in threshold(),
    ) {
        let y = disentangle(x, k, a, b);
        let (below, above) = (tar(y, b), scaled(tar(x - y, a), k));
        // y or x − y may miss an exact 0 by the round-off of the division, which turns a set into its end.
        let slack = 64.0 * f64::EPSILON * (1.0 + k) * (x.abs() + a + b + 1.0);
        prop_assert!(meet(below, above, slack), "y = {}: {:?} {:?}", y, below, above);
        // Zeros that are held are exact: carried along, or at rest.
        if k * a >= b {
            prop_assert_eq!(x.abs() <= k * a - b, y == x);
        } else {
            prop_assert_eq!(x.abs() <= (b - k * a) / k, y == 0.0);
        }
        prop_assert_eq!(disentangle(-x, k, a, b), -y);
    }

    #[test]
    fn disentangling_agrees_with_bisection(
        x in -10.0..10.0f64, k in 0.1..10.0f64, a in 0.0..10.0f64, b in 0.0..10.0f64,
    ) {
        // Both sides as functions of y: the left one rises, the right one falls.
        let left_minus_right = |y: f64| tar(y, b).upper - k * tar(x - y, a).lower;
        let (mut low, mut high) = (-20.0, 20.0);
        for _ in 0..100 {
            let middle = 0.5 * (low + high);
            if left_minus_right(middle) >= 0.0 { high = middle } else { low = middle }
        }
        prop_assert!((disentangle(x, k, a, b) - high).abs() <= 1e-12);
    }

    #[test]
    fn both_cases_meet_where_they_touch(x in number(), k in power(), a in threshold()) {
        // ka = b: y = k/(k + 1)·x either way.
        let y = disentangle(x, k, a, k * a);
        prop_assert!((y - k / (k + 1.0) * x).abs() <= 4.0 * f64::EPSILON * x.abs());
    }
}

#[test]
fn thresholds_of_zero_and_infinity() {
    let inf = f64::INFINITY;
    for x in [-inf, -2.0, 0.0, 3.0, inf] {
        assert_eq!((luz(x, 0.0), sat(x, 0.0)), (x, 0.0));
        assert_eq!((luz(x, inf), sat(x, inf)), (0.0, x));
        assert_eq!(tar(x, 0.0), Interval::point(x));
    }
    assert_eq!((luz(inf, 1.0), luz(-inf, 1.0)), (inf, -inf));
    assert_eq!(tar(0.0, inf), Interval { lower: -inf, upper: inf });
    assert_eq!(tar(1.0, inf), Interval::point(inf));
    let joint = Tar::new(0.0, inf).unwrap();
    assert!(joint.value(0.0).contains(1e300));
    let free = Luz::new(2.0, inf).unwrap();
    assert_eq!(free.value(1e300), 0.0);
    assert_eq!(
        Luz::in_series(&[(1.0, free), (2.0, Luz::new(1.0, 0.0).unwrap())]).unwrap().value(9.0),
        0.0
    );
    assert_eq!(disentangle(3.0, 2.0, inf, 1.0), 3.0);
    assert_eq!(disentangle(3.0, 2.0, 1.0, inf), 0.0);
    assert_eq!(Tar::new(0.0, 1.5).unwrap().value(-inf), Interval::point(-1.5));
}

#[test]
fn numbers_outside_the_domain_give_nan() {
    for a in [-1.0, f64::NEG_INFINITY, f64::NAN] {
        assert!(luz(1.0, a).is_nan() && sat(1.0, a).is_nan() && tar(0.0, a).lower.is_nan());
        assert!(disentangle(1.0, 1.0, a, 1.0).is_nan() && disentangle(1.0, 1.0, 1.0, a).is_nan());
    }
    for x in [tar(f64::NAN, 1.0).upper, luz(f64::NAN, 1.0), sat(f64::NAN, 1.0)] {
        assert!(x.is_nan());
    }
    assert!(disentangle(f64::NAN, 1.0, 1.0, 2.0).is_nan());
    for k in [0.0, -1.0, f64::INFINITY, f64::NAN] {
        assert!(disentangle(1.0, k, 1.0, 1.0).is_nan());
    }
    assert!(disentangle(1.0, 1.0, f64::INFINITY, f64::INFINITY).is_nan());
    for make in [Luz::new(0.0, 1.0).unwrap(), Luz::new(1.0, 1.0).unwrap()] {
        assert!(make.value(f64::NAN).is_nan());
    }
    assert!(Tar::new(0.0, 1.0).unwrap().value(f64::NAN).lower.is_nan());
}

#[test]
fn elements_refuse_numbers_and_say_which() {
    let message = |error: Option<luztar::projections::ProjectionError>| error.unwrap().to_string();
    assert_eq!(message(Luz::new(-1.0, 0.0).err()), "slope must be finite and ≥ 0 (got -1)");
    assert_eq!(
        message(Luz::new(1.0, f64::NAN).err()),
        "dead zone must be ≥ 0 (it may be infinite) (got NaN)"
    );
    assert_eq!(
        message(Tar::new(f64::INFINITY, 0.0).err()),
        "slope must be finite and ≥ 0 (got inf)"
    );
    assert_eq!(
        message(Tar::new(1.0, -2.0).err()),
        "jump must be ≥ 0 (it may be infinite) (got -2)"
    );
    let dry = Tar::new(0.0, 1.0).unwrap();
    assert_eq!(message(dry.inverse().err()), "slope must be > 0 to be inverted (got 0)");
    let spring = Luz::new(1.0, 0.0).unwrap();
    assert_eq!(
        message(Luz::in_series(&[(0.0, spring)]).err()),
        "ratio must be finite and not 0 (got 0)"
    );
    assert!(Luz::in_series(&[]).is_err());
    assert!(spring.scaled(-1.0).is_err() && spring.scaled(0.0).is_err());
}
