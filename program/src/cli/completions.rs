//! `luztar completions`: scripts by which shells complete commands and options.

use std::io::Write;

use clap_complete::Shell;

use super::failure::Failure;

/// Last part of the help.
const EXAMPLES: &str = "\
Examples:
  luztar completions bash > ~/.local/share/bash-completion/completions/luztar
  luztar completions fish > ~/.config/fish/completions/luztar.fish";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The shell
    shell: Shell,
}

/// Writes the script for the command line `line`.
pub fn run(
    arguments: &Arguments,
    mut line: clap::Command,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    // The generator panics where its writer fails, as a closed pipe does.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut line, "luztar", &mut script);
    Ok(out.write_all(&script)?)
}
