//! Lists the built-in laws and the kinds of elements for `src/laws/kind.rs` and `src/network/form.rs`, and names the layout of
//! compiled networks.

use std::path::{Path, PathBuf};
use std::{env, fs};

use sha2::{Digest, Sha256};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=src");
    list("laws");
    list("network");
    println!("cargo:rustc-env=LUZTAR_LAYOUT={}", layout());
}

fn sources() -> PathBuf {
    PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("src")
}

/// The files of a folder and those below it, in the order of their paths.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut left = vec![folder.to_owned()];
    while let Some(folder) = left.pop() {
        for entry in fs::read_dir(&folder).expect("part of the source tree") {
            let path = entry.expect("readable directory").path();
            if path.is_dir() { left.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    files
}

/// Writes `FORMS: [(&str, &str); N]`, names and texts of `<layer>/forms/<name>.toml`, to `<layer>_forms.rs`.
fn list(layer: &str) {
    let mut forms = files(&sources().join(layer).join("forms"));
    forms.retain(|file| file.extension().is_some_and(|extension| extension == "toml"));
    let mut list = format!("const FORMS: [(&str, &str); {}] = [\n", forms.len());
    for form in forms {
        let name = form.file_stem().and_then(|stem| stem.to_str()).expect("UTF-8 file name");
        list +=
            &format!("    ({name:?}, include_str!({:?})),\n", form.to_str().expect("UTF-8 path"));
    }
    list += "];\n";
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join(format!("{layer}_forms.rs")), list).expect("writable build directory");
}

/// Name of the layout of compiled networks: it follows from the types of these layers, whose sources are hashed, whatever the
/// ends of their lines are.
fn layout() -> String {
    let mut hash = Sha256::new();
    for file in files(&sources()) {
        let mut text = fs::read(&file).expect("readable file");
        text.retain(|byte| *byte != b'\r');
        hash.update(text);
    }
    hash.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}
