//! The gear pair with mesh efficiencies against the rigid one of the Modelica Standard Library, LossyGear (Pelchen, Schweiger,
//! Otter 2002), whose limit it is as the mesh stiffens, and its self-locking.
//!
//! A rigid gear takes the torque τ from its first shaft and gives i·M to its second one, M = g·τ, where g = η1 if the first
//! shaft drives (τ·ω > 0) and g = 1/η2 if the second one does (τ·ω < 0). At rest M is between the two: η1·τ ≤ M ≤ τ/η2 for
//! τ > 0, and the mirror image for τ < 0. Here M is the torque of the mesh, k·e + d·e', and what is lost is friction on the
//! first shaft, λ = τ − M. By M, which the formula of a normal load can say, it is
//!
//! |λ| = (1/η1 − 1)·|M| where M·ω > 0, |λ| = (1 − η2)·|M| where M·ω < 0,
//!
//! and at rest −(1 − η2)·M ≤ λ ≤ (1/η1 − 1)·M for M > 0. That depends on the sign of M as well as on that of ω. So there are two
//! contacts, one for each sign of M, and each differs by direction, by a law of its own: a contact without load is free.

use super::support::{Named, unit};
use super::{assert_near, begun, go};
use luztar::unit::{Model, Simulation};
use std::sync::Arc;

const FILE: &str = include_str!("../../../examples/networks/LossyGear.toml");

const ETA: [f64; 2] = [0.8, 0.7];
const INERTIA: f64 = 0.05;
const RATIO: f64 = 3.0;
/// Inertia of the wheel, and what the load takes, as the first shaft sees them.
const BEHIND: f64 = 0.18 / 9.0;
const LOAD: f64 = 9.0 / RATIO;
/// Torque of the motor, linear between these.
const TIMES: [f64; 13] = [0.0, 0.1, 0.2, 0.3, 0.32, 0.42, 0.52, 0.6, 0.8, 0.85, 0.95, 1.05, 2.0];
const TORQUES: [f64; 13] = [3.0, 8.0, 8.0, -15.0, -15.0, 8.0, 8.0, 3.0, 3.0, 1.0, 1.0, 8.0, 8.0];

const STIFFNESSES: [f64; 5] = [1e5, 1e6, 1e7, 1e8, 1e9];

/// Shortest time between two changes of the rigid gear, s.
const APART: f64 = 1e-9;

/// The rigid gear: its acceleration is linear in time from change to change.
struct Rigid {
    /// What the load takes, as the first shaft sees it.
    load: f64,
    time: f64,
    angle: f64,
    speed: f64,
    /// Direction of its motion, 0 at rest.
    way: f64,
    /// When it last changed its way, or the driving side.
    changed: f64,
}

impl Rigid {
    fn new() -> Self {
        Self { load: LOAD, time: 0.0, angle: 0.0, speed: 0.0, way: 0.0, changed: 0.0 }
    }

    /// Torque of the motor, its slope, and until when it keeps that.
    fn motor(&self) -> (f64, f64, f64) {
        let n = TIMES.iter().rposition(|time| *time <= self.time).expect("from 0 on");
        let slope = (TORQUES[n + 1] - TORQUES[n]) / (TIMES[n + 1] - TIMES[n]);
        (TORQUES[n] + slope * (self.time - TIMES[n]), slope, TIMES[n + 1])
    }

    /// Way that a gear at rest takes under a torque of the motor, which is τ then, while M is what the load takes.
    fn way_from_rest(&self, torque: f64) -> f64 {
        if ETA[0] * torque > self.load {
            1.0
        } else if torque < ETA[1] * self.load {
            -1.0
        } else {
            0.0
        }
    }

    /// Stands until the motor leaves the range in which it does, at most for so long.
    fn stand(&mut self, (torque, slope): (f64, f64), longest: f64) -> f64 {
        let leaves = [self.load / ETA[0], ETA[1] * self.load].map(|limit| (limit - torque) / slope);
        let time = leaves.into_iter().filter(|x| *x > APART).fold(longest, f64::min);
        self.way = self.way_from_rest(torque + slope * (time + APART));
        if self.way != 0.0 {
            self.changed = self.time + time;
        }
        time
    }

