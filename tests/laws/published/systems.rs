//! The systems of the papers under random loads, by their closed forms and by the kernel.

use luztar::gauss::{Contact, Kernel, Row, Solution};
use luztar::projections::Tar;
use proptest::prelude::*;

use crate::published::forms::{
    TwoMassOneContact, TwoMassThreeContacts, TwoMassTwoContacts, VelocityState,
};

/// Two accelerations are the same if they differ by no more than this, relative to 1 m/s² and the greater:
/// a few operations' round-off.
const SAME: f64 = 1e-12;

#[derive(Clone, Copy, Debug)]
pub enum System {
    One(TwoMassOneContact),
    Two(TwoMassTwoContacts),
    Three(TwoMassThreeContacts),
}

impl System {
    pub fn mass(&self) -> [f64; 2] {
        match self {
            Self::One(system) => system.mass,
            Self::Two(system) => system.mass,
            Self::Three(system) => system.mass,
        }
    }

    /// Contacts with the coefficients of their slip velocity in ż₁ and ż₂.
    fn contacts(&self) -> Vec<([f64; 2], Tar)> {
        let (between, first, second) = ([1.0, -1.0], [1.0, 0.0], [0.0, 1.0]);
        match self {
            Self::One(system) => vec![(between, system.contact12)],
            Self::Two(system) => vec![(between, system.contact12), (second, system.contact20)],
            Self::Three(system) => vec![
                (between, system.contact12),
                (first, system.contact10),
                (second, system.contact20),
            ],
        }
    }

    /// Accelerations by the closed form.
    pub fn published(&self, force: [f64; 2], velocity: [f64; 2]) -> [f64; 2] {
        match self {
            Self::One(system) => system.acceleration(force, velocity),
            Self::Two(system) => system.acceleration(force, velocity),
            Self::Three(system) => system.acceleration(force, velocity),
        }
    }

    /// Accelerations by Gauss's principle: contacts that slip act with their force, the others are solved.
    pub fn exact(&self, force: [f64; 2], velocity: [f64; 2]) -> [f64; 2] {
        let mut acting = force;
        let mut singular = Vec::new();
        for (q, friction) in self.contacts() {
            let slip = q[0] * velocity[0] + q[1] * velocity[1];
            if slip == 0.0 {
                let row = Row { i: Some(0), q_i: q[0], j: Some(1), q_j: q[1] };
                let limit = friction.jump();
                singular.push(Contact {
                    row,
                    beta: 0.0,
                    lower: -limit,
                    upper: limit,
                    viscous: 0.0,
                });
            } else {
                let ft = friction.slope() * slip + friction.jump().copysign(slip);
                acting[0] -= q[0] * ft;
                acting[1] -= q[1] * ft;
            }
        }
        let mut solution = Solution::default();
        let result = Kernel::default().solve(&self.mass(), &acting, &singular, &mut solution);
        result.expect("contacts with finite limits contradict nothing");
        solution.acceleration.try_into().expect("two bodies")
    }

    /// M₁a₁² + M₂a₂², which the papers minimise.
    pub fn acceleration_energy(&self, a: [f64; 2]) -> f64 {
        let [m1, m2] = self.mass();
        m1 * a[0] * a[0] + m2 * a[1] * a[1]
    }
}

pub fn norm(a: [f64; 2]) -> f64 {
    a[0].abs().max(a[1].abs())
}

pub fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    norm([a[0] - b[0], a[1] - b[1]])
}

pub fn same(a: [f64; 2], b: [f64; 2]) -> bool {
    distance(a, b) <= SAME * (1.0 + norm(a).max(norm(b)))
}

/// Friction with a limit below `widest` N and up to 2 N·s/m of viscosity.
pub fn contact(widest: f64) -> impl Strategy<Value = Tar> {
    (0.0..2.0, 0.0..widest).prop_map(|(slope, jump)| Tar::new(slope, jump).expect("not negative"))
}

pub fn mass() -> impl Strategy<Value = [f64; 2]> {
    [0.2..5.0, 0.2..5.0]
}

pub fn force() -> impl Strategy<Value = [f64; 2]> {
    [-5.0..5.0, -5.0..5.0]
}

pub fn one(widest: f64) -> impl Strategy<Value = System> {
    (mass(), contact(widest))
        .prop_map(|(mass, contact12)| System::One(TwoMassOneContact { mass, contact12 }))
}

pub fn two_contacts(widest: f64) -> impl Strategy<Value = TwoMassTwoContacts> {
    (mass(), contact(widest), contact(widest))
        .prop_map(|(mass, contact12, contact20)| TwoMassTwoContacts { mass, contact12, contact20 })
}

pub fn two(widest: f64) -> impl Strategy<Value = System> {
    two_contacts(widest).prop_map(System::Two)
}

pub fn three_contacts(widest: f64) -> impl Strategy<Value = TwoMassThreeContacts> {
    (mass(), contact(widest), contact(widest), contact(widest)).prop_map(
        |(mass, contact12, contact10, contact20)| TwoMassThreeContacts {
            mass,
            contact12,
            contact10,
            contact20,
        },
    )
}

pub fn three(widest: f64) -> impl Strategy<Value = System> {
    three_contacts(widest).prop_map(System::Three)
}

/// A velocity that is not 0.
pub fn moving() -> impl Strategy<Value = f64> {
    prop_oneof![0.01..3.0, -3.0..-0.01]
}

pub const STATES: [VelocityState; 5] = [
    VelocityState::Apart,
    VelocityState::Together,
    VelocityState::FirstAtRest,
    VelocityState::SecondAtRest,
    VelocityState::AtRest,
];

/// Velocities in a state.
pub fn velocity(state: VelocityState) -> BoxedStrategy<[f64; 2]> {
    match state {
        VelocityState::Apart => {
            [moving(), moving()].prop_filter("ż₁ ≠ ż₂", |v| v[0] != v[1]).boxed()
        }
        VelocityState::Together => moving().prop_map(|v| [v, v]).boxed(),
        VelocityState::FirstAtRest => moving().prop_map(|v| [0.0, v]).boxed(),
        VelocityState::SecondAtRest => moving().prop_map(|v| [v, 0.0]).boxed(),
        VelocityState::AtRest => Just([0.0, 0.0]).boxed(),
    }
}
