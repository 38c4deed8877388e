//! Inputs that are ramps, and derivatives of outputs.

use std::sync::Arc;

use luztar::unit::dependencies::Dependencies;
use luztar::unit::{Accessor, Causality, Ending, Fault, Instance, Kind, Unit, Value, Variability};
use luztar::unit::{can_ramp, catalogue};

/// Times and positions at default settings and unit scale.
const EXACT: f64 = 1e-9;

fn start(unit: &Arc<Unit>, values: &[(&str, f64)]) -> Instance {
    let mut instance = Instance::new(unit.clone());
    for (name, value) in values {
        instance.set(unit.find(name).unwrap(), Value::Real(*value)).unwrap();
    }
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    instance
}

fn real(instance: &mut Instance, index: usize) -> f64 {
    match instance.get(index).unwrap() {
        Value::Real(x) => x,
        Value::Integer(n) => f64::from(n),
        Value::Boolean(yes) => f64::from(u8::from(yes)),
    }
}

fn get(instance: &mut Instance, name: &str) -> f64 {
    let index = instance.unit().find(name).unwrap();
    real(instance, index)
}

fn ramp(instance: &mut Instance, name: &str, rate: f64) {
    let index = instance.unit().find(name).unwrap();
    instance.set_input_derivative(index, rate).unwrap();
}

fn set(instance: &mut Instance, name: &str, value: f64) {
    let index = instance.unit().find(name).unwrap();
    instance.set(index, Value::Real(value)).unwrap();
}

/// A block of 2 kg on a floor that holds 3 N and rubs with 1 N.
const BLOCK: [(&str, f64); 5] = [
    ("body.velocity0", 0.0),
    ("body.mass", 2.0),
    ("contact.kineticFriction", 1.0),
    ("contact.staticFriction", 3.0),
    ("contact.viscous", 0.0),
];

#[test]
fn a_force_that_grows_releases_a_block_when_it_should() {
    // 0.5 N/s: released at 6 s; then 2 v' = 3 + τ/2 − 1.
    for h in [0.25, 1.0, 8.0] {
        let unit = catalogue::unit("SingleMassFriction").unwrap();
        let mut instance = start(&unit, &BLOCK);
        ramp(&mut instance, "body.force", 0.5);
        for step in 0..(8.0 / h) as u32 {
            assert_eq!(get(&mut instance, "body.force"), 0.5 * h * f64::from(step));
            instance.step(h * f64::from(step), h).unwrap();
        }
        assert!((get(&mut instance, "contact.lastEventTime") - 6.0).abs() <= EXACT);
        assert!((get(&mut instance, "body.velocity") - 2.5).abs() <= EXACT);
        assert!((get(&mut instance, "body.position") - (2.0 + 1.0 / 3.0)).abs() <= EXACT);
        assert_eq!(get(&mut instance, "body.force"), 4.0, "the input is where its ramp led");
        assert_eq!(get(&mut instance, "body.acceleration"), 1.5);
    }
}

#[test]
fn a_ramp_ends_when_the_input_is_set() {
    let unit = catalogue::unit("SingleMassFriction").unwrap();
    let mut instance = start(&unit, &BLOCK);
    ramp(&mut instance, "body.force", 1.0);
    assert_eq!(instance.step(0.0, 2.0).unwrap(), Ending::Complete);
    set(&mut instance, "body.force", 2.0);
    instance.step(2.0, 10.0).unwrap();
    assert_eq!(get(&mut instance, "body.force"), 2.0);
    assert_eq!(get(&mut instance, "eventCount"), 0.0, "2 N stay below 3 N");
}

#[test]
fn a_ramp_is_part_of_a_saved_state() {
    let unit = catalogue::unit("SingleMassFriction").unwrap();
    let mut instance = start(&unit, &BLOCK);
    ramp(&mut instance, "body.force", 0.5);
    instance.step(0.0, 5.0).unwrap();
    let saved = instance.save();
    let mut other = Instance::new(unit);
    other.restore(&saved).unwrap();
    for one in [&mut instance, &mut other] {
        one.step(5.0, 3.0).unwrap();
    }
    assert_eq!(instance.save(), other.save());
    assert!((get(&mut other, "body.velocity") - 2.5).abs() <= EXACT);
}

