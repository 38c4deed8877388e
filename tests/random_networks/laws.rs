//! Friction laws with random numbers. Forces are of the size of 1 N, velocities of 1 m/s.

use std::sync::LazyLock;

use luztar::laws::{Argument, Law, LawKind, LawShape, LoadUse, Measure, Trend};

use super::draws::Draws;

#[path = "../laws/examples.rs"]
#[allow(dead_code, reason = "other tests use more of it")]
mod examples;

pub type Keys = Vec<(&'static str, String)>;

const WITHOUT_MEMORY: [&str; 11] = [
    "stribeck",
    "exponential",
    "hyperbolic",
    "falling",
    "quadratic",
    "asymmetric",
    "table",
    "piecewise",
    "plateau",
    "fractal",
    "coulomb",
];
const WITH_MEMORY: [&str; 5] = ["dahl", "blimanSorine", "luGre", "antunes", "ostermeyer"];

/// What a contact allows.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// An end without mass.
    pub massless: bool,
    pub loaded: bool,
    /// The load is the sum of a number and a spring's force.
    pub pressed: bool,
}

/// The name of a law.
pub fn name(draws: &mut Draws, place: Place) -> &'static str {
    if place.massless {
        let wanheim = place.loaded && !place.pressed && draws.chance(0.2);
        return if wanheim { "wanheimBay" } else { "coulomb" };
    }
    if draws.chance(0.25) {
        return "coulomb";
    }
    loop {
        let name = match draws.below(10) {
            0..5 => draws.pick(&WITHOUT_MEMORY),
            5..9 => draws.pick(&WITH_MEMORY),
            _ if place.loaded && !place.pressed => "wanheimBay",
            _ => "slipRatio",
        };
        if name != "ostermeyer" || place.loaded {
            return name;
        }
    }
}

/// The built-in law of a name.
fn kind(name: &str) -> &'static LawKind {
    LISTED.iter().find(|kind| kind.name() == name).expect("is built in")
}

/// Read once, for as long as the test.
static LISTED: LazyLock<Vec<LawKind>> = LazyLock::new(LawKind::all);

/// The name of any built-in law that the place allows.
pub fn listed_name(draws: &mut Draws, place: Place) -> &'static str {
    let fits = |kind: &&LawKind| {
        let load = match kind.load_use() {
            LoadUse::Factor => true,
            LoadUse::Required => place.loaded,
            LoadUse::Argument => place.loaded && !place.pressed,
        };
        let constant = kind.trend() == Trend::Constant && kind.states().is_empty();
        load && (constant || !place.massless) && !kind.holds_without_limit()
    };
    let names: Vec<&str> = LISTED.iter().filter(fits).map(LawKind::name).collect();
    draws.pick(&names)
}

/// The keys of a law with numbers about those of its example.
pub fn listed_keys(draws: &mut Draws, name: &str, loaded: bool) -> Keys {
    listed_keys_in(draws, name, loaded, |_| 1.0)
}

/// The same in other units: numbers of a measure are multiplied by a factor.
pub fn listed_keys_in(
    draws: &mut Draws,
    name: &str,
    loaded: bool,
    unit: impl Fn(Measure) -> f64,
) -> Keys {
    let kind = kind(name);
    let example = kind.example().expect("every built-in law has one");
    let mut numbers = example.clone();
    // Numbers that contradict each other are drawn anew.
    for _ in 0..20 {
        for ((parameter, entries), drawn) in
            kind.parameters().iter().zip(&example).zip(&mut numbers)
        {
            let whole = parameter.measure == Measure::Count;
            let factor = if whole { 1.0 } else { draws.mixed(&[1.0], 0.5, 2.0) };
            *drawn = entries.iter().map(|entry| factor * entry).collect();
        }
        if is_right(kind, &numbers) {
            break;
        }
        numbers.clone_from(&example);
    }
    for (parameter, entries) in kind.parameters().iter().zip(&mut numbers) {
        entries.iter_mut().for_each(|entry| *entry *= unit(parameter.measure));
    }
    let law = ("law", format!("{name:?}"));
    [law].into_iter().chain(examples::keys(kind, loaded, &numbers)).collect()
}

fn is_right(kind: &LawKind, numbers: &[Vec<f64>]) -> bool {
    let ends = numbers.iter().scan(0, |end, entries| {
        *end += entries.len();
        Some(*end)
    });
    let shape = LawShape { kind: kind.clone(), regularisation: None, ends: ends.collect() };
    let numbers = numbers.concat();
    Law::new(&shape, &numbers).and_then(|law| law.check_start(&shape, &numbers)).is_ok()
}

