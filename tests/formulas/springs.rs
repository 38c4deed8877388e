//! Springs by formula against springs.

use luztar::unit::Simulation;

use super::support::{Named, started, unit};
use super::{assert_near, go, go_in};

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

/// A light body in the gap of a damper on a body that oscillates: it is pushed as long as that accelerates, flies on with the
/// velocity that it has then, (A/ωM)·(±1 − sin φ) at ωt + φ = π/2 + nπ, and comes to the other edge. Pushes that hold so little
/// mass are below the round-off of damping times velocities.
#[test]
fn a_stiff_damper_in_a_gap_pushes_a_light_body_until_accelerations_turn() {
    let (amplitude, omega, phase, mass) =
        (45.46274473901899, 9.226556114659717, 0.2239796737939, 0.4);
    let text = format!(
        "[model]\nname = \"N\"\n[body.a]\nmass = {mass:?}\nposition = -3.0336748465662744\n\
         excitation = {{ amplitude = {amplitude:?}, angularFrequency = {omega:?}, phase = {phase:?} }}\n\
         [body.b]\nmass = 1.05185923800163e-07\nposition = -3.0336748465662744\n[spring.s]\n\
         between = [\"a\", \"b\"]\nstiffness = 0.08\ndamping = 9414.6\nbacklash = 0.03\n"
    );
    for step in [0.02, 1.0] {
        let mut bodies = started(&unit(&text));
        for n in 0..6 {
            let turns = (std::f64::consts::PI * (f64::from(n) + 0.5) - phase) / omega;
            while bodies.time() < turns + 0.01 {
                let next = bodies.time() + step;
                go(&mut bodies, next.min(turns + 0.01));
            }
            let sign = if n % 2 == 0 { 1.0 } else { -1.0 };
            let velocity = amplitude / (omega * mass) * (sign - phase.sin());
            assert_near(bodies.real("b.velocity"), velocity, 1e-5);
            assert_eq!(bodies.real("s.force"), 0.0);
        }
    }
}

/// A body without mass between a damper and a cubic spring, d·e' = −k·e − c·e³, comes to rest at 0 ever slower: e/√(1 + c/k·e²)
/// falls as exp(−k/d·t), below the least number.
#[test]
fn a_body_without_mass_comes_to_rest_below_the_least_number() {
    let text = "[model]\nname = \"N\"\n[body.b]\nmass = 0\nposition = 0.4\n[spring.s]\nbetween = \"b\"\n\
                stiffness = 100.0\ncubic = 300.0\n[damper.d]\nbetween = \"b\"\ndamping = 1.0\n";
    for steps in [1, 10] {
        let mut body = started(&unit(text));
        go_in(&mut body, 1.0, steps);
        let linear = 0.4 / (1.0_f64 + 3.0 * 0.16).sqrt() * (-100.0_f64).exp();
        assert_near(body.real("b.position") / linear, 1.0, 1e-9);
        go_in(&mut body, 9.0, steps);
        assert!(body.real("b.position").abs() < f64::MIN_POSITIVE);
    }
}
