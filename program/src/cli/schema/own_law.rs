//! Keys of a user-defined law, `[law.NAME]`.

use serde_json::{Map, Value, json};

use super::values::{described, reference};

/// Name of the definition.
pub const NAME: &str = "ownLaw";

const MEASURES: &[&str] = &[
    "friction",
    "friction per velocity",
    "friction per velocity2",
    "viscous",
    "velocity",
    "per velocity",
    "force",
    "friction per length",
    "friction per time",
    "length",
    "per time",
    "power",
    "number",
    "temperature",
    "per temperature",
    "temperature per time",
    "time",
    "count",
];
/// Measures whose derivatives have a measure.
const STATE_MEASURES: &[&str] = &["friction", "length", "number", "time", "temperature"];
const RANGES: &[&str] = &["any", "not negative", "positive"];
const TRENDS: &[&str] = &["constant", "never rises", "never falls", "any"];
const DIRECTIONS: &[&str] = &["forward", "backward"];
const ARGUMENTS: &[&str] = &["slip", "slip ratio"];

fn text() -> Value {
    json!({ "type": "string" })
}

fn texts() -> Value {
    json!({ "type": "array", "items": text() })
}

fn flag() -> Value {
    json!({ "type": "boolean" })
}

fn one_of(words: &[&str]) -> Value {
    json!({ "enum": words })
}

fn words(words: &[&str]) -> Value {
    json!({ "type": "array", "items": one_of(words) })
}

fn tables(name: &str) -> Value {
    json!({ "type": "array", "items": reference(name) })
}

/// Makes the schema of a table with its keys: those that it must have first.
fn table(required: usize, keys: Vec<(&str, Value, &str)>) -> Value {
    let names: Vec<&str> = keys.iter().take(required).map(|(name, ..)| *name).collect();
    let properties =
        keys.into_iter().map(|(name, schema, text)| (name.to_owned(), described(schema, text)));
    json!({
        "type": "object",
        "properties": properties.collect::<Map<_, _>>(),
        "required": names,
        "additionalProperties": false,
    })
}

/// Makes the schema of a law by itself: with friction against slip, or the force of its states.
fn law() -> Value {
    let mut law = table(
        0,
        vec![
            (
                "friction",
                text(),
                "magnitude of the dry friction: a formula of x, the parameters and the inputs",
            ),
            (
                "force",
                text(),
                "friction of a law that never sticks, in place of `friction`: a formula of states, w, x and s",
            ),
            ("stored", text(), "energy stored in the states, per load: a formula of these"),
            ("backward", text(), "the same against backward slip"),
            ("static", text(), "static (breakaway) friction; friction(0) is the formula at x = 0"),
            ("backwardStatic", text(), "the same against backward slip"),
            ("argument", one_of(ARGUMENTS), "slip, or the slip ratio S of a tyre"),
            ("trend", one_of(TRENDS), "trend of the dry friction over the slip speed"),
            ("unlimited", words(DIRECTIONS), "directions without a limit of the force"),
            ("negative", texts(), "parameters named in an error about negative friction"),
            ("define", tables("lawDefinition"), "names for parts of formulas"),
            ("parameter", tables("lawParameter"), "parameters of the law"),
            ("input", tables("lawInput"), "inputs of the law"),
            ("state", tables("lawState"), "internal states"),
            ("rule", tables("lawRule"), "conditions on parameters"),
            (
                "scale",
                tables("lawScale"),
                "places near which friction changes, and over what length",
            ),
            ("formula", text(), "the friction force as text"),
            ("description", text(), "free text"),
            ("reference", text(), "literature"),
        ],
    );
    law["anyOf"] = json!([{ "required": ["friction"] }, { "required": ["force"] }]);
    law
}

/// Makes the schema of a number of a law.
fn parameter() -> Value {
    let default = json!({ "type": ["number", "string"] });
    let number = json!({ "type": "number" });
    let numbers = json!({ "anyOf": [number, { "type": "array", "items": number }] });
    table(
        2,
        vec![
            ("name", text(), "name in files and of the parameter of the FMU"),
            ("measure", one_of(MEASURES), "quantity that it measures, which gives the unit"),
            ("loaded", text(), "name with a normal load"),
            ("symbol", text(), "name in formulas, if it differs"),
            ("range", one_of(RANGES), "permitted values"),
            ("list", flag(), "true: it is a list of numbers"),
            (
                "default",
                default,
                "a number, the name of another parameter, or none for an empty list",
            ),
            ("example", numbers, "example value: a number, or a list of numbers"),
            ("description", text(), "description of the variable"),
        ],
    )
}

