//! Weights where one end is the ground: one radius, of the body, whichever end that is.

use luztar::network::{Axis, PhysicalUnit, read};

#[test]
fn a_wheel_rubs_with_its_rim_on_the_ground() {
    let cases = [
        ("\"wheel\"", "brake.radius1", [(Some(0), true), (None, false)]),
        ("\"wheel\", \"ground\"", "brake.radius1", [(Some(0), true), (None, false)]),
        ("\"ground\", \"wheel\"", "brake.radius2", [(None, false), (Some(0), true)]),
    ];
    for (between, radius, expected) in cases {
        let text = format!(
            "[model]\nname = \"Wheel\"\n[body.wheel]\naxis = \"rotation\"\ninertia = 1.0\n\
             [contact.brake]\nbetween = [{between}]\nradii = [0.3]\nlaw = \"coulomb\"\n\
             kineticFriction = 2.0"
        );
        let network = read(&text, "wheel.toml").unwrap_or_else(|wrong| panic!("{wrong}"));
        let contact = &network.contacts[0];
        let weights = [contact.i, contact.j].map(|end| (end.body, end.weight.is_some()));
        assert_eq!(weights, expected, "{between}");
        assert_eq!(contact.axis, Axis::Translation);
        let units: Vec<_> = network
            .parameters
            .iter()
            .filter(|parameter| parameter.name.starts_with("brake.r"))
            .map(|parameter| (parameter.name.as_str(), parameter.unit))
            .collect();
        assert_eq!(units, [(radius, PhysicalUnit::Metre)], "{between}");
    }
}
