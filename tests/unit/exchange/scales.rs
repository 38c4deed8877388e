//! Model Exchange in other units of length and force: as many transitions, at the same times.

use std::f64::consts::PI;
use std::sync::Arc;

use luztar::dynamics::Event;
use luztar::network::Nominals;
use luztar::unit::{Model, Simulation, Value};

use super::host::Integrator;
use crate::draws::Draws;

/// Networks of every run; `LUZTAR_RANDOM_NETWORKS` takes others and more.
const NETWORKS: u64 = 40;

/// Transitions that are compared: later ones have what errors have grown to.
const COMPARED: usize = 8;

/// Floor of guards over their nominal values: each is late by this over the rate at which it falls.
pub const FLOOR: f64 = 1e-9;

/// Bound of the median ratio of nominal to greatest velocities, either way. Its square bounds the upper decile: friction takes
/// most of the forces on some bodies, which start values do not show.
const SIZED: f64 = 10.0;

/// Points of 3 s at which velocities are compared with nominal ones.
const POINTS: u32 = 60;

/// Difference of event times, s, that the tolerances of both integrators leave.
const INTEGRATED: f64 = 2e-9;

/// 1 kg on 100 N/m and 3·s N of friction, 0.2·s m from rest: it turns at π/10 and 2π/10 and rests at 3π/10 s.
#[test]
fn spring_and_mass_turn_when_they_should_whatever_the_units() {
    let scales = [-30, -20, 0, 20, 30].map(|power| 2.0_f64.powi(power));
    for s in scales.into_iter().chain([1e-6, 1e-9, 1e-12]) {
        let text = format!(
            "[model]\nname = \"Scaled\"\n[experiment]\nstopTime = 2.0\n[body.slider]\nmass = 1.0\nposition = {:?}\n\
             [contact.floor]\nbetween = \"slider\"\nlaw = \"coulomb\"\nkineticFriction = {:?}\n\
             [spring.leaf]\nbetween = \"slider\"\nstiffness = 100.0\n",
            0.2 * s,
            3.0 * s
        );
        let unit = Model::read(&text, "scaled.toml").unwrap();
        let mut host = Integrator::new(&unit, &[]);
        host.run(2.0, 1e-2);
        let times: Vec<f64> = host.events.iter().map(|event| event.time()).collect();
        assert_eq!(times.len(), 3, "{s:e}: {times:?}");
        for (k, time) in (1..).zip(times) {
            assert!((time - f64::from(k) * PI / 10.0).abs() <= 2e-9, "{s:e}: {time}");
        }
    }
}

/// Formulas decide at positions and velocities of any size. 1 kg at 0.2·s m is on 100 N/m above 0 and on 25 N/m below, under 3·s N
/// of friction: it swings about 0.03·s m, then about 0.12·s m, and turns. Another one at 1·s m/s slips over 0.1·s m under 3·s N, and
/// then under 2·s N.
#[test]
fn formulas_decide_where_they_should_whatever_the_units() {
    let scales = [-30, -20, 0, 20, 30].map(|power| 2.0_f64.powi(power));
    for s in scales.into_iter().chain([1e-6, 1e-9, 1e-12]) {
        let head =
            "[model]\nname = \"Scaled\"\n[experiment]\nstopTime = 1.0\n[body.b]\nmass = 1.0\n";
        let swings = format!(
            "{head}position = {:?}\n[contact.c]\nbetween = \"b\"\nlaw = \"coulomb\"\nkineticFriction = {:?}\n\
             [force.f]\nbetween = \"b\"\nforce = \"if(e > 0, -100*e, -25*e)\"\n",
            0.2 * s,
            3.0 * s
        );
        let passes = (-3.0_f64 / 17.0).acos() / 10.0;
        let speed = 1.7 * (1.0 - 9.0 / 289.0_f64).sqrt();
        let turns = passes + (PI - (-0.12 / 0.12_f64.hypot(speed / 5.0)).acos()) / 5.0;
        let slips = format!(
            "{head}position = {:?}\nvelocity = {s:?}\n[law.floor]\nfriction = \"if(first.position > 0, a, b)\"\n\
             parameter = [{{ name = \"a\", measure = \"friction\" }}, {{ name = \"b\", measure = \"friction\" }}]\n\
             [contact.c]\nbetween = \"b\"\nlaw = \"floor\"\na = {:?}\nb = {:?}\n",
            -0.1 * s,
            2.0 * s,
            3.0 * s
        );
        let left = 0.4_f64.sqrt();
        for (text, expected) in [(swings, turns), (slips, (1.0 - left) / 3.0 + left / 2.0)] {
            let unit = Model::read(&text, "scaled.toml").unwrap();
            let mut host = Integrator::new(&unit, &[]);
            host.run(1.0, 1e-2);
            let first = host.events.first().map(|event| event.time());
            let off = first.map(|time| (time - expected).abs());
            assert!(off.is_some_and(|off| off <= 5e-9), "{s:e}: {first:?} {expected}\n{text}");
        }
    }
}

