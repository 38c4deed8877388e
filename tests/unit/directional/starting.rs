//! Derivatives in Initialization Mode: of outputs at the start by inputs, start values, masses and tunable parameters.

use luztar::unit::{Simulation, Value, catalogue};

use crate::directional::differences::{check_start, derivatives, real};
use crate::directional::units::{set_inputs, units};

#[test]
fn outputs_at_the_start_change_as_they_say() {
    let mut compared = 0;
    for unit in units() {
        for make in [Simulation::new, Simulation::exchange] {
            let mut instance = make(unit.clone());
            for (index, row) in unit.variables().iter().enumerate() {
                let Some(Value::Real(x)) = row.start else { continue };
                // Room for changes below the static limits, and slip that goes on to be slip.
                if row.name.contains(".kinetic") {
                    instance.set(index, Value::Real(0.9 * x)).unwrap();
                }
            }
            instance.enter_initialization().unwrap();
            set_inputs(&mut instance, &unit, 1);
            let (more, refused) = check_start(&mut instance);
            compared += more;
            let others = ["backlash", "gap", "radius1", "radius2", "effectiveRadius", "ratio"];
            for name in refused {
                let quantity = name.rsplit('.').next().unwrap();
                let shared = unit.network().contacts.len() > 1;
                assert!(shared || others.contains(&quantity), "{}: {name}", unit.name());
            }
        }
    }
    assert!(compared > 5000, "{compared}");
}

/// m·a = F − λ: ∂a/∂m = −a/m, ∂a/∂v₀ = −d/m, ∂z/∂z₀ = 1.
#[test]
fn a_slider_starts_in_closed_form() {
    let unit = catalogue::unit("SingleMassFriction").unwrap();
    let mut instance = Simulation::new(unit.clone());
    let index = |name: &str| unit.find(name).unwrap();
    for (name, value) in [
        ("body.mass", 2.0),
        ("body.velocity0", 1.5),
        ("body.force", 7.0),
        ("contact.kineticFriction", 1.0),
        ("contact.staticFriction", 1.0),
        ("contact.viscous", 0.5),
    ] {
        instance.set(index(name), Value::Real(value)).unwrap();
    }
    let outputs = ["body.position", "body.velocity", "body.acceleration", "contact.frictionForce"];
    let unknowns = outputs.map(index);
    let by = |instance: &mut Simulation, name| derivatives(instance, &unknowns, index(name));
    let told = by(&mut instance, "body.force").unwrap_err().to_string();
    assert!(told.contains("directional derivative"), "{told}");
    instance.enter_initialization().unwrap();
    let acceleration = (7.0 - 1.0 - 0.5 * 1.5) / 2.0;
    assert_eq!(real(&mut instance, unknowns[2]), acceleration);
    for (name, expected) in [
        ("body.mass", [0.0, 0.0, -acceleration / 2.0, 0.0]),
        ("body.position0", [1.0, 0.0, 0.0, 0.0]),
        ("body.velocity0", [0.0, 1.0, -0.25, 0.5]),
        ("body.force", [0.0, 0.0, 0.5, 0.0]),
        ("contact.kineticFriction", [0.0, 0.0, -0.5, 1.0]),
    ] {
        assert_eq!(by(&mut instance, name).unwrap(), expected, "{name}");
    }
    instance.exit_initialization().unwrap();
    let told = by(&mut instance, "body.mass").unwrap_err().to_string();
    assert!(told.contains("only states, inputs and tunable parameters"), "{told}");
}

