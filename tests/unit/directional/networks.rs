//! Networks with bodies without mass, springs in series, contacts between prescribed bodies, windows.

use luztar::unit::{Model, Simulation, Value};

use crate::directional::differences::{check_numbers, check_numbers_but, check_states, real};

fn instances(text: &str) -> [Simulation; 2] {
    let unit = Model::read(text, "unit.toml").unwrap_or_else(|wrong| panic!("{wrong}"));
    [Simulation::new(unit.clone()), Simulation::exchange(unit)].map(|mut instance| {
        instance.enter_initialization().unwrap();
        instance.exit_initialization().unwrap();
        instance
    })
}

fn set(instance: &mut Simulation, name: &str, value: f64) {
    let index = instance.unit().find(name).unwrap_or_else(|| panic!("{name}"));
    instance.set(index, Value::Real(value)).unwrap();
}

fn check(text: &str, forces: &[(&str, f64)], step: f64) {
    let [mut slave, mut host] = instances(text);
    for (name, value) in forces {
        set(&mut slave, name, *value);
        set(&mut host, name, *value);
    }
    slave.step(0.0, step).unwrap();
    // Inputs are given anew, so that surfaces start anew at the velocity that is given.
    set(&mut slave, forces[0].0, 1.01 * forces[0].1);
    assert!(check_numbers(&mut slave) > 50);
    host.make_transitions().unwrap();
    host.end_event();
    host.set_time(0.01).unwrap();
    let moved: Vec<f64> = host.continuous_states().unwrap().iter().map(|x| x + 1e-3).collect();
    host.set_states(&moved).unwrap();
    assert!(check_states(&mut host) > 20);
}

/// A block that a hand and a foot, driven by their velocity and by their position, pull at and rub on.
const DRIVEN: &str = "[model]\nname = \"Driven\"\n[body.block]\nmass = 2.0\nforce = \"input\"\n\
    [body.hand]\nmotion = \"prescribed\"\nby = \"velocity\"\nposition = 0.3\n\
    [body.foot]\nmotion = \"prescribed\"\nby = \"position\"\n\
    [spring.leaf]\nbetween = [\"hand\", \"block\"]\nstiffness = 30.0\ncubic = 5.0\ndamping = 0.7\n\
    [damper.oil]\nbetween = [\"foot\", \"block\"]\ndamping = 0.4\n\
    [contact.sole]\nbetween = [\"foot\", \"block\"]\nlaw = \"coulomb\"\nkineticFriction = 0.2\nviscous = 0.3\n";

#[test]
fn bodies_driven_by_position_or_velocity_alone_follow() {
    let [mut slave, mut host] = instances(DRIVEN);
    for (step, position) in [0.1, 0.25, 0.2].into_iter().enumerate() {
        set(&mut slave, "hand.velocity", 0.4 * (1.0 + position));
        set(&mut slave, "hand.acceleration", 0.4);
        set(&mut slave, "foot.position", position);
        assert!(check_numbers(&mut slave) > 50);
        slave.step(0.1 * step as f64, 0.1).unwrap();
    }
    set(&mut host, "hand.velocity", 0.4);
    host.make_transitions().unwrap();
    host.end_event();
    host.set_time(0.01).unwrap();
    let moved: Vec<f64> = host.continuous_states().unwrap().iter().map(|x| x + 1e-3).collect();
    host.set_states(&moved).unwrap();
    assert!(check_states(&mut host) > 20);
}

