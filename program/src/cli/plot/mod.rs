//! `luztar plot`: a run as a picture (SVG): time histories in panels over a strip of states, or phase portraits with the
//! transitions marked. The same run gives the same picture, byte for byte.

pub(super) mod axes;
mod figure;
mod marks;

pub(super) mod paper;
mod piece;
mod plan;
mod record;
pub(super) mod simplify;
mod strip;
pub(super) mod style;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::experiment::{self, Experiment};
use super::failure::Failure;
use super::seconds::seconds;
use super::sheet::is_stdout;
use figure::Figure;
use plan::Plan;
use record::Record;

/// Last part of the help; on the file that `luztar new` writes.
const EXAMPLES: &str = "\
Examples:
  luztar plot mechanism.toml                                    velocities and forces: mechanism.svg
  luztar plot mechanism.toml --show slider.velocity --show table.frictionForce,stop.force
  luztar plot mechanism.toml --phase slider.position slider.velocity --from 2 --output phase.svg";

#[derive(clap::Args)]
#[command(after_long_help = experiment::help(EXAMPLES))]
pub struct Arguments {
    #[command(flatten)]
    experiment: Experiment,
    /// A panel of time histories, e.g. a.velocity,b.velocity; may be repeated [default: velocities, forces]
    #[arg(long, value_name = "NAME,…", conflicts_with = "phase")]
    show: Vec<String>,
    /// A phase portrait of two variables, e.g. block.position block.velocity; may be repeated
    #[arg(long, value_names = ["X", "Y"], num_args = 2)]
    phase: Vec<String>,
    /// Start of the picture in s, to omit the transient
    #[arg(long, value_name = "T", default_value_t = 0.0, value_parser = seconds, allow_negative_numbers = true)]
    from: f64,
    /// Contact or spring whose states are shown; may be repeated [default: all]
    #[arg(long, value_name = "ELEMENT", conflicts_with = "no_marks")]
    mark: Vec<String>,
    /// Shows no states and no transitions
    #[arg(long)]
    no_marks: bool,
    /// Title [default: the model's name]
    #[arg(long)]
    title: Option<String>,
    /// Width and height in pixels, e.g. 720x480 [default: by the number of panels]
    #[arg(long, value_name = "WxH", value_parser = style::size)]
    size: Option<(u32, u32)>,
    /// Where to write the picture; `-` is stdout [default: <model>.svg]
    #[arg(long, value_name = "FILE.svg")]
    output: Option<PathBuf>,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<(), Failure> {
    require_svg("--output", arguments.output.as_deref())?;
    let mut run = arguments.experiment.prepare()?;
    let unit = run.unit.clone();
    let plan = match arguments.phase.as_slice() {
        [] if arguments.show.is_empty() => Plan::usual(&unit)?,
        [] => Plan::histories(&unit, &arguments.show)?,
        names => Plan::phase(&unit, names)?,
    };
    let marked = match arguments.no_marks {
        true => Vec::new(),
        false => marks::elements(&unit, &arguments.mark)?,
    };
    let mut record = Record::new(&plan, run.grid, arguments.from, marked)?;
    run.resolve(record.chord)?;
    run.go(&mut record)?;
    let title = arguments.title.as_deref().unwrap_or(unit.name());
    let figure = Figure::new(title, &unit, &plan, &record);
    let picture = figure.svg(arguments.size.unwrap_or(figure.usual_size()))?;
    match arguments.output.as_deref() {
        Some(path) => write(path, &picture),
        None => write_and_tell(&format!("{}.svg", unit.name()), &picture, out),
    }
}

/// # Errors
/// A file name that means another format.
pub(super) fn require_svg(option: &str, path: Option<&Path>) -> Result<(), Failure> {
    let extension = path.and_then(Path::extension).map(|extension| extension.to_string_lossy());
    match extension {
        Some(extension) if !extension.eq_ignore_ascii_case("svg") => {
            let file = path.unwrap_or(Path::new("")).with_extension("");
            let file = file.display();
            Err(Failure::Usage(format!(
                "{option} {file}.{extension}: pictures are SVG, which browsers and text programs read; for {extension} \
                 write {file}.svg and convert it, e.g. rsvg-convert -f {extension} -o {file}.{extension} {file}.svg"
            )))
        }
        _ => Ok(()),
    }
}

/// Writes a picture where nobody said, and says where.
///
/// # Errors
/// Those of [`write`].
pub(super) fn write_and_tell(
    file: &str,
    picture: &str,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    write(Path::new(file), picture)?;
    Ok(writeln!(out, "{file}: written")?)
}

/// # Errors
/// A file that cannot be written.
pub(super) fn write(path: &Path, picture: &str) -> Result<(), Failure> {
    if is_stdout(path) {
        return Ok(io::stdout().write_all(picture.as_bytes())?);
    }
    fs::write(path, picture).map_err(|error| Failure::job(format!("{}: {error}", path.display())))
}
