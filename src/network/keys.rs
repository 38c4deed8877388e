//! Keys of network files, table by table: the reader refuses all others, the manual page names each.

use super::force::ForceKind;
use super::form::ElementForm;
pub(super) use super::names::ENDS;
use crate::laws::{LawKind, LawParameter, RegularisationKind};

/// Beside the kinds of elements that are declared.
const FILE: &[&str] = &[
    "unit",
    "option",
    CONSTANT,
    "experiment",
    "law",
    "body",
    "inertia",
    "port",
    "contact",
    "coupling",
    "spring",
    "damper",
    "load",
    "potential",
];
/// Table of the file whose keys are names of its own.
pub(super) const CONSTANT: &str = "constant";
pub(super) const UNIT: &[&str] = &["name", "description", "source", "equations", "diagnostics"];
/// An equation that is told only with some options.
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
/// Beside the words of its axis ([`super::axis`]).
pub(super) const BODY: &[&str] =
    &["description", "when", "repeat", "axis", "motion", "by", "source"];
/// Of bodies that their inertia couples.
pub(super) const INERTIA: &[&str] = &["description", "when", "bodies", "matrix"];
/// Of ports on one mechanism of a host.
pub(super) const PORT: &[&str] = &["description", "when", "joints", "inverseMass"];
pub(super) const SOURCE: &[&str] = &["amplitude", "angularFrequency", "phase"];
/// The normal load of a contact.
pub(super) const NORMAL_FORCE: &str = "normalForce";
/// Beside the ends and the numbers of its law.
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
pub(super) const SPRING: &[&str] =
    &["stiffness", "cubic", "damping", "offset", "preload", FREEPLAY];
/// Half of a gap, or a list of where it begins and ends.
pub(super) const FREEPLAY: &str = "freeplay";
pub(super) const DAMPER: &[&str] = &["damping"];
/// What a formula names beside the motion.
pub(super) const NAMED: &[&str] = &["parameter", "input"];
/// A formula of a spring or load, by its axis.
pub(super) const FORCE: &[&str] = &["force", "torque"];
pub(super) const POTENTIAL: &[&str] = &["description", "when", "repeat", "energy"];
/// A number in full.
pub(super) const NUMBER: &[&str] = &["value", "min", "max", "constant", "description"];
/// An input in full.
pub(super) const INPUT: &[&str] = &["input", "start", "description"];

/// What others call the keys, in lower case; of several keys the first that a table has.
const SYNONYMS: &[(&[&str], &[&str])] = &[
    (
        &["mu", "muk", "mu_k", "mukinetic", "mudynamic", "coefficient", "frictioncoefficient"],
        &["kineticCoefficient"],
    ),
    (&["mus", "mu_s", "mu0", "mustatic"], &["staticCoefficient"]),
    (
        &["friction", "fc", "fk", "coulomb", "dynamicfriction", "slidingfriction"],
        &["kineticFriction"],
    ),
    (&["fs", "stiction", "breakaway", "breakawayforce"], &["staticFriction"]),
    (&["vs", "stribeckspeed"], &["stribeckVelocity"]),
    (&["k", "c_spring", "springconstant", "rate", "springrate"], &["stiffness"]),
    (&["c", "d", "b", "damper", "dampingconstant"], &["damping", "viscous"]),
    (&["backlash", "play", "gap", "clearance", "deadband", "deadzone", "slack"], &[FREEPLAY]),
    (&["freelength", "restlength", "neutral", "s_rel0", "phi_rel0", "e0", "l0"], &["offset"]),
    (&["pretension", "prestress", "f0", "initialforce"], &["preload"]),
    (&["m", "weight"], &["mass"]),
    (&["j", "momentofinertia"], &["inertia"]),
    (&["x", "x0", "z0", "phi", "phi0", "displacement"], &["position", "angle"]),
    (&["v", "v0", "speed"], &["velocity"]),
    (&["w", "w0", "omega", "omega0"], &["angularVelocity"]),
    (&["f"], &["force"]),
    (&["normalload", "load", "n", "pressingforce"], &["normalForce"]),
    (&["tolerance", "rtol", "reltol"], &["relativeTolerance"]),
    (&["step", "dt", "h"], &["stepSize"]),
    (&["stop", "end", "endtime", "duration", "tend"], &["stopTime"]),
    (&["bodies", "ends", "connects", "joins"], &["between"]),
    (&["type", "model"], &["law"]),
];

