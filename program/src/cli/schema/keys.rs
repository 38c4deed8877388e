//! Definition of each key: its kind of value and the words that editors show.

use luztar::laws::Range;
use luztar::network::keys::ELEMENTS;
use luztar::network::{AppliedReaction, Drive, ElementForm, ElementNumber, spring_keys};
use serde_json::{Value, json};

use super::values::{
    applied, between, bodies, choice, choices, described, matrix, method, number, or_formula,
    radii, reference, whole, word,
};
use super::{contact, own_law};

/// Tables of elements: an element has a name, and may come as several tables under conditions.
pub fn of_elements() -> impl Iterator<Item = &'static str> {
    ELEMENTS.into_iter().chain(ElementForm::names())
}

/// Kind of the value behind a key.
#[derive(Clone, Copy)]
enum Kind {
    Text,
    Flag,
    /// A number that is no parameter, greater than, or at least, 0.
    Positive,
    NotNegative,
    Number(Range),
    Input,
    /// A number or an input.
    Signal(Range),
    Words(&'static [&'static str]),
    /// The words of laws or of regularisations.
    Law(&'static str),
    /// A schema of its own.
    Special(fn() -> Value),
}
use Kind::{Flag, Input, Law, NotNegative, Number, Positive, Signal, Special, Text, Words};

const ANY: Range = Range::Any;
const FROM_ZERO: Range = Range::NotNegative;
const ABOVE_ZERO: Range = Range::Positive;

