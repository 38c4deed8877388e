//! Workspace for output evaluation.

use crate::dynamics::expansion::Expansion;
use crate::dynamics::system::System;

/// Workspace for outputs that no program gives, once there were such: outputs of linear forces come from programs.
#[derive(Clone, Debug, Default)]
pub(super) struct OutputExpansion(Option<Box<Expansion>>);

impl OutputExpansion {
    /// Forgets the workspace: the next one is for another network.
    pub fn forget(&mut self) {
        self.0 = None;
    }

    /// Returns the workspace, made at the first call.
    pub fn get(&mut self, system: &System) -> &mut Expansion {
        self.0.get_or_insert_with(|| {
            let mut made = Box::<Expansion>::default();
            made.resize(system);
            // Clusters of all contacts need the most room.
            made.build_clusters(system, Some(&vec![true; system.contacts.len()]));
            made
        })
    }
}
