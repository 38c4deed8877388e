//! The spanning forest of the stuck contacts, and what closes its trees.

use super::super::Row;
use super::{Closure, Clusters, TreeEdge};
use crate::tolerances::BALANCED_RATIOS;

const UNSEEN: usize = usize::MAX;

impl Clusters {
    /// Finds the clusters of the contacts with `stuck[c]`, for `bodies` bodies with unknown motion.
    /// A stuck row without a body of unknown motion is ignored.
    #[inline]
    pub fn build(&mut self, bodies: usize, rows: &[Row], stuck: &[bool]) {
        self.load(bodies, rows);
        self.build_again(rows, stuck);
    }

    /// Finds the clusters of other contacts ([`Clusters::build`]), with the rows of the last time.
    #[inline]
    pub fn build_again(&mut self, rows: &[Row], stuck: &[bool]) {
        if !self.as_grown || self.of != stuck {
            self.rebuild(rows, stuck);
        }
    }

    /// Takes the graph of all contacts; true if it is another one.
    pub(in super::super) fn load(&mut self, bodies: usize, rows: &[Row]) -> bool {
        let changed = self.incidence.update(bodies, rows);
        self.as_grown &= !changed;
        changed
    }

    /// True if these are the clusters of such a set, with the rows last loaded but one.
    pub(in super::super) fn are_of(&self, stuck: &[bool]) -> bool {
        self.of == stuck
    }

    /// Finds the clusters of other contacts, with the rows last loaded.
    pub(in super::super) fn rebuild(&mut self, rows: &[Row], stuck: &[bool]) {
        let bodies = self.incidence.bodies();
        self.of.clear();
        self.as_grown = true;
        self.edges.clear();
        self.reversed.clear();
        self.queue.clear();
        self.first_edge.clear();
        self.roots.clear();
        self.closure.clear();
        self.redundant.clear();
        self.reserve(bodies, rows.len());
        self.of.extend_from_slice(stuck);
        self.cluster_of.clear();
        self.cluster_of.resize(bodies, UNSEEN);
        self.ratio.resize(bodies, 1.0);
        self.pull.resize(bodies, 0.0);
        self.in_tree.clear();
        self.in_tree.resize(rows.len(), false);
        for index in 0..self.incidence.anchors().len() {
            let anchor = self.incidence.anchors()[index];
            if stuck[anchor.contact] && self.cluster_of[anchor.body] == UNSEEN {
                let contact = anchor.contact;
                self.in_tree[contact] = true;
                self.grow(anchor.body, stuck);
                let row = rows[contact];
                let closure = Closure { contact, row, kappa: anchor.q, quality: 1.0, ground: true };
                self.closure.push(Some(closure));
            }
        }
        for body in 0..bodies {
            if self.cluster_of[body] == UNSEEN {
                self.grow(body, stuck);
                self.closure.push(None);
            }
        }
        if (0..rows.len()).any(|contact| stuck[contact] && !self.in_tree[contact]) {
            self.close_cycles(rows, stuck);
        }
    }

    /// Reserves memory for whatever may be stuck, so that other sets do not allocate later.
    fn reserve(&mut self, bodies: usize, contacts: usize) {
        self.edges.reserve_exact(bodies);
        self.reversed.reserve_exact(bodies);
        self.first_edge.reserve_exact(bodies + 1);
        self.roots.reserve_exact(bodies);
        self.closure.reserve_exact(bodies);
        self.redundant.reserve_exact(contacts);
        self.of.reserve_exact(contacts);
        self.queue.reserve_exact(bodies);
    }

    /// Grows a breadth-first spanning tree from `root`.
    fn grow(&mut self, root: usize, stuck: &[bool]) {
        let Self { incidence, edges, cluster_of, ratio, queue, in_tree, .. } = self;
        let cluster = self.roots.len();
        self.roots.push(root);
        self.first_edge.push(edges.len());
        cluster_of[root] = cluster;
        ratio[root] = 1.0;
        queue.clear();
        queue.push(root);
        let mut head = 0;
        while head < queue.len() {
            let parent = queue[head];
            head += 1;
            for link in incidence.links(parent) {
                if !stuck[link.contact] || cluster_of[link.other] != UNSEEN {
                    continue;
                }
                let (contact, child) = (link.contact, link.other);
                let (q_child, q_parent) = (link.q_other, link.q);
                cluster_of[child] = cluster;
                ratio[child] = -q_parent * ratio[parent] / q_child;
                in_tree[contact] = true;
                edges.push(TreeEdge { contact, child, q_child, parent, q_parent });
                queue.push(child);
            }
        }
    }

    /// Closes each open cluster by that contact outside the trees that is furthest from balanced; all others are
    /// redundant.
    fn close_cycles(&mut self, rows: &[Row], stuck: &[bool]) {
        for (contact, row) in rows.iter().enumerate() {
            let Some((body, ..)) = row.pair() else {
                continue;
            };
            if !stuck[contact] || self.in_tree[contact] {
                continue;
            }
            let (kappa, size) = self.kappa(row);
            let quality = kappa.abs() / size;
            let closure = &mut self.closure[self.cluster_of[body]];
            if quality > closure.map_or(BALANCED_RATIOS, |present| present.quality) {
                *closure = Some(Closure { contact, row: *row, kappa, quality, ground: false });
            }
        }
        for closure in self.closure.iter().flatten() {
            self.in_tree[closure.contact] = true;
        }
        for (contact, row) in rows.iter().enumerate() {
            if stuck[contact] && !self.in_tree[contact] && row.terms().next().is_some() {
                self.redundant.push(contact);
            }
        }
    }
}
