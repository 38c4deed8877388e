//! Selection of the unit that a host wants: its GUID (in FMI 3.0 the instantiation token) names one of the model library,
//! or the compiled network in the FMU's resources.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use super::location;
use crate::unit::{
    COMPILED_FILE, Compiled, LONGEST_COMPILED, Model, NETWORK_FILE, Version, catalogue,
};

/// `{8-4-4-4-12}` digits and a zero.
const GUID_LENGTH: usize = 39;

/// A GUID as C text, without heap memory that nobody would free when the library is unloaded.
type Guid = [u8; GUID_LENGTH];

// GUIDs of the catalogue in its order, by version: those of the committed descriptions.
include!(concat!(env!("OUT_DIR"), "/identities.rs"));

const _: () = assert!(Version::Two as usize == 0 && Version::Three as usize == 1);

/// Finds the unit with this GUID, from the resources at `location` if it is none of the model library; `called` is what the
/// version calls that argument.
///
/// # Errors
/// If there is none: where it was looked for, and what was found there.
pub fn select(
    guid: &str,
    version: Version,
    (called, location): (&str, Option<&str>),
) -> Result<Arc<Model>, String> {
    for name in catalogue::names() {
        if catalogue_guid(name, version).is_some_and(|known| text(known) == guid) {
            return catalogue::compiled(name).ok_or_else(|| format!("model {name} has no network"));
        }
    }
    let mut found = Vec::new();
    for folder in location::candidates(location) {
        let file = folder.join(COMPILED_FILE);
        if !file.is_file() {
            continue;
        }
        match read(&file, guid, version) {
            Ok(unit) => return Ok(unit),
            Err(reason) => found.push(format!("{} {reason}", file.display())),
        }
    }
    if found.is_empty() {
        let place = location.unwrap_or("NULL");
        found.push(format!("no {COMPILED_FILE} was found at {called} {place:?}"));
    }
    Err(format!(
        "GUID {guid} belongs to no model of luztar {}, and {}; modelDescription.xml and library must \
         come from the same FMU",
        env!("CARGO_PKG_VERSION"),
        found.join("; ")
    ))
}

/// # Errors
/// A text that says what is wrong with the file.
fn read(file: &Path, guid: &str, version: Version) -> Result<Arc<Model>, String> {
    let bytes = content(file).map_err(|error| format!("cannot be read: {error}"))?;
    let compiled = Compiled::new(&bytes)?;
    let actual = compiled.identities[version as usize];
    if actual != guid {
        return Err(format!("has the GUID {actual}"));
    }
    // Who has changed the text in an FMU expects that it counts.
    let text = content(&file.with_file_name(NETWORK_FILE));
    if text.is_ok_and(|text| !compiled.is_of(&text)) {
        return Err(format!("was not made from the {NETWORK_FILE} beside it: build the FMU anew"));
    }
    compiled.unit()
}

/// Returns the content of a file, as far as any file of an FMU that can be right is long.
fn content(file: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(file)?.take(LONGEST_COMPILED).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns the GUID of a unit of the model library as C text; None for an unknown name.
pub fn catalogue_guid(name: &str, version: Version) -> Option<&'static Guid> {
    Some(&IDENTITIES[catalogue::place(name)?][version as usize])
}

fn text(guid: &Guid) -> &str {
    let end = guid.iter().position(|byte| *byte == 0).unwrap_or(GUID_LENGTH);
    std::str::from_utf8(&guid[..end]).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_of_the_catalogue_is_found_by_its_guid_alone() {
        let nowhere = ("resourcePath", None);
        for (version, other) in [(Version::Two, Version::Three), (Version::Three, Version::Two)] {
            for name in catalogue::names() {
                let guid = text(catalogue_guid(name, version).unwrap());
                assert_eq!(guid.len(), GUID_LENGTH - 1);
                assert_eq!(select(guid, version, nowhere).unwrap().name(), name);
                assert!(select(guid, other, nowhere).is_err(), "{name} of the other version");
            }
            assert_eq!(catalogue_guid("NoSuchUnit", version), None);
        }
    }

    #[test]
    fn a_wrong_guid_is_refused_with_the_place_that_was_searched() {
        let message =
            select("{0}", Version::Two, ("fmuResourceLocation", Some("file:///no/such/place")))
                .unwrap_err();
        assert!(message.contains("{0}") && message.contains("/no/such/place"), "{message}");
        let message = select("{0}", Version::Three, ("resourcePath", None)).unwrap_err();
        assert!(message.contains("resourcePath \"NULL\""), "{message}");
    }
}