/// A mass, and two plates without mass that rub on one another, on the mass and on a moving belt.
const PLATES: &str = "[model]\nname = \"Plates\"\n[body.mass]\nmass = 2.0\nvelocity = 0.7\nforce = \"input\"\n\
    [body.upper]\nmass = 0.0\nposition = 0.2\nforce = \"input\"\n[body.lower]\nmass = 0.0\nforce = \"input\"\n\
    excitation = { amplitude = 0.4, angularFrequency = 3.0, phase = 0.5 }\n\
    [contact.seat]\nbetween = [\"mass\", \"upper\"]\nlaw = \"coulomb\"\nkineticFriction = 0.3\n\
    staticFriction = 0.4\nviscous = 0.8\n\
    [contact.pair]\nbetween = [\"upper\", \"lower\"]\nlaw = \"coulomb\"\nkineticCoefficient = 0.2\n\
    staticCoefficient = 0.25\nnormalForce = \"input\"\nviscous = 1.1\n\
    [contact.belt]\nbetween = \"lower\"\nlaw = \"wanheimBay\"\nshearForce = 2.0\nfrictionFactor = 0.4\n\
    normalForce = 1.3\nviscous = 0.6\nsurfaceVelocity = \"input\"\nsurfaceAcceleration = \"input\"\n\
    [contact.drag]\nbetween = \"mass\"\nlaw = \"stribeck\"\nkineticFriction = 0.4\nstaticFriction = 0.9\n\
    stribeckVelocity = 0.2\n\
    [spring.first]\nbetween = [\"upper\", \"lower\"]\nstiffness = 3.0\ncubic = 0.7\ndamping = 0.5\n\
    [spring.second]\nbetween = \"lower\"\nstiffness = 2.0\ndamping = 0.2\n\
    [damper.oil]\nbetween = \"upper\"\ndamping = 0.9\n";

#[test]
fn bodies_without_mass_follow() {
    // Slipping everywhere; stuck on the mass; stuck to one another; at rest on the belt.
    for (upper, lower, load) in
        [(3.0, -2.5, 1.5), (0.1, -3.0, 1.5), (1.9, 1.8, 40.0), (0.1, 0.0, 1.5)]
    {
        let forces = [
            ("mass.force", 0.8),
            ("upper.force", upper),
            ("lower.force", lower),
            ("pair.normalForce", load),
            ("belt.surfaceVelocity", 0.1),
            ("belt.surfaceAcceleration", 0.3),
        ];
        check(PLATES, &forces, 0.05);
    }
}

#[test]
fn plates_under_loads_that_are_ramps_follow() {
    let [mut slave, _] = instances(PLATES);
    for (name, value) in [("upper.force", 3.0), ("lower.force", -2.5), ("pair.normalForce", 1.5)] {
        set(&mut slave, name, value);
    }
    for (name, rate) in [("pair.normalForce", 2.0), ("upper.force", 0.7)] {
        let index = slave.unit().find(name).unwrap();
        slave.set_input_derivative(index, rate).unwrap();
    }
    slave.step(0.0, 0.05).unwrap();
    assert!(check_numbers(&mut slave) > 50);
}

#[test]
fn springs_in_series_and_their_parts_follow() {
    let text = "[model]\nname = \"Row\"\n[body.mass]\nmass = 2.0\nposition = 0.5\nforce = \"input\"\n\
        [body.joint]\nmass = 0.0\n[contact.floor]\nbetween = \"mass\"\nlaw = \"hyperbolic\"\n\
        staticCoefficient = 0.2\ndecay = 1.0\nnormalForce = 1.0\nloadSpring = \"inner\"\nloadFactor = 0.1\n\
        [spring.inner]\nbetween = [\"mass\", \"joint\"]\nstiffness = 3.0\nbacklash = 0.02\n\
        [spring.outer]\nbetween = [\"joint\", \"ground\"]\nstiffness = 2.0\nbacklash = 0.04\n";
    check(
        &text.replace("loadSpring = \"inner\"\nloadFactor = 0.1\n", ""),
        &[("mass.force", 0.4)],
        0.1,
    );
}

#[test]
fn a_force_element_follows_while_it_holds_and_where_it_gives() {
    let text = "[model]\nname = \"Element\"\n[body.table]\nmotion = \"prescribed\"\n[contact.shoe]\n\
        between = \"table\"\nlaw = \"table\"\nslip = [0.0, 0.5]\ncoefficient = [0.5, 0.3]\npeak = 1.3\n\
        normalForce = \"input\"\nviscous = 0.2\nappliedForce = \"input\"\n";
    for applied in [0.6, 3.0, -3.0] {
        let [mut slave, _] = instances(text);
        set(&mut slave, "shoe.normalForce", 2.0);
        set(&mut slave, "shoe.appliedForce", applied);
        slave.step(0.0, 0.01).unwrap();
        // Friction between given motions is kinetic as soon as they differ.
        assert!(check_numbers_but(&mut slave, &["table.velocity"]) > 20);
    }
}

