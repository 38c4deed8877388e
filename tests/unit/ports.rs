//! Ports: friction and freeplay of the unit on a mass that a host moves. The host integrates m z'' = −k z + R exactly over each
//! step, with R the reaction that it applies; the reference is the motion of the whole.

use std::f64::consts::PI;

use luztar::unit::Instance;

use crate::support::{Named, started, unit};

const STIFFNESS: f64 = 100.0;

/// What the host applies.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Master {
    /// It steps the unit first, and then itself with the mean reaction of the step.
    ElementFirst,
    /// It steps both with what it read before the step.
    Parallel,
}

const MASTERS: [Master; 2] = [Master::ElementFirst, Master::Parallel];

fn mass_on(element: &str, effective_mass: f64) -> String {
    format!(
        "unit = {{ name = \"Port\" }}\nexperiment = {{ stopTime = 100.0, stepSize = 0.01 }}\n\
         body.flange = {{ motion = \"port\", effectiveMass = {effective_mass} }}\n{element}\n"
    )
}

fn friction(effective_mass: f64) -> String {
    let contact =
        "contact.floor = { between = \"flange\", law = \"coulomb\", kineticFriction = 3.0 }";
    mass_on(contact, effective_mass)
}

/// Mass of the host, 1 kg, on its spring.
#[derive(Clone, Copy, Debug)]
struct Host {
    stiffness: f64,
    position: f64,
    velocity: f64,
}

impl Host {
    fn force(&self) -> f64 {
        -self.stiffness * self.position
    }

    /// Moves under a held force, exactly.
    fn step(&mut self, force: f64, h: f64) {
        if self.stiffness == 0.0 {
            self.position += (self.velocity + 0.5 * force * h) * h;
            self.velocity += force * h;
            return;
        }
        let w = self.stiffness.sqrt();
        let (z, v) = (self.position - force / self.stiffness, self.velocity);
        let (s, c) = (w * h).sin_cos();
        self.position = force / self.stiffness + z * c + v / w * s;
        self.velocity = -z * w * s + v * c;
    }

    fn energy(&self) -> f64 {
        0.5 * (self.velocity * self.velocity + self.stiffness * self.position * self.position)
    }
}

/// An instance that knows the host from the start.
fn docked(text: &str, values: &[(&str, f64)]) -> Instance {
    let mut port = Instance::new(unit(text));
    for (name, value) in values {
        port.put(name, *value);
    }
    port.enter_initialization().unwrap();
    port.exit_initialization().unwrap();
    port
}

/// The same on one flange.
fn docked_to(text: &str, host: &Host, applied: f64) -> Instance {
    let values = [("flange.position", host.position), ("flange.velocity", host.velocity)];
    docked(text, &[values[0], values[1], ("flange.appliedForce", applied)])
}

/// Gives the unit what the host knows at a communication point.
fn give(port: &mut Instance, host: &Host, applied: f64) {
    port.put("flange.position", host.position);
    port.put("flange.velocity", host.velocity);
    port.put("flange.appliedForce", applied);
}

/// Steps both up to the time `end`; `see` looks at the host after each step.
fn couple(
    port: &mut Instance,
    host: &mut Host,
    master: Master,
    (h, end): (f64, f64),
    constant: f64,
    mut see: impl FnMut(f64, &Host),
) {
    let steps = (end / h).round() as usize;
    for step in 0..steps {
        let time = step as f64 * h;
        // What a parallel master read at the end of the step before.
        let read = if master == Master::Parallel { port.real("flange.reaction") } else { 0.0 };
        give(port, host, host.force() + constant);
        port.step(time, h).unwrap();
        let applied = match master {
            Master::ElementFirst => port.real("flange.meanReaction"),
            Master::Parallel => read,
        };
        host.step(applied + constant, h);
        see((step + 1) as f64 * h, host);
    }
}

/// Motion of 1 kg on 100 N/m with 3 N of friction, from rest at 0.2 m.
fn exact(time: f64) -> f64 {
    let half = PI / 10.0;
    if time >= 3.0 * half {
        return -0.02;
    }
    let swing = (time / half) as usize;
    let (side, amplitude) = ([0.03, -0.03, 0.03][swing], [0.17, 0.11, 0.05][swing]);
    let sign = if swing.is_multiple_of(2) { 1.0 } else { -1.0 };
    side + sign * amplitude * (10.0 * (time - swing as f64 * half)).cos()
}

/// Greatest error of the position, greatest speed and way from a time of rest on to an end, and transitions.
fn slide(effective_mass: f64, master: Master, h: f64, times: [f64; 2]) -> (f64, f64, f64, f64) {
    let [resting, end] = times;
    let mut host = Host { stiffness: STIFFNESS, position: 0.2, velocity: 0.0 };
    let mut port = docked_to(&friction(effective_mass), &host, host.force());
    let (mut error, mut speed, mut rest) = (0.0_f64, 0.0_f64, None);
    let mut way = 0.0_f64;
    couple(&mut port, &mut host, master, (h, end), 0.0, |time, host| {
        error = error.max((host.position - exact(time)).abs());
        if time >= resting {
            speed = speed.max(host.velocity.abs());
            way = way.max((host.position - *rest.get_or_insert(host.position)).abs());
        }
    });
    (error, speed, way, port.real("eventCount"))
}

