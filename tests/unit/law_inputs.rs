//! Inputs that laws of one's own declare: closed forms, the same law with a tunable parameter in place of the input, and what
//! is refused.

use std::sync::Arc;

use luztar::export::{Version, description_of};
use luztar::unit::dependencies::Dependencies;
use luztar::unit::{Accessor, Causality, Fault, Model, Simulation, Value, Variability, can_ramp};

use crate::support::{Named, started, unit};

/// Friction and stiction fall with the temperature of the floor.
const HOT: &str = r#"
[model]
name = "Hot"
[law.hot]
friction = "mu0*(1 - a*(T - T0))"
static = "1.25*mu0*(1 - a*(T - T0))"
parameter = [
    { name = "mu0", measure = "friction", default = 8.0 },
    { name = "fade", symbol = "a", measure = "per temperature", default = 0.002 },
    { name = "reference", symbol = "T0", measure = "temperature", default = 300.0 },
    { name = "most", measure = "temperature", default = 700.0 },
]
input = [
    { name = "temperature", symbol = "T", measure = "temperature", range = "positive", default = 300.0, description = "temperature of the floor" },
]
rule = [
    { holds = "T <= most", text = "the floor would melt", parameters = ["temperature", "most"] },
]
[body.mover]
mass = 2.0
force = { input = true, start = 9.0 }
[contact.floor]
between = "mover"
law = "hot"
"#;

/// Exact to round-off at unit scale.
const EXACT: f64 = 1e-12;

#[track_caller]
fn assert_near(found: f64, expected: f64) {
    assert!((found - expected).abs() <= EXACT, "{found:?}, not {expected:?}");
}

fn slipping(temperature: f64) -> f64 {
    8.0 * (1.0 - 0.002 * (temperature - 300.0))
}

/// 9 N on a floor that holds 1.25·8 N when cold: it gets hotter by 20 K at each communication point, holds less than 9 N
/// from the third on (8.8 N at 360 K), and slip is uniformly accelerated between points. Cold again, with 6 N, it stops.
#[test]
fn a_block_leaves_a_floor_that_gets_hot_and_stops_on_one_that_gets_cold() {
    let mut mover = started(&unit(HOT));
    let step = 0.25;
    let (mut z, mut v) = (0.0, 0.0);
    for k in 0..8 {
        let temperature = 300.0 + 20.0 * f64::from(k);
        mover.put("floor.temperature", temperature);
        let time = mover.time();
        mover.step(time, step).unwrap();
        let slips = 1.25 * slipping(temperature) < 9.0;
        assert_eq!(slips, k >= 3, "{temperature} K");
        assert_eq!(mover.real("floor.state"), f64::from(u8::from(slips)));
        let a = if slips { (9.0 - slipping(temperature)) / 2.0 } else { 0.0 };
        (z, v) = (z + v * step + 0.5 * a * step * step, v + a * step);
        assert_near(mover.real("mover.position"), z);
        assert_near(mover.real("mover.velocity"), v);
        assert_near(mover.real("floor.frictionForce"), 9.0 - 2.0 * a);
        assert_eq!(mover.real("floor.lastEventTime"), if slips { 0.75 } else { 0.0 });
    }
    mover.put("floor.temperature", 310.0);
    mover.put("mover.force", 6.0);
    let a = (slipping(310.0) - 6.0) / 2.0;
    mover.step(2.0, 10.0).unwrap();
    assert_near(mover.real("floor.lastEventTime"), 2.0 + v / a);
    assert_near(mover.real("mover.position"), z + 0.5 * v * v / a);
    assert_eq!(mover.real("mover.velocity"), 0.0);
    assert_eq!(mover.real("eventCount"), 2.0);
}

/// A stick-slip oscillator whose law falls and has a kink, all of which move with the temperature, which is an input, or a
/// number of the file.
fn oscillator(declared: &str, method: &str) -> Arc<Model> {
    let number =
        "{ name = \"temperature\", symbol = \"T\", measure = \"temperature\", default = 300.0 }";
    unit(&format!(
        r#"
[model]
name = "Oscillator"
[experiment]
method = "{method}"
moreauStep = {step}
[law.own]
define = [{{ name = "hot", formula = "T/300" }}]
friction = "3/hot*(0.4 + 0.6*exp(-x/(vs*hot))) + max(x - 0.5*hot, 0)"
static = "3.3/hot"
scale = [{{ at = "vs*hot", length = "vs*hot" }}]
[[law.own.parameter]]
name = "vs"
measure = "velocity"
default = 0.2
[[law.own.{declared}]]
{lines}
[body.slider]
mass = 1.0
position = 0.1
[contact.belt]
between = "slider"
law = "own"
surfaceVelocity = 0.3
[spring.leaf]
between = "slider"
stiffness = 20.0
"#,
        step = if method == "moreau" { 0.01 } else { 0.0 },
        lines = number.trim_matches(['{', '}', ' ']).replace(", ", "\n"),
    ))
}

