//! `luztar reduce`: the text of its equations, and their numbers against accelerations of the simulation.

mod evaluation;

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use luztar::network;
use luztar::study::Case;
use luztar::unit::{Model, catalogue};

use crate::{done, network as example};
use evaluation::value;

/// Elements of every kind that equations in luz and tar have: springs in parallel and in series, of which one is opposed, gaps
/// with one edge and with two, an offset, a preload, a load by a spring, friction in parallel, inertia that couples.
const MIXED: &str = include_str!("mixed.toml");

/// Time of the states at which equations are compared, s: harmonic forces depend on it.
const START: f64 = 0.7;

/// A report by its titles, with the values of its symbols.
struct Report {
    text: String,
    lines: HashMap<String, Vec<String>>,
    symbols: HashMap<String, f64>,
}

fn report(arguments: &[&str]) -> Report {
    let text = done(&[&["reduce"], arguments].concat());
    let (mut lines, mut title) = (HashMap::<String, Vec<String>>::new(), String::new());
    for line in text.lines().skip(1) {
        let section = lines.entry(title.clone()).or_default();
        match line.strip_prefix("      ").or_else(|| line.strip_prefix("  ")) {
            Some(rest) if line.starts_with("      ") && title != "Symbols" => {
                let last = section.last_mut().expect("a line that goes on");
                *last = format!("{last} {rest}");
            }
            Some(rest) => section.push(rest.to_owned()),
            None => title = line.to_owned(),
        }
    }
    let rows = lines["Symbols"].iter().skip(1).map(|row| row.split_whitespace());
    let symbols = rows.filter_map(|mut cells| {
        let (symbol, value) = (cells.next()?, cells.next()?.replace('−', "-"));
        Some((symbol.to_owned(), value.parse().ok()?))
    });
    Report { symbols: symbols.collect(), text, lines }
}

/// Values of bodies in a state of a motion, as equations name them.
fn motion(case: &Case, state: &[f64], rate: &[f64]) -> HashMap<String, f64> {
    let mut values = HashMap::from([("t".to_owned(), START)]);
    for ((row, state), rate) in case.rows().iter().zip(state).zip(rate) {
        let name = &case.unit().variables()[row.variable].name;
        let (body, key) = name.split_once('.').expect("of a body");
        if key.to_lowercase().ends_with("velocity") {
            values.insert(format!("{body}'"), *state);
            values.insert(format!("{body}''"), *rate);
        } else {
            values.insert(body.to_owned(), *state);
            values.insert(format!("{body}'"), *rate);
        }
    }
    values
}

/// Number of equations that agree with the accelerations of the simulation.
fn verify(report: &Report, case: &Case) -> usize {
    compared(report, case).unwrap_or_else(|error| panic!("{error}"))
}

/// Compares each equation with the accelerations of the simulation, at random states in slip: their number, or the first that
/// does not agree.
fn compared(report: &Report, case: &Case) -> Result<usize, String> {
    let mut seed = 1u64;
    let mut random = || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    let is_velocity = |row: usize| {
        let name = &case.unit().variables()[case.rows()[row].variable].name;
        name.to_lowercase().ends_with("velocity")
    };
    let mut count = 0;
    for _ in 0..20 {
        let draw = |row| if is_velocity(row) { 3.0 * random() } else { 0.1 * random() };
        let state: Vec<f64> = (0..case.rows().len()).map(draw).collect();
        let mut instance = case.start(START, &state, false).expect("starts");
        let rate = case.rate(&mut instance).expect("finite");
        let mut values = motion(case, &state, &rate);
        values.extend(report.symbols.clone());
        for line in report.lines.get("Where").into_iter().flatten() {
            let (name, formula) = line.split_once(" = ").expect("a definition");
            let (made, _) = value(formula, &values);
            values.insert(name.to_owned(), made);
        }
        let numbers = report.lines["In numbers"].iter().filter(|line| line.contains("'"));
        let numbers = numbers.filter(|line| line.contains(" = "));
        for line in report.lines["Equations"].iter().chain(numbers) {
            let (left, right) = line.split_once(" = ").expect("an equation");
            let (left, right) = (value(left, &values), value(right, &values));
            let error = (left.0 - right.0).abs();
            if error > 2e-5 * (left.1 + right.1) {
                return Err(format!("{line}: off by {error} at {values:?}"));
            }
            count += 1;
        }
    }
    Ok(count)
}

/// The report and the simulation of a model of the library with a build option.
fn library(name: &str, option: Option<(&str, &str)>) -> (Report, Case) {
    let pairs: Vec<_> =
        option.map(|(name, value)| (name.to_owned(), value.to_owned())).into_iter().collect();
    let text = catalogue::text(name).expect("a model");
    let text = network::choose(text, name, &pairs).expect("an option");
    let case = case(Model::read(&text, name).expect("a network"));
    let set = option.map(|(name, value)| format!("{name}={value}"));
    let mut arguments = vec![name];
    arguments.extend(set.iter().flat_map(|set| ["--set", set.as_str()]));
    (report(&arguments), case)
}

