//! Time derivatives of outputs.

use luztar::unit::dependencies::Dependencies;
use luztar::unit::{
    Accessor, Causality, Fault, Kind, Model, Simulation, Value, Variability, catalogue,
};

use crate::derivatives::{EXACT, ramp, real};
use crate::support::{Named, started_with};

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
        let mut instance = started_with(&unit, &[("relativeTolerance", 1e-14)]);
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
                    let mean = matches!(
                        row.accessor,
                        Accessor::MeanFrictionForce(_) | Accessor::MeanReaction(_)
                    );
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
    let mut instance = Simulation::new(unit.clone());
    let velocity = unit.find("body1.velocity").unwrap();
    assert!(matches!(instance.output_derivative(velocity), Err(Fault::NotReadable { .. })));
    let mut instance = started_with(&unit, &[]);
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
    let text = "[model]\nname = \"Disc\"\n[body.piston]\nmotion = \"prescribed\"\nby = \"velocity\"\n\
                [body.disc]\naxis = \"rotation\"\ninertia = 2.0\nangularVelocity = 5.0\n\
                [spring.press]\nbetween = \"piston\"\nstiffness = 40.0\n\
                [contact.pad]\nbetween = \"disc\"\nradii = [0.3]\nlaw = \"coulomb\"\nkineticCoefficient = 0.4\n\
                normalForce = 3.0\nloadSpring = \"press\"\nloadFactor = -0.5\n";
    let unit = Model::read(text, "disc.toml").unwrap_or_else(|wrong| panic!("{wrong}"));
    let mut instance = started_with(&unit, &[]);
    instance.put("piston.velocity", 0.2);
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
    let text = "[model]\nname = \"Disc\"\n[body.piston]\nmotion = \"prescribed\"\nby = \"velocity\"\n\
                [body.disc]\nmass = 2.0\nvelocity = 5.0\n\
                [spring.press]\nbetween = \"piston\"\nstiffness = 40.0\n\
                [contact.pad]\nbetween = \"disc\"\nlaw = \"coulomb\"\nkineticCoefficient = 0.4\n\
                normalForce = 3.0\nloadSpring = \"press\"\nloadFactor = -0.5\n";
    let unit = Model::read(text, "disc.toml").unwrap_or_else(|wrong| panic!("{wrong}"));
    let load = unit.find("pad.normalLoad").unwrap();
    for (rate, expected) in [(-0.2, 0.5 * 40.0 * 0.2), (1.5, 0.0)] {
        let mut instance = started_with(&unit, &[]);
        ramp(&mut instance, "piston.velocity", rate);
        instance.step(0.0, 0.5).unwrap();
        let free = instance.real("pad.normalLoad") == 0.0;
        assert_eq!(free, expected == 0.0, "{rate}");
        let found = instance.output_derivative_of(load, 2).unwrap();
        assert!((found - expected).abs() <= EXACT, "{rate}: {found}");
    }
}

/// Between a block of 2 kg and a table that moves: v = u·exp(−d·t/m), and P = d·v², with v the block's velocity relative to
/// the table.
#[test]
fn a_damper_tells_its_power_and_its_derivatives() {
    let text = "[model]\nname = \"Damped\"\n[body.block]\nmass = 2.0\nvelocity = 1.5\n[body.table]\n\
                motion = \"prescribed\"\n[damper.oil]\nbetween = [\"block\", \"table\"]\ndamping = 0.7\n";
    let unit = Model::read(text, "damped.toml").unwrap();
    let mut instance = started_with(&unit, &[("table.velocity", 0.5)]);
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
    let text = "[model]\nname = \"Shaft\"\n[body.rotor]\naxis = \"rotation\"\ninertia = 1.0\nangularVelocity = 3.0\n\
                [body.shaft]\naxis = \"rotation\"\ninertia = 0.0\n[damper.oil]\nbetween = [\"rotor\", \"shaft\"]\n\
                damping = 1.0\n[damper.bearing]\nbetween = \"shaft\"\ndamping = 2.0\n";
    let unit = Model::read(text, "shaft.toml").unwrap();
    let mut instance = started_with(&unit, &[]);
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
