//! The output `normalLoad` of a contact that a spring presses.

use luztar::unit::{Simulation, Value};

use crate::support::{Named, unit};

const SHOE: &str = "[model]\nname = \"Shoe\"\n[body.block]\nmass = 1.0\nposition = 0.5\nvelocity = -1.0\n\
    [contact.shoe]\nbetween = \"block\"\nlaw = \"coulomb\"\nkineticCoefficient = 0.1\n\
    normalForce = \"input\"\nloadSpring = \"leaf\"\nloadFactor = 2.0\n\
    [contact.floor]\nbetween = \"block\"\nlaw = \"coulomb\"\nkineticCoefficient = 0.1\nnormalForce = 3.0\n\
    [spring.leaf]\nbetween = \"block\"\nstiffness = 3.0\n";

#[test]
fn the_load_that_a_spring_makes_is_an_output() {
    let mut instance = Simulation::new(unit(SHOE));
    instance.put("shoe.normalForce", 1.5);
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    // N = 1.5 + 2·3·z
    assert_eq!(instance.real("shoe.normalLoad"), 4.5);
    let load = instance.unit().find("shoe.normalLoad").unwrap();
    assert_eq!(instance.output_derivative(load).unwrap(), -6.0);
    assert!(instance.unit().find("floor.normalLoad").is_none(), "it is no more than its input");
    instance.put("shoe.normalForce", 2.5);
    assert_eq!(instance.real("shoe.normalLoad"), 5.5);
    instance.step(0.0, 0.1).unwrap();
    let expected = 2.5 + 6.0 * instance.real("block.position");
    assert!((instance.real("shoe.normalLoad") - expected).abs() < 1e-14);
    // Lifted off.
    instance.put("shoe.normalForce", -100.0);
    instance.step(0.1, 0.1).unwrap();
    let state = instance.unit().find("shoe.state").unwrap();
    assert_eq!(instance.get(state).unwrap(), Value::Integer(2));
    assert_eq!((instance.real("shoe.normalLoad"), instance.real("shoe.frictionForce")), (0.0, 0.0));
    assert_eq!(instance.output_derivative(load).unwrap(), 0.0);
}

/// A wheel braked by a load that a rotational spring has part in; `at` says where the friction acts.
fn braked(at: &str) -> Simulation {
    let text = format!(
        "[model]\nname = \"Braked\"\n[body.wheel]\naxis = \"rotation\"\ninertia = 0.3\nangle = 0.2\n\
         angularVelocity = 2.0\ntorque = \"input\"\n[contact.pad]\nbetween = \"wheel\"\nlaw = \"coulomb\"\n{at}\n\
         normalForce = \"input\"\nloadSpring = \"shaft\"\nloadFactor = 2.5\nkineticCoefficient = 0.4\n\
         staticCoefficient = 0.5\n[spring.shaft]\nbetween = \"wheel\"\nstiffness = 0.5\n"
    );
    let mut instance = Simulation::new(unit(&text));
    instance.put("pad.normalForce", 4.0);
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    instance
}

#[test]
fn an_effective_radius_makes_of_friction_the_torque_that_radii_make() {
    let [mut round, mut straight] = [braked("effectiveRadius = 0.05"), braked("radii = [0.05]")];
    let same = |round: &mut Simulation, straight: &mut Simulation, name: &str, factor: f64| {
        let (found, wanted) = (round.real(name), factor * straight.real(name));
        assert!(
            (found - wanted).abs() <= 1e-13 * (1.0 + wanted.abs()),
            "{name}: {found}, {wanted}"
        );
    };
    let mut stuck = 0;
    for step in 0..60 {
        for instance in [&mut round, &mut straight] {
            if step % 10 == 3 {
                instance.put("pad.normalForce", 40.0 - f64::from(step));
                instance.put("wheel.torque", 0.3);
                let load = instance.index("pad.normalForce");
                instance.set_input_derivative(load, -5.0).unwrap();
            }
            instance.step(0.1 * f64::from(step), 0.1).unwrap();
        }
        for name in ["wheel.angle", "wheel.angularVelocity", "wheel.angularAcceleration"] {
            same(&mut round, &mut straight, name, 1.0);
        }
        for name in ["pad.normalLoad", "pad.dissipatedEnergy", "pad.dissipatedPower", "pad.state"] {
            same(&mut round, &mut straight, name, 1.0);
        }
        same(&mut round, &mut straight, "pad.lastEventTime", 1.0);
        same(&mut round, &mut straight, "pad.frictionForce", 0.05);
        same(&mut straight, &mut round, "pad.slipVelocity", 0.05);
        stuck += u32::from(round.real("pad.stuck") == 1.0);
    }
    assert!((5..55).contains(&stuck) && round.real("eventCount") >= 3.0, "{stuck}");
}
