//! Keys of network files, table by table: the reader refuses all others, the manual page names each.

use super::axis::AxisWords;
use super::characteristic;
use super::force::ForceKind;
use super::form::ElementForm;
pub use super::form::MOTION;
pub(super) use super::names::ENDS;
use crate::laws::{LawKind, LawParameter, RegularisationKind};

/// Tables of the file beside kinds of elements.
const FILE: &[&str] = &["model", "option", CONSTANT, "experiment", "law"];
/// Kinds of elements that are not declared by files of their own.
pub const ELEMENTS: [&str; 9] =
    ["body", "inertia", "port", "contact", "coupling", "spring", "damper", "force", "potential"];
/// Table of the file whose keys are names of its own.
pub(super) const CONSTANT: &str = "constant";
/// Words that no constant can have as its name, beside units, functions, π and motions of formulas.
pub const NO_CONSTANTS: [&str; 4] = ["and", "or", "not", "input"];
pub(super) const MODEL: &[&str] = &["name", "description", "reference", "equations", "diagnostics"];
/// Keys of an equation that holds only with some options.
pub(super) const EQUATION: &[&str] = &["text", "when"];
pub(super) const OPTION: &[&str] = &["default", "values", "min", "max", "description"];
pub(super) const EXPERIMENT: &[&str] = &[
    "stopTime",
    "stepSize",
    "relativeTolerance",
    "method",
    "moreauStep",
    "inputsAtStepEnd",
    "predict",
];
/// Keys of a body beside the words of its axis ([`super::axis`]).
pub(super) const BODY: &[&str] =
    &["description", "when", "repeat", "axis", "motion", "by", "excitation", FLANGE];
/// Key of a body whose effective mass and free force are outputs.
pub(super) const FLANGE: &str = "flange";
/// Keys of bodies that their inertia couples.
pub(super) const INERTIA: &[&str] = &["description", "when", "bodies", "matrix"];
/// Keys of ports on one mechanism of a host.
pub(super) const PORT: &[&str] = &["description", "when", "joints", "inverseMass"];
/// The force on a port that is no input, and in full.
pub(super) const ESTIMATE: &str = "estimate";
pub(super) const APPLIED: &[&str] = &[ESTIMATE, "start"];
pub(super) const EXCITATION: &[&str] = &["amplitude", "angularFrequency", "phase"];
/// The normal load of a contact.
pub(super) const NORMAL_FORCE: &str = "normalForce";
/// Keys of a contact beside the ends and the parameters of its law.
pub(super) const CONTACT: &[&str] = &[
    "law",
    "regularisation",
    "normalForce",
    "effectiveRadius",
    "loadSpring",
    "loadFactor",
    "surfaceVelocity",
    "surfaceAcceleration",
    "appliedForce",
];
/// Total width of a gap that is centred.
pub(super) const BACKLASH: &str = "backlash";
/// Lower and upper edge of a gap.
pub(super) const GAP: &str = "gap";
pub(super) const DAMPER: &[&str] = &["damping"];
/// Tables of a formula's names beside those of the motion.
pub(super) const NAMED: &[&str] = &["parameter", "input", DEFINE];
/// Table of names for parts of a formula.
pub(super) const DEFINE: &str = "define";
/// A formula of a spring or force element, by its axis.
pub(super) const FORCE: &[&str] = &["force", "torque"];
pub(super) const POTENTIAL: &[&str] = &["description", "when", "repeat", "energy"];
/// A number in full.
pub(super) const NUMBER: &[&str] = &["value", "min", "max", "constant", "description"];
/// An input in full.
pub(super) const INPUT: &[&str] = &["input", "start", "description"];

