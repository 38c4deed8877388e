//! Laws with internal states: their expansion against their equations, refusals.

use luztar::algebra::taylor::ORDERS;
use luztar::laws::{Direction, InternalSeries, LawKind, LawShape, Sense};

use crate::cases::{all, law, named, parameters, try_law};

/// A slip velocity with all orders, on one side of 0 over τ ∈ [0, 0.05].
fn slip(k: usize) -> f64 {
    [0.5, 0.3, -0.4, 0.2, -0.1].get(k).copied().unwrap_or(0.0)
}

fn value(series: &[f64], tau: f64) -> f64 {
    series.iter().rev().fold(0.0, |sum, c| sum * tau + c)
}

fn slope(series: &[f64], tau: f64) -> f64 {
    let terms = series.iter().enumerate().skip(1).rev();
    terms.fold(0.0, |sum, (k, c)| sum * tau + k as f64 * c)
}

/// ẋ and λ by the equations of S1 (and of the files' headers), with the numbers of [`parameters`].
fn equations(kind: &LawKind, w: f64, load: f64, x: [f64; 2]) -> ([f64; 2], f64) {
    let numbers: Vec<f64> = parameters(kind).iter().map(|entry| entry[0]).collect();
    let n = |k: usize| numbers[k];
    match kind.name() {
        "dahl" => {
            let left = 1.0 - x[0] / n(0) * w.signum();
            ([n(1) * left.powf(n(2)) * w, 0.0], load * x[0] + 0.3 * w)
        }
        "blimanSorine" => {
            let (f1, f2, length, ratio) = (n(0), n(1), n(2), n(3));
            let first = (f1 * w - w.abs() * x[0]) / (ratio * length);
            let second = -(f2 * w + w.abs() * x[1]) / length;
            ([first, second], load * (x[0] + x[1]) + 0.3 * w)
        }
        "luGre" => {
            let g = n(0) + (n(1) - n(0)) * (-(w / n(2)) * (w / n(2))).exp();
            let rate = w - n(3) * w.abs() * x[0] / g;
            ([rate, 0.0], load * (n(3) * x[0] + n(4) * rate) + 0.3 * w)
        }
        "antunes" => ([0.0, 0.0], load * n(0) * w.signum() + 0.3 * w),
        "ostermeyer" => {
            let p = load * w.abs() / n(5);
            let wear = -n(0) * (p * x[0] - x[1]);
            let heat = -n(1) * (x[1] - n(4) - n(2) * p) - n(3) * (x[1].powi(4) - n(4).powi(4));
            ([wear, heat], load * x[0] * w.signum() + 0.3 * w)
        }
        _ => panic!("{} has no states", kind.name()),
    }
}

fn kinds() -> impl Iterator<Item = &'static LawKind> {
    all().iter().filter(|kind| !kind.states().is_empty())
}

#[test]
fn expansions_satisfy_the_equations() {
    for kind in kinds() {
        let numbers = parameters(kind);
        let slices: Vec<&[f64]> = numbers.iter().map(Vec::as_slice).collect();
        let law = law(kind, &slices);
        for direction in Direction::BOTH {
            let mut series = InternalSeries::default();
            series.load[..2].copy_from_slice(&[1.4, 0.6]);
            let start = [0.01, if kind.states().len() > 1 { 0.02 } else { 0.0 }];
            series.begin(start);
            let mut friction = [0.0; ORDERS];
            for (k, friction) in friction.iter_mut().enumerate() {
                series.slip[k] = direction.sign() * slip(k);
                *friction = law.advance(Sense::Slip(direction), &mut series, k);
            }
            for tau in [0.0, 0.01, 0.03, 0.05] {
                let w = value(&series.slip, tau);
                let x = [0, 1].map(|state| value(series.state(state), tau));
                let (rates, force) = equations(kind, w, 1.4 + 0.6 * tau, x);
                for (state, rate) in rates.into_iter().enumerate() {
                    let found = slope(series.state(state), tau);
                    let error = (found - rate).abs();
                    assert!(error < 1e-9 * (1.0 + found.abs()), "{}: {error:e}", kind.name());
                }
                let error = (value(&friction, tau) - force).abs();
                assert!(error < 1e-9, "{} at {tau}: {error:e}", kind.name());
            }
        }
    }
}