#[test]
fn a_contact_held_within_its_window_follows() {
    let text = "[model]\nname = \"Window\"\n[body.block]\nmass = 2.0\nvelocity = 0.01\nforce = \"input\"\n\
        [contact.floor]\nbetween = \"block\"\nlaw = \"coulomb\"\nkineticFriction = 1.0\nstaticFriction = 1.4\n\
        regularisation = \"karnopp\"\nwindow = 0.05\n[spring.leaf]\nbetween = \"block\"\nstiffness = 3.0\n";
    let [mut slave, _] = instances(text);
    set(&mut slave, "block.force", 0.6);
    slave.step(0.0, 0.1).unwrap();
    let index = slave.unit().find("floor.stuck").unwrap();
    assert_eq!(slave.get(index).unwrap(), Value::Boolean(true));
    assert!(check_numbers(&mut slave) > 20);
}

/// A sled on a belt with a load on it, each stuck; oil and a spring hold the load, a given hand the third body.
const CARRIED: &str = "[model]\nname = \"Carried\"\n[body.sled]\nmass = 2.0\nforce = \"input\"\n[body.load]\nmass = 0.5\n\
    [body.hand]\nmotion = \"prescribed\"\nby = \"velocity\"\n[body.held]\nmass = 1.5\n\
    [contact.belt]\nbetween = \"sled\"\nlaw = \"coulomb\"\nkineticFriction = 9.0\nsurfaceVelocity = \"input\"\n\
    [contact.bed]\nbetween = [\"load\", \"sled\"]\nratio = 2.0\nlaw = \"coulomb\"\nkineticFriction = 7.0\n\
    [contact.grip]\nbetween = [\"hand\", \"held\"]\nlaw = \"coulomb\"\nkineticFriction = 5.0\n\
    [damper.oil]\nbetween = [\"load\", \"held\"]\ndamping = 0.4\n[spring.leaf]\nbetween = \"load\"\nstiffness = 3.0\n\
    damping = 0.3\n";

#[test]
fn what_is_stuck_on_a_given_motion_moves_along_where_a_host_integrates() {
    for text in [CARRIED, &CARRIED.replace("[body.load]\nmass = 0.5", "[body.load]\nmass = 0.0")] {
        let [_, mut host] = instances(text);
        host.make_transitions().unwrap();
        host.end_event();
        host.set_time(0.01).unwrap();
        // What began at rest takes all along.
        set(&mut host, "belt.surfaceVelocity", 0.2);
        set(&mut host, "hand.velocity", 0.1);
        let speed = ["sled.velocity", "load.velocity", "held.velocity"].map(|name| {
            let index = host.unit().find(name).unwrap();
            real(&mut host, index)
        });
        assert_eq!(speed, [0.2, 0.4, 0.1]);
        assert!(check_numbers(&mut host) > 50);
        assert!(check_states(&mut host) > 20);
    }
}

/// Three coordinates with a full mass matrix, the first of which sticks: changes of states, forces and entries of the matrix.
#[test]
fn coupled_inertia() {
    let text = "[model]\nname = \"Arm\"\n[body.a]\nmass = 2.0\nforce = \"input\"\n\
        [body.b]\nmass = 1.5\nvelocity = 0.4\nforce = \"input\"\n[body.c]\naxis = \"rotation\"\ninertia = 1.0\n\
        angularVelocity = -0.7\n[inertia.arm]\nbodies = [\"a\", \"b\", \"c\"]\n\
        matrix = [[2.0, 0.5, -0.3], [0.5, 1.5, 0.4], [-0.3, 0.4, 1.0]]\n\
        [contact.floor]\nbetween = \"a\"\nlaw = \"coulomb\"\nkineticFriction = 5.0\n\
        [contact.face]\nbetween = \"b\"\nlaw = \"coulomb\"\nkineticFriction = 0.2\nviscous = 0.3\n\
        [spring.leaf]\nbetween = [\"a\", \"b\"]\nstiffness = 30.0\ncubic = 5.0\ndamping = 0.7\n\
        [damper.oil]\nbetween = \"c\"\ndamping = 0.4\n";
    check(text, &[("b.force", 0.7), ("a.force", 0.2)], 0.05);
}
