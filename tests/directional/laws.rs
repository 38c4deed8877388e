//! Every law, as a force, as a coefficient of a given load and of one that a spring makes, with every
//! regularisation.

use std::sync::Arc;

use luztar::laws::{LawKind, RegularisationKind};
use luztar::unit::{Instance, Unit, Value};

use crate::differences::{check_numbers, check_states};

/// Numbers of a law whose dry part is of size 1, and smooth where |w| is 0.33 or 0.12.
/// The built-in laws that limit friction; those that do not have no numbers to change.
pub fn kinds() -> Vec<LawKind> {
    LawKind::all().into_iter().filter(|kind| !kind.holds_without_limit()).collect()
}

fn numbers(kind: &LawKind) -> &'static str {
    match kind.name() {
        "coulomb" => "kineticFriction = 0.9\nstaticFriction = 1.4",
        "stribeck" => {
            "kineticFriction = 0.9\nstaticFriction = 1.4\nstribeckVelocity = 0.2\nstribeckExponent = 1.7"
        }
        "exponential" => "kineticFriction = 0.8\nstaticFriction = 1.4\nslope = 2.0",
        "hyperbolic" => "staticFriction = 1.2\ndecay = 1.7",
        "falling" => "staticFriction = 1.5\nslope = 2.0\nminFriction = 1.0",
        "quadratic" => "kineticFriction = 0.4\nstaticFriction = 0.9\ndecay = 1.42\ngrowth = 0.3",
        "asymmetric" => {
            "maxForwardFriction = 3.63\nminForwardFriction = 0.86\nforwardVelocity = 0.27\n\
             maxBackwardFriction = 5.94\nminBackwardFriction = 1.42\nbackwardVelocity = 0.28\n\
             firstDrop = 3.23453\nfirstVelocity = 0.0342\nsecondDrop = 2.87362\nsecondVelocity = 0.30529\n\
             backwardStiction = 0.4"
        }
        "table" => {
            "slip = [0.0, 0.1, 0.2]\nfriction = [1.0, 0.7, 0.9]\nbackwardSlip = [0.0, 0.2, 0.5]\n\
             backwardFriction = [0.9, 0.8, 0.6]\npeak = 1.2"
        }
        "piecewise" => {
            "kineticFriction = 1.0\nstaticFriction = 1.1\nluzWidth = [0.2, 0.5]\nluzSlope = [-1.0, 1.5]"
        }
        "plateau" => {
            "kineticFriction = 1.0\nstaticFriction = 1.1\nplateauVelocity = 0.2\nslope = 0.7"
        }
        "wanheimBay" => "shearForce = 1.5\nfrictionFactor = 0.6",
        "fractal" => {
            "slip = [0.0, 0.4, 1.0]\nfriction = [1.2, 0.6, 0.8]\nscaling = 0.3\npeak = 1.1"
        }
        "slipRatio" => "adhesion = 1.2801\nrise = 4.0\nfall = 0.52",
        "dahl" => {
            "kineticFriction = 1.0\nbristleStiffness = 5.0\ndahlExponent = 1.5\nbristleForce0 = 0.3"
        }
        "blimanSorine" => {
            "riseFriction = 2.0\nfallFriction = 0.8\nslipLength = 0.3\nlengthRatio = 0.4\n\
             firstForce0 = 0.5\nsecondForce0 = -0.2"
        }
        "luGre" => {
            "kineticFriction = 1.0\nstaticFriction = 1.5\nstribeckVelocity = 0.3\nbristleStiffness = 5.0\n\
             bristleDamping = 0.6\nbristleDeflection0 = 0.1"
        }
        "antunes" => {
            "kineticFriction = 1.0\nstaticFriction = 1.2\nbristleStiffness = 5.0\nbristleDamping = 0.6\n\
             bristleDeflection0 = 0.1"
        }
        "ostermeyer" => {
            "growthRate = 5.0\ncoolingRate = 0.5\nheating = 0.2\nradiationRate = 0.1\n\
             ambientTemperature = 0.6\nreferencePower = 2.0\ncoefficient0 = 0.4\ntemperature0 = 0.7"
        }
        other => panic!("no numbers for {other}"),
    }
}

/// How the numbers of a law become forces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Load {
    None,
    Input,
    Spring,
}

