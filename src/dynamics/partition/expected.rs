//! Instant at which an event may become active on a patch.

use std::cmp::Ordering;

use super::instant::Instant;

/// The instant, the place of the patch, counted from 1, and its number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Expected {
    pub at: Instant,
    pub on: usize,
    pub number: u64,
}

impl Eq for Expected {}

impl Ord for Expected {
    fn cmp(&self, other: &Self) -> Ordering {
        let earlier = self.at.since(other.at).total_cmp(&0.0);
        earlier.then(self.number.cmp(&other.number))
    }
}

impl PartialOrd for Expected {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
