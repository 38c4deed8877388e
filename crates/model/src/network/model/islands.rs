//! Connected components of a network.

use super::{BodyKind, Network};
use crate::network::joined::{contact_links, force_links, inertia_links, joined};

impl Network {
    /// Returns the connected component of each body, counted from 0, and the number of connected components. Bodies that elements join,
    /// prescribed ones among them, act on one another and on none of another connected component. A fixed body joins nothing, and
    /// has a connected component of its own after all others.
    pub fn islands(&self) -> (Vec<usize>, usize) {
        let moves = |kind: &BodyKind| !matches!(kind, BodyKind::Fixed);
        let all = contact_links(self).chain(force_links(self, |_| true)).chain(inertia_links(self));
        let root = joined(self, moves, all);
        let mut number = vec![None; root.len()];
        let mut count = 0;
        let mut next = |slot: &mut Option<usize>| {
            *slot.get_or_insert_with(|| {
                count += 1;
                count - 1
            })
        };
        let mut island: Vec<usize> =
            root.iter().map(|root| root.map_or(0, |root| next(&mut number[root]))).collect();
        for (island, root) in island.iter_mut().zip(&root) {
            if root.is_none() {
                *island = next(&mut None);
            }
        }
        (island, count)
    }
}
