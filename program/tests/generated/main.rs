//! Pages and files that the program makes, and licences. `LUZTAR_BLESS=1 cargo test --test generated` writes them anew, with what the library makes.

#[path = "../../../tests/generated/blessing.rs"]
mod blessing;
mod licenses;
mod reference;
mod schema;
mod units;