/// Keys with what they are; those of several tables without a table.
const KEYS: &[(&str, &str, Kind, &str)] = &[
    ("file", "model", Special(|| reference("model")), "name and description of the model"),
    ("file", "option", Special(options), "build options"),
    (
        "file",
        "experiment",
        Special(|| reference("experiment")),
        "settings of the default simulation",
    ),
    ("file", "constant", Special(constants), "named numbers for formulas: lead = \"10 mm\""),
    ("file", "law", Special(laws), "user-defined friction laws"),
    ("file", "body", Special(|| elements("body")), "what moves along one axis"),
    (
        "file",
        "inertia",
        Special(|| elements("inertia")),
        "bodies that their inertia couples: blocks of the mass matrix",
    ),
    (
        "file",
        "port",
        Special(|| elements("port")),
        "ports of one mechanism of a host, with its inverse mass matrix",
    ),
    ("file", "contact", Special(|| elements("contact")), "dry friction between two ends"),
    (
        "file",
        "coupling",
        Special(|| elements("coupling")),
        "rigid shafts and gear pairs: no slip between two ends",
    ),
    ("file", "spring", Special(|| elements("spring")), "springs, with or without backlash"),
    ("file", "damper", Special(|| elements("damper")), "viscous dampers"),
    ("file", "force", Special(|| elements("force")), "force elements by formula"),
    ("file", "potential", Special(|| elements("potential")), "energies of positions, by formula"),
    ("model", "name", Special(name), "name of the FMU: letters, digits and _, at most 40"),
    ("model", "reference", Text, "literature"),
    ("model", "equations", Special(equations), "equations for the documentation of the FMU"),
    (
        "model",
        "diagnostics",
        Words(&["output", "local"]),
        "whether counts, states and energies are outputs or local",
    ),
    ("equation", "text", Text, "the equation"),
    ("option", "default", Special(choice), "default value"),
    ("option", "values", Special(choices), "all values: whole numbers or texts"),
    ("option", "min", Special(whole), "the least whole number"),
    ("option", "max", Special(whole), "the greatest whole number"),
    ("experiment", "stopTime", Positive, "end of the run, s; 1 without it"),
    ("experiment", "stepSize", Positive, "communication step, s; 0.001 without it"),
    (
        "experiment",
        "relativeTolerance",
        Positive,
        "relative error of the integration, 1e-14 to 1e-2",
    ),
    ("experiment", "method", Special(method), "events, or time stepping by moreau"),
    (
        "experiment",
        "moreauStep",
        NotNegative,
        "longest step of the time stepping, s; 0: the communication step",
    ),
    ("experiment", "inputsAtStepEnd", Flag, "true: inputs are values at the end of the next step"),
    ("experiment", "predict", Flag, "true: the model has the output nextEventTime"),
    ("body", "axis", Words(&["translation", "rotation"]), "translation without it"),
    (
        "body",
        "motion",
        Words(&["free", "fixed", "prescribed", "port"]),
        "moved by forces, at rest, moved by inputs, or a flange of a host's mechanism",
    ),
    ("body", "by", Words(&Drive::WORDS), "which inputs move a prescribed body"),
    ("body", "excitation", Special(|| reference("excitation")), "harmonic force a·cos(ω·t + φ)"),
    ("body", "mass", Number(FROM_ZERO), "kg; 0: a massless body"),
    ("body", "inertia", Number(FROM_ZERO), "kg·m²; 0: a massless body"),
    ("body", "position", Signal(ANY), "initial position, m; an input of a prescribed body"),
    ("body", "angle", Signal(ANY), "initial angle, rad; an input of a prescribed body"),
    ("body", "velocity", Signal(ANY), "initial velocity, m/s; an input of a prescribed body"),
    (
        "body",
        "angularVelocity",
        Signal(ANY),
        "initial angular velocity, rad/s; an input of a prescribed body",
    ),
    ("body", "acceleration", Input, "of a prescribed body, m/s²"),
    ("body", "angularAcceleration", Input, "of a prescribed body, rad/s²"),
    ("body", "force", Input, "external force, N"),
    ("body", "torque", Input, "external torque, N·m"),
    ("body", "constantForce", Number(ANY), "N, such as the weight"),
    ("body", "constantTorque", Number(ANY), "N·m"),
    (
        "body",
        "effectiveMass",
        Signal(FROM_ZERO),
        "effective mass of the host at a port, kg; 0: prescribed motion",
    ),
    (
        "body",
        "effectiveInertia",
        Signal(FROM_ZERO),
        "effective inertia of the host at a port, kg·m²; 0: prescribed motion",
    ),
    ("body", "appliedForce", Special(applied), "all other forces on a port, N"),
    ("body", "appliedTorque", Special(applied), "all other torques on a port, N·m"),
    ("inertia", "bodies", Special(bodies), "free bodies with masses, each in one block at most"),
    (
        "inertia",
        "matrix",
        Special(matrix),
        "symmetric, positive definite, with the masses of the bodies on its diagonal",
    ),
    ("port", "joints", Special(bodies), "ports without `effectiveMass`, each in one list at most"),
    (
        "port",
        "inverseMass",
        Special(matrix),
        "W = B M⁻¹ Bᵀ at the ports: symmetric, positive definite; start values of inputs",
    ),
    (
        "body",
        "flange",
        Flag,
        "true: outputs for the effective mass and the force that accelerates it",
    ),
    (
        "applied",
        "estimate",
        Words(&AppliedReaction::WORDS),
        "output that the host applies: of the step that was made, or of the next one",
    ),
    (
        "applied",
        "start",
        Special(|| reference("plain")),
        "estimate in the first step, N or N·m; 0 without it",
    ),
    ("excitation", "amplitude", Number(ANY), "N or N·m"),
    ("excitation", "angularFrequency", Number(FROM_ZERO), "rad/s"),
    ("excitation", "phase", Number(ANY), "rad; 0 without it"),
    ("contact", "law", Law("law"), "friction law; `luztar describe --laws` explains all"),
    (
        "contact",
        "regularisation",
        Law("regularisation"),
        "a continuous law, or a window of velocity, in place of the exact one",
    ),
    (
        "contact",
        "normalForce",
        Signal(FROM_ZERO),
        "normal load, N; without it the parameters of the law are forces",
    ),
    (
        "contact",
        "effectiveRadius",
        Number(ABOVE_ZERO),
        "radius at which the friction of a rotational contact acts, m",
    ),
    ("contact", "loadSpring", Text, "spring whose force adds to the normal load"),
    ("contact", "loadFactor", Number(ANY), "normal load per force of that spring"),
    (
        "contact",
        "surfaceVelocity",
        Signal(ANY),
        "velocity of the moving surface of the second end, m/s or rad/s",
    ),
    (
        "contact",
        "surfaceAcceleration",
        Signal(ANY),
        "derivative of that velocity within a step, m/s² or rad/s²",
    ),
    (
        "contact",
        "appliedForce",
        Input,
        "force that friction balances while stuck; where neither end is free",
    ),
    ("spring", "stiffness", Number(ANY), "N/m or N·m/rad"),
    (
        "spring",
        "offset",
        Number(ANY),
        "deflection at which the spring is free, or from which its gap counts, m or rad",
    ),
    ("spring", "preload", Number(ANY), "force at the offset, N or N·m"),
    ("spring", "backlash", Number(FROM_ZERO), "total gap, m or rad, half of it on either side"),
    (
        "spring",
        "gap",
        Special(gap),
        "lower and upper edge of the gap, m or rad, of which one may be infinite",
    ),
    ("spring", "force", Text, "by formula of deflection e and rate: k*e + k3*e^3, N"),
    ("spring", "torque", Text, "the same of a rotational spring, N·m"),
    ("force", "force", Text, "by formula of e, rate, t and its own names, N"),
    ("force", "torque", Text, "the same of a rotational force element, N·m"),
    ("potential", "energy", Text, "by formula of positions, as joint1.angle, J"),
    ("", "parameter", Special(named_numbers), "parameters that the formula names"),
    ("", "input", Special(named_inputs), "inputs that the formula names"),
    ("", "define", Special(named_texts), "names for parts of the formula"),
    ("", "damping", Number(FROM_ZERO), "N·s/m or N·m·s/rad"),
    ("", "between", Special(between), "one or two bodies, or a body and \"ground\""),
    ("", "ratio", Number(ANY), "p of the second body, not 0: w = v_a − p·v_b"),
    ("", "radii", Special(radii), "w = r_a·v_a − r_b·v_b; one number beside the ground"),
    ("", "description", Special(|| reference("text")), "free text"),
    ("", "when", Text, "condition of build options under which it exists"),
    ("", "repeat", Special(repeat), "one element for each value of the indices: { i = [1, 10] }"),
];

