//! The examples that laws bring along, as keys of network files.

use luztar::laws::{LawKind, LawParameter};

/// Keys of a law's parameters but for the viscous part, with some entries; those of a normal load if there is one.
pub fn keys<'k>(kind: &'k LawKind, loaded: bool, entries: &[Vec<f64>]) -> Vec<(&'k str, String)> {
    let own = kind.parameters().iter().zip(entries).filter(|(one, _)| one.name != "viscous");
    own.map(|(parameter, entries)| {
        let LawParameter { name, loaded_name, list, .. } = parameter;
        let value = if *list { format!("{entries:?}") } else { format!("{:?}", entries[0]) };
        (if loaded { &**loaded_name } else { &**name }, value)
    })
    .collect()
}

/// The example of a law, a line for each key.
pub fn lines(kind: &LawKind, loaded: bool) -> String {
    let entries = kind.example().expect("every built-in law has one");
    let lines = keys(kind, loaded, &entries).into_iter();
    lines.map(|(key, value)| format!("{key} = {value}\n")).collect()
}
