//! The pages of docs/reproduction are what `luztar reproduce` writes.

use std::fs;
use std::path::Path;

use crate::{done, fault};

/// S1 is left out: its diagrams take minutes.
#[test]
fn pages_of_papers_are_those_of_the_docs() {
    let docs = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join("docs/reproduction");
    for threads in ["1", "2"] {
        let folder = tempfile::tempdir().expect("temporary directory");
        let out = folder.path().display().to_string();
        let papers = ["reproduce", "J1", "j2", "J3", "A1"];
        let told = done(&[&papers[..], &["--out", &out, "--threads", threads]].concat());
        assert!(told.contains("A1: 12 rows, 2 pictures"), "{told}");
        let mut compared = 0;
        for entry in fs::read_dir(folder.path()).expect("a folder") {
            let name = entry.expect("an entry").file_name();
            let read = |path: &Path| fs::read_to_string(path.join(&name)).unwrap_or_default();
            let hint = "`luztar reproduce` renews docs/reproduction";
            assert!(read(folder.path()) == read(&docs), "{}: {hint}", name.display());
            compared += 1;
        }
        assert_eq!(compared, 9);
    }
}

#[test]
fn unknown_papers_are_refused() {
    let (code, text) = fault(&["reproduce", "K9"]);
    assert!(code == 2 && text.contains("J1, J2, J3, A1, S1"), "{text}");
}
