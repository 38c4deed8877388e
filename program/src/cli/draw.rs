//! `luztar draw`: the mechanism as engineers draw it (SVG).

use std::io::Write;
use std::path::PathBuf;

use luztar::drawing::{self, Format};

use super::assignment::{Assignment, assignment};
use super::failure::Failure;
use super::{plot, target};

/// Last part of the help.
const EXAMPLES: &str = "\
Examples:
  luztar draw SteeringSystem                            SteeringSystem.drawing.svg
  luztar draw BurridgeKnopoff --set blocks=6            with another value of a build option
  luztar draw mechanism.toml --output - > picture.svg   to stdout";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Model of the library, or network file (.toml)
    #[arg(value_name = "MODEL|FILE")]
    target: String,
    /// Value of a build option; may be repeated
    #[arg(long, value_name = "OPTION=VALUE", value_parser = assignment)]
    set: Vec<Assignment>,
    /// Where to write the drawing; `-` is stdout [default: <model>.drawing.svg]
    #[arg(long, value_name = "FILE.svg")]
    output: Option<PathBuf>,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<(), Failure> {
    plot::require_svg("--output", arguments.output.as_deref())?;
    let unit = target::resolve(&arguments.target)?.unit(&arguments.set)?;
    let drawing = drawing::svg(unit.network(), Format::Picture);
    match arguments.output.as_deref() {
        Some(path) => plot::write(path, &drawing),
        None => plot::write_and_tell(&format!("{}.drawing.svg", unit.name()), &drawing, out),
    }
}
