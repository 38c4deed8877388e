//! Random networks of Coulomb friction whose normal loads and forces are ramps: loads pass through 0, touch it, run
//! along it and start from it, several at one instant. Each ramp is given once, and in ten pieces.
//!
//! `LUZTAR_RAMPS=5000 cargo test --release --test dynamics chattering` takes more of them, `LUZTAR_RAMPS_SEED=7` others.

use std::env;
use std::fmt::Write as _;

use luztar::dynamics::{Event, Fault};
use luztar::network::read;

use crate::chattering::moves::Moves;
use crate::draws::Draws;

/// Networks in every run, from seed 1 on.
const NETWORKS: u64 = 400;

/// Pieces of a ramp.
const PIECES: usize = 10;

/// Difference of event times, s.
const TIMES: f64 = 1e-9;

/// An input with its values where segments begin and end.
#[derive(Debug)]
struct Line {
    name: String,
    knots: Vec<f64>,
}

/// A network file, and its inputs over segments of equal length (s).
#[derive(Debug)]
struct Plan {
    file: String,
    lines: Vec<Line>,
    duration: f64,
    segments: usize,
}

const LOADS: [f64; 9] = [0.0, 0.0, 0.0, 1.0, 1.0, 2.0, 0.5, -1.0, -0.5];
const FORCES: [f64; 6] = [0.0, 0.0, 1.1, -0.93, 2.07, -3.19];

fn plan(seed: u64) -> Plan {
    let mut draws = Draws::new(seed);
    let (bodies, contacts, springs) = (1 + draws.below(4), 1 + draws.below(5), draws.below(4));
    let segments = 8;
    let duration = draws.pick(&[0.1, 0.3, 1.0]);
    let mut file = "[model]\nname = \"Ramps\"\n".to_owned();
    let mut lines = Vec::new();
    let mut line = |name: String, draws: &mut Draws, round: &[f64], most: f64| {
        // Half of them are straight in many segments, or 0.
        let draw = |draws: &mut Draws| {
            if draws.chance(0.7) { draws.pick(round) } else { draws.between(-most, most) }
        };
        let mut knots = vec![draw(draws)];
        for _ in 0..segments {
            let last = *knots.last().expect("a knot");
            knots.push(if draws.chance(0.3) { last } else { draw(draws) });
        }
        lines.push(Line { name, knots });
    };
    for body in 0..bodies {
        let mass = draws.mixed(&[1.0, 1.0, 2.0], 0.1, 3.0);
        let velocity = draws.mixed(&[0.0, 0.0, 1.0], -1.0, 1.0);
        writeln!(
            file,
            "[body.b{body}]\nmass = {mass:?}\nvelocity = {velocity:?}\nforce = \"input\""
        )
        .expect("text");
        line(format!("b{body}.force"), &mut draws, &FORCES, 3.0);
    }
    let ends = |draws: &mut Draws| {
        let (first, second) = (draws.below(bodies), draws.below(bodies + 1));
        match second {
            second if second == bodies || second == first => format!("\"b{first}\""),
            second => format!("[\"b{first}\", \"b{second}\"]"),
        }
    };
    for contact in 0..contacts {
        let between = ends(&mut draws);
        let kinetic = draws.mixed(&[0.5, 1.0], 0.1, 1.5);
        let fixed = kinetic * draws.mixed(&[1.0, 1.0, 1.2], 1.0, 1.5);
        let viscous = draws.mixed(&[0.0, 0.0, 0.1], 0.0, 0.5);
        writeln!(
            file,
            "[contact.c{contact}]\nbetween = {between}\nlaw = \"coulomb\"\nkineticCoefficient = {kinetic:?}\n\
             staticCoefficient = {fixed:?}\nviscous = {viscous:?}\nnormalForce = \"input\""
        )
        .expect("text");
        line(format!("c{contact}.normalForce"), &mut draws, &LOADS, 2.0);
    }
    // Several loads come to 0 and leave it together.
    if draws.chance(0.5) {
        let knot = draws.below(segments);
        let touched = lines.iter_mut().filter(|line| line.name.ends_with("normalForce"));
        touched.for_each(|line| line.knots[knot] = 0.0);
    }
    for spring in 0..springs {
        let between = ends(&mut draws);
        let stiffness = draws.mixed(&[1.0, 20.0], 0.5, 100.0);
        // Without it, bodies under ramps come back to rest after a period and only touch it: round-off decides.
        let damping = draws.mixed(&[0.05, 0.1], 0.05, 0.5);
        writeln!(
            file,
            "[spring.s{spring}]\nbetween = {between}\nstiffness = {stiffness:?}\ndamping = {damping:?}"
        )
        .expect("text");
    }
    Plan { file, lines, duration, segments }
}

