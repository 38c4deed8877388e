//! The columns of a propagator: the series that unit forces of orders 1 and 2 make in one mode set, several at once.

use super::super::propagator::{Counts, OF_BODY, OfBody, Table};
use super::{MOST_BODIES, Program};
use crate::dynamics::series::{INVERSE, NODES, greater};
use crate::dynamics::system::System;
use crate::dynamics::tolerances::{NEGLIGIBLE_TERM, OF_SAME_STEP};

/// Greatest order of the series. Where terms are not negligible there a step is too long for the motion, and has to be divided.
const LAST: usize = 28;

/// Part of the greatest term of all bodies beside which those of a body need not converge on their own scale: it has only just
/// begun to move, as the far end of a chain.
const LEAST_TERM: f64 = 1e-4;

/// Powers of the nodes by the orders.
const NODE_POWERS: [[f64; NODES.len()]; LAST + 3] = {
    let mut powers = [[1.0; NODES.len()]; LAST + 3];
    let mut k = 1;
    while k < powers.len() {
        let mut node = 0;
        while node < NODES.len() {
            powers[k][node] = powers[k - 1][node] * NODES[node].0;
            node += 1;
        }
        k += 1;
    }
    powers
};

/// Powers of the length of a step over the orders.
fn powers(length: f64) -> [f64; LAST + 3] {
    let mut powers = [1.0; LAST + 3];
    for k in 1..powers.len() {
        powers[k] = powers[k - 1] * length;
    }
    powers
}

/// A number in each of some columns that are made at once.
type Lanes = [f64; 4];
const LANES: usize = 4;
const NONE: Lanes = [0.0; LANES];

/// Adds a factor times other numbers.
#[inline]
fn add(slot: &mut Lanes, factor: f64, other: &Lanes) {
    slot.iter_mut().zip(other).for_each(|(slot, other)| *slot += factor * other);
}

/// Adds a factor times the magnitudes of other numbers.
#[inline]
fn add_size(slot: &mut Lanes, factor: f64, other: &Lanes) {
    slot.iter_mut().zip(other).for_each(|(slot, other)| *slot += factor * other.abs());
}

#[inline]
fn times(factor: f64, other: &Lanes) -> Lanes {
    other.map(|other| factor * other)
}

/// Coefficients of one order, of each body.
#[derive(Clone, Copy)]
struct Motion {
    position: [Lanes; MOST_BODIES],
    velocity: [Lanes; MOST_BODIES],
    force: [Lanes; MOST_BODIES],
    acceleration: [Lanes; MOST_BODIES],
}

/// Greatest terms of velocities, of each body and of all.
struct Greatest {
    terms: [Lanes; MOST_BODIES],
    of_all: Lanes,
}

impl Greatest {
    /// Takes coefficients times a power of the step; true if they are small beside the greatest ones.
    fn take(&mut self, velocity: &[Lanes], power: f64) -> bool {
        let Self { terms, of_all } = self;
        for (most, velocity) in terms.iter_mut().zip(velocity) {
            for ((most, of_all), one) in most.iter_mut().zip(&mut *of_all).zip(velocity) {
                let term = one.abs() * power;
                (*most, *of_all) = (greater(term, *most), greater(term, *of_all));
            }
        }
        terms.iter().zip(velocity).all(|(most, velocity)| {
            let mut terms = most.iter().zip(&*of_all).zip(velocity);
            terms.all(|((most, of_all), one)| {
                one.abs() * power <= NEGLIGIBLE_TERM * greater(LEAST_TERM * of_all, *most)
            })
        })
    }
}

/// Room for the columns.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    rows: Vec<Lanes>,
    /// Values of slip velocities at the nodes, of each slipping contact.
    nodes: Table,
}

/// Rows of the columns that are made.
struct Rows<'a> {
    counts: Counts,
    /// Powers of the length of the step.
    powers: [f64; LAST + 3],
    motion: &'a mut [Lanes],
    bounds: &'a mut [Lanes],
    nodes: &'a mut [[Lanes; NODES.len()]],
    /// Forces of stuck contacts, by contact.
    lambda: &'a mut [Lanes],
}

impl Columns {
    pub fn reserve(&mut self, bodies: usize, contacts: usize, springs: usize) {
        let counts = Counts { bodies, slipping: contacts, stuck: 0, gapped: springs };
        let [motion, bounds] = counts.rows();
        let nodes = NODES.len() * contacts;
        self.rows.reserve_exact(motion + bounds + nodes + contacts);
        self.nodes.reserve(nodes, 2 * bodies);
    }

    /// Returns all rows, of 0.
    fn rows(&mut self, counts: Counts, contacts: usize, length: f64) -> (Rows<'_>, &mut Table) {
        let [motion, bounds] = counts.rows();
        self.rows.clear();
        self.rows.resize(motion + bounds + NODES.len() * counts.slipping + contacts, NONE);
        let (motion, rest) = self.rows.split_at_mut(motion);
        let (bounds, rest) = rest.split_at_mut(bounds);
        let (nodes, lambda) = rest.split_at_mut(NODES.len() * counts.slipping);
        let nodes = nodes.as_chunks_mut().0;
        (Rows { counts, powers: powers(length), motion, bounds, nodes, lambda }, &mut self.nodes)
    }
}

