//! Normal loads that follow signals through 0, as the program lets inputs follow them.

#[path = "followed_loads/draw.rs"]
pub mod draw;

use std::f64::consts::PI;
use std::ops::Range;
use std::sync::Arc;

use luztar::laws::LawKind;
use luztar::signals::{Expression, Interpolation, Series, Track, follow};
use luztar::unit::{ContactId, Element, Event, Fault, Model, Simulation};

use crate::draws::Draws;
use crate::support::{Named, unit};
use draw::{Course, Drawn, END};

/// An instance at the end of a run whose inputs are followed, and the transitions up to there.
pub fn run(
    unit: &Arc<Model>,
    inputs: &[(String, Course)],
    (end, step): (f64, f64),
) -> Result<(Simulation, Vec<Event>), Fault> {
    let mut instance = Simulation::new(unit.clone());
    let track = |(name, course): &(String, Course)| {
        Track::new(unit.find(name).expect("an input"), name.clone(), course.signal(end))
    };
    let mut tracks: Vec<Track> = inputs.iter().map(track).collect();
    let mut go = |time, span: &Range<f64>, instance: &mut Simulation| {
        follow(&mut tracks, Interpolation::Ramps, time, span, instance)
            .map_err(|refused| refused.fault)
    };
    instance.setup_experiment(0.0, Some(end), None)?;
    go(0.0, &(0.0..step), &mut instance)?;
    instance.enter_initialization()?;
    instance.exit_initialization()?;
    let mut events = Vec::new();
    for k in 0..(end / step).round() as usize {
        let span = k as f64 * step..(k + 1) as f64 * step;
        let mut time = span.start;
        while time < span.end {
            let until = go(time, &span, &mut instance)?;
            instance.step(time, until - time)?;
            events.extend_from_slice(instance.step_events());
            time = until;
        }
    }
    Ok((instance, events))
}

/// A body on a spring and a damper, pressed while a sine is above 0, and another one beyond a gap.
const PRESSED: &str = r#"
[model]
name = "Pressed"
[body.b0]
mass = 0.7428932501795279
position = -0.0029571046556112757
velocity = 0.8221212274699294
[body.b1]
mass = 6.235698187577041
position = 0.2702119298898442
velocity = -0.41871910264941303
constantForce = 0.3276230965485518
[spring.s0]
between = ["b0", "b1"]
stiffness = 6.939727450453421
backlash = 0.3665071973785658
damping = 1.8680268204272639
[spring.s1]
between = "b0"
stiffness = 67.23166345995061
damping = 0.9000127926769061
[contact.c0]
between = "b0"
law = "hyperbolic"
staticCoefficient = 0.40653565921956214
decay = 78.5711563352079
viscous = 0.45627206343040216
normalForce = { input = true, start = 1.0 }
"#;

/// Pieces of the signal and communication steps of any length: the contact is free from the zeros of the sine on,
/// but for the distance of its pieces, and not before.
#[test]
fn a_load_that_comes_to_0_frees_what_slips_once() {
    let unit = unit(PRESSED);
    let free =
        |event: &&Event| event.element() == Element::Contact(ContactId(0)) && event.to() == 2;
    for tolerance in [1e-2, 3e-3, 1e-3, 3e-4] {
        for step in [0.01, 0.02, 0.5, 10.0] {
            let text = "2*sin(3*t)".to_owned();
            let load = ("c0.normalForce".to_owned(), Course::Formula { text, tolerance });
            let (_, events) = run(&unit, &[load], (10.0, step))
                .unwrap_or_else(|fault| panic!("{tolerance:e} {step}: {fault}"));
            let times: Vec<f64> = events.iter().filter(free).map(|event| event.time()).collect();
            assert_eq!(times.len(), 5, "{tolerance:e} {step}: {times:?}");
            for (k, time) in times.iter().enumerate() {
                // 2·3·Δt is no more than the part of the range, 4.
                let zero = PI / 3.0 * (2 * k + 1) as f64;
                assert!((time - zero).abs() < tolerance, "{tolerance:e} {step}: {times:?}");
            }
        }
    }
}

