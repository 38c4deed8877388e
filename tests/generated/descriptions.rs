//! `modelDescription/<Model>.xml` and `<Model>.fmi3.xml` beside each `<Model>.toml`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use luztar::export::{self, Version};
use luztar::unit::catalogue;

use crate::blessing::{COMMAND, up_to_date};

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("modelDescription")
}

#[test]
fn model_descriptions_are_up_to_date() {
    let mut stale = Vec::new();
    for name in catalogue::names() {
        let unit = catalogue::unit(name).expect("named by the catalogue");
        for (version, ending) in [(Version::Two, "xml"), (Version::Three, "fmi3.xml")] {
            let path = directory().join(format!("{name}.{ending}"));
            if !up_to_date(&path, &export::description_of(&unit, version)) {
                stale.push(path.display().to_string());
            }
        }
    }
    assert!(stale.is_empty(), "out of date:\n  {}\nrun: {COMMAND}", stale.join("\n  "));
}

#[test]
fn every_model_description_has_its_network_file() {
    let names: BTreeSet<String> = catalogue::names().map(str::to_owned).collect();
    let files = fs::read_dir(directory()).expect("modelDescription/ is part of the source tree");
    for file in files {
        let path = file.expect("readable directory").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("UTF-8 file name");
        let name = name.split('.').next().expect("a name");
        assert!(names.contains(name), "{} belongs to no unit: delete it", path.display());
    }
}

#[test]
fn units_are_named_like_their_files() {
    for name in catalogue::names() {
        assert_eq!(catalogue::unit(name).expect("named by the catalogue").name(), name);
    }
}
