//! States that laws of one's own declare: closed forms while a contact is stuck and while it slips, and what the unit shows of
//! them.

use std::sync::Arc;

use luztar::export::{Version, description_of};
use luztar::unit::{Model, Simulation, Value};

use crate::exchange::host::Integrator;
use crate::support::{Named, started, unit};

/// Exact to round-off at unit scale.
const EXACT: f64 = 1e-11;

#[track_caller]
fn assert_near(found: f64, expected: f64) {
    assert!((found - expected).abs() <= EXACT, "{found:?}, not {expected:?}");
}

/// Glue that ages with the time constant τ, at rest and while it slips, and hardens by what it has become.
fn glued(contact: &str) -> Arc<Model> {
    unit(&format!(
        r#"
[model]
name = "Glued"
[law.glue]
friction = "mu*(1 - c*h)"
static = "1.25*friction(0)"
parameter = [
    {{ name = "strength", loaded = "coefficient", symbol = "mu", measure = "friction", default = 8.0 }},
    {{ name = "softening", symbol = "c", measure = "number", range = "any", default = 0.5 }},
    {{ name = "lag", symbol = "tau", measure = "time", range = "positive", default = 2.0 }},
]
[[law.glue.state]]
name = "softness"
symbol = "h"
measure = "number"
rate = "(1 - h)/tau"
default = 0.0
description = "how soft the glue is"
[body.mover]
mass = 2.0
force = {{ input = true, start = 7.0 }}
[contact.floor]
between = "mover"
law = "glue"
{contact}
"#
    ))
}

/// How soft it is after a time.
fn softness(time: f64) -> f64 {
    1.0 - (-0.5 * time).exp()
}

/// It holds 1.25·8·(1 − h/2) N, which falls to 7 N at h = 0.6; then 7 N − 8·(1 − h/2) N accelerate 2 kg.
#[test]
fn a_limit_that_falls_while_nothing_moves_lets_go_where_it_has_come_to_the_load() {
    let release = -2.0 * 0.4f64.ln();
    for steps in [1, 7] {
        let mut mover = started(&glued(""));
        for k in 0..steps {
            let at = 4.0 * f64::from(k) / f64::from(steps);
            mover.step(at, 4.0 / f64::from(steps)).unwrap();
        }
        assert_near(mover.real("floor.lastEventTime"), release);
        assert_eq!(mover.real("eventCount"), 1.0);
        assert_near(mover.real("floor.softness"), softness(4.0));
        assert_near(mover.real("floor.softnessRate"), 0.5 * (1.0 - softness(4.0)));
        // ½·∫ (7 − 4 − 4·exp(−t/2)) dt
        let v = |t: f64| 0.5 * (3.0 * t + 8.0 * (-0.5 * t).exp());
        assert_near(mover.real("mover.velocity"), v(4.0) - v(release));
        assert_near(mover.real("floor.frictionForce"), 8.0 - 4.0 * softness(4.0));
        let power = mover.real("floor.frictionForce") * mover.real("mover.velocity");
        assert_near(mover.real("floor.dissipatedPower"), power);
    }
}

/// Hardening glue, c = −0.5: it holds 1.25·4·(1 + h/2)·N, N = 1 + t/10 N, under a force that grows by 2 N/s from 4 N on.
#[test]
fn a_limit_that_grows_with_a_state_and_a_load_is_overtaken_by_the_force() {
    let own =
        glued("normalForce = { input = true, start = 1.0 }\ncoefficient = 4.0\nsoftening = -0.5");
    let mut mover = started(&unit(&own.source().replace("start = 7.0", "start = 4.0")));
    let limit = |t: f64| 5.0 * (1.0 + 0.5 * softness(t)) * (1.0 + 0.1 * t);
    let (mut early, mut late) = (0.0f64, 10.0);
    for _ in 0..200 {
        let middle = 0.5 * (early + late);
        if limit(middle) > 4.0 + 2.0 * middle { early = middle } else { late = middle }
    }
    let [force, load] = ["mover.force", "floor.normalForce"].map(|name| mover.index(name));
    mover.set_input_derivative(force, 2.0).unwrap();
    mover.set_input_derivative(load, 0.1).unwrap();
    mover.step(0.0, 3.0).unwrap();
    assert_near(mover.real("floor.lastEventTime"), early);
    assert_eq!(mover.real("eventCount"), 1.0);
    assert!(mover.real("mover.velocity") > 0.0);
}

/// Two pieces of the same glue side by side share what they hold, by limits that move: they let go together.
#[test]
fn contacts_side_by_side_let_go_at_the_sum_of_their_limits() {
    let one = glued("");
    let text = one.source().replace("start = 7.0", "start = 14.0");
    let both = format!("{text}\n[contact.other]\nbetween = \"mover\"\nlaw = \"glue\"\nlag = 2.0\n");
    let mut mover = started(&unit(&both));
    mover.step(0.0, 1.0).unwrap();
    assert_near(mover.real("floor.frictionForce") + mover.real("other.frictionForce"), 14.0);
    mover.step(1.0, 3.0).unwrap();
    assert_near(mover.real("floor.lastEventTime"), -2.0 * 0.4f64.ln());
    assert_near(mover.real("other.lastEventTime"), -2.0 * 0.4f64.ln());
}

