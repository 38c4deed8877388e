//! Laws with internal state on a body that moves freely: from rest and from motion, as in Co-Simulation.

use luztar::unit::Unit;

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
        "[unit]\nname = \"Block\"\n[body.block]\nmass = 1.0\nposition = 0.1\nvelocity = {velocity}\nforce = \"input\"\n\
         [spring.leaf]\nbetween = \"block\"\nstiffness = 20.0\n\
         [contact.floor]\nbetween = \"block\"\nlaw = \"{law}\"\n{numbers}\n"
    )
}

#[test]
fn every_law_with_internal_state_moves_a_block_as_in_co_simulation() {
    for (law, numbers) in LAWS {
        for velocity in [0.0, 1.5, -0.4] {
            let text = block(law, numbers, velocity);
            let unit = Unit::read(&text, law).unwrap_or_else(|errors| panic!("{law}: {errors}"));
            agrees(&unit, SEGMENTS);
        }
    }
}
