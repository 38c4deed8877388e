//! Rules that the source keeps about itself: which layer imports which, what the deterministic layers
//! may call, how long a file is, and that nothing is left undone.

mod files;
mod imports;
mod leftovers;
mod lengths;
mod transcendentals;
