//! Reads the laws, the kinds of elements and the ready-made units, with the sources of the layers that read them, so that a library
//! need not; lists them for `src/ready.rs` and `src/unit/catalogue.rs`, with the GUIDs of the units for `src/fmi/selection.rs`. Sets how
//! the shared library is linked.

// What the library has of these layers beside.
#![allow(dead_code, unused_imports)]

use std::path::{Path, PathBuf};
use std::{env, fs};

use sha2::{Digest, Sha256};

#[path = "src/algebra/mod.rs"]
mod algebra;
#[path = "src/laws/mod.rs"]
mod laws;
#[path = "src/network/mod.rs"]
mod network;
#[path = "src/skyline.rs"]
mod skyline;

/// Texts where the library has what was made of them.
mod ready {
    use std::sync::LazyLock;

    pub type Files = LazyLock<Vec<(&'static str, &'static [u8])>>;
    pub const IS_READ: bool = false;
    pub static LAWS: Files = LazyLock::new(|| super::texts("src/laws/forms"));
    pub static ELEMENTS: Files = LazyLock::new(|| super::texts("src/network/forms"));
}

/// Stands for a GUID that no description tells.
const UNKNOWN: &str = "{00000000-0000-0000-0000-000000000000}";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let law = |name: &str| laws::LawKind::named(name).map(|law| postcard::to_allocvec(law.form()));
    let element =
        |name: &str| network::ElementForm::named(name).map(|one| postcard::to_allocvec(&one));
    let mut list = String::new();
    list_made("LAWS", &ready::LAWS, law, &mut list);
    list_made("ELEMENTS", &ready::ELEMENTS, element, &mut list);
    write_to_build("ready.rs", list.as_bytes());
    let units = files("modelDescription");
    list_units(&units);
    list_identities(&units);
    name_layout();
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

/// Names and texts of the files of a folder.
fn texts(folder: &str) -> Vec<(&'static str, &'static [u8])> {
    let text = |file: PathBuf| -> (&'static str, &'static [u8]) {
        let name = name_of(&file).to_owned().leak();
        (name, fs::read(&file).expect("readable file").leak())
    };
    files(folder).into_iter().map(text).collect()
}

/// Writes what was made of each file to one of the build, and lists these as `<list_name>: Files`.
fn list_made(
    list_name: &str,
    files: &ready::Files,
    make: impl Fn(&str) -> Option<postcard::Result<Vec<u8>>>,
    list: &mut String,
) {
    *list += &format!("pub const {list_name}: Files = &[\n");
    for (name, _) in files.iter() {
        let bytes = make(name).and_then(Result::ok).expect("a file of this name");
        let path = write_to_build(&format!("{list_name}_{name}"), &bytes);
        *list += &format!("    ({name:?}, include_bytes!({path:?})),\n");
    }
    *list += "];\n";
}

/// Lists the names of units, their texts, and the networks that were made of these.
fn list_units(units: &[PathBuf]) {
    let (mut names, mut texts, mut networks) = (String::new(), String::new(), String::new());
    for file in units {
        let (name, path) = (name_of(file), file.to_str().expect("UTF-8 path"));
        println!("cargo:rerun-if-changed={path}");
        let text = fs::read_to_string(file).expect("readable file");
        let network = network::read(&text, path).unwrap_or_else(|wrong| panic!("{wrong}"));
        let bytes = network::compiled::to_bytes(&network);
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

/// Names the layout of compiled networks for `src/unit/compiled.rs`: it follows from the types of the layers whose sources are
/// hashed, whatever the ends of their lines are.
fn name_layout() {
    let mut hash = Sha256::new();
    for layer in ["algebra", "laws", "network"] {
        let folder = root().join("src").join(layer);
        println!("cargo:rerun-if-changed={}", folder.display());
        let mut left = vec![folder];
        let mut sources = Vec::new();
        while let Some(folder) = left.pop() {
            for entry in fs::read_dir(&folder).expect("part of the source tree") {
                let path = entry.expect("readable directory").path();
                if path.is_dir() { left.push(path) } else { sources.push(path) }
            }
        }
        sources.sort();
        for source in sources {
            let mut text = fs::read(&source).expect("readable file");
            text.retain(|byte| *byte != b'\r');
            hash.update(text);
        }
    }
    let name: String = hash.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    println!("cargo:rustc-env=LUZTAR_LAYOUT={name}");
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
