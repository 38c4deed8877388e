//! The formulas of CATALOGUE §2 in complex arithmetic, written anew: values on the real axis, and by Cauchy's
//! integral the Taylor coefficients of F(w(τ)). A law that is not written here is compared with its own values alone.

use luztar::laws::{Conditions, LawKind};
use num_complex::Complex64;

use crate::cases::{named, parameters, static_kinds};

type C = Complex64;

fn line(points: &[(f64, f64)], last_slope: f64, inside: f64, x: C) -> C {
    let k = points.iter().rposition(|(at, _)| *at <= inside).expect("from 0 on");
    let slope = match points.get(k + 1) {
        Some(next) => (next.1 - points[k].1) / (next.0 - points[k].0),
        None => last_slope,
    };
    points[k].1 + slope * (x - points[k].0)
}

/// The laws that are written here.
const WRITTEN: [&str; 14] = [
    "coulomb",
    "stribeck",
    "exponential",
    "hyperbolic",
    "falling",
    "quadratic",
    "asymmetric",
    "table",
    "piecewise",
    "plateau",
    "wanheimBay",
    "fractal",
    "slipRatio",
    "oneWay",
];

pub fn is_written(kind: &LawKind) -> bool {
    WRITTEN.contains(&kind.name())
}

#[test]
fn all_that_is_written_is_compared() {
    let compared = static_kinds().into_iter().filter(|kind| is_written(kind)).count();
    assert_eq!(compared, WRITTEN.len());
}

/// Magnitude of the dry part at the complex slip speed x, load N and speed u, on the piece where the argument is
/// `inside`; the numbers are those of [`parameters`].
pub fn magnitude(kind: &LawKind, forward: bool, inside: f64, x: C, load: C, speed: C) -> C {
    let p = parameters(kind);
    let n = |k: usize| p[k][0];
    let one = C::new(1.0, 0.0);
    match kind.name() {
        "coulomb" => one * n(0) * load,
        "stribeck" => (n(0) + (n(1) - n(0)) * (-(x / n(2)).powf(n(3))).exp()) * load,
        "exponential" => (n(0) + (n(1) - n(0)) * (-x * n(2) / (n(1) - n(0))).exp()) * load,
        "hyperbolic" => n(0) / (one + n(1) * x) * load,
        "falling" => {
            let fallen = n(0) - n(1) * x;
            if n(0) - n(1) * inside > n(2) { fallen * load } else { n(2) * load }
        }
        "quadratic" => ((n(1) - n(0)) / (one + n(2) * x) + n(0) + n(3) * x * x) * load,
        "asymmetric" if forward => {
            let fallen = |x: C| n(0) - x * (n(0) - n(1)) / n(2);
            if inside < n(2) { fallen(x) * load } else { n(1) * load }
        }
        "asymmetric" => {
            let fallen =
                |x: C| n(3) - n(6) * ((x - n(5)) / n(7)).exp() - n(8) * ((x - n(5)) / n(9)).exp();
            if fallen(one * inside).re > n(4) { fallen(x) * load } else { n(4) * load }
        }
        "table" => {
            let (slip, friction) = if forward { (&p[0], &p[1]) } else { (&p[2], &p[3]) };
            let points: Vec<_> = slip.iter().copied().zip(friction.iter().copied()).collect();
            let last = if forward { 0.5 } else { 0.0 };
            line(&points, last, inside, x) * load
        }
        "piecewise" => {
            let luz = |k: usize| if inside > p[2][k] { p[3][k] * (x - p[2][k]) } else { 0.0 * x };
            (n(0) + luz(0) + luz(1)) * load
        }
        "plateau" if inside > n(2) => (n(0) + n(3) * (x - n(2))) * load,
        "plateau" => n(0) * load,
        "wanheimBay" => {
            // The lines of the file's header, with n = p/σ0.
            let (p_max, mu) = (n(0), n(1));
            let t1 = 1.0 - (1.0 - mu).sqrt();
            let n1 = (1.0 + std::f64::consts::FRAC_PI_2 + mu.acos() + (1.0 - mu * mu).sqrt())
                / (3.0_f64.sqrt() * (1.0 + (1.0 - mu).sqrt()));
            let scaled = load / (3.0_f64.sqrt() * p_max);
            if inside / (3.0_f64.sqrt() * p_max) < n1 {
                p_max * t1 * scaled / n1
            } else {
                p_max * (mu - (mu - t1) * (-(scaled - n1) * t1 / ((mu - t1) * n1)).exp())
            }
        }
        "fractal" => line(&fractal_points(), 0.0, inside, x) * load,
        "slipRatio" => {
            let ratio = if inside < 1.0 { x / speed } else { one };
            (n(0) * (one - (-n(1) * ratio).exp()) - n(2) * ratio) * load
        }
        "oneWay" => 0.0 * one,
        other => panic!("no formula for {other}"),
    }
}

/// The points of the fractal law of [`parameters`]: each step puts a copy of the curve between two given
/// points; evaluated point by point from the functional equation f(L(u)) = line + d·(f(u) − chord(u)).
fn fractal_points() -> Vec<(f64, f64)> {
    let p = parameters(named("fractal"));
    let (slip, friction, d) = (&p[0], &p[1], p[2][0]);
    let chord = |x: f64| friction[0] + x * (friction[2] - friction[0]);
    let given: Vec<_> = slip.iter().copied().zip(friction.iter().copied()).collect();
    let mut points = given.clone();
    for _ in 0..p[3][0] as usize {
        let mut next = vec![given[0]];
        for pair in given.windows(2) {
            let ((x0, f0), (x1, f1)) = (pair[0], pair[1]);
            for &(u, f) in &points[1..] {
                next.push((x0 + u * (x1 - x0), f0 + u * (f1 - f0) + d * (f - chord(u))));
            }
        }
        points = next;
    }
    points
}

/// The dry part on the real axis.
pub fn value(kind: &LawKind, forward: bool, x: f64, at: Conditions) -> f64 {
    let inside = match kind.name() {
        "wanheimBay" => at.load,
        "slipRatio" => x / at.speed,
        _ => x,
    };
    let real = |x: f64| C::new(x, 0.0);
    magnitude(kind, forward, inside, real(x), real(at.load), real(at.speed)).re
}

/// Points of the circle on which Cauchy's integral is summed.
const POINTS: usize = 128;

/// Taylor coefficients `c_k·r^k` of a function that is analytic beyond |τ| = r.
pub fn coefficients(f: impl Fn(C) -> C, radius: f64, orders: usize) -> Vec<f64> {
    let angle = |j: usize| 2.0 * std::f64::consts::PI * j as f64 / POINTS as f64;
    let values: Vec<C> = (0..POINTS).map(|j| f(C::from_polar(radius, angle(j)))).collect();
    let term = |k: usize| {
        let sum: C = values
            .iter()
            .enumerate()
            .map(|(j, value)| value * C::from_polar(1.0, -angle(j * k % POINTS)))
            .sum();
        sum.re / POINTS as f64
    };
    (0..orders).map(term).collect()
}
