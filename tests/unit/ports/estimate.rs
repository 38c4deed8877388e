//! Ports whose applied force is estimated by the velocities of the host.

use super::motion::exact;
use super::*;

fn estimating(effective_mass: f64, master: Master, start: f64) -> String {
    let applied = match master {
        Master::ElementFirst => "meanReaction",
        Master::Parallel => "reaction",
    };
    let force = format!(
        "effectiveMass = {effective_mass}, appliedForce = {{ estimate = \"{applied}\", start = {start} }}"
    );
    friction(effective_mass).replace(&format!("effectiveMass = {effective_mass}"), &force)
}

/// Gives positions and velocities alone; a host that records its run reads both reactions at all times.
fn couple_unknown(
    port: &mut Simulation,
    host: &mut Host,
    master: Master,
    (h, end): (f64, f64),
    mut see: impl FnMut(f64, &Host),
) {
    for step in 0..(end / h).round() as usize {
        let read = port.real("flange.reaction");
        port.put("flange.position", host.position);
        port.put("flange.velocity", host.velocity);
        port.step(step as f64 * h, h).unwrap();
        let mean = port.real("flange.meanReaction");
        host.step(if master == Master::Parallel { read } else { mean }, h);
        see((step + 1) as f64 * h, host);
    }
}

/// Greatest error, greatest speed and displacement from a time of rest on, and transitions.
fn slide(text: &str, master: Master, h: f64, times: [f64; 2]) -> (f64, f64, f64, f64) {
    let mut host = Host { stiffness: STIFFNESS, position: 0.2, velocity: 0.0 };
    let mut port = docked(text, &[("flange.position", 0.2)]);
    let (mut error, mut speed, mut way, mut rest) = (0.0_f64, 0.0_f64, 0.0_f64, None);
    couple_unknown(&mut port, &mut host, master, (h, times[1]), |time, host| {
        error = error.max((host.position - exact(time)).abs());
        if time >= times[0] {
            speed = speed.max(host.velocity.abs());
            way = way.max((host.position - *rest.get_or_insert(host.position)).abs());
        }
    });
    (error, speed, way, port.real("eventCount"))
}

/// With the right mass it rests for good in both orders of the master. The first step alone is off where its force is
/// unknown: by F h²/m of the position, growing with the velocity F h/m.
#[test]
fn a_host_that_cannot_tell_the_force_comes_to_rest() {
    for (master, start, bounds) in [
        (Master::ElementFirst, -20.0, [3e-4, 3e-6, 3e-8]),
        (Master::ElementFirst, 0.0, [4e-3, 4e-4, 4e-5]),
        (Master::Parallel, -20.0, [4e-3, 4e-4, 4e-5]),
        (Master::Parallel, 0.0, [8e-3, 8e-4, 8e-5]),
    ] {
        for (h, bound) in [1e-2, 1e-3, 1e-4].into_iter().zip(bounds) {
            let text = estimating(1.0, master, start);
            let end = if h < 1e-3 { 1.0 } else { 1.0 + 6e3 * h };
            let (error, speed, way, events) = slide(&text, master, h, [0.96 + 12.0 * h, end]);
            let told = format!(
                "{master:?} {start} {h}: error {error:e} speed {speed:e} way {way:e} {events}"
            );
            println!("{told}");
            assert!(error <= bound, "{told}");
            assert!(speed <= 1e-12 && way <= 1e-13, "{told}");
            assert!(events <= 4.0, "{told}");
        }
    }
}

/// A mass that is too small by half still rests where the unit steps first.
#[test]
fn half_the_mass_rests_where_the_unit_steps_first() {
    for (h, bound) in [(1e-2, 1e-3), (1e-3, 7e-5)] {
        let text = estimating(0.5, Master::ElementFirst, -20.0);
        let (error, speed, ..) = slide(&text, Master::ElementFirst, h, [3.0, 5.0]);
        assert!(error <= bound && speed <= 1e-12, "{h}: error {error:e} speed {speed:e}");
    }
}

/// Another wrong mass alternates, and the unit warns of that once.
#[test]
fn a_wrong_mass_alternates_with_a_warning() {
    let mut host = Host { stiffness: STIFFNESS, position: 0.2, velocity: 0.0 };
    let text = estimating(3.0, Master::Parallel, -20.0);
    let mut port = docked(&text, &[("flange.position", 0.2)]);
    let mut warnings = Vec::new();
    for step in 0..4000 {
        let read = port.real("flange.reaction");
        port.put("flange.position", host.position);
        port.put("flange.velocity", host.velocity);
        port.step(f64::from(step) * 1e-3, 1e-3).unwrap();
        host.step(read, 1e-3);
        warnings.extend(port.take_warning().map(|warning| warning.to_string()));
    }
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(warnings[0].contains("flange.effectiveMass"), "{warnings:?}");
}

/// The estimate is the mean force of the last step: m Δv/h less what the host applied of the unit.
#[test]
fn the_estimate_is_an_output() {
    let mut port = docked(&estimating(2.0, Master::ElementFirst, 5.0), &[]);
    assert_eq!(port.real("flange.appliedForce"), 5.0);
    port.step(0.0, 0.25).unwrap();
    let mean = port.real("flange.meanReaction");
    assert_eq!(mean, -3.0);
    assert_eq!(port.real("flange.appliedForce"), 5.0);
    port.put("flange.velocity", 1.0);
    // 2 kg have gained 1 m/s in 0.25 s under −3 N of the unit.
    assert_eq!(port.real("flange.appliedForce"), 8.0 + 3.0);
    let [velocity, applied, reaction] =
        ["flange.velocity", "flange.appliedForce", "flange.reaction"]
            .map(|name| port.unit().find(name).unwrap());
    let mut found = Vec::new();
    let seed = std::iter::once((velocity, 1.0));
    port.directional_derivative(&[applied, reaction], seed, |_, value| found.push(value)).unwrap();
    // Where it slips the reaction is that of friction.
    assert_eq!(found[0], 8.0);
    assert!(found[1].abs() <= 1e-6, "{found:?}");
    assert!(port.unit().obstacle_to_exchange().is_some());
    port.set(applied, Value::Real(1.0)).unwrap_err();
}

/// Saved between two steps it goes on bit for bit, in both orders.
#[test]
fn estimates_are_saved() {
    for master in MASTERS {
        let text = estimating(1.0, master, -20.0);
        let mut host = Host { stiffness: STIFFNESS, position: 0.2, velocity: 0.0 };
        let mut port = docked(&text, &[("flange.position", 0.2)]);
        couple_unknown(&mut port, &mut host, master, (1e-2, 0.3), |_, _| {});
        let saved = port.save();
        let mut other = started(port.unit());
        other.restore(&saved).unwrap();
        let rest = |port: &mut Simulation| -> Vec<u64> {
            let mut host = host;
            let mut told = Vec::new();
            for step in 30..120 {
                let read = port.real("flange.reaction");
                port.put("flange.position", host.position);
                port.put("flange.velocity", host.velocity);
                port.step(f64::from(step) * 1e-2, 1e-2).unwrap();
                let mean = port.real("flange.meanReaction");
                host.step(if master == Master::Parallel { read } else { mean }, 1e-2);
                told.push(host.position.to_bits());
            }
            told
        };
        assert_eq!(rest(&mut port), rest(&mut other), "{master:?}");
    }
}