#[test]
fn a_mass_of_the_host_comes_to_rest_for_good() {
    // Errors of the position at 10, 1 and 0.1 ms.
    for (master, bounds) in
        [(Master::ElementFirst, [3e-4, 3e-6, 3e-8]), (Master::Parallel, [1.5e-3, 3e-6, 3e-8])]
    {
        for (h, bound) in [1e-2, 1e-3, 1e-4].into_iter().zip(bounds) {
            // The residue of the host's last slip dies away within a few steps.
            let end = 1.0 + 6e3 * h;
            let (error, speed, way, events) = slide(1.0, master, h, [0.95 + 12.0 * h, end]);
            let told =
                format!("{master:?} {h}: error {error:e} speed {speed:e} way {way:e} {events}");
            println!("{told}");
            assert!(error <= bound, "{told}");
            assert!(speed <= 1e-12 && way <= 1e-15, "{told}");
            assert!(events == 3.0 || h == 1e-2 && events <= 5.0, "{told}");
        }
    }
}

/// Errors of PORTS.md, times two.
#[test]
fn a_wrong_effective_mass_costs_accuracy_and_no_rest() {
    let cases = [
        (Master::ElementFirst, 0.5, [3.5e-3, 3.7e-4]),
        (Master::ElementFirst, 1.5, [2.3e-3, 1.04e-4]),
        (Master::Parallel, 0.5, [1.4e-2, 1.32e-3]),
        (Master::Parallel, 1.5, [4.5e-3, 3.6e-4]),
    ];
    for (master, mass, bounds) in cases {
        for (h, bound) in [1e-2, 1e-3].into_iter().zip(bounds) {
            let (error, speed, ..) = slide(mass, master, h, [3.0, 5.0]);
            let told = format!("{master:?} {mass} {h}: error {error:e} speed {speed:e}");
            println!("{told}");
            assert!(error <= 2.0 * bound, "{told}");
            assert!(speed <= 1e-12, "{told}");
        }
    }
}

/// A block under 1.7 N of 3 N stands where it stands, whatever it is called first.
#[test]
fn a_block_that_friction_holds_does_not_creep() {
    for master in MASTERS {
        for (h, mass) in [(1e-2, 1.0), (2e-3, 1.0), (1e-2, 0.5), (1e-2, 1.5)] {
            let mut host = Host { stiffness: 0.0, position: 0.25, velocity: 0.0 };
            let mut port = docked_to(&friction(mass), &host, 1.7);
            couple(&mut port, &mut host, master, (h, 60.0), 1.7, |_, _| {});
            let told = format!("{master:?} {h} {mass}: {host:?}");
            // What round-off of 1.7 N is in 60 s, squared.
            assert!(
                (host.position - 0.25).abs() <= 1e-13 && host.velocity.abs() <= 1e-15,
                "{told}"
            );
            assert_eq!(port.real("eventCount"), 0.0, "{told}");
        }
    }
}

/// A mass of 1 kg between the edges of a spring of 1000 N/m with a gap of ±10 mm keeps its energy.
#[test]
fn a_spring_with_freeplay_keeps_the_energy_of_the_host() {
    let spring = "spring.stop = { between = \"flange\", stiffness = 1000.0, freeplay = 0.01 }";
    for master in MASTERS {
        for (h, least, most) in [(1e-3, 0.999, 1.0001), (1e-2, 0.5, 1.001)] {
            let mut host = Host { stiffness: 0.0, position: 0.0, velocity: 1.0 };
            let mut port = docked_to(&mass_on(spring, 1.0), &host, 0.0);
            let (mut greatest, mut last) = (0.0_f64, 0.0);
            couple(&mut port, &mut host, master, (h, 5.0), 0.0, |_, host| {
                let beyond = (host.position.abs() - 0.01).max(0.0);
                last = (host.energy() + 500.0 * beyond * beyond) / 0.5;
                greatest = greatest.max(last);
            });
            let told = format!("{master:?} {h}: at the end {last}, greatest {greatest}");
            println!("{told}");
            assert!((least..=most).contains(&last) && greatest <= most.max(1.001), "{told}");
        }
    }
}

