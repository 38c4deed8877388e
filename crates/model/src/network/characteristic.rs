//! Kinds of bilateral springs by their characteristic, the elastic force k·e + g(e): of each kind, what is asked of g.
//!
//! A kind is one file beside this one, and its name in `kinds!` below: reader, motion, time stepping, studies and
//! drawings ask for it here alone. A spring has the first kind of which a key is given; with another kind, `check_together`
//! in springs.rs must refuse keys of both. Numbers of a kind are an array: parameters of a network, values, or changes of
//! these.

mod cubic;
mod curve;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use super::axis;
use super::units::PhysicalUnit;
pub use cubic::Cubic;
use curve::Curve;
pub(super) use curve::Key;

/// Returns the keys of all kinds, each with its description and units.
#[doc(hidden)]
pub fn spring_keys() -> impl Iterator<Item = (&'static str, String)> {
    let units = |key: &Key| PhysicalUnit::of_axes(axis::ALL.map(key.unit));
    keys().map(move |key| (key.name, format!("{}, {}", key.text, units(key))))
}

/// Makes the type that has all kinds, by their names, and hands on what is asked of them.
macro_rules! kinds {
    ($($kind:ident),*) => {
        /// Characteristic of a spring: k·e alone, or with the force of a kind.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        pub enum Characteristic<P> {
            /// k·e.
            #[default]
            Linear,
            $(
                /// k·e and the force of this kind.
                $kind($kind<P>),
            )*
        }

        impl<P: Copy> Characteristic<P> {
            /// Returns the same kind with other numbers.
            pub fn map<Q>(&self, number: impl Fn(P) -> Q) -> Characteristic<Q> {
                match self {
                    Self::Linear => Characteristic::Linear,
                    $(Self::$kind($kind(own)) => Characteristic::$kind($kind(own.map(number))),)*
                }
            }

            /// Returns its numbers.
            pub fn numbers(&self) -> impl Iterator<Item = P> {
                let own: &[P] = match self {
                    Self::Linear => &[],
                    $(Self::$kind($kind(own)) => own,)*
                };
                own.iter().copied()
            }

            /// Returns the factor of g, and what it multiplies, as a text in which {} is e; None of a linear one.
            pub fn factor(&self) -> Option<(P, &'static str)> {
                match self {
                    Self::Linear => None,
                    $(Self::$kind($kind(own)) => {
                        let (factor, shape) = $kind::<f64>::TERM;
                        Some((own[factor], shape))
                    })*
                }
            }
        }

        /// All kinds, with some numbers of either sign.
        #[cfg(test)]
        fn samples() -> Vec<Characteristic<f64>> {
            let signs = [1.0, -1.0];
            let numbers = |sign: f64, place: usize| sign * (2.0 + 0.7 * place as f64);
            let of = |sign: f64| {
                [$(Characteristic::$kind($kind(std::array::from_fn(|place| numbers(sign, place))))),*]
            };
            signs.into_iter().flat_map(of).collect()
        }

        /// Keys of all kinds.
        pub(super) fn keys() -> impl Iterator<Item = &'static Key> {
            [$($kind::<f64>::KEYS),*].into_iter().flatten()
        }

        /// Reads the numbers of the kind of which any is given.
        pub(super) fn read<P>(
            is_given: impl Fn(&Key) -> bool,
            mut number: impl FnMut(&Key) -> P,
        ) -> Characteristic<P> {
            $(
                if $kind::<f64>::KEYS.iter().any(&is_given) {
                    let keys = $kind::<f64>::KEYS;
                    let own = std::array::from_fn(|place| number(&keys[place]));
                    return Characteristic::$kind($kind(own));
                }
            )*
            Characteristic::Linear
        }

        impl Characteristic<f64> {
            /// True if the force is k·e with these numbers.
            pub fn is_linear(&self) -> bool {
                match self {
                    Self::Linear => true,
                    $(Self::$kind(own) => own.is_zero(),)*
                }
            }

            /// Returns g(e), N or N·m.
            pub fn force(&self, e: f64) -> f64 {
                match self {
                    Self::Linear => 0.0,
                    $(Self::$kind(own) => own.force(e),)*
                }
            }

            /// Returns g′(e), N/m or N·m/rad.
            pub fn slope(&self, e: f64) -> f64 {
                match self {
                    Self::Linear => 0.0,
                    $(Self::$kind(own) => own.slope(e),)*
                }
            }

            /// Returns ∫₀ᵉ g, J.
            pub fn potential(&self, e: f64) -> f64 {
                match self {
                    Self::Linear => 0.0,
                    $(Self::$kind(own) => own.potential(e),)*
                }
            }

            /// Returns the discrete gradient of ½k·e² + ∫g between two deflections, and its derivative by the second one.
            pub fn mean_force(&self, stiffness: f64, ends: (f64, f64)) -> [f64; 2] {
                match self {
                    Self::Linear => [(ends.0 + ends.1) * (0.5 * stiffness), 0.5 * stiffness],
                    $(Self::$kind(own) => own.mean_force(stiffness, ends),)*
                }
            }

            /// True if g never falls as e rises.
            pub fn is_convex(&self) -> bool {
                match self {
                    Self::Linear => true,
                    $(Self::$kind(own) => own.is_convex(),)*
                }
            }

            /// Returns a slope, ≥ 0, at which lines from deflections within ±`range` bound the discrete gradient of g there.
            pub fn bounding_slope(&self, range: f64) -> f64 {
                match self {
                    Self::Linear => 0.0,
                    $(Self::$kind(own) => own.bounding_slope(range),)*
                }
            }

            /// Returns the change of g(e) by changes of its numbers, e being what it is.
            pub fn force_change(&self, by: &Self, e: f64) -> f64 {
                match (self, by) {
                    $((Self::$kind(own), Self::$kind(by)) => own.force_change(by, e),)*
                    _ => 0.0,
                }
            }

            /// Returns the change of g′(e) by changes of its numbers and of e.
            pub fn slope_change(&self, by: &Self, e: f64, e_by: f64) -> f64 {
                match (self, by) {
                    $((Self::$kind(own), Self::$kind(by)) => own.slope_change(by, e, e_by),)*
                    _ => 0.0,
                }
            }

            /// Returns Taylor coefficient k of a series that [`Characteristic::term`] needs beside that of e.
            pub fn auxiliary_term(
                &self,
                e: impl Fn(usize) -> f64,
                auxiliary: impl Fn(usize) -> f64,
                k: usize,
            ) -> f64 {
                match self {
                    Self::Linear => 0.0,
                    $(Self::$kind(own) => own.auxiliary_term(e, auxiliary, k),)*
                }
            }

            /// Returns Taylor coefficient k of g along series of e and of the auxiliary, both of which are there up to k.
            pub fn term(
                &self,
                e: impl Fn(usize) -> f64,
                auxiliary: impl Fn(usize) -> f64,
                k: usize,
            ) -> f64 {
                match self {
                    Self::Linear => 0.0,
                    $(Self::$kind(own) => own.term(e, auxiliary, k),)*
                }
            }
        }
    };
}

kinds! { Cubic }
