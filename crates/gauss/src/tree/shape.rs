//! The parts of a problem that stay from one solution to the next: the contacts that make up the forest, the order in which
//! bodies are folded, and the places of their numbers.
//!
//! Bodies have *places*: a body comes after all that is folded into it, first the branch with most knots,
//! whose window of knots it takes over. Contacts that can stick have *slots*, in the order of the places.

use crate::clusters::Clusters;
use crate::{Contact, Row};

/// No body, no place, no slot.
pub(super) const NOWHERE: u32 = u32::MAX;

/// Ratios r of a network are within this of 1, or products of them lose their exponent.
const RATIOS: std::ops::Range<f64> = 1e-60..1e60;

/// A contact as it was when the shape was made: its row and its slot, [`NOWHERE`] if it cannot stick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Key {
    pub i: u32,
    pub j: u32,
    pub q_i: f64,
    pub q_j: f64,
    pub slot: u32,
}

/// A contact between bodies of the core: their places, the first one that of κ, and its slot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub ends: [u32; 2],
    pub slot: u32,
}

/// One that closes a cycle: places, and its index among all of the core.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chord {
    pub ends: [u32; 2],
    pub edge: u32,
}

/// A body at its place.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node {
    pub body: u32,
    /// The place that it hangs from, into which it is folded unless it is in the core; [`NOWHERE`] for the last of a
    /// tree.
    pub up: u32,
    /// Slots of its contacts with that body and, from `grounds` on, with the ground.
    pub slots: u32,
    pub grounds: u32,
    pub end: u32,
    /// True if no body is folded into it; true if it is the first that is folded into another.
    pub is_leaf: bool,
    pub is_first: bool,
    pub in_core: bool,
    /// Window of knots of a leaf: its start, and the number of knots that may come to it.
    pub window: (u32, u32),
    /// r
    pub ratio: f64,
}

impl Node {
    /// Slots of its contacts with the body above.
    #[inline]
    pub fn edge_slots(&self) -> std::ops::Range<usize> {
        self.slots as usize..self.grounds as usize
    }

