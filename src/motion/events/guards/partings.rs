//! What is known of sets of stuck contacts one by one.

use crate::gauss::clusters::Clusters;

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Partings {
    /// Forces of contacts of spanning trees, `[order][contact]`.
    pub forces: Vec<f64>,
    /// Of each set whether its contacts share what is indeterminate.
    pub shared: Vec<bool>,
    /// When contacts of other sets come to their limits, s, and one contact of each set that shares and is not seen to hold.
    pub releases: Vec<(f64, usize)>,
    pub loose: Vec<usize>,
    /// When each contact leaves its mode or the piece of its law, s.
    pub leaves: Vec<f64>,
    /// One of these sets alone: its contacts, their clusters, and what it must balance, `[order][body]`.
    pub stuck: Vec<bool>,
    pub own: Clusters,
    pub loads: Vec<f64>,
}
