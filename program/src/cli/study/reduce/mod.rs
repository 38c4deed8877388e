//! `luztar reduce`: the reduced luz/tar model of a network as a report: D. Żardecki's parametric reduction (JTAM 44 (2006)
//! 1, §4), with symbols and with numbers.
//!
//! Which reductions were applied follows from the network that was read: springs in series are one (simplification 2),
//! bodies without mass that friction or dampers hold have equations of first order (simplification 1), and springs
//! without freeplay are linear (simplification 3). Elements that act in parallel are one too.

mod contacts;
mod ends;
mod equations;
mod lines;
mod quantity;
mod report;
mod springs;
mod symbols;

use std::io::Write;

use super::subject::Subject;
use crate::cli::failure::Failure;
use crate::cli::table::{Align, Table};

use report::Report;

#[derive(clap::Args)]
#[command(after_long_help = concat!(
    "Example:\n  luztar reduce GearTrain --set reduction=2", super::options::exit_status!()))]
pub struct Arguments {
    #[command(flatten)]
    subject: Subject,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<(), Failure> {
    let model = arguments.subject.any_model()?;
    let Report { sections, symbols } = Report::of(&model);
    writeln!(out, "{}", model.unit().name())?;
    for (title, lines) in sections.iter().filter(|(_, lines)| !lines.is_empty()) {
        writeln!(out, "{title}")?;
        for line in lines {
            writeln!(out, "  {line}")?;
        }
    }
    if symbols.is_empty() {
        return Ok(());
    }
    writeln!(out, "Symbols")?;
    let columns = [
        ("symbol", Align::Left),
        ("value", Align::Right),
        ("unit", Align::Left),
        ("meaning", Align::Left),
    ];
    let mut table = Table::new(&columns);
    symbols.into_iter().for_each(|row| table.row([row.symbol, row.value, row.unit, row.meaning]));
    table.write(out, 2)?;
    Ok(())
}
