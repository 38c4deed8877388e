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

/// A held body beside such an instant stays held while that is crossed: 10⁶ N on a millionth of a kilogram would move it by 1 m/s in the
/// time of one event.
#[test]
fn what_friction_holds_beside_an_instant_that_is_crossed_stays() {
    let [heavy, light, stiffness] =
        [4.557165354330708e-4, 2.053795275590551e-8, 3.869291338582677e-7];
    let [velocity, first, ratio] = [-0.672846, -0.762, 1.745];
    let own = [
        "law = \"coulomb\"\nkineticFriction = 1e6\nstaticFriction = 2e6\nregularisation = \"karnopp\"\nwindow = 1e-3\n",
        "law = \"luGre\"\nkineticFriction = 2e6\nstaticFriction = 3e6\nstribeckVelocity = 0.1\n\
         bristleStiffness = 1e9\nbristleDamping = 1e3\nbristleDeflection0 = 1e-3\n",
        "law = \"ostermeyer\"\ngrowthRate = 5.0\ncoolingRate = 0.5\nheating = 0.3\nambientTemperature = 0.3\n\
         coefficient0 = 0.5\ntemperature0 = 0.3\nnormalForce = 1e7\n",
    ];
    for law in own {
        let text = format!(
            "[model]\nname = \"Beside\"\n[body.even]\nmass = {heavy:?}\nvelocity = {velocity:?}\n\
             [body.swings]\nmass = {light:?}\nvelocity = {first:?}\n\
             [spring.s]\nbetween = \"swings\"\nstiffness = {stiffness:?}\n\
             [contact.c]\nbetween = [\"even\", \"swings\"]\nratio = {ratio:?}\nlaw = \"quadratic\"\n\
             kineticCoefficient = 0.4028\nstaticCoefficient = 0.9\ndecay = 1.42\ngrowth = 0.3\n\
             normalForce = \"p*rate\"\nparameter = {{ p = 11.19842519685039 }}\n\
             [body.held]\nmass = 1e-6\nconstantForce = 1e6\n[contact.own]\nbetween = \"held\"\n{law}"
        );
        let mut bodies = started(&unit(&text));
        let together = (ratio * heavy * velocity + light * first) / (ratio * ratio * heavy + light);
        let period = TAU * f64::sqrt(light / stiffness);
        for time in [0.75, 1.5] {
            go(&mut bodies, time);
            assert_near(bodies.real("even.velocity"), ratio * together, 1e-7);
            let angle = TAU * time / period;
            assert_near(bodies.real("swings.velocity"), together * angle.cos(), 1e-6);
            assert_near(bodies.real("held.velocity"), 0.0, 1e-9);
            assert_near(bodies.real("own.dissipatedEnergy"), 0.0, 1e-12);
        }
    }
}

/// Bodies that rest where a gap of a formula ends, however their positions are rounded, one of them on a damper: nothing moves them,
/// and what round-off makes of their forces does not come to the edge again and again.
#[test]
fn bodies_rest_at_the_edge_of_a_gap() {
    let mut draws = Random(11);
    for _ in 0..300 {
        let mut size = |low: f64, decades: f64| low * 10f64.powf(decades * draws.next());
        let (length, place) = (size(1e-3, 3.0), size(1e-3, 3.0));
        let (stiffness, damping) = (size(1e2, 7.0), size(1e-2, 8.0));
        let (first, second) = (size(1e-3, 7.0), size(1e-3, 7.0));
        let text = format!(
            "[model]\nname = \"Edge\"\n[body.a]\nmass = {first:?}\nposition = {:?}\n[body.b]\nmass = {second:?}\nposition = {place:?}\n\
             [damper.d]\nbetween = \"b\"\ndamping = {damping:?}\n\
             [spring.s]\nbetween = [\"a\", \"b\"]\nforce = \"k*max(abs(e/l) - 0.1, 0)*sign(e)\"\n\
             parameter = {{ k = {stiffness:?}, l = {length:?} }}\n",
            place + 0.1 * length
        );
        let mut bodies = started(&unit(&text));
        let fastest = (stiffness / length * (1.0 / first + 1.0 / second)).sqrt();
        go(&mut bodies, 1e3 / fastest);
        assert!(bodies.real("a.velocity").abs() <= 1e-9, "{text}");
        assert!(
            bodies.real("eventCount") <= 2.0,
            "{text}: {} transitions",
            bodies.real("eventCount")
        );
    }
}
