//! The two-mass systems of the papers with a mass of 0 or a fixed body, as network files: against the
//! papers' degenerate equations, and as limits of systems with small masses.

use std::sync::Arc;

use luztar::dynamics::ContactMode;
use luztar::network::{Network, read};
use luztar::projections::{Tar, luz};
use proptest::prelude::*;

use crate::forms::{TwoMassOneContact, TwoMassTwoContacts};
use crate::run::Run;

/// Round-off of velocities and accelerations.
const SAME: f64 = 1e-11;

/// A body's mass; None: it is fixed.
type Mass = Option<f64>;

/// A file with the contacts that have friction: (viscous coefficient, limit) of 12, 20 and 10.
fn network(masses: [Mass; 2], contacts: [Option<Tar>; 3]) -> Arc<Network> {
    let mut text = String::from("[model]\nname = \"Pair\"\n");
    for (body, mass) in masses.iter().enumerate() {
        let motion = match mass {
            Some(mass) => format!("mass = {mass:?}\nforce = \"input\""),
            None => "motion = \"fixed\"".into(),
        };
        text += &format!("[body.body{}]\n{motion}\n", body + 1);
    }
    let ends = [("12", "[\"body1\", \"body2\"]"), ("20", "\"body2\""), ("10", "\"body1\"")];
    for ((name, between), friction) in ends.iter().zip(contacts) {
        let Some(friction) = friction else { continue };
        text += &format!(
            "[contact.contact{name}]\nbetween = {between}\nlaw = \"coulomb\"\nkineticFriction = {:?}\n\
             viscous = {:?}\n",
            friction.jump(),
            friction.slope()
        );
    }
    Arc::new(read(&text, "pair.toml").unwrap_or_else(|faults| panic!("{faults}\n{text}")))
}

/// Runs with held forces, step by step, and checks each end of a step and each jump.
fn drive(
    network: &Arc<Network>,
    forces: &[[f64; 2]],
    check: impl Fn(&mut Run, [f64; 2]) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    let mut run = Run::new(network);
    for (step, force) in forces.iter().enumerate() {
        for (body, force) in force.iter().enumerate() {
            let name = format!("body{}.force", body + 1);
            if network.inputs.iter().any(|input| input.name == name) {
                run.set(&name, *force);
            }
        }
        // A jump of the forces, and what becomes of it.
        for end in [0.0, 0.15] {
            run.advance(0.15 * step as f64 + end);
            check(&mut run, *force)?;
        }
    }
    Ok(())
}

fn close(actual: f64, expected: f64) -> Result<(), TestCaseError> {
    prop_assert!((actual - expected).abs() <= SAME * (1.0 + expected.abs()), "{actual} {expected}");
    Ok(())
}

fn friction() -> impl Strategy<Value = Tar> {
    (0.2..2.0, prop_oneof![Just(0.0), Just(1.0), 0.0..2.0])
        .prop_map(|(slope, jump)| Tar::new(slope, jump).unwrap())
}

fn mass() -> impl Strategy<Value = f64> {
    prop_oneof![Just(1.0), 0.3..3.0]
}

fn forces() -> impl Strategy<Value = Vec<[f64; 2]>> {
    let force = || prop_oneof![Just(0.0), Just(1.0), -4.0..4.0];
    prop::collection::vec([force(), force()], 1..12)
}

/// C·tar(w, FT0/C) for w ≠ 0, and what of a force is left at w = 0.
fn left(force: f64, friction: Tar, w: f64, mode: ContactMode) -> f64 {
    match mode {
        ContactMode::Stuck => luz(force, friction.jump()),
        _ => force - friction.slope() * w - friction.jump() * f64::from(mode as i32),
    }
}

