//! The mass matrix of clusters of stuck contacts, TᵀMT, where bodies are coupled by their inertia.

use crate::dynamics::system::System;
use crate::gauss::clusters::Clusters;
use crate::gauss::coupling::Coupling;

/// The matrix and its factor, and for which numbers and stuck contacts they are.
#[derive(Clone, Debug, Default)]
pub(super) struct Reduced {
    pub metric: Coupling,
    version: u64,
    stuck: Vec<bool>,
}

impl Reduced {
    /// Factors the matrix, unless that is done for these clusters; false if it is not positive definite.
    pub fn update(&mut self, system: &System, clusters: &Clusters, mass: &[f64]) -> bool {
        let Self { metric, version, stuck } = self;
        if metric.is_factored() && *version == system.version && stuck == clusters.stuck() {
            return true;
        }
        *version = system.version;
        stuck.clear();
        stuck.extend_from_slice(clusters.stuck());
        metric.begin(system.blocks.coupled());
        metric.drop_factor();
        metric.factor(clusters, system.blocks.rows(), mass).is_ok()
    }

    /// Reserves memory for whatever may be stuck: nothing needs more than what all bodies do that move alone.
    pub fn preallocate(&mut self, system: &System, clusters: &mut Clusters) {
        self.stuck.clear();
        self.stuck.resize(system.rows.len(), false);
        clusters.build(system.mass.len(), &system.rows, &self.stuck);
        let mass: Vec<f64> = system.mass.iter().map(|mass| mass.max(f64::MIN_POSITIVE)).collect();
        self.metric.drop_factor();
        self.update(system, clusters, &mass);
        let still = vec![0.0; mass.len()];
        self.metric.accelerate(
            clusters,
            &mass,
            &still,
            &vec![0.0; system.rows.len()],
            &mut still.clone(),
        );
        self.metric.drop_factor();
    }
}
