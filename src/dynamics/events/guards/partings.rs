//! Data of sets of stuck contacts, one by one.

use crate::gauss::clusters::Clusters;

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Partings {
    /// True for each set whose contacts share an indeterminate load.
    pub shared: Vec<bool>,
    /// Times, s, at which contacts of other sets reach their limits, and one contact of each set that shares and is not
    /// seen to hold.
    pub releases: Vec<(f64, usize)>,
    pub detached: Vec<usize>,
    /// Time at which each contact leaves its mode or the branch of its law, s.
    pub leaves: Vec<f64>,
    /// One of these sets alone: its contacts, their clusters, and what it must balance, `[order][body]`.
    pub stuck: Vec<bool>,
    pub own: Clusters,
    pub loads: Vec<f64>,
}
