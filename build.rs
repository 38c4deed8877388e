//! Reads the laws, the kinds of elements and the ready-made units, so that a library need not; lists them for `src/ready.rs` and
//! `src/unit/catalogue.rs`, with the GUIDs of the units for `src/fmi/selection.rs`. Sets how the shared library is linked.

use std::path::{Path, PathBuf};
use std::{env, fs};

use luztar_model::network::{self, compiled};

/// Stands for a GUID that no description tells.
const UNKNOWN: &str = "{00000000-0000-0000-0000-000000000000}";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    list_library();
    let units = files("modelDescription");
    list_units(&units);
    list_identities(&units);
    link_library();
}

/// The files `<folder>/<name>.toml` of the source tree in the order of their names.
fn files(folder: &str) -> Vec<PathBuf> {
    let directory = root().join(folder);
    println!("cargo:rerun-if-changed={}", directory.display());
    let entries = fs::read_dir(&directory).expect("part of the source tree");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("readable directory").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    files.sort();
    files
}

fn root() -> PathBuf {
    PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"))
}

fn name_of(file: &Path) -> &str {
    file.file_stem().and_then(|stem| stem.to_str()).expect("UTF-8 file name")
}

/// Writes what was made of the laws and of the kinds of elements to files of the build, and lists these as `LIBRARY`.
fn list_library() {
    let mut list = String::from("pub const LIBRARY: Library = Library {\n");
    for (field, forms) in ["laws", "elements"].into_iter().zip(compiled::forms()) {
        list += &format!("    {field}: &[\n");
        for (name, bytes) in forms {
            let path = write_to_build(&format!("{field}_{name}"), &bytes);
            list += &format!("        ({name:?}, include_bytes!({path:?})),\n");
        }
        list += "    ],\n";
    }
    list += "};\n";
    write_to_build("ready.rs", list.as_bytes());
}

/// Lists the names of units, their texts, and the networks that were made of these.
fn list_units(units: &[PathBuf]) {
    let (mut names, mut texts, mut networks) = (String::new(), String::new(), String::new());
    for file in units {
        let (name, path) = (name_of(file), file.to_str().expect("UTF-8 path"));
        println!("cargo:rerun-if-changed={path}");
        let text = fs::read_to_string(file).expect("readable file");
        let network = network::read(&text, path).unwrap_or_else(|wrong| panic!("{wrong}"));
        let bytes = compiled::to_bytes(&network);
        let compiled = write_to_build(&format!("NETWORKS_{name}"), &bytes);
        names += &format!("    {name:?},\n");
        texts += &format!("    include_str!({path:?}),\n");
        networks += &format!("    include_bytes!({compiled:?}),\n");
    }
    let list = format!(
        "const NAMES: &[&str] = &[\n{names}];\nconst TEXTS: &[&str] = &[\n{texts}];\nconst NETWORKS: &[&[u8]] = &[\n{networks}];\n"
    );
    write_to_build("catalogue.rs", list.as_bytes());
}

/// Writes a file of the build; its path.
fn write_to_build(name: &str, content: &[u8]) -> String {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let path = out.join(name);
    fs::write(&path, content).expect("writable build directory");
    path.into_os_string().into_string().expect("UTF-8 path")
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
    write_to_build("identities.rs", list.as_bytes());
}

/// Calls between exports stay inside the library even where another copy is loaded RTLD_GLOBAL. Its SONAME names the versions
/// that are compatible: before 1.0 a new minor version is not. Whatever else the linker
/// of a target has to be told is in the variable LUZTAR_LINK_<target>: flags of the compiler would be told the linker of
/// the program, too.
fn link_library() {
    if env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        let part =
            |name: &str| env::var(format!("CARGO_PKG_VERSION_{name}")).expect("cargo sets it");
        let (major, minor) = (part("MAJOR"), part("MINOR"));
        let compatible = if major == "0" { format!("0.{minor}") } else { major };
        println!("cargo:rustc-cdylib-link-arg=-Wl,-Bsymbolic,-soname,libluztar.so.{compatible}");
    }
    let target = env::var("TARGET").expect("cargo sets it").replace('-', "_");
    let told = format!("LUZTAR_LINK_{target}");
    println!("cargo:rerun-if-env-changed={told}");
    for argument in env::var(told).unwrap_or_default().split_whitespace() {
        println!("cargo:rustc-cdylib-link-arg={argument}");
    }
}
