//! Bodies that a mass matrix couples: their effective masses, and impulses that pass between them.

use crate::network::model::{Inertia, InertiaEntries, Network, Signal};
use crate::skyline::Skyline;

/// A block of the mass matrix M, by its inverse W.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub bodies: Vec<usize>,
    /// W by rows.
    inverse: Vec<f64>,
}

/// Bodies of a block that move as one.
pub(super) struct Coupled {
    /// Effective mass of these where nothing else acts on the others: gᵀ (W_AA)⁻¹ g.
    pub mass: f64,
    /// Fraction of a force on each body of the block that acts on these: |gᵀ (W_AA)⁻¹ W_Ab|.
    pub shares: Vec<f64>,
}

impl Block {
    /// Makes a block by the values of its entries; None where they are no mass matrix.
    pub fn of(network: &Network, inertia: &Inertia, value: impl Fn(Signal) -> f64) -> Option<Self> {
        let size = inertia.bodies.len();
        let given = |k: usize, l: usize| {
            let mass = inertia.mass(&network.bodies, k, l).map(Signal::Parameter);
            mass.or(inertia.inverse(k, l).map(Signal::Input)).map_or(f64::NAN, &value)
        };
        let mut inverse = Vec::with_capacity(size * size);
        match inertia.entries {
            InertiaEntries::Matrix(_) => {
                let factor = Skyline::full(size, given)?;
                for k in 0..size {
                    let mut row = vec![0.0; size];
                    row[k] = 1.0;
                    factor.solve(&mut row);
                    inverse.extend(row);
                }
            }
            InertiaEntries::Inverse(_) => {
                Skyline::full(size, given)?;
                inverse.extend((0..size * size).map(|entry| given(entry / size, entry % size)));
            }
        }
        Some(Self { bodies: inertia.bodies.clone(), inverse })
    }

    /// Returns W_kl.
    pub fn inverse(&self, k: usize, l: usize) -> f64 {
        self.inverse[k * self.bodies.len() + l]
    }

    /// Returns the bodies that move as one, given by their places A in the block and their relative velocities g.
    fn coupled(&self, (places, gears): (&[usize], &[f64])) -> Option<Coupled> {
        let mut momenta = gears.to_vec();
        Skyline::full(places.len(), |k, l| self.inverse(places[k], places[l]))?.solve(&mut momenta);
        let sum = |of: &dyn Fn(usize) -> f64| -> f64 {
            momenta.iter().enumerate().map(|(k, momentum)| momentum * of(k)).sum()
        };
        let mass = sum(&|k| gears[k]);
        let share = |body| sum(&|k| self.inverse(places[k], body)).abs();
        Some(Coupled { mass, shares: (0..self.bodies.len()).map(share).collect() })
    }

    /// Mechanisms that have bodies of the block, each with these bodies.
    pub fn mechanisms(&self, gears: &[(usize, f64)]) -> Vec<(usize, Coupled)> {
        let mut mechanisms: Vec<usize> = self.bodies.iter().map(|body| gears[*body].0).collect();
        mechanisms.sort_unstable();
        mechanisms.dedup();
        let coupled = |mechanism: usize| {
            let own = |(_, body): &(usize, &usize)| gears[**body].0 == mechanism;
            let places = self.bodies.iter().enumerate().filter(own);
            let (places, speeds): (Vec<usize>, Vec<f64>) =
                places.map(|(place, body)| (place, gears[*body].1)).unzip();
            Some((mechanism, self.coupled((&places, &speeds))?))
        };
        mechanisms.into_iter().filter_map(coupled).collect()
    }
}