/// A prescribed plate drags a block by friction; its velocity is a ramp, then held.
const DRAGGED: &str = r#"
[unit]
name = "Dragged"
[body.plate]
motion = "prescribed"
[body.block]
mass = 2.0
[contact.top]
between = ["block", "plate"]
law = "coulomb"
kineticFriction = 3.0
[spring.leaf]
between = ["plate", "ground"]
stiffness = 10.0
"#;

#[test]
fn a_velocity_that_is_a_ramp_carries_what_it_can() {
    for h in [0.125, 0.5, 2.0] {
        let unit = Unit::read(DRAGGED, "dragged.toml").unwrap();
        for (rate, stuck) in [(1.0, true), (2.0, false)] {
            let mut instance = start(&unit, &[]);
            ramp(&mut instance, "plate.velocity", rate);
            for step in 0..(2.0 / h) as u32 {
                instance.step(h * f64::from(step), h).unwrap();
                let now = h * f64::from(step + 1);
                assert_eq!(get(&mut instance, "top.stuck") != 0.0, stuck, "{rate}");
                assert!((get(&mut instance, "plate.velocity") - rate * now).abs() <= EXACT);
                assert_eq!(get(&mut instance, "eventCount"), f64::from(u8::from(!stuck)));
            }
            let acceleration = if stuck { 1.0 } else { 1.5 };
            assert!((get(&mut instance, "block.velocity") - 2.0 * acceleration).abs() <= EXACT);
            assert!((get(&mut instance, "block.position") - 2.0 * acceleration).abs() <= EXACT);
        }
        // A position with a derivative of its own moves whatever the velocity says.
        let mut instance = start(&unit, &[("plate.velocity", 5.0)]);
        ramp(&mut instance, "plate.position", 0.25);
        instance.step(0.0, 1.0).unwrap();
        assert_eq!(get(&mut instance, "leaf.deflection"), 0.25);
        assert_eq!(get(&mut instance, "leaf.force"), 2.5);
    }
}

/// A hand whose position is a ramp and whose velocity is held: a damped cubic spring does what the spring alone and a damper that
/// sees the velocity do.
#[test]
fn a_damped_spring_takes_the_velocity_that_is_given() {
    let text = |parts: &str| {
        format!(
            "[unit]\nname = \"Held\"\n[body.block]\nmass = 2.0\nvelocity = 0.5\n[body.hand]\nmotion = \"prescribed\"\nby = \"both\"\n{parts}"
        )
    };
    let damped = "[spring.leaf]\nbetween = [\"block\", \"hand\"]\nstiffness = 10.0\ncubic = 4.0\ndamping = 1.5\n";
    let apart = "[spring.leaf]\nbetween = [\"block\", \"hand\"]\nstiffness = 10.0\ncubic = 4.0\n[damper.oil]\nbetween = \"block\"\ndamping = 1.5\n";
    for h in [0.125, 1.0] {
        let [mut damped, mut apart] = [damped, apart].map(|parts| {
            let unit = Unit::read(&text(parts), "held.toml").unwrap();
            let mut instance = start(&unit, &[]);
            ramp(&mut instance, "hand.position", 0.25);
            for step in 0..(2.0 / h) as u32 {
                let now = h * f64::from(step);
                instance.step(now, h).unwrap();
                ramp(&mut instance, "hand.position", 0.25);
            }
            instance
        });
        for name in ["block.position", "block.velocity"] {
            let (found, expected) = (get(&mut damped, name), get(&mut apart, name));
            assert!((found - expected).abs() <= 1e-10, "{name}: {found}, not {expected}");
        }
    }
}

