//! Rules that the source keeps about itself: which layer imports which, that no files import each other in a circle, nor call
//! each other in other circles than those listed, what the deterministic layers may call, how long files and functions are,
//! that nothing is left undone, that doc comments begin with the item, and that
//! paths on pages for developers exist.

mod calls;
mod circles;
mod comments;
mod elements;
mod files;
mod imports;
mod leftovers;
mod lengths;
mod methods;
mod names;
mod pages;
mod tolerances;
mod transcendentals;
mod words;
