//! Ports in the interface of an instance: saved states, effective masses as inputs, derivatives, warnings.

use std::f64::consts::PI;

use luztar::unit::{Fault, StopCondition, can_ramp};

use super::*;

/// A state that is saved between the reading of a reaction and the step goes on bit for bit.
#[test]
fn saved_ports_go_on_bit_for_bit() {
    let mut port = started(&unit(&friction(1.0)));
    let mut host = Host { stiffness: STIFFNESS, position: 0.2, velocity: 0.0 };
    couple(&mut port, &mut host, Master::Parallel, (1e-2, 0.3), 0.0, |_, _| {});
    let read = port.real("flange.reaction");
    let saved = port.save();
    let rest = |port: &mut Simulation| {
        let mut host = host;
        let mut told = Vec::new();
        for step in 30..60 {
            let read = if step == 30 { read } else { port.real("flange.reaction") };
            give(port, &host, host.force());
            port.step(f64::from(step) * 1e-2, 1e-2).unwrap();
            host.step(read, 1e-2);
            told.push(host.position.to_bits());
        }
        told
    };
    let first = rest(&mut port);
    let mut other = started(port.unit());
    other.restore(&saved).unwrap();
    assert_eq!(rest(&mut other), first);
    port.restore(&saved).unwrap();
    assert_eq!(rest(&mut port), first);
}

/// A state that is saved between two updates of an event goes on bit for bit in another instance: the time within which friction
/// stops slips is that of the step, which read a reaction before.
#[test]
fn saved_events_of_ports_go_on_bit_for_bit() {
    let element = "contact.floor = { between = \"flange\", law = \"coulomb\", kineticFriction = 1.0 }\n\
                   spring.own = { between = \"flange\", stiffness = 100.0 }";
    let text = mass_on(element, 1.0);
    let host = Host { stiffness: 0.0, position: 0.2, velocity: 0.1 };
    let mut port = docked_to(&text, &host, 0.0);
    give(&mut port, &host, 0.0);
    port.real("flange.reaction");
    let before = StopCondition::BeforeTransition { within: true };
    port.advance(0.0, 0.5, before, false).unwrap();
    assert!(port.is_pending() && port.time() < 0.1);
    port.make_pending().unwrap();
    let saved = port.save();
    let mut other = started(&unit(&text));
    other.restore(&saved).unwrap();
    let rest = |port: &mut Simulation| {
        port.make_pending().unwrap();
        let time = port.time();
        port.step(time, 0.1).unwrap();
        ["floor.state", "flange.position", "flange.velocity", "eventCount"]
            .map(|name| port.real(name).to_bits())
    };
    assert_eq!(rest(&mut other), rest(&mut port));
}

/// An effective mass that is an input may follow the host's configuration; it must stay what it is: a mass, or none.
#[test]
fn an_effective_mass_may_be_an_input() {
    let text =
        friction(1.0).replace("effectiveMass = 1", "effectiveMass = { input = true, start = 2.0 }");
    let mut port = started(&unit(&text));
    port.put("flange.velocity", 1.0);
    for (step, mass) in [(0, 2.0), (1, 4.0)] {
        port.put("flange.effectiveMass", mass);
        port.put("flange.velocity", 1.0);
        port.step(f64::from(step) * 0.1, 0.1).unwrap();
        // It slows down by 3 N/m and moves on as far as nobody says where it is.
        assert!((port.real("flange.velocity") - (1.0 - 0.3 / mass)).abs() < 1e-14);
        assert!((port.real("flange.meanReaction") + 3.0).abs() < 1e-13);
    }
    port.put("flange.effectiveMass", 0.0);
    let fault = port.step(0.2, 0.1).unwrap_err().to_string();
    assert!(fault.contains("flange.effectiveMass") && fault.contains("must stay > 0"), "{fault}");
    port.put("flange.effectiveMass", 4.0);
    port.step(0.2, 0.1).unwrap();
    // Without a mass at the start there is none later, nor one that is none.
    let mut given = docked(&text, &[("flange.effectiveMass", 0.0)]);
    for (mass, rule) in [(-3.0, "must be ≥ 0"), (3.0, "must stay 0")] {
        given.put("flange.effectiveMass", mass);
        let fault = given.step(0.0, 0.1).unwrap_err().to_string();
        assert!(fault.contains("flange.effectiveMass") && fault.contains(rule), "{fault}");
    }
    given.put("flange.effectiveMass", 0.0);
    given.step(0.0, 0.1).unwrap();
    // A ramp could carry it below 0 within a step.
    let mass = port.index("flange.effectiveMass");
    let fault = port.set_input_derivative(mass, -100.0).unwrap_err().to_string();
    assert!(fault.contains("must be 0: an effective mass is constant within a step"), "{fault}");
    port.set_input_derivative(port.index("flange.appliedForce"), -100.0).unwrap();
    // Nor is it declared that all inputs may be ramps; of a file with a number as its mass it is.
    assert!(!can_ramp(port.unit().network()));
    assert!(can_ramp(unit(&friction(1.0)).network()));
}

