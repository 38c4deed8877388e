//! `luztar describe --laws --json`: the friction laws for programs.

use std::io::{self, Write};

use luztar::laws::{
    Argument, DefaultValue, LawKind, LawParameter, LoadUse, Range, RegularisationKind,
};
use serde_json::{Value, json};

use super::laws::unit;

/// Writes laws and regularisations; units are those of translation, without and with a normal load.
pub fn run(out: &mut dyn Write) -> io::Result<()> {
    let regularisations = RegularisationKind::ALL.iter().map(|kind| {
        json!({
            "name": kind.name(),
            "reference": kind.reference(),
            "formula": kind.formula(),
            "parameters": [parameter(kind.parameter())],
        })
    });
    let all = json!({
        "laws": LawKind::all().iter().map(law).collect::<Vec<_>>(),
        "regularisations": regularisations.collect::<Vec<_>>(),
    });
    serde_json::to_writer_pretty(&mut *out, &all)?;
    writeln!(out)
}

fn law(law: &LawKind) -> Value {
    let examples = law.example().unwrap_or_default();
    let parameters = law.parameters().iter().enumerate().map(|(k, one)| {
        let mut told = parameter(one);
        let entries = examples.get(k);
        told["example"] = match entries.map(Vec::as_slice) {
            Some([number]) if !one.list => json!(number),
            Some(list) => json!(list),
            None => Value::Null,
        };
        told["default"] = match one.default {
            None => Value::Null,
            Some(DefaultValue::Number(number)) => json!(number),
            Some(DefaultValue::SameAs(other)) => json!(law.parameters()[other].name),
            Some(DefaultValue::Empty) => json!([]),
        };
        told
    });
    json!({
        "name": law.name(),
        "description": law.description(),
        "reference": law.reference(),
        "formula": law.formula(),
        "trend": law.trend().word(),
        "argument": match law.argument() {
            Argument::Slip => "slip",
            Argument::Load => "load",
            Argument::SlipRatio => "slip ratio",
        },
        "normalForce": match law.load_use() {
            LoadUse::Factor => "factor",
            LoadUse::Required => "required factor",
            LoadUse::Argument => "required argument",
        },
        "limited": !law.holds_without_limit(),
        "states": law.states().iter().map(|state| &*state.name).collect::<Vec<_>>(),
        "parameters": parameters.collect::<Vec<_>>(),
    })
}

/// Makes the entry of a parameter of a law or a regularisation.
fn parameter(one: &LawParameter) -> Value {
    json!({
        "name": one.name,
        "loadedName": one.loaded_name,
        "symbol": one.symbol,
        "loadedSymbol": one.symbol_under(true),
        "unit": unit(one, false),
        "loadedUnit": unit(one, true),
        "range": match one.range {
            Range::Any => "any",
            Range::NotNegative => "not negative",
            Range::Positive => "positive",
        },
        "list": one.list,
        "start": one.start,
        "description": one.text("friction"),
    })
}
