//! Springs whose deflection counts from an offset, with preloads, and with gaps that lie anywhere.

use luztar::unit::Simulation;

use super::differences::{check_numbers, check_states};
use super::host::Integrator;
use super::support::{Named, started, unit};
use super::{assert_near, go};

/// A slider between two stops, from −0.3 m to 0.5 m, on a dry floor.
const SLIDER: &str = r#"
[model]
name = "Slider"
[experiment]
relativeTolerance = 1e-12
[body.slider]
mass = 2.0
position = 0.2
velocity = 3.0
[contact.floor]
between = "slider"
law = "coulomb"
kineticFriction = 1.0
[spring.stop]
between = "slider"
stiffness = 800.0
offset = 0.1
gap = [-0.4, 0.4]
"#;

/// Uniformly braked to the stop, a part of a swing of the spring there, about −f/k on its way in and f/k on its way out,
/// and braked on to the other stop.
#[test]
fn a_slider_meets_its_stops_where_they_are() {
    let mut slider = started(&unit(SLIDER));
    go(&mut slider, 2.0);
    let (m, k, f) = (2.0_f64, 800.0_f64, 1.0_f64);
    let (omega, shift) = ((k / m).sqrt(), f / k);
    let braked = |speed: f64, way: f64| {
        let slower = (speed * speed - 2.0 * f / m * way).sqrt();
        ((speed - slower) * m / f, slower)
    };
    let (first, speed) = braked(3.0, 0.5 - 0.2);
    let turned = first + (0.5 * std::f64::consts::PI - (shift * omega / speed).atan()) / omega;
    let depth = shift.hypot(speed / omega) - 2.0 * shift;
    let angle = (-shift / depth).acos();
    let left = turned + angle / omega;
    let (crossed, _) = braked(omega * depth * angle.sin(), 0.8);
    let events: Vec<_> = slider.step_events().iter().map(|event| event.time()).collect();
    for (event, expected) in events.iter().zip([first, turned, left, left + crossed]) {
        assert_near(*event, expected, 1e-12);
    }
    assert!(events.len() > 4, "{events:?}");
}

/// A weight that hangs on a preloaded spring does not move before the load exceeds what friction and preload hold.
#[test]
fn a_preload_holds() {
    let text = r#"
[model]
name = "Hanger"
[experiment]
relativeTolerance = 1e-12
[body.weight]
mass = 1.0
force = "input"
[contact.guide]
between = "weight"
law = "coulomb"
kineticFriction = 0.5
[spring.hanger]
between = "weight"
stiffness = 20.0
preload = 4.0
"#;
    let mut weight = started(&unit(text));
    weight.put("weight.force", 3.6);
    go(&mut weight, 1.0);
    assert_eq!((weight.real("weight.velocity"), weight.real("weight.position")), (0.0, 0.0));
    assert_near(weight.real("guide.frictionForce"), -0.4, 1e-14);
    assert_eq!(weight.real("hanger.force"), 4.0);
    // Beyond 4.5 N it swings by half a period about (F − preload − friction)/k.
    weight.put("weight.force", 5.5);
    go(&mut weight, 1.0 + std::f64::consts::PI / 20f64.sqrt());
    assert_near(weight.real("weight.position"), 2.0 * 1.0 / 20.0, 1e-12);
    // The preload is let go while it stands there.
    weight.put("weight.force", 0.0);
    weight.put("hanger.preload", -2.0);
    assert_near(weight.real("hanger.force"), 0.0, 1e-14);
}

/// Three springs between two bodies, joined at two massless nodes; the last one alone has a gap, and that one lies aside.
const CHAIN: &str = r#"
[model]
name = "Chain"
[experiment]
relativeTolerance = 1e-12
[body.head]
mass = 1.0
position = 0.3
velocity = -1.0
force = "input"
[body.first]
mass = 0.0
[body.second]
mass = 0.0
[body.tail]
mass = 2.0
[contact.floor]
between = "tail"
law = "coulomb"
kineticFriction = 0.4
staticFriction = 0.6
[spring.a]
between = ["head", "first"]
stiffness = 60.0
preload = 0.5
[spring.b]
between = ["second", "first"]
stiffness = 90.0
offset = 0.15
[spring.c]
between = ["second", "tail"]
ratio = 0.5
stiffness = 200.0
gap = [-0.05, 0.12]
"#;

const SEEN: [&str; 10] = [
    "slider.position",
    "slider.velocity",
    "head.position",
    "head.velocity",
    "tail.position",
    "tail.velocity",
    "a.force",
    "a.deflection",
    "b.deflection",
    "c.deflection",
];

