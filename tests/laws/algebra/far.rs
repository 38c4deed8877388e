//! Values and slopes far from 0, where powers overflow: against closed forms in logarithms.

use luztar::algebra::{Dual, Number};

use super::{At, coefficients, formula};

/// ln(1 + e^u)
fn softplus(u: f64) -> f64 {
    u.max(0.0) + (-u.abs()).exp().ln_1p()
}

/// A formula, the sign of its slope, and the logarithm of the size of that at x = e^l.
type Case = (String, f64, Box<dyn Fn(f64) -> f64>);

/// Formulas of x = e^l with the logarithm of the size of their slopes.
fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for n in [2.0, 7.0, 30.0, 100.0, 250.5] {
        let power = move |l: f64| f64::ln(n) + (n - 1.0) * l;
        let u = move |l: f64| (n * l).exp();
        cases.push((format!("exp(-x^{n})"), -1.0, Box::new(move |l| power(l) - u(l))));
        cases.push((format!("expm1(-x^{n})"), -1.0, Box::new(move |l| power(l) - u(l))));
        let cosh = move |l: f64| u(l) + softplus(-2.0 * u(l)) - f64::ln(2.0);
        cases.push((format!("tanh(x^{n})"), 1.0, Box::new(move |l| power(l) - 2.0 * cosh(l))));
        let atan = move |l: f64| power(l) - softplus(2.0 * n * l);
        cases.push((format!("atan(x^{n})"), 1.0, Box::new(atan)));
        let over = move |l: f64| power(l) - 2.0 * softplus(n * l);
        cases.push((format!("1/(1 + x^{n})"), -1.0, Box::new(over)));
        for r in [0.5, 2.0, 3.5] {
            let slope = move |l: f64| f64::ln(r) + power(l) - (r + 1.0) * softplus(n * l);
            cases.push((format!("(1 + x^{n})^-{r}"), -1.0, Box::new(slope)));
        }
    }
    cases
}

#[test]
fn slopes_far_away_are_those_of_closed_forms() {
    for (text, sign, logarithm) in cases() {
        let own = formula(&text);
        let derivative = own.derivative(0).expect("a derivative");
        let wide = |step: i32| 0.05 * f64::from(step) * (1.0 + f64::from(step.max(0)) / 20.0);
        // Coefficients of a series overflow before its value does.
        let edge = |step: i32| (f64::MAX.ln() - 0.25 * f64::from(step)) / 250.5;
        for l in (-40..=400).map(wide).chain((1..=40).map(edge)) {
            let x = l.exp();
            let expected = sign * logarithm(l).exp();
            let at = At { x, y: 1.0 };
            let dual = own.evaluate(&At { x: Dual::new(x, 1.0), y: Dual::constant(1.0) });
            let series = coefficients(&own, [x, 1.0, 0.5], [1.0, 0.0, 0.0]);
            let of_derivative = coefficients(&derivative, [x, 1.0, 0.5], [1.0, 0.0, 0.0]);
            let value: f64 = own.evaluate(&at);
            assert!((series[0] - value).abs() <= 1e-12, "{text} at {x}: {value}");
            let found = [derivative.evaluate(&at), dual.change, series[1], of_derivative[0]];
            for one in found {
                let off = (one - expected).abs();
                assert!(
                    off <= 1e-9 * (1.0 + expected.abs()),
                    "{text} at {x}: {found:?}, not {expected}"
                );
            }
            let curved = [series[2], of_derivative[1]];
            let agree = (2.0 * (curved[0]) - of_derivative[0] - curved[1]).abs();
            let size = 1.0 + curved[0].abs();
            assert!(agree <= 1e-9 * size, "{text} at {x}: {curved:?}");
        }
    }
}
