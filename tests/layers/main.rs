//! Rules that the source keeps about itself: which layer imports which, that no files import each other
//! in a circle, what the deterministic layers may call, how long files and functions are, and that nothing is left undone.

mod circles;
mod elements;
mod files;
mod imports;
mod leftovers;
mod lengths;
mod transcendentals;