/// Normal loads of 3e-12 N and less that an input gives: the contact is free at 0 N alone.
#[test]
fn a_small_load_holds() {
    let text = "[model]\nname = \"Light\"\n[body.b]\nmass = 1e-9\nforce = { input = true, start = 1e-12 }\n\
        [contact.c]\nbetween = \"b\"\nlaw = \"coulomb\"\nkineticCoefficient = 0.5\nnormalForce = \"input\"\n";
    let unit = Model::read(text, "light.toml").unwrap();
    for (load, state) in [(3e-12, 0), (1.5e-12, 1), (0.0, 2)] {
        let mut host = Integrator::new(&unit, &[("c.normalForce", load)]);
        assert_eq!(host.get("c.state"), f64::from(state), "{load:e}");
        host.run(0.5, 0.1);
        assert_eq!(host.get("c.state"), f64::from(state), "{load:e}");
    }
}

/// A slider or two on belts and springs, between stops, under loads, of which lengths and forces are s times as great.
fn network(draws: &mut Draws, s: f64) -> String {
    let mut text =
        "[model]\nname = \"Drawn\"\n[experiment]\nrelativeTolerance = 1e-12\nstopTime = 3.0\n"
            .to_owned();
    let bodies = 1 + draws.below(2);
    for body in 0..bodies {
        let [m, z, v, f, a, w] = [
            draws.scaled(0.3, 3.0),
            draws.between(-1.0, 1.0),
            draws.between(-2.0, 2.0),
            draws.between(-2.0, 2.0),
            draws.between(0.5, 4.0),
            draws.between(1.0, 6.0),
        ];
        text += &format!(
            "[body.b{body}]\nmass = {m:?}\nposition = {:?}\nvelocity = {:?}\nconstantForce = {:?}\n\
             excitation = {{ amplitude = {:?}, angularFrequency = {w:?} }}\n",
            z * s,
            v * s,
            f * s,
            a * s
        );
        let [normal, k, belt] =
            [draws.scaled(0.5, 5.0), draws.scaled(3.0, 60.0), draws.between(-1.0, 1.0)];
        let held = draws.between(0.5, 0.9);
        text += &format!(
            "[contact.c{body}]\nbetween = \"b{body}\"\nlaw = \"coulomb\"\nkineticCoefficient = 0.5\n\
             staticCoefficient = {held:?}\nnormalForce = {:?}\nsurfaceVelocity = {:?}\n\
             [spring.k{body}]\nbetween = \"b{body}\"\nstiffness = {k:?}\n",
            normal * s,
            if draws.chance(0.5) { belt * s } else { 0.0 }
        );
        let (from, wide) = (draws.between(-0.8, 0.0), draws.between(0.1, 1.0));
        let gap = match draws.below(3) {
            0 => format!("[{:?}, inf]", from * s),
            1 => format!("[-inf, {:?}]", (from + wide) * s),
            _ => format!("[{:?}, {:?}]", from * s, (from + wide) * s),
        };
        let damping = if draws.chance(0.5) { "damping = 2.0\n" } else { "" };
        text += &format!(
            "[spring.g{body}]\nbetween = \"b{body}\"\nstiffness = 400.0\n{damping}gap = {gap}\n"
        );
    }
    if bodies == 2 {
        let f = draws.scaled(0.2, 2.0);
        text += &format!(
            "[contact.pair]\nbetween = [\"b0\", \"b1\"]\nlaw = \"coulomb\"\nkineticFriction = {:?}\n",
            f * s
        );
    }
    text
}

