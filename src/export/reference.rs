//! Reference data in an FMU, by which a tool can check what it makes of the unit (layered standard FMI-LS-REF, draft
//! 1.0.0-alpha.1; the FMU's folder `extra/org.fmi-standard.fmi-ls-ref`): inputs and outputs of the default experiment, with
//! inputs and parameters at their start values, and how exact they are.
//!
//! Outputs come from a run at the tolerance [`TOLERANCE`]. A second run at [`LOOSER`] shows how far they depend on it, and with
//! it the bound of each. Where a motion doubles such differences again and again, as chaotic ones do, no run says what comes
//! later: the record ends where the runs differ by more than [`RESOLVED`] of an output's size.

mod record;

use std::fmt::Write;
use std::sync::Arc;

use super::xml::Element;
use crate::unit::Model;
use record::{Record, run};

pub const FOLDER: &str = "extra/org.fmi-standard.fmi-ls-ref";
/// Name by the layered standard of the page about it, in the folder of the documentation.
pub const PAGE: &str = "fmi-ls-ref.txt";

/// Relative tolerances of the run that is kept and of the one beside it.
const TOLERANCE: f64 = 1e-13;
const LOOSER: f64 = 1e-12;

/// Greatest difference of the two runs that counts as resolved, as a part of an output's size.
const RESOLVED: f64 = 1e-6;
/// The bound of an output is so many times the difference of the runs: errors go with the tolerance, and the run that is kept
/// has a tenth of it.
const SAFETY: f64 = 10.0;
/// Round-off, as a part of an output's size.
const ROUND_OFF: f64 = 1e-12;

/// Files of the folder, and the page about them.
pub struct Reference {
    pub files: Vec<(String, String)>,
    pub page: String,
}

/// Makes the reference data of a unit; None where there is no exact motion to keep: with time stepping, or where the
/// experiment does not come to its second row.
pub fn reference(unit: &Arc<Model>) -> Option<Reference> {
    let (mut kept, mut beside) = (run(unit, TOLERANCE)?, run(unit, LOOSER)?);
    kept.keep_times_of(&beside);
    beside.keep_times_of(&kept);
    let rows = resolved(&kept, &beside);
    if rows < 2 {
        return None;
    }
    let name = unit.name();
    let mut files = Vec::new();
    let mut related = Vec::new();
    let mut add = |ending: &str, role: &str, description: &str, content: String| {
        let source = format!("{name}_{ending}.csv");
        let element = Element::new("Related").with("type", "text/csv").with("source", &source);
        related.push(element.with("role", role).with("description", description));
        files.push((source, content));
    };
    if !kept.inputs.is_empty() {
        let values: Vec<f64> = kept.inputs.iter().map(|(_, value)| *value).collect();
        let names = kept.inputs.iter().map(|(name, _)| name.as_str());
        let ends = [kept.times[0], kept.times[rows - 1]];
        let table = table(names, ends.iter().map(|time| (*time, &values[..])));
        add("in", "testcase", "Inputs of the default experiment, at their start values", table);
    }
    let names = || kept.names.iter().map(String::as_str);
    let kept_rows = kept.times[..rows].iter().copied().zip(kept.rows.iter().map(Vec::as_slice));
    let description = "Outputs of the default experiment";
    add("out", "result", description, table(names(), kept_rows));
    let bounds = bounds(&kept, &beside, rows);
    let description =
        "Greatest absolute error of each output; time: to which the outputs are known";
    let last = kept.times[rows - 1];
    add("error", "report", description, table(names(), std::iter::once((last, &bounds[..]))));
    let text = "Layered Standard providing information on related files included in an FMU.";
    let manifest = Element::new("fmiReferences")
        .with("xmlns:fmi-ls", "http://fmi-standard.org/fmi-ls-manifest")
        .with("fmi-ls:fmi-ls-name", "org.fmi-standard.fmi-ls-ref")
        .with("fmi-ls:fmi-ls-version", "1.0.0-alpha.1")
        .with("fmi-ls:fmi-ls-description", text)
        .containing(related)
        .file();
    files.push(("fmi-ls-manifest.xml".to_owned(), manifest));
    Some(Reference { files, page: page(unit, &kept, rows) })
}

/// Returns the greatest size of an output in the first rows.
fn size(record: &Record, output: usize, rows: usize) -> f64 {
    record.rows[..rows].iter().fold(0.0, |most: f64, row| most.max(row[output].abs()))
}

fn difference(kept: &Record, beside: &Record, output: usize, row: usize) -> f64 {
    (kept.rows[row][output] - beside.rows[row][output]).abs()
}

/// Returns the number of rows in which both runs agree.
fn resolved(kept: &Record, beside: &Record) -> usize {
    let rows = kept.rows.len().min(beside.rows.len());
    let outputs = 0..kept.names.len();
    let sizes: Vec<f64> = outputs.clone().map(|output| size(kept, output, rows)).collect();
    let agree = |row: &usize| {
        outputs.clone().all(|o| difference(kept, beside, o, *row) <= RESOLVED * sizes[o])
    };
    (0..rows).take_while(agree).count()
}

fn bounds(kept: &Record, beside: &Record, rows: usize) -> Vec<f64> {
    let bound = |output| {
        let differences = (0..rows).map(|row| difference(kept, beside, output, row));
        let round_off =
            if kept.is_real[output] { ROUND_OFF * size(kept, output, rows) } else { 0.0 };
        SAFETY * differences.fold(0.0, f64::max) + round_off
    };
    (0..kept.names.len()).map(bound).collect()
}

/// Returns a table of numbers in their shortest exact form, commas between them.
fn table<'a>(
    names: impl Iterator<Item = &'a str>,
    rows: impl Iterator<Item = (f64, &'a [f64])>,
) -> String {
    let mut text = String::from("time");
    names.for_each(|name| text.extend([",", name]));
    text.push('\n');
    for (time, row) in rows {
        write!(text, "{time:?}").expect("writing to a string");
        row.iter().for_each(|value| write!(text, ",{value:?}").expect("writing to a string"));
        text.push('\n');
    }
    text
}

fn page(unit: &Model, kept: &Record, rows: usize) -> String {
    let (name, last) = (unit.name(), kept.times[rows - 1]);
    let stop = unit.network().experiment.stop_time;
    let end = if rows == kept.rows.len() && kept.is_whole {
        String::new()
    } else {
        format!(
            "They end before the experiment, at {stop} s: later values have errors above a millionth of their size,\n\
             as small differences grow, or would make the files too large.\n"
        )
    };
    format!(
        "Reference data of {name} (FMI-LS-REF), in {FOLDER}\n\n\
         {name}_out.csv: outputs of the default experiment from 0 s to {last} s, inputs and parameters at their start values\n\
         ({name}_in.csv, if it has inputs), computed at a relative tolerance of {TOLERANCE:e}.\n{end}\
         {name}_error.csv: greatest absolute error of each output, {SAFETY} times its difference to a run at {LOOSER:e} and\n\
         round-off.\n\
         Rows at a transition are left out, where outputs may jump.\n\
         The results do not depend on communication steps. meanFrictionForce and nextEventTime, which depend on the \
         host, are left out.\n"
    )
}