/// Synonyms of the keys, in lower case; of several keys the first that a table has.
const SYNONYMS: &[(&[&str], &[&str])] = &[
    (
        &["mu", "mukinetic", "mudynamic", "coefficient", "frictioncoefficient"],
        &["kineticCoefficient"],
    ),
    (&["mu0", "mustatic"], &["staticCoefficient"]),
    (
        &[
            "friction",
            "coulomb",
            "dynamicfriction",
            "slidingfriction",
            "kinetictorque",
            "frictiontorque",
        ],
        &["kineticFriction"],
    ),
    (&["stiction", "breakaway", "breakawayforce", "statictorque"], &["staticFriction"]),
    (&["stribeckspeed"], &["stribeckVelocity"]),
    (&["sigma2", "viscousfriction"], &["viscous"]),
    (&["radius", "meanradius"], &["effectiveRadius", "radii"]),
    (&["beltvelocity", "beltspeed", "speed", "velocity"], &["surfaceVelocity"]),
    (&["k", "c_spring", "springconstant", "rate", "springrate"], &["stiffness"]),
    (&["c", "d", "b", "damper", "dampingconstant"], &["damping", "viscous"]),
    (&["play", "clearance", "deadband", "deadzone", "slack"], &[BACKLASH]),
    (&["freelength", "restlength", "neutral", "s_rel0", "phi_rel0", "e0", "l0"], &["offset"]),
    (&["pretension", "prestress", "f0", "initialforce"], &["preload"]),
    (&["m"], &["mass"]),
    (&["j", "momentofinertia"], &["inertia"]),
    (&["x", "x0", "z0", "phi", "phi0", "displacement"], &["position", "angle"]),
    (&["v", "v0", "speed"], &["velocity", "angularVelocity"]),
    (&["w", "w0", "omega", "omega0"], &["angularVelocity"]),
    (&["f"], &["force", "torque"]),
    (&["normalload", "load", "n", "pressingforce"], &["normalForce"]),
    (&["tolerance", "rtol", "reltol"], &["relativeTolerance"]),
    (&["step", "dt", "h"], &["stepSize"]),
    (&["stop", "end", "endtime", "duration", "tend"], &["stopTime"]),
    (&["bodies", "ends", "connects", "joins", "on", "connect"], &["between"]),
    (&["fixed", "prescribed"], &["motion"]),
    (&["type", "model"], &["law"]),
    (&["kind", "type", "domain", "dof"], &["axis"]),
    (&["mass", "slider", "rotor", "part", "wheel", "ground"], &["body"]),
    (&["clutch", "brake", "friction", "bearing", "guide", "freewheel"], &["contact"]),
    (&["gear", "gears", "shaft", "joint", "link", "constraint", "pulley"], &["coupling"]),
    (&["stop", "endstop", "elastogap", "backlash", "rope"], &["spring"]),
    (&["actuator", "motor", "controller", "excitation", "torque"], &["force"]),
    (&["simulation", "solver", "settings"], &["experiment"]),
    (&["constants", "parameter", "parameters", "variable", "variables"], &[CONSTANT]),
];

/// Returns the key of a table that is meant by another word.
pub fn meant<'v>(word: &str, valid: &[&'v str]) -> Option<&'v str> {
    let word = word.to_lowercase();
    let known = SYNONYMS.iter().filter(|(words, _)| words.contains(&word.as_str()));
    let mut keys = known.flat_map(|(_, keys)| keys.iter());
    keys.find_map(|key| valid.iter().copied().find(|valid| valid == key))
}

/// Advice for a spring in series with friction.
const IN_SERIES: &str = "is no element: a spring in series with dry friction is a [contact.NAME] with law \"dahl\", \
     `bristleStiffness` and `dahlExponent = 0`";
/// Advice for a body on a slope.
const SLOPE: &str =
    "a body has no slope: give its weight along the axis as `constantForce`, N, with its sign";
/// Advice for the capacity of a clutch.
const CAPACITY: &str = "a contact has no torque: give its capacity in N·m as `normalForce`, with `effectiveRadius = 1` and \
     `kineticCoefficient = 1`";
/// Keys of springs that do not go with a formula, and the advice for them.
const NOT_BY_FORMULA: &[&str] =
    &["stiffness", "cubic", "damping", "offset", "preload", BACKLASH, GAP];
const BY_FORMULA: &str =
    "is not for an element with a formula: `force` (`torque`) is the whole force";
