//! Lists the ready-made units for `src/unit/catalogue.rs` and the laws for `src/laws/kind.rs`, sets how the shared library is linked, and says where the
//! program finds it to carry it along.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    list_files("modelDescription", "catalogue.rs");
    list_files("src/laws/forms", "laws.rs");
    link_library();
    carry_library();
}

/// Writes `FILES: &[(name, text)]`, one entry for each `<folder>/<name>.toml`, to a file of the build.
fn list_files(folder: &str, list_name: &str) {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let directory = root.join(folder);
    println!("cargo:rerun-if-changed={}", directory.display());
    let entries = fs::read_dir(&directory).expect("part of the source tree");
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
    fs::write(out.join(list_name), list).expect("writable build directory");
}

/// Calls between exports stay inside the library even where another copy is loaded RTLD_GLOBAL.
fn link_library() {
    if env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-Bsymbolic");
    }
}

/// Names the file that the program embeds: in release builds the shared library, which Cargo builds before the program,
/// as `cargo install` takes the program alone. Elsewhere, and where Cargo gives the library another name (packages of a
/// registry, unlike those of a folder or of a git repository), an empty file.
fn carry_library() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let nothing = out.join("nothing");
    fs::write(&nothing, "").expect("writable build directory");
    let release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let library = library_of(&out).filter(|_| release).filter(|library| {
        // `cargo check` does not build the library, but compiles the program
        library.exists() || fs::write(library, "").is_ok()
    });
    println!("cargo:rustc-env=LUZTAR_EMBEDDED={}", library.unwrap_or(nothing).display());
}

/// `target/<profile>/deps/<library>` of the build whose script writes to `target/<profile>/build/<package>/out`.
fn library_of(out: &Path) -> Option<PathBuf> {
    let name = match env::var("CARGO_CFG_TARGET_OS").ok()?.as_str() {
        "linux" => "libluztar.so",
        "macos" => "libluztar.dylib",
        "windows" => "luztar.dll",
        _ => return None,
    };
    let deps = out.ancestors().nth(3)?.join("deps");
    deps.is_dir().then(|| deps.join(name))
}
