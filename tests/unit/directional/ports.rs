//! Ports: how a host's velocities change forces, and what sticks to a flange.

use luztar::unit::dependencies::Dependencies;
use luztar::unit::{Model, Simulation, Value};

use crate::directional::differences::derivatives;
use crate::support::{Named, started, unit};

/// An instance between events.
fn between_events(text: &str) -> Simulation {
    let mut host = Simulation::exchange(unit(text));
    host.enter_initialization().unwrap();
    host.exit_initialization().unwrap();
    host.make_transitions().unwrap();
    host.end_event();
    host.set_time(0.01).unwrap();
    host
}

fn by(instance: &mut Simulation, unknown: &str, known: &str) -> f64 {
    let [of, to] = [unknown, known].map(|name| instance.index(name));
    derivatives(instance, &[of], to).unwrap_or_else(|fault| panic!("{fault}"))[0]
}

/// Difference of values at ±h, of what is affine.
fn seen(instance: &mut Simulation, unknown: &str, known: &str) -> f64 {
    let (index, h) = (instance.index(known), 1e-5);
    let here = instance.real(known);
    let [more, less] = [h, -h].map(|by| {
        instance.set(index, Value::Real(here + by)).unwrap();
        instance.real(unknown)
    });
    instance.put(known, here);
    (more - less) / (2.0 * h)
}

fn expect(instance: &mut Simulation, unknown: &str, known: &str, right: f64) {
    let found = by(instance, unknown, known);
    let seen = seen(instance, unknown, known);
    assert!((found - right).abs() <= 1e-9 * right.abs(), "∂{unknown}/∂{known}: {found} {right}");
    assert!(
        (seen - right).abs() <= 1e-6 * (1.0 + right.abs()),
        "∂{unknown}/∂{known}: {seen} {right}"
    );
}

/// A stuck flange of 2 kg loses its slip w by m·w/τ, τ = 10 ms: 200 N·s/m.
#[test]
fn a_stuck_contact_removes_the_slip_of_a_port() {
    let mut host = between_events(
        "[model]\nname = \"Port\"\n[body.flange]\nmotion = \"port\"\neffectiveMass = 2.0\n\
         [contact.floor]\nbetween = \"flange\"\nlaw = \"coulomb\"\nkineticFriction = 3.0\n",
    );
    assert_eq!(host.real("floor.stuck"), 1.0);
    expect(&mut host, "floor.frictionForce", "flange.velocity", 200.0);
    expect(&mut host, "flange.reaction", "flange.velocity", -200.0);
    expect(&mut host, "flange.reaction", "flange.appliedForce", -1.0);
}

/// Of two ports with the inverse mass matrix W the first sticks: it loses w by w/(W₁₁ τ), and takes the other one along by
/// −W₁₂/W₁₁·w, which its damper and its contact see.
const ARM: &str = "[model]\nname = \"Arm\"\n[body.a]\nmotion = \"port\"\n[body.b]\nmotion = \"port\"\n\
    [port.arm]\njoints = [\"a\", \"b\"]\ninverseMass = [[0.8, -0.3], [-0.3, 1.5]]\n\
    [contact.floor]\nbetween = \"a\"\nlaw = \"coulomb\"\nkineticFriction = 3.0\n\
    [damper.oil]\nbetween = \"b\"\ndamping = 0.7\n";

#[test]
fn ports_of_one_mechanism_change_one_another() {
    let mut host = between_events(ARM);
    assert_eq!(host.real("floor.stuck"), 1.0);
    let along = 0.3 / 0.8;
    expect(&mut host, "oil.force", "a.velocity", 0.7 * along);
    expect(&mut host, "oil.force", "b.velocity", 0.7);
    expect(&mut host, "b.reaction", "a.velocity", -0.7 * along);
    // What the damper does to the other joint, the contact balances too.
    expect(&mut host, "a.reaction", "a.velocity", -1.0 / (0.8 * 0.01) - 0.7 * along * along);
    let unit = host.unit().clone();
    let dependencies = Dependencies::new(&unit);
    for output in ["oil.force", "b.reaction", "a.reaction"] {
        let known = dependencies.while_integrated(unit.find(output).unwrap());
        assert!(known.contains(&unit.find("a.velocity").unwrap()), "{output}");
    }
}

/// In Co-Simulation a flange that jumps leaves behind what is stuck to it.
#[test]
fn a_port_leaves_behind_what_is_stuck_to_it() {
    let text = "[model]\nname = \"Load\"\n[body.flange]\nmotion = \"port\"\neffectiveMass = 1.0\n\
        [body.load]\nmass = 0.7\n[damper.oil]\nbetween = \"flange\"\ndamping = 0.4\n\
        [contact.grip]\nbetween = [\"load\", \"flange\"]\nlaw = \"coulomb\"\nkineticFriction = 5.0\n";
    let mut slave = started(&unit(text));
    slave.step(0.0, 0.01).unwrap();
    for (unknown, right) in [("load.velocity", 0.0), ("oil.force", 0.4)] {
        expect(&mut slave, unknown, "flange.velocity", right);
    }
}

/// The reaction of a step depends on what a body of the model does within it: on its velocity through a spring that has none, and
/// on what moves that body.
#[test]
fn reactions_depend_on_motions_within_their_step() {
    let text = "[model]\nname = \"Far\"\n[body.flange]\nmotion = \"port\"\neffectiveMass = 1.0\n\
        [body.load]\nmass = 0.7\n[body.hand]\nmotion = \"prescribed\"\n\
        [spring.near]\nbetween = [\"flange\", \"load\"]\nstiffness = 50.0\n\
        [spring.far]\nbetween = [\"load\", \"hand\"]\nstiffness = 50.0\n";
    let unit = Model::read(text, "far.toml").unwrap();
    let reaction = unit.find("flange.reaction").unwrap();
    let known = Dependencies::new(&unit).while_stepping(reaction);
    let mut slave = started(&unit);
    slave.step(0.0, 0.01).unwrap();
    let before = slave.real("flange.reaction");
    for input in ["hand.position", "hand.velocity", "hand.acceleration", "flange.velocity"] {
        slave.put(input, 100.0);
        assert_ne!(slave.real("flange.reaction"), before, "{input}");
        slave.put(input, 0.0);
        assert!(known.contains(&unit.find(input).unwrap()), "{input}");
    }
    assert!(known.contains(&unit.find("load.velocity").unwrap()));
}
