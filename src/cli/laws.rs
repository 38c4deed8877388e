//! `luztar describe --laws`: the friction laws, their parameters and regularisations.

use std::io::{self, Write};

use luztar::laws::{DefaultValue, LawKind, LawParameter, Range, RegularisationKind};
use luztar::network::{Axis, LAWS, law_unit};

use super::table::{Align, Table};

pub fn run(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "Friction laws: force λ against the slip velocity w; stuck at w = 0")?;
    let mut laws = Table::new(&[("law", Align::Left), ("source", Align::Left), ("λ", Align::Left)]);
    for law in LAWS {
        laws.row([law.name(), law.source(), law.formula()].map(str::to_owned));
    }
    laws.write(out, 2)?;
    writeln!(out, "\nNumbers of the laws; in translation, with a normal load in brackets")?;
    parameters(LAWS, out)?;
    writeln!(out, "\nRegularisations: what takes the place of sgn w and exact stick")?;
    let mut table = Table::new(&[
        ("regularisation", Align::Left),
        ("source", Align::Left),
        ("friction", Align::Left),
        ("number", Align::Left),
        ("unit", Align::Left),
    ]);
    for kind in RegularisationKind::ALL {
        let parameter = kind.parameter();
        let unit = unit(parameter, false);
        let cells = [kind.name(), kind.source(), kind.formula(), parameter.name, unit];
        table.row(cells.map(str::to_owned));
    }
    table.write(out, 2)
}

fn parameters(laws: &[LawKind], out: &mut dyn Write) -> io::Result<()> {
    let mut table = Table::new(&[
        ("law", Align::Left),
        ("number", Align::Left),
        ("unit", Align::Left),
        ("values", Align::Left),
        ("default", Align::Left),
        ("description", Align::Left),
    ]);
    for law in laws {
        for parameter in law.parameters() {
            table.row([
                law.name().to_owned(),
                both(parameter.name, parameter.loaded_name),
                both(unit(parameter, false), unit(parameter, true)),
                values(parameter),
                default(*law, parameter),
                parameter.description.to_owned(),
            ]);
        }
    }
    table.write(out, 2)
}

fn unit(parameter: &LawParameter, loaded: bool) -> &'static str {
    law_unit(parameter.measure, Axis::Translation, loaded).symbol().unwrap_or("1")
}

/// What holds without and, where it differs, with a normal load.
fn both(without: &str, with: &str) -> String {
    if without == with { without.to_owned() } else { format!("{without} [{with}]") }
}

fn values(parameter: &LawParameter) -> String {
    let range = match parameter.range {
        Range::Any => "any",
        Range::NotNegative => "≥ 0",
        Range::Positive => "> 0",
    };
    if parameter.list { format!("list, {range}") } else { range.to_owned() }
}

fn default(law: LawKind, parameter: &LawParameter) -> String {
    match parameter.default {
        None => "-".to_owned(),
        Some(DefaultValue::Number(number)) => number.to_string(),
        Some(DefaultValue::SameAs(other)) => law.parameters()[other].name.to_owned(),
        Some(DefaultValue::Empty) => "none".to_owned(),
    }
}
