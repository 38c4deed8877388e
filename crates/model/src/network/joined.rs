//! Connected components: bodies that elements join.

use super::{BodyKind, Network, Spring};

/// Two bodies that something joins, if both ends are bodies.
type Link = (Option<usize>, Option<usize>);

/// Returns the links of contacts.
pub fn contact_links(network: &Network) -> impl Iterator<Item = Link> {
    network.contacts.iter().map(|c| (c.i.body, c.j.body))
}

/// Returns the links of bodies that their inertia couples, each with the first of its block.
pub fn inertia_links(network: &Network) -> impl Iterator<Item = Link> {
    let blocks = network.inertias.iter().map(|inertia| &inertia.bodies);
    blocks.flat_map(|bodies| bodies.iter().map(|body| (bodies.first().copied(), Some(*body))))
}

/// Returns the links of some springs, of dampers and of forces by formula.
pub fn force_links(
    network: &Network,
    joins: impl Fn(&Spring) -> bool,
) -> impl Iterator<Item = Link> {
    let springs = network.springs.iter().filter(move |spring| joins(spring));
    let springs = springs.map(|s| (s.i.body, s.j.body));
    let dampers = network.dampers.iter().map(|d| (d.i.body, d.j.body));
    // What a formula sees, its force depends on: each on each, since some may be of a kind that joins nothing.
    let forces = network.forces.iter().flat_map(|force| {
        let pairs = force.bodies().flat_map(|i| force.bodies().map(move |j| (Some(i), Some(j))));
        pairs.collect::<Vec<_>>()
    });
    springs.chain(dampers).chain(forces)
}

/// Returns the numbers for the bodies of a kind, each that of one of them, equal for those that links join.
pub fn joined(
    network: &Network,
    of_kind: impl Fn(&BodyKind) -> bool,
    links: impl Iterator<Item = Link>,
) -> Vec<Option<usize>> {
    let is_one: Vec<bool> = network.bodies.iter().map(|body| of_kind(&body.kind)).collect();
    let mut parent: Vec<usize> = (0..is_one.len()).collect();
    for (i, j) in links {
        let (Some(i), Some(j)) = (i, j) else { continue };
        if is_one[i] && is_one[j] {
            let (from, to) = (root(&mut parent, i), root(&mut parent, j));
            parent[from] = to;
        }
    }
    (0..is_one.len()).map(|body| is_one[body].then(|| root(&mut parent, body))).collect()
}

/// Returns the last parent of a body; the way there gets shorter each time.
fn root(parent: &mut [usize], mut body: usize) -> usize {
    while parent[body] != body {
        parent[body] = parent[parent[body]];
        body = parent[body];
    }
    body
}
