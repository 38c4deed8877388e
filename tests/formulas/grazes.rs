//! A body on a spring that comes back to another one at the velocity with which it left that: a contact whose load is as great as
//! its slip velocity comes to no load again, and round-off must not decide what it does there.

use std::f64::consts::TAU;

use super::support::{Named, Random, started, unit};
use super::{assert_near, go};

/// The first slip ends as an impact without rebound, but for its time constant. From then on the one body moves evenly and the other
/// harmonically, and w = r·v·(1 − cos ωt) ≤ 0 is 0 after each period, for an instant.
#[test]
fn a_slip_that_comes_to_zero_and_turns_is_none() {
    let mut draws = Random(7);
    let mut draw = |low: f64, high: f64| low + (high - low) * draws.next();
    for _ in 0..80 {
        let heavy = 10f64.powf(draw(-4.0, 0.0));
        let light = heavy * 10f64.powf(draw(-6.0, -1.0));
        let (period, ratio) = (draw(0.3, 1.2), draw(0.5, 2.0));
        let stiffness = light * (TAU / period).powi(2);
        let velocity = -draw(0.2, 1.0);
        let first = (velocity - draw(0.1, 1.0)) / ratio;
        let coefficient = draw(0.2, 1.0);
        let constant = period * 10f64.powf(draw(-12.0, -9.0));
        let load = 1.0 / (coefficient * constant * (1.0 / heavy + ratio * ratio / light));
        let text = format!(
            "[model]\nname = \"Grazes\"\n[experiment]\nrelativeTolerance = 1e-12\n\
             [body.even]\nmass = {heavy:?}\nvelocity = {velocity:?}\n[body.swings]\nmass = {light:?}\nvelocity = {first:?}\n\
             [spring.s]\nbetween = \"swings\"\nstiffness = {stiffness:?}\n\
             [contact.c]\nbetween = [\"even\", \"swings\"]\nratio = {ratio:?}\nlaw = \"coulomb\"\n\
             kineticCoefficient = {coefficient:?}\nnormalForce = \"p*rate\"\nparameter = {{ p = {load:?} }}\n"
        );
        let mut bodies = started(&unit(&text));
        let together = (ratio * heavy * velocity + light * first) / (ratio * ratio * heavy + light);
        for tenth in 1..=33 {
            let time = f64::from(tenth) * 0.1 * period;
            go(&mut bodies, time);
            let angle = TAU * time / period;
            assert_near(bodies.real("even.velocity"), ratio * together, 1e-8);
            assert_near(bodies.real("swings.velocity"), together * angle.cos(), 1e-7);
        }
    }
}
