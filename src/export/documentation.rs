//! The page that an FMU carries: what the unit is, its equations and source, and its variables, made
//! from the same table as the model description.

use std::fmt::Write;

use super::reference::PAGE;
use crate::unit::{Causality, Kind, Model, Variability, Variable};

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60em;margin:2em auto;padding:0 \
1em;color:#1c1c28}table{border-collapse:collapse;width:100%;font-size:14px}th,td{text-align:left;\
padding:.25em .6em;border-bottom:1px solid #d5d5e0;vertical-align:top}td.n{text-align:right;\
white-space:nowrap}pre{background:#f4f4f8;padding:.8em;overflow-x:auto}code{white-space:nowrap}";

/// The drawing beside the page.
pub const MECHANISM: &str = "mechanism.svg";

/// Makes `documentation/index.html`; it shows the drawing and leads to the page about reference data where there are any.
pub fn html(unit: &Model, has_drawing: bool, has_reference: bool) -> String {
    let about = &unit.network().about;
    let name = escape(unit.name());
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{name}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<h1>{name}</h1>\n<p>{}</p>\n",
        escape(&about.description)
    );
    if !about.reference.is_empty() {
        page += &format!("<p>Reference: {}</p>\n", escape(&about.reference));
    }
    if has_drawing {
        page += &format!(
            "<p><img src=\"{MECHANISM}\" alt=\"The mechanism of {name}\" style=\"max-width:100%\"></p>\n"
        );
    }
    if !about.equations.is_empty() {
        let equations: Vec<String> = about.equations.iter().map(|line| escape(line)).collect();
        page += &format!("<h2>Equations</h2>\n<pre>{}</pre>\n", equations.join("\n"));
    }
    page += "<h2>Variables</h2>\n";
    for (title, causality, constant) in [
        ("Parameters", Causality::Parameter, false),
        ("Constants", Causality::Local, true),
        ("Inputs", Causality::Input, false),
        ("Outputs", Causality::Output, false),
        ("Local variables", Causality::Local, false),
    ] {
        let belongs = |variable: &&Variable| {
            let is_constant = variable.variability == Variability::Constant;
            variable.causality == causality && is_constant == constant
        };
        page += &table(title, unit.variables().iter().filter(belongs));
    }
    page += EVENTS;
    if has_reference {
        page += &format!("<h2>Reference data</h2>\n<p>See <a href=\"{PAGE}\">{PAGE}</a>.</p>\n");
    }
    page += &format!("<h2>Network file</h2>\n<pre>{}</pre>\n", escape(unit.source()));
    page + concat!("<p>Made by luztar ", env!("CARGO_PKG_VERSION"), ".</p>\n</body>\n</html>\n")
}

const EVENTS: &str = "<h2>Transitions</h2>\n<p>Stick and slip are modes. Every transition inside a \
communication step is located and resolved; a stuck contact has a slip velocity of exactly 0. The state of \
a contact is -1 (slips backward), 0 (stuck), 1 (slips forward) or 2 (free: no normal load). A positive \
friction force acts on the first body of the contact against positive slip. Where several stuck contacts \
share a load in more than one possible way (<code>indeterminate</code>), the forces reported are those with \
the smallest sum of squares relative to their limits; the motion does not depend on that choice.</p>\n";

fn table<'v>(title: &str, rows: impl Iterator<Item = &'v Variable>) -> String {
    let mut rows = rows.peekable();
    if rows.peek().is_none() {
        return String::new();
    }
    let mut table = format!(
        "<h3>{title}</h3>\n<table>\n<tr><th>Name</th><th>Description</th><th>Unit</th><th>Start</th>\
         <th>Values</th></tr>\n"
    );
    for row in rows {
        let start = row.start.map_or_else(String::new, |value| value.to_string());
        writeln!(
            table,
            "<tr><td><code>{}</code></td><td>{}</td><td>{}</td><td class=\"n\">{start}</td><td>{}</td></tr>",
            escape(&row.name),
            escape(&row.description),
            escape(row.unit_symbol()),
            escape(&values(row)),
        )
        .expect("writing to a string");
    }
    table + "</table>\n"
}

/// Returns the type other than Real, bounds, and when a parameter may change.
fn values(variable: &Variable) -> String {
    let kind = match variable.kind {
        Kind::Real => None,
        Kind::Named(items) => {
            let items = items.iter().enumerate();
            let items: Vec<String> =
                items.map(|(index, item)| format!("{} = {}", index + 1, item.name)).collect();
            Some(items.join(", "))
        }
        Kind::Integer | Kind::Boolean => Some(variable.kind.name().to_owned()),
    };
    let named = matches!(variable.kind, Kind::Named(_));
    let bounds = variable.bounds().filter(|_| !named);
    let change = (variable.causality == Causality::Parameter)
        .then(|| variable.variability.name().to_owned());
    let words: Vec<String> = kind.into_iter().chain(bounds).chain(change).collect();
    words.join(", ")
}

fn escape(text: &str) -> String {
    quick_xml::escape::escape(text).into_owned()
}