/// Engines on clutches, rigid gears, freewheels, and shafts with play, light gears among them, of which angles are `s` times as
/// great and inertias `m` times.
fn geared(draws: &mut Draws, (s, m): (f64, f64)) -> String {
    let mut text =
        "[model]\nname = \"Drawn\"\n[experiment]\nrelativeTolerance = 1e-12\nstopTime = 3.0\n"
            .to_owned();
    let shafts = 2 + draws.below(3);
    for shaft in 0..shafts {
        let (inertia, torque, rate) =
            (draws.scaled(1e-3, 10.0), draws.between(-6.0, 6.0), draws.between(1.0, 6.0));
        let speed = draws.between(-1.0, 1.0);
        let driven = if shaft == 0 || draws.chance(0.3) { torque } else { 0.0 };
        text += &format!(
            "[body.b{shaft}]\naxis = \"rotation\"\ninertia = {:?}\nconstantTorque = {:?}\n\
             excitation = {{ amplitude = {:?}, angularFrequency = {rate:?} }}\n",
            inertia * m,
            driven * s * m,
            0.7 * driven * s * m
        );
        let limit = draws.scaled(0.1, 3.0);
        text += &format!(
            "[contact.bearing{shaft}]\nbetween = \"b{shaft}\"\nlaw = \"coulomb\"\n\
             kineticFriction = {:?}\nstaticFriction = {:?}\nsurfaceVelocity = {:?}\n",
            limit * s * m,
            1.2 * limit * s * m,
            if draws.chance(0.3) { speed * s } else { 0.0 }
        );
        // A light gear that is always on its shaft.
        let (light, ratio) = (draws.scaled(1e-4, 1e-1), draws.between(0.4, 3.0));
        text += &format!(
            "[body.g{shaft}]\naxis = \"rotation\"\ninertia = {:?}\n\
             [coupling.teeth{shaft}]\nbetween = [\"b{shaft}\", \"g{shaft}\"]\nratio = {ratio:?}\n",
            light * m
        );
    }
    for shaft in 1..shafts {
        let between = format!("between = [\"g{}\", \"b{shaft}\"]\n", shaft - 1);
        let (limit, stiffness, gap) =
            (draws.scaled(0.3, 5.0), draws.scaled(5.0, 80.0), draws.between(0.05, 0.5));
        text += &match draws.below(3) {
            0 => format!(
                "[contact.clutch{shaft}]\n{between}law = \"coulomb\"\neffectiveRadius = 0.5\nkineticCoefficient = 1.0\n\
                 normalForce = {{ input = true, start = {:?} }}\n",
                limit * s * m
            ),
            1 => format!("[contact.freewheel{shaft}]\n{between}law = \"oneWay\"\n"),
            _ => format!(
                "[spring.shaft{shaft}]\n{between}stiffness = {:?}\nbacklash = {:?}\n",
                stiffness * m,
                2.0 * gap * s
            ),
        };
    }
    text
}

fn in_steps(text: &str) -> Vec<Event> {
    let unit = Model::read(text, "drawn.toml").unwrap_or_else(|wrong| panic!("{wrong}\n{text}"));
    let mut slave = Simulation::new(unit);
    slave.enter_initialization().unwrap();
    slave.exit_initialization().unwrap();
    slave.step(0.0, 3.0).unwrap();
    slave.step_events().to_vec()
}

/// Nominal velocities of bodies that move over the greatest ones that they have.
fn sizes_beside_motion(unit: &Arc<Model>) -> Vec<f64> {
    let network = unit.network();
    let nominals = Nominals::of(network, |id| network.parameters[id.0].start);
    let mut slave = Simulation::new(unit.clone());
    slave.enter_initialization().unwrap();
    slave.exit_initialization().unwrap();
    let mut greatest = vec![0.0_f64; network.bodies.len()];
    for step in 0..POINTS {
        let size = 3.0 / f64::from(POINTS);
        slave.step(size * f64::from(step), size).unwrap();
        for (greatest, body) in greatest.iter_mut().zip(&network.bodies) {
            let names = ["velocity", "angularVelocity"].map(|name| format!("{}.{name}", body.name));
            let index = names.iter().find_map(|name| unit.find(name)).unwrap();
            let Value::Real(velocity) = slave.get(index).unwrap() else { panic!("a number") };
            *greatest = greatest.max(velocity.abs());
        }
    }
    let moved = nominals.velocity.iter().zip(greatest).filter(|(_, most)| *most > 0.0);
    moved.map(|(size, most)| size / most).collect()
}