/// Makes the schema of a number of a law that is an input.
fn input() -> Value {
    let number = json!({ "type": "number" });
    table(
        2,
        vec![
            ("name", text(), "name in files and of the input of the FMU"),
            ("measure", one_of(MEASURES), "quantity that it measures, which gives the unit"),
            ("loaded", text(), "name with a normal load"),
            ("symbol", text(), "name in formulas, if it differs"),
            ("range", one_of(RANGES), "permitted values"),
            ("default", number.clone(), "its value until a host sets it"),
            ("example", number, "example value"),
            ("description", text(), "description of the variable"),
        ],
    )
}

/// Makes the schema of a state of a law.
fn state() -> Value {
    let number = json!({ "type": "number" });
    table(
        3,
        vec![
            ("name", text(), "name of the variable of the FMU; that of its start value ends in 0"),
            ("measure", one_of(STATE_MEASURES), "quantity that it measures, which gives the unit"),
            (
                "rate",
                text(),
                "its derivative: a formula of states, w, x, s, N, parameters and inputs",
            ),
            ("loaded", text(), "name with a normal load"),
            ("symbol", text(), "name in formulas, if it differs"),
            ("end", text(), "its limit during forward slip"),
            ("unloaded", number.clone(), "value that it takes at once without a normal load"),
            ("size", text(), "scale of its values: a formula of the parameters"),
            ("range", one_of(RANGES), "permitted start values"),
            ("default", number.clone(), "its start value where a file gives none"),
            ("example", number, "example of the start value"),
            ("description", text(), "description of the variable"),
        ],
    )
}

/// Makes the definitions of a law and of what it has.
pub fn definitions() -> [(String, Value); 7] {
    let definition = table(
        2,
        vec![
            ("name", text(), "a name of formulas"),
            ("formula", text(), "formula for which it stands"),
        ],
    );
    let rule = table(
        3,
        vec![
            ("holds", text(), "a condition of the parameters and inputs"),
            ("text", text(), "message where it does not hold"),
            ("parameters", texts(), "its parameters, the one to change first"),
        ],
    );
    let scale = table(
        1,
        vec![
            ("length", text(), "length over which friction changes"),
            ("at", text(), "slip speed near which it does; the last breakpoint without it"),
        ],
    );
    let all = [
        (NAME, law()),
        ("lawDefinition", definition),
        ("lawParameter", parameter()),
        ("lawInput", input()),
        ("lawState", state()),
        ("lawRule", rule),
        ("lawScale", scale),
    ];
    all.map(|(name, schema)| (name.to_owned(), schema))
}

#[cfg(test)]
mod tests {
    use luztar::laws::Form;

    use super::{ARGUMENTS, MEASURES, RANGES, TRENDS, definitions};

    /// Returns the words that the reader of laws expects in place of one that it does not know.
    fn expected(text: &str) -> Vec<String> {
        let told = Form::read("own", text).expect_err(text).rule;
        let (_, words) = told.split_once("expected ").unwrap_or_else(|| panic!("{told}"));
        words.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    }

    #[test]
    fn words_and_keys_are_those_of_the_reader() {
        assert_eq!(expected("argument = '?'"), ARGUMENTS);
        assert_eq!(expected("trend = '?'"), TRENDS);
        assert_eq!(expected("[[parameter]]\nname = 'a'\nmeasure = '?'"), MEASURES);
        assert_eq!(expected("[[parameter]]\nname = 'a'\nrange = '?'"), RANGES);
        let keys = ["", "define", "parameter", "input", "state", "rule", "scale"];
        for ((name, schema), key) in definitions().iter().zip(keys) {
            let mut read = match key {
                "" => expected("? = 1".replace('?', "unknown").as_str()),
                key => expected(&format!("[[{key}]]\nunknown = 1")),
            };
            read.retain(|key| key != "behaviour" && key != "rest");
            read.sort();
            let told = schema["properties"].as_object().expect("keys");
            let mut told: Vec<String> = told.keys().cloned().collect();
            told.sort();
            assert_eq!(told, read, "{name}");
        }
    }
}