/// The same of a spring in a gap, which lifts off where it would pull: at 10 (0.4 − t/4) = 2 · 0.5.
#[test]
fn a_damped_spring_lifts_off_by_the_velocity_that_is_given() {
    let text = r#"
[unit]
name = "Lifted"
[body.block]
mass = 1.0
[body.hand]
motion = "prescribed"
by = "both"
position = { input = true, start = -0.5 }
velocity = { input = true, start = 0.5 }
[contact.floor]
between = "block"
law = "coulomb"
kineticFriction = 50.0
[spring.stop]
between = ["block", "hand"]
stiffness = 10.0
damping = 2.0
freeplay = 0.1
"#;
    let unit = Unit::read(text, "lifted.toml").unwrap();
    let mut instance = start(&unit, &[]);
    ramp(&mut instance, "hand.position", 0.25);
    instance.step(0.0, 2.0).unwrap();
    assert_eq!(instance.step_events().len(), 2, "{:?}", instance.step_events());
    assert!((instance.step_events()[0].time - 1.2).abs() <= 1e-14);
    assert!((instance.step_events()[1].time - 1.6).abs() <= 1e-14);
}

/// A block of 2 kg under a normal load; friction 0.5 N, at rest up to 0.6 N.
const PRESSED: &str = r#"
[unit]
name = "Pressed"
[body.block]
mass = 2.0
force = "input"
[contact.pad]
between = ["block"]
law = "coulomb"
normalForce = "input"
kineticCoefficient = 0.5
staticCoefficient = 0.6
"#;

#[test]
fn a_normal_load_that_falls_releases_a_block_and_leaves_it_free() {
    for h in [0.125, 1.0, 4.0] {
        let unit = Unit::read(PRESSED, "pressed.toml").unwrap();
        let values = [("block.force", 3.0), ("pad.normalForce", 10.0)];
        let mut instance = start(&unit, &values);
        ramp(&mut instance, "pad.normalForce", -1.0);
        let mut times = Vec::new();
        for step in 0..(12.0 / h) as u32 {
            instance.step(h * f64::from(step), h).unwrap();
            times.extend(instance.step_events().iter().map(|event| (event.time, event.to)));
        }
        // 0.6 N = 3 at 5 s; then 2 v' = 3 − 0.5 (10 − t); N = 0 at 10 s; then 2 v' = 3.
        assert_eq!(times.len(), 2, "{times:?}");
        for ((time, to), (expected, mode)) in times.into_iter().zip([(5.0, 1), (10.0, 2)]) {
            assert!((time - expected).abs() <= EXACT && to == mode, "{time} {to}");
        }
        assert!((get(&mut instance, "block.velocity") - 7.375).abs() <= EXACT);
        assert_eq!(get(&mut instance, "pad.normalForce"), -2.0);
        ramp(&mut instance, "pad.normalForce", 1.0);
        instance.step(12.0, 4.0).unwrap();
        assert!((get(&mut instance, "pad.lastEventTime") - 14.0).abs() <= EXACT, "rubs again");
        // 2 (v(16) − v(12)) = 3·4 − ∫ 0.5 (t − 14) dt from 14 to 16
        assert!((get(&mut instance, "block.velocity") - (7.375 + 6.0 - 0.5)).abs() <= EXACT);
        let force = get(&mut instance, "pad.frictionForce");
        assert!((force - 1.0).abs() <= EXACT, "{force}");
        let index = unit.find("pad.frictionForce").unwrap();
        assert!((instance.output_derivative(index).unwrap() - 0.5).abs() <= EXACT);
    }
}

#[test]
fn only_what_can_be_a_ramp_is_one() {
    for name in catalogue::names() {
        let unit = catalogue::unit(name).unwrap();
        let mut instance = start(&unit, &[]);
        let mut all = true;
        for (index, row) in unit.variables().iter().enumerate() {
            let before = instance.get(index);
            let result = instance.set_input_derivative(index, 1.0);
            match row.causality {
                Causality::Input => {
                    all &= result.is_ok();
                    // Its friction is no multiple of the load.
                    let is_held = name == "BrakePad" && row.name == "pad.normalForce";
                    assert_eq!(result.is_ok(), !is_held, "{name}: {}: {result:?}", row.name);
                    assert_eq!(instance.set_input_derivative(index, 0.0), Ok(()));
                    assert!(instance.set_input_derivative(index, f64::NAN).is_err());
                }
                _ => assert!(matches!(result, Err(Fault::NotSettable { .. })), "{result:?}"),
            }
            assert_eq!(instance.get(index), before);
        }
        assert_eq!(can_ramp(unit.network()), all, "{name}");
    }
}