/// Transitions and nominal velocities of networks that were compared.
#[derive(Default)]
struct Seen {
    compared: usize,
    /// Nominal velocities over the greatest ones.
    sizes: Vec<f64>,
}

impl Seen {
    /// Compares transitions of Model Exchange with those that Co-Simulation has in metres and kilograms.
    fn same_transitions(&mut self, seed: u64, expected: &[Event], scaled: &str) {
        assert_eq!(in_steps(scaled).len(), expected.len(), "seed {seed}\n{scaled}");
        let unit = Model::read(scaled, "drawn.toml").unwrap();
        let mut host = Integrator::new(&unit, &[]);
        host.run(3.0, 1e-2);
        let tell = || format!("seed {seed}: {:?} {expected:?}\n{scaled}", host.events);
        let mut delays = 0.0;
        for (k, (seen, event)) in host.events.iter().zip(expected).take(COMPARED).enumerate() {
            let same = (event.element(), event.from(), event.to());
            assert_eq!((seen.element(), seen.from(), seen.to()), same, "{}", tell());
            // Each delay shifts all that follows, and leaves an error of its floor, by which later guards are off, too.
            let delay = FLOOR / host.rates[k];
            delays += delay;
            let late = INTEGRATED + delays + k as f64 * delay;
            let off = (seen.time() - event.time()).abs();
            assert!(off <= late, "{off:e} {late:e} {seen:?} {event:?} {}", tell());
        }
        let compared = expected.len().min(COMPARED);
        assert_eq!(host.events.len().min(COMPARED), compared, "{}", tell());
        self.compared += compared;
        self.sizes.extend(sizes_beside_motion(&unit));
    }

    /// Delays are small where nominal velocities are near those of the motion: those of most bodies are.
    fn check_sizes(&mut self) {
        self.sizes.sort_by(f64::total_cmp);
        let at = |part: f64| self.sizes[(part * self.sizes.len() as f64) as usize];
        assert!(at(0.5) <= SIZED && at(0.5) >= 1.0 / SIZED, "{:?}", self.sizes);
        assert!(at(0.9) <= SIZED * SIZED, "{:?}", self.sizes);
    }
}

/// Number of random networks.
fn count() -> u64 {
    let count = std::env::var("LUZTAR_RANDOM_NETWORKS");
    count.map_or(NETWORKS, |text| text.parse().expect("a number"))
}

/// A power of 2 from 2⁻³⁰ to 2³⁰.
fn scale(draws: &mut Draws) -> f64 {
    2.0_f64.powi(draws.below(61) as i32 - 30)
}

/// The transitions of Co-Simulation in metres and newtons, in units from 2⁻³⁰ to 2³⁰ of these.
#[test]
fn networks_have_the_same_transitions_in_all_units() {
    let mut seen = Seen::default();
    for seed in 0..count() {
        let text = |s| network(&mut Draws::new(44_000_000 + seed), s);
        let s = scale(&mut Draws::new(45_000_000 + seed));
        seen.same_transitions(seed, &in_steps(&text(1.0)), &text(s));
    }
    assert!(seen.compared as u64 > 4 * count(), "{}", seen.compared);
    seen.check_sizes();
}

/// Mechanisms whose bodies never move alone, in units of angle and of inertia from 2⁻³⁰ to 2³⁰.
#[test]
fn gears_have_the_same_transitions_in_all_units() {
    let mut seen = Seen::default();
    for seed in 0..count() {
        let text = |scales| geared(&mut Draws::new(46_000_000 + seed), scales);
        let draws = &mut Draws::new(47_000_000 + seed);
        let scales = (scale(draws), scale(draws));
        seen.same_transitions(seed, &in_steps(&text((1.0, 1.0))), &text(scales));
    }
    assert!(seen.compared as u64 > 2 * count(), "{}", seen.compared);
    seen.check_sizes();
}
