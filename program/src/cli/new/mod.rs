//! `luztar new`: a commented network file to begin with, and the schema that editors check it by.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use luztar::network;
use luztar::unit::catalogue;

use super::failure::{Failure, warn};
use super::names::did_you_mean;
use super::schema;

/// The network where no unit is named, called [`TEMPLATE_NAME`].
const TEMPLATE: &str = include_str!("template.toml");
const TEMPLATE_NAME: &str = "Mechanism";

/// File of the schema, beside the network file.
const SCHEMA_FILE: &str = "luztar.schema.json";

/// Last part of the help.
const EXAMPLES: &str = "\
Examples:
  luztar new Feeder.toml                    a driven block on a table, explained line by line
  luztar new Drive.toml --like GearTrain    the file of a library model
  luztar check Drive.toml && luztar plot Drive.toml && luztar build Drive.toml

The first line of the file names the schema, luztar.schema.json in the same folder: editors with support of TOML
schemas (taplo, Even Better TOML) then complete keys, explain them and mark wrong ones.";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The network file (.toml), which must not exist; the model is named like it
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Model of the library to begin with
    #[arg(long, value_name = "MODEL")]
    like: Option<String>,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<(), Failure> {
    let path = &arguments.file;
    let file = path.display().to_string();
    if path.extension().is_none_or(|extension| extension != "toml") {
        return Err(Failure::Usage(format!("{file}: a network file ends in .toml")));
    }
    let (text, model) = model(arguments.like.as_deref())?;
    let named = text.replacen(
        &format!("name = \"{model}\"\n"),
        &format!("name = \"{}\"\n", unit_name(path)),
        1,
    );
    let text = format!("#:schema ./{SCHEMA_FILE}\n{named}");
    // A name that is too long, say, is told before anything is written.
    network::read(&text, &file).map_err(Failure::Diagnostics)?;
    create(path, &text).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => Failure::job(format!("{file}: exists; it is not overwritten")),
        _ => Failure::job(format!("{file}: {error}")),
    })?;
    write_schema(&path.with_file_name(SCHEMA_FILE))?;
    Ok(writeln!(out, "{file}: written; try `luztar check {file}`, `luztar plot {file}`")?)
}

/// Returns the text to begin with and the name of its unit.
fn model(like: Option<&str>) -> Result<(&'static str, &str), Failure> {
    let Some(unit) = like else {
        return Ok((TEMPLATE, TEMPLATE_NAME));
    };
    let text = catalogue::text(unit).ok_or_else(|| {
        let hint = did_you_mean(unit, catalogue::names());
        Failure::Usage(format!("no model is named `{unit}`{hint}; `luztar list` shows all"))
    })?;
    Ok((text, unit))
}

/// Returns the name of a unit after its file: what no name may have becomes `_`.
fn unit_name(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let fits = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let name: String = stem.chars().map(fits).collect();
    if name.starts_with(|c: char| c.is_ascii_digit()) { format!("_{name}") } else { name }
}

fn create(path: &Path, text: &str) -> std::io::Result<()> {
    OpenOptions::new().write(true).create_new(true).open(path)?.write_all(text.as_bytes())
}

/// Writes the schema unless the folder has one; one of another version is left, and told.
fn write_schema(path: &Path) -> Result<(), Failure> {
    let file = path.display();
    let text = schema::text();
    match create(path, &text) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            if fs::read(path).is_ok_and(|there| there != text.as_bytes()) {
                warn(&format!(
                    "{file} is of another version of luztar; `luztar schema --output {file}` renews it"
                ));
            }
            Ok(())
        }
        Err(error) => Err(Failure::job(format!("{file}: {error}"))),
    }
}
