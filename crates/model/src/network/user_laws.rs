//! The laws that a network brings along: `[law.NAME]` of its file, and `laws/NAME.toml` beside it, which has the same
//! keys. They are what a contact's `law` can name beside those that are built in.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Spanned;

use super::diagnostics::{Diagnostics, Report, key_shown, shown};
use super::expression::{Expressions, Known};
use super::indexed::filled;
use super::keys;
use super::law_texts;
use super::names::name_fault;
use super::tree::{LONGEST_FILE, Node, Table, parse};
use crate::laws::{Document, Form, FormError, LawKind};

/// Folder beside a network file whose files are laws.
pub(super) const FOLDER: &str = "laws";
/// Laws of a file.
const MOST: usize = 50;

/// A file, of which only the laws are read.
#[derive(Deserialize)]
struct Laws {
    #[serde(default)]
    law: BTreeMap<Spanned<String>, Document>,
}

/// Files beside a network file, if it is one of a folder.
#[derive(Debug, Default)]
pub(super) struct Beside {
    /// The folder of the network file.
    pub folder: Option<PathBuf>,
    /// The laws found there, as tables of a network file.
    pub text: String,
    /// Errors of a file there.
    pub wrong: Option<Diagnostics>,
    /// Warnings about likely mistakes there.
    pub doubts: Vec<String>,
}

/// Reads the laws of a file whose text is a TOML table, `root`; reports errors in them.
pub(super) fn laws(report: &mut Report, root: &Table, text: &str) -> Vec<LawKind> {
    let laws = match toml::from_str::<Laws>(text) {
        Ok(Laws { law }) => law,
        Err(error) => {
            if let Some(given) = root.get("law") {
                match given.get_ref() {
                    Node::Table(laws) => law_texts::note(report, laws, "law", &error),
                    other => {
                        let rule = format!("must be a table, not {}", other.described());
                        report.fault(&given.span(), "law", rule);
                    }
                }
            }
            return Vec::new();
        }
    };
    if let Some((name, _)) = laws.iter().nth(MOST) {
        report.fault(&name.span(), "law", format!("a file has at most {MOST} user-defined laws"));
        return Vec::new();
    }
    let mut kinds = Vec::new();
    for (name, document) in &laws {
        let (name, place) = (name.get_ref().as_str(), name.span());
        let rule = if LawKind::named(name).is_some() {
            Some("a built-in law has this name; give yours another one")
        } else {
            name_fault(name)
        };
        match rule {
            Some(rule) => report.fault(&place, format!("law.{}", key_shown(name)), rule),
            None => kinds.extend(kind(report, name, place, document)),
        }
    }
    kinds
}

fn kind(
    report: &mut Report,
    name: &str,
    place: Range<usize>,
    document: &Document,
) -> Option<LawKind> {
    match Form::of_user(name, place.clone(), document) {
        Ok(form) => {
            let faults = report.count();
            document.names().for_each(|number| check_number(report, name, &number));
            let kind = LawKind::of(form);
            for idle in kind.idle() {
                let said = document.names().find(|number| *number.get_ref() == idle.name);
                let rule = format!("`{}` occurs in no formula of the law", idle.name);
                let place = said.map_or(place.clone(), |number| number.span());
                report.doubt(&place, format!("law.{name}"), rule);
            }
            (report.count() == faults).then_some(kind)
        }
        Err(FormError { place, rule }) => {
            report.fault(&place, format!("law.{name}"), rule);
            None
        }
    }
}

/// Reports a number of a law that cannot be a key of a contact and a variable of it.
fn check_number(report: &mut Report, law: &str, number: &Spanned<String>) {
    let name = number.get_ref().as_str();
    let rule = match name_fault(name) {
        Some(rule) => format!("`{}`: {rule}", shown(name)),
        None if keys::contact(&[]).contains(&name) || keys::OUTPUTS.contains(&name) => {
            format!("`{name}` means something else in a contact; give it another name")
        }
        None => return,
    };
    report.fault(&number.span(), format!("law.{law}"), rule);
}