proptest! {
    #[test]
    fn one_contact_with_a_massless_top(m2 in mass(), c12 in friction(), forces in forces()) {
        let system = TwoMassOneContact { mass: [f64::NAN, m2], contact12: c12 };
        let file = network([Some(0.0), Some(m2)], [Some(c12), None, None]);
        drive(&file, &forces, |run, force| {
            let limit = system.first_massless(force);
            let seen = run.observe();
            close(seen.slip_velocity[0], limit.slip_velocity)?;
            close(seen.velocity[0] - seen.velocity[1], limit.slip_velocity)?;
            close(seen.acceleration[1], limit.acceleration2)
        })?;
    }

    #[test]
    fn one_contact_with_a_massless_bottom(m1 in mass(), c12 in friction(), forces in forces()) {
        // The mirror image: body 2 rides on body 1.
        let system = TwoMassOneContact { mass: [f64::NAN, m1], contact12: c12 };
        let file = network([Some(m1), Some(0.0)], [Some(c12), None, None]);
        drive(&file, &forces, |run, [f1, f2]| {
            let limit = system.first_massless([f2, f1]);
            let seen = run.observe();
            close(-seen.slip_velocity[0], limit.slip_velocity)?;
            close(seen.acceleration[0], limit.acceleration2)
        })?;
    }

    #[test]
    fn two_contacts_with_a_massless_top(
        m2 in mass(), c12 in friction(), c20 in friction(), forces in forces(),
    ) {
        let system = TwoMassTwoContacts { mass: [f64::NAN, m2], contact12: c12, contact20: c20 };
        let file = network([Some(0.0), Some(m2)], [Some(c12), Some(c20), None]);
        drive(&file, &forces, |run, force| {
            let mode = run.contact(1);
            let seen = run.observe();
            // At an instant of arrival the one-sided equation holds, not the one of ż₂ = 0.
            let limit = system.first_massless(force, seen.velocity[1]);
            close(seen.slip_velocity[0], limit.slip_velocity)?;
            let left = left(force[0] + force[1], c20, seen.velocity[1], mode);
            close(seen.acceleration[1], left / m2)?;
            if seen.velocity[1] != 0.0 || mode == ContactMode::Stuck {
                close(seen.acceleration[1], limit.acceleration2)?;
            }
            Ok(())
        })?;
    }

    #[test]
    fn two_contacts_with_a_massless_sheet(
        m1 in mass(), c12 in friction(), c20 in friction(), forces in forces(),
    ) {
        let system = TwoMassTwoContacts { mass: [m1, f64::NAN], contact12: c12, contact20: c20 };
        let file = network([Some(m1), Some(0.0)], [Some(c12), Some(c20), None]);
        let forces: Vec<_> = forces.iter().map(|[f1, _]| [*f1, 0.0]).collect();
        drive(&file, &forces, |run, [f1, _]| {
            let modes = [run.contact(0), run.contact(1)];
            let seen = run.observe();
            let limit = system.second_massless(f1, seen.velocity[0]);
            close(seen.velocity[1], limit.velocity2)?;
            let exact = match modes {
                // ‡ The sheet passes on what the ground gives it.
                [ContactMode::Stuck, ContactMode::Stuck] => luz(f1, c12.jump().min(c20.jump())),
                [ContactMode::Stuck, mode] => left(f1, c20, seen.velocity[0], mode),
                [mode, _] => left(f1, c12, seen.slip_velocity[0], mode),
            };
            close(seen.acceleration[0], exact / m1)?;
            if modes[0] != ContactMode::Stuck && seen.slip_velocity[0] != 0.0 {
                close(seen.acceleration[0], limit.acceleration1)?;
            }
            Ok(())
        })?;
    }

    #[test]
    fn one_body_cannot_move(
        m in mass(), c12 in friction(), c20 in friction(), forces in forces(),
    ) {
        let system = TwoMassTwoContacts { mass: [m, m], contact12: c12, contact20: c20 };
        let fixed_top = network([None, Some(m)], [Some(c12), Some(c20), None]);
        drive(&fixed_top, &forces, |run, [_, f2]| {
            let stuck = run.contact(1) == ContactMode::Stuck;
            let seen = run.observe();
            if seen.velocity[1] != 0.0 || stuck {
                close(seen.acceleration[1], system.first_immovable(f2, seen.velocity[1]))?;
            }
            Ok(())
        })?;
        let fixed_bottom = network([Some(m), None], [Some(c12), None, None]);
        drive(&fixed_bottom, &forces, |run, [f1, _]| {
            let stuck = run.contact(0) == ContactMode::Stuck;
            let seen = run.observe();
            if seen.velocity[0] != 0.0 || stuck {
                close(seen.acceleration[0], system.second_immovable(f1, seen.velocity[0]))?;
            }
            Ok(())
        })?;
    }
}

/// Positions over time under forces that change every 0.2 s.
fn path(masses: [Mass; 2], contacts: [Option<Tar>; 3]) -> Vec<f64> {
    let network = network(masses, contacts);
    let mut run = Run::new(&network);
    let mut path = Vec::new();
    for step in 0..20 {
        let t = f64::from(step);
        for (name, force) in
            [("body1.force", 4.0 * (1.7 * t).sin()), ("body2.force", 3.0 * (0.9 * t + 1.0).cos())]
        {
            if network.inputs.iter().any(|input| input.name == name) {
                run.set(name, force);
            }
        }
        run.advance(0.2 * (t + 1.0));
        path.extend_from_slice(&run.state().position);
    }
    path
}

/// Greatest distance of two paths.
fn apart(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

#[test]
fn small_masses_tend_to_none_and_great_ones_to_fixed_bodies() {
    let tar = |slope, jump| Some(Tar::new(slope, jump).unwrap());
    let systems = [
        [tar(0.8, 1.0), tar(0.5, 1.2), tar(0.6, 0.9)],
        [tar(0.8, 1.5), tar(0.5, 0.7), None],
        [tar(0.4, 0.5), None, tar(1.1, 0.3)],
    ];
    for contacts in systems {
        for small in [0, 1] {
            let with = |mass: Mass| {
                let mut masses = [Some(1.5); 2];
                masses[small] = mass;
                path(masses, contacts)
            };
            let limit = with(Some(0.0));
            assert!(limit.iter().any(|z| z.abs() > 0.1));
            // The error is of first order in the mass: what it carries past each jump of a force.
            let errors = [1e-2, 1e-3, 1e-4].map(|mass| apart(&with(Some(mass)), &limit));
            assert!(errors[0] < 0.3 && errors[2] < 3e-3, "{errors:?}");
            assert!(errors[1] < 0.15 * errors[0] && errors[2] < 0.15 * errors[1], "{errors:?}");
            if contacts[2 - small].is_some() {
                // A contact of the ground and a fixed body is none.
                continue;
            }
            let limit = with(None);
            let errors = [1e3, 1e5].map(|mass| apart(&with(Some(mass)), &limit));
            assert!(errors[0] < 0.1 && errors[1] < 0.02 * errors[0], "{errors:?}");
        }
    }
}
