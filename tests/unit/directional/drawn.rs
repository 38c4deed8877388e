//! Random networks with ports: derivatives against differences to both sides, and dependencies that are declared.

use std::sync::Arc;

use luztar::unit::dependencies::{Dependencies, When};
use luztar::unit::{Causality, Initial, Kind, Model, Simulation, Value, Variability, Variable};

use crate::draws::Draws;

/// Networks of every run; `LUZTAR_RANDOM_NETWORKS` draws more.
const NETWORKS: u64 = 60;

/// Step of the differences, relative to the known or 1, and error of what they extrapolate, relative to the derivative and to
/// the unknown.
const STEP: f64 = 2e-5;
const ERROR: [f64; 2] = [2e-3, 3e-5];

/// Ratio of the quotients over half a step and a whole one beyond which the unknown jumps: 2 where it does, 1 or less elsewhere.
const JUMP: f64 = 1.5;

fn body(draws: &mut Draws, body: usize, kind: usize) -> String {
    let by = draws.pick(&["both", "velocity"]);
    let (mass, place) = (draws.between(0.5, 3.0), draws.between(-0.5, 0.5));
    let velocity = if draws.chance(0.5) { draws.between(-1.0, 1.0) } else { 0.0 };
    match kind {
        0 => format!(
            "[body.b{body}]\nmass = {mass:?}\nvelocity = {velocity:?}\nposition = {place:?}\nforce = \"input\"\n"
        ),
        1 => format!("[body.b{body}]\nmotion = \"port\"\neffectiveMass = {mass:?}\n"),
        2 => format!("[body.b{body}]\nmotion = \"port\"\n"),
        3 => format!("[body.b{body}]\nmotion = \"prescribed\"\nby = \"{by}\"\n"),
        _ => format!(
            "[body.b{body}]\nmass = 0.0\nposition = {place:?}\nforce = \"input\"\n\
             [damper.own{body}]\nbetween = \"b{body}\"\ndamping = 0.7\n"
        ),
    }
}

/// Two bodies, or one and the ground; true of the ground.
fn ends(draws: &mut Draws, bodies: usize) -> (String, bool) {
    let [i, j] = [bodies, bodies + 1].map(|count| draws.below(count));
    match j == bodies || i == j {
        true => (format!("\"b{i}\""), true),
        false => (format!("[\"b{i}\", \"b{j}\"]"), false),
    }
}

fn contact(draws: &mut Draws, index: usize, bodies: usize) -> String {
    let (between, ground) = ends(draws, bodies);
    let mut text = format!("[contact.c{index}]\nbetween = {between}\n");
    let loads = [
        "",
        "",
        "",
        "normalForce = \"input\"\n",
        "normalForce = 1.2\n",
        "normalForce = \"1 + 2*e^2\"\n",
        "normalForce = \"1 + 0.3*b0.position\"\n",
    ];
    text += draws.pick(&loads);
    let what = if text.contains("normalForce") { "Coefficient" } else { "Friction" };
    let kinetic = draws.pick(&[0.3, 1.0, 5.0]);
    let greatest = 1.4 * kinetic;
    text += &match draws.below(6) {
        0 => format!(
            "law = \"luGre\"\nkinetic{what} = {kinetic:?}\nstatic{what} = {greatest:?}\nstribeckVelocity = 0.3\n\
             bristleStiffness = 20.0\nbristleDamping = 0.5\n"
        ),
        1 => format!("law = \"dahl\"\nkinetic{what} = {kinetic:?}\nbristleStiffness = 20.0\n"),
        2 => format!(
            "law = \"antunes\"\nkinetic{what} = {kinetic:?}\nstatic{what} = {greatest:?}\nbristleStiffness = 50.0\n"
        ),
        _ => format!(
            "law = \"coulomb\"\nkinetic{what} = {kinetic:?}\nstatic{what} = {greatest:?}\nviscous = 0.4\n"
        ),
    };
    if ground && draws.chance(0.3) {
        text += "surfaceVelocity = \"input\"\n";
    }
    text
}

