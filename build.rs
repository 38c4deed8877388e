//! Sets how the shared library is linked.

use std::env;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    link_library();
}

/// Calls between exports stay inside the library even where another copy is loaded RTLD_GLOBAL, and
/// libm is named as needed, which hosts without it rely on.
fn link_library() {
    if env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-Bsymbolic");
        println!("cargo:rustc-cdylib-link-arg=-Wl,--no-as-needed,-lm,--as-needed");
    }
}
