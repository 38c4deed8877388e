//! Loads and belts that come to 0 and stay there: one transition each, at the time of the closed form.

use std::f64::consts::PI;

use crate::draws::Draws;
use crate::support::{Named, started, unit};
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

/// A belt under a block that another contact holds: its velocity is a ramp to 0, which a host gives with its derivative.
#[test]
fn a_belt_that_comes_to_rest_sticks_once() {
    let unit = unit(
        "[model]\nname = \"Stop\"\n[body.a]\nmass = 1.0\n\
         [contact.belt]\nbetween = \"a\"\nlaw = \"coulomb\"\nkineticFriction = 0.4\nsurfaceVelocity = \"input\"\n\
         [contact.table]\nbetween = \"a\"\nlaw = \"coulomb\"\nkineticFriction = 0.6\n",
    );
    let mut draws = Draws::new(2);
    for case in 0..300 {
        let (start, steps) = (draws.between(0.1, 2.0), 5 + draws.below(400));
        let size = draws.pick(&[1e-3, 0.01, 0.02]);
        // The host adds up its steps.
        let end = (0..steps).fold(0.0, |time, _| time + size);
        let mut instance = started(&unit);
        let belt = instance.index("belt.surfaceVelocity");
        let mut found = Vec::new();
        for step in 0..steps + 5 {
            let time = instance.time();
            let velocity = if step < steps { start * (1.0 - time / end) } else { 0.0 };
            instance.put("belt.surfaceVelocity", velocity);
            let rate = if step < steps { -start / end } else { 0.0 };
            instance.set_input_derivative(belt, rate).unwrap();
            found.extend(run(&mut instance, 1, size));
        }
        // It begins to slip at the start.
        assert_eq!(found.len(), 2, "{case} {start} {steps} {size}: {found:?}");
        assert!((found[1].time() - end).abs() < 1e-9, "{case}: {found:?} {end}");
        assert_eq!(instance.real("belt.state"), 0.0);
        assert_eq!(instance.real("belt.frictionForce"), 0.0);
    }
}
