//! What comes out of a right file: elements, parameters, inputs, bounds, units.

use luztar::network::{
    Axis, BodyKind, Bounds, Drive, ElementForm, Network, Parameter, PhysicalUnit, Port, Signal,
    Tunability, keys,
};
use luztar::unit::{Model, catalogue};

use crate::folder::{files, named, network};

fn parameter<'n>(network: &'n Network, name: &str) -> &'n Parameter {
    let found = network.parameters.iter().find(|parameter| parameter.name == name);
    found.unwrap_or_else(|| panic!("no parameter {name}"))
}

#[test]
fn spring_mass_is_read() {
    let (network, _) = network("spring_mass");
    let names: Vec<_> = network.parameters.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "block.mass",
            "block.position0",
            "block.velocity0",
            "floor.kineticFriction",
            "floor.viscous",
            "leaf.stiffness"
        ]
    );
    assert_eq!(network.start_parameters(), [1.0, 0.2, 0.0, 3.0, 0.0, 100.0]);
    // No static friction of its own: the kinetic one is the limit.
    let numbers = &network.contacts[0].law_numbers;
    assert_eq!(numbers[0], numbers[1]);
}

/// Every key of the format is understood: nothing that `every_key.toml` says is without effect.
#[test]
fn every_key_is_read() {
    let (network, text) = network("every_key");
    // Declared elements, and estimates, which Model Exchange does not have, are shown by files of their own.
    let declared =
        |name: &str| name == "applied" || ElementForm::names().any(|known| known == name);
    let tables = keys::tables().into_iter();
    for (table, valid) in tables.filter(|(table, _)| *table != "law" && !declared(table)) {
        for key in valid.into_iter().filter(|key| !declared(key)) {
            assert!(text.contains(&key), "every_key.toml lacks {key} of {table}");
        }
    }
    let inputs: Vec<_> = network.inputs.iter().map(|i| (i.name.as_str(), i.start)).collect();
    assert_eq!(
        inputs,
        [
            ("slider.force", 0.0),
            ("wheel.torque", 0.3),
            ("hand.position", 0.4),
            ("hand.velocity", 0.0),
            ("hand.acceleration", 0.0),
            ("crank.angle", 0.5),
            ("crank.angularVelocity", 0.0),
            ("crank.angularAcceleration", 0.0),
            ("feeder.velocity", 0.2),
            ("feeder.acceleration", 0.0),
            ("shoulder.angle", 0.0),
            ("shoulder.angularVelocity", 0.0),
            ("shoulder.angularAcceleration", 0.0),
            ("shoulder.appliedTorque", 0.0),
            ("elbow.angle", 0.0),
            ("elbow.angularVelocity", 0.0),
            ("elbow.angularAcceleration", 0.0),
            ("elbow.appliedTorque", 0.0),
            ("flange.position", 0.0),
            ("flange.velocity", 0.0),
            ("flange.acceleration", 0.0),
            ("flange.appliedForce", 0.1),
            ("hub.angle", 0.0),
            ("hub.angularVelocity", 0.0),
            ("hub.angularAcceleration", 0.0),
            ("hub.effectiveInertia", 0.0),
            ("hub.appliedTorque", 0.0),
            ("floor.surfaceVelocity", 0.0),
            ("floor.surfaceAcceleration", 0.0),
            ("brake.normalForce", 0.0),
            ("grip.appliedForce", 0.0),
            ("weight.share", 0.1),
            ("arm.inverseMass[1,1]", 2.0),
            ("arm.inverseMass[1,2]", -1.5),
            ("arm.inverseMass[2,2]", 4.0),
            ("guide.press", 0.0),
        ]
    );
    let starts: Vec<_> = network.parameters.iter().map(|p| (p.name.as_str(), p.start)).collect();
    assert_eq!(
        starts,
        [
            ("slider.mass", 1.5),
            ("slider.position0", 0.2),
            ("slider.velocity0", -0.1),
            ("slider.constantForce", -9.81),
            ("slider.excitationAmplitude", 1.0),
            ("slider.excitationOmega", 2.0),
            ("slider.excitationPhase", 0.5),
            ("wheel.inertia", 0.01),
            ("wheel.angle0", 0.1),
            ("wheel.angularVelocity0", 1.0),
            ("wheel.constantTorque", 0.02),
            ("feeder.position0", 0.1),
            ("bead1.mass", 0.1),
            ("bead1.position0", 0.0),
            ("bead1.velocity0", 0.0),
            ("bead2.mass", 0.2),
            ("bead2.position0", 0.0),
            ("bead2.velocity0", 0.0),
            ("rotor.inertia", 0.2),
            ("rotor.angle0", 0.0),
            ("rotor.angularVelocity0", 0.0),
            ("mate.inertia", 0.1),
            ("mate.angle0", 0.0),
            ("mate.angularVelocity0", 0.0),
            ("flange.effectiveMass", 2.0),
            ("anvil.mass", 3.0),
            ("anvil.position0", 0.0),
            ("anvil.velocity0", 0.0),
            ("floor.kineticFriction", 3.0),
            ("floor.staticFriction", 3.5),
            ("floor.viscous", 0.1),
            ("floor.steepness", 40.0),
            ("brake.ratio", -0.5),
            ("brake.kineticCoefficient", 0.4),
            ("brake.staticCoefficient", 0.5),
            ("brake.viscous", 0.0),
            ("brake.effectiveRadius", 0.2),
            ("grip.kineticFriction", 1.0),
            ("grip.viscous", 0.0),
            ("rim.radius1", 1.0),
            ("rim.radius2", 0.05),
            ("rim.kineticFriction", 0.5),
            ("rim.viscous", 0.0),
            ("guide.kineticCoefficient", 0.1),
            ("guide.viscous", 0.0),
            ("elbow_friction.kineticFriction", 0.4),
            ("elbow_friction.viscous", 0.0),
            ("pawl.viscous", 0.0),
            ("teeth.ratio", -2.0),
            ("leaf.stiffness", 100.0),
            ("leaf.cubic", 5.0),
            ("leaf.damping", 0.1),
            ("play.stiffness", 50.0),
            ("play.backlash", 0.02),
            ("worn.stiffness", 40.0),
            ("worn.damping", 0.2),
            ("worn.offset", 0.002),
            ("worn.gap[1]", -0.01),
            ("worn.gap[2]", 0.03),
            ("hanger.stiffness", 15.0),
            ("hanger.damping", 0.5),
            ("hanger.preload", -2.0),
            ("feed.damping", 0.5),
            ("oil.ratio", 2.0),
            ("oil.damping", 2.0),
            ("thread1.damping", 0.3),
            ("stop.damping", 0.1),
            ("brake.loadFactor", 0.1),
            ("weight.heavy", 0.02),
            ("bumper.soft", 0.1),
            ("link.tie", 3.0),
            ("shared.matrix[1,2]", 0.05),
            ("guide.grip", 1.0),
        ]
    );
    let kinds: Vec<_> = network.bodies.iter().map(|body| (body.axis, &body.kind)).collect();
    assert!(matches!(
        kinds[..],
        [
            (Axis::Translation, BodyKind::Free { force: Some(_), source: Some(_), .. }),
            (Axis::Rotation, BodyKind::Free { force: Some(_), constant_force: Some(_), .. }),
            (Axis::Translation, BodyKind::Prescribed(Drive::Both { .. })),
            (Axis::Rotation, BodyKind::Prescribed(Drive::Both { .. })),
            (Axis::Translation, BodyKind::Prescribed(Drive::Velocity { .. })),
            (Axis::Translation, BodyKind::Fixed),
            (Axis::Translation, BodyKind::Free { force: None, source: None, .. }),
            (Axis::Translation, BodyKind::Free { force: None, source: None, .. }),
            (Axis::Rotation, BodyKind::Free { .. }),
            (Axis::Rotation, BodyKind::Free { .. }),
            (Axis::Rotation, BodyKind::Prescribed(Drive::Port(Port { effective_mass: None, .. }))),
            (Axis::Rotation, BodyKind::Prescribed(Drive::Port(Port { effective_mass: None, .. }))),
            (Axis::Translation, BodyKind::Prescribed(Drive::Port(_))),
            (Axis::Translation, BodyKind::Free { .. }),
            (Axis::Rotation, BodyKind::Prescribed(Drive::Port(_))),
        ]
    ));
    assert!(matches!(network.contacts[0].surface_velocity, Signal::Input(_)));
    assert!(matches!(network.contacts[1].normal_load, Some(Signal::Input(_))));
    assert_eq!(network.contacts[3].axis, Axis::Translation, "radii make the slip a length");
    assert_eq!(network.experiment.relative_tolerance, 1e-9);
    assert_eq!(network.about.equations.len(), 3);
    assert_eq!(network.bodies[0].description, "a block");
    let flanges: Vec<_> = network.bodies.iter().filter(|body| body.flange).collect();
    assert!(matches!(flanges[..], [body] if body.name == "anvil"));
}

