//! Nominal values of a motion, orders of magnitude that follow from the parameters of the network: a host scales its
//! tolerances by those of the states, and guards of Model Exchange are counted in them.
//!
//! A mass m under forces of the size f, on springs of stiffness k, with dampers d, comes within τ = min(T, √(m/k), m/d) to
//! the velocity f τ/m and a displacement of that times τ; T is the stop time. Springs with a gap L stop it within
//! √(m/k) + √(2 L m/f), and within √(m/k) + L/v where others make it as fast as v. Forces are those at the start: given
//! ones, of springs and of formulas.
//!
//! Bodies that elements join are a mechanism: v_i = g_i ṡ. Forces of these elements act on both of their ends by the ratios
//! that are in g, so that they cancel in Σ g_i f_i: (Σ g_i² m_i) s̈ = Σ g_i f_i, whatever sticks, slips or swings within. What
//! drives a mechanism moves the reduced inertia of all of it, and force over own inertia is no nominal value: a light gear
//! never moves alone. Relative to the others a body moves under what friction leaves of its own forces, as far as its springs
//! let it.
//! Friction decelerates slip, but says nothing of how fast it was before: it is the force where nothing else drives a mechanism.
//! Velocities at the start, of surfaces and of prescribed bodies are those of all that they are joined with.
//!
//! Bodies in a block of the mass matrix move with their rows of it: one resists with 1/W_ii, W = M⁻¹, where nothing moves the
//! others, some that are one mechanism with gᵀ (W_AA)⁻¹ g, and forces and impulses on one of them move all.
//!
//! All of this scales with the units of length, force and time.

mod block;
mod coupled;
mod mechanism;
mod oscillator;
mod sizes;

use super::model::{BodyKind, Contact, LoadSource, Network};
use super::parts::ParameterId;
use mechanism::Mechanism;
use oscillator::Oscillator;
use sizes::{Sizes, known};

/// Nominal values > 0 of bodies and contacts, in their units; 0 of fixed bodies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Nominals {
    /// Displacement of each body, m or rad.
    pub length: Vec<f64>,
    /// Velocity of each body, m/s or rad/s.
    pub velocity: Vec<f64>,
    /// Time in which the velocity of each body changes, s.
    pub time: Vec<f64>,
    /// Normal load of each contact, N.
    pub load: Vec<f64>,
    /// Energy that each contact dissipates, J.
    pub energy: Vec<f64>,
}

impl Nominals {
    /// Finds the nominal values for these values of the parameters and the start values of the inputs.
    pub fn of(network: &Network, value: impl Fn(ParameterId) -> f64) -> Self {
        let sizes = Sizes::of(network, &value);
        let longest = network.experiment.stop_time;
        let bodies = coupled::alone(&sizes);
        let alone: Vec<(f64, f64)> = bodies.iter().map(|body| body.motion(longest)).collect();
        let gears = gears(&sizes);
        let mechanisms = mechanisms(&sizes, &gears, longest);
        let gears: Vec<(usize, f64)> =
            gears.into_iter().map(|(mechanism, gear)| (mechanism, gear.abs())).collect();
        let speeds = speeds(&sizes, &alone, &gears, &mechanisms);
        // Bodies that nothing moves have nominal values of 1.
        let time: Vec<f64> = bodies
            .iter()
            .zip(alone.iter().zip(&speeds))
            .map(|(body, ((_, time), speed))| match *speed > 0.0 {
                true => time.min(body.return_time(*speed)),
                false => 1.0,
            })
            .collect();
        let moves = network.bodies.iter().map(|body| body.kind != BodyKind::Fixed);
        let velocity: Vec<f64> = speeds
            .iter()
            .zip(moves)
            .map(|(v, moves)| if moves { or_one(*v) } else { 0.0 })
            .collect();
        let length = velocity.iter().zip(&time).map(|(v, t)| v * t).collect();
        let acting: Vec<f64> = gears
            .iter()
            .zip(sizes.bodies.iter().zip(&velocity))
            .map(|((mechanism, gear), (body, velocity))| match body.mass > 0.0 {
                true => body.mass * velocity / longest,
                false => mechanisms[*mechanism].force(longest) / gear,
            })
            .collect();
        let load = |contact| load(&sizes, contact, &acting, (&velocity, &time));
        let load = network.contacts.iter().map(load).collect();
        let energy =
            network.contacts.iter().map(|contact| energy(&sizes, contact, &velocity)).collect();
        Self { length, velocity, time, load, energy }
    }
}

