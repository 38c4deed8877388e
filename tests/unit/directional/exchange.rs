//! Derivatives in Model Exchange by inputs and tunable parameters, between events and in one: they say what setting does.

use luztar::unit::Simulation;

use crate::directional::differences::{check_numbers, derivatives};
use crate::exchange::orders::{Caller, FORGETFUL};
use crate::support::{Named, unit};

/// A block that is stuck to a belt, whose velocity is a parameter: at an event setting that leaves the block behind, between
/// events it follows.
#[test]
fn what_is_stuck_on_a_surface_follows_it_between_events_alone() {
    for how in ["0.1", "\"input\""] {
        let text = format!(
            "model = {{ name = \"Belt\" }}\nbody.m = {{ mass = 2.0 }}\n\
             contact.c = {{ between = \"m\", law = \"coulomb\", kineticFriction = 3.0, surfaceVelocity = {how} }}\n"
        );
        let unit = unit(&text);
        let mut host = Simulation::exchange(unit.clone());
        host.put("c.surfaceVelocity", 0.1);
        host.put("m.velocity0", 0.1);
        host.enter_initialization().unwrap();
        host.exit_initialization().unwrap();
        host.make_transitions().unwrap();
        assert_eq!(host.real("c.stuck"), 1.0);
        let [velocity, surface] = [host.index("m.velocity"), host.index("c.surfaceVelocity")];
        assert_eq!(derivatives(&mut host, &[velocity], surface).unwrap(), [0.0], "{how}");
        check_numbers(&mut host);
        host.end_event();
        assert_eq!(derivatives(&mut host, &[velocity], surface).unwrap(), [1.0], "{how}");
        check_numbers(&mut host);
    }
}

/// A block of 1 kg under 3 N that has just been released, with friction 1/(1 + w): it slips as a new velocity of its surface
/// says, w = 0.1, and changes with that by 1/(1 + w)².
#[test]
fn friction_of_what_was_released_at_an_event_follows_its_surface() {
    let unit = unit(
        "model = { name = \"Released\" }\nbody.b = { mass = 1.0, force = \"input\" }\n\
         contact.c = { between = \"b\", law = \"hyperbolic\", staticFriction = 1.0, decay = 1.0, \
         surfaceVelocity = 0.0 }\n",
    );
    for side in [1.0, -1.0] {
        let mut host = Simulation::exchange(unit.clone());
        host.enter_initialization().unwrap();
        host.exit_initialization().unwrap();
        host.make_transitions().unwrap();
        host.put("b.force", 3.0 * side);
        host.make_transitions().unwrap();
        assert_eq!(host.real("c.frictionForce"), side);
        for speed in [0.1, 0.01] {
            host.put("c.surfaceVelocity", -speed * side);
            let friction = 1.0 / (1.0 + speed);
            for (name, right) in [
                ("c.slipVelocity", speed),
                ("c.frictionForce", friction),
                ("b.acceleration", 3.0 - friction),
            ] {
                let seen = host.real(name);
                assert!((seen - side * right).abs() < 1e-15, "{name}: {seen} {right}");
            }
            let [friction, surface] =
                [host.index("c.frictionForce"), host.index("c.surfaceVelocity")];
            let found = derivatives(&mut host, &[friction], surface).unwrap()[0];
            assert!((found - 1.0 / (1.0 + speed).powi(2)).abs() < 1e-14, "{found}");
        }
    }
}

/// Derivatives after random calls, of networks whose friction has no step there.
#[test]
fn derivatives_say_what_setting_does_after_random_calls() {
    let mut compared = 0;
    let given = |text: &&&str| !text.contains("contact.c = { between = \"ram\"");
    for text in FORGETFUL.iter().filter(given) {
        let unit = unit(&format!("model = {{ name = \"Calls\" }}\n{text}"));
        for seed in 0..20 {
            let mut caller = Caller::new(&unit, seed);
            caller.blur = 0.1;
            for _ in 0..6 {
                caller.round();
                compared += check_numbers(&mut caller.instance);
            }
            caller.instance.begin_event().unwrap();
            compared += check_numbers(&mut caller.instance);
        }
    }
    assert!(compared > 20_000, "{compared} compared");
}
