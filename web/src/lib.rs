//! luztar for a page in a browser: networks become drawings, motions and FMUs there.
//!
//! The page's worker (`page/engine.js`) writes a request into [`room`], calls [`answer`] and reads what stands at [`place`].
//! Requests and answers are a line of JSON and, behind it, bytes: the libraries of an FMU that is asked for; the numbers of a
//! motion, the FMU.

mod fmu;
mod given;
mod mechanism;
mod motion;
mod refusal;
mod request;
mod source;

use std::cell::RefCell;
use std::panic;

thread_local! {
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Returns the address to which a request of `length` bytes is to be written.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(length, 0);
        request.as_mut_ptr()
    })
}

/// Does what the request asks for and gives the length of the answer. Where this ends in a trap, the answer is what went
/// wrong; its length is then that of [`length`].
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    panic::set_hook(Box::new(|panic| keep(panic.to_string().into_bytes())));
    keep(Vec::new());
    let request = REQUEST.take();
    keep(request::answer(&request));
    length()
}

/// Returns the length of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn length() -> usize {
    ANSWER.with_borrow(Vec::len)
}

/// Returns the address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn place() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}

fn keep(answer: Vec<u8>) {
    ANSWER.set(answer);
}