fn case(model: Arc<Model>) -> Case {
    Case::new(model, Vec::new()).expect("a case")
}

fn written(folder: &Path, text: &str) -> String {
    let file = folder.join("network.toml");
    fs::write(&file, text).expect("writable");
    file.display().to_string()
}

/// Springs in series with a ratio between them are one, as in J1 §4.1.
#[test]
fn series_have_one_stiffness_and_one_gap() {
    let (joined, case) = library("GearTrain", Some(("reduction", "2")));
    assert_eq!(verify(&joined, &case), 80);
    let equations = &joined.lines["Equations"];
    let expected = "I_phi phi'' = M_phi − C_phiBearing tar(phi', FT0_phiBearing/C_phiBearing) \
                    + p_deltaGamma k_psiDelta_gammaPhi luz(psi − p_deltaGamma phi, Δ_psiDelta_gammaPhi)";
    assert_eq!(equations[1], expected);
    assert!(joined.lines["Reductions"][0].starts_with("psiDelta, deltaGamma, gammaPhi are one"));
    for (symbol, number, formula) in [
        (
            "k_psiDelta_gammaPhi",
            "192.308",
            "1/(1/k_psiDelta + 1/k_deltaGamma + p_deltaGamma²/k_gammaPhi)",
        ),
        ("Δ_psiDelta_gammaPhi", "0.035", "Δ_psiDelta + Δ_deltaGamma + p_deltaGamma Δ_gammaPhi"),
        ("Δ_psiDelta", "0.01", "psiDelta.backlash/2"),
        ("C_phiBearing", "0.1", "phiBearing.viscous"),
    ] {
        let rows = &joined.lines["Symbols"];
        let row = rows.iter().find(|row| row.starts_with(&format!("{symbol} "))).expect("a row");
        assert_eq!(row.split_whitespace().nth(1), Some(number), "{row}");
        assert!(row.ends_with(formula), "{row}");
    }
    let numbers = "0.5 phi'' = M_phi − 0.1 tar(phi', 5) + 384.615 luz(psi − 2 phi, 0.035)";
    assert!(joined.lines["In numbers"].contains(&numbers.to_owned()), "{}", joined.text);
}

/// The gear train in its four reductions: bodies without mass have equations of first order.
#[test]
fn reductions_of_the_gear_train_are_reported() {
    let primary = library("GearTrain", None);
    assert!(primary.0.text.contains("none: all bodies have mass"));
    assert_eq!(verify(&primary.0, &primary.1), 160);
    let (light, case) = library("GearTrain", Some(("reduction", "1")));
    let gamma =
        "0.02 gamma' = luz(10000 luz(delta − 2 gamma, 0.005) − 1000 luz(gamma − phi, 0.01), 0.2)";
    assert!(light.lines["In numbers"].contains(&gamma.to_owned()), "{}", light.text);
    assert_eq!(light.text.matches("simplification 1").count(), 2, "{}", light.text);
    assert_eq!(verify(&light, &case), 160);
    let (linear, case) = library("GearTrain", Some(("reduction", "3")));
    assert!(
        linear.text.contains("0.1 psi'' = M_psi − 0.05 psi' − 200 (psi − 2 phi)"),
        "{}",
        linear.text
    );
    assert_eq!(verify(&linear, &case), 80);
    // Numbers follow what is set.
    let set = ["reduction=2", "deltaGamma.stiffness=1e12", "psiDelta.backlash=0"];
    let set: Vec<&str> = set.iter().flat_map(|one| ["--set", *one]).collect();
    let stiff = report(&[&["GearTrain"][..], &set].concat());
    assert_eq!(stiff.symbols["k_psiDelta_gammaPhi"], 200.0);
    assert_eq!(stiff.symbols["Δ_psiDelta_gammaPhi"], 0.025);
}

#[test]
fn frictions_in_parallel_are_one() {
    let (train, case) = library("TrainDraftGears", None);
    assert!(train.text.contains("rolling1, brake1 are one friction"), "{}", train.text);
    let row = "FT0_rolling1 + μ_brake1 N_brake1";
    assert!(train.text.contains(row), "{}", train.text);
    let wagon = &train.lines["Equations"][9];
    assert_eq!(wagon.matches("tar(").count(), 1, "{wagon}");
    assert_eq!(wagon.matches("Sgn(").count(), 1, "{wagon}");
    assert!(train.text.contains("|rolling1 + brake1| ≤ FTs_rolling1_brake1"), "{}", train.text);
    assert_eq!(verify(&train, &case), 400);
}

