//! A contact with bristles and one that sticks, on the same body, against an independent integration.

use std::sync::Arc;

use luztar::network::read;

use crate::run::{Run, assert_close};

/// A block (1 kg) on a spring (20 N/m) under 3·cos 2t N, with a luGre contact and a Coulomb contact, by
/// Runge and Kutta's method of order 4 with small steps; from the equations alone.
struct Pair {
    time: f64,
    /// Position, velocity, deflection of the bristles.
    y: [f64; 3],
    /// Direction of slip, or 0.
    slips: f64,
    changes: Vec<f64>,
}

impl Pair {
    const STATIC: f64 = 0.9;
    const KINETIC: f64 = 0.6;

    /// Forces but those of Coulomb friction, and the rate of the bristles.
    fn forces(time: f64, [x, v, z]: [f64; 3]) -> (f64, f64) {
        let g = 0.3 + 0.2 * (-(v / 0.01) * (v / 0.01)).exp();
        let rate = v - 1e3 * v.abs() * z / g;
        let friction = 1e3 * z + 10.0 * rate + 0.1 * v;
        (3.0 * (2.0 * time).cos() - 20.0 * x - friction, rate)
    }

    fn rates(&self, time: f64, y: [f64; 3]) -> [f64; 3] {
        let (force, rate) = Self::forces(time, y);
        [y[1], force - self.slips * Self::KINETIC, rate]
    }

    fn moved(&self, h: f64) -> [f64; 3] {
        let shift = |k: [f64; 3], c: f64| std::array::from_fn(|i| self.y[i] + c * h * k[i]);
        let k1 = self.rates(self.time, self.y);
        let k2 = self.rates(self.time + 0.5 * h, shift(k1, 0.5));
        let k3 = self.rates(self.time + 0.5 * h, shift(k2, 0.5));
        let k4 = self.rates(self.time + h, shift(k3, 1.0));
        std::array::from_fn(|i| self.y[i] + h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]))
    }

    /// The part of h at which `holds` ends.
    fn first(h: f64, holds: impl Fn(f64) -> bool) -> f64 {
        let (mut low, mut high) = (0.0, h);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if holds(middle) { low = middle } else { high = middle }
        }
        high
    }

    fn step(&mut self, h: f64) {
        if self.slips == 0.0 {
            let (y, time) = (self.y, self.time);
            let holds = |tau: f64| Self::forces(time + tau, y).0.abs() <= Self::STATIC;
            if holds(h) {
                self.time += h;
                return;
            }
            self.time += Self::first(h, holds);
            self.slips = Self::forces(self.time, self.y).0.signum();
            self.changes.push(self.time);
            return;
        }
        let next = self.moved(h);
        if next[1] * self.slips >= 0.0 {
            (self.y, self.time) = (next, self.time + h);
            return;
        }
        let tau = Self::first(h, |tau| self.moved(tau)[1] * self.slips >= 0.0);
        (self.y, self.time) = (self.moved(tau), self.time + tau);
        self.y[1] = 0.0;
        let force = Self::forces(self.time, self.y).0;
        self.slips = if force.abs() <= Self::STATIC { 0.0 } else { force.signum() };
        self.changes.push(self.time);
    }
}

#[test]
fn lu_gre_and_coulomb_on_one_body_move_as_an_independent_integration_says() {
    let text = "[model]\nname = \"Pair\"\n[body.block]\nmass = 1.0\nposition = 0.3\n\
         [body.block.excitation]\namplitude = 3.0\nangularFrequency = 2.0\n\
         [spring.spring]\nbetween = \"block\"\nstiffness = 20.0\n\
         [contact.dry]\nbetween = \"block\"\nlaw = \"coulomb\"\nkineticFriction = 0.6\n\
         staticFriction = 0.9\n\
         [contact.bristle]\nbetween = \"block\"\nlaw = \"luGre\"\nkineticFriction = 0.3\n\
         staticFriction = 0.5\nstribeckVelocity = 0.01\nbristleStiffness = 1e3\n\
         bristleDamping = 10.0\nviscous = 0.1\n";
    let network = Arc::new(read(text, "pair.toml").unwrap_or_else(|wrong| panic!("{wrong}")));
    let (position, slips) = ([0.3, 0.0, 0.0], -1.0);
    let mut pair = Pair { time: 0.0, y: position, slips, changes: Vec::new() };
    let mut run = Run::new(&network);
    for step in 1..=60 {
        let end = 0.1 * f64::from(step);
        while pair.time < end - 1e-12 {
            pair.step((end - pair.time).min(2e-5));
        }
        run.advance(end);
        assert_close(run.position(0), pair.y[0], 1e-9);
        assert_close(run.velocity(0), pair.y[1], 1e-8);
        assert_close(run.state().internal(1, 0), pair.y[2], 1e-11);
    }
    let times = run.times_of_contact(0);
    assert!(times.len() >= 5, "{times:?}");
    assert_eq!(times.len(), pair.changes.len(), "{times:?} {:?}", pair.changes);
    for (found, expected) in times.iter().zip(&pair.changes) {
        assert_close(*found, *expected, 1e-8);
    }
    assert!(run.events.iter().any(|event| event.to() == 0), "{:?}", run.events);
}
