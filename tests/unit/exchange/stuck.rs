//! Stuck contacts stay stuck, whatever round-off a host leaves in the states.

use std::f64::consts::PI;

use luztar::dynamics::{Element, Event, SpringId};
use luztar::unit::{Accessor, Model, Value, catalogue};

use super::drive::{Drive, SEGMENT};
use super::host::Integrator;
use crate::support::{Named, started};

/// What a host's arithmetic leaves in a state of size 1.
const ROUND_OFF: f64 = 1e-12;

fn noisy(x: &[f64], noise: f64, round: usize) -> Vec<f64> {
    let shake = |k: usize| ((k * 7919 + round * 104_729) as f64).sin();
    x.iter().enumerate().map(|(k, x)| x + noise * x.abs().max(1.0) * shake(k)).collect()
}

fn stuck(host: &mut Integrator, unit: &Model) -> Vec<usize> {
    let contacts =
        unit.variables().iter().enumerate().filter_map(|(index, row)| match row.accessor {
            Accessor::Stuck(contact) => Some((index, contact)),
            _ => None,
        });
    contacts
        .filter(|(index, _)| host.instance.get(*index).unwrap() == Value::Boolean(true))
        .map(|(_, contact)| contact)
        .collect()
}

#[test]
fn a_contact_at_rest_does_not_wake() {
    let unit = catalogue::unit("TwoMassThreeContacts").unwrap();
    let mut host = Integrator::new(&unit, &[("body1.force", 0.1)]);
    let x: Vec<f64> = host.x.iter().map(|x| x + 1e-7).collect();
    host.place(0.5, &x);
    for contact in ["contact12", "contact10", "contact20"] {
        let name = format!("{contact}.slipVelocity");
        assert_eq!(host.get(&name), 0.0, "{name}");
    }
    assert!(host.indicators().iter().all(|z| *z > 0.0));
    (host.time, host.x) = (0.5, x);
    host.event();
    assert_eq!(host.events, []);
    assert_eq!(host.get("contact12.stuck"), 1.0);
}

/// Every unit on its way: with round-off in all states nothing leaves its mode, contacts that are stuck have no
/// slip at all, and an event that is asked for makes no transition.
#[test]
fn round_off_wakes_no_stuck_contact_of_any_unit() {
    let mut held = 0;
    for name in catalogue::names() {
        let unit = catalogue::unit(name).unwrap();
        let slips: Vec<(usize, usize)> = unit
            .variables()
            .iter()
            .enumerate()
            .filter_map(|(index, row)| match row.accessor {
                Accessor::SlipVelocity(contact) => Some((index, contact)),
                _ => None,
            })
            .collect();
        let drive = Drive::of(&unit);
        let mut host = Integrator::driven(&unit, drive);
        for point in 1..=12 {
            host.run(point as f64 * SEGMENT * 0.97, SEGMENT);
            let before = stuck(&mut host, &unit);
            let count = host.events.len();
            let x = host.x.clone();
            for round in 0..4 {
                let moved = noisy(&x, ROUND_OFF, round);
                host.place(host.time, &moved);
                for (index, _) in slips.iter().filter(|(_, contact)| before.contains(contact)) {
                    let Value::Real(slip) = host.instance.get(*index).unwrap() else { panic!() };
                    let scale = host.x.iter().fold(1.0, |m: f64, x| m.max(x.abs()));
                    assert!(slip.abs() <= f64::EPSILON * scale, "{name}: {slip:e}");
                    held += 1;
                }
                let z = host.indicators();
                assert!(z.iter().all(|z| *z > 0.0), "{name} at {}: {z:?}", host.time);
                host.x = moved;
                host.event();
                assert_eq!(stuck(&mut host, &unit), before, "{name}");
                assert_eq!(host.events.len(), count, "{name}: {:?}", host.events.last());
            }
            host.place(host.time, &x);
            host.x = x;
        }
    }
    assert!(held > 500, "{held} stuck contacts looked at");
}

/// A ball strikes a block that a freewheel holds, and leaves as fast as it came: √(m/k)·π later the push is over, and with it
/// what the freewheel has to hold. It lets nothing go.
#[test]
fn a_freewheel_holds_until_a_blow_is_over_and_after() {
    let text = "[model]\nname = \"Blow\"\n[body.block]\nmass = 1.0\n[body.ball]\nmass = 1.0\nposition = 0.1\nvelocity = -1.0\n\
                [spring.buffer]\nbetween = [\"ball\", \"block\"]\nstiffness = 100.0\ngap = [0.05, 10.0]\n\
                [contact.ratchet]\nbetween = \"block\"\nlaw = \"oneWay\"\n";
    for damping in ["", "damping = 0.5\n"] {
        let text = text.replace("gap", &format!("{damping}gap"));
        let unit = Model::read(&text, "blow.toml").unwrap();
        let mut host = Integrator::new(&unit, &[]);
        host.run(0.6, 1e-2);
        let buffer = |event: &Event| matches!(event.element(), Element::Spring(SpringId(0)));
        assert!(host.events.len() >= 2 && host.events.iter().all(buffer), "{:?}", host.events);
        assert!((host.events[0].time() - 0.05).abs() <= 1e-8, "{:?}", host.events);
        if damping.is_empty() {
            assert!((host.events[1].time() - 0.05 - PI / 10.0).abs() <= 1e-8, "{:?}", host.events);
            assert!((host.get("ball.velocity") - 1.0).abs() <= 1e-8);
        }
        assert_eq!((host.get("ratchet.stuck"), host.get("block.velocity")), (1.0, 0.0));
    }
}

/// A force that grows from 0 on a body parts it from another one that friction holds: the freewheel between them carries nothing at the
/// start and opens at once, whoever integrates. With the other direction it locks, and carries the force.
#[test]
fn a_freewheel_without_force_starts_as_forces_begin_to_change() {
    for (between, state, carried) in [("\"r\", \"m\"", 1.0, 0.0), ("\"m\", \"r\"", 0.0, -0.3)] {
        let text = format!(
            "[model]\nname = \"Parted\"\n[body.m]\nmass = 1.0\n[body.r]\nmass = 2.0\n[contact.wheel]\nbetween = [{between}]\n\
             law = \"oneWay\"\n[contact.floor]\nbetween = \"m\"\nlaw = \"coulomb\"\nkineticFriction = 0.4\n\
             [force.pull]\nbetween = \"r\"\nforce = \"t\"\n"
        );
        let unit = Model::read(&text, "parted.toml").unwrap();
        let mut slave = started(&unit);
        assert_eq!(slave.real("wheel.state"), state);
        slave.step(0.0, 0.3).unwrap();
        let mut host = Integrator::new(&unit, &[]);
        assert_eq!(host.get("wheel.state"), state);
        host.run(0.3, 1e-2);
        assert!(slave.step_events().is_empty() && host.events.is_empty(), "{:?}", host.events);
        let exact = if state == 1.0 { 0.3_f64.powi(3) / 12.0 } else { 0.0 };
        for (name, value) in
            [("r.position", exact), ("wheel.state", state), ("wheel.frictionForce", carried)]
        {
            for found in [slave.real(name), host.get(name)] {
                assert!((found - value).abs() <= 1e-9, "{name}: {found} {value}");
            }
        }
    }
}
