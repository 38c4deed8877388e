//! Headers of CSV files of inputs: errors say what to write.

use std::fs;

use super::fault;

const SPOOL: &str = "[model]\nname = \"Spool\"\n[body.spool]\nmass = 0.05\nforce = \"input\"\n";

#[test]
fn units_in_headers_are_reported_with_what_to_write() {
    let directory = tempfile::tempdir().expect("temporary directory");
    let (file, table) = (directory.path().join("n.toml"), directory.path().join("in.csv"));
    fs::write(&file, SPOOL).expect("writable");
    let (file, table) = (file.display().to_string(), table.display().to_string());
    for (name, remedy) in [
        ("spool.force [N]", "`spool.force [N]`: write `spool.force`"),
        ("spool.force(N)", "`spool.force(N)`: write `spool.force`"),
        ("F [N]", "`F [N]`; Spool has spool.force"),
    ] {
        fs::write(&table, format!("time,{name}\n0,0\n1,1\n")).expect("writable");
        let (status, text) = fault(&["simulate", &file, "--inputs", &table]);
        assert_eq!(status, 1, "{text}");
        let expected =
            format!("has no input {remedy}; names stand without units, values are in SI units");
        assert!(text.contains(&expected), "{text}");
    }
}
