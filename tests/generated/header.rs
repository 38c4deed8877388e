//! include/luztar.h is what cbindgen makes of src/fmi2 and src/fmi3. `LUZTAR_BLESS=1 cargo test --test generated`
//! writes it anew.

use std::fs;
use std::path::{Path, PathBuf};

/// A part of the header and the include guard of the official header that declares the same.
struct Section {
    title: &'static str,
    guard: Option<&'static str>,
    /// What cbindgen cannot write: macros that are texts.
    macros: &'static str,
    sources: &'static [&'static str],
}

const SECTIONS: &[Section] = &[
    Section {
        title: "Argument types of FMI 2.0",
        guard: Some("fmi2TypesPlatform_h"),
        macros: "#define fmi2TypesPlatform \"default\"\n",
        sources: &["fmi2/types/platform.rs"],
    },
    Section {
        title: "Status and callbacks of FMI 2.0",
        guard: Some("fmi2FunctionTypes_h"),
        macros: "",
        sources: &["fmi2/types/functions.rs"],
    },
    Section {
        title: "Functions of FMI 2.0",
        guard: Some("fmi2Functions_h"),
        macros: "#define fmi2Version \"2.0\"\n",
        sources: &[
            "fmi2/abi/common.rs",
            "fmi2/abi/values.rs",
            "fmi2/abi/states.rs",
            "fmi2/abi/model_exchange.rs",
            "fmi2/abi/co_simulation.rs",
        ],
    },
    Section {
        title: "Argument types of FMI 3.0",
        guard: Some("fmi3PlatformTypes_h"),
        macros: "#define fmi3True true\n#define fmi3False false\n#define fmi3ClockActive true\n\
                 #define fmi3ClockInactive false\n",
        sources: &["fmi3/types/platform.rs"],
    },
    Section {
        title: "Status and callbacks of FMI 3.0",
        guard: Some("fmi3FunctionTypes_h"),
        macros: "",
        sources: &["fmi3/types/functions.rs"],
    },
    Section {
        title: "Functions of FMI 3.0",
        guard: Some("fmi3Functions_h"),
        macros: "#define fmi3Version \"3.0\"\n",
        sources: &[
            "fmi3/abi/common.rs",
            "fmi3/abi/values.rs",
            "fmi3/abi/states.rs",
            "fmi3/abi/derivatives.rs",
            "fmi3/abi/model_exchange.rs",
            "fmi3/abi/co_simulation.rs",
            "fmi3/abi/clocks.rs",
        ],
    },
    Section {
        title: "What luztar adds",
        guard: None,
        macros: "",
        sources: &["fmi2/types/records.rs", "fmi2/abi/additions.rs"],
    },
];

const BEGIN: &str = "\
/* luztar: dry friction and backlash as FMUs for FMI 2.0 and 3.0.

   Generated from src/fmi2 and src/fmi3; do not edit. It stands alone (C99, C11, C++17), and may also follow the
   official headers of FMI 2.0, of FMI 3.0 or of both: what they declare is then left out here. */
#ifndef LUZTAR_H
#define LUZTAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern \"C\" {
#endif
";

const END: &str = "
#ifdef __cplusplus
}
#endif

#endif /* LUZTAR_H */
";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// What makes a function one of the C libraries, in the sources and as cbindgen reads it.
const OF_FEATURE: &str = "#[cfg_attr(feature = \"exports\", unsafe(no_mangle))]";
const EXPORTED: &str = "#[unsafe(no_mangle)]";

/// Additions of a macro to the functions that it makes: arguments before and behind their own, and the end of the comment.
struct Made {
    opening: &'static str,
    before: &'static str,
    behind: &'static str,
    safety: &'static str,
}

const OF_TWO: &[Made] = &[Made {
    opening: "typed! {",
    before: "vr: *const fmi2ValueReference, nvr: usize, ",
    behind: "",
    safety: "`c` is NULL or a live instance. `vr` and `value` hold `nvr` values, or room for them.",
}];