/// Stuck, the reaction stops the residue of the velocity within the step and balances the applied force: its derivatives are
/// −m/h and −1; a slipping contact does not see either, and a spring gives the impulse of its swing.
#[test]
fn reactions_have_the_derivatives_of_the_reduced_step() {
    let (mass, h) = (2.0, 0.01);
    let derivatives = |port: &mut Simulation| {
        let reaction = port.index("flange.reaction");
        ["position", "velocity", "appliedForce"].map(|name| {
            let known = port.index(&format!("flange.{name}"));
            let mut found = f64::NAN;
            let along = std::iter::once((known, 1.0));
            port.directional_derivative(&[reaction], along, |_, value| found = value).unwrap();
            found
        })
    };
    let close = |found: [f64; 3], wanted: [f64; 3]| {
        for (found, wanted) in found.iter().zip(wanted) {
            assert!((found - wanted).abs() <= 1e-6 * wanted.abs().max(1.0), "{found} {wanted}");
        }
    };
    let host = Host { stiffness: 0.0, position: 0.25, velocity: 0.0 };
    let mut stuck = docked_to(&friction(mass), &host, 1.7);
    close(derivatives(&mut stuck), [0.0, -mass / h, -1.0]);
    // Friction balances the applied force.
    let [force, applied] =
        ["floor.frictionForce", "flange.appliedForce"].map(|name| stuck.index(name));
    let (along, mut found) = (std::iter::once((applied, 1.0)), f64::NAN);
    stuck.directional_derivative(&[force], along, |_, value| found = value).unwrap();
    assert_eq!(found, 1.0);
    let host = Host { velocity: 1.0, ..host };
    let mut slips = docked_to(&friction(mass), &host, 1.7);
    close(derivatives(&mut slips), [0.0, 0.0, 0.0]);
    // F = −k z with m z'' = −k z + f: mean over h of −k ((z − f/k) cos ωt + v/ω sin ωt) − f.
    let spring = "spring.s = { between = \"flange\", stiffness = 800.0 }";
    let mut swings = docked_to(&mass_on(spring, mass), &host, 0.0);
    let w = (800.0_f64 / mass).sqrt();
    let (s, c) = (w * h).sin_cos();
    let wanted = [-800.0 * s / (w * h), -800.0 * (1.0 - c) / (w * w * h), s / (w * h) - 1.0];
    close(derivatives(&mut swings), wanted);
}

/// Returns the derivatives of the reaction of a port by its position, velocity and applied force.
fn by_flange(port: &mut Simulation) -> [Result<f64, Fault>; 3] {
    let reaction = port.index("flange.reaction");
    ["position", "velocity", "appliedForce"].map(|name| {
        let (known, mut found) = (port.index(&format!("flange.{name}")), f64::NAN);
        let along = std::iter::once((known, 1.0));
        port.directional_derivative(&[reaction], along, |_, value| found = value)?;
        Ok(found)
    })
}

