//! Laws of one's own that change on a short way far from where the motion begins: no step passes over it, whatever friction
//! depends on, with no `scale` that says where it is.

use std::f64::consts::PI;

use crate::networks::network;
use crate::run::Run;

/// Communication steps, s.
const STEPS: [f64; 3] = [1e-3, 0.1, 10.0];

/// Transitions and the motion at 10 s of a body of 1 kg under this law.
fn moved(body: &str, law: &str, width: f64, step: f64) -> Run {
    let text = format!(
        "[model]\nname = \"Narrow\"\n[body.block]\nmass = 1.0\n{body}\n{law}\n[contact.floor]\nbetween = \"block\"\n\
         law = \"own\"\n"
    );
    let mut run = Run::new(&network(&text.replace("WIDTH", &format!("{width:e}"))));
    for k in 1..=(10.0 / step).round() as u32 {
        run.advance(step * f64::from(k));
    }
    run
}

/// A law with a state q.
fn with_state(friction: &str, measure: &str, rate: &str) -> String {
    format!(
        "[law.own]\nfriction = \"{friction}\"\n[[law.own.state]]\nname = \"memory\"\nsymbol = \"q\"\n\
         measure = \"{measure}\"\nrate = \"{rate}\"\ndefault = 0.0\n"
    )
}

/// A state that counts the time lets 0.7 N go where the limit has fallen below, and hold again where it has risen.
#[test]
fn a_limit_that_falls_for_a_short_time_by_a_state_lets_go() {
    let law = &with_state("1 - 0.6*exp(-((q - 1)/WIDTH)^2)", "number", "1");
    for width in [0.1, 0.01, 1e-3] {
        for step in STEPS {
            let run = moved("constantForce = 0.7", law, width, step);
            let times = run.times_of_contact(0);
            assert_eq!(times.len(), 2, "{width} {step}: {times:?}");
            let released = 1.0 - width * std::f64::consts::LN_2.sqrt();
            assert!((times[0] - released).abs() < 1e-12, "{width} {step}: {times:?}");
            // As much is lost above 0.7 N as was won below: the velocity is ∫ 0.6 exp(…) − 0.3.
            assert!(times[1] > 1.0 + width && times[1] < 1.0 + 4.0 * width, "{times:?}");
        }
    }
}

/// A ridge on the way, of which a state keeps count: half of the energy goes into it.
#[test]
fn a_ridge_by_a_state_that_counts_the_way_is_felt() {
    let law = &with_state("0.5 + 0.5/WIDTH/sqrt(pi)*exp(-((q - 1)/WIDTH)^2)", "length", "x");
    for width in [0.05, 1e-3, 1e-5] {
        for step in STEPS {
            let run = moved("velocity = 2.0", law, width, step);
            let way = run.state().position[0];
            assert!((way - 3.0).abs() < 1e-9, "{width} {step}: {way}");
        }
    }
}

/// ∫ dv/F from 0 to 2 of F = ½ + height·exp(−((v − 1)/width)²), by Simpson's rule where F changes.
fn time_to_stop(height: f64, width: f64) -> f64 {
    let reach = (7.0 * width).min(1.0);
    let (n, slowness) =
        (4000, |v: f64| 1.0 / (0.5 + height * (-((v - 1.0) / width).powi(2)).exp()));
    let h = 2.0 * reach / f64::from(n);
    let weight = |k: i32| match k {
        0 => 1.0,
        k if k == n => 1.0,
        k if k % 2 == 1 => 4.0,
        _ => 2.0,
    };
    let inner = (0..=n).map(|k| weight(k) * slowness(1.0 - reach + h * f64::from(k)));
    inner.sum::<f64>() * h / 3.0 + 2.0 * (2.0 - 2.0 * reach)
}

#[test]
fn friction_that_changes_about_a_slip_speed_is_felt() {
    for (height, width) in [(1.0, 0.1), (1.0, 0.01), (1.0, 1e-4), (-0.45, 0.01), (-0.499, 0.01)] {
        let law = format!("[law.own]\nfriction = \"0.5 + {height:?}*exp(-((x - 1)/WIDTH)^2)\"\n");
        for step in STEPS {
            let run = moved("velocity = 2.0", &law, width, step);
            let (times, expected) = (run.times_of_contact(0), time_to_stop(height, width));
            let error = (times[0] - expected).abs();
            assert!(error < 1e-9, "{height} {width} {step}: {times:?} for {expected}");
        }
    }
}

/// A state that grows as the slip passes 1 m/s, and friction ½ + q with it: (½ + q) dq = −rate dv, the integral of which is √π.
#[test]
fn a_rate_that_is_great_about_a_slip_speed_is_felt() {
    let law = &with_state("0.5 + q", "number", "exp(-((x - 1)/WIDTH)^2)/WIDTH");
    for width in [0.1, 0.01, 1e-3] {
        for step in STEPS {
            let run = moved("velocity = 2.0", law, width, step);
            let passed = run.state().internal(0, 0);
            let expected = (0.25 + 2.0 * PI.sqrt()).sqrt() - 0.5;
            // At rest, x = 0, it goes on to grow by exp(−1/width²)/width a second.
            let late = 10.0 * (-width.powi(-2)).exp() / width;
            assert!((passed - expected).abs() < 1e-8 + late, "{width} {step}: {passed}");
        }
    }
}