#[test]
fn bounds_units_and_tunability_follow_the_role() {
    let (network, _) = network("every_key");
    let of = |name| {
        let Parameter { unit, bounds, tunability, .. } = parameter(&network, name);
        (*unit, *bounds, *tunability)
    };
    let bounds =
        |min, max, min_exclusive, max_exclusive| Bounds { min, max, min_exclusive, max_exclusive };
    use PhysicalUnit as U;
    let (zero, none) = (Some(0.0), None);
    let expected = [
        (
            "slider.mass",
            U::Kilogram,
            bounds(Some(0.5), Some(10.0), false, false),
            Tunability::Fixed,
        ),
        ("wheel.inertia", U::KilogramMetre2, bounds(zero, none, true, false), Tunability::Fixed),
        ("slider.constantForce", U::Newton, bounds(none, none, false, false), Tunability::Constant),
        (
            "wheel.constantTorque",
            U::NewtonMetre,
            bounds(none, none, false, false),
            Tunability::Tunable,
        ),
        (
            "floor.viscous",
            U::NewtonSecondPerMetre,
            bounds(zero, none, false, false),
            Tunability::Tunable,
        ),
        ("brake.staticCoefficient", U::One, bounds(zero, none, false, false), Tunability::Tunable),
        (
            "brake.viscous",
            U::NewtonMetreSecondPerRadian,
            bounds(zero, none, false, false),
            Tunability::Tunable,
        ),
        ("brake.ratio", U::One, bounds(none, zero, false, true), Tunability::Fixed),
        ("rim.radius1", U::One, bounds(zero, none, true, false), Tunability::Fixed),
        ("rim.radius2", U::Metre, bounds(zero, Some(0.1), true, false), Tunability::Fixed),
        ("rim.kineticFriction", U::Newton, bounds(zero, none, false, false), Tunability::Tunable),
        (
            "leaf.stiffness",
            U::NewtonPerMetre,
            bounds(none, none, false, false),
            Tunability::Tunable,
        ),
        ("leaf.cubic", U::NewtonPerMetre3, bounds(none, none, false, false), Tunability::Tunable),
        (
            "play.stiffness",
            U::NewtonPerMetre,
            bounds(zero, none, false, false),
            Tunability::Tunable,
        ),
        ("play.backlash", U::Metre, bounds(zero, none, false, false), Tunability::Fixed),
        ("worn.offset", U::Metre, bounds(none, none, false, false), Tunability::Fixed),
        ("worn.gap[1]", U::Metre, bounds(none, none, false, false), Tunability::Fixed),
        (
            "hanger.stiffness",
            U::NewtonMetrePerRadian,
            bounds(zero, none, true, false),
            Tunability::Tunable,
        ),
        ("hanger.preload", U::NewtonMetre, bounds(none, none, false, false), Tunability::Tunable),
    ];
    for (name, unit, bounds, tunability) in expected {
        assert_eq!(of(name), (unit, bounds, tunability), "{name}");
    }
}

