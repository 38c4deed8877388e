//! Forces of the contacts that tie a cluster together.

use super::{Closure, Clusters};

impl Clusters {
    /// Finds the forces of the tree and closing contacts that balance `residual = f − K a − Σ_redundant Bᵀλ`, from the
    /// leaves to the root. Entries of redundant and slipping contacts are left alone.
    pub fn tree_forces(&mut self, residual: &[f64], lambda: &mut [f64]) {
        self.pull.copy_from_slice(residual);
        for cluster in 0..self.closure.len() {
            if self.closure[cluster].is_some_and(|closure| !closure.ground) {
                self.close_cycle(cluster, residual, lambda);
            }
            let edges = self.edges_of(cluster);
            let Self { edges: all, pull, .. } = self;
            for edge in all[edges].iter().rev() {
                lambda[edge.contact] = pull[edge.child] / edge.q_child;
                pull[edge.parent] -= edge.q_parent * lambda[edge.contact];
            }
            // A contact with the ground carries what is left at the root.
            if let Some(Closure { contact, kappa, ground: true, .. }) = &self.closure[cluster] {
                lambda[*contact] = self.pull[self.roots[cluster]] / kappa;
            }
        }
    }

    /// Finds the force that closes a cycle, which carries what the whole cluster needs: Σ r g = κ λ.
    #[inline(never)]
    fn close_cycle(&mut self, cluster: usize, residual: &[f64], lambda: &mut [f64]) {
        let Some(Closure { contact, row, kappa, .. }) = self.closure[cluster] else { return };
        let needed = |body: usize| self.ratio[body] * residual[body];
        let edges = &self.edges[self.edges_of(cluster)];
        let of_children = edges.iter().map(|edge| needed(edge.child)).sum::<f64>();
        lambda[contact] = (needed(self.roots[cluster]) + of_children) / kappa;
        for (body, q) in row.terms() {
            self.pull[body] -= q * lambda[contact];
        }
    }
}
