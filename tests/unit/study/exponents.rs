//! Lyapunov exponents against multipliers, closed forms, and the growth of small differences.

use luztar::study::Case;
use luztar::study::lyapunov::{Watch, spectrum};
use luztar::study::settling::find;

use crate::study::{model, unit, with};

/// z'' + c z' + k z = cos Ωt: both exponents are −c/2 where it vibrates.
#[test]
fn a_damped_oscillator_contracts_by_half_its_damping() {
    let text = "[model]\nname = \"Linear\"\n[body.slider]\nmass = 1.0\nexcitation = { amplitude = 1.0, angularFrequency = 1.5 }\n\
                [spring.leaf]\nbetween = \"slider\"\nstiffness = 2.0\ndamping = 0.3\n";
    let model = Case::new(unit(text), Vec::new()).expect("a unit with states").tight();
    let watch = Watch { settle: 0.0, interval: 1.0, count: 400 };
    let mut intervals = 0;
    let found = spectrum(&model, watch, || intervals += 1).expect("a spectrum");
    assert_eq!(intervals, watch.intervals());
    assert_eq!((found.lost, found.transitions, found.to), (0, 0, 400.0));
    let sum: f64 = found.exponents.iter().map(|one| one.value).sum();
    assert!((sum + 0.3).abs() < 1e-12, "{found:?}");
    for one in &found.exponents {
        assert!((one.value + 0.15).abs() < one.error.max(1e-3) && one.error < 0.02, "{one:?}");
    }
}

/// The block on a belt forgets everything when it sticks: one exponent is 0, that along its motion, the other −∞.
#[test]
fn a_sticking_cycle_has_lost_a_direction() {
    let text = include_str!("../../../examples/networks/BlockOnBelt.toml");
    let model = Case::new(unit(text), Vec::new()).expect("a unit with states").tight();
    let cycle = find(&model, 40.0, None, |_| {}).expect("a cycle");
    let watch = Watch { settle: 20.0, interval: cycle.period, count: 40 };
    let found = spectrum(&model, watch, || ()).expect("a spectrum");
    assert_eq!((found.lost, found.exponents.len()), (1, 1));
    assert!(found.exponents[0].value.abs() < 1e-10, "{found:?}");
    assert_eq!(found.transitions, 40 * cycle.events.len());
}

/// The same with intervals that nearly are a period: each sees the speed at nearly the same phase, so that all means are
/// alike, and none is 0. The error says so.
#[test]
fn errors_hold_where_intervals_nearly_are_periods() {
    let text = include_str!("../../../examples/networks/BlockOnBelt.toml");
    let model = Case::new(unit(text), Vec::new()).expect("a unit with states").tight();
    let cycle = find(&model, 40.0, None, |_| {}).expect("a cycle");
    let watch = Watch { settle: 20.0, interval: 1.001 * cycle.period, count: 40 };
    let found = spectrum(&model, watch, || ()).expect("a spectrum");
    assert_eq!((found.lost, found.exponents.len()), (1, 1));
    let one = found.exponents[0];
    assert!(one.value.abs() <= one.error && one.error < 0.1, "{one:?}");
}

/// Exponents of a cycle that sticks are ln|μ|/T of its multipliers μ; that of μ = 0 is −∞.
#[test]
fn a_cycle_has_the_logarithms_of_its_multipliers() {
    let model = model("BrakeMechanism", &[]).tight();
    let cycle = find(&model, 20.0, None, |_| {}).expect("a cycle");
    let watch = Watch { settle: 40.0, interval: cycle.period, count: 40 };
    let found = spectrum(&model, watch, || ()).expect("a spectrum");
    let expected: Vec<f64> =
        cycle.multipliers.iter().map(|value| value.0.hypot(value.1).ln() / cycle.period).collect();
    assert!(expected[3] < -30.0 && found.lost == 1, "{expected:?} {found:?}");
    assert!(found.exponents[0].value.abs() < 1e-8, "{found:?}");
    // A pair of complex multipliers turns its vectors: their sum is what each period contracts by.
    let sum = |values: &[f64]| values.iter().sum::<f64>();
    let values: Vec<f64> = found.exponents[1..].iter().map(|one| one.value).collect();
    assert!((sum(&values) - sum(&expected[1..3])).abs() < 1e-8, "{values:?} {expected:?}");
    for (one, expected) in found.exponents[1..].iter().zip(&expected[1..3]) {
        assert!((one.value - expected).abs() < one.error, "{one:?} {expected}");
    }
}

/// Two blocks with stiff coil springs never repeat: the largest exponent against the growth of a difference of 1e-8 that
/// is made small again after every 2 s, over the same motion.
#[test]
fn chaos_grows_as_small_differences_do() {
    const DIFFERENCE: f64 = 1e-8;
    let model = with(&model("BurridgeKnopoff", &[]), &[("coil1.stiffness", 2.0)]).tight();
    let (settle, interval, count) = (100usize, 2usize, 60usize);
    let watch = Watch { settle: settle as f64, interval: interval as f64, count };
    let found = spectrum(&model, watch, || ()).expect("a spectrum");
    let size = |d: &[f64]| d.iter().map(|x| x * x).sum::<f64>().sqrt();
    let mut instance = model.start(0.0, &model.first(), false).expect("a motion");
    let mut direction = vec![1.0, 0.3, -0.5, 0.2];
    let mut growth = 0.0;
    for k in 0..settle / interval + count {
        let time = (k * interval) as f64;
        let state = model.state(&mut instance).expect("a state");
        let part = DIFFERENCE / size(&direction);
        let beside: Vec<f64> = state.iter().zip(&direction).map(|(x, d)| x + part * d).collect();
        let mut neighbour = model.start(time, &beside, false).expect("a motion");
        neighbour.step(time, interval as f64).expect("a step");
        instance.step(time, interval as f64).expect("a step");
        let (a, b) = (model.state(&mut instance), model.state(&mut neighbour));
        direction =
            b.expect("a state").iter().zip(a.expect("a state")).map(|(b, a)| b - a).collect();
        if k >= settle / interval {
            growth += (size(&direction) / DIFFERENCE).ln();
        }
    }
    let expected = growth / (count * interval) as f64;
    assert_eq!((found.lost, found.from, found.to), (2, 100.0, 220.0));
    assert!(expected > 0.01, "{expected}");
    assert!((found.exponents[0].value - expected).abs() < 2e-3, "{found:?} {expected}");
    // Along the motion nothing grows.
    assert!(found.exponents[1].value.abs() < found.exponents[1].error, "{:?}", found.exponents);
}