/// Two masses of a host on springs to the ground, with friction between each other and on the ground: the network cut open
/// at its bodies, against the network as a whole.
#[test]
fn two_ports_and_three_contacts_move_as_the_whole_does() {
    let contacts = "contact.c10 = { between = \"a\", law = \"coulomb\", kineticFriction = 1.0, staticFriction = 1.2 }\n\
                    contact.c20 = { between = \"b\", law = \"coulomb\", kineticFriction = 1.0, staticFriction = 1.2 }\n\
                    contact.c12 = { between = [\"a\", \"b\"], law = \"coulomb\", kineticFriction = 0.7 }\n";
    let head = "unit = { name = \"Cut\" }\nexperiment = { stopTime = 100.0, stepSize = 0.001 }\n";
    let (mass, stiffness, start) = ([1.0, 2.0], [60.0, 90.0], [0.2, -0.15]);
    let bodies: String = [("a", 0), ("b", 1)]
        .map(|(name, i)| {
            format!(
                "body.{name} = {{ mass = {}, position = {} }}\n\
                 spring.s{name} = {{ between = \"{name}\", stiffness = {} }}\n",
                mass[i], start[i], stiffness[i]
            )
        })
        .concat();
    let ports: String = [("a", 0), ("b", 1)]
        .map(|(name, i)| {
            format!("body.{name} = {{ motion = \"port\", effectiveMass = {} }}\n", mass[i])
        })
        .concat();
    for master in MASTERS {
        let mut whole = started(&unit(&format!("{head}{bodies}{contacts}")));
        let mut hosts = [0, 1].map(|i| Host {
            stiffness: stiffness[i] / mass[i],
            position: start[i],
            velocity: 0.0,
        });
        let values = [
            ("a.position", start[0]),
            ("a.appliedForce", -stiffness[0] * start[0]),
            ("b.position", start[1]),
            ("b.appliedForce", -stiffness[1] * start[1]),
        ];
        let mut cut = docked(&format!("{head}{ports}{contacts}"), &values);
        let (h, mut error) = (1e-3, 0.0_f64);
        for step in 0..2000 {
            let time = f64::from(step) * h;
            let names = ["a", "b"];
            let mut read = [0.0; 2];
            for (i, name) in names.into_iter().enumerate() {
                if master == Master::Parallel {
                    read[i] = cut.real(&format!("{name}.reaction"));
                }
            }
            for (i, name) in names.into_iter().enumerate() {
                cut.put(&format!("{name}.position"), hosts[i].position);
                cut.put(&format!("{name}.velocity"), hosts[i].velocity);
                cut.put(&format!("{name}.appliedForce"), mass[i] * hosts[i].force());
            }
            cut.step(time, h).unwrap();
            whole.step(time, h).unwrap();
            for (i, name) in names.into_iter().enumerate() {
                let applied = match master {
                    Master::ElementFirst => cut.real(&format!("{name}.meanReaction")),
                    Master::Parallel => read[i],
                };
                hosts[i].step(applied / mass[i], h);
                error =
                    error.max((hosts[i].position - whole.real(&format!("{name}.position"))).abs());
            }
        }
        let events = ["c10", "c20", "c12"].map(|contact| {
            let of = |of: &mut Instance| of.real(&format!("{contact}.slipToStickCount"));
            (of(&mut whole), of(&mut cut))
        });
        let told = format!("{master:?}: error {error:e} m, came to stick {events:?}");
        println!("{told}");
        assert!(error < 1e-3 * 0.2, "{told}");
        assert!(hosts.iter().all(|host| host.velocity.abs() < 1e-12), "{hosts:?}");
    }
}

/// A state that is saved between the reading of a reaction and the step goes on bit for bit.
#[test]
fn saved_ports_go_on_bit_for_bit() {
    let mut port = started(&unit(&friction(1.0)));
    let mut host = Host { stiffness: STIFFNESS, position: 0.2, velocity: 0.0 };
    couple(&mut port, &mut host, Master::Parallel, (1e-2, 0.3), 0.0, |_, _| {});
    let read = port.real("flange.reaction");
    let saved = port.save();
    let rest = |port: &mut Instance| {
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
    assert!(fault.contains("an effective mass is held: must be 0"), "{fault}");
    port.set_input_derivative(port.index("flange.appliedForce"), -100.0).unwrap();
}

/// By time stepping too a mass of the host comes to rest for good.
#[test]
fn time_stepping_brings_a_mass_of_the_host_to_rest() {
    for master in MASTERS {
        let text =
            friction(1.0).replace("stepSize = 0.01", "stepSize = 0.001, method = \"moreau\"");
        let mut host = Host { stiffness: STIFFNESS, position: 0.2, velocity: 0.0 };
        let mut port = docked_to(&text, &host, host.force());
        couple(&mut port, &mut host, master, (1e-3, 3.0), 0.0, |_, _| {});
        assert!((host.position + 0.02).abs() < 1e-3 && host.velocity.abs() < 1e-12, "{host:?}");
    }
}

/// Stuck, the reaction stops the residue of the velocity within the step and balances the applied force: its derivatives are
/// −m/h and −1; a slipping contact does not see either, and a spring gives the impulse of its swing.
#[test]
fn reactions_have_the_derivatives_of_the_reduced_step() {
    let (mass, h) = (2.0, 0.01);
    let derivatives = |port: &mut Instance| {
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