fn network(draws: &mut Draws) -> String {
    let mut text = "[model]\nname = \"Drawn\"\n".to_owned();
    let bodies = 1 + draws.below(4);
    let port = 1 + draws.below(2);
    let kinds: Vec<usize> = (0..bodies).map(|_| draws.pick(&[0, 0, 0, port, port, 3, 4])).collect();
    let joints: Vec<usize> = (0..bodies).filter(|body| kinds[*body] == 2).collect();
    for (index, kind) in kinds.iter().enumerate() {
        // One port alone has an effective mass.
        text += &body(draws, index, if *kind == 2 && joints.len() < 2 { 1 } else { *kind });
    }
    if joints.len() > 1 {
        let entry = |k: usize, l: usize| if k == l { "1.2" } else { "-0.3" };
        let row = |k: usize| {
            let row: Vec<&str> = (0..joints.len()).map(|l| entry(k, l)).collect();
            format!("[{}]", row.join(", "))
        };
        let rows: Vec<String> = (0..joints.len()).map(row).collect();
        let names: Vec<String> = joints.iter().map(|joint| format!("\"b{joint}\"")).collect();
        let (names, rows) = (names.join(", "), rows.join(", "));
        text += &format!("[port.arm]\njoints = [{names}]\ninverseMass = [{rows}]\n");
    }
    for index in 0..draws.below(3) {
        let (between, stiffness) = (ends(draws, bodies).0, draws.between(1.0, 20.0));
        text += &format!("[spring.s{index}]\nbetween = {between}\nstiffness = {stiffness:?}\n");
        text += draws.pick(&["", "damping = 0.5\n", "cubic = 3.0\n"]);
    }
    for index in 0..1 + draws.below(4) {
        text += &contact(draws, index, bodies);
    }
    text
}

fn values(instance: &mut Simulation, of: &[usize]) -> Option<Vec<f64>> {
    let value = |index: &usize| match instance.get(*index).ok()? {
        Value::Real(x) => Some(x),
        Value::Integer(n) => Some(f64::from(n)),
        Value::Boolean(b) => Some(f64::from(u8::from(b))),
    };
    of.iter().map(value).collect()
}

fn set_inputs(instance: &mut Simulation, draws: &mut Draws, rests: bool) {
    let unit = instance.unit().clone();
    for (index, row) in unit.variables().iter().enumerate() {
        if row.causality != Causality::Input || row.name.contains("inverseMass") {
            continue;
        }
        let value = match row.name.rsplit('.').next() {
            Some("normalForce") => draws.between(0.5, 3.0),
            Some("velocity" | "surfaceVelocity") if rests => 0.0,
            _ => draws.between(-1.0, 1.0),
        };
        instance.set(index, Value::Real(value)).unwrap();
    }
}

/// Derivatives to one side, or None where the unknown jumps.
fn to_side(here: f64, [far, near]: [f64; 2], h: f64) -> Option<f64> {
    let [far, near] = [(far - here) / h, (near - here) / (0.5 * h)];
    let round_off = 1e-9 * (1.0 + here.abs()) / h.abs();
    let jumps = near.abs() > JUMP * far.abs() + round_off;
    (!jumps).then_some(2.0 * near - far)
}

/// Numbers of pairs that were compared, and of those among them that have a derivative other than 0.
#[derive(Default)]
struct Count {
    compared: usize,
    others: usize,
}

/// One place at which an instance is, and what is known of all that is evaluated there.
struct Place<'a> {
    text: &'a str,
    unit: &'a Model,
    of: &'a [usize],
    dependencies: &'a Dependencies<'a>,
    when: When,
}

