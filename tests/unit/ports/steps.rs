//! Parallel masters whose steps vary.

use super::*;

/// A long step at rest tells nothing of the next one: a reading ends where it costs what a step may, and the flange stays where it is.
#[test]
fn a_reaction_can_be_read_after_a_long_step() {
    let spring = "spring.s = { between = \"flange\", stiffness = 1e8, backlash = 0.001 }";
    let (mass, speed) = (1e-3, 10.0);
    let mut port = started(&unit(&mass_on(spring, mass)));
    port.step(0.0, 60.0).unwrap();
    let (mut time, mut host) = (60.0, Host { stiffness: 0.0, position: 0.0, velocity: speed });
    for _ in 0..3 {
        give(&mut port, &host, 0.0);
        // No more than the momentum is returned in the time of the next step.
        let read = port.real("flange.reaction");
        assert!(read.abs() <= 2.0 * mass * speed / 1e-5, "{read}");
        port.step(time, 1e-5).unwrap();
        assert_eq!(port.real("flange.meanReaction"), 0.0);
        host.step(read / mass, 1e-5);
        time += 1e-5;
    }
}
