//! Branches of cycles: folds and period doublings against what runs do beside them.

use std::f64::consts::TAU;
use std::ops::ControlFlow;

use luztar::study::Case;
use luztar::study::bifurcation::{Look, crossings};
use luztar::study::continuation::{Range, Special, follow};
use luztar::study::section::Section;
use luztar::study::settling::find;

use crate::study::{unit, with};

/// x'' + c x' + k x + b x³ = P cos Ωt.
fn duffing([c, k, b]: [f64; 3], force: f64, frequency: f64, position: f64) -> Case {
    let text = format!(
        "[model]\nname = \"Duffing\"\n[body.slider]\nmass = 1.0\nposition = {position:?}\n\
         excitation = {{ amplitude = {force:?}, angularFrequency = {frequency:?} }}\n\
         [spring.leaf]\nbetween = \"slider\"\nstiffness = {k:?}\ncubic = {b:?}\n\
         [damper.oil]\nbetween = \"slider\"\ndamping = {c:?}\n"
    );
    Case::new(unit(&text), Vec::new()).expect("a unit with states").tight()
}

/// In a well of x'' + 0.3 x' − x + x³ = P cos 1.2 t the period doubles between P = 0.20 and 0.28 (D. W. Jordan, P. Smith,
/// Nonlinear Ordinary Differential Equations, Oxford 2007).
#[test]
fn a_period_doubling_is_where_runs_double() {
    let model = duffing([0.3, -1.0, 1.0], 0.2, 1.2, 1.0);
    let parameter = model.unit().find("slider.excitationAmplitude").expect("a parameter");
    let first = find(&model, 200.0, None, |_| {}).expect("a cycle").guess();
    let range = Range { parameter, first: 0.2, last: 0.28, steps: 16, periods: 1 };
    let branch = follow(&model, range, &first, |_| ControlFlow::Continue(())).expect("a branch");
    let special: Vec<_> = branch.points.iter().filter(|point| point.special.is_some()).collect();
    let [point] = special[..] else { panic!("{special:?}") };
    assert_eq!(point.special, Some(Special::PeriodDoubling));
    let (re, im) = point.cycle.multipliers[0];
    assert!((re + 1.0).abs() < 1e-8 && im == 0.0, "{re} {im}");
    assert!(branch.points.first().is_some_and(|first| first.cycle.is_stable()));
    assert!(branch.points.last().is_some_and(|last| !last.cycle.is_stable()));
    // Runs beside it: one place on the section below, two above.
    let position = model.unit().find("slider.position").expect("an output");
    let apart = |value: f64| {
        let model = with(&model, &[("slider.excitationAmplitude", value)]);
        let section = Section::Phase { period: TAU / 1.2, offset: 0.0 };
        let columns = vec![position];
        let look =
            Look { section, columns, settle: 4000.0, points: 2, patience: 100.0, resolution: 1.0 };
        let (found, _) = crossings(&model, (0.0, &model.first()), &look).expect("a motion");
        (found[1].values[0] - found[0].values[0]).abs()
    };
    assert!(apart(point.value - 1e-3) < 1e-6, "{}", apart(point.value - 1e-3));
    assert!(apart(point.value + 1e-3) > 1e-3, "{}", apart(point.value + 1e-3));
}

/// A hardening spring bends the resonance over: two folds, where a multiplier is 1, and three cycles between them. The
/// branch comes out of its range where it went in, and goes on to its end.
#[test]
fn a_bent_resonance_has_two_folds() {
    let model = duffing([0.1, 1.0, 1.0], 0.3, 0.8, 0.0);
    let parameter = model.unit().find("slider.excitationOmega").expect("a parameter");
    let first = find(&model, 200.0, None, |_| {}).expect("a cycle").guess();
    let range = Range { parameter, first: 0.8, last: 2.4, steps: 40, periods: 1 };
    let branch = follow(&model, range, &first, |_| ControlFlow::Continue(())).expect("a branch");
    assert_eq!(branch.ended, None);
    let folds: Vec<_> =
        branch.points.iter().filter(|point| point.special == Some(Special::Fold)).collect();
    let [upper, lower] = folds[..] else { panic!("{} folds", folds.len()) };
    assert!(upper.value > lower.value && lower.value > 1.0, "{} {}", upper.value, lower.value);
    for fold in [upper, lower] {
        let near = fold.cycle.multipliers.iter().map(|value| (value.0 - 1.0).hypot(value.1));
        assert!(near.fold(f64::INFINITY, f64::min) < 1e-5, "{:?}", fold.cycle.multipliers);
    }
    let stability: Vec<bool> = branch.points.iter().map(|point| point.cycle.is_stable()).collect();
    let between = branch.points.iter().position(|point| point.special.is_some()).expect("a fold");
    assert!(stability[0] && !stability[between + 1] && stability[stability.len() - 1]);
}

/// x'' + c x' + k x = P cos Ωt has the cycle x = P·[(k − Ω²)·cos Ωt + c·Ω·sin Ωt]/[(k − Ω²)² + (c·Ω)²]. c = 0 is a bound, where
/// a branch begins or ends.
#[test]
fn a_branch_begins_and_ends_at_a_bound() {
    let (k, force, frequency) = (1.0, 0.3, 0.7);
    for (first, last) in [(0.0, 1.0), (1.0, 0.0)] {
        let model = duffing([first, k, 0.0], force, frequency, 0.0);
        let parameter = model.unit().find("oil.damping").expect("a parameter");
        let start = find(&model, 200.0, None, |_| {}).expect("a cycle").guess();
        let range = Range { parameter, first, last, steps: 8, periods: 1 };
        let branch =
            follow(&model, range, &start, |_| ControlFlow::Continue(())).expect("a branch");
        assert_eq!(branch.ended, None);
        let values: Vec<f64> = branch.points.iter().map(|point| point.value).collect();
        let end = values[values.len() - 1];
        assert!(values[0] == first && (end - last) * (last - first) > -1e-4, "{values:?}");
        for point in &branch.points {
            let (stiffness, damping) = (k - frequency * frequency, point.value * frequency);
            let scale = force / (stiffness * stiffness + damping * damping);
            let (x, v) = (scale * stiffness, scale * damping * frequency);
            let state = &point.cycle.state;
            assert!(
                (state[0] - x).hypot(state[1] - v) < 1e-8,
                "{}: {state:?} {x} {v}",
                point.value
            );
        }
    }
}