    /// Turns until it comes to rest or the other side drives, at most for so long: J1·ω' = T − τ, J2/i²·ω' = g·τ − L/i.
    fn turn(&mut self, (torque, slope): (f64, f64), longest: f64) -> f64 {
        // τ is this over J2/i² + g·J1 > 0.
        let (driving, rise) = (BEHIND * torque + INERTIA * self.load, BEHIND * slope);
        let ahead = driving + APART * rise;
        let gain = if ahead * self.way > 0.0 { ETA[0] } else { 1.0 / ETA[1] };
        let inertia = BEHIND + gain * INERTIA;
        let (rate, growth) = ((gain * torque - self.load) / inertia, gain * slope / inertia);
        let first = |times: [f64; 2]| {
            times.into_iter().filter(|x| *x > APART).fold(f64::INFINITY, f64::min)
        };
        let other = first([-driving / rise, f64::INFINITY]);
        let stop = first(roots(0.5 * growth, rate, self.speed));
        let time = longest.min(other).min(stop);
        self.angle += time * (self.speed + time * (rate / 2.0 + time * growth / 6.0));
        self.speed += time * (rate + time * growth / 2.0);
        if time == stop {
            (self.speed, self.way) = (0.0, self.way_from_rest(torque + slope * time));
        }
        if time == stop || time == other {
            self.changed = self.time + time;
        }
        time
    }

    fn go(&mut self, end: f64) {
        while self.time < end {
            let (torque, slope, kept) = self.motor();
            let next = kept.min(end);
            let longest = next - self.time;
            let time = match self.way {
                0.0 => self.stand((torque, slope), longest),
                _ => self.turn((torque, slope), longest),
            };
            self.time = if time == longest { next } else { self.time + time };
        }
    }
}

/// Where a·x² + b·x + c is 0; infinite or no number where it is not.
fn roots(a: f64, b: f64, c: f64) -> [f64; 2] {
    let both = -0.5 * (b + (b * b - 4.0 * a * c).sqrt().copysign(b));
    [both / a, c / both]
}

/// A gear whose mesh has this stiffness and 0.7 of critical damping, and carries the load at the start; and numbers of its own.
fn gear(unit: &Arc<Model>, stiffness: f64, numbers: &[(&str, f64)]) -> Simulation {
    let mass = INERTIA * BEHIND / (INERTIA + BEHIND);
    let damping = 1.4 * (stiffness * mass).sqrt();
    let mut all = vec![("wheel.angle0", -LOAD / stiffness / RATIO)];
    all.extend(["mesh.stiffness", "right.k", "left.k"].map(|name| (name, stiffness)));
    all.extend(["mesh.damping", "right.d", "left.d"].map(|name| (name, damping)));
    // Of angles of 1 rad the mesh takes 1e-9: errors of the motion are k times as great in M.
    all.push(("relativeTolerance", 1e-14));
    all.extend(numbers);
    begun(unit, &all)
}

/// Angles and velocities of both wheels as the first shaft sees them, less those of the rigid gear.
fn deviation(gear: &mut Simulation, rigid: &Rigid) -> [f64; 4] {
    [
        gear.real("motor.angle") - rigid.angle,
        RATIO * gear.real("wheel.angle") - rigid.angle,
        gear.real("motor.angularVelocity") - rigid.speed,
        RATIO * gear.real("wheel.angularVelocity") - rigid.speed,
    ]
}

/// The motor lifts, brakes the lifting, drives the load down, brakes it, holds it, lets it down and lifts again: each side drives
/// in both directions, and the torque is continuous. Ten times as stiff a mesh is ten times as near the rigid gear.
#[test]
fn a_stiff_mesh_approaches_the_rigid_gear_at_first_order() {
    // After each change: lifting, the load driving upwards, the motor downwards, the load downwards twice, at rest, downwards, lifting.
    let places = [
        (0.24, 1.0, 1.0),
        (0.28, 1.0, -1.0),
        (0.31, -1.0, -1.0),
        (0.4, -1.0, 1.0),
        (0.6, -1.0, 1.0),
        (0.78, 0.0, 1.0),
        (0.95, -1.0, 1.0),
        (1.1, 1.0, 1.0),
        (1.3, 1.0, 1.0),
    ];
    let unit = unit(FILE);
    let mut before: Option<Vec<[f64; 4]>> = None;
    for stiffness in STIFFNESSES {
        let mut rigid = Rigid::new();
        let mut gear = gear(&unit, stiffness, &[]);
        let mut found = Vec::new();
        for (time, way, carries) in places {
            rigid.go(time);
            go(&mut gear, time, 1);
            assert_eq!((rigid.way, rigid.speed.signum() * way), (way, way.abs()), "{time}");
            assert_eq!(gear.real("mesh.force").signum(), carries, "{time}");
            if way == 0.0 {
                assert_eq!(gear.real("motor.angularVelocity"), 0.0);
            }
            found.push(deviation(&mut gear, &rigid));
            // Of a torque k·e, the round-off of angles leaves 1e-15·k.
            let late = 1.0 / stiffness + 1e-15 * stiffness;
            assert_near(gear.real("lastEventTime"), rigid.changed, late);
        }
        assert_eq!(gear.real("eventCount"), 9.0);
        if let Some(before) = before.replace(found.clone()) {
            // At the stiffest mesh steps and round-off leave 1e-10.
            for (old, new) in before.as_flattened().iter().zip(found.as_flattened()) {
                assert_near(10.0 * new, *old, 0.06 * old.abs() + 1e-9);
            }
        }
    }
}

