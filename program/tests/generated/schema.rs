//! docs/luztar.schema.json: what `luztar schema` writes.

use std::path::Path;
use std::process::Command;

use crate::blessing::{COMMAND, up_to_date};

#[test]
fn schema_is_up_to_date() {
    let output = Command::new(env!("CARGO_BIN_EXE_luztar")).arg("schema").output().expect("runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let written = String::from_utf8(output.stdout).expect("UTF-8");
    let path =
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join("docs/luztar.schema.json");
    assert!(up_to_date(&path, &written), "docs/luztar.schema.json is out of date; run: {COMMAND}");
}
