//! What the fuzz targets do with bytes, shared with the tests on stable (tests/fmi/fuzzing.rs). A body panics
//! where a promise is broken.
#![allow(dead_code, reason = "each fuzz target uses one")]

mod calls;
mod calls3;
mod compiled;
mod formula;
mod network;
mod source;
mod state;

pub use calls::calls;
pub use calls3::calls3;
pub use compiled::compiled;
pub use formula::formula;
pub use network::network;
pub use state::state;

use crate::fmi2_host::Host;

/// Units that are driven: cheap ones, which together have contacts, springs, massless bodies, laws of every
/// sort and internal states.
pub const UNITS: &[&str] = &[
    "SingleMassFriction",
    "TwoMassThreeContacts",
    "GearTrain",
    "BristleElement",
    "BeltOscillator",
    "FreeplaySpring",
];

/// No call has broken down since this was last asked.
fn assert_no_breakdown(host: &mut Host) {
    told_no_breakdown(host.messages().iter().map(|message| message.text.as_str()));
}

fn told_no_breakdown<'m>(messages: impl Iterator<Item = &'m str>) {
    for text in messages {
        assert!(!text.contains("internal error"), "{text}");
        assert!(!text.is_empty());
    }
}