/// Where the load jumps, so that the other side drives, the torque of the mesh needs a time of √(1/k) to change its sign, in
/// which it loses what it lost before: velocities are off by as much.
#[test]
fn where_the_driving_side_jumps_the_order_is_a_half() {
    let unit = unit(FILE);
    let mut before: Option<f64> = None;
    for stiffness in STIFFNESSES {
        let mut gear = gear(&unit, stiffness, &[]);
        let mut rigid = Rigid::new();
        for (load, end) in [(LOAD, 0.15), (-20.0, 0.17)] {
            gear.put("wheel.constantTorque", -RATIO * load);
            rigid.load = load;
            rigid.go(end);
            go(&mut gear, end, 1);
        }
        let off = deviation(&mut gear, &rigid)[2];
        if let Some(before) = before.replace(off) {
            assert_near(before / off, 10_f64.sqrt(), 0.05);
        }
    }
}

/// A gear through which the load drives with this efficiency, under these torques of the motor.
fn driven(unit: &Arc<Model>, stiffness: f64, efficiency: f64, torques: [f64; 13]) -> Simulation {
    let names: Vec<String> = (1..=13).map(|n| format!("torque.torques[{n}]")).collect();
    let lost = ["right.backwardCoefficient", "left.forwardCoefficient"];
    let mut numbers: Vec<_> = lost.map(|name| (name, 1.0 - efficiency)).into();
    numbers.extend(names.iter().map(String::as_str).zip(torques));
    gear(unit, stiffness, &numbers)
}

/// With η2 < 0 no load turns the gear, whichever way it pulls and however it jumps: the motor stands, exactly, and the wheel moves
/// by what the mesh gives way. With η2 = 0 friction can hold M and no more, so that round-off decides. With any η2 > 0 the
/// load drives.
#[test]
fn it_locks_itself_without_an_efficiency_backwards() {
    let unit = unit(FILE);
    for (stiffness, efficiency) in
        STIFFNESSES.into_iter().flat_map(|k| [-0.1, -1e-9, 0.0, 1e-6].map(|x| (k, x)))
    {
        let mut gear = driven(&unit, stiffness, efficiency, [0.0; 13]);
        for (load, end) in [(LOAD, 0.03), (30.0, 0.06), (1.0, 0.09), (-40.0, 0.12), (0.5, 0.15)] {
            gear.put("wheel.constantTorque", -RATIO * load);
            for part in [0.02, 0.0] {
                go(&mut gear, end - part, 3);
                let stands = gear.real("motor.angularVelocity") == 0.0;
                assert_eq!(stands, efficiency <= 0.0, "{stiffness:e} {efficiency}");
            }
            if efficiency > 0.0 {
                break;
            }
            assert_near(gear.real("motor.angle"), 0.0, if efficiency < 0.0 { 0.0 } else { 1e-18 });
            assert_near(RATIO * stiffness * gear.real("wheel.angle"), -load, 1e-6);
        }
        let slips = gear.real("right.stickToSlipCount") + gear.real("left.stickToSlipCount");
        assert!(slips == 0.0 || efficiency >= 0.0, "{stiffness:e}");
    }
}

/// The motor turns it from η2·M < 0 downwards and from M/η1 upwards, and stands between.
#[test]
fn a_self_locking_gear_is_turned_by_the_motor_alone() {
    let unit = unit(FILE);
    for stiffness in STIFFNESSES {
        for (torque, way) in [(-0.3001, -1.0), (-0.2999, 0.0), (3.7499, 0.0), (3.7501, 1.0)] {
            let mut gear = driven(&unit, stiffness, -0.1, [torque; 13]);
            go(&mut gear, 0.03, 3);
            let speed = gear.real("motor.angularVelocity");
            assert_eq!(if speed == 0.0 { 0.0 } else { speed.signum() }, way, "{torque}");
        }
        // It lifts, is switched off, comes to rest, and stays where it is.
        let mut torques = [0.0; 13];
        torques[..2].fill(8.0);
        let mut gear = driven(&unit, stiffness, -0.1, torques);
        go(&mut gear, 0.4, 4);
        let angle = gear.real("motor.angle");
        assert!(angle > 0.1 && gear.real("right.stuck") == 1.0, "{angle}");
        for end in [0.41, 0.42, 0.45] {
            go(&mut gear, end, 2);
            assert_eq!(
                (gear.real("motor.angularVelocity"), gear.real("motor.angle")),
                (0.0, angle)
            );
        }
    }
}