    /// Slots of its contacts with the ground.
    #[inline]
    pub fn ground_slots(&self) -> std::ops::Range<usize> {
        self.grounds as usize..self.end as usize
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Shape {
    pub keys: Vec<Key>,
    pub nodes: Vec<Node>,
    /// Place of each body.
    pub place: Vec<u32>,
    /// Per slot: the contact, and κ of its body.
    pub contact: Vec<u32>,
    pub kappa: Vec<f64>,
    /// Contacts that close cycles, with slots from the first of them on, and all between bodies of the core.
    pub chords: Vec<Chord>,
    pub first_chord: usize,
    pub core: Vec<Edge>,
    /// Places of knots.
    pub room: usize,
    /// True if ratios rescale to 1 on all cycles.
    pub is_balanced: bool,
    pub bodies: usize,
    clusters: Clusters,
    rows: Vec<Row>,
    /// True for each contact that can stick.
    pub sticks: Vec<bool>,
    // Per body: as for nodes; how often a core contact touches it, and its branches in the core, how many and the
    // last one.
    up: Vec<u32>,
    inside: Vec<bool>,
    touched: Vec<u32>,
    branches: Vec<(u32, u32)>,
    /// Bodies in an order in which each comes before what it is folded into.
    order: Vec<u32>,
    grounds: Vec<u32>,
    edges: Vec<u32>,
    /// Bodies of the core in such an order; then the next place for a branch of the core.
    between: Vec<u32>,
    /// Places of branches of the core.
    ahead: Vec<u32>,
    /// Knots that come to the window of each body; its first branch; places before its subtree, and its size.
    knots: Vec<u32>,
    first: Vec<u32>,
    start: Vec<u32>,
    next: Vec<u32>,
    size: Vec<u32>,
    window: Vec<(u32, u32)>,
}

fn refill<T: Copy>(list: &mut Vec<T>, count: usize, value: T) {
    list.clear();
    list.resize(count, value);
}

#[inline]
fn place(body: Option<usize>) -> u32 {
    body.map_or(NOWHERE, |body| body as u32)
}

impl Key {
    /// Makes the key of a row, without a slot; a coefficient of 0 is no body.
    pub fn of(row: &Row) -> Self {
        let Row { i, q_i, j, q_j } = *row;
        let end = |body: Option<usize>, q: f64| place(body.filter(|_| q != 0.0));
        Self { i: end(i, q_i), j: end(j, q_j), q_i, q_j, slot: NOWHERE }
    }

    #[inline]
    pub fn is(&self, row: &Row) -> bool {
        let Row { i, q_i, j, q_j } = *row;
        let same = |one: f64, other: f64| one.to_bits() == other.to_bits();
        let all =
            self.i == place(i) && self.j == place(j) && same(self.q_i, q_i) && same(self.q_j, q_j);
        all || self.is_other(row)
    }

    /// Compares the remaining cases: a coefficient is 0.
    #[cold]
    fn is_other(&self, row: &Row) -> bool {
        *self == Self { slot: self.slot, ..Self::of(row) }
    }

    /// Returns the only body, and its coefficient.
    pub fn one(&self) -> Option<(usize, f64)> {
        match (self.i, self.j) {
            (NOWHERE, NOWHERE) => None,
            (i, NOWHERE) => Some((i as usize, self.q_i)),
            (NOWHERE, j) => Some((j as usize, self.q_j)),
            _ => None,
        }
    }
}

impl Shape {
    /// Makes the shape of the contacts that can stick. Contacts without a body that moves have no levels.
    pub fn make(&mut self, bodies: usize, contacts: &[Contact]) {
        let Self { keys, rows, sticks, .. } = self;
        keys.clear();
        rows.clear();
        sticks.clear();
        for contact in contacts {
            keys.push(Key::of(&contact.row));
            rows.push(contact.row);
            sticks.push(contact.lower < contact.upper);
        }
        self.clusters.build(bodies, &self.rows, &self.sticks);
        let ratios = (0..bodies).all(|body| RATIOS.contains(&self.clusters.ratio(body).abs()));
        let moved = self.keys.iter().all(|key| key.i != NOWHERE || key.j != NOWHERE);
        let own = self.keys.iter().all(|key| key.i != key.j);
        // Cycles that close a cluster, or are redundant in one, whose ratios do not rescale to 1.
        let closes = |contact: &usize| {
            let row = &self.rows[*contact];
            row.pair().is_none() || self.clusters.within(row) == 0.0
        };
        self.is_balanced = ratios
            && moved
            && own
            && !self.clusters.has_unbalanced_cycle()
            && self.clusters.redundant().iter().all(closes);
        self.bodies = bodies;
        if self.is_balanced {
            self.hang(bodies);
            self.choose_core(bodies);
            self.count(bodies);
            self.set_places(bodies);
            self.set_slots();
        }
    }

    /// Makes the forest of the clusters.
    fn hang(&mut self, bodies: usize) {
        refill(&mut self.up, bodies, NOWHERE);
        for (child, parent) in self.clusters.branches() {
            self.up[child] = parent as u32;
        }
        refill(&mut self.touched, bodies, 0);
        for (key, sticks) in self.keys.iter().zip(&self.sticks) {
            if *sticks && key.i != NOWHERE && key.j != NOWHERE && !self.is_branch(key) {
                self.touched[key.i as usize] += 1;
                self.touched[key.j as usize] += 1;
            }
        }
    }

    fn is_branch(&self, key: &Key) -> bool {
        self.up[key.i as usize] == key.j || self.up[key.j as usize] == key.i
    }

    /// Chooses the bodies on and between cycles, the core; all others are folded into them.
    fn choose_core(&mut self, bodies: usize) {
        let Self { up, inside, touched, branches, order, between, clusters, .. } = self;
        inside.clear();
        inside.extend(touched.iter().map(|count| *count > 0));
        refill(branches, bodies, (0, NOWHERE));
        order.clear();
        between.clear();
        for (child, _) in clusters.branches().rev() {
            if inside[child] {
                let parent = up[child] as usize;
                inside[parent] = true;
                branches[parent] = (branches[parent].0 + 1, child as u32);
                between.push(child as u32);
            } else {
                order.push(child as u32);
            }
        }
        between.extend((0..clusters.count()).map(|cluster| clusters.root(cluster) as u32));
        // A root with nothing but one branch is a leaf as well.
        for cluster in 0..clusters.count() {
            let mut root = clusters.root(cluster);
            while inside[root] && up[root] == NOWHERE && touched[root] == 0 {
                let (1, child) = branches[root] else {
                    break;
                };
                inside[root] = false;
                up[root] = child;
                up[child as usize] = NOWHERE;
                order.push(root as u32);
                root = child as usize;
            }
        }
        let last = |body: &&u32| inside[**body as usize] || up[**body as usize] == NOWHERE;
        order.extend(between.iter().filter(last));
    }

    /// Counts the contacts of each body, the knots that come to it, and its branches.
    fn count(&mut self, bodies: usize) {
        refill(&mut self.grounds, bodies, 0);
        refill(&mut self.edges, bodies, 0);
        for (key, sticks) in self.keys.iter().zip(&self.sticks) {
            if let (true, Some((body, _))) = (*sticks, key.one()) {
                self.grounds[body] += 1;
            } else if *sticks && self.up[key.i as usize] == key.j {
                self.edges[key.i as usize] += 1;
            } else if *sticks && self.up[key.j as usize] == key.i {
                self.edges[key.j as usize] += 1;
            }
        }
        let Self { grounds, up, order, knots, first, size, ahead, inside, .. } = self;
        knots.clone_from(grounds);
        refill(first, bodies, NOWHERE);
        refill(size, bodies, 1);
        refill(ahead, bodies, 0);
        for &body in order.iter() {
            // One more for the root of a lone body.
            knots[body as usize] += 2;
            let parent = up[body as usize];
            if parent != NOWHERE {
                let (parent, own) = (parent as usize, knots[body as usize]);
                size[parent] += size[body as usize];
                if inside[body as usize] {
                    ahead[parent] += size[body as usize];
                    continue;
                }
                knots[parent] += own;
                // Until all branches are known, knots of a first branch are those at its end.
                if first[parent] == NOWHERE || knots[first[parent] as usize] < own {
                    first[parent] = body;
                }
            }
        }
    }

    /// Sets places, and windows of knots: one along each path of first branches; a branch that is not first has its own
    /// beyond that of the path that it joins. Branches of the core come first, and leave their windows.
    fn set_places(&mut self, bodies: usize) {
        let Self { up, order, knots, first, start, next, size, window, place, nodes, .. } = self;
        let (ahead, between) = (&self.ahead, &mut self.between);
        refill(start, bodies, 0);
        refill(next, bodies, 0);
        refill(between, bodies, 0);
        refill(window, bodies, (0, 0));
        refill(place, bodies, 0);
        refill(nodes, bodies, Node::default());
        let mut begin = 0;
        self.room = 0;
        for &body in order.iter().rev() {
            let (index, parent) = (body as usize, up[body as usize] as usize);
            let in_core = self.inside[index];
            let is_first = first.get(parent) == Some(&body);
            (start[index], window[index]) = if parent == NOWHERE as usize {
                begin += size[index];
                (begin - size[index], (0, knots[index]))
            } else if in_core {
                between[parent] += size[index];
                (between[parent] - size[index], (0, knots[index]))
            } else if is_first {
                (start[parent] + ahead[parent], window[parent])
            } else {
                next[parent] += size[index];
                let (beside, count) = window[parent];
                (next[parent] - size[index], (beside + 2 * count, knots[index]))
            };
            let branch = first[index];
            let of_first = if branch == NOWHERE { 0 } else { size[branch as usize] };
            (between[index], next[index]) = (start[index], start[index] + ahead[index] + of_first);
            self.room = self.room.max((window[index].0 + 2 * window[index].1) as usize);
            place[index] = start[index] + size[index] - 1;
            nodes[place[index] as usize] = Node {
                body,
                // Its place is known.
                up: place.get(parent).copied().unwrap_or(NOWHERE),
                is_leaf: branch == NOWHERE,
                is_first,
                in_core,
                window: window[index],
                ratio: self.clusters.ratio(index),
                ..Node::default()
            };
        }
    }

    fn set_slots(&mut self) {
        let Self { keys, nodes, place, contact, kappa, chords, core, up, clusters, .. } = self;
        let mut slot = 0;
        for node in nodes.iter_mut() {
            node.slots = slot;
            node.grounds = slot + self.edges[node.body as usize];
            slot = node.grounds + self.grounds[node.body as usize];
            node.end = slot;
        }
        self.first_chord = slot as usize;
        // From here on: the next slot of each body's contacts of either kind.
        for node in nodes.iter() {
            self.edges[node.body as usize] = node.slots;
            self.grounds[node.body as usize] = node.grounds;
        }
        refill(contact, slot as usize, 0);
        refill(kappa, slot as usize, 0.0);
        chords.clear();
        core.clear();
        for (index, (key, sticks)) in keys.iter_mut().zip(&self.sticks).enumerate() {
            if !sticks {
                continue;
            }
            let (body, q, next) = if let Some((body, q)) = key.one() {
                (body, q, Some(&mut self.grounds[body]))
            } else if up[key.i as usize] == key.j {
                (key.i as usize, key.q_i, Some(&mut self.edges[key.i as usize]))
            } else if up[key.j as usize] == key.i {
                (key.j as usize, key.q_j, Some(&mut self.edges[key.j as usize]))
            } else {
                (key.i as usize, key.q_i, None)
            };
            let kappa_of = q * clusters.ratio(body);
            let is_chord = next.is_none();
            if let Some(next) = next {
                key.slot = *next;
                contact[*next as usize] = index as u32;
                kappa[*next as usize] = kappa_of;
                *next += 1;
            } else {
                key.slot = contact.len() as u32;
                contact.push(index as u32);
                kappa.push(kappa_of);
            }
            if key.one().is_none() && (is_chord || self.inside[body]) {
                let other = if body == key.i as usize { key.j } else { key.i };
                let ends = [place[body], place[other as usize]];
                if is_chord {
                    chords.push(Chord { ends, edge: core.len() as u32 });
                }
                core.push(Edge { ends, slot: key.slot });
            }
        }
    }
}