/// Returns a nominal value, or 1 where there is none.
fn or_one(size: f64) -> f64 {
    if size > 0.0 && size.is_finite() { size } else { 1.0 }
}

/// Returns the mechanism that each body is part of, and its velocity over that of the mechanism's first body.
fn gears(sizes: &Sizes) -> Vec<(usize, f64)> {
    let count = sizes.network.bodies.len();
    let mut beside: Vec<Vec<(usize, f64)>> = vec![Vec::new(); count];
    for ends in &sizes.links {
        if let [(Some(i), p), (Some(j), q)] = *ends
            && p != 0.0
            && q != 0.0
        {
            beside[i].push((j, p / q));
            beside[j].push((i, q / p));
        }
    }
    let mut gears: Vec<Option<(usize, f64)>> = vec![None; count];
    let mut open = Vec::new();
    for first in 0..count {
        open.push((first, 1.0));
        while let Some((body, gear)) = open.pop() {
            if gears[body].is_none() {
                gears[body] = Some((first, gear));
                open.extend(beside[body].iter().map(|(other, ratio)| (*other, gear * ratio)));
            }
        }
    }
    // Each body is the first one of a mechanism, or was found in one.
    gears.into_iter().flatten().collect()
}

/// Returns the velocities of bodies, given those (and times) of each body `alone`, relative to its mechanism; 0 where
/// nothing moves.
fn speeds(
    sizes: &Sizes,
    alone: &[(f64, f64)],
    gears: &[(usize, f64)],
    mechanisms: &[Mechanism],
) -> Vec<f64> {
    let own = alone.iter().map(|(own, _)| if own.is_finite() { *own } else { 0.0 });
    let common = gears.iter().map(|(mechanism, gear)| gear * mechanisms[*mechanism].speed);
    let mut speeds: Vec<f64> = own.zip(common).map(|(own, common)| own.max(common)).collect();
    // Bodies without mass move with their neighbours; forwards and backwards, and so through chains of them.
    for ends in sizes.links.iter().chain(sizes.links.iter().rev()) {
        if let [(Some(i), p), (Some(j), q)] = *ends
            && p != 0.0
            && q != 0.0
        {
            let ratio = (q / p).abs();
            for (body, of) in [(i, ratio * speeds[j]), (j, speeds[i] / ratio)] {
                if let BodyKind::Massless { .. } = sizes.network.bodies[body].kind {
                    speeds[body] = speeds[body].max(of);
                }
            }
        }
    }
    speeds
}

/// Mechanisms by their first bodies, at given velocities or at those that all forces give to their reduced inertia.
fn mechanisms(sizes: &Sizes, gears: &[(usize, f64)], longest: f64) -> Vec<Mechanism> {
    let mut mechanisms = vec![Mechanism::default(); gears.len()];
    for (body, (mechanism, gear)) in gears.iter().enumerate() {
        let (mechanism, gear) = (&mut mechanisms[*mechanism], gear.abs());
        mechanism.whole.join(&sizes.grounded[body], gear);
        let speed = sizes.speed[body] / gear;
        if speed.is_finite() {
            mechanism.speed = mechanism.speed.max(speed);
        }
    }
    coupled::join_blocks(sizes, gears, &mut mechanisms);
    let held = held(sizes, gears, longest);
    for (mechanism, held) in mechanisms.iter_mut().zip(held) {
        let made = mechanism.whole.motion(longest).0;
        if made.is_finite() {
            mechanism.speed = mechanism.speed.max(made);
        }
        if mechanism.speed == 0.0 {
            mechanism.speed = held;
        }
    }
    coupled::pass_impulses(sizes, gears, &mut mechanisms);
    mechanisms
}

/// Returns the velocities of first bodies where static friction is the force on each body; the greatest one counts.
fn held(sizes: &Sizes, gears: &[(usize, f64)], longest: f64) -> Vec<f64> {
    let mut bodies: Vec<Oscillator> = sizes.bodies.clone();
    for contact in &sizes.network.contacts {
        let limit = sizes.limits(contact).greatest();
        for (body, weight) in known(sizes.ends([contact.i, contact.j], [1.0; 2])) {
            bodies[body].force += weight * limit;
        }
    }
    let mut fastest = vec![0.0_f64; gears.len()];
    for (body, (mechanism, gear)) in bodies.iter().zip(gears) {
        let speed = body.motion(longest).0 / gear.abs();
        if speed.is_finite() {
            fastest[*mechanism] = fastest[*mechanism].max(speed);
        }
    }
    fastest
}