/// A saved state goes on with the same bits, a reset one starts at the parameter.
#[test]
fn states_are_saved_and_start_at_their_parameters() {
    let mut mover = started(&glued(""));
    mover.step(0.0, 1.3).unwrap();
    let saved = mover.save();
    let ends = [0, 1].map(|_| {
        mover.restore(&saved).unwrap();
        mover.step(1.3, 2.0).unwrap();
        ["floor.softness", "mover.velocity", "floor.lastEventTime"]
            .map(|name| mover.real(name).to_bits())
    });
    assert_eq!(ends[0], ends[1]);
    let mut soft = Simulation::new(glued(""));
    soft.put("floor.softness0", 0.25);
    soft.enter_initialization().unwrap();
    soft.exit_initialization().unwrap();
    assert_eq!(soft.real("floor.softness"), 0.25);
    assert_near(soft.real("floor.softnessRate"), 0.375);
}

#[test]
fn both_descriptions_have_the_state_with_its_derivative() {
    let unit = glued("");
    for version in [Version::Two, Version::Three] {
        let text = description_of(&unit, version);
        for name in ["floor.softness", "floor.softnessRate", "floor.softness0", "floor.lag"] {
            assert!(text.contains(&format!("name=\"{name}\"")), "{name}");
        }
    }
    let mut mover = Simulation::exchange(unit);
    mover.enter_initialization().unwrap();
    mover.exit_initialization().unwrap();
    // Position, velocity, softness and dissipated energy.
    assert_eq!(mover.continuous_states().unwrap().len(), 4);
}

/// Values that no host should give: a friction that would be negative is refused at the start.
#[test]
fn a_start_that_breaks_a_rule_is_told() {
    let mut mover = Simulation::new(glued(""));
    let soft = mover.index("floor.softness0");
    mover.set(soft, Value::Real(3.0)).unwrap();
    let told = mover.enter_initialization().and_then(|()| mover.exit_initialization());
    let told = told.expect_err("refused").to_string();
    assert!(told.contains("friction must not be negative, but is -4 at w = 0"), "{told}");
}

/// A state that takes friction below 0 on the way ends the motion with a fault that names the contact and the rule.
#[test]
fn friction_that_becomes_negative_on_the_way_is_told() {
    let mut mover = started(&glued("softening = 1.5"));
    let told = mover.step(0.0, 10.0).expect_err("refused").to_string();
    assert!(told.contains("floor: friction must not be negative"), "{told}");
}

/// A block that a load shakes on a floor.
const SHAKEN: &str = r#"
[model]
name = "Shaken"
[body.block]
mass = 2.0
[force.shake]
between = "block"
force = "9*sin(3*t) + 2"
[contact.floor]
between = "block"
"#;

/// The way slipped and the time are states, and a factor of both may be one of the load.
#[test]
fn states_stand_for_the_place_and_the_time() {
    let law = r#"
law = "worn"
normalForce = 10.0
coefficient = 0.4
[law.worn]
friction = "mu*(1 + 0.3*way + 0.05*clock)"
parameter = [{ name = "strength", loaded = "coefficient", symbol = "mu", measure = "friction" }]
[[law.worn.state]]
name = "way"
measure = "length"
rate = "w"
default = 0.0
[[law.worn.state]]
name = "clock"
measure = "time"
rate = "1"
default = 0.0
"#;
    let load = r#"
law = "coulomb"
normalForce = "10*(1 + 0.3*e + 0.05*t)"
kineticCoefficient = 0.4
"#;
    let [mut by_states, mut by_load] =
        [law, load].map(|contact| started(&unit(&format!("{SHAKEN}{contact}"))));
    for second in 0..12 {
        for block in [&mut by_states, &mut by_load] {
            block.step(f64::from(second), 1.0).unwrap();
        }
        let [states, load] = [&by_states, &by_load].map(Simulation::step_events);
        assert_eq!(states.len(), load.len(), "in second {second}");
        for (one, other) in states.iter().zip(load) {
            assert_near(one.time(), other.time());
            assert_eq!((one.from(), one.to()), (other.from(), other.to()));
        }
        for name in ["block.position", "block.velocity", "floor.frictionForce"] {
            assert_near(by_states.real(name), by_load.real(name));
        }
    }
    assert!(by_states.real("eventCount") > 10.0);
    assert_near(by_states.real("floor.way"), by_states.real("block.position"));
    assert_near(by_states.real("floor.clock"), 12.0);
}