/// A slip v of m reverses after τ = m v/(g + F) under the force −g: R = g − ((g − F) (h − τ) + m v)/h, and its derivatives, are the same
/// ones whenever the motion has begun.
#[test]
fn reactions_have_derivatives_through_a_reversal_at_all_times() {
    let (m, f, g, v, h) = (2.0, 3.0, 20.0, 0.03, 0.01);
    let tau = m * v / (g + f);
    let exact = [0.0, -2.0 * f * m / ((g + f) * h), -2.0 * f * tau / ((g + f) * h)];
    for start in [0.0, 1e3, -1e5, 1e7, 1e9] {
        let mut port = Simulation::new(unit(&friction(m)));
        port.setup_experiment(start, None, None).unwrap();
        for (name, value) in [("flange.velocity", v), ("flange.appliedForce", -g)] {
            port.put(name, value);
        }
        port.enter_initialization().unwrap();
        port.exit_initialization().unwrap();
        let saved = port.save();
        for (found, exact) in by_flange(&mut port).into_iter().zip(exact) {
            let found = found.unwrap();
            assert!((found - exact).abs() <= 1e-6 * exact.abs(), "{start}: {found} {exact}");
        }
        assert!(port.save() == saved, "looking changes nothing");
    }
}

/// A body that an excitation swings rubs on a port and turns round within the step: later it is as with the phase of then. Where a
/// formula reads the time, what the clock does not resolve is refused.
#[test]
fn excitations_keep_their_phases_in_derivatives_of_reactions() {
    let text = |phase: f64, more: &str| {
        mass_on("", 1.0)
            + &format!(
                "[body.swing]\nmass = 0.5\nvelocity = 0.02\nexcitation = {{ amplitude = 30.0, angularFrequency = 50.0, \
                 phase = {phase} }}\n[contact.rub]\nbetween = [\"swing\", \"flange\"]\nlaw = \"stribeck\"\n\
                 kineticFriction = 2.0\nstaticFriction = 3.0\nstribeckVelocity = 0.1\n{more}"
            )
    };
    let derivatives = |text: &str, start: f64| {
        let mut port = Simulation::new(unit(text));
        port.setup_experiment(start, None, None).unwrap();
        port.enter_initialization().unwrap();
        port.exit_initialization().unwrap();
        by_flange(&mut port)
    };
    let start = 2e6;
    let first = derivatives(&text(3.0 + 50.0 * start, ""), 0.0);
    let later = derivatives(&text(3.0, ""), start);
    for (found, exact) in later.iter().zip(&first) {
        let (found, exact) = (found.as_ref().unwrap(), exact.as_ref().unwrap());
        assert!((found - exact).abs() <= 1e-6 * exact.abs().max(1e-3), "{found} {exact}");
    }
    assert!(first[1].as_ref().unwrap().abs() > 1.0);
    let timed = text(3.0, "[force.wind]\nbetween = \"swing\"\nforce = \"sin(40*t)\"\n");
    assert!(derivatives(&timed, 0.0).iter().all(Result::is_ok));
    let fault = derivatives(&timed, 1e9)[1].as_ref().unwrap_err().to_string();
    assert!(
        fault.contains("flange.reaction") && fault.contains("begin at an earlier time"),
        "{fault}"
    );
}

