//! Values of the names of a formula.

use std::ops::Range;

use super::number::Number;

/// Values of the names of a formula.
pub trait Given<N> {
    /// Returns the value of a name that is no list.
    fn number(&self, name: usize) -> N;

    /// Returns the places of the entries of a list among all entries.
    fn list(&self, name: usize) -> Range<usize>;

    /// Returns the value at a place of [`Given::list`].
    fn entry(&self, place: usize) -> N;
}

/// The numbers that are given, with another value of one name: numbers of any kind from plain ones.
#[derive(Clone, Copy, Debug)]
pub struct Along<'g, G, N> {
    /// Values of all names.
    pub given: &'g G,
    /// The name that has another one.
    pub name: usize,
    /// That value.
    pub value: N,
}

impl<G: Given<f64>, N: Number> Given<N> for Along<'_, G, N> {
    fn number(&self, name: usize) -> N {
        if name == self.name { self.value } else { N::constant(self.given.number(name)) }
    }

    fn list(&self, name: usize) -> Range<usize> {
        self.given.list(name)
    }

    fn entry(&self, place: usize) -> N {
        N::constant(self.given.entry(place))
    }
}
