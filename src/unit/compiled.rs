//! A unit as bytes: what the resources of an FMU have beside its network file, so that the library of the FMU need not read that.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::sealed::{self, Broken};
use super::{Form, Model};
use crate::network::compiled;
use crate::ready::LIBRARY;

/// The file of a compiled unit in the resources.
pub const COMPILED_FILE: &str = "network.bin";
/// The network file in the resources, from which it was made.
pub const NETWORK_FILE: &str = "network.toml";

/// More bytes than the longest compiled unit has, or the longest network file.
pub const LONGEST_COMPILED: u64 = 64 << 20;

/// Says in the seal that the rest is a compiled unit.
const LAYOUT: u8 = b'N';

/// Header that stands before the bytes of the network.
#[derive(Serialize, Deserialize)]
struct Head<'h> {
    /// Layout of the types of a network, which change from commit to commit.
    layout: &'h str,
    /// GUID and instantiation token.
    identities: [&'h str; 2],
    form: Form,
    /// Hash of the network file.
    source: [u8; 32],
}

/// Parts of a compiled model.
pub struct Compiled<'b> {
    /// GUID and instantiation token.
    pub identities: [&'b str; 2],
    form: Form,
    source: [u8; 32],
    network: &'b [u8],
}

/// Returns the bytes from which a library makes a model ([`Compiled`]); `identities` are its GUID and its instantiation token.
pub fn compile(unit: &Model, identities: [&str; 2]) -> Vec<u8> {
    let source = hash(unit.source().as_bytes());
    let head = Head { layout: compiled::LAYOUT, identities, form: unit.form(), source };
    let mut body = postcard::to_allocvec(&head).expect("memory takes whatever there is");
    body.extend(compiled::to_bytes(unit.network()));
    sealed::seal(LAYOUT, &body)
}

/// Returns the hash of a network file, independent of the ends of its lines.
fn hash(source: &[u8]) -> [u8; 32] {
    let mut hash = Sha256::new();
    source.split(|byte| *byte == b'\r').for_each(|part| hash.update(part));
    hash.finalize().into()
}

impl<'b> Compiled<'b> {
    /// Checks the seal of some bytes and reads their header.
    ///
    /// # Errors
    /// A text that says what the bytes are, if this library has not compiled them as a model.
    pub fn new(bytes: &'b [u8]) -> Result<Self, String> {
        let own = env!("CARGO_PKG_VERSION");
        let other = |version: &str| {
            format!("was compiled by {version}; this is luztar {own}: build the FMU anew")
        };
        let body = sealed::open(LAYOUT, bytes).map_err(|broken| match broken {
            Broken::Foreign | Broken::Layout(_) => "is not a compiled network of luztar".to_owned(),
            Broken::Damaged => damaged(),
            Broken::Version(version) => other(&format!("luztar {version}")),
        })?;
        let (head, network): (Head, _) = postcard::take_from_bytes(body).map_err(|_| damaged())?;
        match head.layout == compiled::LAYOUT {
            true => {
                let Head { identities, form, source, .. } = head;
                Ok(Self { identities, form, source, network })
            }
            false => Err(other("another build")),
        }
    }

    /// True if it was made from this network file.
    pub fn is_of(&self, source: &[u8]) -> bool {
        hash(source) == self.source
    }

    /// Reads the unit, without its file and without what is there for readers.
    ///
    /// # Errors
    /// If the bytes are those of no network.
    pub fn unit(&self) -> Result<Arc<Model>, String> {
        let network = compiled::from_bytes(self.network, &LIBRARY).ok_or_else(damaged)?;
        Ok(Model::untold(network).in_form(self.form))
    }
}

fn damaged() -> String {
    "is damaged: it is not as it was built".to_owned()
}