/// Whether its normal load cannot be a ramp.
pub fn holds_load(name: &str) -> bool {
    kind(name).load_use() != LoadUse::Factor
}

fn list(values: &[f64]) -> String {
    format!("{values:?}")
}

/// The keys of a law. `force` and `coefficient` spell a key without and with a load.
pub fn keys(draws: &mut Draws, name: &str, loaded: bool) -> Keys {
    let key = |force, coefficient| if loaded { coefficient } else { force };
    let kinetic_key = key("kineticFriction", "kineticCoefficient");
    let static_key = key("staticFriction", "staticCoefficient");
    let kinetic = draws.mixed(&[0.3, 0.5, 1.0, 1.0], 0.05, 2.0);
    let limit = kinetic + draws.mixed(&[0.0, 0.1, 0.5], 0.0, 1.0);
    let mut keys: Keys = vec![("law", format!("{name:?}"))];
    let mut put = |key, value: f64| keys.push((key, format!("{value:?}")));
    match name {
        "coulomb" => {
            put(kinetic_key, if draws.chance(0.05) { 0.0 } else { kinetic });
            if draws.chance(0.5) {
                put(static_key, limit);
            }
        }
        "stribeck" => {
            put(kinetic_key, kinetic);
            put(static_key, limit);
            put("stribeckVelocity", draws.scaled(3e-3, 1.0));
            if draws.chance(0.3) {
                put("stribeckExponent", draws.pick(&[0.5, 1.0, 1.5, 3.0]));
            }
        }
        "exponential" => {
            put(kinetic_key, kinetic);
            put(static_key, limit);
            put("slope", draws.scaled(0.1, 50.0));
        }
        "hyperbolic" => {
            put(static_key, limit);
            put("decay", draws.mixed(&[0.0, 1.0], 0.0, 5.0));
        }
        "falling" => {
            put(static_key, limit);
            put("slope", draws.mixed(&[0.0, 1.0], 0.0, 5.0));
            put(key("minFriction", "minCoefficient"), draws.mixed(&[0.0], 0.0, limit));
        }
        "quadratic" => {
            put(kinetic_key, kinetic);
            put(static_key, limit);
            put("decay", draws.mixed(&[1.0], 0.0, 5.0));
            put("growth", draws.mixed(&[0.0, 0.01], 0.0, 0.3));
        }
        "asymmetric" => asymmetric(draws, loaded, &mut keys),
        "table" => {
            keys.push(("slip", list(&[0.0, draws.between(0.05, 0.3), draws.between(0.4, 1.5)])));
            let values = [limit, kinetic, draws.between(0.1, 1.5)];
            keys.push((key("friction", "coefficient"), list(&values)));
            if draws.chance(0.4) {
                keys.push(("backwardSlip", list(&[0.0, draws.between(0.1, 0.8)])));
                keys.push((
                    key("backwardFriction", "backwardCoefficient"),
                    list(&[kinetic, limit]),
                ));
            }
            if draws.chance(0.4) {
                keys.push(("peak", format!("{:?}", draws.between(1.0, 1.5))));
            }
        }
        "piecewise" => {
            put(kinetic_key, kinetic);
            put(static_key, limit);
            let widths = [draws.between(0.05, 0.3), draws.between(0.4, 1.0)];
            // Never below 0: the falling part is not longer than the second width.
            let fall = -draws.between(0.0, 0.9) * kinetic / widths[1];
            keys.push(("luzWidth", list(&widths)));
            keys.push(("luzSlope", list(&[fall, draws.between(0.0, 1.0) - fall])));
        }
        "plateau" => {
            put(kinetic_key, kinetic);
            put("plateauVelocity", draws.between(0.05, 1.0));
            put("slope", draws.between(0.0, 1.0));
        }
        "fractal" => {
            keys.push(("slip", list(&[0.0, draws.between(0.2, 0.5), 1.0])));
            keys.push((key("friction", "coefficient"), list(&[1.0, 0.6, 0.8])));
            keys.push(("scaling", format!("{:?}", draws.between(-0.3, 0.3))));
            keys.push(("depth", draws.pick(&["0", "1", "2"]).to_owned()));
        }
        "wanheimBay" => {
            put("shearForce", draws.mixed(&[1.0], 0.3, 5.0));
            put("frictionFactor", draws.mixed(&[0.5], 0.1, 1.0));
        }
        "slipRatio" => {
            let [adhesion, rise, fall] = draws.pick(&[
                [1.2801, 23.99, 0.52],
                [0.857, 33.822, 0.347],
                [0.1946, 94.129, 0.0646],
            ]);
            put(key("adhesion", "adhesionCoefficient"), adhesion);
            put("rise", rise);
            put(key("fall", "fallCoefficient"), fall);
        }
        "dahl" => {
            put(kinetic_key, kinetic);
            put("bristleStiffness", draws.scaled(10.0, 3e3));
            if draws.chance(0.6) {
                put("dahlExponent", draws.pick(&[0.0, 0.5, 0.75, 0.8, 1.0, 1.5, 2.0]));
            }
            if draws.chance(0.3) {
                let start = 0.9 * kinetic * draws.between(-1.0, 1.0);
                put(key("bristleForce0", "bristleCoefficient0"), start);
            }
        }
        "blimanSorine" => {
            put(key("riseFriction", "riseCoefficient"), limit);
            put("slipLength", draws.scaled(1e-3, 0.1));
            if draws.chance(0.6) {
                put(key("fallFriction", "fallCoefficient"), limit * draws.between(0.0, 1.0));
                put("lengthRatio", draws.between(0.1, 1.0));
            }
        }
        "luGre" => {
            put(kinetic_key, kinetic);
            put(static_key, limit);
            put("stribeckVelocity", draws.scaled(0.01, 1.0));
            put("bristleStiffness", draws.scaled(10.0, 3e3));
            put("bristleDamping", draws.mixed(&[0.0, 1.0], 0.0, 5.0));
        }
        "antunes" => {
            put(kinetic_key, kinetic);
            if draws.chance(0.6) {
                put(static_key, limit);
            }
            put("bristleStiffness", draws.scaled(10.0, 3e3));
            // Undamped, a bristle that was attached at its limit comes back to exactly that.
            put("bristleDamping", draws.mixed(&[1.0], 0.1, 5.0));
        }
        "ostermeyer" => {
            put("growthRate", draws.mixed(&[1.0], 0.1, 5.0));
            put("coolingRate", draws.mixed(&[0.5], 0.0, 3.0));
            put("heating", draws.mixed(&[0.2], 0.0, 0.5));
            put("radiationRate", draws.mixed(&[0.0, 0.1], 0.0, 0.3));
            put("ambientTemperature", draws.mixed(&[0.6], 0.1, 1.0));
            put("coefficient0", draws.mixed(&[0.4], 0.1, 1.0));
            put("temperature0", draws.mixed(&[0.6], 0.1, 1.0));
        }
        other => unreachable!("{other}"),
    }
    keys
}

