//! Springs by formula against springs.

use luztar::unit::Simulation;

use super::support::{Named, started, unit};
use super::{assert_near, go};

const TRAIN: &str = r#"
[model]
name = "Train"
[experiment]
relativeTolerance = 1e-12
[body.engine]
mass = 2.0
position = 0.3
velocity = 1.0
force = "input"
[body.wagon]
mass = 1.0
[contact.rail]
between = "wagon"
law = "coulomb"
kineticFriction = 1.0
staticFriction = 1.4
[spring.coupling]
between = ["engine", "wagon"]
ratio = 0.8
"#;

fn moved(spring: &str) -> Simulation {
    let mut instance = started(&unit(&format!("{TRAIN}{spring}")));
    for second in 1..=8 {
        instance.put("engine.force", if second % 4 < 2 { 2.5 } else { -4.0 });
        go(&mut instance, f64::from(second));
    }
    instance
}

#[test]
fn a_spring_is_the_formula_that_its_keys_say() {
    let cases = [
        ("stiffness = 30.0\n", "force = \"k*e\"\nparameter = { k = 30.0 }\n"),
        ("stiffness = 30.0\ncubic = 80.0\n", "force = \"30*e + 80*e^3\"\n"),
        ("stiffness = 30.0\ndamping = 0.7\n", "force = \"30*e + 0.7*rate\"\n"),
        (
            "stiffness = -3.0\ncubic = 90.0\ndamping = 0.7\n",
            "force = \"e*(90*e*e - 3) + 0.7*rate\"\n",
        ),
        // What is so at one deflection alone has no part in a motion.
        ("stiffness = 30.0\n", "force = \"if(e != 0.05, 30*e, 1000)\"\n"),
        ("stiffness = 30.0\n", "force = \"if(e == 0.05, 1000, 30*e)\"\n"),
        (
            "stiffness = 30.0\noffset = 0.1\npreload = 1.5\ndamping = 0.2\n",
            "force = \"30*(e - 0.1) + 1.5 + 0.2*rate\"\n",
        ),
        (
            "stiffness = -3.0\ncubic = 90.0\noffset = -0.2\n",
            "force = \"(90*(e + 0.2)^2 - 3)*(e + 0.2)\"\n",
        ),
    ];
    for (keys, formula) in cases {
        let [mut one, mut other] = [moved(keys), moved(formula)];
        let names = ["engine.position", "engine.velocity", "wagon.position", "wagon.velocity"];
        let of_spring = ["coupling.force", "coupling.deflection", "rail.dissipatedEnergy"];
        assert!(one.real("eventCount") > 0.0);
        assert_eq!(one.real("eventCount"), other.real("eventCount"), "{formula}");
        for name in names.into_iter().chain(of_spring).chain(["rail.frictionForce"]) {
            let (a, b) = (one.real(name), other.real(name));
            assert!((a - b).abs() <= 1e-11 * (1.0 + a.abs()), "{formula}: {name} {a} and {b}");
        }
    }
}

/// A table of a backlash: the same as a spring with freeplay.
#[test]
fn a_table_is_a_spring_with_freeplay() {
    let free = "stiffness = 400.0\nbacklash = 0.1\n";
    let table = "force = \"table(e, at, force_at)\"\n[spring.coupling.parameter]\n\
                 at = [-1.05, -0.05, 0.05, 1.05]\nforce_at = [-400.0, 0.0, 0.0, 400.0]\n";
    let worn = "stiffness = 400.0\noffset = 0.02\ngap = [-0.04, 0.1]\n";
    let worn_table = table.replace("-1.05, -0.05, 0.05, 1.05", "-1.02, -0.02, 0.12, 1.12");
    for (free, table) in [(free, table), (worn, &worn_table)] {
        let [mut one, mut other] = [moved(free), moved(table)];
        for name in ["engine.position", "wagon.position", "engine.velocity", "wagon.velocity"] {
            assert_near(one.real(name), other.real(name), 1e-9);
        }
    }
}
