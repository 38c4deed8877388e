//! The saved states that hosts hold, by handle. A handle is a number that is given once and never again,
//! odd and so no address of anything in memory: one that was freed, belongs to another library or was never
//! given is recognised and does no harm.

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::ptr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::saved::Saved;

/// A saved state as C knows it.
pub type StateHandle = *mut c_void;

/// States of all instances in this copy of the library: a state of one may be given to another.
static SHELF: Mutex<Shelf> = Mutex::new(Shelf { last: 0, states: BTreeMap::new() });

struct Shelf {
    /// Number given last.
    last: usize,
    /// Owner and state by handle.
    states: BTreeMap<usize, (usize, Arc<Saved>)>,
}

impl Shelf {
    /// Returns the next odd number.
    fn number(&mut self) -> usize {
        self.last += 1;
        2 * self.last - 1
    }
}

fn shelf() -> MutexGuard<'static, Shelf> {
    SHELF.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The states that an instance made; they end with it.
#[derive(Debug)]
pub struct States {
    owner: usize,
}

impl States {
    pub fn new() -> Self {
        Self { owner: shelf().number() }
    }

    /// Keeps a state, under `handle` if that is one already; NULL asks for a new one.
    ///
    /// # Errors
    /// `handle` is no state.
    pub fn keep(&self, handle: StateHandle, saved: Saved) -> Result<StateHandle, String> {
        let mut shelf = shelf();
        let number = match handle.is_null() {
            true => shelf.number(),
            false if shelf.states.contains_key(&handle.addr()) => handle.addr(),
            false => return Err(unknown(handle)),
        };
        shelf.states.insert(number, (self.owner, Arc::new(saved)));
        Ok(ptr::without_provenance_mut(number))
    }
}

impl Drop for States {
    fn drop(&mut self) {
        let mut shelf = shelf();
        shelf.states.retain(|_, (owner, _)| *owner != self.owner);
        tidy(&mut shelf);
    }
}

/// Returns the state with this handle.
///
/// # Errors
/// There is none.
pub fn find(handle: StateHandle) -> Result<Arc<Saved>, String> {
    let shelf = shelf();
    let found = shelf.states.get(&handle.addr()).map(|(_, saved)| saved.clone());
    found.ok_or_else(|| unknown(handle))
}

/// Ends a state.
///
/// # Errors
/// There is none with this handle.
pub fn end(handle: StateHandle) -> Result<(), String> {
    let mut shelf = shelf();
    let ended = shelf.states.remove(&handle.addr());
    tidy(&mut shelf);
    ended.map(|_| ()).ok_or_else(|| unknown(handle))
}

/// Leaves no memory behind when the library is unloaded.
fn tidy(shelf: &mut Shelf) {
    if shelf.states.is_empty() {
        shelf.states = BTreeMap::new();
    }
}

fn unknown(handle: StateHandle) -> String {
    match handle.is_null() {
        true => "FMUstate is NULL".to_owned(),
        false => format!("FMUstate {handle:p} is not a state of this library, or was freed"),
    }
}
