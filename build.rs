//! Lists the ready-made units for `src/unit/catalogue.rs`, and sets how the shared library is linked.

use std::path::PathBuf;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    list_catalogue();
    link_library();
}

/// Writes `FILES: &[(name, text)]`, one entry for each `modelDescription/<name>.toml`.
fn list_catalogue() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let directory = root.join("modelDescription");
    println!("cargo:rerun-if-changed={}", directory.display());
    let entries = fs::read_dir(&directory).expect("modelDescription/ is part of the source tree");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("readable directory").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    files.sort();
    let mut list = String::from("const FILES: &[(&str, &str)] = &[\n");
    for file in &files {
        let name = file.file_stem().and_then(|stem| stem.to_str()).expect("UTF-8 file name");
        let path = file.to_str().expect("UTF-8 path");
        list += &format!("    ({name:?}, include_str!({path:?})),\n");
    }
    list += "];\n";
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("catalogue.rs"), list).expect("writable build directory");
}

/// Calls between exports stay inside the library even where another copy is loaded RTLD_GLOBAL.
fn link_library() {
    if env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-Bsymbolic");
    }
}
