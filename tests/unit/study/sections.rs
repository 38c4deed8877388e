//! Sections, diagrams and sweeps against closed forms.

use std::f64::consts::{PI, TAU};

use luztar::study::Case;
use luztar::study::bifurcation::{Look, Station, crossings, next};
use luztar::study::section::{EventKind, Section};
use luztar::unit::{ContactId, Element, Value};

use crate::study::{model, unit};

fn block_on_belt() -> Case {
    let text = include_str!("../../../examples/networks/BlockOnBelt.toml");
    Case::new(unit(text), Vec::new()).expect("a unit with states")
}

fn look(section: Section, columns: Vec<usize>) -> Look {
    Look { section, columns, settle: 20.0, points: 4, patience: 60.0, resolution: 0.05 }
}

/// Period and places of the block on a belt: it lets go at F_s/k, and sticks at 2F_k/k − F_s/k.
#[test]
fn events_and_planes_cross_where_the_closed_form_says() {
    let model = block_on_belt();
    let position = model.unit().find("slider.position").expect("an output");
    let slips = EventKind { element: Element::Contact(ContactId(0)), from: Some(0), to: None };
    let sticks = EventKind { element: Element::Contact(ContactId(0)), from: None, to: Some(0) };
    let (v, delta, omega) = (0.1, 0.25, 2f64.sqrt());
    let period = 2.0 / omega * (PI - (delta * omega / v).atan()) + 2.0 * delta / v;
    let plane = Section::Plane { variable: position, value: 0.5, upwards: true };
    for (section, place) in
        [(Section::Event(slips), 0.75), (Section::Event(sticks), 0.25), (plane, 0.5)]
    {
        let (found, _) = crossings(&model, (0.0, &model.first()), &look(section, vec![position]))
            .expect("a motion");
        assert_eq!(found.len(), 4, "{section:?}");
        for pair in found.windows(2) {
            let apart = pair[1].time - pair[0].time;
            assert!((apart - period).abs() < 1e-9, "{section:?}: {apart} {period}");
        }
        for crossing in &found {
            assert!((crossing.values[0] - place).abs() < 1e-9, "{section:?}: {crossing:?}");
        }
    }
}

#[test]
fn phases_are_times() {
    let model = model("ForcedOscillator", &[]);
    let position = model.unit().find("slider.position").expect("an output");
    let period = TAU / 0.8;
    let section = Section::Phase { period, offset: 0.25 * period };
    let (found, (end, _)) =
        crossings(&model, (0.0, &model.first()), &look(section, vec![position])).expect("a motion");
    let first = ((20.0 / period - 0.25).floor() + 1.25) * period;
    for (k, crossing) in found.iter().enumerate() {
        assert!((crossing.time - first - k as f64 * period).abs() < 1e-9, "{crossing:?}");
    }
    assert_eq!(found.len(), 4);
    assert!((end - found[3].time).abs() < 1e-9);
}

/// The place at which the block lets go is F_s/k at every belt velocity, and the state is carried over: with no time to
/// settle the first crossing at the second velocity comes before the block could have come from its first state.
#[test]
fn states_are_carried_over() {
    let model = block_on_belt();
    let position = model.unit().find("slider.position").expect("an output");
    let velocity = model.unit().find("belt.surfaceVelocity").expect("a parameter");
    let slips = EventKind { element: Element::Contact(ContactId(0)), from: Some(0), to: None };
    let look = Look { settle: 0.0, points: 1, ..look(Section::Event(slips), vec![position]) };
    let values = [0.1, 0.11, 0.12, 0.13];
    let mut found: Vec<Station> = Vec::new();
    for value in values {
        let model = model.with(velocity, Value::Real(value));
        found.push(next(&model, found.last(), &look).expect("a motion"));
    }
    let all: Vec<_> = found.iter().flat_map(|(crossings, _)| crossings).collect();
    assert_eq!(all.len(), values.len());
    let times: Vec<f64> = all.iter().map(|one| one.time).collect();
    assert!(
        times.windows(2).all(|pair| pair[1] - pair[0] > 5.0 && pair[1] - pair[0] < 8.0),
        "{times:?}"
    );
    for one in all {
        assert!((one.values[0] - 0.75).abs() < 1e-9, "{one:?}");
    }
}

/// Crossings of planes at 0, upwards, each found with steps of three sizes.
fn upwards(text: &str, names: &[&str]) -> Vec<Vec<f64>> {
    let model = Case::new(unit(text), Vec::new()).expect("a unit with states");
    let find = |name: &&str| model.unit().find(name).expect("an output");
    let mut all = Vec::new();
    for variable in names.iter().map(find) {
        for resolution in [0.2, 0.05, 0.001] {
            let section = Section::Plane { variable, value: 0.0, upwards: true };
            let look = Look { settle: 0.0, patience: 5.0, resolution, ..look(section, Vec::new()) };
            let (found, _) = crossings(&model, (0.0, &model.first()), &look).expect("a motion");
            all.push(found.iter().map(|crossing| crossing.time).collect());
        }
    }
    all
}

/// A body at 0.8 m/s meets a stop at 0.5 m at 0.625 s, and never comes back: its force is 0 until then, and begins with a jump
/// where the stop is damped.
#[test]
fn a_force_that_rests_at_0_crosses_it_at_the_touch() {
    for damping in [0.0, 1.0] {
        let text = format!(
            "model = {{ name = \"Stop\" }}\nbody.m = {{ mass = 1.0, velocity = 0.8 }}\n\
             spring.stop = {{ between = \"m\", stiffness = 100.0, damping = {damping}, gap = [-inf, 0.5] }}\n"
        );
        for times in upwards(&text, &["stop.force", "stop.state"]) {
            assert_eq!(times.len(), 1, "{damping}: {times:?}");
            assert!((times[0] - 0.625).abs() < 2e-15, "{damping}: {times:?}");
        }
    }
}

/// A force of 1 N/s·t moves a body against 2 N of friction from 2 s on; a load of max(t − 1, 0) N begins at 1 s.
#[test]
fn what_rests_while_stuck_or_unloaded_crosses_where_it_leaves() {
    let text = "model = { name = \"Pushed\" }\nbody.m = { mass = 1.0 }\nbody.other = { mass = 1.0 }\n\
                force.p = { between = \"m\", force = \"t\" }\n\
                contact.f = { between = \"m\", law = \"coulomb\", kineticFriction = 2.0 }\n\
                contact.g = { between = \"other\", law = \"coulomb\", kineticCoefficient = 0.5, normalForce = \"max(t - 1, 0)\" }\n";
    let names = ["f.state", "f.slipVelocity", "m.acceleration", "f.dissipatedPower"];
    for times in upwards(text, &names) {
        assert_eq!(times.len(), 1, "{times:?}");
        assert!((times[0] - 2.0).abs() < 1e-13, "{times:?}");
    }
    for times in upwards(text, &["g.normalLoad"]) {
        assert_eq!(times.len(), 1, "{times:?}");
        assert!((times[0] - 1.0).abs() < 1e-13, "{times:?}");
    }
}
