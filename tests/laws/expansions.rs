//! Taylor coefficients of F(w(τ)) against Cauchy's integral over the formulas in complex arithmetic.

use luztar::algebra::taylor::ORDERS;
use luztar::laws::{Argument, Conditions, Direction, Law, LawSeries, RegularisationKind};
use num_complex::Complex64 as C;

use crate::cases::{VISCOUS, laws, named, parameters, static_kinds, try_law};
use crate::complex;

/// Coefficients of |w|, the load and the speed of the ends: a start and a bend each.
struct Curve {
    slip: [f64; 3],
    load: [f64; 3],
    speed: [f64; 3],
}

impl Curve {
    fn at(polynomial: &[f64; 3], tau: C) -> C {
        polynomial[0] + tau * (polynomial[1] + tau * polynomial[2])
    }

    fn series(&self) -> LawSeries {
        let mut series = LawSeries::default();
        series.slip[..3].copy_from_slice(&self.slip);
        series.load[..3].copy_from_slice(&self.load);
        series.speed[..3].copy_from_slice(&self.speed);
        series
    }
}

/// Coefficients are scaled by the radius of the circle, so that their error is that of the values.
fn assert_expanded(name: &str, found: &[f64], radius: f64, expected: &[f64], tolerance: f64) {
    let scale = expected.iter().fold(1.0_f64, |scale, c| scale.max(c.abs()));
    let mut power = 1.0;
    for (k, (found, expected)) in found.iter().zip(expected).enumerate() {
        let error = (found * power - expected).abs();
        assert!(error <= tolerance * scale, "{name}, order {k}: {found}·r^k, not {expected}");
        power *= radius;
    }
}

/// Curves whose circle of radius 0.1 stays on one piece and within the radius of convergence; x from 0.04 on.
fn curves(law: &Law) -> Vec<Curve> {
    let mut loads = vec![1.0, 3.0];
    if law.kind().argument() == Argument::Load {
        let kinks = law.kinks(Direction::Forward).iter();
        loads.extend(kinks.flat_map(|kink| [0.25, 0.6, 1.25].map(|part| part * kink)));
    }
    let mut curves = Vec::new();
    for x in [0.04, 0.13, 0.33, 0.75, 1.7] {
        for &load in &loads {
            curves.push(Curve {
                slip: [x, 0.2 * x, -0.1 * x],
                load: [load, 0.3 * load, 0.2],
                speed: [0.8, -0.2, 0.1],
            });
        }
    }
    curves
}

/// The coefficients of a law along a curve in a direction, on the piece on which it starts.
fn expanded(law: &Law, direction: Direction, curve: &Curve) -> (f64, usize, Vec<f64>) {
    let inside = match law.kind().argument() {
        Argument::Slip => curve.slip[0],
        Argument::Load => curve.load[0],
        Argument::SlipRatio => curve.slip[0] / curve.speed[0],
    };
    let piece = law.piece(direction, inside);
    let mut series = curve.series();
    let found = (0..ORDERS).map(|k| law.coefficient(direction, piece, &mut series, k));
    (inside, piece, found.collect())
}

#[test]
fn expansions_are_those_of_the_formulas() {
    let radius = 0.4;
    let examples = laws().into_iter().take(static_kinds().len());
    for (name, law) in examples.filter(|(_, law)| complex::is_written(law.kind())) {
        let kind = law.kind();
        for curve in curves(&law) {
            for direction in Direction::BOTH {
                let (inside, _, found) = expanded(&law, direction, &curve);
                let f = |tau: C| {
                    let [x, load, speed] =
                        [&curve.slip, &curve.load, &curve.speed].map(|p| Curve::at(p, tau));
                    let forward = direction == Direction::Forward;
                    let dry = complex::magnitude(kind, forward, inside, x, load, speed);
                    direction.sign() * (dry + VISCOUS * x)
                };
                let expected = complex::coefficients(f, radius, ORDERS);
                assert_expanded(&name, &found, radius, &expected, 1e-12);
            }
        }
    }
}

/// Of every law that is listed: what the coefficients sum up to is the force along the curve, as far as the piece goes.
#[test]
fn expansions_are_the_forces_along_a_curve() {
    for (name, law) in laws() {
        let mut compared = 0;
        for curve in curves(&law) {
            for direction in Direction::BOTH {
                let (_, piece, found) = expanded(&law, direction, &curve);
                for tau in [-0.1, -0.02, 0.03, 0.1] {
                    let [x, load, speed] = [&curve.slip, &curve.load, &curve.speed]
                        .map(|p| Curve::at(p, C::new(tau, 0.0)).re);
                    let there = match law.kind().argument() {
                        Argument::Slip => x,
                        Argument::Load => load,
                        Argument::SlipRatio => x / speed,
                    };
                    if law.piece(direction, there) != piece {
                        continue;
                    }
                    let sum = found.iter().rev().fold(0.0, |sum, c| sum * tau + c);
                    let force = law.force(direction.sign() * x, Conditions { load, speed });
                    let error = (sum - force).abs();
                    // What is left out of a series of radius 0.4 is below 4⁻¹⁵ of its greatest term.
                    assert!(
                        error <= 1e-7 * force.abs().max(1.0),
                        "{name} at {x}: {sum}, not {force}"
                    );
                    compared += 1;
                }
            }
        }
        assert!(compared >= 40, "{name}: {compared}");
    }
}