/// The one variable of a unit that an element could clash with is kept from elements.
#[test]
fn names_of_the_whole_unit_are_reserved() {
    for name in catalogue::names() {
        let unit = catalogue::unit(name).expect("named by the catalogue");
        for variable in unit.variables().iter().filter(|variable| !variable.name.contains('.')) {
            assert!(keys::RESERVED.contains(&variable.name.as_str()), "{}", variable.name);
        }
    }
}

#[test]
fn variables_have_names_of_their_own_that_tools_can_keep() {
    for path in files(".") {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let (network, text) = network(&name);
        let unit = Model::new(network, text);
        let mut names: Vec<_> = unit.variables().iter().map(|v| v.name.as_str()).collect();
        assert!(names.iter().all(|name| name.len() <= 63), "{names:?}");
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count, "{}", named(&path).0);
    }
}

/// The longest names that are allowed give variables of at most 63 characters.
#[test]
fn longest_names_fit() {
    let name = "n".repeat(40);
    let text = include_str!("../networks/every_key.toml")
        .replace("wheel", &name)
        .replace("EveryKey", &name)
        .replace("floor", &"f".repeat(40))
        .replace("play", &"p".repeat(40));
    let network = luztar::network::read(&text, "long.toml").unwrap_or_else(|e| panic!("{e}"));
    let unit = Model::new(network, text);
    let longest = unit.variables().iter().map(|variable| variable.name.len()).max();
    assert!(longest <= Some(63), "{longest:?}");
}