impl Plan {
    /// Transitions of the motion with each ramp given in so many pieces.
    fn moved(&self, pieces: usize) -> Result<Vec<Event>, Fault> {
        let network = read(&self.file, "ramps.toml").unwrap_or_else(|wrong| panic!("{wrong}"));
        let names: Vec<String> = network.inputs.iter().map(|input| input.name.clone()).collect();
        let line = |name: &String| self.lines.iter().find(|line| line.name == *name);
        let lines: Vec<&Line> = names.iter().map(|name| line(name).expect("a line")).collect();
        let start: Vec<f64> = lines.iter().map(|line| line.knots[0]).collect();
        let still = vec![0.0; start.len()];
        let mut moves = Moves::begin(network, 0.0, &start, &still)?;
        for segment in 0..self.segments {
            let begin = segment as f64 * self.duration;
            let rise = |line: &&Line| line.knots[segment + 1] - line.knots[segment];
            let rates: Vec<f64> = lines.iter().map(|line| rise(line) / self.duration).collect();
            for piece in 0..pieces {
                let share = piece as f64 / pieces as f64;
                let value = |line: &&Line| line.knots[segment] + rise(line) * share;
                let values: Vec<f64> = lines.iter().map(value).collect();
                let end = begin + self.duration * ((piece + 1) as f64 / pieces as f64);
                moves.advance(end, &values, &rates)?;
            }
        }
        Ok(moves.events)
    }

    /// What is wrong with it, and how many transitions it has.
    fn check(&self) -> Result<usize, String> {
        let told = |fault: Fault| fault.to_string();
        let whole = self.moved(1).map_err(told)?;
        let many = self.moved(PIECES).map_err(|fault| format!("in pieces: {fault}"))?;
        match difference(&whole, &many) {
            Some(told) => Err(format!("{told}\n{whole:?}\n{many:?}")),
            None => Ok(whole.len()),
        }
    }
}

/// Transitions at one instant may be told in any order.
fn difference(whole: &[Event], many: &[Event]) -> Option<String> {
    let mut left: Vec<&Event> = many.iter().collect();
    for event in whole {
        let same = |other: &&Event| {
            (other.element(), other.from(), other.to())
                == (event.element(), event.from(), event.to())
                && (other.time() - event.time()).abs() <= TIMES
        };
        match left.iter().position(same) {
            Some(place) => left.remove(place),
            None => return Some(format!("only in one piece: {event:?}")),
        };
    }
    left.first().map(|event| format!("only in pieces: {event:?}"))
}

fn number(variable: &str, default: u64) -> u64 {
    env::var(variable).map_or(default, |text| text.parse().expect("a whole number"))
}

#[test]
fn random_ramps_of_loads_count_alike_in_one_piece_and_in_many() {
    let first = number("LUZTAR_RAMPS_SEED", 1);
    let (mut transitions, mut wrong) = (0, Vec::new());
    for seed in first..first + number("LUZTAR_RAMPS", NETWORKS) {
        let plan = plan(seed);
        match plan.check() {
            Ok(count) => transitions += count,
            Err(told) => wrong.push(format!("{seed}: {told}\n{plan:?}")),
        }
    }
    assert!(wrong.is_empty(), "{} of the seeds:\n{}", wrong.len(), wrong.join("\n"));
    assert!(transitions > 1000, "{transitions} transitions");
}