/// Friction holds 10⁸ N/m times how far the block is beyond a place. A block that is 1 nm beyond it is there by the digits of its
/// position alone, and so is what holds it: a load that only just comes to that does not move it, whatever the digits are.
#[test]
fn round_off_of_the_place_is_no_release() {
    let places = [
        ("0.3", "0.300000001", 0.1),
        ("0.3", "0.300000002", 0.2),
        ("0.1", "0.1000000003", 0.03),
        ("0.6", "0.600000001", 0.1),
        ("1.2", "1.20000001", 1.0),
    ];
    let mut below = 0;
    for (from, at, limit) in places {
        let beyond = at.parse::<f64>().unwrap() - from.parse::<f64>().unwrap();
        below += u32::from(1e8 * beyond < limit * (1.0 - 1e-10));
        let transitions = |amplitude: f64| {
            let mut block = started(&unit(&format!(
                "[model]\nname = \"Slope\"\n[law.slope]\nfriction = \"1e8*(first.position - {from})\"\n\
                 [body.block]\nmass = 1.0\nposition = {at}\n\
                 excitation = {{ amplitude = {amplitude:?}, angularFrequency = 1.0, phase = -1.5 }}\n\
                 [contact.floor]\nbetween = \"block\"\nlaw = \"slope\"\n"
            )));
            block.step(0.0, 3.0).unwrap();
            block.step_events().len()
        };
        assert_eq!(transitions(limit), 0, "{at}");
        assert!(transitions(limit * (1.0 + 1e-4)) > 0, "{at}");
    }
    assert!(below > 2, "limits seem too low in {below}");
}

/// A spring before a slider, as a law says it by an `end`: k·z, up to ±Fc.
fn slider(start: f64) -> String {
    format!(
        r#"
[model]
name = "Slider"
[law.slider]
force = "k*z"
stored = "k*z^2/2"
parameter = [
    {{ name = "limit", symbol = "Fc", measure = "friction", default = 2.0 }},
    {{ name = "k", measure = "friction per length", default = 100.0 }},
]
[[law.slider.state]]
name = "bend"
symbol = "z"
measure = "length"
rate = "w"
end = "Fc/k"
size = "Fc/k"
default = 0.0
[body.block]
mass = 1.0
velocity = 3.0
[contact.brush]
between = "block"
law = "slider"
bend0 = {start:?}
"#
    )
}

/// 1 kg at 3 m/s on 100 N/m: it turns the bristle up to 2 N at 0.02 m, at sin(10·t) = 0.2/3, and slides on under −2 N.
#[test]
fn a_state_stays_at_its_end() {
    let unit = unit(&slider(0.0));
    let at = (0.2f64 / 3.0).asin() / 10.0;
    let speed = (9.0f64 - 100.0 * 0.02 * 0.02).sqrt();
    for steps in [1, 3, 100] {
        let mut block = started(&unit);
        for k in 0..steps {
            let size = 1.0 / f64::from(steps);
            block.step(f64::from(k) * size, size).unwrap();
        }
        assert_near(block.real("brush.bend"), 0.02);
        assert_eq!(block.real("brush.bendRate"), 0.0);
        assert_near(block.real("brush.frictionForce"), 2.0);
        let late = 1.0 - at;
        assert_near(block.real("block.velocity"), speed - 2.0 * late);
        assert_near(block.real("block.position"), 0.02 + speed * late - late * late);
        let lost = 2.0 * (speed * late - late * late);
        assert_near(block.real("brush.dissipatedEnergy"), lost);
    }
}

#[test]
fn a_state_stays_at_its_end_in_model_exchange() {
    let mut host = Integrator::new(&unit(&slider(0.0)), &[]);
    host.run(1.0, 1e-3);
    let at = (0.2f64 / 3.0).asin() / 10.0;
    let (speed, late) = ((9.0f64 - 100.0 * 0.02 * 0.02).sqrt(), 1.0 - at);
    for (name, expected) in [
        ("brush.bend", 0.02),
        ("brush.frictionForce", 2.0),
        ("block.velocity", speed - 2.0 * late),
        ("block.position", 0.02 + speed * late - late * late),
    ] {
        assert!((host.get(name) - expected).abs() < 1e-7, "{name}: {}", host.get(name));
    }
}

/// It turns at v = 0, and swings on the bristle about the place at which this is straight: 0.02 m before it, at 10 rad/s.
#[test]
fn a_state_leaves_its_end_with_the_turn_of_the_slip() {
    let at = (0.2f64 / 3.0).asin() / 10.0;
    let speed = (9.0f64 - 100.0 * 0.02 * 0.02).sqrt();
    let turn = at + 0.5 * speed;
    let mut block = started(&unit(&slider(0.0)));
    let late = 0.07;
    block.step(0.0, turn + late).unwrap();
    assert_near(block.real("brush.bend"), 0.02 * (10.0 * late).cos());
    assert_near(block.real("block.velocity"), -0.2 * (10.0 * late).sin());
    let distance = 0.02 + 0.25 * speed * speed;
    assert_near(block.real("block.position"), distance - 0.02 * (1.0 - (10.0 * late).cos()));
}

#[test]
fn a_start_beyond_the_end_is_refused() {
    started(&unit(&slider(-0.02)));
    let error = Model::read(&slider(-0.03), "slider.toml").unwrap_err().to_string();
    assert!(error.contains("`bend` at the start must lie within its `end`, ±0.02"), "{error}");
}
