//! Generated files that are committed must be what the sources make of them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

use luztar::export;
use luztar::unit::catalogue;

const COMMAND: &str = "LUZTAR_BLESS=1 cargo test --test generated";

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("modelDescription")
}

#[test]
fn model_descriptions_are_up_to_date() {
    let bless = env::var_os("LUZTAR_BLESS").is_some();
    let mut stale = Vec::new();
    for name in catalogue::names() {
        let unit = catalogue::unit(name).expect("named by the catalogue");
        let path = directory().join(format!("{name}.xml"));
        let expected = export::model_description(&unit);
        if fs::read_to_string(&path).is_ok_and(|committed| committed == expected) {
            continue;
        }
        if bless {
            fs::write(&path, expected).expect("writable source tree");
        } else {
            stale.push(path.display().to_string());
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
        let name = path.file_stem().and_then(|stem| stem.to_str()).expect("UTF-8 file name");
        assert!(names.contains(name), "{} belongs to no unit: delete it", path.display());
    }
}