/// The deflections of a chain add up to the way between its ends, and each part has its own force.
#[test]
fn a_chain_of_them_is_one_spring() {
    let mut chain = started(&unit(CHAIN));
    let mut states = [false; 3];
    for step in 1..=60 {
        chain.put("head.force", if step % 30 < 15 { 3.0 } else { -4.0 });
        go(&mut chain, 0.1 * f64::from(step));
        let [a, b, c] = ["a", "b", "c"].map(|part| {
            (chain.real(&format!("{part}.force")), chain.real(&format!("{part}.deflection")))
        });
        assert_near(a.0, 60.0 * a.1 + 0.5, 1e-12);
        assert_near(b.0, 90.0 * (b.1 - 0.15), 1e-12);
        assert_near(c.0, 200.0 * ((c.1 - 0.12).max(0.0) + (c.1 + 0.05).min(0.0)), 1e-11);
        // At the nodes: forces on the second ends of a and b, on the first ends of b and c.
        assert_near(a.0, -b.0, 1e-12);
        assert_near(b.0, -c.0, 1e-12);
        let way = chain.real("head.position") - 0.5 * chain.real("tail.position");
        assert_near(a.1 - b.1 + c.1, way, 1e-13);
        let state = chain.real("c.state");
        states[(state + 1.0) as usize] = true;
    }
    assert_eq!(states, [true; 3]);
}

#[test]
fn a_host_that_integrates_meets_the_gap_of_a_chain() {
    for text in [CHAIN, SLIDER] {
        let unit = unit(text);
        let mut instance = started(&unit);
        let mut host = Integrator::new(&unit, &[]);
        for part in 1..=6 {
            go(&mut instance, 0.5 * f64::from(part));
            host.run(0.5 * f64::from(part), 0.05);
            for name in SEEN.iter().filter(|name| unit.find(name).is_some()) {
                assert_near(host.get(name), instance.real(name), 1e-7);
            }
        }
        assert!(instance.real("eventCount") > 4.0);
        assert_eq!(host.get("eventCount"), instance.real("eventCount"));
    }
}

#[test]
fn directional_derivatives_are_those_of_differences() {
    for (text, numbers) in [(CHAIN, 4), (SLIDER, 1)] {
        for at in [0.05, 0.3, 1.1] {
            let mut instance = started(&unit(text));
            go(&mut instance, at);
            assert!(check_numbers(&mut instance) > 10 * numbers);
        }
        let mut host = Integrator::new(&unit(text), &[]);
        host.run(0.4, 0.05);
        assert!(check_states(&mut host.instance) > 10);
    }
}

#[test]
fn time_stepping_approaches_the_motion() {
    for text in [CHAIN, SLIDER] {
        let end = |text: &str| -> Vec<f64> {
            let unit = unit(text);
            let mut instance = started(&unit);
            go(&mut instance, 0.6);
            let seen = SEEN.iter().filter(|name| unit.find(name).is_some());
            seen.map(|name| instance.real(name)).collect()
        };
        let exact = end(text);
        let error = |step: f64| {
            let way = format!("method = \"moreau\"\nmoreauStep = {step:?}\n");
            let found = end(&text.replace("relativeTolerance = 1e-12\n", &way));
            let errors = found.iter().zip(&exact).map(|(a, b)| (a - b).abs());
            errors.fold(0.0, f64::max)
        };
        let errors = [1e-3, 1e-5].map(error);
        assert!(errors[1] < 1e-3 && errors[1] < 0.05 * errors[0], "{errors:?}");
    }
}

#[test]
fn a_gap_ends_behind_its_beginning() {
    for (text, name) in [(CHAIN, "c"), (SLIDER, "stop")] {
        let unit = unit(text);
        let mut instance = Simulation::new(unit.clone());
        instance.setup_experiment(0.0, None, None).unwrap();
        instance.put(&format!("{name}.gap[1]"), 0.9);
        instance.enter_initialization().unwrap();
        let fault = instance.exit_initialization().unwrap_err().to_string();
        assert!(fault.contains(name) && fault.contains("`gap[1]` must not be above"), "{fault}");
    }
}

/// What keeps a preloaded spring's force defined: its stiffness is never 0.
#[test]
fn the_stiffness_under_a_preload_is_not_0() {
    let mut chain: Simulation = started(&unit(CHAIN));
    let index = chain.unit().find("a.stiffness").expect("a parameter");
    let fault = chain.set(index, luztar::unit::Value::Real(0.0)).unwrap_err().to_string();
    assert!(fault.contains("a.stiffness") && fault.contains("> 0"), "{fault}");
}
