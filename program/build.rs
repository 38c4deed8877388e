//! Names the file that the program embeds: in release builds the shared library, which Cargo builds before the program,
//! as `cargo install` takes the program alone. Elsewhere, and where Cargo gives the library another name (packages of a
//! registry, unlike those of a folder or of a git repository), an empty file.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
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