/// All outputs over ten seconds in which the temperature is set at communication points.
fn outputs(unit: &Arc<Model>) -> Vec<(String, f64)> {
    let mut instance = started(unit);
    let rows = unit.variables().iter().filter(|row| row.causality == Causality::Output);
    let names: Vec<String> = rows.map(|row| row.name.clone()).collect();
    let mut seen = Vec::new();
    for k in 0..200 {
        let time = instance.time();
        if k % 3 == 0 {
            instance.put("belt.temperature", 300.0 + 80.0 * (0.7 * time).sin());
        }
        instance.step(time, 0.05).unwrap();
        seen.extend(names.iter().map(|name| (name.clone(), instance.real(name))));
    }
    seen
}

#[test]
fn an_input_moves_a_law_as_a_tunable_parameter_does() {
    for method in ["events", "moreau"] {
        let [given, tuned] = ["input", "parameter"].map(|kind| outputs(&oscillator(kind, method)));
        assert_eq!(given.len(), tuned.len());
        for ((name, given), (_, tuned)) in given.iter().zip(&tuned) {
            assert!(
                (given - tuned).abs() <= EXACT * (1.0 + tuned.abs()),
                "{name}: {given} {tuned}"
            );
        }
        let count = given.iter().rfind(|(name, _)| name == "eventCount").expect("an output").1;
        assert!(count > 10.0, "{count} transitions with {method}");
    }
}

#[test]
fn saved_states_keep_the_input() {
    let mut instance = started(&oscillator("input", "events"));
    instance.put("belt.temperature", 340.0);
    instance.step(0.0, 1.0).unwrap();
    let saved = instance.save();
    let go_on = |instance: &mut Simulation| {
        instance.step(1.0, 2.0).unwrap();
        let names = ["slider.position", "belt.temperature", "belt.lastEventTime"];
        names.map(|name| instance.real(name).to_bits())
    };
    let first = go_on(&mut instance);
    instance.put("belt.temperature", 260.0);
    instance.step(3.0, 1.0).unwrap();
    instance.restore(&saved).unwrap();
    assert_eq!(instance.real("belt.temperature"), 340.0);
    assert_eq!(go_on(&mut instance), first);
}

#[test]
fn values_that_break_a_rule_are_refused_and_leave_no_trace() {
    let mut mover = started(&unit(HOT));
    mover.step(0.0, 0.5).unwrap();
    let index = mover.index("floor.temperature");
    for (value, said) in [
        (f64::NAN, "floor.temperature = NaN: must be finite"),
        (0.0, "floor.temperature = 0: must be > 0"),
        (-3.0, "floor.temperature = -3: must be > 0"),
    ] {
        let fault = mover.set(index, Value::Real(value)).unwrap_err().to_string();
        assert!(fault.contains(said), "{fault}");
        assert_eq!(mover.real("floor.temperature"), 300.0);
    }
    let fault = mover.set_input_derivative(index, 5.0).unwrap_err();
    assert!(matches!(fault, Fault::Derivative { .. }), "{fault:?}");
    let told = fault.to_string();
    assert!(
        told.contains("floor.temperature") && told.contains("input of a friction law"),
        "{told}"
    );
    assert_eq!(mover.set_input_derivative(index, 0.0), Ok(()));
    // A rule joins several numbers: it is looked at where they are used.
    mover.put("floor.temperature", 800.0);
    let fault = mover.step(0.5, 0.5).unwrap_err().to_string();
    let said = "floor: the floor would melt (floor.temperature = 800, floor.most = 700)";
    assert!(fault.contains(said), "{fault}");
    assert_eq!((mover.time(), mover.real("mover.position")), (0.5, 0.0));
    mover.put("floor.temperature", 400.0);
    mover.step(0.5, 0.5).unwrap();
    assert_near(mover.real("mover.velocity"), 0.5 * (9.0 - slipping(400.0)) / 2.0);
}

