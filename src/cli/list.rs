//! `luztar list`: the ready-made units.

use std::io::Write;

use luztar::unit::catalogue;

use super::failure::Failure;
use super::table::{Align, Table};

pub fn run(out: &mut dyn Write) -> Result<(), Failure> {
    let mut table = Table::new(&[("unit", Align::Left), ("description", Align::Left)]);
    for unit in catalogue::names().filter_map(catalogue::unit) {
        table.row([unit.name().to_owned(), unit.network().about.description.clone()]);
    }
    Ok(table.write(out, 0)?)
}
