//! The mass matrix of bodies with unknown motion, and its inverse, row by row.

use super::System;
use super::blocks::GivenBy;
use crate::dynamics::system::given::next_version;
use crate::gauss::Inertia;

impl System {
    /// Gives a block of the mass matrix by itself or by its inverse, entry by entry for k ≤ l, in the order of its bodies:
    /// masses, entries beside them and the inverse follow. False if it is not positive definite, and then as before.
    pub fn give_block(
        &mut self,
        block: usize,
        by: GivenBy,
        entry: impl Fn(usize, usize) -> f64,
    ) -> bool {
        if !self.blocks.give(block, by, entry) {
            return false;
        }
        for (body, mass) in self.blocks.masses(block) {
            self.mass[body] = mass;
        }
        self.version = next_version();
        true
    }

    /// Returns the mass matrix of bodies with unknown motion.
    pub fn inertia(&self) -> Inertia<'_> {
        Inertia { diagonal: &self.mass, coupled: self.blocks.coupled() }
    }

    /// Returns the mass matrix with other masses on its diagonal, such as regularising ones in place of 0.
    pub fn inertia_with<'k>(&'k self, mass: &'k [f64]) -> Inertia<'k> {
        Inertia { diagonal: mass, coupled: self.blocks.coupled() }
    }

    /// Returns the row of M of a body with unknown motion: bodies, itself among them, and entries.
    pub fn mass_row(&self, body: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.row_of(body, |unknown, other| match self.blocks.mass(unknown, other) {
            Some(mass) => mass,
            None => self.mass[unknown],
        })
    }

    /// Returns the row of W = M⁻¹ of a body with a mass.
    pub fn inverse_row(&self, body: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.row_of(body, |unknown, other| match self.blocks.inverse(unknown, other) {
            Some(inverse) => inverse,
            None => 1.0 / self.mass[unknown],
        })
    }

    /// Returns the entries of a body and of those in its block.
    fn row_of<'n>(
        &'n self,
        body: usize,
        entry: impl Fn(usize, usize) -> f64 + 'n,
    ) -> impl Iterator<Item = (usize, f64)> + 'n {
        let unknown = self.unknown_of(body);
        let mates = unknown.map_or(&[][..], |unknown| self.blocks.mates(unknown));
        let alone = unknown.filter(|_| mates.is_empty());
        mates.iter().copied().chain(alone).map(move |other| {
            (self.body_of[other], unknown.map_or(0.0, |unknown| entry(unknown, other)))
        })
    }

    /// Returns the least mass with which a body resists: forces of size f on it and on the bodies coupled to it
    /// accelerate it by no more than f divided by that. None for bodies without mass and of known motion.
    pub fn least_mass(&self, body: usize) -> Option<f64> {
        let mass = self.mass_of(body)?;
        let response = self.unknown_of(body).and_then(|unknown| self.blocks.response(unknown));
        Some(response.map_or(mass, |response| 1.0 / response))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gauss::CoupledMass;

    /// Returns two bodies, M = [[2, 1], [1, 1]], W = [[1, −1], [−1, 2]], beside one without.
    fn pair() -> System {
        let mut system = System { mass: vec![0.0; 3], ..System::default() };
        system.blocks.lay_out(3, [vec![2, 0]].into_iter());
        system
    }

    #[test]
    fn a_block_is_given_either_way() {
        let matrix = |k: usize, l: usize| [2.0, 1.0, 1.0][k + l];
        let inverse = |k: usize, l: usize| [1.0, -1.0, 2.0][k + l];
        let mut by_matrix = pair();
        assert!(by_matrix.give_block(0, GivenBy::Matrix, matrix));
        let mut by_inverse = pair();
        assert!(by_inverse.give_block(0, GivenBy::Inverse, inverse));
        for system in [by_matrix, by_inverse] {
            let near = |a: f64, exact: f64| assert!((a - exact).abs() < 2e-15, "{a}");
            let [first, free, second] = system.mass[..] else { panic!("three bodies") };
            for (mass, exact) in [(first, 1.0), (free, 0.0), (second, 2.0)] {
                near(mass, exact);
            }
            let [CoupledMass { i: 2, j: 0, mass }] = *system.blocks.coupled() else {
                panic!("one entry")
            };
            near(mass, 1.0);
            for ((i, j), exact) in [((2, 2), 1.0), ((2, 0), -1.0), ((0, 0), 2.0)] {
                near(system.blocks.inverse(i, j).expect("of one block"), exact);
            }
            assert_eq!(system.blocks.inverse(1, 0), None);
            near(system.blocks.response(0).expect("in a block"), 3.0);
            let mut momenta = [0.0; 3];
            system.inertia().add_momenta(1.0, |unknown| [3.0, 7.0, 5.0][unknown], &mut momenta);
            assert!((momenta[0] - 8.0).abs() + (momenta[2] - 13.0).abs() < 2e-14, "{momenta:?}");
        }
    }

    #[test]
    fn what_is_not_positive_definite_is_not_taken() {
        let mut system = pair();
        assert!(system.give_block(0, GivenBy::Matrix, |k, l| [2.0, 1.0, 1.0][k + l]));
        let before = system.version;
        for wrong in [[1.0, 1.0, 1.0], [1.0, 2.0, 1.0], [-1.0, 0.0, 1.0], [1.0, f64::NAN, 1.0]] {
            assert!(!system.give_block(0, GivenBy::Matrix, |k, l| wrong[k + l]));
        }
        assert_eq!((system.version, &system.mass[..]), (before, &[1.0, 0.0, 2.0][..]));
    }
}
