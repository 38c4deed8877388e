//! `luztar describe --units`: the units that texts of network files have, and those of variables.

use std::io::{self, Write};

use luztar::algebra::units::{PREFIXES, UNITS};
use luztar::network::{PhysicalUnit, plain};

use super::table::{Align, Table};

/// Symbols of variables on a line.
const IN_A_LINE: usize = 10;

pub fn run(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "Units after the numbers in texts: \"25 mm\", \"3 N*s/mm\", \"1e4/m\", \"5 %\"")?;
    let mut table = Table::new(&[
        ("quantity", Align::Left),
        ("unit", Align::Left),
        ("name", Align::Left),
        ("in SI units", Align::Left),
        ("prefixes", Align::Left),
    ]);
    for unit in UNITS {
        let value = unit.unit.times / unit.unit.over;
        table.row([
            unit.quantity.to_owned(),
            unit.word.to_owned(),
            unit.name.to_owned(),
            format!("{} {}", plain(value), unit.unit.exponents),
            if unit.prefixed { "yes" } else { "no" }.to_owned(),
        ]);
    }
    table.write(out, 2)?;
    writeln!(out, "\nPrefixes")?;
    let mut table =
        Table::new(&[("prefix", Align::Left), ("name", Align::Left), ("factor", Align::Left)]);
    for prefix in PREFIXES {
        let factor = plain(prefix.times / prefix.over);
        table.row([prefix.word.to_owned(), prefix.name.to_owned(), factor]);
    }
    table.write(out, 2)?;
    writeln!(
        out,
        "\nUnits are joined by `*`, `·`, `/` and `^`: N*m/rad, m/s^2; or as FMI does: N.m/rad, m/s2."
    )?;
    writeln!(out, "\nUnits of variables: unit = \"…\" of a parameter or input of a formula")?;
    let symbols: Vec<_> = PhysicalUnit::ALL.iter().filter_map(|unit| unit.symbol()).collect();
    symbols.chunks(IN_A_LINE).try_for_each(|line| writeln!(out, "  {}", line.join("  ")))
}
