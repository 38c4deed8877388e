//! The bodies on and between cycles, with trees folded away.

use super::{Core, Levels, NOBODY};

impl Levels {
    /// Finds the core and the order in which the other bodies are folded into it.
    pub(super) fn find_core(&mut self) {
        let bodies = self.own.len();
        let Core { inside, chords, children, .. } = &mut self.core;
        inside.clear();
        inside.resize(bodies, false);
        if self.chords.is_empty() {
            self.order.extend(self.hung.iter().rev());
            return;
        }
        chords.clear();
        chords.resize(bodies, 0);
        for chord in &self.chords {
            for body in [chord.i, chord.j] {
                chords[body] += 1;
                inside[body] = true;
            }
        }
        children.clear();
        children.resize(bodies, (0, NOBODY));
        for &body in self.hung.iter().rev() {
            if inside[body] {
                let parent = self.up[body];
                inside[parent] = true;
                children[parent] = (children[parent].0 + 1, body);
            } else {
                self.order.push(body);
            }
        }
        // A root with nothing but one branch is a leaf as well.
        for body in 0..bodies {
            let mut root = body;
            while inside[root] && self.up[root] == NOBODY && chords[root] == 0 {
                let (1, child) = children[root] else {
                    break;
                };
                inside[root] = false;
                self.up[root] = child;
                self.range[root] = self.range[child].reversed();
                self.up[child] = NOBODY;
                self.order.push(root);
                root = child;
            }
        }
    }

    /// Levels and forces of the core.
    pub(super) fn solve_core(&mut self) {
        if self.chords.is_empty() {
            return;
        }
        let (bodies, most_knots) = (self.own.len(), self.most_knots());
        let Core { inside, node, bodies: of_node, edge, steps, cuts, .. } = &mut self.core;
        cuts.clear(bodies, most_knots);
        of_node.clear();
        steps.clear();
        steps.reserve(most_knots);
        node.resize(bodies, 0);
        edge.resize(bodies, 0);
        for body in (0..bodies).filter(|body| inside[*body]) {
            steps.clear();
            let first =
                self.knots.unwind(&mut self.slope[body], |x, change| steps.push((x, change)));
            node[body] = cuts.add_node(self.own[body].slope, first, steps);
            of_node.push(body);
        }
        for &body in of_node.iter().filter(|body| self.up[**body] != NOBODY) {
            edge[body] = cuts.add_edge(node[body], node[self.up[body]], self.range[body]);
        }
        let first_chord = cuts.edges();
        for chord in &self.chords {
            cuts.add_edge(node[chord.i], node[chord.j], chord.range);
        }
        cuts.solve();
        for (node, &body) in of_node.iter().enumerate() {
            self.x[body] = cuts.level(node);
        }
        for (index, chord) in self.chords.iter_mut().enumerate() {
            chord.z = cuts.force(first_chord + index);
        }
    }
}
