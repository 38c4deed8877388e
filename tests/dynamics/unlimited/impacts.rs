//! Given motions that jump, and what hangs on them without limits.

use luztar::dynamics::ContactMode;

use super::{close, network};
use crate::run::Run;
/// A shaft that is given jumps: what is coupled to it jumps as well, and what rubs on that does not.
#[test]
fn a_jump_is_an_impact_for_what_is_coupled() {
    let mut run = Run::new(&network(
        r#"
[body.shaft]
axis = "rotation"
motion = "prescribed"
by = "velocity"
[body.gear]
axis = "rotation"
inertia = 3.0
[body.wheel]
axis = "rotation"
inertia = 8.0
[coupling.mesh]
between = ["shaft", "gear"]
ratio = 2.0
[contact.clutch]
between = ["gear", "wheel"]
law = "coulomb"
kineticFriction = 5.0
"#,
    ));
    run.advance(1.0);
    assert_eq!(run.contact(0), ContactMode::Stuck);
    run.set("shaft.angularVelocity", 6.0);
    run.advance(1.5);
    assert_eq!(run.velocity(1), 3.0);
    close(run.velocity(2), 5.0 / 8.0 * 0.5, 1e-13);
    assert_eq!(run.contact(0), ContactMode::Forward);
    // The clutch captures the wheel.
    run.advance(10.0);
    close(run.times_of_contact(0)[1], 1.0 + 3.0 * 8.0 / 5.0, 1e-13);
    assert_eq!((run.velocity(1), run.velocity(2)), (3.0, 3.0));
}

/// Two coupled blocks are overtaken by a slide with a ratchet: momentum does not matter, the slide is given; the faster
/// slide leaves them alone when it falls back.
#[test]
fn a_slide_with_a_ratchet_takes_along_and_falls_back() {
    let mut run = Run::new(&network(
        r#"
[body.slide]
motion = "prescribed"
by = "velocity"
[body.first]
mass = 2.0
velocity = 1.0
[body.second]
mass = 3.0
velocity = 1.0
[contact.pawl]
between = ["first", "slide"]
law = "oneWay"
[coupling.rod]
between = ["first", "second"]
"#,
    ));
    assert_eq!(run.contact(0), ContactMode::Forward);
    run.set("slide.velocity", 4.0);
    run.advance(1.0);
    assert_eq!((run.velocity(1), run.velocity(2), run.contact(0)), (4.0, 4.0, ContactMode::Stuck));
    run.set("slide.velocity", 2.0);
    run.advance(2.0);
    assert_eq!(
        (run.velocity(1), run.velocity(2), run.contact(0)),
        (4.0, 4.0, ContactMode::Forward)
    );
    // Half of what is lost went into the impact: impulse times the mean slip velocity.
    close(run.state().dissipated[0], 5.0 * 3.0 * 3.0 / 2.0, 1e-14);
}
