//! Studies of a network.

use luztar::study::Case;
use luztar::study::cycle::{Cycle, guess, newton};
use luztar_cli::cli::experiment::columns::Columns;
use luztar_cli::cli::failure::Failure;
use luztar_cli::cli::study::fit::{Fitted, fitted};
use luztar_cli::cli::study::options::positive;
use luztar_cli::cli::study::subject::told;

use crate::record::numbers;

/// Name of measurements in messages.
const DATA: &str = "data";

/// Fits parameters to measurements; columns are bytes of 64-bit floating-point numbers.
///
/// # Errors
/// Those of [`fitted`].
pub fn fit(model: &Case, free: &[String], data: Vec<(String, Vec<u8>)>) -> Result<Fitted, Failure> {
    let (names, values): (Vec<_>, Vec<_>) =
        data.into_iter().map(|(name, bytes)| (name, numbers(&bytes))).unzip();
    let rows = values.first().map_or(0, Vec::len) as u64;
    let table = Columns { names, values, lines: (1..=rows).collect(), header_line: 0 };
    fitted(model, ("free", free), DATA, || Ok(table))
}

/// Finds a cycle of a model near its motion.
///
/// # Errors
/// Times that cannot be (usage), or no cycle (job).
pub fn cycle(
    model: &Case,
    settle: Option<f64>,
    period: Option<f64>,
    periods: u16,
) -> Result<Cycle, Failure> {
    let unit = model.unit().clone();
    let refused = |refusal| told(&unit, refusal);
    let settle = settle.unwrap_or(unit.network().experiment.stop_time);
    let settle = positive("settle", settle)?;
    let forcing = model.forcing().map_err(refused)?;
    let period = match (forcing, period) {
        (Some(_), Some(_)) => {
            let rule = "the harmonic force sets the period; give periods, the number of its periods in a cycle";
            return Err(Failure::Usage(format!("period: {rule}")));
        }
        (Some(forcing), None) => Some(forcing * f64::from(periods)),
        (None, Some(period)) => Some(positive("period", period)?),
        (None, None) => None,
    };
    let guess = guess(model, settle, period).map_err(refused)?;
    newton(model, &guess).map_err(refused)
}