impl Beside {
    /// Reads the laws of the folder that contacts name and that are neither `own` ones of the file nor built in.
    pub fn laws(&mut self, root: &Table, own: &[LawKind], options: &[Known]) -> Vec<LawKind> {
        let Some(folder) = self.folder.clone() else { return Vec::new() };
        let mut kinds = Vec::new();
        for name in named(root, options) {
            let known = own.iter().any(|law| law.name() == name)
                || LawKind::names().any(|built_in| built_in == name);
            if known || name_fault(&name).is_some() {
                continue;
            }
            match law(&folder, &name, &mut self.doubts) {
                // The text that has them all is read again where the unit runs.
                Ok(Some(_)) if own.len() + kinds.len() == MOST => {
                    let mut report = Report::default();
                    let rule = format!("a network has at most {MOST} laws that are not built in");
                    report.fault(&(0..0), format!("law.{name}"), rule);
                    let place = folder.join(FOLDER).display().to_string();
                    self.wrong = Some(report.into_diagnostics("", &place));
                    break;
                }
                Ok(Some((kind, text))) => {
                    kinds.push(kind);
                    self.text.push_str(&text);
                }
                Ok(None) => {}
                Err(wrong) => self.wrong = Some(wrong),
            }
        }
        kinds
    }

    /// Returns the places at which an unknown law was not found, as the end of a message.
    pub fn advice(&self, name: &str) -> String {
        if name_fault(name).is_some() {
            return String::new();
        }
        match self.folder {
            Some(_) => format!(
                "; the file has no [law.{name}], and beside it there is no {FOLDER}/{name}.toml"
            ),
            None => format!(
                "; the text has no [law.{name}], and no folder is known in which {FOLDER}/{name}.toml could be"
            ),
        }
    }
}

/// Reads a law of a folder and its text as a table of a network file; None if there is no such file.
fn law(
    folder: &Path,
    name: &str,
    doubts: &mut Vec<String>,
) -> Result<Option<(LawKind, String)>, Diagnostics> {
    let path = folder.join(FOLDER).join(name).with_extension("toml");
    let file = path.display().to_string();
    let mut report = Report::default();
    let text = match content(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => {
            report.fault(&(0..0), format!("law.{name}"), error.to_string());
            return Err(report.into_diagnostics("", &file));
        }
    };
    let document = toml::from_str::<Document>(&text);
    let kind = match &document {
        Ok(document) => kind(&mut report, name, 0..0, document),
        Err(error) => {
            // What is no TOML at all has no keys.
            let root = parse(&text, &mut Report::default()).unwrap_or_default();
            law_texts::note(&mut report, &root, &format!("law.{name}"), error);
            None
        }
    };
    let written = toml::from_str::<toml::Table>(&text).ok().and_then(|table| {
        let named = toml::Table::from_iter([(name.to_owned(), toml::Value::Table(table))]);
        toml::to_string(&toml::Table::from_iter([("law".to_owned(), toml::Value::Table(named))]))
            .ok()
    });
    doubts.extend(report.take_doubts(&text, &file));
    match kind.zip(written) {
        Some((kind, written)) => Ok(Some((kind, format!("\n# {FOLDER}/{name}.toml\n{written}")))),
        None => Err(report.into_diagnostics(&text, &file)),
    }
}

/// Reads the text of a file that is no longer than a network file may be.
fn content(path: &Path) -> std::io::Result<String> {
    let wrong = |rule| Err(std::io::Error::new(ErrorKind::InvalidData, rule));
    let mut bytes = Vec::new();
    if File::open(path)?.take(LONGEST_FILE as u64 + 1).read_to_end(&mut bytes)? > LONGEST_FILE {
        return wrong(format!("the file has more than {LONGEST_FILE} bytes"));
    }
    String::from_utf8(bytes).or_else(|error| {
        let valid = error.utf8_error().valid_up_to();
        wrong(format!(
            "is not UTF-8, from its byte {} on; it must be saved in that encoding",
            valid + 1
        ))
    })
}

/// Returns the names of laws in the contacts of a file, with the build options filled in.
fn named(root: &Table, options: &[Known]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut expressions = Expressions::default();
    let Some(Node::Table(contacts)) = root.get("contact").map(Spanned::get_ref) else {
        return names;
    };
    let mut left: Vec<&Node> = contacts.entries.iter().map(|(_, value)| value.get_ref()).collect();
    while let Some(node) = left.pop() {
        match node {
            Node::List(entries) => left.extend(entries.iter().map(Spanned::get_ref)),
            Node::Table(table) => left.extend(table.get("law").map(Spanned::get_ref)),
            Node::Text(text) => {
                if let Ok(name) = filled(text, options, &mut expressions) {
                    names.insert(name.into_owned());
                }
            }
            Node::Number(_) | Node::Flag(_) => {}
        }
    }
    names
}
