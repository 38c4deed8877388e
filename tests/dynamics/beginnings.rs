//! Forces that begin with a high power of the time: in the first terms of their series there is nothing.

use luztar::dynamics::{ContactMode, Simulator};

use crate::networks::{TOLERANCE, network};
use crate::run::{Run, assert_close};

/// Where a body of 2 kg is, and how fast, two seconds after its foot begins to accelerate, by the classical Runge–Kutta method.
fn pulled(acceleration: f64, force: impl Fn(f64) -> f64) -> [f64; 2] {
    let (steps, h) = (20_000, 1e-4);
    let rate = |t: f64, [z, v]: [f64; 2]| [v, force(z - 0.5 * acceleration * t * t) / 2.0];
    let mut y = [0.0, 0.0];
    for step in 0..steps {
        let t = f64::from(step) * h;
        let along = |part: f64, k: [f64; 2]| [y[0] + part * h * k[0], y[1] + part * h * k[1]];
        let k1 = rate(t, y);
        let k2 = rate(t + 0.5 * h, along(0.5, k1));
        let k3 = rate(t + 0.5 * h, along(0.5, k2));
        let k4 = rate(t + h, along(1.0, k3));
        for (y, slopes) in y.iter_mut().zip([0, 1].map(|i| [k1[i], k2[i], k3[i], k4[i]])) {
            *y += h / 6.0 * (slopes[0] + 2.0 * (slopes[1] + slopes[2]) + slopes[3]);
        }
    }
    y
}

/// Forces of orders 4, 6 and 18 of the time, long after the start, where no step of next to nothing advances the time.
#[test]
fn a_body_is_pulled_by_a_force_of_any_power() {
    let formula =
        |power: &str| format!("[force.s]\nbetween = [\"b\", \"h\"]\nforce = \"{power}\"\n");
    let spring = "[spring.s]\nbetween = [\"b\", \"h\"]\nstiffness = 0.0\ncubic = 3.0\n".to_owned();
    type Force = fn(f64) -> f64;
    let cases: [(String, Force); 4] = [
        (formula("-3*e*abs(e)"), |e| -3.0 * e * e.abs()),
        (formula("-3*e^3"), |e| -3.0 * e.powi(3)),
        (formula("-3*e^9"), |e| -3.0 * e.powi(9)),
        (spring, |e| -3.0 * e.powi(3)),
    ];
    for (text, force) in cases {
        for acceleration in [-0.475, 1.5] {
            let mut run = Run::new(&network(&format!(
                "[model]\nname = \"Pull\"\n[body.h]\nmotion = \"prescribed\"\n[body.b]\nmass = 2.0\n{text}"
            )));
            run.advance(1.25);
            run.set("h.acceleration", acceleration);
            run.advance(3.25);
            let [z, v] = pulled(acceleration, force);
            assert_close(run.position(1), z, 1e-10);
            assert_close(run.velocity(1), v, 1e-10);
        }
    }
}

/// m·z̈ = −μ·2·z⁴ with μ = ½ from z = 0 at 1 m/s: ½ − z⁵/5 = ½ż², and it stops at (5/2)^(1/5) m.
#[test]
fn a_body_is_stopped_by_a_load_that_begins_with_the_fourth_power() {
    for start in [0.0, 3.0, -700.0] {
        let network = network(
            "[model]\nname = \"Wedge\"\n[body.b]\nmass = 1.0\nvelocity = 1.0\n[contact.c]\nbetween = \"b\"\nlaw = \"coulomb\"\n\
             kineticCoefficient = 0.5\nnormalForce = \"2*e^4\"\n",
        );
        let (parameters, inputs) = (network.start_parameters(), network.start_inputs());
        let mut motion = Simulator::new(network);
        motion.initialise(start, &parameters, &inputs, TOLERANCE).expect("initialises");
        let mut run = Run { motion, parameters, inputs, events: Vec::new() };
        run.advance(start + 10.0);
        assert_close(run.position(0), 2.5f64.powf(0.2), 1e-10);
        assert_eq!((run.velocity(0), run.contact(0)), (0.0, ContactMode::Stuck));
    }
}
