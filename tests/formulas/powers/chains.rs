//! Bodies that touch one another and stand, pushed one after the other by powers: each force begins as a higher power of the time
//! than the one before.

use luztar::dynamics::Event;

use super::begins::count;
use super::{Reference, Run};
use crate::draws::Draws;

/// Balls in a row.
struct Row {
    masses: [f64; BALLS],
    stiffness: f64,
    exponent: f64,
    speed: f64,
    /// Time of one contact, s.
    lasts: f64,
    /// The element, and its keys beside the stiffness.
    kind: &'static str,
    /// Distance of balls that touch, m.
    distance: f64,
}

const BALLS: usize = 4;

impl Row {
    fn of(draws: &mut Draws) -> Self {
        let kind = draws.pick(&["hertz", "impact", "force"]);
        let exponents = &[1.5, 2.2, 2.0, 3.0];
        let exponent = if kind == "hertz" { 1.5 } else { draws.mixed(exponents, 1.05, 2.4) };
        let distance = draws.pick(&[0.0, 0.125]);
        let first = draws.scaled(0.01, 10.0);
        let mut masses = [first; BALLS];
        for mass in &mut masses {
            *mass *= draws.mixed(&[1.0], 0.3, 3.0);
        }
        let (stiffness, speed) = (draws.scaled(0.1, 1e11), draws.scaled(0.01, 10.0));
        let lasts = (first / stiffness * speed.powf(1.0 - exponent)).powf(1.0 / (exponent + 1.0));
        Self { masses, stiffness, exponent, speed, lasts, kind, distance }
    }

    fn text(&self) -> String {
        let Self { masses, stiffness, exponent, speed, kind, distance, .. } = self;
        let ball = |(number, mass): (usize, &f64)| {
            let velocity = if number == 0 { *speed } else { 0.0 };
            let position = number as f64 * distance;
            format!(
                "[body.b{number}]\nmass = {mass:?}\nposition = {position:?}\nvelocity = {velocity:?}\n"
            )
        };
        let force = match *kind {
            "hertz" => format!("stiffness = {stiffness:?}\ndistance = {distance:?}\n"),
            "impact" => format!(
                "stiffness = {stiffness:?}\nexponent = {exponent:?}\ndistance = {distance:?}\n"
            ),
            _ => format!("force = \"{stiffness:?}*max({distance:?} - e, 0)^{exponent:?}\"\n"),
        };
        let contact = |number: usize| {
            format!("[{kind}.c{number}]\nbetween = [\"b{}\", \"b{number}\"]\n{force}", number + 1)
        };
        masses.iter().enumerate().map(ball).chain((0..BALLS - 1).map(contact)).collect()
    }

    /// The rates by s = t^(1/4) of positions, velocities and s, in units of the time of a contact and the speed: no force begins as a
    /// root of s.
    fn rates(&self, y: [f64; 2 * BALLS + 1]) -> [f64; 2 * BALLS + 1] {
        let Self { masses, stiffness, exponent, speed, lasts, .. } = self;
        let slow = 4.0 * y[2 * BALLS].powi(3);
        let mut rates = [1.0; 2 * BALLS + 1];
        for ball in 0..BALLS {
            rates[ball] = slow * y[BALLS + ball];
            rates[BALLS + ball] = 0.0;
        }
        let most = stiffness * (speed * lasts).powf(*exponent) * lasts / speed;
        for first in 0..BALLS - 1 {
            let force = slow * most * (y[first] - y[first + 1]).max(0.0).powf(*exponent);
            rates[BALLS + first] -= force / masses[first];
            rates[BALLS + first + 1] += force / masses[first + 1];
        }
        rates
    }
}

/// The first ball of a row that touches pushes the others, as in Newton's cradle: velocities are those of an integrator, and
/// contacts part in the order of their pushes alone.
#[test]
fn balls_that_touch_push_one_another() {
    for seed in 1..=count() {
        let mut draws = Draws::new(seed);
        let row = Row::of(&mut draws);
        let text = row.text();
        let mut run = Run::of(&text);
        let mut y = [0.0; 2 * BALLS + 1];
        y[BALLS] = 1.0;
        let last = draws.between(2.0, 9.0).powf(0.25);
        let mut reference = Reference::new(y, last / 400.0);
        run.go(row.lasts * last.powi(4));
        reference.go(last, &mut |y| row.rates(y));
        for ball in 0..BALLS {
            let off = run.velocity(ball) / row.speed - reference.y[BALLS + ball];
            assert!(off.abs() < 1e-9, "{seed}: ball {ball} {off:e}\n{text}");
        }
        let momentum = (0..BALLS).map(|ball| row.masses[ball] * run.velocity(ball)).sum::<f64>();
        let off = momentum / (row.masses[0] * row.speed) - 1.0;
        assert!(off.abs() < 1e-12, "{seed}: momentum {off:e}\n{text}");
        let cost = run.motion.evaluations();
        assert!(cost < 200_000, "{seed}: {cost} evaluations\n{text}");
        // What touches parts, or comes together, at a speed that is no round-off, unless a whole power leaves hardly any force: that
        // may part and meet at a speed of 1e-60.
        let mut again = Run::of(&text);
        let events = if row.exponent.fract() == 0.0 { &[] } else { &run.events[..] };
        for event in events {
            let Event::Force { force, time, .. } = event else {
                panic!("{seed}: {event:?}\n{text}")
            };
            again.go(*time);
            let first = force.0;
            let slip = (again.velocity(first + 1) - again.velocity(first)) / row.speed;
            assert!(slip.abs() > 1e-9, "{seed}: {event:?} at {slip:e}\n{text}");
        }
    }
}
