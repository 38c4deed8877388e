//! The files under tests/networks.

use std::fs;
use std::path::{Path, PathBuf};

use luztar::network::{Network, read};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/networks")
}

/// The TOML files of a folder of tests/networks, by name.
pub fn files(folder: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(root().join(folder))
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

/// Name and text of a file.
pub fn named(path: &Path) -> (String, String) {
    let name = path.file_name().expect("a name").to_string_lossy().into_owned();
    (name, fs::read_to_string(path).expect("a text"))
}

/// The network of a file of tests/networks, without its extension, and its text.
pub fn network(name: &str) -> (Network, String) {
    let (file, text) = named(&root().join(name).with_extension("toml"));
    let network = read(&text, &file).unwrap_or_else(|wrong| panic!("{wrong}"));
    (network, text)
}