const MANY: &str = "valueReferences: *const fmi3ValueReference, nValueReferences: usize, ";
const OF_THREE: &[Made] = &[
    Made {
        opening: "typed! {",
        before: MANY,
        behind: ", nValues: usize",
        safety: "`instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values, `values` `nValues`, or\n\
                 /// room for them.",
    },
    Made {
        opening: "typeless! {",
        before: MANY,
        behind: ", nValues: usize",
        safety: "`instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values.",
    },
    Made { opening: "lists! {", before: "", behind: "", safety: "" },
    Made { opening: "never! {", before: "", behind: "", safety: "" },
];

/// The functions that the macros of src/fmi2/entry.rs and src/fmi3/entry.rs make, which cbindgen does not expand: their
/// declarations without bodies.
fn expanded(source: &str, text: &str) -> String {
    let (made, component, status) = match source.starts_with("fmi2") {
        true => (OF_TWO, "c: fmi2Component", "fmi2Status"),
        false => (OF_THREE, "instance: fmi3Instance", "fmi3Status"),
    };
    let mut found = String::new();
    for Made { opening, before, behind, safety } in made {
        let Some((_, rest)) = text.split_once(opening) else { continue };
        let (list, _) = rest.split_once("\n}").expect("the macro ends");
        let mut item = String::new();
        for line in list.lines() {
            item += line;
            item.push('\n');
            if line.trim_start().starts_with("///") || !line.ends_with(';') {
                continue;
            }
            let item = std::mem::take(&mut item);
            let (docs, head) = item.split_once("    fn ").expect("a name");
            let (name, own) = head.split_once('(').expect("arguments");
            let (own, call) = own.split_once(") of ").expect("of a call");
            assert!(call.trim_end().ends_with(';'), "{item}");
            let mut docs = docs.to_owned();
            if *opening == "typeless! {" {
                let kind = call.split('"').nth(1).expect("a type");
                docs +=
                    &format!("/// No unit has {kind} variables: only an empty list is accepted.\n");
            }
            if !safety.is_empty() {
                docs += &format!("///\n/// # Safety\n/// {safety}\n");
            }
            let own = own.trim();
            let own =
                if own.is_empty() { String::new() } else { format!(", {before}{own}{behind}") };
            found += &format!(
                "{docs}{EXPORTED} pub unsafe extern \"C\" fn {name}({component}{own}) -> {status} {{}}\n"
            );
        }
    }
    found
}

fn declarations(sources: &[&str]) -> String {
    let config = cbindgen::Config::from_file(root().join("cbindgen.toml")).unwrap();
    let mut builder = cbindgen::Builder::new().with_config(config);
    let folder = tempfile::tempdir().unwrap();
    for source in sources {
        let text = fs::read_to_string(root().join("src").join(source)).unwrap();
        for (part, name) in
            [(text.replace(OF_FEATURE, EXPORTED), "written"), (expanded(source, &text), "made")]
        {
            let copy = folder.path().join(format!("{}.{name}.rs", source.replace('/', "_")));
            fs::write(&copy, part).unwrap();
            builder = builder.with_src(copy);
        }
    }
    let mut text = Vec::new();
    builder.generate().unwrap().write(&mut text);
    // Rust's heading for what a caller must see to, in the words of a C header.
    String::from_utf8(text).unwrap().replace(" * # Safety\n * ", " * Requires: ")
}

fn header() -> String {
    let mut text = BEGIN.to_owned();
    for section in SECTIONS {
        text += &format!("\n/* {} */\n", section.title);
        if let Some(guard) = section.guard {
            text += &format!("#ifndef {guard}\n");
        }
        text += section.macros;
        text += &format!("\n{}\n", declarations(section.sources).trim());
        if let Some(guard) = section.guard {
            text += &format!("\n#endif /* {guard} */\n");
        }
    }
    text + END
}

#[test]
fn the_header_is_up_to_date() {
    let path = root().join("include/luztar.h");
    let wanted = header();
    if std::env::var_os("LUZTAR_BLESS").is_some() {
        fs::write(&path, wanted).unwrap();
        return;
    }
    let actual = fs::read_to_string(&path).unwrap();
    let lines = actual.lines().zip(wanted.lines()).enumerate();
    for (number, (actual, wanted)) in lines {
        assert_eq!(actual, wanted, "include/luztar.h:{}; LUZTAR_BLESS=1 rewrites it", number + 1);
    }
    assert_eq!(actual, wanted, "include/luztar.h; LUZTAR_BLESS=1 rewrites it");
}
