//! Levels and forces of the bodies on and between cycles.

use super::Levels;

impl Levels {
    pub(super) fn solve_core(&mut self) {
        let Self { shape, slots, cuts, node, levels, core_force, .. } = self;
        if shape.core.is_empty() {
            return;
        }
        for (slot, ends) in slots[shape.first_core..].iter().zip(&shape.core) {
            let [i, j] = ends.map(|place| node[place as usize] as usize);
            cuts.add_edge(i, j, slot.range());
        }
        cuts.solve();
        for (place, _) in shape.nodes.iter().enumerate().filter(|(_, node)| node.in_core) {
            levels[place].x = cuts.level(node[place] as usize);
        }
        for (index, force) in core_force.iter_mut().enumerate() {
            *force = cuts.force(index);
        }
    }
}