/// A block that slides on a board that moves too, with a contact `rub` and the law between them, and springs.
pub fn network(
    kind: &LawKind,
    how: Option<RegularisationKind>,
    load: Load,
    velocity: f64,
) -> String {
    let mut law: String = numbers(kind).to_owned();
    if load != Load::None {
        for parameter in kind.parameters() {
            let line = |text: &str| {
                let name =
                    text.strip_prefix(&*parameter.name).filter(|rest| rest.starts_with(" ="));
                name.map_or(text.to_owned(), |rest| format!("{}{rest}", parameter.loaded_name))
            };
            law = law.lines().map(line).collect::<Vec<_>>().join("\n");
        }
    }
    let load = match load {
        Load::None => "",
        Load::Input => "normalForce = \"input\"",
        Load::Spring => "normalForce = 1.5\nloadSpring = \"leaf\"\nloadFactor = 0.4",
    };
    let how = how.map_or(String::new(), |how| {
        let number = match how {
            RegularisationKind::Atan | RegularisationKind::Tanh => 3.0,
            // The ramp ends between the two slip speeds, and so does the window.
            RegularisationKind::Linear | RegularisationKind::Karnopp => 0.15,
        };
        let name = &how.parameter().name;
        format!("regularisation = \"{}\"\n{name} = {number}", how.name())
    });
    format!(
        "[unit]\nname = \"Law\"\n[body.block]\nmass = 2.0\nvelocity = {velocity}\nforce = \"input\"\n\
         position = 0.3\n[body.board]\nmass = 1.5\nvelocity = 0.5\nsource = {{ amplitude = 0.3, \
         angularFrequency = 2.0, phase = 0.4 }}\n[contact.rub]\nbetween = [\"block\", \"board\"]\n\
         law = \"{}\"\n{law}\n{load}\n{how}\nviscous = 0.2\n[spring.leaf]\nbetween = \"block\"\n\
         stiffness = 3.0\ncubic = 0.5\ndamping = 0.4\n[damper.oil]\nbetween = \"board\"\ndamping = 0.3\n",
        kind.name()
    )
}

fn set(instance: &mut Instance, name: &str, value: f64) {
    if let Some(index) = instance.unit().find(name) {
        instance.set(index, Value::Real(value)).unwrap();
    }
}

/// Compares at a slip velocity.
fn check(kind: &LawKind, how: Option<RegularisationKind>, load: Load, slip: f64) -> usize {
    let text = network(kind, how, load, 0.5 + slip);
    let unit = Unit::read(&text, "law.toml").unwrap_or_else(|wrong| panic!("{wrong}\n{text}"));
    let mut compared = 0;
    for exchange in [false, true] {
        let unit: Arc<Unit> = unit.clone();
        let mut instance = if exchange { Instance::exchange(unit) } else { Instance::new(unit) };
        set(&mut instance, "block.force", 4.0 * slip.signum());
        set(&mut instance, "rub.normalForce", 1.7);
        instance.enter_initialization().unwrap();
        instance.exit_initialization().unwrap();
        if exchange {
            instance.end_event();
            instance.set_time(1e-3).unwrap();
            compared += check_states(&mut instance);
        } else {
            instance.step(0.0, 1e-6).unwrap();
            let (more, refused) = check_numbers(&mut instance);
            assert_eq!(refused, 0);
            compared += more;
        }
    }
    compared
}

fn loads(kind: &LawKind) -> &'static [Load] {
    match kind.name() {
        "wanheimBay" => &[Load::Input],
        "ostermeyer" => &[Load::Input, Load::Spring],
        _ => &[Load::None, Load::Input, Load::Spring],
    }
}

#[test]
fn every_law_changes_as_it_says() {
    for kind in &kinds() {
        for load in loads(kind) {
            for slip in [0.33, 0.12, -0.33, -0.12] {
                assert!(check(kind, None, *load, slip) > 100);
            }
        }
    }
}

#[test]
fn regularised_laws_change_as_they_say() {
    for kind in kinds().iter().filter(|kind| kind.states().is_empty()) {
        for how in RegularisationKind::ALL {
            let edged = [RegularisationKind::Linear, RegularisationKind::Karnopp].contains(how);
            if kind.name() == "slipRatio" || edged && kind.name() == "wanheimBay" {
                continue;
            }
            for load in loads(kind) {
                for slip in [0.33, -0.12] {
                    assert!(check(kind, Some(*how), *load, slip) > 100);
                }
            }
        }
    }
}