/// A spring and a damper from a port to a free body see their difference alone, so that the reaction has opposite derivatives by
/// the motions of both; a body that is stuck to another one cannot move by itself.
#[test]
fn reactions_have_derivatives_by_states_of_other_bodies() {
    let text = |more: &str| {
        format!(
            "[model]\nname = \"Two\"\n[experiment]\nstepSize = 0.001\n[body.A]\nmotion = \"port\"\neffectiveMass = 1.0\n\
             [body.B]\nmass = 2.0\nforce = \"input\"\n[spring.k]\nbetween = [\"A\", \"B\"]\nstiffness = 100.0\n\
             damping = 3.0\n{more}"
        )
    };
    let derivative = |port: &mut Simulation, known: &str| {
        let (reaction, known) = (port.index("A.reaction"), port.index(known));
        let mut found = f64::NAN;
        let along = std::iter::once((known, 1.0));
        port.directional_derivative(&[reaction], along, |_, value| found = value).map(|()| found)
    };
    let mut port = started(&unit(&text("")));
    port.step(0.0, 0.001).unwrap();
    for (quantity, size) in [("position", 100.0), ("velocity", 3.0)] {
        let [own, other] =
            ["A", "B"].map(|body| derivative(&mut port, &format!("{body}.{quantity}")).unwrap());
        assert!((own + other).abs() <= 1e-6 * own.abs(), "{quantity}: {own} {other}");
        assert!((other - size).abs() <= 0.02 * size, "{quantity}: {other}");
    }
    let held = "[contact.floor]\nbetween = \"B\"\nlaw = \"coulomb\"\nkineticFriction = 10.0\n";
    let mut port = started(&unit(&text(held)));
    assert!(derivative(&mut port, "B.position").unwrap() > 90.0);
    let fault = derivative(&mut port, "B.velocity").unwrap_err().to_string();
    assert!(fault.contains("velocities change against a stuck contact"), "{fault}");
}

/// A mass of the host that a contact without its effective mass shall stop is reversed for single steps: that is reported once, with
/// what is missing. Motions that are truly given, and masses of ports, are not.
#[test]
fn masses_that_chatter_on_given_motions_are_reported_once() {
    let warnings = |effective_mass: f64, h: f64| {
        let mut host = Host { stiffness: STIFFNESS, position: 0.2, velocity: 0.0 };
        let mut port = docked_to(&friction(effective_mass), &host, host.force());
        let mut found = Vec::new();
        for step in 0..(3.0 / h).round() as usize {
            give(&mut port, &host, host.force());
            port.step(step as f64 * h, h).unwrap();
            found.extend(port.take_warning().map(|warning| warning.to_string()));
            host.step(port.real("flange.meanReaction"), h);
        }
        found
    };
    for h in [0.01, 0.001] {
        let found = warnings(0.0, h);
        assert_eq!(found.len(), 1, "{found:?}");
        for part in ["floor: at t = ", "flange.effectiveMass, flange.appliedForce", "coupling.md"] {
            assert!(found[0].contains(part), "{part}: {}", found[0]);
        }
        assert_eq!(warnings(1.0, h), [""; 0]);
    }
    let mut rig = docked(&friction(0.0), &[]);
    for step in 0..400 {
        // Five samples in a period.
        let phase = f64::from(step) * PI / 2.5;
        rig.put("flange.position", (1.0 - phase.cos()) * 0.01);
        rig.put("flange.velocity", phase.sin());
        rig.step(0.01 * f64::from(step), 0.01).unwrap();
        assert!(rig.take_warning().is_none());
    }
}

/// Where the host says that a flange is where it was at the communication point before, springs there see that at once.
#[test]
fn positions_that_were_given_before_are_read_at_once() {
    let spring = "spring.s = { between = \"flange\", stiffness = 10.0, damping = 3.0 }";
    let mut port = docked_to(
        &mass_on(spring, 2.0),
        &Host { stiffness: 0.0, position: 0.1, velocity: 0.5 },
        4.0,
    );
    port.step(0.0, 0.5).unwrap();
    assert!(port.real("s.deflection") > 0.2);
    for (position, velocity) in [(0.1, 0.5), (0.1, 0.0), (0.2, 0.5), (0.1, 0.5)] {
        port.put("flange.position", position);
        port.put("flange.velocity", velocity);
        assert_eq!(port.real("s.deflection"), position);
        assert!((port.real("s.force") - 10.0 * position - 3.0 * velocity).abs() < 1e-14);
    }
    port.step(0.5, 1e-6).unwrap();
    assert!((port.real("s.deflection") - 0.1).abs() < 1e-6);
}