/// Returns the normal load of a contact: the given one, or that of its spring, or the smaller one of the forces that
/// act on its ends.
fn load(
    sizes: &Sizes,
    contact: &Contact,
    acting: &[f64],
    (velocity, time): (&[f64], &[f64]),
) -> f64 {
    let ends = known(sizes.ends([contact.i, contact.j], [1.0; 2]));
    let forces = ends.map(|(body, weight)| acting[body] / weight).filter(|force| *force > 0.0);
    let least = forces.reduce(f64::min).unwrap_or(0.0);
    let made = match contact.load_from {
        Some(LoadSource::Spring(load)) => {
            let spring = &sizes.network.springs[load.spring];
            let ends = sizes.ends([spring.i, spring.j], spring.end_factors(sizes.value));
            let displaced = known(ends).map(|(body, weight)| weight * velocity[body] * time[body]);
            let stiffness = (sizes.value)(spring.elastic.stiffness);
            ((sizes.value)(load.factor) * stiffness * displaced.fold(0.0, f64::max)).abs()
        }
        Some(LoadSource::Formula(_)) | None => 0.0,
    };
    let given = contact.normal_load.map_or(0.0, |load| sizes.signal(load).abs());
    let sizes = [given, made, least / sizes.radius(contact)];
    or_one(sizes.into_iter().find(|size| *size > 0.0).unwrap_or(0.0))
}

/// Returns the energy that a contact dissipates.
fn energy(sizes: &Sizes, contact: &Contact, velocity: &[f64]) -> f64 {
    let ends = known(sizes.ends([contact.i, contact.j], [1.0; 2]));
    let energies = ends.map(|(body, _)| sizes.bodies[body].mass * velocity[body] * velocity[body]);
    or_one(energies.fold(0.0, f64::max))
}

#[cfg(test)]
mod tests {
    use super::Nominals;
    use crate::network::read;

    fn nominals(text: &str) -> Nominals {
        let network = read(text, "sizes.toml").expect("valid");
        Nominals::of(&network, |id| network.parameters[id.0].start)
    }

    /// 1 kg on 100 N/m, 0.2·s m from rest: 0.1 s, 2·s m/s, 0.2·s m.
    #[test]
    fn sizes_scale_with_lengths_and_forces() {
        for s in [2.0 / f64::from(1 << 30), 1.0, f64::from(1 << 30)] {
            let text = format!(
                "[model]\nname = \"Sized\"\n[body.slider]\nmass = 1.0\nposition = {:?}\n\
                 [contact.floor]\nbetween = \"slider\"\nlaw = \"coulomb\"\nkineticFriction = {:?}\n\
                 [spring.leaf]\nbetween = \"slider\"\nstiffness = 100.0\n",
                0.2 * s,
                3.0 * s
            );
            let found = nominals(&text);
            let near = |found: f64, right: f64| {
                assert!((found / right - 1.0).abs() < 1e-14, "{found} {right}")
            };
            near(found.time[0], 0.1);
            near(found.velocity[0], 2.0 * s);
            near(found.length[0], 0.2 * s);
        }
    }

    /// A wheel of 0.5 m turns a rack; a body that nothing drives has the velocity that friction would make.
    #[test]
    fn bodies_move_as_fast_as_those_that_drive_them() {
        let found = nominals(
            "[model]\nname = \"Sized\"\n[body.rack]\nmass = 1.0\nvelocity = 3e-6\n\
             [body.wheel]\naxis = \"rotation\"\ninertia = 0.1\n[body.idle]\nmass = 2.0\n\
             [contact.teeth]\nbetween = [\"rack\", \"wheel\"]\nradii = [1.0, 0.5]\nlaw = \"coulomb\"\nkineticFriction = 1.0\n\
             [contact.floor]\nbetween = \"idle\"\nlaw = \"coulomb\"\nkineticFriction = 4e-9\n[experiment]\nstopTime = 10.0\n",
        );
        assert_eq!(found.velocity[0], 3e-6);
        assert!((found.velocity[1] / 6e-6 - 1.0).abs() < 1e-15);
        assert!((found.velocity[2] / 2e-8 - 1.0).abs() < 1e-15, "{}", found.velocity[2]);
    }
}
