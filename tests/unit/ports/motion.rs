//! The motion of a host's mass beside the closed form, and of mechanisms that are cut open beside the whole.

use std::f64::consts::PI;

use super::*;

/// Motion of 1 kg on 100 N/m with 3 N of friction, from rest at 0.2 m.
pub(super) fn exact(time: f64) -> f64 {
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
            let end = if h < 1e-3 { 1.0 + 6e3 * h } else { 61.0 };
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

/// A wrong effective mass costs an error of first order in the step.
#[test]
fn a_wrong_effective_mass_costs_accuracy_and_no_rest() {
    let cases = [
        (Master::ElementFirst, 0.5, [3.5e-3, 3.7e-4, 4e-5]),
        (Master::ElementFirst, 1.5, [2.3e-3, 1.0e-4, 2e-5]),
        (Master::Parallel, 0.5, [1.4e-2, 1.3e-3, 1.4e-4]),
        (Master::Parallel, 1.5, [4.5e-3, 3.5e-4, 4e-5]),
    ];
    for (master, mass, bounds) in cases {
        for (h, bound) in [1e-2, 1e-3, 1e-4].into_iter().zip(bounds) {
            let times = if h < 1e-3 { [0.97, 1.0] } else { [3.0, 5.0] };
            let (error, speed, ..) = slide(mass, master, h, times);
            let told = format!("{master:?} {mass} {h}: error {error:e} speed {speed:e}");
            println!("{told}");
            assert!(error <= 2.0 * bound, "{told}");
            assert!(speed <= 1e-12, "{told}");
        }
    }
}

/// A block under 1.7 N of 3 N stands where it stands, or where it has come to rest, from any start.
#[test]
fn a_block_that_friction_holds_does_not_creep() {
    // Step, effective mass, position and velocity at the start.
    let cases = [
        (1e-2, 1.0, 0.25, 0.0),
        (2e-3, 1.0, 0.25, 0.0),
        (1e-2, 0.5, 0.25, 0.0),
        (1e-2, 1.5, 0.25, 0.0),
        (1e-2, 1.0, -40.0, 0.7),
        (2e-3, 1.0, -40.0, -0.7),
        (1e-2, 0.5, 0.25, 0.7),
        (1e-2, 1.5, 0.25, -0.7),
    ];
    for (h, mass, position, velocity) in cases {
        for master in MASTERS {
            let mut host = Host { stiffness: 0.0, position, velocity };
            let mut port = docked_to(&friction(mass), &host, 1.7);
            // From 0.7 m/s it comes to rest within 0.6 s.
            let (mut way, mut speed, mut rest) = (0.0_f64, 0.0_f64, None);
            couple(&mut port, &mut host, master, (h, 62.0), 1.7, |time, host| {
                if velocity == 0.0 || time > 2.0 {
                    let rest = *rest.get_or_insert(host.position);
                    way = way.max((host.position - rest).abs());
                    speed = speed.max(host.velocity.abs());
                }
            });
            let told = format!("{master:?} {h} {mass} {velocity}: way {way:e} speed {speed:e}");
            println!("{told}");
            // What round-off of 1.7 N is in 60 s, squared.
            assert!(way <= 1e-13 && speed <= 1e-15, "{told}");
            // A wrong mass turns the last slip round before that dies away.
            let stops = f64::from(u8::from(velocity != 0.0));
            let events = port.real("eventCount");
            assert!(events == stops || mass != 1.0 && stops == 1.0 && events <= 5.0, "{told}");
        }
    }
}

/// A mass of 1 kg between the edges of a spring of 1000 N/m with a gap of ±10 mm keeps its energy.
#[test]
fn a_spring_with_freeplay_keeps_the_energy_of_the_host() {
    let spring = "spring.stop = { between = \"flange\", stiffness = 1000.0, backlash = 0.02 }";
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

/// Steps that are drawn change this energy by 6 % at most. A parallel master that applies the mean over a step as long as the last
/// one drives the mass: its energy is 1.07, 1.5 and 2 times what it was, by the closed form of a spring without a gap.
#[test]
fn steps_of_any_length_keep_the_energy_of_the_host() {
    let spring = "spring.stop = { between = \"flange\", stiffness = 1000.0, backlash = 0.02 }";
    for (ends, bound) in [([5e-4, 1e-3], 0.06), ([1e-4, 1e-3], 0.06), ([1e-5, 1e-3], 0.06)] {
        for seed in 1..=8 {
            let mut host = Host { stiffness: 0.0, position: 0.0, velocity: 1.0 };
            let mut port = docked_to(&mass_on(spring, 1.0), &host, 0.0);
            let mut time = 0.0;
            for h in drawn(seed, ends) {
                let read = port.real("flange.reaction");
                give(&mut port, &host, 0.0);
                port.step(time, h).unwrap();
                host.step(read, h);
                time += h;
                if time > 5.0 {
                    break;
                }
            }
            let beyond = (host.position.abs() - 0.01).max(0.0);
            let left = (host.energy() + 500.0 * beyond * beyond) / 0.5;
            println!("{ends:?} {seed}: {left}");
            assert!((left - 1.0).abs() <= bound, "{ends:?} {seed}: {left}");
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
    let head = "model = { name = \"Cut\" }\nexperiment = { stopTime = 100.0, stepSize = 0.001 }\n";
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
            let of = |of: &mut Simulation| of.real(&format!("{contact}.slipToStickCount"));
            (of(&mut whole), of(&mut cut))
        });
        let told = format!("{master:?}: error {error:e} m, came to stick {events:?}");
        println!("{told}");
        assert!(error < 1e-3 * 0.2, "{told}");
        assert!(hosts.iter().all(|host| host.velocity.abs() < 1e-12), "{hosts:?}");
    }
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

/// A host whose step ends at each transition of the unit moves its mass over the part that was made.
#[test]
fn steps_that_end_at_transitions_move_the_host_as_far() {
    for h in [1e-2, 1e-3] {
        let mut host = Host { stiffness: STIFFNESS, position: 0.2, velocity: 0.0 };
        let mut port = Simulation::new(unit(&friction(1.0)));
        let stop = port.index("stopAtEvents");
        port.set(stop, Value::Boolean(true)).unwrap();
        give(&mut port, &host, host.force());
        port.enter_initialization().unwrap();
        port.exit_initialization().unwrap();
        let (mut error, mut ends, mut next) = (0.0_f64, Vec::new(), h);
        while port.time() < 2.0 {
            let time = port.time();
            give(&mut port, &host, host.force());
            let ending = port.step(time, next - time).unwrap();
            host.step(port.real("flange.meanReaction"), port.time() - time);
            error = error.max((host.position - exact(port.time())).abs());
            if ending == Reached::Transition {
                ends.push(port.time());
            } else {
                next += h;
            }
        }
        println!("{h}: error {error:e}, ends {ends:?}");
        assert!(error <= 3.0 * h * h, "{h}: {error:e}");
        assert!((1..=3).contains(&ends.len()), "{h}: {ends:?}");
        assert_eq!(port.real("eventCount"), 3.0);
        assert!(host.velocity.abs() < 1e-12, "{}", host.velocity);
    }
}

/// A host that reverses a slip between two steps has not come to rest on the way: friction of 3 N is all that acts on it.
#[test]
fn a_slip_that_the_host_reverses_goes_on_in_the_other_direction() {
    let h = 0.01;
    for (before, after) in [(0.05, -0.05), (-0.05, 0.05), (0.05, -0.031)] {
        let host = Host { stiffness: 0.0, position: 0.0, velocity: before };
        let mut port = docked_to(&friction(1.0), &host, 0.0);
        port.step(0.0, h).unwrap();
        give(&mut port, &Host { velocity: after, ..host }, 0.0);
        port.step(h, h).unwrap();
        let reaction = port.real("flange.meanReaction");
        assert!((reaction + 3.0 * after.signum()).abs() < 1e-9, "{before} {after}: {reaction}");
        let left = after - 3.0 * h * after.signum();
        assert!((port.real("floor.slipVelocity") - left).abs() < 1e-12, "{before} {after}");
    }
}

/// A load that grows releases a stuck contact within the step, whatever velocity an integration error has left: one transition.
/// With one contact of 3 N on 1.8 kg and one of 1 N beside it, 4 N hold, and 20 N/s pass them after 0.5 ms.
#[test]
fn an_integration_error_is_no_transition_where_the_load_grows() {
    let second =
        "\ncontact.wall = { between = \"flange\", law = \"coulomb\", kineticFriction = 1.0 }";
    for (text, limit) in [(friction(1.8), 3.0), (friction(1.8) + second, 4.0)] {
        for slip in [0.0, 1e-9, -1e-9, -1e-6, 1e-15] {
            for (excess, rate, at) in [(-0.01, 20.0, 5e-4), (0.01, 0.0, 0.0), (0.01, 20.0, 0.0)] {
                let (h, still) = (1e-3, Host { stiffness: 0.0, position: 0.0, velocity: 0.0 });
                let mut port = docked_to(&text, &still, -2.0);
                port.step(0.0, h).unwrap();
                give(&mut port, &Host { velocity: slip, ..still }, -limit - excess);
                let force = port.index("flange.appliedForce");
                port.set_input_derivative(force, -rate).unwrap();
                port.step(h, h).unwrap();
                let told = format!("{limit} N, {slip} m/s, {excess} N, {rate} N/s");
                assert_eq!(port.real("floor.stickToSlipCount"), 1.0, "{told}");
                assert_eq!(port.real("floor.slipToStickCount"), 0.0, "{told}");
                assert!((port.real("floor.lastEventTime") - h - at).abs() < 1e-12, "{told}");
            }
        }
    }
}

/// Steps between two lengths, drawn evenly by their logarithms.
fn drawn(seed: u64, [shortest, longest]: [f64; 2]) -> impl Iterator<Item = f64> {
    let mut state = seed;
    std::iter::repeat_with(move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let part = (state >> 11) as f64 / (1_u64 << 53) as f64;
        shortest * (longest / shortest).powf(part)
    })
}

/// A parallel master applies the reaction that it reads over a step of a length that it alone knows: the mass comes to rest for
/// good, and the error is of first order in the longest step.
#[test]
fn steps_of_any_length_bring_a_mass_of_the_host_to_rest() {
    for ends in [[1e-3, 1e-2], [1e-4, 1e-2], [1e-5, 3e-2], [1e-7, 3e-2]] {
        for seed in 1..=8 {
            let mut host = Host { stiffness: STIFFNESS, position: 0.2, velocity: 0.0 };
            let mut port = docked_to(&friction(1.0), &host, host.force());
            let (mut time, mut error) = (0.0, 0.0_f64);
            let (mut speed, mut way, mut rest) = (0.0_f64, 0.0_f64, None);
            for h in drawn(seed, ends) {
                let read = port.real("flange.reaction");
                give(&mut port, &host, host.force());
                port.step(time, h).unwrap();
                host.step(read, h);
                time += h;
                error = error.max((host.position - exact(time)).abs());
                if time > 3.0 {
                    let rest = *rest.get_or_insert(host.position);
                    speed = speed.max(host.velocity.abs());
                    way = way.max((host.position - rest).abs());
                }
                if time > 6.0 {
                    break;
                }
            }
            let events = port.real("eventCount");
            let told = format!(
                "{ends:?} {seed}: error {error:e} speed {speed:e} way {way:e} events {events}"
            );
            println!("{told}");
            assert!(speed <= 1e-12 && way <= 1e-15 && events <= 9.0, "{told}");
            assert!(error <= 0.4 * ends[1], "{told}");
        }
    }
}
