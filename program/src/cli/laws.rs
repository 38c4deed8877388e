//! `luztar describe --laws`: the friction laws, their parameters and regularisations.

use std::io::{self, Write};

use luztar::laws::{DefaultValue, LawKind, LawParameter, Range, RegularisationKind, StateVariable};
use luztar::network::{Axis, law_unit};

use super::table::{Align, Table};

/// The papers that the laws come from, by the letters of their references.
const PAPERS: [(&str, &str); 5] = [
    (
        "J1",
        "D. Żardecki, Piecewise linear luz(…) and tar(…) projections. Part 2, JTAM 44 (2006) 1, 185–202",
    ),
    (
        "J2",
        "D. Żardecki, Piecewise linear modeling of friction and stick-slip phenomenon in discrete dynamical systems, \
         JTAM 44 (2006) 2, 255–277",
    ),
    (
        "J3",
        "D. Żardecki, Static friction indeterminacy problems and modeling of stick-slip phenomenon in discrete dynamic \
         systems, JTAM 45 (2007) 2, 289–310",
    ),
    (
        "A1",
        "P. Olejnik, J. Awrejcewicz, M. Fečkan, An approximation method for the numerical solution of planar \
         discontinuous dynamical systems with stick-slip friction, Applied Mathematical Sciences 8 (2014)",
    ),
    (
        "S1",
        "J. Awrejcewicz, P. Olejnik, Analysis of dynamic systems with various friction laws, Applied Mechanics Reviews \
         58 (2005)",
    ),
];

pub fn run(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "Friction laws: force λ against the slip velocity w; stuck at w = 0")?;
    let mut laws =
        Table::new(&[("law", Align::Left), ("reference", Align::Left), ("λ", Align::Left)]);
    let all = LawKind::all();
    for law in &all {
        laws.row([law.name(), law.reference(), law.formula()].map(str::to_owned));
    }
    laws.write(out, 2)?;
    writeln!(out, "\nParameters of the laws; in translation, with a normal load in brackets")?;
    parameters(&all, out)?;
    writeln!(out, "\nRegularisations, in place of sgn w and exact sticking")?;
    let mut table = Table::new(&[
        ("regularisation", Align::Left),
        ("reference", Align::Left),
        ("friction", Align::Left),
        ("parameter", Align::Left),
        ("symbol", Align::Left),
        ("unit", Align::Left),
    ]);
    for kind in RegularisationKind::ALL {
        let parameter = kind.parameter();
        let unit = unit(parameter, false);
        let (name, symbol) = (&*parameter.name, &*parameter.symbol);
        let cells = [kind.name(), kind.reference(), kind.formula(), name, symbol, unit];
        table.row(cells.map(str::to_owned));
    }
    table.write(out, 2)?;
    writeln!(out, "\nReferences; JTAM is the Journal of Theoretical and Applied Mechanics")?;
    PAPERS.iter().try_for_each(|(letters, paper)| writeln!(out, "  {letters}  {paper}"))
}

fn parameters(laws: &[LawKind], out: &mut dyn Write) -> io::Result<()> {
    let mut table = Table::new(&[
        ("law", Align::Left),
        ("parameter", Align::Left),
        ("symbol", Align::Left),
        ("unit", Align::Left),
        ("values", Align::Left),
        ("default", Align::Left),
        ("example", Align::Left),
        ("description", Align::Left),
    ]);
    for law in laws {
        let examples = law.example().unwrap_or_default();
        for (k, parameter) in law.parameters().iter().enumerate() {
            table.row([
                law.name().to_owned(),
                both(&parameter.name, &parameter.loaded_name),
                symbol(law, parameter),
                both(unit(parameter, false), unit(parameter, true)),
                values(parameter),
                default(law, parameter),
                examples.get(k).map_or_else(String::new, |entries| example(parameter, entries)),
                parameter.text("friction"),
            ]);
        }
    }
    table.write(out, 2)
}

/// Returns the unit in translation, with and without a normal load.
pub fn unit(parameter: &LawParameter, loaded: bool) -> &'static str {
    law_unit(parameter.measure, Axis::Translation, loaded).symbol().unwrap_or("1")
}

/// Returns the symbol in formulas with and without a normal load, if it is not the name; `z(0)` of the start value of z.
fn symbol(law: &LawKind, parameter: &LawParameter) -> String {
    let is_start = |state: &&StateVariable| parameter.name.strip_suffix('0') == Some(&state.name);
    if let Some(state) = law.states().iter().find(is_start) {
        return if state.symbol == state.name {
            String::new()
        } else {
            format!("{}(0)", state.symbol)
        };
    }
    match parameter.symbol == parameter.name {
        true => String::new(),
        false => both(&parameter.symbol_under(false), &parameter.symbol_under(true)),
    }
}

/// Joins the text that holds without a normal load and, where it differs, the one with.
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

fn default(law: &LawKind, parameter: &LawParameter) -> String {
    match parameter.default {
        None => "-".to_owned(),
        Some(DefaultValue::Number(number)) => number.to_string(),
        Some(DefaultValue::SameAs(other)) => law.parameters()[other].name.to_string(),
        Some(DefaultValue::Empty) => "none".to_owned(),
    }
}

fn example(parameter: &LawParameter, entries: &[f64]) -> String {
    let entries: Vec<String> = entries.iter().map(f64::to_string).collect();
    if parameter.list { format!("[{}]", entries.join(", ")) } else { entries.concat() }
}
