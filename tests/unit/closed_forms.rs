//! Closed forms as a host sees them: units by name, communication steps, outputs.

use std::f64::consts::PI;
use std::sync::Arc;

use luztar::unit::{Model, Value, catalogue};

use crate::support::{Host, Named};

/// Event times (s) and positions (m) at default settings and unit scale.
const EXACT: f64 = 1e-9;

/// Forces and accelerations that no integration touches.
const ROUND_OFF: f64 = 1e-14;

fn spring_mass() -> Arc<Model> {
    Model::read(include_str!("../networks/spring_mass.toml"), "spring_mass.toml").unwrap()
}

#[test]
fn spring_and_mass_reverse_and_rest_as_they_should_at_any_communication_step() {
    for h in [0.001, 0.01, 0.5] {
        let mut host = Host::start(&spring_mass(), &[]);
        host.run(2.0, h);
        let times: Vec<f64> = host.events.iter().map(|event| event.time()).collect();
        assert_eq!(times.len(), 3);
        for (k, time) in times.iter().enumerate() {
            assert!((time - (k + 1) as f64 * PI / 10.0).abs() <= EXACT, "{time}");
        }
        host.expect("block.position", -0.02, EXACT);
        host.expect("floor.lastEventTime", 0.3 * PI, EXACT);
        host.expect("floor.dissipatedEnergy", 1.98, EXACT);
        // The spring pulls with 2 N.
        host.expect("floor.frictionForce", 2.0, 100.0 * EXACT);
        for (name, value) in [
            ("block.velocity", 0.0),
            ("block.acceleration", 0.0),
            ("floor.slipVelocity", 0.0),
            ("floor.state", 0.0),
            ("floor.stuck", 1.0),
            ("floor.stickToSlipCount", 0.0),
            ("floor.slipToStickCount", 1.0),
            ("eventCount", 3.0),
            ("indeterminate", 0.0),
        ] {
            host.expect(name, value, 0.0);
        }
    }
}

#[test]
fn reading_outputs_and_starting_anew_change_no_bit() {
    let mut silent = Host::start(&spring_mass(), &[("block.position0", 0.31)]);
    silent.run(2.0, 0.01);
    let mut curious = Host::start(&spring_mass(), &[("block.position0", 0.31)]);
    curious.run_seen(2.0, 0.01, |host| {
        for index in 0..host.instance.unit().variables().len() {
            host.instance.get(index).unwrap();
        }
    });
    assert_eq!(silent.events, curious.events);
    let outputs = |host: &mut Host| -> Vec<Value> {
        let count = host.instance.unit().variables().len();
        (0..count).map(|index| host.instance.get(index).unwrap()).collect()
    };
    let expected = outputs(&mut silent);
    assert_eq!(outputs(&mut curious), expected);
    silent.restart(&[("block.position0", 0.31)]);
    silent.run(2.0, 0.01);
    assert_eq!(outputs(&mut silent), expected);
    assert_eq!(silent.events, curious.events);
}

#[test]
fn two_contacts_carry_the_top_block_along() {
    // DESIGN §2, first counterexample: the published form gives (0, 2).
    let unit = catalogue::unit("TwoMassTwoContacts").unwrap();
    let mut host = Host::start(
        &unit,
        &[
            ("body1.mass", 1.0),
            ("body2.mass", 1.0),
            ("body1.velocity0", 0.0),
            ("body2.velocity0", 0.0),
            ("contact12.kineticFriction", 5.0),
            ("contact12.staticFriction", 5.0),
            ("contact20.kineticFriction", 1.0),
            ("contact20.staticFriction", 1.0),
            ("body1.force", 0.0),
            ("body2.force", 3.0),
        ],
    );
    host.expect("body1.acceleration", 1.0, ROUND_OFF);
    host.expect("body2.acceleration", 1.0, ROUND_OFF);
    host.expect("contact12.frictionForce", -1.0, ROUND_OFF);
}

/// Three contacts with all limits 1, at rest.
fn three_contacts(masses: (f64, f64), forces: (f64, f64)) -> Host {
    let unit = catalogue::unit("TwoMassThreeContacts").unwrap();
    let mut values = vec![
        ("body1.mass", masses.0),
        ("body2.mass", masses.1),
        ("body1.velocity0", 0.0),
        ("body2.velocity0", 0.0),
        ("body1.force", forces.0),
        ("body2.force", forces.1),
    ];
    for name in [
        "contact10.kineticFriction",
        "contact10.staticFriction",
        "contact20.kineticFriction",
        "contact20.staticFriction",
        "contact12.kineticFriction",
        "contact12.staticFriction",
    ] {
        values.push((name, 1.0));
    }
    Host::start(&unit, &values)
}

#[test]
fn three_contacts_solve_gauss_principle_and_share_indeterminate_forces() {
    for (masses, forces, accelerations, friction, indeterminate) in [
        ((1.0, 1.0), (1.8, 1.8), (0.8, 0.8), [1.0, 1.0, 0.0], 0.0),
        ((1.0, 2.0), (3.0, -0.5), (1.0, 0.0), [1.0, 0.5, 1.0], 0.0),
        ((1.0, 2.0), (1.2, -0.3), (0.0, 0.0), [0.7, 0.2, 0.5], 1.0),
    ] {
        let mut host = three_contacts(masses, forces);
        host.expect("body1.acceleration", accelerations.0, ROUND_OFF);
        host.expect("body2.acceleration", accelerations.1, ROUND_OFF);
        host.expect("contact10.frictionForce", friction[0], ROUND_OFF);
        host.expect("contact20.frictionForce", friction[1], ROUND_OFF);
        host.expect("contact12.frictionForce", friction[2], ROUND_OFF);
        host.expect("indeterminate", indeterminate, 0.0);
    }
}

#[test]
fn a_spring_with_freeplay_between_prescribed_ends_is_its_luz() {
    let unit = catalogue::unit("FreeplaySpring").unwrap();
    let mut host = Host::start(&unit, &[]);
    let spring = unit.network().springs[0].name.clone();
    let bodies: Vec<String> = unit.network().bodies.iter().map(|body| body.name.clone()).collect();
    let k = host.instance.real(&format!("{spring}.stiffness"));
    let gap = 0.5 * host.instance.real(&format!("{spring}.backlash"));
    assert!(k > 0.0 && gap > 0.0);
    for (step, stretch) in [0.0, 0.5, 1.0, 1.5, -3.0, -1.0, 2.0, 0.3].into_iter().enumerate() {
        host.instance.put(&format!("{}.position", bodies[0]), 0.25 + stretch * gap);
        host.instance.put(&format!("{}.position", bodies[1]), 0.25);
        host.run(0.1 * (step + 1) as f64, 0.1);
        let force = k * luztar::projections::luz(stretch * gap, gap);
        host.expect(&format!("{spring}.force"), force, 1e-13 * k);
        host.expect(&format!("{}.reaction", bodies[0]), -force, 1e-13 * k);
        host.expect(&format!("{}.reaction", bodies[1]), force, 1e-13 * k);
    }
}
