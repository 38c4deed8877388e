//! Normal loads by formulas that jump: to 0, to less, from there, by time, by a position, by a rate. The same jumps by an
//! input are the independent reference.

use std::fmt::Write;

use luztar::laws::{LawKind, LoadUse};
use luztar::signals::Expression;
use luztar::unit::{ContactId, Element};

use crate::draws::Draws;
use crate::examples;
use crate::exchange::host::Integrator;
use crate::followed_loads::draw::{Course, END};
use crate::followed_loads::run;
use crate::support::{Host, Named, unit};

/// A body of 2 kg on ground and a clock of velocity 1 m/s, with a velocity, force and load of the body.
fn block(velocity: f64, force: f64, load: &str) -> String {
    format!(
        "[model]\nname = \"Block\"\n[body.clock]\nmass = 1.0\nvelocity = 1.0\n[body.block]\nmass = 2.0\n\
         velocity = {velocity:?}\nconstantForce = {force:?}\n[contact.floor]\nbetween = \"block\"\n\
         law = \"coulomb\"\nkineticCoefficient = 0.2\nstaticCoefficient = 0.25\nnormalForce = \"{load}\"\n"
    )
}

/// Loads of 10 N up to 0.5 s, and of 0 or less from there on.
const TO_NOTHING: [&str; 12] = [
    "if(t > 0.5, 0, 10)",
    "if(t >= 0.5, -3, 10)",
    "if(clock.position > 0.5, 0, 10)",
    "if(clock.position > 0.5, 0, 10)*(1 + clock.position - t)",
    "5 - 5*sign(t - 0.5)",
    "10*(t < 0.5)",
    "10*(clock.position < 0.5)",
    "if(t > 0.5, 0.3, 10.3) - 0.3",
    "if(t > 0.5, 0.1 + 0.2, 10.3) - 0.3",
    "if(t > 0.5, 0.5 - t, 10)",
    "if(t > 0.5, 0.5 - clock.position, 10)",
    "10*table(t, [0, 0.5, 0.500000000001, 1], [1, 1, 0, 0])",
];

fn floor() -> Element {
    Element::Contact(ContactId(0))
}

/// A contact that slips or is stuck is free from the jump on, and its body moves under its force alone.
#[test]
fn a_load_that_jumps_to_0_or_less_frees_the_contact() {
    for load in TO_NOTHING {
        // Stuck under 2 N of the 2.5 N that it can hold, and slipping against the 2 N of kinetic friction.
        for (start, force) in [(0.0, 2.0), (0.0, 0.0), (3.0, 0.0), (-3.0, 1.0)] {
            let slipped = if start == 0.0 { 0.0 } else { force / 2.0 - f64::signum(start) };
            let jump = start + 0.5 * slipped;
            for step in [0.01, 0.3, 1.0] {
                let mut host = Host::start(&unit(&block(start, force, load)), &[]);
                let mut time = 0.0;
                while time < 1.0 - 1e-9 {
                    let size = f64::min(step, 1.0 - time);
                    host.run(time + size, size);
                    time += size;
                }
                assert_eq!(host.instance.real("floor.state"), 2.0, "{load} {start} {force}");
                assert_eq!(host.instance.real("floor.frictionForce"), 0.0, "{load}");
                host.expect("block.velocity", jump + 0.5 * force / 2.0, 1e-10);
                let [event] = &host.events[..] else {
                    panic!("{load} {start} {force}: {:?}", host.events)
                };
                assert_eq!((event.element(), event.to()), (floor(), 2), "{load}");
                assert!((event.time() - 0.5).abs() < 1e-9, "{load}: {}", event.time());
            }
        }
    }
}

#[test]
fn a_load_that_jumps_to_0_frees_the_contact_in_model_exchange() {
    for load in TO_NOTHING {
        for (start, force) in [(0.0, 2.0), (3.0, 0.0)] {
            let mut host = Integrator::new(&unit(&block(start, force, load)), &[]);
            host.run(1.0, 0.1);
            assert_eq!(host.get("floor.state"), 2.0, "{load}");
            let slipped = if start == 0.0 { 0.0 } else { -0.5 };
            let expected = start + slipped + 0.25 * force;
            let off = host.get("block.velocity") - expected;
            assert!(off.abs() < 1e-6, "{load}: {off:e}");
        }
    }
}

