//! Damped springs that a host sets from one side of a gap to within it, or to the other side.

use luztar::unit::{Model, Simulation, Value};

use super::host::Integrator;

const FREE: &str = "model = { name = \"Gap\" }\nbody.m = { mass = 1.0, position = 0.2 }\n\
    spring.s = { between = \"m\", stiffness = 5.0, damping = 0.8, backlash = 0.2 }\n";

/// Deflections and rates from an upper contact at 0.2 m: in the gap of ±0.1 m both ways, and beyond its other edge.
const PLACES: [(f64, f64); 6] =
    [(-0.05, -1.0), (-0.05, 1.0), (0.05, 1.0), (0.05, -1.0), (0.0999, 3.0), (-0.15, -1.0)];

/// The force that a spring of 5 N/m and 0.8 N s/m has beyond a gap of ±0.1 m.
fn force(e: f64, rate: f64) -> f64 {
    match e {
        e if e > 0.1 => (5.0 * (e - 0.1) + 0.8 * rate).max(0.0),
        e if e < -0.1 => (5.0 * (e + 0.1) + 0.8 * rate).min(0.0),
        _ => 0.0,
    }
}

/// A host that has set a place between events is told to ask for one if the spring has to leave its side.
#[test]
fn a_damped_spring_makes_no_force_within_its_gap() {
    let unit = Model::read(FREE, "gap.toml").unwrap();
    let mut host = Integrator::new(&unit, &[]);
    assert!((host.get("s.force").abs() - 0.5).abs() <= 1e-15);
    for at_event in [false, true] {
        for (e, rate) in PLACES {
            let mut host = Integrator::new(&unit, &[]);
            let start = host.x.clone();
            host.x = start.iter().map(|x| if *x == 0.2 { e } else { rate }).collect();
            if at_event {
                host.instance.set_time(0.1).unwrap();
                host.instance.begin_event().unwrap();
                host.instance.set_states(&host.x).unwrap();
                host.transitions();
            } else {
                host.place(0.1, &host.x.clone());
                assert!(host.indicators().iter().any(|z| *z < 0.0), "{e} {rate}");
                host.event();
            }
            let found = host.get("m.acceleration");
            assert!((found + force(e, rate)).abs() <= 1e-15, "{at_event} {e} {rate}: {found}");
        }
    }
}

/// The same where the motion is an input, set between events or at one; its velocity need not be the derivative of its
/// position.
#[test]
fn a_given_motion_into_a_gap_ends_the_force() {
    let text = FREE.replace("mass = 1.0, position = 0.2", "motion = \"prescribed\"");
    let unit = Model::read(&text, "gap.toml").unwrap();
    let index = |name: &str| unit.find(name).unwrap();
    let put = |host: &mut Simulation, e: f64, rate: f64| {
        host.set(index("m.position"), Value::Real(e)).unwrap();
        host.set(index("m.velocity"), Value::Real(rate)).unwrap();
    };
    for at_event in [false, true] {
        for (e, rate) in PLACES {
            let mut host = Simulation::exchange(unit.clone());
            put(&mut host, 0.2, 0.0);
            host.enter_initialization().unwrap();
            host.exit_initialization().unwrap();
            host.make_transitions().unwrap();
            host.end_event();
            host.set_time(0.1).unwrap();
            if !at_event {
                put(&mut host, e, rate);
            }
            host.begin_event().unwrap();
            put(&mut host, e, rate);
            host.make_transitions().unwrap();
            let Ok(Value::Real(found)) = host.get(index("s.force")) else { panic!("a force") };
            let right = force(e, rate);
            assert!((found - right).abs() <= 1e-15, "{at_event} {e} {rate}: {found} {right}");
        }
    }
}
