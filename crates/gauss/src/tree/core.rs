//! Levels and forces of the bodies on and between cycles.

use super::Levels;

impl Levels {
    pub(super) fn solve_core(&mut self) {
        let Self { shape, slots, cuts, node, levels, chord_force, .. } = self;
        if shape.core.is_empty() {
            return;
        }
        for (index, edge) in shape.core.iter().enumerate() {
            cuts.set_range(index, slots[edge.slot as usize].range);
        }
        cuts.solve();
        for (place, _) in shape.nodes.iter().enumerate().filter(|(_, node)| node.in_core) {
            levels[place].x = cuts.level(node[place] as usize);
        }
        for (force, chord) in chord_force.iter_mut().zip(&shape.chords) {
            *force = cuts.force(chord.edge as usize);
        }
    }
}