#[test]
fn a_saturated_real_contact_area_and_a_locked_wheel_change_as_they_say() {
    for (load, how) in [(9.0, None), (9.0, Some(RegularisationKind::Tanh))] {
        let text =
            network(&LawKind::named("wanheimBay").expect("is built in"), how, Load::Input, 0.9);
        let unit = Unit::read(&text, "law.toml").unwrap();
        let mut instance = Instance::new(unit);
        set(&mut instance, "rub.normalForce", load);
        instance.enter_initialization().unwrap();
        instance.exit_initialization().unwrap();
        check_numbers(&mut instance);
        // The limit of proportionality is passed (Wanheim and Bay).
        let t: f64 = 1.0 - 0.4_f64.sqrt();
        let pressure = 1.0 + std::f64::consts::FRAC_PI_2 + 0.6_f64.acos() + 0.8;
        let beyond = load * (1.0 + 0.4_f64.sqrt()) / (1.5 * pressure) - 1.0;
        let expected = 1.5 * (0.6 - (0.6 - t) * (-beyond * t / (0.6 - t)).exp());
        let index = instance.unit().find("rub.frictionForce").unwrap();
        let Value::Real(friction) = instance.get(index).unwrap() else { panic!("is real") };
        let share = if how.is_some() { (3.0_f64 * 0.4).tanh() } else { 1.0 };
        assert!(((friction - 0.2 * 0.4) / share - expected).abs() < 1e-12, "{friction}");
    }
    // A board that stands before a block that slides.
    let text = network(&LawKind::named("slipRatio").expect("is built in"), None, Load::Input, 0.9);
    let unit = Unit::read(&text.replace("velocity = 0.5", "velocity = -0.2"), "law.toml").unwrap();
    let mut instance = Instance::new(unit);
    set(&mut instance, "rub.normalForce", 2.0);
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    check_numbers(&mut instance);
}

#[test]
fn static_limits_change_as_they_say() {
    // The load is greater than stiction: within the window of Karnopp friction is the static limit.
    for kind in kinds().iter().filter(|kind| kind.states().is_empty()) {
        if ["slipRatio", "wanheimBay"].contains(&kind.name()) {
            continue;
        }
        for force in [20.0, -20.0] {
            let text = network(kind, Some(RegularisationKind::Karnopp), Load::None, 0.5);
            let unit = Unit::read(&text, "law.toml").unwrap();
            let mut instance = Instance::new(unit);
            set(&mut instance, "block.force", force);
            instance.enter_initialization().unwrap();
            instance.exit_initialization().unwrap();
            let (compared, refused) = check_numbers(&mut instance);
            assert!(compared > 100 && refused == 0, "{}", kind.name());
        }
    }
}

/// Bristles at their limit F = Fc, whose rate is σ·w·(1 − F/Fc)^i: it changes with Fc by σ·w/Fc if i is 1, and by nothing if
/// i is greater.
#[test]
fn a_bristle_at_its_limit_leaves_it_as_its_exponent_says() {
    let (limit, stiffness, slip) = (2.0, 5.0, 0.4);
    for (exponent, expected) in [(1.0, stiffness * slip / limit), (2.0, 0.0), (1.5, 0.0)] {
        let text = format!(
            "[unit]\nname = \"Hand\"\n[body.hand]\nmotion = \"prescribed\"\n[contact.rub]\nbetween = \"hand\"\n\
             law = \"dahl\"\nkineticFriction = {limit}\nbristleStiffness = {stiffness}\n\
             dahlExponent = {exponent}\nbristleForce0 = {limit}\n"
        );
        let mut instance = Instance::new(Unit::read(&text, "hand.toml").unwrap());
        set(&mut instance, "hand.velocity", slip);
        instance.enter_initialization().unwrap();
        instance.exit_initialization().unwrap();
        instance.step(0.0, 1.0).unwrap();
        let find = |name: &str| instance.unit().find(name).unwrap();
        let [force, rate, number] =
            ["rub.bristleForce", "rub.bristleForceRate", "rub.kineticFriction"].map(find);
        assert_eq!(instance.get(force).unwrap(), Value::Real(limit));
        let mut found = f64::NAN;
        instance
            .directional_derivative(&[rate], [(number, 1.0)].into_iter(), |_, value| found = value)
            .unwrap();
        assert!((found - expected).abs() < 1e-12, "{exponent}: {found}");
    }
}
