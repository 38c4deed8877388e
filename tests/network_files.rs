//! Network files: the ones in tests/networks are read; each one in tests/networks/wrong is refused with
//! the message beside it. `LUZTAR_BLESS=1 cargo test --test network_files` rewrites those messages.

use std::fs;
use std::path::{Path, PathBuf};

use luztar::network::read;

/// The TOML files of a folder of tests/networks, by name.
fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/networks").join(folder);
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

fn name(path: &Path) -> String {
    path.file_name().expect("a name").to_string_lossy().into_owned()
}

#[test]
fn wrong_files_are_refused_with_their_messages() {
    let bless = std::env::var_os("LUZTAR_BLESS").is_some();
    for path in files("wrong") {
        let text = fs::read_to_string(&path).expect("a text");
        let Err(wrong) = read(&text, &name(&path)) else {
            panic!("{} is read", path.display());
        };
        let said = format!("{wrong}\n");
        let beside = path.with_extension("txt");
        if bless {
            fs::write(&beside, &said).expect("written");
        }
        let expected = fs::read_to_string(&beside).unwrap_or_default();
        assert_eq!(said, expected, "{}", beside.display());
    }
}

#[test]
fn spring_mass_is_read() {
    let network = read(include_str!("networks/spring_mass.toml"), "spring_mass.toml").unwrap();
    let names: Vec<_> = network.parameters.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "block.mass",
            "block.position0",
            "block.velocity0",
            "floor.kineticFriction",
            "floor.viscous",
            "leaf.stiffness"
        ]
    );
    assert_eq!(network.start_parameters(), [1.0, 0.2, 0.0, 3.0, 0.0, 100.0]);
}
