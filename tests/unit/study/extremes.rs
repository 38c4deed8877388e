//! Extremes of runs in short and long communication steps, against closed forms.

use std::f64::consts::PI;
use std::sync::Arc;

use luztar::study::measure::{Measure, Summary};
use luztar::unit::{Model, Simulation, Value};

use crate::support::{Named, unit};

/// Communication steps, s: of the last one ten periods of a body at 10 rad/s are a part.
const STEPS: [f64; 6] = [0.01, 0.07, 0.5, 2.0, 10.0, 2.0 * PI];

/// Points that a run has at most, whatever its steps.
const MOST_POINTS: usize = 3000;

/// Measures variables to about `stop`, s, as a study does; `give` sets inputs at the start of each step.
fn measured(
    unit: &Arc<Model>,
    names: &[&str],
    (step, stop): (f64, f64),
    mut give: impl FnMut(f64, &mut Simulation),
) -> Vec<Summary> {
    let mut instance = Simulation::new(unit.clone());
    let stops = instance.index("stopAtEvents");
    instance.set(stops, Value::Boolean(true)).unwrap();
    let columns = names.iter().map(|name| instance.index(name)).collect();
    let mut measure = Measure::new(unit.clone(), columns, 0.0, None);
    give(0.0, &mut instance);
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    measure.point(0.0, &mut instance).unwrap();
    let mut points = 0;
    for number in 1..=(stop / step).ceil() as u32 {
        let end = f64::from(number) * step;
        give(instance.time(), &mut instance);
        while instance.time() < end {
            let now = instance.time();
            let until = measure.begin(end, step, &mut instance).unwrap();
            assert!(until > now && until <= end);
            if instance.time() == now {
                instance.step(now, until - now).unwrap();
            }
            assert!((instance.time() - until).abs() < 1e-8 || !instance.step_events().is_empty());
            measure.see(instance.step_events());
            measure.point(instance.time(), &mut instance).unwrap();
            points += 1;
        }
    }
    assert!(points < MOST_POINTS.max((stop / step) as usize * 2), "{step}: {points} points");
    measure.summaries
}

#[track_caller]
fn expect(seen: Summary, [min, max]: [f64; 2], step: f64) {
    let allowed = 1e-6 * (max - min);
    let right = (seen.min - min).abs() <= allowed && (seen.max - max).abs() <= allowed;
    assert!(right, "steps of {step} s: {seen:?}, not {min} to {max}");
}

/// x = 0.2·cos(10 t).
#[test]
fn an_oscillation_is_measured_in_steps_of_many_periods() {
    let unit = unit(
        "model = { name = \"Swing\" }\nbody.m = { mass = 1.0, position = 0.2 }\n\
         spring.s = { between = \"m\", stiffness = 100.0 }\n",
    );
    let names = ["m.position", "m.velocity", "m.acceleration"];
    for step in STEPS {
        let found = measured(&unit, &names, (step, 10.0), |_, _| ());
        for (seen, size) in found.into_iter().zip([0.2, 2.0, 20.0]) {
            expect(seen, [-size, size], step);
        }
    }
}

/// 1 kg on 100 N/m from 0.2 m under 3 N of friction: it turns at −0.14 m, where its acceleration falls from 17 to 11 m/s². The
/// greatest one is that before the transition.
#[test]
fn values_before_transitions_count() {
    let unit = unit(include_str!("../../networks/spring_mass.toml"));
    let names = ["block.position", "block.velocity", "block.acceleration"];
    for step in STEPS {
        let found = measured(&unit, &names, (step, 10.0), |_, _| ());
        for (seen, right) in found.into_iter().zip([[-0.14, 0.2], [-1.7, 1.1], [-17.0, 17.0]]) {
            expect(seen, right, step);
        }
    }
}

/// A force of 3 N/s·t for a step of 1 s, and of −1 N from there on: 1 kg reaches 1.5 m/s at the breakpoint, and no more.
#[test]
fn a_breakpoint_of_an_input_is_no_extreme_of_a_cubic() {
    let unit = unit("model = { name = \"Pushed\" }\nbody.m = { mass = 1.0, force = \"input\" }\n");
    for step in [1.0, 0.5, 0.01] {
        let found =
            measured(&unit, &["m.velocity", "m.acceleration"], (step, 2.0), |time, instance| {
                let first = time < 1.0 - 1e-9;
                instance.put("m.force", if first { 3.0 * time } else { -1.0 });
                if first {
                    let index = instance.index("m.force");
                    instance.set_input_derivative(index, 3.0).unwrap();
                }
            });
        expect(found[0], [0.0, 1.5], step);
        expect(found[1], [-1.0, 3.0], step);
    }
}

/// 1 kg at 1 m/s bounces off a Hertz contact of 1e6 N/m^1.5: ½ = 0.4·k·δ^2.5, and the force is k·δ^1.5.
#[test]
fn the_depth_of_a_blow_on_a_hertz_stop_is_found_in_any_step() {
    let unit = unit(
        "model = { name = \"Blow\" }\nbody.m = { mass = 1.0, position = 0.1, velocity = -1.0 }\n\
         hertz.stop = { between = \"m\", stiffness = 1e6 }\n",
    );
    let depth = (1.25f64 / 1e6).powf(0.4);
    for step in STEPS {
        let found = measured(&unit, &["m.velocity", "m.acceleration"], (step, 0.5), |_, _| ());
        expect(found[0], [-1.0, 1.0], step);
        expect(found[1], [0.0, 1e6 * depth.powf(1.5)], step);
    }
}

/// A force that rises from 0 to 5 N within 0.1 ms and falls again: lines between kinks, whose mean square is that of two triangles.
#[test]
fn a_pulse_with_kinks_is_neither_missed_nor_overshot() {
    for (start, fall) in [(0.521_774_7, 0.1), (0.164_658_8, 1e-3)] {
        let top = start + 1e-4;
        let end = top + fall;
        let unit = unit(&format!(
            "model = {{ name = \"Pulse\" }}\nbody.m = {{ mass = 1.0 }}\n\
             force.p = {{ between = \"m\", force = \"table(t, [0.0, {start}, {top}, {end}, 2.0], [0.0, 0.0, 5.0, 0.0, 0.0])\" }}\n"
        ));
        for step in [0.001, 0.03, 0.5, 2.0] {
            let found = measured(&unit, &["p.force", "m.velocity"], (step, 2.0), |_, _| ());
            for (seen, right) in found.into_iter().zip([[0.0, 5.0], [0.0, 2.5 * (fall + 1e-4)]]) {
                expect(seen, right, step);
            }
        }
    }
}
