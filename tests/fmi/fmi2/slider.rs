//! A body that slides to a stop: velocity 1 m/s, mass 1 kg, friction 2 N.

use luztar::fmi2::fmi2Type;

use crate::fmi2_host::{Host, fmi2OK};

pub const UNIT: &str = "SingleMassFriction";
/// When it stops, s.
pub const STOP: f64 = 0.5;
/// Event times at default settings, s.
pub const TIME_TOLERANCE: f64 = 1e-9;

/// Before initialisation.
pub fn configured(kind: fmi2Type, debug: bool) -> Host {
    let mut host = Host::of_type(UNIT, kind, debug);
    for (name, value) in [
        ("body.mass", 1.0),
        ("body.velocity0", 1.0),
        ("contact.kineticFriction", 2.0),
        ("contact.staticFriction", 2.0),
        ("contact.viscous", 0.0),
    ] {
        assert_eq!(host.set(name, value), fmi2OK, "{:?}", host.messages());
    }
    host
}
