//! The mass matrix of clusters of stuck contacts, TᵀMT, where bodies are coupled by their inertia.

use crate::gauss::clusters::Clusters;
use crate::gauss::coupling::Coupling;
use crate::motion::numbers::Numbers;

/// The matrix and its factor, and for which numbers and stuck contacts they are.
#[derive(Clone, Debug, Default)]
pub(super) struct Reduced {
    pub metric: Coupling,
    stamp: u64,
    stuck: Vec<bool>,
}

impl Reduced {
    /// Factors the matrix, unless that is done for these clusters; false if it is not positive definite.
    pub fn update(&mut self, numbers: &Numbers, clusters: &Clusters, mass: &[f64]) -> bool {
        let Self { metric, stamp, stuck } = self;
        if metric.is_factored() && *stamp == numbers.stamp && stuck == clusters.stuck() {
            return true;
        }
        *stamp = numbers.stamp;
        stuck.clear();
        stuck.extend_from_slice(clusters.stuck());
        metric.begin(numbers.blocks.coupled());
        metric.drop_factor();
        metric.factor(clusters, numbers.blocks.rows(), mass).is_ok()
    }

    /// Room for whatever may be stuck: nothing needs more than what all bodies do that move alone.
    pub fn rehearse(&mut self, numbers: &Numbers, clusters: &mut Clusters) {
        if numbers.blocks.is_empty() {
            return;
        }
        self.stuck.clear();
        self.stuck.resize(numbers.rows.len(), false);
        clusters.build(numbers.mass.len(), &numbers.rows, &self.stuck);
        let mass: Vec<f64> = numbers.mass.iter().map(|mass| mass.max(f64::MIN_POSITIVE)).collect();
        self.metric.drop_factor();
        self.update(numbers, clusters, &mass);
        let still = vec![0.0; mass.len()];
        self.metric.accelerate(
            clusters,
            &mass,
            &still,
            &vec![0.0; numbers.rows.len()],
            &mut still.clone(),
        );
        self.metric.drop_factor();
    }
}
