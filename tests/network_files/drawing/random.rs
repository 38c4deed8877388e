//! Random networks are drawn without faults.

use std::fmt::Write as _;

use proptest::prelude::*;

use super::{faults, read_network};

/// A network of bodies on both axes and elements between any two of them, or to the ground.
fn network_text(bodies: &[(bool, bool)], elements: &[(u8, usize, usize)]) -> String {
    let mut text = "[model]\nname = \"Drawn\"\n".to_owned();
    for (at, &(turns, driven)) in bodies.iter().enumerate() {
        let (mass, force) = if turns { ("inertia", "torque") } else { ("mass", "force") };
        let axis = if turns { "rotation" } else { "translation" };
        writeln!(text, "[body.body{at}]\naxis = \"{axis}\"\n{mass} = 1.0").expect("a string");
        if driven {
            writeln!(text, "{force} = \"input\"").expect("a string");
        }
    }
    for (at, &(kind, i, j)) in elements.iter().enumerate() {
        let (i, j) = (i % bodies.len(), j % (bodies.len() + 1));
        let name = ["spring", "damper", "contact"][usize::from(kind % 3)];
        let numbers = match kind {
            0 => "stiffness = 1.0",
            1 | 4 => "damping = 1.0",
            3 => "stiffness = 1.0\nbacklash = 0.2\ndamping = 1.0",
            2 => "law = \"coulomb\"\nkineticFriction = 1.0",
            _ => {
                "law = \"coulomb\"\nkineticCoefficient = 1.0\nnormalForce = \"input\"\nsurfaceVelocity = \"input\""
            }
        };
        let (between, radii) = match j {
            _ if j == bodies.len() || j == i => (format!("[\"body{i}\"]"), "[0.5]"),
            j => (format!("[\"body{i}\", \"body{j}\"]"), "[0.5, 1.5]"),
        };
        writeln!(text, "[{name}.element{at}]\nbetween = {between}\n{numbers}\nradii = {radii}")
            .expect("a string");
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn networks_of_any_form_are_drawn(
        bodies in prop::collection::vec(any::<(bool, bool)>(), 1..9),
        elements in prop::collection::vec((0_u8..6, 0_usize..9, 0_usize..9), 0..14),
    ) {
        let text = network_text(&bodies, &elements);
        let found = faults(&read_network(&text));
        prop_assert!(found.is_empty(), "{}\n{text}", found.join("\n"));
    }
}
