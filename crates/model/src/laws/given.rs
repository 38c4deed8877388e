//! Names in the formulas of a law: the argument, the normal load, and the law's parameters in their order.

use std::ops::Range;

use super::declaration::Values;
use super::sense::MOST_STATES;
use super::whereabouts::WHEREABOUTS;
use crate::algebra::{Branch, Dual, Given, Number};

/// x = |w|, or the slip ratio.
pub(super) const ARGUMENT: usize = 0;
/// The normal load.
pub(super) const LOAD: usize = 1;
/// The first parameter of the law.
pub(super) const FIRST: usize = 2;

/// Slip velocity w; with the names below it follows the parameters of laws that depend on states or on more than slip
/// and load.
pub(super) const SLIP: usize = 0;
/// sgn w; 0 where the contact does not slip.
pub(super) const SIDE: usize = 1;
/// The first state.
pub(super) const STATE: usize = 2;
/// Name of whether the first state has arrived where it tends to: 1 or 0.
pub(super) const ARRIVED: usize = STATE + MOST_STATES;
/// The first of the whereabouts.
pub(super) const THERE: usize = ARRIVED + MOST_STATES;
/// The number of the regularisation, of a law that has one.
pub(super) const NUMBER: usize = THERE + WHEREABOUTS;
/// Names behind the parameters.
pub(super) const OWN_NAMES: usize = NUMBER + 1;

/// A place at which a formula is evaluated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'v, N> {
    pub argument: N,
    pub load: N,
    pub values: Values<'v>,
}

impl<N: Number> Given<N> for Place<'_, N> {
    fn number(&self, name: usize) -> N {
        match name {
            ARGUMENT => self.argument,
            LOAD => self.load,
            _ => N::constant(self.values.number(name - FIRST)),
        }
    }

    fn list(&self, name: usize) -> Range<usize> {
        self.values.places(name - FIRST)
    }

    fn entry(&self, place: usize) -> N {
        N::constant(self.values.entry(place))
    }
}

/// A place that changes, with the parameters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Changing<'v> {
    pub at: Place<'v, Dual<Branch>>,
    pub by: Values<'v>,
}

impl Changing<'_> {
    fn changed(value: f64, change: f64) -> Dual<Branch> {
        Dual::new(Branch::constant(value), Branch::constant(change))
    }
}

impl Given<Dual<Branch>> for Changing<'_> {
    fn number(&self, name: usize) -> Dual<Branch> {
        match name {
            ARGUMENT | LOAD => self.at.number(name),
            _ => {
                let parameter = name - FIRST;
                Self::changed(self.at.values.number(parameter), self.by.number(parameter))
            }
        }
    }

    fn list(&self, name: usize) -> Range<usize> {
        self.at.list(name)
    }

    fn entry(&self, place: usize) -> Dual<Branch> {
        Self::changed(self.at.values.entry(place), self.by.entry(place))
    }
}

/// A place at which a formula of a law with states is evaluated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot<'v, N> {
    pub at: Place<'v, N>,
    /// Name of the first of the law's own names.
    pub first: usize,
    pub own: [N; OWN_NAMES],
}

impl<N: Number> Given<N> for Spot<'_, N> {
    fn number(&self, name: usize) -> N {
        match name.checked_sub(self.first) {
            Some(own) => self.own[own],
            None => self.at.number(name),
        }
    }

    fn list(&self, name: usize) -> Range<usize> {
        self.at.list(name)
    }

    fn entry(&self, place: usize) -> N {
        self.at.entry(place)
    }
}

/// Such a place as it changes with the parameters.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChangingSpot<'v> {
    pub spot: Spot<'v, Dual<f64>>,
    pub by: Values<'v>,
}

impl Given<Dual<f64>> for ChangingSpot<'_> {
    fn number(&self, name: usize) -> Dual<f64> {
        let value = self.spot.number(name);
        match name.checked_sub(self.spot.first) {
            Some(NUMBER) => Dual::new(value.value, self.by.last()),
            None if name >= FIRST => Dual::new(value.value, self.by.number(name - FIRST)),
            _ => value,
        }
    }

    fn list(&self, name: usize) -> Range<usize> {
        self.spot.list(name)
    }

    fn entry(&self, place: usize) -> Dual<f64> {
        Dual::new(self.spot.entry(place).value, self.by.entry(place))
    }
}

/// A place that differs in the argument alone, which changes by its own unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moved<'g, G, N> {
    pub given: &'g G,
    pub argument: Dual<N>,
}

impl<N: Number, G: Given<N>> Given<Dual<N>> for Moved<'_, G, N> {
    fn number(&self, name: usize) -> Dual<N> {
        if name == ARGUMENT { self.argument } else { level(self.given.number(name)) }
    }

    fn list(&self, name: usize) -> Range<usize> {
        self.given.list(name)
    }

    fn entry(&self, place: usize) -> Dual<N> {
        level(self.given.entry(place))
    }
}

fn level<N: Number>(value: N) -> Dual<N> {
    Dual::new(value, N::constant(0.0))
}
