//! Kinds of values: numbers, inputs, words, and lists of them for the copies of a repeated element.

use luztar::laws::Range;
use luztar::network::Method;
use serde_json::{Map, Value, json};

/// Makes the schema of a text that stands for others: it has expressions of options and indices in braces.
fn filled() -> Value {
    json!({ "type": "string", "pattern": "\\{" })
}

/// Makes the schema of one of `schemas`, or a list with one for each value of an index of `repeat`; `name` is that of
/// the definition.
fn listable(name: &str, mut schemas: Vec<Value>) -> Value {
    schemas.push(json!({ "type": "array", "items": reference(name) }));
    json!({ "anyOf": schemas })
}

/// Makes the schema of a formula in place of a number; `"input"` is none.
pub fn formula() -> Value {
    json!({ "type": "string", "minLength": 1, "not": { "const": "input" } })
}

/// Makes the schema of a number, or a formula in its place.
pub fn or_formula(number: Value) -> Value {
    json!({ "anyOf": [number, formula()] })
}

pub fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

/// Returns the name of the definition of numbers within a range.
pub fn number(range: Range) -> &'static str {
    match range {
        Range::Any => "number",
        Range::NotNegative => "notNegative",
        Range::Positive => "positive",
    }
}

/// Makes the schema of one of a few words, or a text that becomes one.
pub fn word<'w>(words: impl IntoIterator<Item = &'w str>) -> Value {
    let words: Vec<_> = words.into_iter().collect();
    json!({ "anyOf": [
        { "enum": words },
        filled(),
        { "type": "array", "items": { "type": ["string", "array"] } },
    ] })
}

/// Returns the definitions that tables refer to.
pub fn definitions() -> Map<String, Value> {
    let mut all = Map::new();
    let mut define = |name: &str, schemas| all.insert(name.to_owned(), listable(name, schemas));
    define("text", vec![json!({ "type": "string" })]);
    define("flag", vec![json!({ "type": "boolean" })]);
    define("plain", vec![json!({ "type": "number" }), formula()]);
    for range in [Range::Any, Range::NotNegative, Range::Positive] {
        let name = number(range);
        let bounded = match range {
            Range::Any => json!({ "type": "number" }),
            Range::NotNegative => json!({ "type": "number", "minimum": 0 }),
            Range::Positive => json!({ "type": "number", "exclusiveMinimum": 0 }),
        };
        let value = format!("{name}Value");
        define(&value, vec![bounded.clone(), formula()]);
        define(name, vec![bounded, formula(), in_full(&value)]);
    }
    let input = json!({
        "type": "object",
        "properties": {
            "input": { "anyOf": [{ "const": true }, { "type": "array" }], "description": "true: a host sets it" },
            "start": described(reference("plain"), "value at the start; 0 without it"),
            "description": described(reference("text"), "description of the variable"),
        },
        "required": ["input"],
        "additionalProperties": false,
    });
    define("input", vec![json!({ "const": "input" }), filled(), input]);
    all
}

/// Makes the schema of a number as a table: its value, bounds for hosts, and whether it is a parameter at all.
fn in_full(value: &str) -> Value {
    json!({
        "type": "object",
        "properties": {
            "value": described(reference(value), "the number"),
            "min": described(reference("plain"), "the least value that a host may set"),
            "max": described(reference("plain"), "the greatest value that a host may set"),
            "constant": described(reference("flag"), "true: no host can set it"),
            "description": described(reference("text"), "description of the variable"),
        },
        "required": ["value"],
        "additionalProperties": false,
    })
}

pub fn described(mut schema: Value, description: &str) -> Value {
    schema["description"] = json!(description);
    schema
}

pub fn between() -> Value {
    let two = json!({ "type": "array", "items": reference("text"), "minItems": 1, "maxItems": 2 });
    json!({ "anyOf": [{ "type": "string" }, two] })
}

pub fn bodies() -> Value {
    json!({ "type": "array", "items": reference("text"), "minItems": 2 })
}

pub fn applied() -> Value {
    json!({ "anyOf": [reference("input"), { "const": "estimate" }, reference("applied")] })
}

pub fn matrix() -> Value {
    let row = json!({ "type": "array", "items": reference("number"), "minItems": 2 });
    json!({ "type": "array", "items": row, "minItems": 2 })
}

pub fn radii() -> Value {
    json!({ "type": "array", "items": reference("positive"), "minItems": 1, "maxItems": 2 })
}

pub fn method() -> Value {
    json!({ "enum": Method::ALL.map(|method| method.name()) })
}

pub fn whole() -> Value {
    json!({ "type": "number", "multipleOf": 1 })
}

pub fn choice() -> Value {
    json!({ "anyOf": [whole(), { "type": "string" }] })
}

pub fn choices() -> Value {
    json!({ "type": "array", "items": choice(), "minItems": 1 })
}