#[test]
fn any_stribeck_exponent_can_be_expanded_off_zero() {
    for exponent in [0.3, 0.5, 1.0, 1.5, 3.0] {
        let parameters: [&[f64]; 5] = [&[1.0], &[1.5], &[0.2], &[exponent], &[0.0]];
        let law = try_law(named("stribeck"), None, &parameters).expect("right");
        for x in [1e-6, 0.05, 0.3] {
            let mut series = LawSeries::default();
            series.load[0] = 1.0;
            series.slip[..2].copy_from_slice(&[x, x]);
            let piece = law.piece(Direction::Forward, x);
            let found: Vec<f64> = (0..ORDERS)
                .map(|k| law.coefficient(Direction::Forward, piece, &mut series, k))
                .collect();
            let f = |tau: C| 1.0 + 0.5 * (-((x + x * tau) / 0.2).powf(exponent)).exp();
            let expected = complex::coefficients(f, 0.5, ORDERS);
            assert_expanded(&format!("δ = {exponent}"), &found, 0.5, &expected, 1e-12);
        }
    }
}

#[test]
fn smooth_stribeck_exponents_can_be_expanded_at_zero() {
    for (exponent, expected) in [(1.0, [1.5, -2.5, 6.25]), (2.0, [1.5, 0.0, -12.5])] {
        let parameters: [&[f64]; 5] = [&[1.0], &[1.5], &[0.2], &[exponent], &[0.0]];
        let law = try_law(named("stribeck"), None, &parameters).expect("right");
        assert!(law.kinks(Direction::Forward).is_empty());
        let mut series = LawSeries::default();
        (series.load[0], series.slip[1]) = (1.0, 1.0);
        for (k, expected) in expected.into_iter().enumerate() {
            let found = law.coefficient(Direction::Forward, 0, &mut series, k);
            assert!((found - expected).abs() <= 1e-13, "δ = {exponent}, order {k}: {found}");
        }
    }
}

#[test]
fn a_law_with_a_window_is_the_static_limit_within_it() {
    let p = parameters(named("stribeck"));
    let numbers: Vec<&[f64]> = p.iter().map(Vec::as_slice).chain([&[0.25][..]]).collect();
    let law =
        try_law(named("stribeck"), Some(RegularisationKind::Karnopp), &numbers).expect("right");
    let plain = try_law(named("stribeck"), None, &numbers[..p.len()]).expect("right");
    assert_eq!((law.window(), law.kinks(Direction::Forward)), (0.25, &[0.25][..]));
    let at = Conditions::under(2.0);
    assert_eq!(law.static_limits(at), plain.static_limits(at));
    assert_eq!(law.kinetic_limits(at), plain.static_limits(at));
    assert_eq!((law.force(-0.2, at), law.slope(0.2, at)), (-plain.static_limits(at).backward, 0.0));
    for x in [0.25, 0.7] {
        assert_eq!((law.force(x, at), law.slope(x, at)), (plain.force(x, at), plain.slope(x, at)));
    }
    let mut series = LawSeries::default();
    series.slip[..2].copy_from_slice(&[0.1, 0.3]);
    series.load[..2].copy_from_slice(&[2.0, 0.5]);
    let limit = plain.static_limits(Conditions::UNLOADED).backward;
    let found: Vec<f64> =
        (0..3).map(|k| law.coefficient(Direction::Backward, 0, &mut series, k)).collect();
    assert_eq!(found, [-2.0 * limit, -0.5 * limit, 0.0]);
}

#[test]
fn regularised_laws_are_expanded_on_both_sides_of_their_ramp() {
    let p = parameters(named("hyperbolic"));
    let (mu, gamma, viscous) = (p[0][0], p[1][0], p[2][0]);
    for (kind, number) in [
        (RegularisationKind::Atan, 2.0),
        (RegularisationKind::Tanh, 2.0),
        (RegularisationKind::Linear, 0.25),
    ] {
        let law = try_law(named("hyperbolic"), Some(kind), &[&p[0], &p[1], &p[2], &[number]])
            .expect("right");
        let smooth = |x: C| match kind {
            RegularisationKind::Atan => (number * x).atan() * std::f64::consts::FRAC_2_PI,
            RegularisationKind::Tanh => (number * x).tanh(),
            RegularisationKind::Linear | RegularisationKind::Karnopp => C::new(1.0, 0.0),
        };
        for x in [0.0, 0.1, 0.5] {
            let on_ramp = kind == RegularisationKind::Linear && x < number;
            let f = |tau: C| {
                let at = x + 0.1 * tau;
                let dry = if on_ramp {
                    at / number * mu / (1.0 + gamma * number)
                } else {
                    smooth(at) * mu / (1.0 + gamma * at)
                };
                -2.0 * dry - viscous * at
            };
            let expected = complex::coefficients(f, 0.8, ORDERS);
            let mut series = LawSeries::default();
            series.slip[..2].copy_from_slice(&[x, 0.1]);
            series.load[0] = 2.0;
            let piece = law.piece(Direction::Backward, x);
            let found: Vec<f64> = (0..ORDERS)
                .map(|k| law.coefficient(Direction::Backward, piece, &mut series, k))
                .collect();
            assert_expanded(kind.name(), &found, 0.8, &expected, 1e-12);
        }
    }
}