/// A host of Model Exchange may change it between events, too: 0.05 s⁻¹·40 K, and the floor holds 9 N no longer at 350 K.
#[test]
fn a_host_that_integrates_sees_the_limit_fall() {
    let mut mover = Simulation::exchange(unit(HOT));
    mover.enter_initialization().unwrap();
    mover.exit_initialization().unwrap();
    mover.end_event();
    let index = mover.index("floor.temperature");
    let mut margin = |temperature: f64| {
        mover.set(index, Value::Real(temperature)).unwrap();
        let mut z = [f64::NAN; 2];
        mover.event_indicators(&mut z).unwrap();
        (z[1], mover.real("floor.stuck"))
    };
    assert!(margin(349.0).0 > 1e-3 && margin(350.0 - 1e-5).0 > 0.0);
    assert!(margin(350.0 + 1e-5).0 < 0.0 && margin(360.0).0 < -1e-3);
    assert_eq!(margin(340.0).1, 1.0);
    mover.set(index, Value::Real(360.0)).unwrap();
    mover.begin_event().unwrap();
    mover.make_transitions().unwrap();
    mover.end_event();
    assert_eq!(mover.real("floor.state"), 1.0);
    assert_near(mover.real("mover.acceleration"), (9.0 - slipping(360.0)) / 2.0);
}

#[test]
fn it_is_an_input_in_every_description() {
    let unit = unit(HOT);
    let row = &unit.variables()[unit.find("floor.temperature").unwrap()];
    assert_eq!((row.causality, row.variability), (Causality::Input, Variability::Continuous));
    assert_eq!(row.start, Some(Value::Real(300.0)));
    assert_eq!((row.min, row.unit_symbol()), (Some(f64::MIN_POSITIVE), "K"));
    assert_eq!(row.description, "Temperature of the floor of floor");
    assert!(!can_ramp(unit.network()));
    for (version, parts) in [
        (
            Version::Two,
            [
                "<Unit name=\"K\"><BaseUnit K=\"1\"/></Unit>",
                "<Unit name=\"1/K\"><BaseUnit K=\"-1\"/></Unit>",
                "<Real unit=\"K\" min=\"2.2250738585072014e-308\" start=\"300.0\"/>",
            ],
        ),
        (
            Version::Three,
            [
                "<Unit name=\"K\"><BaseUnit K=\"1\"/></Unit>",
                "name=\"floor.temperature\"",
                "unit=\"K\" min=\"2.2250738585072014e-308\" start=\"300.0\"",
            ],
        ),
    ] {
        let text = description_of(&unit, version);
        let flat: String = text.lines().map(str::trim).collect();
        for part in parts {
            assert!(flat.contains(part), "{part}: {flat}");
        }
    }
    let input = unit.find("floor.temperature").unwrap();
    let known = Dependencies::new(&unit);
    for accessor in [Accessor::FrictionForce(0), Accessor::Acceleration(0)] {
        let index = unit.variables().iter().position(|row| row.accessor == accessor).unwrap();
        assert!(known.while_stepping(index).contains(&input));
        assert!(known.at_initialisation(index).contains(&input));
    }
}

/// The brake of examples/networks/DiscBrake.toml, without the fall of friction with slip: it holds 0.12·5000·0.4 N·m of the
/// cold pads, lets go of 200 N·m at the point at which they are too hot, and stops the wheel when they are cold.
#[test]
fn the_disc_brake_fades_and_recovers() {
    let unit = unit(include_str!("../../examples/networks/DiscBrake.toml"));
    let mut wheel = Simulation::new(unit);
    wheel.setup_experiment(0.0, None, None).unwrap();
    wheel.put("brake.peak", 1.0);
    wheel.enter_initialization().unwrap();
    wheel.exit_initialization().unwrap();
    let holds =
        |temperature: f64| 240.0 * (1.0 - 0.002 * (temperature - 373.15_f64).max(0.0)).max(0.3);
    let mut speed = 0.0;
    for (k, temperature) in [350.0, 450.0, 460.0, 500.0, 900.0].into_iter().enumerate() {
        wheel.put("brake.temperature", temperature);
        wheel.step(0.5 * k as f64, 0.5).unwrap();
        speed += 0.5 * (200.0 - holds(temperature)).max(0.0) / 20.0;
        assert_near(wheel.real("wheel.angularVelocity"), speed);
    }
    assert_eq!(wheel.real("brake.lastEventTime"), 1.0);
    wheel.put("brake.temperature", 300.0);
    wheel.step(2.5, 5.0).unwrap();
    assert_near(wheel.real("brake.lastEventTime"), 2.5 + speed / 2.0);
    assert_eq!(wheel.real("wheel.angularVelocity"), 0.0);
}