/// Advice for a key that does not exist; by the word and a key of the table that it stands in.
const ADVICE: &[(&str, &str, &str)] = &[
    (
        "preload",
        "kineticFriction",
        "a contact has no `preload`: its load is `normalForce`, a number or \"input\"",
    ),
    (
        "stiffness",
        "normalForce",
        "a contact has friction alone: a spring beside it is [spring.NAME], between the same bodies; one in series with it \
         is law \"dahl\" with `bristleStiffness` and `dahlExponent = 0`",
    ),
    (
        "surfaces",
        "normalForce",
        "a contact has one surface: multiply its `normalForce` by their number",
    ),
    ("slope", "constantForce", SLOPE),
    ("incline", "constantForce", SLOPE),
    ("maxTorque", "normalForce", CAPACITY),
    ("torque", "normalForce", CAPACITY),
    ("capacity", "normalForce", CAPACITY),
    ("jenkins", "spring", IN_SERIES),
    ("maxwell", "spring", IN_SERIES),
    (
        "kineticFriction",
        "stiffness",
        "a spring has no friction: beside it that is a [contact.NAME] between the same bodies; in series with it, law \
         \"dahl\" with `bristleStiffness` and `dahlExponent = 0`",
    ),
    (
        "force",
        "normalForce",
        "a contact has friction alone: forces by formula are [force.NAME], constant ones and inputs `force` of a body",
    ),
    (
        "mu",
        "mass",
        "friction belongs to a contact: [contact.NAME] with `between`, `law`, `normalForce` and `kineticCoefficient`",
    ),
    ("gravity", "mass", "a body has no gravity: give its weight along the axis as `constantForce`"),
    (
        "weight",
        "mass",
        "a body has a `mass`, kg: give its weight along the axis as `constantForce`, N, with its sign",
    ),
    (
        "restitution",
        "stiffness",
        "a spring has no `restitution`: give `damping`, or an element with loss, as [huntCrossley.NAME]",
    ),
    (
        "stop",
        "spring",
        "is no element: an end stop is [spring.NAME] with a `gap`, or [huntCrossley.NAME]",
    ),
    (
        "friction",
        "mass",
        "friction belongs to a contact: [contact.NAME] with `between`, `law` and `kineticFriction`",
    ),
];

/// Returns the advice on a word in a table that has these keys.
pub(super) fn advice(word: &str, valid: &[&str]) -> Option<&'static str> {
    let fits = |(other, key, _): &&(&str, &str, &str)| {
        word.eq_ignore_ascii_case(other) && valid.contains(key)
    };
    let by_formula = NOT_BY_FORMULA.iter().any(|key| word.eq_ignore_ascii_case(key))
        && FORCE.iter().chain([&DEFINE]).all(|key| valid.contains(key));
    let found = ADVICE.iter().find(fits).map(|(_, _, advice)| *advice);
    found.or(by_formula.then_some(BY_FORMULA))
}

/// Names that no element can have: the ground, the time, and the variables of a unit as a whole, which
/// would clash with the element's structured names in Modelica tools.
pub const RESERVED: &[&str] = &[
    "ground",
    "time",
    "method",
    "moreauStep",
    "inputsAtStepEnd",
    "stopAtEvents",
    "relativeTolerance",
    "predictionHorizon",
    "portTimeConstant",
    "indeterminate",
    "eventCount",
    "lastEventTime",
    "nextEventTime",
];

/// Outputs of a contact, whose names its numbers and inputs cannot have.
pub(super) const OUTPUTS: [&str; 11] = [
    "frictionForce",
    "meanFrictionForce",
    "slipVelocity",
    "normalLoad",
    "dissipatedEnergy",
    "dissipatedPower",
    "state",
    "stuck",
    "lastEventTime",
    "stickToSlipCount",
    "slipToStickCount",
];

/// Returns the keys of springs.
pub(super) fn spring() -> Vec<&'static str> {
    let kinds = characteristic::keys().map(|key| key.name);
    let others = ["damping", "offset", "preload", BACKLASH, GAP];
    ["stiffness"].into_iter().chain(kinds).chain(others).collect()
}

