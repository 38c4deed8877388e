//! Saved motions whose values break a rule, and those of another method.

use std::sync::Arc;

use luztar::dynamics::Saved;
use luztar::network::{Network, read};

use crate::run::Run;

/// A block on a spring in a gap, and friction with these keys.
fn block(friction: &str) -> Arc<Network> {
    let text = format!(
        "[model]\nname = \"Block\"\n[body.block]\nmass = 2.0\nvelocity = 1.0\nforce = \"input\"\n\
         [spring.stop]\nbetween = \"block\"\nstiffness = 300.0\ngap = [-0.1, 0.1]\n\
         [contact.floor]\nbetween = \"block\"\nlaw = \"coulomb\"\n{friction}"
    );
    Arc::new(read(&text, "block.toml").unwrap_or_else(|wrong| panic!("{wrong}")))
}

const FORCES: &str = "staticFriction = 2.0\nkineticFriction = 1.0\n";
/// The load is that of the place.
const LOADED: &str =
    "staticCoefficient = 0.5\nkineticCoefficient = 0.3\nnormalForce = \"4 + 3*block.position\"\n";

/// The motion goes on to the bit as one of which nothing was asked.
#[test]
fn a_motion_goes_on_where_a_saved_one_is_refused() {
    for (friction, name, value, rule) in [
        (FORCES, "floor.staticFriction", 0.1, "static friction must not be below"),
        (FORCES, "floor.kineticFriction", -3.0, "floor.kineticFriction"),
        (LOADED, "floor.staticCoefficient", 0.1, "static friction must not be below"),
    ] {
        let network = block(friction);
        let [mut run, mut other] = [Run::new(&network), Run::new(&network)];
        run.run(0.15, 0.01);
        other.run(0.15, 0.01);
        let mut saved = serde_json::to_value(run.motion.save()).expect("plain data");
        let place = network.parameters.iter().position(|parameter| parameter.name == name);
        saved["state"]["parameters"][place.expect("a parameter")] = value.into();
        let saved: Saved = serde_json::from_value(saved).expect("a state");
        let refused = run.motion.restore(&saved).expect_err("breaks a rule").to_string();
        assert!(refused.contains(rule), "{name}: {refused}");
        // Before anything was initialised nothing is there to go back to.
        let mut fresh = luztar::dynamics::Simulator::new(network.clone());
        assert_eq!(fresh.restore(&saved).expect_err("breaks a rule").to_string(), refused);
        run.run(1.0, 0.01);
        other.run(1.0, 0.01);
        assert_eq!((run.state(), &run.events), (other.state(), &other.events), "{name}");
    }
}

/// A motion of the time stepping that becomes a saved one of events moves as that does, under inputs that are new at every step.
#[test]
fn a_motion_takes_the_method_of_a_saved_one() {
    let network = block(FORCES);
    let mut run = Run::new(&network);
    let force = |step: i32| 4.0 * (0.02 * f64::from(step)).sin();
    let go = |run: &mut Run, step: i32| {
        run.set("block.force", force(step));
        run.advance(0.01 * f64::from(step));
    };
    (1..=50).for_each(|step| go(&mut run, step));
    let mut other = Run::by_steps(&network);
    other.motion.restore(&run.motion.save()).expect("the same network");
    let evaluations = [run.evaluations(), other.evaluations()];
    for step in 51..=150 {
        go(&mut run, step);
        go(&mut other, step);
        assert_eq!(run.state(), other.state(), "{step}");
    }
    assert_eq!(run.evaluations() - evaluations[0], other.evaluations() - evaluations[1]);
}
