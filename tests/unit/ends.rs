//! Loads that come to 0 and stay there: one transition each, at the time of the closed form.

use std::f64::consts::PI;

use crate::draws::Draws;
use crate::support::{started, unit};
use luztar::unit::{Event, Simulation};

/// Events of a run of so many steps of a size, s.
fn run(instance: &mut Simulation, steps: usize, size: f64) -> Vec<Event> {
    let mut all = Vec::new();
    for _ in 0..steps {
        let time = instance.time();
        instance.step(time, size).unwrap();
        all.extend(instance.step_events().iter().copied());
    }
    all
}

/// N = max(a sin ω t + b, 0) ends at ω t = π + asin(b/a), and begins again as much before 2π, whether the body is held or slides.
#[test]
fn a_load_of_a_sine_ends_and_begins_once_in_a_period() {
    let mut draws = Draws::new(1);
    for case in 0..60 {
        let a = draws.between(1.0, 3.0);
        let (b, omega) = (a * draws.between(0.05, 0.9), draws.between(1.0, 6.0));
        let (velocity, held) = match case % 2 {
            0 => (
                0.0,
                "[contact.hold]\nbetween = \"m\"\nlaw = \"coulomb\"\nkineticFriction = 20.0\n",
            ),
            _ => (5.0, ""),
        };
        let text = format!(
            "[model]\nname = \"Ends\"\n[body.m]\nmass = 1.0\nvelocity = {velocity}\n{held}\
             [contact.pad]\nbetween = \"m\"\nlaw = \"coulomb\"\nkineticCoefficient = 0.01\n\
             normalForce = \"max({a}*sin({omega}*t) + {b}, 0)\"\n"
        );
        let (steps, size) = if case % 3 == 0 { (8000, 1e-3) } else { (16, 0.5) };
        let found = run(&mut started(&unit(&text)), steps, size);
        let angle = (b / a).asin();
        let times = (0..).flat_map(|period| {
            let begun = 2.0 * PI * f64::from(period);
            [begun + PI + angle, begun + 2.0 * PI - angle].map(|at| at / omega)
        });
        let times: Vec<f64> = times.take_while(|time| *time < 8.0).collect();
        assert_eq!(found.len(), times.len(), "{case}: {found:?} {text}");
        for (number, (event, time)) in found.iter().zip(times).enumerate() {
            // What begins is known by the number that decides alone.
            let permitted = if number % 2 == 0 { 1e-11 } else { 1e-9 };
            assert!((event.time() - time).abs() < permitted, "{case}: {event:?} {time} {text}");
        }
    }
}