#[test]
fn power_is_what_is_not_stored() {
    for kind in kinds() {
        let numbers = parameters(kind);
        let slices: Vec<&[f64]> = numbers.iter().map(Vec::as_slice).collect();
        let law = law(kind, &slices);
        let mut series = InternalSeries::default();
        series.load[..2].copy_from_slice(&[1.4, 0.6]);
        series.begin([0.01, if kind.states().len() > 1 { 0.02 } else { 0.0 }]);
        let mut friction = [0.0; ORDERS];
        for (k, friction) in friction.iter_mut().enumerate() {
            series.slip[k] = -slip(k);
            *friction = law.advance(Sense::Slip(Direction::Backward), &mut series, k);
        }
        let stored = |tau: f64| law.stored([0, 1].map(|state| value(series.state(state), tau)));
        for tau in [0.01, 0.04] {
            let step = 1e-5;
            let load = 1.4 + 0.6 * tau;
            let rate = load * (stored(tau + step) - stored(tau - step)) / (2.0 * step);
            let taken = value(&friction, tau) * value(&series.slip, tau);
            let lost = value(series.power(), tau);
            assert!((taken - rate - lost).abs() < 1e-6 * (1.0 + taken.abs()), "{}", kind.name());
            assert!(lost > 0.0, "{}", kind.name());
        }
    }
}

#[test]
fn contradictions_and_starts_out_of_range_are_told() {
    let said = |kind: &LawKind, k: usize, wrong: f64| {
        let mut numbers = parameters(kind);
        numbers[k] = vec![wrong];
        let slices: Vec<&[f64]> = numbers.iter().map(Vec::as_slice).collect();
        let flat: Vec<f64> = numbers.concat();
        let shape = LawShape::plain(kind.clone());
        let checked = try_law(kind, None, &slices).and_then(|law| law.check_start(&shape, &flat));
        checked.expect_err(kind.name()).to_string()
    };
    let below = "static friction must not be below kinetic friction";
    for (kind, k, wrong, message) in [
        (named("luGre"), 1, 0.5, format!("{below} (got staticFriction 0.5, kineticFriction 1)")),
        (named("antunes"), 1, 0.5, format!("{below} (got staticFriction 0.5, kineticFriction 1)")),
        (
            named("blimanSorine"),
            1,
            3.0,
            "the second friction must not be above the first (got fallFriction 3, riseFriction 2)"
                .into(),
        ),
        (
            named("blimanSorine"),
            3,
            1.5,
            "the ratio of lengths must not be above 1 (got lengthRatio 1.5)".into(),
        ),
        (
            named("dahl"),
            3,
            -1.6,
            "the force of the bristles at the start must not exceed the kinetic friction (got bristleForce0 -1.6, \
             kineticFriction 1.5)"
                .into(),
        ),
        (
            named("luGre"),
            5,
            0.08,
            "the force of the bristles at the start must not exceed the static friction (got bristleDeflection0 0.08, \
             bristleStiffness 20, staticFriction 1.5)"
                .into(),
        ),
        (
            named("antunes"),
            4,
            -0.08,
            "the force of the spring at the start must not exceed the static friction (got bristleDeflection0 -0.08, \
             bristleStiffness 20, staticFriction 1.5)"
                .into(),
        ),
        (
            named("blimanSorine"),
            5,
            0.9,
            "the second part must not exceed its friction at the start (got secondForce0 0.9, \
             fallFriction 0.8)"
                .into(),
        ),
    ] {
        assert_eq!(said(kind, k, wrong), message);
    }
}