/// Up to the jump within the step, time stepping has friction, and from the next step on none.
#[test]
fn a_load_that_jumps_to_0_frees_the_contact_with_time_stepping() {
    for load in TO_NOTHING {
        for start in [0.0, 3.0] {
            let text = format!("{}[experiment]\nmethod = \"moreau\"\n", block(start, 0.0, load));
            let mut host = Host::start(&unit(&text), &[]);
            host.run(1.0, 0.01);
            assert_eq!(host.instance.real("floor.state"), 2.0, "{load}");
            host.expect("block.velocity", if start == 0.0 { 0.0 } else { 2.5 }, 0.0101);
        }
    }
}

/// The load that depends on what sticks: 0 while the body rests, whatever pushes it.
#[test]
fn a_load_that_is_0_at_rest_frees_the_contact() {
    let mut host = Host::start(&unit(&block(0.0, 2.0, "if(t > 0.5, 10*abs(rate), 10)")), &[]);
    host.run(1.0, 0.1);
    // v' = 1 − v from 0.5 s on.
    host.expect("block.velocity", 1.0 - (-0.5f64).exp(), 1e-9);
    assert_eq!(host.instance.real("floor.state"), 1.0);
}

/// A network whose load jumps at some times between some values.
struct Drawn {
    /// The network but for the load of contact c.
    text: String,
    times: Vec<f64>,
    loads: Vec<f64>,
    step: f64,
}

impl Drawn {
    fn new(draws: &mut Draws, kinds: &[LawKind]) -> Self {
        let mut text = "[model]\nname = \"Drawn\"\n[body.clock]\nmass = 1.0\nvelocity = 1.0\n\
             [body.pace]\nmass = 1.0\nconstantForce = 1.0\n"
            .to_owned();
        for body in ["a", "b"] {
            let (mass, velocity) =
                (draws.mixed(&[1.0], 0.3, 3.0), draws.mixed(&[0.0, 1.0], -1.0, 1.0));
            write!(text, "[body.{body}]\nmass = {mass:?}\nvelocity = {velocity:?}\n").unwrap();
            let (force, pace) = (draws.mixed(&[1.0], 0.1, 5.0), draws.between(0.5, 9.0));
            match draws.below(3) {
                0 => writeln!(
                    text,
                    "excitation = {{ amplitude = {force:?}, angularFrequency = {pace:?} }}"
                ),
                1 => writeln!(text, "constantForce = {force:?}"),
                _ => Ok(()),
            }
            .unwrap();
            let stiffness = draws.mixed(&[10.0], 1.0, 60.0);
            if draws.chance(0.5) {
                write!(text, "[spring.s{body}]\nbetween = \"{body}\"\nstiffness = {stiffness:?}\n")
                    .unwrap();
            }
        }
        let drag = draws.mixed(&[0.5], 0.1, 1.0);
        if draws.chance(0.4) {
            write!(
                text,
                "[contact.drag]\nbetween = \"a\"\nlaw = \"coulomb\"\nkineticFriction = {drag:?}\n"
            )
            .unwrap();
        }
        let ends = draws.pick(&["\"a\"", "[\"a\", \"b\"]", "[\"b\", \"a\"]"]);
        let kind = draws.pick(&kinds.iter().collect::<Vec<_>>());
        let lines = examples::lines(kind, true);
        write!(text, "[contact.c]\nbetween = {ends}\nlaw = {:?}\n{lines}", kind.name()).unwrap();
        if draws.chance(0.3) {
            writeln!(text, "surfaceVelocity = {:?}", draws.mixed(&[0.5], -1.0, 1.0)).unwrap();
        }
        let jumps = 1 + draws.below(3);
        let times =
            (1..=jumps).map(|k| (k as f64 + draws.between(-0.4, 0.4)) * END / 4.0).collect();
        let size = draws.scaled(0.3, 30.0);
        let loads =
            (0..=jumps).map(|_| size * draws.mixed(&[0.0, 0.0, 1.0, -1.0], -1.0, 1.0)).collect();
        Self { text, times, loads, step: draws.pick(&[0.01, 0.04, 0.25, END]) }
    }

    /// The load in a number that decides: `of` is this number at a time.
    fn nested(&self, clock: &str, of: impl Fn(f64) -> f64) -> String {
        let last = format!("{:?}", self.loads[self.times.len()]);
        let pairs = self.times.iter().zip(&self.loads).rev();
        pairs.fold(last, |rest, (time, load)| {
            format!("if({clock} < {:?}, {load:?}, {rest})", of(*time))
        })
    }

    /// Load as a sum of steps.
    fn summed(&self, step: impl Fn(f64) -> String) -> String {
        let first = format!("{:?}", self.loads[0]);
        let jumps = self.loads.windows(2).zip(&self.times);
        jumps.fold(first, |sum, (pair, time)| {
            format!("{sum} + ({:?})*{}", pair[1] - pair[0], step(*time))
        })
    }