/// A bristle is attached at ±Fk/k where slip begins, whatever its start value: ∂ξ/∂Fk = ±1/k, ∂ξ/∂k = ∓Fk/k².
#[test]
fn a_bristle_starts_in_closed_form_where_the_contact_slips() {
    let text = "[model]\nname = \"Bristle\"\n[body.b]\nmass = 1.0\nvelocity = 0.3\n\
        [contact.c]\nbetween = \"b\"\nlaw = \"antunes\"\nkineticFriction = 3.0\nstaticFriction = 4.0\n\
        bristleStiffness = 50.0\n";
    let unit = crate::support::unit(text);
    let index = |name: &str| unit.find(name).unwrap();
    for side in [1.0, -1.0] {
        let mut instance = Simulation::new(unit.clone());
        instance.set(index("b.velocity0"), Value::Real(0.3 * side)).unwrap();
        instance.set(index("c.bristleDeflection0"), Value::Real(0.02)).unwrap();
        instance.enter_initialization().unwrap();
        let deflection = index("c.bristleDeflection");
        assert_eq!(real(&mut instance, deflection), side * 0.06);
        for (name, expected) in [
            ("c.kineticFriction", side / 50.0),
            ("c.bristleStiffness", -side * 3.0 / 2500.0),
            ("c.bristleDeflection0", 0.0),
            ("c.staticFriction", 0.0),
        ] {
            let found = derivatives(&mut instance, &[deflection], index(name)).unwrap()[0];
            assert!((found - expected).abs() < 1e-15, "{name}: {found} {expected}");
        }
    }
}

/// Without a load its bristles are not deflected, whatever they start with; under one they are: ∂z/∂z₀ = 0 and 1.
#[test]
fn bristles_without_a_load_start_as_the_law_sets_them() {
    for (load, expected) in [(0.0, 0.0), (2.0, 1.0)] {
        let text = format!(
            "[model]\nname = \"Bristles\"\n[body.b]\nmass = 1.0\nvelocity = 0.3\n[contact.c]\nbetween = \"b\"\n\
             law = \"luGre\"\nkineticCoefficient = 1.0\nstaticCoefficient = 1.5\nstribeckVelocity = 0.4\n\
             bristleStiffness = 20.0\nbristleDeflection0 = 0.01\nnormalForce = {load:?}\n"
        );
        let unit = crate::support::unit(&text);
        let [start, state] =
            ["c.bristleDeflection0", "c.bristleDeflection"].map(|name| unit.find(name).unwrap());
        let mut instance = Simulation::new(unit.clone());
        instance.enter_initialization().unwrap();
        let seen = [0.012, 0.008].map(|z| {
            instance.set(start, Value::Real(z)).unwrap();
            real(&mut instance, state)
        });
        assert!(((seen[0] - seen[1]) / 0.004 - expected).abs() < 1e-12, "{seen:?}");
        assert_eq!(derivatives(&mut instance, &[state], start).unwrap(), [expected]);
    }
}

/// A body at rest, pushed by 1 N against 3 N of friction: with a start velocity ±h it slips, its velocity is ±h, and friction
/// is ±3 N.
#[test]
fn a_body_at_rest_starts_to_slip_by_any_start_velocity() {
    let unit = catalogue::unit("SingleMassFriction").unwrap();
    let index = |name: &str| unit.find(name).unwrap();
    let start = index("body.velocity0");
    for make in [Simulation::new, Simulation::exchange] {
        let mut instance = make(unit.clone());
        for (name, value) in [
            ("body.velocity0", 0.0),
            ("body.force", 1.0),
            ("contact.kineticFriction", 3.0),
            ("contact.staticFriction", 3.0),
        ] {
            instance.set(index(name), Value::Real(value)).unwrap();
        }
        instance.enter_initialization().unwrap();
        let [velocity, friction] = ["body.velocity", "contact.frictionForce"].map(index);
        let motion = [index("body.position"), velocity];
        assert_eq!(derivatives(&mut instance, &motion, start).unwrap(), [0.0, 1.0]);
        let told = derivatives(&mut instance, &[friction], start).unwrap_err().to_string();
        assert!(told.contains("contact.frictionForce") && told.contains("at rest"), "{told}");
        for by in [1e-6, -1e-6] {
            instance.set(start, Value::Real(by)).unwrap();
            assert_eq!(real(&mut instance, velocity), by);
            let slips = real(&mut instance, friction);
            assert!((slips - 3.0 * by.signum()).abs() < 1e-4, "{slips}");
        }
    }
}