impl Program {
    /// Makes the propagator of steps of a length, s, unless it is there; true if its series have converged.
    pub fn prepare(&mut self, system: &System, length: f64, room: &mut Columns) -> bool {
        if self.propagator.length != length {
            self.make_propagator(system, length, room);
        }
        self.propagator.converged
    }

    #[inline(never)]
    fn make_propagator(&mut self, system: &System, length: f64, room: &mut Columns) {
        let bodies = self.members.len();
        let columns = if self.is_constant { 0 } else { 2 * bodies };
        let (slipping, stuck) = (self.rows.slipping.len(), self.stuck.len());
        let counts = Counts { bodies, slipping, stuck, gapped: self.gapped.len() };
        let propagator = &mut self.propagator;
        (propagator.length, propagator.converged) = (length, true);
        (propagator.counts, propagator.columns) = (counts, columns);
        let [motion, bounds] = counts.rows();
        propagator.motion.clear(motion);
        propagator.bounds.clear(bounds);
        room.nodes.clear(NODES.len() * slipping);
        for first in (0..columns).step_by(LANES) {
            let (mut rows, nodes) = room.rows(counts, system.contacts.len(), length);
            self.propagator.converged &= self.add_series(system, first, &mut rows);
            for lane in 0..LANES.min(columns - first) {
                let propagator = &mut self.propagator;
                propagator.motion.push(rows.motion.iter().map(|row| row[lane]));
                propagator.bounds.push(rows.bounds.iter().map(|row| row[lane]));
                nodes.push(rows.nodes.as_flattened().iter().map(|row| row[lane]));
            }
        }
        self.propagator.take_squares(&room.nodes);
    }

    /// Adds the series of unit forces in some columns; true if they have converged.
    fn add_series(&self, system: &System, first: usize, rows: &mut Rows) -> bool {
        let bodies = rows.counts.bodies;
        let nothing = [NONE; MOST_BODIES];
        let mut now =
            Motion { position: nothing, velocity: nothing, force: nothing, acceleration: nothing };
        let mut greatest = Greatest { terms: nothing, of_all: NONE };
        let mut small = 0;
        for (k, inverse) in INVERSE.into_iter().enumerate().take(LAST + 1).skip(1) {
            now.force = nothing;
            if k <= 2 {
                // Of order 2, forces are given.
                for lane in 0..LANES {
                    let column = first + lane;
                    if column / bodies == k - 1 {
                        now.force[column % bodies][lane] = 1.0;
                    }
                }
            } else {
                self.apply_linear([&now.position, &now.velocity], &mut now.force);
            }
            self.accelerate(&now.force, 1.0, &mut now.acceleration);
            self.balance(system, [&now.force, &now.acceleration], rows.lambda);
            self.add_forces(k, rows);
            for body in 0..bodies {
                now.position[body] = times(inverse, &now.velocity[body]);
                now.velocity[body] = times(inverse, &now.acceleration[body]);
            }
            self.add_motion(k + 1, &now, rows);
            let power = rows.powers[k + 1];
            let is_small = greatest.take(&now.velocity[..bodies], power);
            small = if is_small { small + 1 } else { 0 };
            if small >= 2 && k > 3 {
                return true;
            }
        }
        false
    }

    /// Adds the coefficients of order k of positions and velocities.
    fn add_motion(&self, k: usize, now: &Motion, rows: &mut Rows) {
        let Motion { position, velocity, .. } = now;
        let Rows { counts, powers, motion, bounds, nodes, .. } = rows;
        let (power, of_rate) = (powers[k], k as f64 * powers[k - 1]);
        let bodies = motion.as_chunks_mut::<OF_BODY>().0.iter_mut().zip(position).zip(velocity);
        for ((row, position), velocity) in bodies.take(counts.bodies) {
            add(&mut row[OfBody::Position as usize], power, position);
            add(&mut row[OfBody::Velocity as usize], power, velocity);
            add(&mut row[OfBody::Acceleration as usize], of_rate, velocity);
        }
        for ((place, one), nodes) in self.rows.slipping.iter().enumerate().zip(&mut **nodes) {
            let slip = times(power, &one.link.apply_to_lanes(velocity));
            let row = counts.slipping(place);
            add(&mut motion[row], powers[1] * INVERSE[k], &slip);
            add(&mut motion[row + 1], powers[2] * INVERSE[k + 1], &slip);
            add_size(&mut bounds[place], OF_SAME_STEP, &slip);
            for (node, at) in nodes.iter_mut().zip(&NODE_POWERS[k]) {
                add(node, *at, &slip);
            }
        }
        for (place, one) in self.gapped.iter().enumerate() {
            let row = counts.gapped(place);
            add_size(&mut bounds[row], OF_SAME_STEP * power, &one.link.apply_to_lanes(position));
            add_size(
                &mut bounds[row + 1],
                OF_SAME_STEP * power,
                &one.link.apply_to_lanes(velocity),
            );
        }
    }

    /// Adds the coefficients of order k of the forces of stuck contacts.
    fn add_forces(&self, k: usize, rows: &mut Rows) {
        let Rows { counts, powers, motion, bounds, lambda, .. } = rows;
        for (place, &contact) in self.stuck.iter().enumerate() {
            let (row, term) = (counts.stuck(place), times(powers[k], &lambda[contact]));
            add(&mut motion[row], powers[1] * INVERSE[k], &term);
            add(&mut motion[row + 1], 1.0, &term);
            add_size(&mut bounds[counts.slipping + place], OF_SAME_STEP, &term);
        }
    }
}