/// Forward falls to `minForward`; backward begins at what the two drops leave of `maxBackward`.
fn asymmetric(draws: &mut Draws, loaded: bool, keys: &mut Keys) {
    const FORCES: [&str; 6] = [
        "maxForwardFriction",
        "minForwardFriction",
        "maxBackwardFriction",
        "minBackwardFriction",
        "firstDrop",
        "secondDrop",
    ];
    const COEFFICIENTS: [&str; 6] = [
        "maxForwardCoefficient",
        "minForwardCoefficient",
        "maxBackwardCoefficient",
        "minBackwardCoefficient",
        "firstDropCoefficient",
        "secondDropCoefficient",
    ];
    let size = draws.between(0.1, 0.5);
    let values = [3.63, 0.86, 5.94, 1.42, 3.23453, 2.87362].map(|value| size * value);
    let names = if loaded { COEFFICIENTS } else { FORCES };
    keys.extend(names.into_iter().zip(values.map(|value| format!("{value:?}"))));
    let velocities = [
        ("forwardVelocity", 0.27),
        ("backwardVelocity", 0.28),
        ("firstVelocity", 0.0342),
        ("secondVelocity", 0.30529),
    ];
    keys.extend(velocities.map(|(key, value)| (key, format!("{value:?}"))));
}

/// A regularisation that the law allows, for one contact of four.
pub fn regularisation(draws: &mut Draws, name: &str, keys: &Keys) -> Keys {
    let kind = kind(name);
    let exact = !kind.states().is_empty() || kind.argument() != Argument::Slip;
    // Without friction nothing can be held.
    let none = keys.iter().any(|(key, value)| key.starts_with("kinetic") && value == "0.0");
    if exact || none || !draws.chance(0.3) {
        return Keys::new();
    }
    continuous(draws, 4)
}

/// One of the first so many regularisations.
pub fn continuous(draws: &mut Draws, count: usize) -> Keys {
    let (which, key, size) = match draws.below(count) {
        0 => ("atan", "steepness", draws.scaled(3.0, 300.0)),
        1 => ("tanh", "steepness", draws.scaled(3.0, 300.0)),
        2 => ("linear", "rampVelocity", draws.scaled(3e-3, 0.3)),
        _ => ("karnopp", "window", draws.scaled(1e-4, 0.1)),
    };
    vec![("regularisation", format!("{which:?}")), (key, format!("{size:?}"))]
}
