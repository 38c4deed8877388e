//! Laws with internal state on a body that moves freely: from rest and from motion, as in Co-Simulation.

use std::sync::Arc;

use luztar::dynamics::ContactMode;
use luztar::unit::{Model, Simulation, Value};

use super::drive::{Drive, SEGMENT};
use super::host::Integrator;
use super::long_run::agrees;

/// Duration in segments: 4 s.
const SEGMENTS: usize = 40;

/// Bristles that are soft enough for a host without stiff methods.
const LAWS: [(&str, &str); 5] = [
    ("dahl", "kineticFriction = 0.5\nbristleStiffness = 50.0"),
    ("dahl", "kineticFriction = 0.5\nbristleStiffness = 50.0\ndahlExponent = 2.0"),
    (
        "blimanSorine",
        "riseFriction = 0.8\nfallFriction = 0.3\nslipLength = 0.05\nlengthRatio = 0.2",
    ),
    (
        "luGre",
        "kineticFriction = 0.5\nstaticFriction = 0.7\nstribeckVelocity = 0.1\nbristleStiffness = 50.0\n\
         bristleDamping = 1.0",
    ),
    (
        "antunes",
        "kineticFriction = 0.5\nstaticFriction = 0.6\nbristleStiffness = 50.0\nbristleDamping = 0.5",
    ),
];

fn block(law: &str, numbers: &str, velocity: f64) -> String {
    format!(
        "[model]\nname = \"Block\"\n[body.block]\nmass = 1.0\nposition = 0.1\nvelocity = {velocity}\nforce = \"input\"\n\
         [spring.leaf]\nbetween = \"block\"\nstiffness = 20.0\n\
         [contact.floor]\nbetween = \"block\"\nlaw = \"{law}\"\n{numbers}\n"
    )
}

#[test]
fn every_law_with_internal_state_moves_a_block_as_in_co_simulation() {
    for (law, numbers) in LAWS {
        for velocity in [0.0, 1.5, -0.4] {
            let text = block(law, numbers, velocity);
            let unit = Model::read(&text, law).unwrap_or_else(|errors| panic!("{law}: {errors}"));
            agrees(&unit, SEGMENTS);
        }
    }
}

/// A block on a pad whose coefficient follows the load.
fn followed(force: &str) -> Arc<Model> {
    let text = format!(
        "[model]\nname = \"Followed\"\n[body.block]\nmass = 1.0\n{force}\n\
         [contact.pad]\nbetween = \"block\"\nlaw = \"ostermeyer\"\ngrowthRate = 1.0\ncoolingRate = 0.5\n\
         heating = 0.2\nambientTemperature = 0.6\ncoefficient0 = 0.05\ntemperature0 = 0.6\nnormalForce = 1.0\n"
    );
    Model::read(&text, "followed.toml").unwrap_or_else(|errors| panic!("{errors}"))
}

/// The force 1 − cos t comes slowly, then faster than the pad can follow, and goes.
#[test]
fn a_pad_that_follows_its_load_slips_as_in_co_simulation() {
    let unit = followed(
        "constantForce = 1.0\nexcitation = { amplitude = 1.0, angularFrequency = 1.0, phase = 3.141592653589793 }",
    );
    assert!(agrees(&unit, SEGMENTS) > 0);
    let mut host = Integrator::new(&unit, &[]);
    host.run(0.5, 0.05);
    assert!((host.get("pad.coefficient") - (1.0 - 0.5_f64.cos())).abs() < 1e-9);
    // Errors of the integration are made up for in 0.1 ms.
    assert!((host.get("pad.coefficientRate") - 0.5_f64.sin()).abs() < 1e-6);
    assert!(host.events.is_empty());
}

/// Forces at the ends of segments: slowly to one side, back, slowly farther to the other side, back, and faster than the limit
/// can climb, 0.6 N/s.
const PUSHES: [f64; 32] = [
    0.0, 0.03, 0.06, 0.09, 0.12, 0.15, 0.18, 0.21, 0.24, 0.27, 0.3, 0.184, 0.068, -0.048, -0.164,
    -0.28, -0.31, -0.34, -0.37, -0.4, -0.3, -0.2, -0.1, 0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7,
    0.8,
];

/// When the force first is 0.4 N, and when it is 0.8 N.
const OUTRUN: f64 = 2.7;
const PUSHED: f64 = 3.1;

/// Nobody tells a unit in Model Exchange how an input changes: it follows the load 0.1 ms late, with limits that are off by what
/// they climb in that time, 6e-5.
#[test]
fn a_pad_follows_an_input_until_that_outruns_its_limit() {
    let unit = followed("force = \"input\"");
    let mut host = Integrator::driven(&unit, Drive::through(&unit, "block.force", &PUSHES));
    let mut most = 0.05;
    for (point, push) in (1..).zip(&PUSHES[1..]) {
        let time = SEGMENT * f64::from(point);
        if time > OUTRUN - 0.5 * SEGMENT {
            break;
        }
        host.run(time, 0.05);
        most = f64::max(most, push.abs());
        let found = host.get("pad.coefficient");
        assert!((found - most).abs() < 7e-5, "at {time}: {found}, not {most}");
        assert!(host.events.is_empty(), "{:?}", host.events);
    }
    host.run(PUSHED, 0.05);
    let [slip] = host.events[..] else { panic!("{:?}", host.events) };
    assert_eq!(slip.to(), ContactMode::Forward as i32);
    assert!(slip.time() > OUTRUN && slip.time() < OUTRUN + 2e-4, "{}", slip.time());

    let (mut slave, drive) =
        (Simulation::new(unit.clone()), Drive::through(&unit, "block.force", &PUSHES));
    slave.enter_initialization().unwrap();
    slave.exit_initialization().unwrap();
    for point in 0..PUSHES.len() - 1 {
        drive.begin(&mut slave, point);
        let from = slave.time();
        slave.step(from, SEGMENT * (point + 1) as f64 - from).unwrap();
    }
    for (name, error) in [("pad.coefficient", 1e-4), ("block.velocity", 5e-5)] {
        let Value::Real(expected) = slave.get(unit.find(name).unwrap()).unwrap() else {
            unreachable!()
        };
        let found = host.get(name);
        assert!((found - expected).abs() < error, "{name}: {found}, not {expected}");
    }
}