/// Returns the schema of a key; without description for a key that nobody has described, which a test refuses.
pub fn property(table: &str, key: &str) -> Value {
    let found = KEYS.iter().find(|(of, name, ..)| (*of == table || of.is_empty()) && *name == key);
    let Some((.., kind, description)) = found else {
        return declared(table, key).unwrap_or(json!({}));
    };
    let schema = match *kind {
        Text => reference("text"),
        Flag => reference("flag"),
        Positive => or_formula(json!({ "type": "number", "exclusiveMinimum": 0 })),
        NotNegative => or_formula(json!({ "type": "number", "minimum": 0 })),
        Number(range) => reference(number(range)),
        Input => reference("input"),
        Signal(range) => json!({ "anyOf": [reference(number(range)), reference("input")] }),
        Words(words) => word(words.iter().copied()),
        Law(which) => contact::words(which),
        Special(schema) => schema(),
    };
    described(schema, description)
}

/// Returns the schema of the tables of a declared kind of element, or of one of its numbers or those of a kind of spring.
fn declared(table: &str, key: &str) -> Option<Value> {
    if let Some(form) = ElementForm::named(key).filter(|_| table == "file") {
        return Some(described(elements(form.name), &form.description));
    }
    if let Some((_, text)) = spring_keys().find(|(name, _)| table == "spring" && *name == key) {
        return Some(described(reference(number(ANY)), &text));
    }
    let form = ElementForm::named(table)?;
    let known = form.parameters.iter().find(|one| one.name == key)?;
    Some(described(reference(number(known.range)), &told(known)))
}

/// Describes a parameter of an element: `drag coefficient, N·s²/m²; 1 without it`.
fn told(number: &ElementNumber) -> String {
    let units = number.units();
    let unit = if units.is_empty() { String::new() } else { format!(", {units}") };
    let default = number.default.map_or(String::new(), |value| format!("; {value} without it"));
    format!("{}{unit}{default}", number.in_full())
}

/// Returns the keys that a table must have.
pub fn required(table: &str) -> Vec<String> {
    if let Some(form) = ElementForm::named(table) {
        let needed = form.parameters.iter().filter(|one| one.default.is_none());
        let needed = needed.map(|one| one.name.clone());
        return std::iter::once("between".to_owned()).chain(needed).collect();
    }
    let keys: &[&str] = match table {
        "file" => &["model"],
        "model" => &["name"],
        "equation" => &["text"],
        "option" => &["default"],
        "excitation" => &["amplitude", "angularFrequency"],
        "applied" => &["estimate"],
        "contact" => &["between", "law"],
        "coupling" | "spring" | "force" => &["between"],
        "potential" => &["energy"],
        "damper" => &["between", "damping"],
        "inertia" => &["bodies", "matrix"],
        "port" => &["joints", "inverseMass"],
        _ => &[],
    };
    keys.iter().map(|key| (*key).to_owned()).collect()
}

fn name() -> Value {
    json!({ "type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_]{0,39}$" })
}

fn elements(kind: &str) -> Value {
    let one = reference(kind);
    json!({
        "type": "object",
        "propertyNames": name(),
        "additionalProperties": { "anyOf": [one, { "type": "array", "items": one, "minItems": 1 }] },
    })
}

fn options() -> Value {
    json!({ "type": "object", "propertyNames": name(), "additionalProperties": reference("option") })
}

fn constants() -> Value {
    let number = or_formula(json!({ "type": "number" }));
    json!({ "type": "object", "propertyNames": name(), "additionalProperties": number })
}

/// Makes the schema of numbers and lists of numbers with names of their own.
fn named_numbers() -> Value {
    let one = json!({ "type": ["number", "string", "array", "object"] });
    json!({ "type": "object", "propertyNames": name(), "additionalProperties": one })
}

fn named_inputs() -> Value {
    let one = json!({ "type": ["string", "object"] });
    json!({ "type": "object", "propertyNames": name(), "additionalProperties": one })
}

fn named_texts() -> Value {
    let text = reference("text");
    json!({ "type": "object", "propertyNames": name(), "additionalProperties": text })
}

fn laws() -> Value {
    let own = reference(own_law::NAME);
    json!({ "type": "object", "propertyNames": name(), "additionalProperties": own })
}

fn equations() -> Value {
    let one = json!({ "anyOf": [{ "type": "string" }, reference("equation")] });
    json!({ "anyOf": [one, { "type": "array", "items": one }] })
}

fn gap() -> Value {
    json!({ "type": "array", "items": reference("number"), "minItems": 2, "maxItems": 2 })
}

fn repeat() -> Value {
    let end = json!({ "anyOf": [{ "type": "number", "minimum": 0, "multipleOf": 1 }, { "type": "string" }] });
    json!({
        "type": "object",
        "minProperties": 1,
        "maxProperties": 3,
        "propertyNames": name(),
        "additionalProperties": { "type": "array", "items": end, "minItems": 2, "maxItems": 2 },
    })
}
