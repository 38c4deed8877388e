//! Networks whose results are known to differ, in known.toml: by how much, and why.

use serde::Deserialize;

use super::check::Finding;
use super::compare::Measure;
use super::plan::Plan;

/// Factor by which the size of a known difference may have changed.
const FACTOR: f64 = 2.0;

/// Comparison that takes long where it fails: the host is asked for ever shorter steps.
const LONG: &str = "exchange";

/// Known differences.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    network: Vec<Network>,
}

/// Network whose results differ.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Network {
    seed: u64,
    /// Comparison that differs, as findings name it.
    kind: String,
    /// Quantity that differs and its size, as [`Measure`] has them; none where the motion fails.
    quantity: Option<String>,
    size: Option<f64>,
    /// Cause, as far as it is known.
    reason: String,
    /// Day since when it is known.
    since: String,
}

impl Network {
    /// True if this is the finding that is known.
    fn is(&self, finding: &Finding) -> bool {
        let same = |Measure { quantity, size }: &Measure| {
            self.quantity.as_ref() == Some(quantity)
                && self.size.is_some_and(|known| *size <= FACTOR * known && *size >= known / FACTOR)
        };
        self.kind == finding.kind
            && finding.measure.as_ref().map_or(self.quantity.is_none() && self.size.is_none(), same)
    }
}

impl Known {
    /// Reads the list.
    pub fn read() -> Self {
        let known: Self = toml::from_str(include_str!("known.toml")).expect("known.toml is a list");
        let bare = known.network.iter().find(|one| one.reason.is_empty() || one.since.is_empty());
        assert!(bare.is_none(), "{bare:?} has neither reason nor day");
        known
    }

    /// Returns the seeds that are soon compared.
    pub fn short(&self) -> impl Iterator<Item = u64> {
        self.network.iter().filter(|one| !one.kind.ends_with(LONG)).map(|one| one.seed)
    }

    /// Takes what is known out of the findings of these seeds; returns what has changed, to be changed in the list.
    pub fn take(&self, seeds: &[u64], findings: &mut Vec<(Plan, Finding)>) -> Vec<String> {
        let mut changed = Vec::new();
        for one in self.network.iter().filter(|one| seeds.contains(&one.seed)) {
            let found = findings.iter().position(|(plan, _)| plan.seed == one.seed);
            match found.map(|found| findings.swap_remove(found).1) {
                Some(finding) if one.is(&finding) => {}
                Some(Finding { kind, measure, .. }) => {
                    changed.push(format!("{} differs otherwise: {kind}, {measure:?}", one.seed));
                }
                None => changed.push(format!("{} is cured", one.seed)),
            }
        }
        changed
    }
}