#[test]
fn equations_of_the_library_have_the_accelerations_of_the_simulation() {
    let (two, case) = library("TwoMassThreeContacts", None);
    let expected = "m_body1 body1'' = F_body1 − FT0_contact10 Sgn(body1') − FT0_contact12 Sgn(body1' − body2')";
    assert_eq!(two.lines["Equations"][0], expected);
    assert_eq!(verify(&two, &case), 80);
    let (steering, case) = library("SteeringSystem", None);
    let wheel = "I_leftWheel leftWheel'' = M_leftWheel − C_leftKingPin tar(leftWheel', FT0_leftKingPin/C_leftKingPin) \
                 + r2_leftRod k_leftRod luz(r1_leftRod rack − r2_leftRod leftWheel, Δ_leftRod)";
    assert!(steering.lines["Equations"].contains(&wheel.to_owned()), "{}", steering.text);
    assert!(steering.text.contains("|columnBearing| ≤ FTs_columnBearing"), "{}", steering.text);
    assert_eq!(verify(&steering, &case), 200);
    for name in ["VibrationAbsorber", "SingleMassFriction", "TwoMassTwoContacts"] {
        let (report, case) = library(name, None);
        assert!(verify(&report, &case) >= 20, "{name}");
    }
}

#[test]
fn elements_of_all_kinds_have_the_accelerations_of_the_simulation() {
    let folder = tempfile::tempdir().expect("temporary directory");
    let mixed = report(&[&written(folder.path(), MIXED)]);
    for part in [
        "first, second are one spring, k = Σ k",
        "rail, brush are one friction, C = Σ C, FT0 = Σ FT0",
        "shaft, rod are one spring",
        "k_first + k_second",
        "Δ_shaft + r2_shaft Δ_rod",
    ] {
        assert!(mixed.text.contains(part), "`{part}` is missing in\n{}", mixed.text);
    }
    let model = Model::read(MIXED, "mixed.toml").expect("a network");
    let case = case(model);
    assert_eq!(verify(&mixed, &case), 120);
    // A number that is wrong in one equation is noticed.
    let equations = mixed.lines["Equations"].join(" ");
    let words: Vec<&str> = equations.split([' ', '(', ')', ',', '/']).collect();
    let mut used = 0;
    for symbol in mixed.symbols.keys().filter(|symbol| words.contains(&symbol.as_str())) {
        let mut symbols = mixed.symbols.clone();
        symbols.entry(symbol.clone()).and_modify(|value| *value = 1.01 * *value + 1e-3);
        let wrong = Report { text: String::new(), lines: mixed.lines.clone(), symbols };
        assert!(compared(&wrong, &case).is_err(), "{symbol}");
        used += 1;
    }
    assert!(used > 20, "{used} symbols");
}

/// Each symbol stands for one thing, and each row of the table is whole.
#[test]
fn symbols_are_unique() {
    let examples = ["LossyGear.toml", "CardanShaft.toml", "HotBrake.toml", "PowerShift.toml"];
    let examples = examples.map(example);
    for name in catalogue::names().map(str::to_owned).chain(examples) {
        let report = report(&[&name]);
        let rows: Vec<Vec<&str>> = report.lines["Symbols"]
            .iter()
            .skip(1)
            .map(|row| row.split_whitespace().collect())
            .collect();
        assert!(rows.iter().all(|row| row.len() >= 4), "{}", report.text);
        let mut symbols: Vec<&str> = rows.iter().map(|row| row[0]).collect();
        symbols.sort_unstable();
        symbols.dedup();
        assert_eq!(symbols.len(), rows.len(), "{}", report.text);
    }
}

/// Other laws and formulas have names, which the report says.
#[test]
fn names_in_equations_are_said() {
    let gear = report(&[&example("LossyGear.toml")]);
    for part in [
        "  I_motor motor'' = −T_right − T_left − k_mesh (motor − p_mesh wheel)\n      − d_mesh",
        "  torque = table(t, times, torques)\n",
        "T_right by the law flanks of w = motor'",
        "torque.times = 0, 0.1, 0.2,",
    ] {
        assert!(gear.text.contains(part), "`{part}` is missing in\n{}", gear.text);
    }
    let shift = report(&[&example("PowerShift.toml")]);
    assert!(shift.text.contains("T_low holds first' − p_low carrier' = 0"), "{}", shift.text);
    assert!(!shift.text.contains("inf"), "{}", shift.text);
    let squeal = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/mechanisms"));
    let squeal = report(&[&squeal.join("BrakeSqueal.toml").display().to_string()]);
    for part in ["N_disc = max(n_disc S_lining, 0)", "S_lining = k_lining max(y, 0)", "∂pad/∂x"]
    {
        assert!(squeal.text.contains(part), "`{part}` is missing in\n{}", squeal.text);
    }
}