/// More with `LUZTAR_FOLLOWED_LOADS=20000`, from another seed on with `LUZTAR_RANDOM_SEED`.
#[test]
fn no_load_that_passes_through_0_makes_a_storm() {
    let number = |name: &str, usual: u64| {
        std::env::var(name).map_or(usual, |value| value.parse().expect("a number"))
    };
    let (first, count) = (number("LUZTAR_RANDOM_SEED", 1), number("LUZTAR_FOLLOWED_LOADS", 200));
    let mut kinds = LawKind::all();
    kinds.retain(|kind| !kind.holds_without_limit());
    let mut failed = Vec::new();
    for seed in first..first + count {
        let Drawn { text, inputs, step } = draw::drawn(seed, &kinds);
        let moved = run(&unit(&text), &inputs, (END, step));
        if let Err(fault) = moved {
            let told = |(name, course): &(String, Course)| format!("{name}: {}\n", course.told());
            let inputs: String = inputs.iter().map(told).collect();
            failed.push(format!("{seed}, steps of {step} s: {fault}\n{text}{inputs}"));
            println!("{seed}: {fault}");
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// A body on a spring and a damper under friction μ(w) that holds no more than it resists the slowest slip.
struct Body {
    mass: f64,
    stiffness: f64,
    damping: f64,
    start: (f64, f64),
    force: f64,
    coefficient: f64,
    decay: f64,
    viscous: f64,
}

impl Body {
    fn drawn(draws: &mut Draws) -> Self {
        Self {
            mass: draws.mixed(&[1.0], 0.3, 3.0),
            stiffness: draws.mixed(&[10.0], 1.0, 60.0),
            damping: draws.mixed(&[0.0], 0.1, 2.0),
            start: (draws.mixed(&[0.0], -0.5, 0.5), draws.mixed(&[1.0], -1.0, 1.0)),
            force: draws.mixed(&[0.0], -1.0, 1.0),
            coefficient: draws.mixed(&[0.5], 0.1, 1.0),
            decay: draws.mixed(&[0.0, 0.0], 0.5, 20.0),
            viscous: draws.mixed(&[0.0], 0.1, 1.0),
        }
    }

    fn file(&self) -> String {
        let Self { mass, stiffness, damping, start, force, coefficient, decay, viscous } = self;
        let law = match decay {
            0.0 => format!("law = \"coulomb\"\nkineticCoefficient = {coefficient:?}"),
            _ => format!(
                "law = \"hyperbolic\"\nstaticCoefficient = {coefficient:?}\ndecay = {decay:?}"
            ),
        };
        format!(
            "[model]\nname = \"Body\"\n[body.b]\nmass = {mass:?}\nposition = {:?}\nvelocity = {:?}\n\
             constantForce = {force:?}\n[spring.s]\nbetween = \"b\"\nstiffness = {stiffness:?}\n\
             damping = {damping:?}\n[contact.c]\nbetween = \"b\"\n{law}\nviscous = {viscous:?}\n\
             normalForce = {{ input = true, start = 1.0 }}\n",
            start.0, start.1
        )
    }

    /// Position and velocity at a time by steps of Moreau's kind, at first order: friction of the end of each step.
    fn integrated(&self, load: impl Fn(f64) -> f64, end: f64, steps: u32) -> (f64, f64) {
        let h = end / f64::from(steps);
        let (mut x, mut v) = self.start;
        for step in 0..steps {
            let load = load(h * (f64::from(step) + 0.5)).max(0.0);
            let dry = h * load * self.coefficient / (1.0 + self.decay * v.abs());
            let viscous = if load > 0.0 { self.viscous } else { 0.0 };
            let x_mid = x + 0.5 * h * v;
            let push = self.mass * v + h * (self.force - self.stiffness * x_mid);
            let beyond = push - push.clamp(-dry, dry);
            v = beyond / (self.mass + h * (self.damping + viscous));
            x += h * v;
        }
        (x, v)
    }
}

/// The greatest distance to an integrator that knows nothing of modes and events.
#[test]
fn loads_that_pass_through_0_move_bodies_as_an_integrator_does() {
    let shapes =
        ["p*sin(q*t)", "p*max(sin(q*t), 0)", "p*(1 - cos(q*t))", "p*(1 - q*t)", "p*abs(t - 0.7)"];
    for seed in 0..40 {
        let mut draws = Draws::new(seed);
        let body = Body::drawn(&mut draws);
        let (p, q) = (draws.mixed(&[1.0], 0.3, 3.0), draws.mixed(&[1.0, 3.0], 0.5, 12.0));
        let course = if draws.chance(0.3) {
            let values =
                (0..=8).map(|k| (0.25 * f64::from(k), p * draws.mixed(&[0.0, 1.0], -1.0, 1.0)));
            Course::Points(values.collect())
        } else {
            let shape = draws.pick(&shapes);
            let text = shape.replace("p*", &format!("{p:?}*")).replace('q', &format!("{q:?}"));
            Course::Formula { text, tolerance: 1e-5 }
        };
        let (x, v) = match &course {
            Course::Formula { text, .. } => {
                let load = Expression::parse(text).expect("an expression");
                body.integrated(|t| load.at(t), END, 100_000)
            }
            Course::Points(points) => {
                let times: Vec<f64> = points.iter().map(|point| point.0).collect();
                let values = points.iter().map(|point| point.1).collect();
                let load = Series::new(times.into(), values);
                body.integrated(|t| load.at(t), END, 100_000)
            }
        };
        let (text, told) = (body.file(), course.told());
        let load = ("c.normalForce".to_owned(), course);
        let (mut moved, _) = run(&unit(&text), &[load], (END, draws.pick(&[0.05, 0.5, END])))
            .unwrap_or_else(|fault| panic!("{seed}: {fault}"));
        for (name, expected) in [("b.position", x), ("b.velocity", v)] {
            let off = moved.real(name) - expected;
            assert!(off.abs() < 2e-3, "{seed}: {name} is {off:e} off\n{text}{told}");
        }
    }
}