/// The key of a table that somebody means by another word.
pub(super) fn meant<'v>(word: &str, valid: &[&'v str]) -> Option<&'v str> {
    let word = word.to_lowercase();
    let known = SYNONYMS.iter().filter(|(words, _)| words.contains(&word.as_str()));
    let mut keys = known.flat_map(|(_, keys)| keys.iter());
    keys.find_map(|key| valid.iter().copied().find(|valid| valid == key))
}

/// Of a spring with a formula.
const BY_FORMULA: &str =
    "with a formula there is no such key: `force` (`torque`) says the whole force";
/// What to do instead of giving a key that there is not; by the word and a key of the table that it stands in.
const ADVICE: &[(&str, &str, &str)] = &[
    (
        "preload",
        "kineticFriction",
        "a contact has no `preload`: its load is `normalForce`, a number or \"input\"",
    ),
    (
        "stiffness",
        "normalForce",
        "a contact has friction alone: springs are [spring.NAME], between the same bodies",
    ),
    (
        "force",
        "normalForce",
        "a contact has friction alone: forces by formula are [load.NAME], constant ones and inputs `force` of a body",
    ),
    ("stiffness", "force", BY_FORMULA),
    ("cubic", "force", BY_FORMULA),
    ("damping", "force", BY_FORMULA),
    ("offset", "force", BY_FORMULA),
    ("preload", "force", BY_FORMULA),
    (FREEPLAY, "force", BY_FORMULA),
    (
        "mu",
        "mass",
        "friction belongs to a contact: [contact.NAME] with `between`, `law`, `normalForce` and `kineticCoefficient`",
    ),
    (
        "friction",
        "mass",
        "friction belongs to a contact: [contact.NAME] with `between`, `law` and `kineticFriction`",
    ),
];

/// The advice on a word in a table that has these keys.
pub(super) fn advice(word: &str, valid: &[&str]) -> Option<&'static str> {
    let fits = |(other, key, _): &&(&str, &str, &str)| {
        word.eq_ignore_ascii_case(other) && valid.contains(key)
    };
    ADVICE.iter().find(fits).map(|(_, _, advice)| *advice)
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

/// Every kind of table with its keys: `("spring", ["description", "between", …])`.
pub fn tables() -> Vec<(&'static str, Vec<String>)> {
    let own = |keys: &[&str]| keys.iter().map(|key| (*key).to_owned()).collect::<Vec<_>>();
    let mut tables = vec![
        ("file", own(&file())),
        ("unit", own(UNIT)),
        ("equation", own(EQUATION)),
        ("option", own(OPTION)),
        ("experiment", own(EXPERIMENT)),
        ("body", own(&body())),
        ("source", own(SOURCE)),
        ("inertia", own(INERTIA)),
        ("port", own(PORT)),
        ("contact", own(&[ENDS, CONTACT, NAMED].concat())),
        ("coupling", own(ENDS)),
        ("law", own(&law(&LawKind::all()))),
        ("spring", own(&[ENDS, SPRING, FORCE, NAMED].concat())),
        ("damper", own(&[ENDS, DAMPER].concat())),
        ("load", own(&[ENDS, FORCE, NAMED].concat())),
        ("potential", own(&[POTENTIAL, NAMED].concat())),
        ("number", own(NUMBER)),
        ("input", own(INPUT)),
    ];
    tables.extend(ElementForm::all().iter().map(|form| (form.name, own(&element(form)))));
    tables
}

/// Keys of a file, each of which is a table.
pub(super) fn file() -> Vec<&'static str> {
    FILE.iter().copied().chain(ElementForm::names()).collect()
}

/// Keys of an element of a declared kind.
pub(super) fn element(form: &ElementForm) -> Vec<&str> {
    let numbers = form.parameters.iter().map(|number| number.name.as_str());
    ENDS.iter().copied().chain(numbers).collect()
}

/// Keys of a body, for both axes.
pub(super) fn body() -> Vec<&'static str> {
    let [translation, rotation] = super::axis::ALL;
    [BODY, &translation.keys(), &rotation.keys()].concat()
}

/// Keys of a force by formula.
pub(super) fn force(kind: ForceKind) -> Vec<&'static str> {
    match kind {
        ForceKind::Load | ForceKind::Spring => [ENDS, FORCE, NAMED].concat(),
        ForceKind::Potential => [POTENTIAL, NAMED].concat(),
        // Those of its contact.
        ForceKind::NormalForce => Vec::new(),
    }
}

/// Keys of a contact with one of `laws`, with and without a normal load, which may be a formula.
pub(super) fn contact(laws: &[LawKind]) -> Vec<&str> {
    [ENDS, CONTACT, NAMED, &law(laws)].concat()
}

/// Keys of the numbers of `laws` and of regularisations, with and without a normal load.
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
