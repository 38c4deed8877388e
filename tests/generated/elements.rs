//! docs/elements.md: the kinds of elements that files declare, as they say it.

use std::fmt::Write;
use std::path::Path;

use luztar::laws::Range;
use luztar::network::{Acts, ElementForm, ElementMode, ElementNumber};

use crate::blessing::{COMMAND, up_to_date};
use crate::shown;

const HEAD: &str = "\
# Elements\n\
Kinds of elements of [network files](network-format.md) besides springs, dampers, forces and potentials.\n\
Each is a force F by a formula of the deflection `e` = z_a − p·z_b of [its ends](network-format.md#ends), its rate `rate` and the time `t`.\n\
The formula also has the parameters of the element, and the element has all keys of the ends.\n\
In rotation F is a torque.\n\
Parameters `NAME.key` of the FMU can be set at any communication point; all bodies at the ends have a mass.\n\
The rules of [forces by formula](network-format.md#forces-by-formula) hold here, too.\n\
In the balance of energy an element stores what its force at the rate 0 takes, and dissipates the rest.\n\
Elements with modes report transitions between them, and have the output `NAME.state`, the number of the mode.\n\
A kind is one file of [crates/model/src/network/forms](../crates/model/src/network/forms/README.md), of which this page is made.\n\n| element | what it is | F |\n|---|---|---|\n";

const STOPS: &str = "\n## Place a stop\n\
`hertz`, `huntCrossley` and `impact` push the ends apart where z_a − z_b is below `distance`.\n\
A distance of the wrong sign puts a body inside its stop, which shoots it away at the start: `luztar check` and `build` warn.\n\
`stiffness` is the force at a penetration of 1 m: a textbook's 5·10⁷ N/m^1.5 is `5e7`.\n\n\
| you have | write |\n|---|---|\n\
| a stop at z = 80 mm, for a carriage that comes from below | `between = [\"ground\", \"carriage\"]`, `distance = \"-80 mm\"` |\n\
| a floor at z = 0, below a carriage | `between = \"carriage\"`, `distance = 0` |\n\
| two round bodies, `a` on the positive side of `b` | `between = [\"a\", \"b\"]`, the sum of the radii as `distance` |\n";

fn values(number: &ElementNumber) -> String {
    let range = match number.range {
        Range::Any => "",
        Range::NotNegative => ", ≥ 0",
        Range::Positive => ", > 0",
    };
    let units = number.units();
    let unit = if units.is_empty() { String::new() } else { format!(", {units}") };
    format!("{}{unit}{range}", number.in_full())
}

/// With a capital letter first.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn chapter(form: &ElementForm) -> String {
    let [own, other] = match form.acts {
        Acts::Along => ["+", "−"],
        Acts::Against => ["−", "+"],
    };
    let mut text = format!(
        "\n## {}\n{}.\n```toml\n{}```\nF = `{}` acts as {own}F on the first body and as {other}p·F on the second.\n\n",
        form.name,
        capital(&form.description),
        shown::example(form),
        form.text,
    );
    text += "| key | in the formula | value | default |\n|---|---|---|---|\n";
    for number in &form.parameters {
        let default = number.default.map_or("must be given".to_owned(), |value| value.to_string());
        let (name, symbol) = (&number.name, &number.symbol);
        writeln!(text, "| `{name}` | `{symbol}` | {} | {default} |", values(number))
            .expect("a string");
    }
    let more = match (form.acts, form.is_damper()) {
        (Acts::Along, _) => "",
        (Acts::Against, true) => ", and `NAME.dissipatedPower`, W",
        (Acts::Against, false) => ", and `NAME.deflection`",
    };
    if !form.modes.is_empty() {
        text += "\n| mode | `NAME.state` | where |\n|---|---|---|\n";
    }
    for (number, ElementMode { name, condition, .. }) in form.modes.iter().enumerate() {
        let condition = match condition.as_str() {
            "" => "else".to_owned(),
            condition => format!("`{condition}`"),
        };
        writeln!(text, "| {name} | {number} | {condition} |").expect("a string");
    }
    writeln!(text, "\nOutputs are `NAME.force`, F{more}. Reference: {}.", form.reference)
        .expect("a string");
    if !form.note.is_empty() {
        writeln!(text, "{}.", form.note).expect("a string");
    }
    text
}

#[test]
fn page_of_elements_is_up_to_date() {
    let mut page = HEAD.to_owned();
    let all = ElementForm::all();
    for ElementForm { name, description, text, .. } in &all {
        writeln!(
            page,
            "| [`[{name}.NAME]`](#{}) | {description} | `{text}` |",
            name.to_lowercase()
        )
        .expect("a string");
    }
    page += STOPS;
    page.extend(all.iter().map(chapter));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/elements.md");
    assert!(up_to_date(&path, &page), "docs/elements.md is out of date; run: {COMMAND}");
}
