//! Keys of the parameters of a contact's law: those with and without a normal load, and symbols of these and of states in their
//! place, each of which is refused with the key.

use super::keys;
use super::reader::Reader;
use super::renamed::scaled;
use super::section::Section;
use crate::laws::{LawKind, LawParameter, RegularisationKind, of_symbol, state_of_symbol};

/// True if the law's numbers are coefficients of a normal load: one is given, or must be beside a spring that loads.
pub(super) fn loaded(section: &Section) -> bool {
    section.has("normalForce") || section.has("loadSpring")
}

/// Returns the name of a law's number in a file.
pub(super) fn key(parameter: &LawParameter, loaded: bool) -> &str {
    if loaded { &parameter.loaded_name } else { &parameter.name }
}

/// Returns the keys of a contact that are symbols, each with its parameter; the contact has one of the laws.
pub(super) fn symbols<'t, 'p>(
    section: &Section<'t>,
    laws: &'p [LawKind],
) -> Vec<(&'t str, &'p LawParameter)> {
    let of_laws = laws.iter().flat_map(LawKind::parameters);
    let of_regularisations = RegularisationKind::ALL.iter().map(|kind| kind.parameter());
    let own: Vec<&LawParameter> = of_laws.chain(of_regularisations).collect();
    let is_key = |word: &str| {
        let names =
            |parameter: &&LawParameter| word == parameter.name || word == parameter.loaded_name;
        keys::is_of_contact(word) || own.iter().any(names)
    };
    let words = section.table.entries.iter().map(|(word, _)| word.get_ref().as_str());
    let words = words.filter(|word| !is_key(word));
    let start = |word: &str| laws.iter().find_map(|law| start_of_symbol(word, law));
    words.filter_map(|word| Some((word, of_symbol(word, &own).or_else(|| start(word))?))).collect()
}

/// Returns the start value of the state of a law whose symbol a word is.
fn start_of_symbol<'p>(word: &str, law: &'p LawKind) -> Option<&'p LawParameter> {
    let state = state_of_symbol(word, law.states())?;
    let is_start = |one: &&LawParameter| one.name.strip_suffix('0') == Some(&state.name);
    law.parameters().iter().find(is_start)
}

/// Reports the keys that are symbols.
pub(super) fn report_symbols(
    reader: &mut Reader,
    section: &Section,
    given: &[(&str, &LawParameter)],
) {
    let loaded = loaded(section);
    for (word, parameter) in given {
        let (right, other) = (key(parameter, loaded), key(parameter, !loaded));
        let value = section.table.get(word).map(|value| scaled(value.get_ref(), 1.0));
        let rule = match parameter.is_symbol_under(!loaded, word) {
            true => {
                let load = if loaded { "with" } else { "without" };
                format!("is the symbol of `{other}`: {load} a `normalForce` give `{right}`")
            }
            false => {
                let value = value.unwrap_or_default();
                format!("is the symbol of `{right}`: write `{right} = {value}`")
            }
        };
        reader.report.fault(&section.key_place(word), section.full(word), rule);
    }
}