impl Place<'_> {
    /// Checks all by one known, which `put` moves.
    fn check(
        &self,
        instance: &mut Simulation,
        (known, size): (usize, f64),
        count: &mut Count,
        mut put: impl FnMut(&mut Simulation, f64) -> bool,
    ) {
        let h = STEP * size;
        let mut at = |instance: &mut Simulation, by: f64| {
            if put(instance, by) { values(instance, self.of) } else { None }
        };
        let seen = [0.0, h, 0.5 * h, -h, -0.5 * h, 0.0].map(|by| at(instance, by));
        let [Some(here), Some(a), Some(b), Some(c), Some(d), _] = seen else { return };
        for (place, &index) in self.of.iter().enumerate() {
            let sides = [([a[place], b[place]], h), ([c[place], d[place]], -h)];
            let sides = sides.map(|(values, h)| to_side(here[place], values, h));
            let row = &self.unit.variables()[index];
            let told = || {
                let known = &self.unit.variables()[known].name;
                format!("{:?}: {} by {known} {sides:?}\n{}", self.when, row.name, self.text)
            };
            self.check_declared((index, row), known, here[place], (sides, h), &told);
            if !has_derivative(row, self.when) {
                continue;
            }
            let mut found = f64::NAN;
            let one = std::iter::once((known, 1.0));
            if instance.directional_derivative(&[index], one, |_, value| found = value).is_err() {
                continue;
            }
            let fits = |side: f64| {
                let size = side.abs().max(found.abs());
                (found - side).abs() <= ERROR[0] * size + ERROR[1] * (1.0 + here[place].abs())
            };
            assert!(sides.into_iter().flatten().any(fits), "{found} {}", told());
            count.compared += 1;
            count.others += usize::from(found != 0.0);
        }
    }

    fn check_declared(
        &self,
        (index, row): (usize, &Variable),
        known: usize,
        here: f64,
        (sides, h): ([Option<f64>; 2], f64),
        told: &dyn Fn() -> String,
    ) {
        let moves = |side: Option<f64>| {
            side.is_none_or(|side| (side * h).abs() > 1e-10 * (1.0 + here.abs()))
        };
        if row.initial != Some(Initial::Calculated) || !sides.into_iter().any(moves) {
            return;
        }
        let declared = match self.when {
            When::Starting => self.dependencies.at_initialisation(index),
            When::Stepping => self.dependencies.while_stepping(index),
            When::Integrating => self.dependencies.while_integrated(index),
        };
        // Parameters are dependencies at the start alone.
        let tunable = self.unit.variables()[known].variability == Variability::Tunable;
        assert!(tunable && self.when != When::Starting || declared.contains(&known), "{}", told());
    }

    /// Checks by inputs and by parameters.
    fn check_values(&self, instance: &mut Simulation, count: &mut Count) {
        for (known, row) in self.unit.variables().iter().enumerate() {
            let is_known = match (row.causality, row.variability) {
                (Causality::Input, _) => true,
                (Causality::Parameter, Variability::Tunable) => self.when != When::Integrating,
                (Causality::Parameter, Variability::Fixed) => self.when == When::Starting,
                _ => false,
            };
            if !is_known || row.kind != Kind::Real || !row.name.contains('.') {
                continue;
            }
            let base = values(instance, &[known]).unwrap()[0];
            if row.min.is_some_and(|min| base - 1e-3 < min) {
                continue;
            }
            let before = instance.save();
            self.check(instance, (known, base.abs().max(1.0)), count, |instance, by| {
                instance.set(known, Value::Real(base + by)).is_ok()
            });
            instance.set(known, Value::Real(base)).unwrap();
            if self.when != When::Starting {
                instance.restore(&before).unwrap();
            }
        }
    }

    fn check_states(&self, instance: &mut Simulation, count: &mut Count) {
        let x = instance.continuous_states().unwrap().to_vec();
        let states = self.unit.variables().iter().filter_map(|row| row.derivative_of);
        for (place, known) in states.enumerate() {
            self.check(instance, (known, 1.0), count, |instance, by| {
                let mut moved = x.clone();
                moved[place] += by;
                instance.set_states(&moved).is_ok()
            });
        }
    }
}

fn has_derivative(row: &Variable, when: When) -> bool {
    let output = row.causality == Causality::Output && row.variability == Variability::Continuous;
    let past = row.name.contains("mean") && when != When::Integrating;
    (output || row.derivative_of.is_some()) && row.kind == Kind::Real && !past
}

fn check(seed: u64, count: &mut Count) {
    let draws = &mut Draws::new(seed);
    let text = network(draws);
    let Ok(unit) = Model::read(&text, "drawn.toml") else { return };
    let unit: Arc<Model> = unit;
    let dependencies = &Dependencies::new(&unit);
    let rows = unit.variables().iter().enumerate();
    let calculated = rows
        .filter(|(_, row)| row.initial == Some(Initial::Calculated) || row.derivative_of.is_some());
    let of: Vec<usize> = calculated.map(|(index, _)| index).collect();
    let place = |when| Place { text: &text, unit: &unit, of: &of, dependencies, when };
    let rests = draws.chance(0.5);
    for integrates in [false, true] {
        let make = if integrates { Simulation::exchange } else { Simulation::new };
        let mut instance = make(unit.clone());
        instance.enter_initialization().unwrap();
        set_inputs(&mut instance, draws, rests);
        place(When::Starting).check_values(&mut instance, count);
        if instance.exit_initialization().is_err() {
            continue;
        }
        if !integrates {
            for step in 0..2 {
                instance.step(0.01 * f64::from(step), 0.01).unwrap();
            }
            place(When::Stepping).check_values(&mut instance, count);
            continue;
        }
        instance.make_transitions().unwrap();
        instance.end_event();
        instance.set_time(1e-3).unwrap();
        place(When::Integrating).check_values(&mut instance, count);
        place(When::Integrating).check_states(&mut instance, count);
    }
}

#[test]
fn derivatives_and_dependencies_of_random_networks_with_ports() {
    let drawn = std::env::var("LUZTAR_RANDOM_NETWORKS").ok().and_then(|count| count.parse().ok());
    let mut count = Count::default();
    for seed in 0..drawn.unwrap_or(NETWORKS) {
        check(seed, &mut count);
    }
    let Count { compared, others } = count;
    println!("{compared} compared, {others} other than 0");
    assert!(compared > 50_000 && others > 5_000, "{compared} compared, {others} other than 0");
}
