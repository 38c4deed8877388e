//! Lists the ready-made units for `src/unit/catalogue.rs` with their GUIDs for `src/fmi/selection.rs`, the laws for
//! `src/laws/kind.rs` and the elements that are files for `src/network/form.rs`; sets how the shared library is linked, and says where the program finds it to carry it along.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// Stands for a GUID that no description tells.
const UNKNOWN: &str = "{00000000-0000-0000-0000-000000000000}";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let units = list_files("modelDescription", "catalogue.rs");
    list_identities(&units);
    list_files("src/laws/forms", "laws.rs");
    list_files("src/network/forms", "forms.rs");
    link_library();
    carry_library();
}

/// Writes `FILES: &[(name, text)]`, one entry for each `<folder>/<name>.toml`, to a file of the build; gives these files.
fn list_files(folder: &str, list_name: &str) -> Vec<PathBuf> {
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
    write_to_build(list_name, &list);
    files
}

fn write_to_build(name: &str, text: &str) {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join(name), text).expect("writable build directory");
}

/// Writes `IDENTITIES: &[[GUID; 2]]`, of FMI 2.0 and 3.0, as the committed descriptions of the units have them: a library
/// need not make descriptions to know its own units. Tests compare these with what the library makes.
fn list_identities(units: &[PathBuf]) {
    let mut list = String::from("const IDENTITIES: &[[Guid; 2]] = &[\n");
    for unit in units {
        let [two, three] =
            [("xml", "guid"), ("fmi3.xml", "instantiationToken")].map(|(extension, attribute)| {
                // A unit that is new has none yet.
                let text = fs::read_to_string(unit.with_extension(extension)).unwrap_or_default();
                let found =
                    text.split_once(&format!(" {attribute}=\"")).map_or("", |(_, rest)| rest);
                let guid = found.split('"').next().unwrap_or("");
                let given = guid.len() == UNKNOWN.len();
                if given { guid.to_owned() } else { UNKNOWN.to_owned() }
            });
        list += &format!("    [*b\"{two}\\0\", *b\"{three}\\0\"],\n");
    }
    list += "];\n";
    write_to_build("identities.rs", &list);
}

/// Calls between exports stay inside the library even where another copy is loaded RTLD_GLOBAL. Whatever else the linker
/// of a target has to be told is in the variable LUZTAR_LINK_<target>: flags of the compiler would be told the linker of
/// the program, too.
fn link_library() {
    if env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        println!("cargo:rustc-cdylib-link-arg=-Wl,-Bsymbolic");
    }
    let target = env::var("TARGET").expect("cargo sets it").replace('-', "_");
    let told = format!("LUZTAR_LINK_{target}");
    println!("cargo:rerun-if-env-changed={told}");
    for argument in env::var(told).unwrap_or_default().split_whitespace() {
        println!("cargo:rustc-cdylib-link-arg={argument}");
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