/// Of the derivative at the start, from values at 0, δ, …, 8δ: exact for polynomials of degree 8.
const WEIGHTS: [f64; 9] = [
    -761.0 / 280.0,
    8.0,
    -14.0,
    56.0 / 3.0,
    -35.0 / 2.0,
    56.0 / 5.0,
    -14.0 / 3.0,
    8.0 / 7.0,
    -1.0 / 8.0,
];

/// Difference of a derivative, relative to it, to the largest variable of its unit per second, and to 1.
const SAME: f64 = 1e-7;

/// Step of the differences, s: small beside the fastest vibration. A tyre answers the round-off of a slip of 20 m/s less
/// 20 m/s with 6000 N per m/s, which a short step magnifies.
fn delta(unit: &str) -> f64 {
    if unit == "AbsWheel" { 4e-3 } else { 2e-5 }
}

/// How long after a change of the inputs, s: bristles come after it within microseconds, tyres within milliseconds, for
/// which differences are too coarse.
fn settled(unit: &str) -> f64 {
    match unit {
        "BristleElement" => 1e-2,
        "AbsWheel" => 5e-2,
        _ => delta(unit),
    }
}

/// Against differences of what the unit then does, in every unit, with ramps, where no transition comes.
#[test]
fn output_derivatives_are_those_of_the_motion() {
    let mut checked = 0;
    for name in catalogue::names() {
        let (settled, delta) = (settled(name), delta(name));
        let unit = catalogue::unit(name).unwrap();
        let mut instance = start(&unit, &[("relativeTolerance", 1e-14)]);
        let rows = || unit.variables().iter().enumerate();
        for step in 0..60 {
            for (index, row) in rows().filter(|(_, row)| row.causality == Causality::Input) {
                let phase = f64::from(step) * 0.37 + index as f64;
                let value = (6.0 * phase.sin()).max(row.min.unwrap_or(f64::MIN));
                instance.set(index, Value::Real(value)).unwrap();
                if instance.check_input_derivative(index, 1.0).is_ok() {
                    instance.set_input_derivative(index, 2.0 * phase.cos()).unwrap();
                }
            }
            // New inputs take effect, with all their transitions.
            let from = instance.time();
            instance.step(from, settled).unwrap();
            let before = instance.save();
            let outputs: Vec<usize> = rows()
                .filter(|(_, row)| {
                    let continuous = row.variability == Variability::Continuous;
                    let mean = matches!(row.accessor, Accessor::MeanFrictionForce(_));
                    row.causality == Causality::Output && continuous && !mean
                })
                .map(|(index, _)| index)
                .collect();
            let rates: Vec<f64> =
                outputs.iter().map(|&index| instance.output_derivative(index).unwrap()).collect();
            assert_eq!(instance.save(), before, "looking changes nothing");
            let mut seen = vec![[0.0; WEIGHTS.len()]; outputs.len()];
            let mut events = 0;
            for n in 0..WEIGHTS.len() {
                if n > 0 {
                    instance.restore(&before).unwrap();
                    instance.step(from + settled, f64::from(n as u8) * delta).unwrap();
                    events += instance.step_events().len();
                }
                for (slot, &index) in seen.iter_mut().zip(&outputs) {
                    slot[n] = real(&mut instance, index);
                }
            }
            let size = 20.0 * unit.network().experiment.step_size;
            let now = instance.time();
            instance.step(now, size).unwrap();
            if events > 0 {
                continue;
            }
            for ((values, rate), &index) in seen.iter().zip(rates).zip(&outputs) {
                let sum: f64 = values.iter().zip(WEIGHTS).map(|(x, weight)| weight * x).sum();
                let found = sum / delta;
                let row = &unit.variables()[index];
                // Forces of one element come from those of others, with their round-off.
                let alike = seen.iter().zip(&outputs);
                let alike = alike.filter(|(_, other)| unit.variables()[**other].unit == row.unit);
                let values = alike.flat_map(|(values, _)| values);
                let largest = values.fold(0.0, |m: f64, x| m.max(x.abs()));
                let tolerance = SAME * (found.abs() + largest + 1.0);
                let row = &row.name;
                assert!((found - rate).abs() <= tolerance, "{name}.{row}: {rate}, seen {found}");
                checked += 1;
            }
        }
    }
    assert!(checked > 3000, "{checked} derivatives compared");
}

