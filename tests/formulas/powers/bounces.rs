//! Balls that bounce without damping on a power, which a term that is 0 is subtracted from, or beside another decision: where a
//! contact begins, its base is 0 but for round-off of either sign.

use super::Run;
use super::begins::count;
use crate::draws::Draws;

/// A ball that falls on a floor.
struct Ball {
    mass: f64,
    height: f64,
    weight: f64,
    stiffness: f64,
    exponent: f64,
    floor: f64,
}

impl Ball {
    fn of(draws: &mut Draws) -> Self {
        let mass = draws.between(0.3, 3.0);
        Self {
            mass,
            height: draws.between(0.01, 0.5),
            weight: mass * draws.scaled(0.1, 30.0),
            stiffness: draws.scaled(10.0, 1e6),
            exponent: draws.mixed(&[1.5, 2.2, 3.0], 1.05, 4.0),
            floor: draws.mixed(&[0.0, -0.1], -0.5, 0.0),
        }
    }

    fn text(&self, draws: &mut Draws) -> String {
        let Self { mass, height, weight, stiffness, exponent, floor } = self;
        let power = format!("{stiffness:?}*max({floor:?} - e, 0)^{exponent:?}");
        let contact = match draws.pick(&["impact", "term", "decision"]) {
            "impact" => format!(
                "[impact.w]\nbetween = \"b\"\nstiffness = {stiffness:?}\nexponent = {exponent:?}\ndistance = {floor:?}\n"
            ),
            kind => {
                let base = format!("max({floor:?} - e, 0)");
                let beside = if kind == "term" { base } else { format!("min({base}/0.1, 1)") };
                let power_of_it = draws.pick(&[2.0, 1.3, 2.5]);
                format!(
                    "[force.w]\nbetween = \"b\"\nforce = \"max({power} - c*rate*{beside}^{power_of_it:?}, 0)\"\n\
                     parameter = {{ c = 0.0 }}\n"
                )
            }
        };
        format!(
            "[body.b]\nmass = {mass:?}\nposition = {height:?}\nconstantForce = {:?}\n{contact}",
            -weight
        )
    }

    /// Energy at a height and a velocity, J.
    fn energy(&self, z: f64, v: f64) -> f64 {
        let Self { mass, weight, stiffness, exponent, floor, .. } = self;
        let pressed = stiffness * (floor - z).max(0.0).powf(exponent + 1.0) / (exponent + 1.0);
        0.5 * mass * v * v + weight * (z - floor) + pressed
    }
}

/// Nothing is lost, or gained, in any of a dozen contacts.
#[test]
fn a_ball_that_bounces_without_damping_keeps_its_energy() {
    for seed in 1..=count() {
        let mut draws = Draws::new(seed);
        let ball = Ball::of(&mut draws);
        let text = ball.text(&mut draws);
        let mut run = Run::of(&text);
        let energy = ball.energy(ball.height, 0.0);
        let fall = (2.0 * (ball.height - ball.floor) * ball.mass / ball.weight).sqrt();
        for step in 1..=120 {
            run.go(0.1 * f64::from(step) * fall);
            let off = ball.energy(run.position(0), run.velocity(0)) / energy - 1.0;
            assert!(off.abs() < 1e-10, "{seed}: {off:e} at {step}\n{text}");
        }
    }
}