/// Returns every kind of table with its keys: `("spring", ["description", "between", …])`.
pub fn tables() -> Vec<(&'static str, Vec<String>)> {
    let own = |keys: &[&str]| keys.iter().map(|key| (*key).to_owned()).collect::<Vec<_>>();
    let mut tables = vec![
        ("file", own(&file())),
        ("model", own(MODEL)),
        ("equation", own(EQUATION)),
        ("option", own(OPTION)),
        ("experiment", own(EXPERIMENT)),
        ("body", own(&body())),
        ("excitation", own(EXCITATION)),
        ("applied", own(APPLIED)),
        ("inertia", own(INERTIA)),
        ("port", own(PORT)),
        ("contact", own(&[ENDS, CONTACT, NAMED].concat())),
        ("coupling", own(ENDS)),
        ("law", own(&law(&LawKind::all()))),
        ("spring", own(&[ENDS, &spring(), FORCE, NAMED].concat())),
        ("damper", own(&[ENDS, DAMPER].concat())),
        ("force", own(&[ENDS, FORCE, NAMED].concat())),
        ("potential", own(&[POTENTIAL, NAMED].concat())),
        ("number", own(NUMBER)),
        ("input", own(INPUT)),
    ];
    tables.extend(ElementForm::all().iter().map(|form| (form.name, own(&element(form)))));
    tables
}

/// Returns the keys of a file, each of which is a table.
pub(super) fn file() -> Vec<&'static str> {
    FILE.iter().copied().chain(ELEMENTS).chain(ElementForm::names()).collect()
}

/// Returns the keys of an element of a declared kind.
pub(super) fn element(form: &ElementForm) -> Vec<&str> {
    let numbers = form.parameters.iter().map(|number| number.name.as_str());
    ENDS.iter().copied().chain(numbers).collect()
}

/// Returns the keys of a body, for both axes.
pub(super) fn body() -> Vec<&'static str> {
    let [translation, rotation] = super::axis::ALL;
    [BODY, &translation.keys(), &rotation.keys()].concat()
}

/// Returns the keys of a body along an axis.
pub(super) fn body_along(axis: &AxisWords) -> Vec<&'static str> {
    [BODY, &axis.keys()].concat()
}

/// Returns the keys of a force by formula.
pub(super) fn force(kind: ForceKind) -> Vec<&'static str> {
    match kind {
        ForceKind::Load | ForceKind::Spring => [ENDS, FORCE, NAMED].concat(),
        ForceKind::Potential => [POTENTIAL, NAMED].concat(),
        // Those of its contact.
        ForceKind::NormalForce => Vec::new(),
    }
}

/// Returns the keys of a contact with one of `laws`, with and without a normal load, which may be a formula.
pub(super) fn contact(laws: &[LawKind]) -> Vec<&str> {
    [ENDS, CONTACT, NAMED, &law(laws)].concat()
}

/// Returns the keys of a contact with one of `laws` that hold whatever they have to.
pub(super) fn constraint(laws: &[LawKind]) -> Vec<&str> {
    let own = laws.iter().flat_map(|law| law.parameters()).map(|number| &*number.name);
    let surface = ["law", "surfaceVelocity", "surfaceAcceleration"];
    ENDS.iter().copied().chain(surface).chain(own).collect()
}

/// True if a word is a key of every contact.
pub(super) fn is_of_contact(word: &str) -> bool {
    [ENDS, CONTACT, NAMED].into_iter().flatten().any(|key| *key == word)
}

/// Returns the keys of the numbers of `laws` and of regularisations, with and without a normal load.
fn law(laws: &[LawKind]) -> Vec<&str> {
    let own = laws.iter().flat_map(|law| law.parameters());
    let regularisations = RegularisationKind::ALL.iter().map(|kind| kind.parameter());
    let mut keys = Vec::new();
    for LawParameter { name, loaded_name, .. } in own.chain(regularisations) {
        for key in [name, loaded_name] {
            if !keys.contains(&key.as_ref()) {
                keys.push(key.as_ref());
            }
        }
    }
    keys
}