#[test]
fn what_is_no_real_output_has_no_derivative() {
    let unit = catalogue::unit("TwoMassThreeContacts").unwrap();
    let mut instance = Instance::new(unit.clone());
    let velocity = unit.find("body1.velocity").unwrap();
    assert!(matches!(instance.output_derivative(velocity), Err(Fault::NotReadable { .. })));
    let mut instance = start(&unit, &[]);
    for (index, row) in unit.variables().iter().enumerate() {
        let result = instance.output_derivative(index);
        let is = row.causality == Causality::Output && row.kind == Kind::Real;
        assert_eq!(result.is_ok(), is, "{}: {result:?}", row.name);
        if is && row.variability == Variability::Discrete {
            assert_eq!(result, Ok(0.0));
        }
    }
    assert!(instance.output_derivative(usize::MAX).is_err());
}

/// The normal load of a disc that a spring presses: N = N0 + a k x, Ṅ = a k v, whatever the radius.
#[test]
fn a_load_on_a_radius_changes_with_its_spring() {
    let text = "[unit]\nname = \"Disc\"\n[body.piston]\nmotion = \"prescribed\"\nby = \"velocity\"\n\
                [body.disc]\naxis = \"rotation\"\ninertia = 2.0\nangularVelocity = 5.0\n\
                [spring.press]\nbetween = \"piston\"\nstiffness = 40.0\n\
                [contact.pad]\nbetween = \"disc\"\nradii = [0.3]\nlaw = \"coulomb\"\nkineticCoefficient = 0.4\n\
                normalForce = 3.0\nloadSpring = \"press\"\nloadFactor = -0.5\n";
    let unit = Unit::read(text, "disc.toml").unwrap_or_else(|wrong| panic!("{wrong}"));
    let mut instance = start(&unit, &[]);
    set(&mut instance, "piston.velocity", 0.2);
    instance.step(0.0, 0.5).unwrap();
    let load = unit.find("pad.normalLoad").unwrap();
    let rate = instance.output_derivative(load).unwrap();
    let grown = real(&mut instance, load) - 3.0;
    assert!((grown.abs() - 0.5 * 40.0 * 0.1).abs() <= EXACT, "{grown}");
    assert!((rate - grown / 0.5).abs() <= EXACT, "{rate}");
}

/// The normal load of a disc by a spring that an accelerated piston presses: N = N0 + a k x, d²N/dt² = a k ẍ; a disc that
/// nothing presses any more has none.
#[test]
fn a_load_changes_ever_faster_with_its_spring_and_not_at_all_without() {
    let text = "[unit]\nname = \"Disc\"\n[body.piston]\nmotion = \"prescribed\"\nby = \"velocity\"\n\
                [body.disc]\nmass = 2.0\nvelocity = 5.0\n\
                [spring.press]\nbetween = \"piston\"\nstiffness = 40.0\n\
                [contact.pad]\nbetween = \"disc\"\nlaw = \"coulomb\"\nkineticCoefficient = 0.4\n\
                normalForce = 3.0\nloadSpring = \"press\"\nloadFactor = -0.5\n";
    let unit = Unit::read(text, "disc.toml").unwrap_or_else(|wrong| panic!("{wrong}"));
    let load = unit.find("pad.normalLoad").unwrap();
    for (rate, expected) in [(-0.2, 0.5 * 40.0 * 0.2), (1.5, 0.0)] {
        let mut instance = start(&unit, &[]);
        ramp(&mut instance, "piston.velocity", rate);
        instance.step(0.0, 0.5).unwrap();
        let free = get(&mut instance, "pad.normalLoad") == 0.0;
        assert_eq!(free, expected == 0.0, "{rate}");
        let found = instance.output_derivative_of(load, 2).unwrap();
        assert!((found - expected).abs() <= EXACT, "{rate}: {found}");
    }
}

