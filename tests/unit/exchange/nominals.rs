//! Nominal values of networks, by closed forms.

use luztar::network::Nominals;
use luztar::unit::{Model, Value};

use super::host::Integrator;

/// 3 N·m on a wheel that turns a vehicle of 2 kg·m² by a rigid pair 3 : 1 and a clutch that holds: 3 over 1e-3 + 2/9 kg·m², not
/// over 1e-3, for 3 s. A clutch that holds 1 N·m leaves 2 N·m to the wheel alone.
#[test]
fn forces_move_the_reduced_inertia_of_what_is_joined() {
    for (held, wheel) in [(5.0, 9.0 / (1e-3 + 2.0 / 9.0)), (1.0, 6.0 / 1e-3)] {
        let text = format!(
            "[model]\nname = \"Geared\"\n[experiment]\nstopTime = 3.0\n\
             [body.wheel]\naxis = \"rotation\"\ninertia = 1e-3\nconstantTorque = 3.0\n\
             [body.vehicle]\naxis = \"rotation\"\ninertia = 1.0\n\
             [body.pinion]\naxis = \"rotation\"\ninertia = 1.0\n\
             [contact.clutch]\nbetween = [\"wheel\", \"pinion\"]\nradii = [1.0, 3.0]\nlaw = \"coulomb\"\nkineticFriction = {held:?}\n\
             [coupling.shaft]\nbetween = [\"pinion\", \"vehicle\"]\n"
        );
        let unit = Model::read(&text, "geared.toml").unwrap();
        let network = unit.network();
        let velocity = Nominals::of(network, |id| network.parameters[id.0].start).velocity;
        let common = 9.0 / (1e-3 + 2.0 / 9.0);
        for (found, right) in velocity.iter().zip([wheel, common / 3.0, common / 3.0]) {
            assert!((found / right - 1.0).abs() < 1e-12, "{velocity:?}");
        }
    }
}

/// 3 N on one of two bodies, M = [[2, 1], [1, 1]] kg, for 2 s: W = [[1, −1], [−1, 2]] 1/kg. Joined by a coupling they have
/// (2 + 1 ± 2) kg, the sign that of its ratio; with 4 kg behind the second one it is heavier by these.
#[test]
fn bodies_in_a_block_move_by_its_rows() {
    let coupled =
        |ratio: f64| format!("[coupling.pair]\nbetween = [\"a\", \"b\"]\nratio = {ratio:?}\n");
    let behind = "[body.c]\nmass = 4.0\n[coupling.pair]\nbetween = [\"b\", \"c\"]\n".to_owned();
    // The effective mass of a is 1 kg where b follows, and that of b with c (1 + 4) − 1/2 kg where a follows.
    for (joined, [first, second]) in [
        (String::new(), [6.0, 6.0]),
        (coupled(1.0), [6.0 / 5.0, 6.0 / 5.0]),
        (coupled(-1.0), [6.0, 6.0]),
        (behind, [6.0, 0.5 * 6.0 / 4.5]),
    ] {
        let text = format!(
            "[model]\nname = \"Coupled\"\n[experiment]\nstopTime = 2.0\n\
             [body.a]\nmass = 2.0\nconstantForce = 3.0\n[body.b]\nmass = 1.0\n\
             [inertia.both]\nbodies = [\"a\", \"b\"]\nmatrix = [[2.0, 1.0], [1.0, 1.0]]\n\
             [contact.floor]\nbetween = \"a\"\nlaw = \"coulomb\"\nkineticFriction = 0.0\n{joined}"
        );
        let unit = Model::read(&text, "coupled.toml").unwrap_or_else(|wrong| panic!("{wrong}"));
        let network = unit.network();
        let velocity = Nominals::of(network, |id| network.parameters[id.0].start).velocity;
        for (found, right) in velocity.iter().zip([first, second]) {
            assert!((found / right - 1.0).abs() < 1e-12, "{velocity:?} {text}");
        }
    }
}

