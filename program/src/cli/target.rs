//! What a command works on: a unit of the catalogue, by name, or a network file, by path; and the build
//! options chosen for it.

use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::Arc;

use luztar::network::{self, BuildOption, ChoiceError, Diagnostics, LONGEST_FILE};
use luztar::unit::{Unit, catalogue};

use super::assignment::Assignment;
use super::content;
use super::failure::Failure;
use super::names::did_you_mean;

/// A network file, not yet looked at.
pub struct Source {
    file: String,
    text: String,
    /// Where it stands, if it is a file.
    folder: Option<PathBuf>,
}

/// Name of a file and what is in it.
pub type Content = (String, Vec<u8>);

/// The network file that `what` means: a path if it ends in `.toml` or has a separator, else a name.
///
/// # Errors
/// An unknown name (usage), or a file that cannot be read (job).
pub fn resolve(what: &str) -> Result<Source, Failure> {
    if is_path(what) {
        return read(Path::new(what));
    }
    let text = catalogue::text(what).ok_or_else(|| {
        let hint = did_you_mean(what, catalogue::names());
        Failure::Usage(format!(
            "no unit is named `{what}`{hint}; `luztar list` shows all, and a network file is given \
             by its path ending in .toml"
        ))
    })?;
    Ok(Source { file: format!("{what}.toml"), text: text.to_owned(), folder: None })
}

/// True if it means a file, not a unit of the catalogue.
pub fn is_path(what: &str) -> bool {
    what.ends_with(".toml") || what.contains(['/', MAIN_SEPARATOR])
}

/// The network file at a path.
///
/// # Errors
/// It cannot be read.
pub fn read(path: &Path) -> Result<Source, Failure> {
    let file = path.display().to_string();
    let bytes = content::bytes(path, LONGEST_FILE as u64)
        .map_err(|error| Failure::job(format!("{file}: {error}")))?;
    let text = network::decode(bytes, &file).map_err(faulty)?;
    let folder = path.parent().map(Path::to_owned);
    Ok(Source { file, text, folder })
}

impl Source {
    /// What is wrong with an element, which the fault begins with, at its place if it has one.
    pub fn fault_of_element(&self, fault: &str) -> Failure {
        let name = fault.split(':').next().unwrap_or_default();
        match network::place_of_element(&self.text, name) {
            Some((line, column)) => {
                Failure::Diagnostics(format!("{}:{line}:{column}: {fault}", self.file))
            }
            None => Failure::job(format!("{}: {fault}", self.file)),
        }
    }

    /// Its name, and all that the unit is made of; of a faulty file its text.
    pub fn content(self) -> Content {
        let text = self.unit(&[]).map_or(self.text, |unit| unit.source().to_owned());
        (self.file, text.into_bytes())
    }

    /// The build options that it leaves open.
    ///
    /// # Errors
    /// Their declarations are faulty (job).
    pub fn options(&self) -> Result<Vec<BuildOption>, Failure> {
        network::options(&self.text, &self.file).map_err(faulty)
    }

    /// The unit with these options.
    ///
    /// # Errors
    /// An option that there is not or a value that it cannot have (usage), or a faulty file (job).
    pub fn unit(&self, choices: &[Assignment]) -> Result<Arc<Unit>, Failure> {
        let pairs: Vec<_> =
            choices.iter().map(|one| (one.name.clone(), one.value.clone())).collect();
        let text =
            network::choose(&self.text, &self.file, &pairs).map_err(|error| match error {
                ChoiceError::File(diagnostics) => faulty(diagnostics),
                ChoiceError::Choice { ref name, .. } => {
                    let given = choices.iter().rev().find(|one| one.name == *name);
                    let option = given.map_or("--set", |one| one.option);
                    let hint = match choices.iter().any(|one| one.name.contains('.')) {
                        true => "; parameters of an FMU are set by its host, `simulate` and `plot` take them by --set, and \
                                 other start values are written in the file",
                        false => "",
                    };
                    Failure::Usage(format!("{}: {option} {error}{hint}", self.file))
                }
            })?;
        match &self.folder {
            Some(folder) => Unit::read_in(&text, &self.file, folder),
            None => Unit::read(&text, &self.file),
        }
        .map_err(faulty)
    }
}

fn faulty(diagnostics: Diagnostics) -> Failure {
    Failure::Diagnostics(diagnostics.to_string())
}