    fn formulas(&self) -> Vec<String> {
        vec![
            self.nested("t", |time| time),
            self.nested("clock.position", |time| time),
            self.nested("pace.velocity", |time| time),
            self.nested("pace.position", |time| 0.5 * time * time),
            "push".to_owned(),
            "2*push + clock.position - t - push".to_owned(),
            self.summed(|time| format!("(t >= {time:?})")),
            self.summed(|time| format!("(0.5 + 0.5*sign(clock.position - {time:?}))")),
        ]
    }

    fn with(&self, load: &str) -> String {
        let Self { text, .. } = self;
        let (before, contact) = text.split_once("[contact.c]\n").expect("the contact");
        format!("{before}[contact.c]\nnormalForce = {load}\n{contact}")
    }
}

/// More with `LUZTAR_JUMPING_LOADS=5000`, from another seed on with `LUZTAR_RANDOM_SEED`.
#[test]
fn loads_that_jump_by_formula_move_bodies_as_those_by_an_input() {
    let number = |name: &str, usual: u64| {
        std::env::var(name).map_or(usual, |value| value.parse().expect("a number"))
    };
    let (first, count) = (number("LUZTAR_RANDOM_SEED", 1), number("LUZTAR_JUMPING_LOADS", 100));
    let mut kinds = LawKind::all();
    kinds.retain(|kind| !kind.holds_without_limit() && kind.load_use() == LoadUse::Factor);
    let (mut wrong, mut compared) = (Vec::new(), 0);
    for seed in first..first + count {
        let drawn = Drawn::new(&mut Draws::new(seed), &kinds);
        let by_input = drawn.with("{ input = true, start = 1.0 }");
        let course = Course::Formula { text: drawn.nested("t", |time| time), tolerance: 1e-3 };
        assert!(Expression::parse(&drawn.nested("t", |time| time)).is_ok());
        let load = ("c.normalForce".to_owned(), course.clone());
        let Ok((mut expected, _)) = run(&unit(&by_input), &[load], (END, drawn.step)) else {
            continue;
        };
        for formula in drawn.formulas() {
            let text = drawn.with(&format!("\"{formula}\""));
            let pushes = formula.contains("push");
            let text = if pushes { text + "input = { push = \"input\" }\n" } else { text };
            let push = pushes.then(|| ("c.push".to_owned(), course.clone()));
            let moved = run(&unit(&text), push.as_slice(), (END, drawn.step));
            let Ok((mut moved, _)) = moved else {
                wrong.push(format!(
                    "{seed}: {}\n{text}",
                    moved.err().map_or(String::new(), |fault| fault.to_string())
                ));
                continue;
            };
            compared += 1;
            for name in ["a.position", "b.position", "a.velocity", "b.velocity", "c.state"] {
                let (off, size) =
                    (moved.real(name) - expected.real(name), expected.real(name).abs());
                if off.abs() > 1e-9 * size.max(1.0) {
                    wrong.push(format!(
                        "{seed}, steps of {} s: {name} is {off:e} off\n{text}",
                        drawn.step
                    ));
                    break;
                }
            }
        }
    }
    for one in wrong.iter().take(10) {
        println!("{one}");
    }
    println!("{compared} compared, {} wrong", wrong.len());
    assert!(compared as u64 > 4 * count && wrong.is_empty());
}

/// The load that a parabola makes of 0 from the jump on: none at that instant, and friction from there on.
#[test]
fn a_load_that_jumps_to_0_and_rises_has_friction_again() {
    for rising in ["t - 0.5", "(t - 0.5)^2", "(clock.position - 0.5)^3"] {
        let power =
            if rising.contains('^') { if rising.ends_with('2') { 2.0 } else { 3.0 } } else { 1.0 };
        let load = format!("if(t > 0.5, 300*({rising}), 10)");
        let mut host = Host::start(&unit(&block(3.0, 0.0, &load)), &[]);
        host.run(0.75, 0.25);
        // μ·300·∫ξ^n dξ/m from 0 to 0.25.
        let slower = 30.0 * 0.25f64.powf(power + 1.0) / (power + 1.0);
        host.expect("block.velocity", 2.5 - slower, 1e-9);
        assert_eq!(host.instance.real("floor.state"), 1.0, "{rising}");
        assert!(host.events.len() <= 2, "{rising}: {:?}", host.events);
    }
}
