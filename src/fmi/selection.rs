//! Which unit a host wants: its GUID (in FMI 3.0 the instantiation token) names one of the catalogue, or the network in
//! the FMU's resources.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use super::location;
use crate::export::{self, Version};
use crate::unit::{FORM_FILE, Form, Unit, catalogue};

/// The network's file in the resources of an FMU.
pub const NETWORK_FILE: &str = "network.toml";

/// `{8-4-4-4-12}` digits and a zero.
const GUID_LENGTH: usize = 39;

/// A GUID as C text, without heap memory that nobody would free when the library is unloaded.
type Guid = [u8; GUID_LENGTH];

// GUIDs of the catalogue in its order, by version: those of the committed descriptions.
include!(concat!(env!("OUT_DIR"), "/identities.rs"));

const _: () = assert!(Version::Two as usize == 0 && Version::Three as usize == 1);

/// The unit with this GUID, from the resources at `location` if it is none of the catalogue; `called` is what the
/// version calls that argument.
///
/// # Errors
/// If there is none: where it was looked for, and what was found there.
pub fn select(
    guid: &str,
    version: Version,
    (called, location): (&str, Option<&str>),
) -> Result<Arc<Unit>, String> {
    for name in catalogue::names() {
        if catalogue_guid(name, version).is_some_and(|known| text(known) == guid) {
            return catalogue::unit(name).ok_or_else(|| format!("unit {name} has no network"));
        }
    }
    let mut found = Vec::new();
    for folder in location::candidates(location) {
        let file = folder.join(NETWORK_FILE);
        if !file.is_file() {
            continue;
        }
        match read(&file, guid, version) {
            Ok(unit) => return Ok(unit),
            Err(reason) => found.push(reason),
        }
    }
    // Where descriptions are not committed as this library makes them.
    for name in catalogue::names() {
        let unit = catalogue::unit(name).filter(|unit| export::identity_of(unit, version) == guid);
        if let Some(unit) = unit {
            return Ok(unit);
        }
    }
    if found.is_empty() {
        let place = location.unwrap_or("NULL");
        found.push(format!("no {NETWORK_FILE} was found at {called} {place:?}"));
    }
    Err(format!(
        "GUID {guid} belongs to no unit of luztar {}, and {}; modelDescription.xml and library must \
         come from the same FMU",
        env!("CARGO_PKG_VERSION"),
        found.join("; ")
    ))
}

fn read(file: &Path, guid: &str, version: Version) -> Result<Arc<Unit>, String> {
    let shown = file.display().to_string();
    let text = fs::read_to_string(file).map_err(|error| format!("{shown}: {error}"))?;
    let unit = Unit::read(&text, &shown).map_err(|errors| errors.to_string())?;
    let unit = unit.in_form(form(&file.with_file_name(FORM_FILE))?);
    let actual = export::identity_of(&unit, version);
    if actual == guid { Ok(unit) } else { Err(format!("the GUID of {shown} is {actual}")) }
}

/// The form that the resources choose: the plain one where they say nothing.
fn form(file: &Path) -> Result<Form, String> {
    if !file.is_file() {
        return Ok(Form::default());
    }
    let text = fs::read_to_string(file).map_err(|error| error.to_string());
    let form = text.and_then(|text| Form::read(&text));
    form.map_err(|error| format!("{}: {error}", file.display()))
}

/// GUID of a unit of the catalogue as C text; None for an unknown name.
pub fn catalogue_guid(name: &str, version: Version) -> Option<&'static Guid> {
    let place = catalogue::names().position(|known| known == name)?;
    Some(&IDENTITIES[place][version as usize])
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
                let made = export::identity_of(&catalogue::unit(name).unwrap(), version);
                assert_eq!(guid, made, "renew modelDescription, see CONTRIBUTING.md");
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
