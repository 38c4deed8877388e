//! Values of a formula with its decisions on given branches.

use super::Formula;
use crate::algebra::decisions::{On, on_piece};
use crate::algebra::formula::result;
use crate::algebra::given::Given;
use crate::algebra::number::Number;

impl Formula {
    /// Returns the results of all operations and that of the last, with decisions on given branches. A power that has no
    /// value where a branch goes on beyond its end is what it is on the branch that the numbers say.
    pub fn results_on<N: Number>(&self, given: &impl Given<N>, on: &On, into: &mut Vec<N>) -> N {
        self.told_on(given, on, &[self.nodes().len().wrapping_sub(1)], into);
        into.last().copied().unwrap_or(N::constant(0.0))
    }

    /// Finds the results of all operations so, of which those at some `places` are to have values.
    pub(crate) fn told_on<N: Number>(
        &self,
        given: &impl Given<N>,
        on: &On,
        places: &[usize],
        into: &mut Vec<N>,
    ) {
        into.clear();
        for (place, node) in self.nodes().iter().enumerate() {
            let value = match on.piece(place) {
                Some(piece) => on_piece(*node, into, given, piece),
                None => result(node, given, into),
            };
            into.push(value);
        }
        let told = |place: usize| into.get(place).is_none_or(|value| value.needs_few_samples());
        let decided = |(a, b): (usize, Option<usize>)| told(a) && b.is_none_or(told);
        let all = || places.iter().all(|place| told(*place)) && on.operands().all(decided);
        if !(on.pieces.is_empty() || all()) {
            self.tell(given, on, into);
        }
    }

    /// Takes from the formula as it is what has no value on given branches.
    fn tell<N: Number>(&self, given: &impl Given<N>, on: &On, into: &mut Vec<N>) {
        let count = self.nodes().len();
        for node in self.nodes() {
            let value = result(node, given, &into[count..]);
            into.push(value);
        }
        let (on_pieces, plain) = into.split_at_mut(count);
        for (place, node) in self.nodes().iter().enumerate() {
            let value = match on.piece(place) {
                Some(piece) => on_piece(*node, on_pieces, given, piece),
                None => result(node, given, on_pieces),
            };
            on_pieces[place] = if value.needs_few_samples() { value } else { plain[place] };
        }
        into.truncate(count);
    }
}