/// A force by formula that is dry friction acts once: by its name, whose text has the friction.
#[test]
fn friction_by_formula_acts_once() {
    let text = "[model]\nname = \"Rubbed\"\n[body.block]\nmass = 2.0\n[spring.s]\nbetween = \"block\"\nstiffness = 30.0\n\
                [force.dry]\nbetween = \"block\"\nforce = \"-F*exp(-t)*sign(rate) - 0.5*rate\"\nparameter = { F = 3.0 }\n";
    let folder = tempfile::tempdir().expect("temporary directory");
    let rubbed = report(&[&written(folder.path(), text)]);
    assert_eq!(rubbed.lines["Equations"], ["m_block block'' = −k_s block + dry"]);
    let expected = "dry = -F*exp(-t)*sign(rate) - 0.5*rate, dry friction where it jumps";
    assert_eq!(rubbed.lines["Where"], [expected]);
}

/// A body without mass in two bearings has one luz with the sums of both; one that a damped spring joins has none.
#[test]
fn massless_bodies_have_a_luz_where_friction_alone_holds_them() {
    let text = |spring: &str| {
        format!(
            "[model]\nname = \"Light\"\n[body.ring]\nmass = 0\nforce = {{ input = true, start = 4.0 }}\n\
             [body.block]\nmass = 2.0\n\
             [contact.near]\nbetween = \"ring\"\nlaw = \"coulomb\"\nkineticFriction = 0.5\nviscous = 1.5\n\
             [contact.far]\nbetween = [\"ground\", \"ring\"]\nlaw = \"coulomb\"\nkineticFriction = 0.25\nviscous = 0.75\n\
             [spring.bar]\nbetween = [\"ring\", \"block\"]\nstiffness = 30.0\n{spring}"
        )
    };
    let folder = tempfile::tempdir().expect("temporary directory");
    let light = report(&[&written(folder.path(), &text(""))]);
    let expected = "C_near_far ring' = luz(F_ring − k_bar (ring − block), FT0_near_far)";
    assert_eq!(light.lines["Equations"][0], expected);
    let model = Model::read(&text(""), "light.toml").expect("a network");
    assert_eq!(verify(&light, &case(model)), 80);
    let damped = report(&[&written(folder.path(), &text("damping = 0.2\n"))]);
    let expected = "0 = F_ring − C_near_far tar(ring', FT0_near_far/C_near_far) − k_bar (ring − block) \
                    − d_bar (ring' − block') at ring";
    assert_eq!(damped.lines["Equations"][0], expected);
}

/// Springs in parallel without damping have no symbol of it; of those with it, it is theirs alone.
#[test]
fn springs_in_parallel_have_the_damping_of_those_that_are_damped() {
    let text = |damping: &str| {
        format!(
            "[model]\nname = \"Pair\"\n[body.m]\nmass = 2.0\n[spring.p1]\nbetween = \"m\"\nstiffness = 3.0\n\
             [spring.p2]\nbetween = \"m\"\nstiffness = 4.0\n{damping}"
        )
    };
    let folder = tempfile::tempdir().expect("temporary directory");
    for (damping, equation) in [
        ("", "m_m m'' = −k_p1_p2 m"),
        ("damping = 0.0\n", "m_m m'' = −k_p1_p2 m"),
        ("damping = 0.5\n", "m_m m'' = −k_p1_p2 m − d_p2 m'"),
    ] {
        let report = report(&[&written(folder.path(), &text(damping))]);
        assert_eq!(report.lines["Equations"], [equation]);
        assert_eq!(report.symbols.len(), if equation.contains("d_p2") { 5 } else { 4 });
        assert!(!report.symbols.contains_key("d_p1_p2"), "{}", report.text);
    }
}

/// A load is the greater of its formula and 0, and what the names of its parts mean stands behind it.
#[test]
fn parts_of_formulas_are_defined_behind_them() {
    let folder = tempfile::tempdir().expect("temporary directory");
    let file = written(
        folder.path(),
        "[model]\nname = \"Parts\"\n[body.m]\nmass = 1.0\n\
         [force.drive]\nbetween = \"m\"\nforce = \"2*push\"\ndefine = { push = \"3*sin(2*t)\" }\n\
         [contact.floor]\nbetween = \"m\"\nlaw = \"coulomb\"\nkineticCoefficient = 0.5\n\
         normalForce = \"1 + two\"\ndefine = { push = \"4*sin(t)\", two = \"push^2\" }\n",
    );
    let lines = &report(&[&file]).lines["Where"];
    let expected = [
        "N_floor = max(1 + two, 0), push = 4*sin(t), two = push^2",
        "drive = 2*push, push = 3*sin(2*t)",
    ];
    assert_eq!(lines[..], expected);
}
