//! Forces of the contacts that tie a cluster together.

use super::{Closure, Clusters};

impl Clusters {
    /// Finds the forces of the tree and closing contacts that balance `residual = f − K a − Σ_redundant Bᵀλ`, from the
    /// leaves to the root. Entries of redundant and slipping contacts are left alone.
    pub fn tree_forces(&mut self, residual: &[f64], lambda: &mut [f64]) {
        self.pull.copy_from_slice(residual);
        for cluster in 0..self.roots.len() {
            let edges = &self.edges[self.edges_of(cluster)];
            let pull = &mut self.pull;
            let root = self.roots[cluster];
            // A cycle carries what the whole cluster needs: Σ r g = κ λ.
            if let Some(Closure { contact, row, kappa, ground: false, .. }) = self.closure[cluster]
            {
                let needed = |body: usize| self.ratio[body] * residual[body];
                let of_children = edges.iter().map(|edge| needed(edge.child)).sum::<f64>();
                lambda[contact] = (needed(root) + of_children) / kappa;
                for (body, q) in row.terms() {
                    pull[body] -= q * lambda[contact];
                }
            }
            for edge in edges.iter().rev() {
                lambda[edge.contact] = pull[edge.child] / edge.q_child;
                pull[edge.parent] -= edge.q_parent * lambda[edge.contact];
            }
            // A contact with the ground carries what is left at the root.
            if let Some(Closure { contact, kappa, ground: true, .. }) = self.closure[cluster] {
                lambda[contact] = pull[root] / kappa;
            }
        }
    }
}
