//! Compiled networks from bytes that are forged so well that their checksum fits.

use std::cell::RefCell;
use std::ffi::CString;
use std::fs;
use std::path::Path;

use luztar::export;
use luztar::fmi2::*;
use luztar::unit::{COMPILED_FILE, Model, catalogue};
use sha2::{Digest, Sha256};

use super::UNITS;
use crate::fmi2_host::{callbacks, kind};

/// What stands before the body.
const MAGIC: usize = 8;
const HEAD: usize = MAGIC + 32;

/// Networks beside those of units.
const NETWORKS: [&str; 3] = [
    include_str!("../../tests/networks/every_key.toml"),
    include_str!("../../tests/networks/belt_block.toml"),
    include_str!("../../tests/networks/rack.toml"),
];

/// In place of the GUID of a ready-made unit, which would lead to the one in the library.
const GUID: &str = "{12345678-1234-1234-1234-123456789abc}";

/// `NETWORK`, then `PLACE PLACE LENGTH COUNT BYTES…`, any number of them: LENGTH bytes of the body at a place are replaced by COUNT
/// others. An instance of what comes out is moved, or refused with a message; whether it was made.
pub fn compiled(data: &[u8]) -> bool {
    let Some((network, mut splices)) = data.split_first() else { return false };
    let (mut bytes, own) = genuine(usize::from(*network) % (UNITS.len() + NETWORKS.len()));
    let at = bytes.windows(own.len()).position(|window| window == own.as_bytes());
    let at = at.expect("has its GUID");
    bytes[at..at + own.len()].copy_from_slice(GUID.as_bytes());
    while let [high, low, length, count, rest @ ..] = splices {
        let (piece, rest) = rest.split_at(rest.len().min(usize::from(*count % 16)));
        let body = bytes.len() - HEAD;
        let start = HEAD + usize::from(u16::from_be_bytes([*high, *low])) % (body + 1);
        let end = (start + usize::from(*length % 16)).min(bytes.len());
        bytes.splice(start..end, piece.iter().copied());
        splices = rest;
    }
    let digest = Sha256::digest(&bytes[HEAD..]);
    bytes[MAGIC..HEAD].copy_from_slice(&digest);
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join(COMPILED_FILE), bytes).expect("is written");
    run(folder.path())
}

/// Bytes of a compiled network, and its GUID.
fn genuine(network: usize) -> (Vec<u8>, String) {
    let text = match network.checked_sub(UNITS.len()) {
        Some(own) => NETWORKS[own],
        None => catalogue::text(UNITS[network]).expect("a ready-made unit"),
    };
    let unit = Model::read(text, "network.toml").unwrap_or_else(|wrong| panic!("{wrong}"));
    let file = export::resources(&unit).into_iter().find(|(name, _)| *name == COMPILED_FILE);
    (file.expect("is among the resources").1, export::guid(&unit))
}

/// Moves an instance of the network in a folder. One that a forgery breaks down is refused as any other, and the host goes on.
fn run(folder: &Path) -> bool {
    let log = Box::new(RefCell::default());
    let functions = callbacks(&log);
    let guid = CString::new(GUID).expect("no zero");
    let location = CString::new(format!("file://{}", folder.display())).expect("no zero");
    unsafe {
        let (name, kind) = (c"test".as_ptr(), kind(fmi2Type::fmi2CoSimulation));
        let c = fmi2Instantiate(name, kind, guid.as_ptr(), location.as_ptr(), &functions, 0, 0);
        if c.is_null() {
            assert!(!log.borrow().is_empty(), "refused without a reason");
            return false;
        }
        fmi2SetupExperiment(c, fmi2False, 0.0, 0.0, fmi2False, 0.0);
        fmi2EnterInitializationMode(c);
        fmi2ExitInitializationMode(c);
        for step in 0..3 {
            fmi2DoStep(c, f64::from(step) * 1e-3, 1e-3, fmi2True);
        }
        fmi2FreeInstance(c);
    }
    true
}