/// A wagon of 4 kg that nothing else moves, coupled with a gap of 0.02 m and 100 N/m to one of 3 m/s: it takes that speed, crosses
/// the gap, and turns within √(4/100) s.
#[test]
fn a_body_goes_as_far_as_the_gaps_of_its_springs_let_it() {
    let text = "[model]\nname = \"Coupled\"\n[experiment]\nstopTime = 50.0\n\
        [body.engine]\nmass = 1.0\nvelocity = 3.0\n[body.wagon]\nmass = 4.0\n\
        [spring.coupler]\nbetween = [\"engine\", \"wagon\"]\nstiffness = 100.0\nbacklash = 0.02\n";
    let unit = Model::read(text, "coupled.toml").unwrap();
    let network = unit.network();
    let nominals = Nominals::of(network, |id| network.parameters[id.0].start);
    assert_eq!(nominals.velocity, [3.0, 3.0]);
    // From the middle of the gap each edge is 0.01 m away.
    for (found, right) in nominals.length.iter().zip([0.3 + 0.01, 0.6 + 0.01]) {
        assert!((found / right - 1.0).abs() < 1e-12, "{:?}", nominals.length);
    }
}

/// Two ports that start at 1 m/s and 0, W = [[1, −1], [−1, 2]] 1/kg: what stops the first one makes the second one as fast.
#[test]
fn ports_in_a_block_follow_one_another() {
    for s in [1e-6, 1.0, 1e6] {
        let text = format!(
            "[model]\nname = \"Ported\"\n[body.a]\nmotion = \"port\"\nvelocity = {{ input = true, start = {s:?} }}\n[body.b]\nmotion = \"port\"\n\
             [port.arm]\njoints = [\"a\", \"b\"]\ninverseMass = [[1.0, -1.0], [-1.0, 2.0]]\n\
             [contact.floor]\nbetween = \"a\"\nlaw = \"coulomb\"\nkineticFriction = 1.0\n\
             [contact.stop]\nbetween = \"b\"\nlaw = \"coulomb\"\nkineticFriction = 0.0\n"
        );
        let unit = Model::read(&text, "ported.toml").unwrap_or_else(|wrong| panic!("{wrong}"));
        let network = unit.network();
        let velocity = Nominals::of(network, |id| network.parameters[id.0].start).velocity;
        for found in velocity {
            assert!((found / s - 1.0).abs() < 1e-12, "{s}: {found}");
        }
    }
}

/// Nominal values of states follow from the parameters at the end of initialisation, those of descriptions from the defaults.
#[test]
fn nominal_values_of_states_follow_from_parameters() {
    let text = "[model]\nname = \"Scaled\"\n[body.slider]\nmass = 1.0\nposition = 0.2e-6\n\
        [contact.floor]\nbetween = \"slider\"\nlaw = \"coulomb\"\nkineticFriction = 3e-6\n\
        [spring.leaf]\nbetween = \"slider\"\nstiffness = 100.0\n";
    let unit = Model::read(text, "scaled.toml").unwrap();
    let mut host = Integrator::new(&unit, &[]);
    assert_eq!(host.instance.state_nominals().collect::<Vec<_>>(), [2e-7, 2e-6, 4e-12]);
    let index = unit.find("slider.velocity").unwrap();
    assert_eq!(unit.variables()[index].nominal, Some(2e-6));
    host.instance.reset();
    let position = unit.find("slider.position0").unwrap();
    host.instance.set(position, Value::Real(3e3)).unwrap();
    host.instance.enter_initialization().unwrap();
    host.instance.exit_initialization().unwrap();
    assert_eq!(host.instance.state_nominals().collect::<Vec<_>>(), [3e3, 3e4, 9e8]);
}

/// Those of sizes at the ends of the range of numbers are numbers, too: 1.7e308 has no single digit below it.
#[test]
fn nominal_values_stay_in_the_range_of_numbers() {
    let text = "[model]\nname = \"Wide\"\n[experiment]\nstopTime = 1e9\n[body.slider]\nmass = 1.0\nvelocity = 1.0\n\
        [contact.floor]\nbetween = \"slider\"\nlaw = \"coulomb\"\nkineticFriction = 1e-300\n";
    let unit = Model::read(text, "wide.toml").unwrap();
    for velocity in [1.7e308, 1e305, 1e-300, 1e-308, 5e-324] {
        let mut instance = Integrator::new(&unit, &[]).instance;
        instance.reset();
        let start = unit.find("slider.velocity0").unwrap();
        instance.set(start, Value::Real(velocity)).unwrap();
        instance.enter_initialization().unwrap();
        instance.exit_initialization().unwrap();
        for nominal in instance.state_nominals() {
            assert!(nominal > 0.0 && nominal.is_finite(), "{velocity:e}: {nominal:e}");
        }
    }
}
