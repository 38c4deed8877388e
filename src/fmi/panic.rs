//! No panic leaves the library, and none is printed: a panic inside an export becomes text for the
//! host's logger. Nor does a floating-point exception of an export trap.

use std::any::Any;
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::{Once, OnceLock};

use super::float::{self, Held};

/// Bytes kept of the name of the source file in which a panic arose.
const FILE_LENGTH: usize = 64;

/// Place in the source text at which a panic arose.
#[derive(Clone, Copy)]
struct Place {
    file: [u8; FILE_LENGTH],
    length: usize,
    line: u32,
}

const NOWHERE: Place = Place { file: [0; FILE_LENGTH], length: 0, line: 0 };

// Neither needs a destructor, which would keep the library from being unloaded.
thread_local! {
    static INSIDE: Cell<bool> = const { Cell::new(false) };
    static PLACE: Cell<Place> = const { Cell::new(NOWHERE) };
}

type Hook = Box<dyn Fn(&PanicHookInfo<'_>) + Sync + Send>;

static INSTALLED: Once = Once::new();
static PREVIOUS: OnceLock<Hook> = OnceLock::new();

/// Makes panics inside exports silent; all others go to the hook that was there before. Once per copy
/// of the library.
pub fn install_hook() {
    INSTALLED.call_once(|| {
        let _ = PREVIOUS.set(panic::take_hook());
        panic::set_hook(Box::new(hook));
    });
}

fn hook(info: &PanicHookInfo<'_>) {
    if INSIDE.get() {
        PLACE.set(info.location().map_or(NOWHERE, |at| place(at.file(), at.line())));
    } else if let Some(previous) = PREVIOUS.get() {
        previous(info);
    }
}

/// Keeps the end of a long path, which names the file.
fn place(path: &str, line: u32) -> Place {
    let bytes = path.as_bytes();
    let tail = &bytes[bytes.len().saturating_sub(FILE_LENGTH)..];
    let mut file = [0; FILE_LENGTH];
    file[..tail.len()].copy_from_slice(tail);
    Place { file, length: tail.len(), line }
}

/// Runs the body of an export, in the default floating-point environment.
///
/// # Errors
/// The panic's text and place, if it panics.
pub fn inside<R>(body: impl FnOnce() -> R) -> Result<R, String> {
    let _held = Held::begin();
    let before = INSIDE.replace(true);
    PLACE.set(NOWHERE);
    let result = panic::catch_unwind(AssertUnwindSafe(body));
    INSIDE.set(before);
    result.map_err(|payload| describe(payload, PLACE.get()))
}

/// Runs a function of the host from within an export, in its own floating-point environment.
pub fn outside<R>(callback: impl FnOnce() -> R) -> R {
    let before = INSIDE.replace(false);
    let result = float::outside(callback);
    INSIDE.set(before);
    result
}

fn describe(payload: Box<dyn Any + Send>, place: Place) -> String {
    let text = if let Some(text) = payload.downcast_ref::<&str>() {
        (*text).to_owned()
    } else if let Some(text) = payload.downcast_ref::<String>() {
        text.clone()
    } else {
        // A payload of an unknown type might panic when it is dropped.
        std::mem::forget(payload);
        "no text".to_owned()
    };
    if place.length == 0 {
        return text;
    }
    let file = String::from_utf8_lossy(&place.file[..place.length]);
    format!("{text} ({file}:{})", place.line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_its_text_and_place() {
        install_hook();
        let line = line!() + 1;
        let message = inside(|| -> i32 { panic!("number {}", 7) }).unwrap_err();
        assert!(message.starts_with("number 7 ("), "{message}");
        assert!(message.ends_with(&format!("panic.rs:{line})")), "{message}");
    }

    #[test]
    fn without_a_panic_the_value_comes_back() {
        assert_eq!(inside(|| 3), Ok(3));
    }

    #[test]
    fn a_payload_without_text_is_no_trouble() {
        struct Bomb;
        impl Drop for Bomb {
            fn drop(&mut self) {
                panic!("dropped");
            }
        }
        install_hook();
        let message = inside(|| panic::panic_any(Bomb)).unwrap_err();
        assert_eq!(message.split(' ').next(), Some("no"), "{message}");
    }

    #[test]
    fn calls_may_nest() {
        install_hook();
        let outer = inside(|| {
            let inner = outside(|| inside(|| panic!("inner")));
            assert!(INSIDE.get());
            inner
        });
        assert!(outer.unwrap().unwrap_err().starts_with("inner"));
        assert!(!INSIDE.get());
    }

    #[test]
    fn long_paths_keep_their_end() {
        let path = format!("{}/end.rs", "x".repeat(200));
        let place = place(&path, 1);
        assert!(place.file[..place.length].ends_with(b"/end.rs"));
    }
}
