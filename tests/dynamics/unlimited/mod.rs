//! Contacts without limits: couplings and freewheels.

mod couplings;
mod freewheels;
mod impacts;

use std::sync::Arc;

use luztar::network::Network;

use crate::networks;

fn network(text: &str) -> Arc<Network> {
    networks::network(&format!("[model]\nname = \"Checked\"\n{text}"))
}

fn close(actual: f64, expected: f64, within: f64) {
    let error = (actual - expected).abs();
    assert!(error <= within * expected.abs().max(1.0), "{actual} for {expected}");
}
