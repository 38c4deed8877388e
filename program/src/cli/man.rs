//! `luztar man`: manual pages, one for the program and one for each command.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use super::failure::Failure;

/// Last part of the help.
const EXAMPLES: &str = "\
Examples:
  luztar man ~/.local/share/man/man1
  man luztar-simulate";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Folder of the pages `luztar.1`, `luztar-build.1`, …; made if it is missing
    #[arg(value_name = "DIR")]
    directory: PathBuf,
}

/// Writes the pages of the command line `line`.
pub fn run(arguments: &Arguments, line: clap::Command, out: &mut dyn Write) -> Result<(), Failure> {
    let directory = arguments.directory.display();
    let write = || {
        fs::create_dir_all(&arguments.directory)?;
        clap_mangen::generate_to(line.disable_help_subcommand(true), &arguments.directory)
    };
    write().map_err(|error| Failure::job(format!("{directory}: {error}")))?;
    Ok(writeln!(out, "{directory}: manual pages, luztar.1 the first")?)
}
