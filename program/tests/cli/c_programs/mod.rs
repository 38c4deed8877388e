//! What programs in C have of a build of luztar: the examples, and what the library leaves to the program.

mod examples;

use std::fs;

use crate::program;

/// So that a test which finds none of these texts in the library looks for what is there to be found.
#[test]
fn what_building_needs_is_in_the_program() {
    let bytes = fs::read(env!("CARGO_BIN_EXE_luztar")).unwrap();
    assert_eq!(program::of_building(&bytes).len(), 4);
}
