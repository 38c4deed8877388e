//! The parser of network files and all that is made of a network.

use luztar::unit::{Model, Simulation};

/// Reads any text; what is a network becomes a unit that initialises and moves, or says why not.
pub fn network(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match Model::read(&text, "any.toml") {
        Ok(unit) => {
            let mut instance = Simulation::new(unit);
            instance.enter_initialization().expect("a fresh instance");
            if instance.exit_initialization().is_ok() {
                let _ = instance.step(0.0, 1e-3);
            }
        }
        Err(wrong) => assert!(!wrong.entries.is_empty() && !wrong.to_string().is_empty()),
    }
}
