//! The output `normalLoad` of a contact that a spring presses.

use luztar::unit::{Instance, Value};

use crate::support::{Named, unit};

const SHOE: &str = "[unit]\nname = \"Shoe\"\n[body.block]\nmass = 1.0\nposition = 0.5\nvelocity = -1.0\n\
    [contact.shoe]\nbetween = \"block\"\nlaw = \"coulomb\"\nkineticCoefficient = 0.1\n\
    normalForce = \"input\"\nloadSpring = \"leaf\"\nloadFactor = 2.0\n\
    [contact.floor]\nbetween = \"block\"\nlaw = \"coulomb\"\nkineticCoefficient = 0.1\nnormalForce = 3.0\n\
    [spring.leaf]\nbetween = \"block\"\nstiffness = 3.0\n";

#[test]
fn the_load_that_a_spring_makes_is_an_output() {
    let mut instance = Instance::new(unit(SHOE));
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
