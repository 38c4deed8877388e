//! Choice of independent contacts by Kruskal's rule: whichever comes first and adds rank.

use super::super::Row;
use crate::tolerances::BALANCED_RATIOS;

/// Bodies tied together by the rows added so far; each moves as `ratio` times its parent.
#[derive(Clone, Debug, Default)]
pub(super) struct Spanning {
    parent: Vec<usize>,
    ratio: Vec<f64>,
    /// Per root: bodies tied to it, and whether its motion is determined.
    size: Vec<usize>,
    closed: Vec<bool>,
}

impl Spanning {
    pub fn clear(&mut self, bodies: usize) {
        self.parent.clear();
        self.parent.extend(0..bodies);
        self.ratio.clear();
        self.ratio.resize(bodies, 1.0);
        self.size.clear();
        self.size.resize(bodies, 1);
        self.closed.clear();
        self.closed.resize(bodies, false);
    }

    /// Returns the root of a body and the body's motion per motion of the root.
    fn find(&self, mut body: usize) -> (usize, f64) {
        let mut ratio = 1.0;
        while self.parent[body] != body {
            ratio *= self.ratio[body];
            body = self.parent[body];
        }
        (body, ratio)
    }

    /// Adds a row unless it is a linear combination of those added before.
    pub fn add(&mut self, row: &Row) -> bool {
        let Some((i, q_i, j, q_j)) = row.pair() else {
            let Some((body, _)) = row.terms().next() else {
                return false;
            };
            let (root, _) = self.find(body);
            return !std::mem::replace(&mut self.closed[root], true);
        };
        let ((root_i, ratio_i), (root_j, ratio_j)) = (self.find(i), self.find(j));
        let (term_i, term_j) = (q_i * ratio_i, q_j * ratio_j);
        if root_i != root_j {
            if self.closed[root_i] && self.closed[root_j] {
                return false;
            }
            let (root, child, ratio) = if self.size[root_i] < self.size[root_j] {
                (root_j, root_i, -term_j / term_i)
            } else {
                (root_i, root_j, -term_i / term_j)
            };
            self.parent[child] = root;
            self.ratio[child] = ratio;
            self.size[root] += self.size[child];
            self.closed[root] |= self.closed[child];
            return true;
        }
        let balanced = (term_i + term_j).abs() <= BALANCED_RATIOS * (term_i.abs() + term_j.abs());
        !balanced && !std::mem::replace(&mut self.closed[root_i], true)
    }
}
