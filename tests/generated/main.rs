//! Descriptions of the units, lists of elements and variables. `LUZTAR_BLESS=1 cargo test --test generated` writes them anew, with what the program makes.

mod blessing;
mod descriptions;
mod elements;
mod header;
#[path = "../network_files/shown.rs"]
mod shown;
mod variables;
