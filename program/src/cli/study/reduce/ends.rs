//! Ends of elements: forces on bodies, deflections and slip velocities, and elements in parallel.

use luztar::network::End;
use luztar::study::Case;

use super::quantity::{Quantity, Shown, Term};
use super::symbols::Symbols;

/// An element that acts on its first end as −force and on its second one as +force, both times its factors.
pub struct Acting {
    pub ends: [End; 2],
    /// Factors of the weights of the ends.
    pub factors: [Quantity; 2],
    pub force: Vec<Term>,
}

impl Acting {
    /// An element without factors beside the weights.
    pub fn between(ends: [End; 2], force: Vec<Term>) -> Self {
        Self { ends, factors: [Quantity::one(), Quantity::one()], force }
    }

    /// Its force on a body.
    pub fn on(&self, body: usize, symbols: &mut Symbols) -> Vec<Term> {
        let mut terms = Vec::new();
        for ((end, factor), minus) in self.ends.iter().zip(&self.factors).zip([true, false]) {
            if end.body == Some(body) {
                let factor = symbols.weight(*end).times(factor);
                terms.extend(self.force.iter().map(|term| term.scaled(minus, &factor)));
            }
        }
        terms
    }
}

/// `w_i z_i − w_j z_j`, with a mark behind the names of bodies, and factors of the weights.
pub fn difference(
    symbols: &mut Symbols,
    ends: [End; 2],
    factors: &[Quantity; 2],
    mark: &str,
) -> Vec<Term> {
    let mut terms = Vec::new();
    for ((end, factor), minus) in ends.into_iter().zip(factors).zip([false, true]) {
        if let Some(body) = end.body {
            let name = Shown::plain(format!("{}{mark}", symbols.network.bodies[body].name));
            let factor = symbols.weight(end).times(factor);
            terms.push(Term { minus, factor, of: name });
        }
    }
    terms
}

/// Bodies at two ends with the values of their weights, in an order that does not depend on which end is first. The ground
/// has none.
pub fn motion(case: &Case, [i, j]: [End; 2]) -> [Option<(usize, u64)>; 2] {
    let weighed = |end: End| {
        let weight = end.weight.map_or(1.0, |id| case.parameter(id));
        end.body.map(|body| (body, weight.to_bits()))
    };
    let mut both = [weighed(i), weighed(j)];
    both.sort();
    both
}

/// Places of elements in groups of equal keys, in their order; one without a key is a group by itself.
pub fn grouped<K: PartialEq>(keys: Vec<Option<K>>) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (place, key) in keys.iter().enumerate() {
        let same = |group: &&mut Vec<usize>| key.is_some() && keys[group[0]] == *key;
        match groups.iter_mut().find(same) {
            Some(group) => group.push(place),
            None => groups.push(vec![place]),
        }
    }
    groups
}
