//! Bodies that their inertia couples, integrated from outside.

use luztar::dynamics::{ContactId, Element};
use luztar::unit::{Model, Simulation, Value, exchange_sizes};

use super::congruent::draw;
use super::long_run::agrees;

#[test]
fn coupled_bodies_have_the_same_transitions() {
    let mut seed = 7u64;
    let mut unit = move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 11) as f64 / (1u64 << 53) as f64
    };
    let mut total = 0;
    for _ in 0..8 {
        let drawn = draw(&mut unit, false);
        total += agrees(&Model::read(&drawn.coupled, "coupled.toml").expect("valid"), 20);
    }
    assert!(total > 40, "{total}");
}

/// Two ports of a host with M = [[2, 1], [1, 1]] and friction 1 and 0.25, f = (t, 0): the first slips from t = 1 on,
/// a₁ = (t − 1)/2, and its inertia tears the second one loose at t = 1.5; then a = (t − 1.25, 1.5 − t).
#[test]
fn ports_of_one_mechanism_release_one_another() {
    let text = "[model]\nname = \"Pair\"\n[body.a]\nmotion = \"port\"\n[body.b]\nmotion = \"port\"\n\
                [port.pair]\njoints = [\"a\", \"b\"]\ninverseMass = [[1.0, -1.0], [-1.0, 2.0]]\n\
                [contact.first]\nbetween = \"a\"\nlaw = \"coulomb\"\nkineticFriction = 1.0\n\
                [contact.second]\nbetween = \"b\"\nlaw = \"coulomb\"\nkineticFriction = 0.25\n";
    let unit = Model::read(text, "pair.toml").expect("valid");
    let mut host = Simulation::exchange(unit.clone());
    let index = |name: &str| unit.find(name).expect("a variable");
    host.enter_initialization().unwrap();
    host.exit_initialization().unwrap();
    host.make_transitions().unwrap();
    host.end_event();
    let (h, mut x, mut v, mut events) = (1e-4, [0.0; 2], [0.0; 2], Vec::new());
    // Accelerations at a time, with an event where an indicator says so.
    let mut accelerate = |time: f64, x: &[f64; 2], v: &[f64; 2]| -> [f64; 2] {
        host.set_time(time).unwrap();
        for (k, body) in ["a", "b"].into_iter().enumerate() {
            let force = if k == 0 { time } else { 0.0 };
            let values = [("position", x[k]), ("velocity", v[k]), ("appliedForce", force)];
            for (name, value) in values {
                host.set(index(&format!("{body}.{name}")), Value::Real(value)).unwrap();
            }
        }
        let mut z = vec![f64::NAN; exchange_sizes(&unit).1];
        host.event_indicators(&mut z).unwrap();
        if z.iter().any(|z| *z < 0.0) {
            host.begin_event().unwrap();
            host.make_transitions().unwrap();
            events.extend(
                host.step_events().iter().map(|event| (event.time(), event.element(), event.to())),
            );
            host.end_event();
        }
        let [first, second] =
            ["a", "b"].map(|body| match host.get(index(&format!("{body}.reaction"))).unwrap() {
                Value::Real(reaction) => reaction,
                other => panic!("{other:?}"),
            });
        let (first, second) = (first + time, second);
        [first - second, 2.0 * second - first]
    };
    for step in 0..20_000 {
        let time = f64::from(step) * h;
        let a = accelerate(time, &x, &v);
        let middle = [0, 1].map(|k| v[k] + 0.5 * h * a[k]);
        let at = [0, 1].map(|k| x[k] + 0.5 * h * v[k]);
        let b = accelerate(time + 0.5 * h, &at, &middle);
        for k in 0..2 {
            x[k] += h * middle[k];
            v[k] += h * b[k];
        }
    }
    assert_eq!(events.len(), 2, "{events:?}");
    for ((time, element, to), (exact, contact, way)) in
        events.into_iter().zip([(1.0, 0, 1), (1.5, 1, -1)])
    {
        assert!((time - exact).abs() <= 2.0 * h, "{time} {exact}");
        assert_eq!((element, to), (Element::Contact(ContactId(contact)), way));
    }
    assert!((v[0] - 0.3125).abs() < 1e-3 && (v[1] + 0.125).abs() < 1e-3, "{v:?}");
}