/// Between a block of 2 kg and a table that moves: v = u·exp(−d·t/m), and P = d·v², with v the block's velocity relative to
/// the table.
#[test]
fn a_damper_tells_its_power_and_its_derivatives() {
    let text = "[unit]\nname = \"Damped\"\n[body.block]\nmass = 2.0\nvelocity = 1.5\n[body.table]\n\
                motion = \"prescribed\"\n[damper.oil]\nbetween = [\"block\", \"table\"]\ndamping = 0.7\n";
    let unit = Unit::read(text, "damped.toml").unwrap();
    let mut instance = start(&unit, &[("table.velocity", 0.5)]);
    instance.step(0.0, 1.25).unwrap();
    let (damping, v): (f64, f64) = (0.7, (-0.7 * 1.25 / 2.0_f64).exp());
    let power = damping * v * v;
    let index = unit.find("oil.dissipatedPower").unwrap();
    let close = |found: f64, expected: f64| {
        assert!((found - expected).abs() <= EXACT * (1.0 + expected.abs()), "{found}: {expected}");
    };
    close(real(&mut instance, index), power);
    for order in 1..=6 {
        let rate = (-2.0 * damping / 2.0).powi(order as i32);
        close(instance.output_derivative_of(index, order).unwrap(), rate * power);
    }
    let mut by = |known: &str| {
        let mut found = f64::NAN;
        let known = [(unit.find(known).unwrap(), 1.0)].into_iter();
        instance.directional_derivative(&[index], known, |_, value| found = value).unwrap();
        found
    };
    close(by("oil.damping"), v * v);
    close(by("block.velocity"), 2.0 * damping * v);
    close(by("table.velocity"), -2.0 * damping * v);
    close(by("block.position"), 0.0);
    let known = Dependencies::new(&unit);
    let names = |found: Vec<usize>| -> Vec<String> {
        found.into_iter().map(|index| unit.variables()[index].name.clone()).collect()
    };
    let stepping = names(known.while_stepping(index));
    assert_eq!(stepping, ["table.velocity", "block.velocity"]);
    let starting = names(known.at_initialisation(index));
    assert_eq!(starting, ["block.velocity0", "oil.damping", "table.velocity"]);
}

/// Between a rotor and a shaft without mass: ω of the shaft follows from the balance of its torques, d1·(ω − ω1) + d2·ω = 0.
#[test]
fn a_damper_of_a_massless_body_has_the_power_of_its_balance() {
    let text = "[unit]\nname = \"Shaft\"\n[body.rotor]\naxis = \"rotation\"\ninertia = 1.0\nangularVelocity = 3.0\n\
                [body.shaft]\naxis = \"rotation\"\ninertia = 0.0\n[damper.oil]\nbetween = [\"rotor\", \"shaft\"]\n\
                damping = 1.0\n[damper.bearing]\nbetween = \"shaft\"\ndamping = 2.0\n";
    let unit = Unit::read(text, "shaft.toml").unwrap();
    let mut instance = start(&unit, &[]);
    // In series 1·2/(1 + 2) = 2/3; the shaft has a third of the rotor's velocity.
    for (name, part) in [("oil.dissipatedPower", 4.0 / 9.0), ("bearing.dissipatedPower", 2.0 / 9.0)]
    {
        let index = unit.find(name).unwrap();
        assert!((real(&mut instance, index) - 9.0 * part).abs() < EXACT, "{name}");
        let rate = instance.output_derivative(index).unwrap();
        assert!((rate + 2.0 * 2.0 / 3.0 * 9.0 * part).abs() < EXACT, "{name}: {rate}");
        assert_eq!(unit.variables()[index].unit_symbol(), "W");
    }
}
