//! Bodies that move together far faster than what acts between them.

use crate::networks::network;
use crate::run::{Run, assert_close};

/// Bodies that move together far faster than their spring is stretched: its damping makes much of the round-off of their velocities.
/// A clock that bounces ends the steps, and the series begin anew.
#[test]
fn a_damped_cubic_spring_between_fast_bodies_takes_few_steps() {
    let [m, n, force, k, c, d, fast] = [0.35, 0.9, 0.1, 20.0, 600.0, 240.0, 20.0];
    let text = format!(
        "[model]\nname = \"Fast\"\n[body.a]\nmass = {m:?}\nvelocity = {fast:?}\nconstantForce = {force:?}\n\
         [body.b]\nmass = {n:?}\nvelocity = {fast:?}\n[spring.s]\nbetween = [\"a\", \"b\"]\nstiffness = {k:?}\n\
         cubic = {c:?}\ndamping = {d:?}\n[body.clock]\nmass = 1.0\nvelocity = 1.0\n\
         [spring.beat]\nbetween = \"clock\"\nstiffness = 4000.0\nbacklash = 0.02\n"
    );
    let mut run = Run::new(&network(&text));
    run.advance(1.0);
    let reduced = m * n / (m + n);
    // The classical method of Runge and Kutta for the stretch, whose steps are a sixtieth of its fastest time.
    let rates = |[e, w]: [f64; 2]| [w, force / m - (d * w + k * e + c * e.powi(3)) / reduced];
    let (steps, mut y) = (60_000, [0.0; 2]);
    let h = 1.0 / f64::from(steps);
    for _ in 0..steps {
        let at = |by: [f64; 2], h: f64| [y[0] + h * by[0], y[1] + h * by[1]];
        let one = rates(y);
        let two = rates(at(one, 0.5 * h));
        let three = rates(at(two, 0.5 * h));
        let four = rates(at(three, h));
        for i in 0..2 {
            y[i] += h / 6.0 * (one[i] + 2.0 * two[i] + 2.0 * three[i] + four[i]);
        }
    }
    let centre = [fast + 0.5 * force / (m + n), fast + force / (m + n)];
    assert_close(run.position(0), centre[0] + n / (m + n) * y[0], 1e-10);
    assert_close(run.velocity(0), centre[1] + n / (m + n) * y[1], 1e-9);
    assert!(run.evaluations() < 10_000, "{}", run.evaluations());
}
