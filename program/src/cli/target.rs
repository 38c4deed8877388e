//! The model that a command works on: one of the library, by name, or a network file, by path; and the build
//! options chosen for it.

use std::fs;
use std::io::ErrorKind;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::Arc;

use luztar::network::{
    self, BuildOption, ChoiceError, Diagnostic, Diagnostics, LONGEST_FILE, nearest,
};
use luztar::unit::{Model, catalogue};

use super::assignment::{Assignment, Giver};
use super::content;
use super::failure::Failure;
use super::names::{did_you_mean, hint_at};

/// A network file, not yet looked at.
pub struct Source {
    file: String,
    text: String,
    /// Folder of the source, if it is a file.
    folder: Option<PathBuf>,
}

/// Name of a file and what is in it.
pub type Content = (String, Vec<u8>);

/// Finds the network file that `what` means: a path if it ends in `.toml` or has a separator, else a name.
///
/// # Errors
/// An unknown name (usage), or a file that cannot be read (job).
pub fn resolve(what: &str) -> Result<Source, Failure> {
    if is_path(what) {
        return read(Path::new(what));
    }
    named(what).ok_or_else(|| {
        let files = network_files(Path::new(""));
        let beside = files.iter().find(|file| file.strip_suffix(".toml") == Some(what));
        let hint = match beside {
            Some(file) => hint_at(file),
            None => {
                let mut known: Vec<&str> = catalogue::names().collect();
                known.extend(files.iter().map(String::as_str));
                did_you_mean(what, known)
            }
        };
        Failure::Usage(format!(
            "no model is named `{what}`{hint}; `luztar list` shows all, and a network file is given \
             by its path ending in .toml"
        ))
    })
}

/// Finds the network file of the catalogue that has a name.
pub fn named(name: &str) -> Option<Source> {
    Some(text(catalogue::text(name)?.to_owned(), format!("{name}.toml")))
}

/// Makes a network file that stands nowhere; `file` is what errors call it.
pub fn text(text: String, file: String) -> Source {
    Source { file, text, folder: None }
}

/// True if it means a file, not a model of the library.
pub fn is_path(what: &str) -> bool {
    what.ends_with(".toml") || what.contains(['/', MAIN_SEPARATOR])
}

/// Reads the network file at a path.
///
/// # Errors
/// It cannot be read.
pub fn read(path: &Path) -> Result<Source, Failure> {
    let file = path.display().to_string();
    let bytes = content::bytes(path, LONGEST_FILE as u64).map_err(|error| {
        let hint = if error.kind() == ErrorKind::NotFound { beside(path) } else { String::new() };
        Failure::job(format!("{file}: {error}{hint}"))
    })?;
    let text = network::decode(bytes, &file).map_err(Failure::Diagnostics)?;
    let folder = path.parent().map(Path::to_owned);
    Ok(Source { file, text, folder })
}

/// Returns the names of the network files in a folder.
fn network_files(folder: &Path) -> Vec<String> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".toml")).collect();
    names.sort();
    names
}

/// Returns the hint at a network file whose name is like that of a file that there is not.
fn beside(path: &Path) -> String {
    let folder = path.parent().unwrap_or(Path::new(""));
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return String::new() };
    let files = network_files(folder);
    let whole = format!("{name}.toml");
    let found = files.iter().find(|file| **file == whole).map(String::as_str);
    let found = found.or_else(|| nearest(name, files.iter().map(String::as_str)));
    found.map_or(String::new(), |file| hint_at(folder.join(file).display()))
}

impl Source {
    /// Returns the failure of an element, whose name the fault begins with, at its place if it has one.
    pub fn fault_of_element(&self, fault: &str) -> Failure {
        let name = fault.split(':').next().unwrap_or_default();
        match network::place_of_element(&self.text, name) {
            Some((line, column)) => {
                let (subject, rule) = (String::new(), fault.to_owned());
                let entries = vec![Diagnostic { line, column, subject, rule, nearest: None }];
                let file = self.file.clone();
                Failure::Diagnostics(Diagnostics { file, entries, left_out: 0 })
            }
            None => Failure::job(format!("{}: {fault}", self.file)),
        }
    }

    /// Returns its name, and all that the unit is made of; of a faulty file its text.
    pub fn content(self) -> Content {
        let text = self.unit(&[]).map_or(self.text, |unit| unit.source().to_owned());
        (self.file, text.into_bytes())
    }

    /// Reads the build options that it leaves open.
    ///
    /// # Errors
    /// Their declarations are faulty (job).
    pub fn options(&self) -> Result<Vec<BuildOption>, Failure> {
        network::options(&self.text, &self.file).map_err(Failure::Diagnostics)
    }

    /// Makes the unit with these options.
    ///
    /// # Errors
    /// An option that there is not or a value that it cannot have (usage), or a faulty file (job).
    pub fn unit(&self, choices: &[Assignment]) -> Result<Arc<Model>, Failure> {
        let pairs: Vec<_> =
            choices.iter().map(|one| (one.name.clone(), one.value.clone())).collect();
        let text =
            network::choose(&self.text, &self.file, &pairs).map_err(|error| match error {
                ChoiceError::File(diagnostics) => Failure::Diagnostics(diagnostics),
                ChoiceError::Choice { ref name, .. } => {
                    let given = choices.iter().rev().find(|one| one.name == *name);
                    let giver = given.map_or(Giver::Option("--set"), |one| one.giver);
                    let is_variable = choices.iter().any(|one| one.name.contains('.'));
                    let hint = match giver {
                        Giver::Option(_) if is_variable => "; parameters of an FMU are set by its host, `simulate` and `plot` take them by --set, and \
                                 other start values are written in the file",
                        _ => "",
                    };
                    Failure::Usage(format!("{}: {giver} {error}{hint}", self.file))
                }
            })?;
        match &self.folder {
            Some(folder) => Model::read_in(&text, &self.file, folder),
            None => Model::read(&text, &self.file),
        }
        .map_err(Failure::Diagnostics)
    }
}
