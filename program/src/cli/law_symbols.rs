//! Symbols of the parameters and states of laws beside the names of variables: `floor.kineticFriction` is Fk.

use luztar::laws::{LawParameter, StateVariable, of_symbol, state_of_symbol};
use luztar::network::Contact;
use luztar::unit::Model;

/// Returns the contact to which a variable belongs by its name, and the word behind that of the contact.
fn split<'u, 'n>(unit: &'u Model, name: &'n str) -> Option<(&'u Contact, &'n str)> {
    let (element, word) = name.rsplit_once('.')?;
    let contact = unit.network().contacts.iter().find(|contact| contact.name == element)?;
    // Entries of a list are numbered.
    Some((contact, word.split('[').next().unwrap_or(word)))
}

/// True if the parameters of the contact's law are those with a normal load.
fn loaded(contact: &Contact) -> bool {
    contact.normal_load.is_some() || contact.load_from.is_some()
}

fn key(parameter: &LawParameter, loaded: bool) -> &str {
    if loaded { &parameter.loaded_name } else { &parameter.name }
}

fn name_of(state: &StateVariable, loaded: bool) -> &str {
    if loaded { &state.loaded_name } else { &state.name }
}

/// Returns the symbol of a variable that is a parameter or a state of a law, if it has one; `z(0)` of the start value of z.
pub fn symbol(unit: &Model, name: &str) -> Option<String> {
    let (contact, word) = split(unit, name)?;
    let loaded = loaded(contact);
    let of_state = |word: &str| {
        let mut states = contact.law.kind.states().iter();
        let state = states.find(|state| name_of(state, loaded) == word)?;
        (state.symbol != word).then_some(&state.symbol)
    };
    if let Some(symbol) = of_state(word) {
        return Some(symbol.to_string());
    }
    if let Some(symbol) = word.strip_suffix('0').and_then(of_state) {
        return Some(format!("{symbol}(0)"));
    }
    let parameter = contact.law.parameters().find(|one| key(one, loaded) == word)?;
    let symbol = parameter.symbol_under(loaded);
    (symbol != key(parameter, loaded)).then(|| symbol.into_owned())
}

/// Returns the remedy for the name of a variable that ends in the symbol of a parameter or state.
pub fn remedy(unit: &Model, name: &str) -> Option<String> {
    let (contact, word) = split(unit, name)?;
    let own: Vec<&LawParameter> = contact.law.parameters().collect();
    let Some(parameter) = of_symbol(word, &own) else {
        let state = state_of_symbol(word, contact.law.kind.states())?;
        let named = format!("{}.{}", contact.name, name_of(state, loaded(contact)));
        return Some(format!(
            ": {} is the symbol of the state `{named}`, whose start value is `{named}0`",
            state.symbol
        ));
    };
    let named = format!("{}.{}", contact.name, key(parameter, loaded(contact)));
    Some(match unit.find(&named) {
        Some(_) => format!(": {word} is the symbol of `{named}`"),
        None => format!(
            ": {word} is the symbol of `{named}`, which is no variable unless the network file gives it"
        ),
    })
}
