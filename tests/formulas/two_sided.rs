//! Laws of one's own with states, or that see where their ends are and the time, whose friction differs by the direction of slip:
//! closed forms, the same built in other ways, and all manners of moving.

use std::sync::Arc;

use luztar::laws::LawKind;
use luztar::network;
use luztar::unit::{Model, Simulation};

use super::machine::{Machine, show_all_manners};
use super::support::{Named, started, unit};
use super::twins::{SEEN_OF_BLOCK, Seen, assert_alike, seen_by, seen_of};
use super::{assert_near, go_in};

/// A block of 2 kg on a floor; `law` is the law's table, `block` what else the block has, `rest` the floor and what else there is.
fn text(law: &str, block: &str, rest: &str) -> String {
    format!(
        "[model]\nname = \"Sides\"\n[experiment]\nrelativeTolerance = 1e-12\n[body.block]\nmass = 2.0\n{block}\n\
         [law.own]\n{law}\n[contact.floor]\nbetween = \"block\"\nlaw = \"own\"\n{rest}\n"
    )
}

fn sides(law: &str, block: &str, rest: &str) -> Arc<Model> {
    unit(&text(law, block, rest))
}

/// A law without numbers; `state` is the rate of its state h, from 1 on.
fn law(forward: &str, backward: &str, state: Option<&str>) -> String {
    let state = state.map_or(String::new(), |rate| {
        format!("\n[[law.own.state]]\nname = \"h\"\nmeasure = \"number\"\nrate = \"{rate}\"\ndefault = 1.0")
    });
    format!("friction = \"{forward}\"\nbackward = \"{backward}\"{state}")
}

/// A pull of ±(4 N + 1 N/s·t) comes to a limit that falls or rises in time, another one in each direction; from there on
/// friction is the limit, and 2·dv/dt the difference.
#[test]
fn a_limit_lets_go_where_it_meets_the_load_in_its_own_direction() {
    let placed = law("6", "6 - t/2", None);
    let turned = law("6 - t/2", "6", None);
    let aged = law("2 + 4*h", "3.5 + 1.5*h", Some("0.3"));
    let decides = law("6 + max(t - 9, 0)", "if(t < 1, 6 - t/2, 6.25 - 3*t/4)", None);
    // What is held and rubs at t is `at − rate·t`.
    for (law, pull, at, rate) in [
        (&placed, "4 + t", 6.0, 0.0),
        (&placed, "-(4 + t)", 6.0, 0.5),
        (&turned, "4 + t", 6.0, 0.5),
        (&turned, "-(4 + t)", 6.0, 0.0),
        // While it is stuck its state is 1 + 0.3·t, and so it goes on.
        (&aged, "4 + 2*t", 6.0, -1.2),
        (&aged, "-(4 + t)", 5.0, -0.45),
        (&decides, "4 + t", 6.0, 0.0),
        (&decides, "-(4 + t)", 6.25, 0.75),
    ] {
        let growth = if pull.contains('2') { 2.0 } else { 1.0 };
        let sign = if pull.starts_with('-') { -1.0 } else { 1.0 };
        let unit =
            sides(law, "", &format!("[force.pull]\nbetween = \"block\"\nforce = \"{pull}\""));
        let (slope, release) = (growth + rate, (at - 4.0) / (growth + rate));
        for steps in [1, 7] {
            let mut block = started(&unit);
            go_in(&mut block, 0.9 * release, steps);
            assert_eq!(block.real("block.velocity"), 0.0);
            assert_near(
                block.real("floor.frictionForce"),
                sign * (4.0 + growth * 0.9 * release),
                1e-12,
            );
            go_in(&mut block, release + 1.0, steps);
            assert_near(block.real("floor.lastEventTime"), release, 1e-11);
            assert_near(block.real("block.velocity"), sign * slope / 4.0, 1e-11);
            assert_near(block.real("block.position"), sign * slope / 12.0, 1e-11);
            let friction = at - rate * (release + 1.0);
            assert_near(block.real("floor.frictionForce"), sign * friction, 1e-11);
            let kinetic = (slope / 4.0) * (slope / 4.0);
            // ∫(at − rate·(release + s))·slope·s²/4 ds
            let lost = slope * ((at - rate * release) / 12.0 - rate / 16.0);
            assert_near(block.real("floor.dissipatedEnergy"), lost, 1e-11);
            let work = slope * ((4.0 + growth * release) / 12.0 + growth / 16.0);
            assert_near(work, lost + kinetic, 1e-12);
        }
    }
}

/// A limit that jumps, or bends, in one direction alone: 2 kg under −4 N let go exactly there, and under 4 N never.
#[test]
fn a_limit_that_jumps_or_bends_in_one_direction() {
    for (backward, release) in [
        ("if(t < 1, 5, 3)", 1.0),
        ("max(5 - t, 2)", 1.0),
        ("min(6, 7.5 - abs(t - 0.25) - t)", 1.875),
        ("5 - 2*(t > 0.7)*(t - 0.7)", 1.2),
    ] {
        for (forward, behind, sign) in [("5", backward, -1.0), (backward, "5", 1.0)] {
            for steps in [1, 3] {
                let of = |force: f64| {
                    let force = format!("constantForce = {force:?}");
                    let mut block = started(&sides(&law(forward, behind, None), &force, ""));
                    go_in(&mut block, 2.0, steps);
                    block
                };
                assert_near(of(4.0 * sign).real("floor.lastEventTime"), release, 1e-11);
                assert_eq!(of(-4.0 * sign).real("block.velocity"), 0.0, "{backward}");
            }
        }
    }
}

/// A block of 2 kg on a cart that is pulled to either side at 1 m/s² needs 2 N, and lets go where what holds it in that direction
/// has fallen to that.
#[test]
fn what_is_carried_along_lets_go_by_the_limit_of_its_direction() {
    for (pull, forward, backward, release) in [
        (5.0, "9", "5 - 6*first.position", 1.0),
        (5.0, "2.1", "5 - 1.5*second.velocity", 2.0),
        (-5.0, "5 + 6*first.position", "9", 1.0),
        (-5.0, "4*exp(first.velocity) + 0*t", "2.1", 2f64.ln()),
        (-5.0, "5 - first.velocity*second.velocity - 2*t^2", "2.1 + t", 1.0),
    ] {
        let text = format!(
            "[model]\nname = \"Cart\"\n[experiment]\nrelativeTolerance = 1e-12\n[body.block]\nmass = 2.0\n\
             [body.cart]\nmass = 3.0\nconstantForce = {pull:?}\n[contact.deck]\nbetween = [\"block\", \"cart\"]\n\
             law = \"own\"\n[law.own]\n{}",
            law(forward, backward, None)
        );
        for steps in [1, 7] {
            let mut cart = started(&unit(&text));
            go_in(&mut cart, release + 0.1, steps);
            assert_near(cart.real("deck.lastEventTime"), release, 1e-11);
            assert_eq!(cart.real("eventCount"), 1.0, "{forward} {backward}");
        }
    }
}

/// Contacts side by side hold the sum of their limits, in each direction, and share the load.
#[test]
fn contacts_side_by_side_hold_the_sum_of_their_limits() {
    let law = law("3 + t", "6 - t/2", None);
    let rest = "[contact.other]\nbetween = \"block\"\nlaw = \"coulomb\"\nkineticFriction = 1.0\nstaticFriction = 1.5\n\
                [contact.third]\nbetween = \"block\"\nlaw = \"own\"\n";
    for (force, release) in [("6 + 4*t", 0.75), ("-(8 + 4*t)", 1.1)] {
        let pull = format!("[force.pull]\nbetween = \"block\"\nforce = \"{force}\"");
        let unit = sides(&law, "", &format!("{rest}{pull}"));
        for steps in [1, 5] {
            let mut block = started(&unit);
            go_in(&mut block, 0.7, steps);
            assert_eq!(block.real("block.velocity"), 0.0);
            let forces = ["floor", "other", "third"]
                .map(|name| block.real(&format!("{name}.frictionForce")));
            let load = if force.starts_with('-') { -10.8 } else { 8.8 };
            assert_near(forces.iter().sum(), load, 1e-12);
            assert_near(forces[0], forces[2], 1e-12);
            go_in(&mut block, 2.0, steps);
            assert_near(block.real("other.lastEventTime"), release, 1e-11);
        }
    }
}

fn seen(text: &str) -> Seen {
    seen_of(text, SEEN_OF_BLOCK)
}

const PUSH: &str =
    "[force.push]\nbetween = \"block\"\nforce = \"4.1*sin(1.7*t) + 0.4*cos(4.1*t)\"\n";
const FORWARD: &str = "(1 + 0.3*sin(2*t) + 0.4*Z^2/(1 + Z^2))";
const BACKWARD: &str = "(1.4 + 0.5*cos(1.3*t)/(1 + Z^2))";

/// The law with the places Z.
fn seeing(forward: &str, backward: &str, more: &str) -> String {
    let law = |way: &str| format!("{}*(0.8 + 0.2*exp(-x))", way.replace('Z', "first.position"));
    format!(
        "friction = \"{}\"\nbackward = \"{}\"\nstatic = \"1.2*friction(0)\"\nbackwardStatic = \"1.3*friction(0)\"\n{more}",
        law(forward),
        law(backward)
    )
}

/// One that tells directions apart by a factor alone is a law without states under a load by formula. Another one is two
/// contacts, each of which rubs in one direction alone, under loads by formula; and a third by contacts of its own.
#[test]
fn it_is_the_same_as_loads_by_formula_on_laws_without_states() {
    let loaded = |way: &str| format!("normalForce = \"{}\"\n", way.replace('Z', "block.position"));
    let factors = "friction = \"0.8 + 0.2*exp(-x)\"\nbackward = \"1.5*(0.8 + 0.2*exp(-x))\"\nstatic = \"1.2*friction(0)\"\n\
                   backwardStatic = \"1.3*friction(0)\"";
    let one = seen(&text(&seeing(FORWARD, &format!("1.5*{FORWARD}"), ""), "", PUSH));
    let other = seen(&text(factors, "", &(loaded(FORWARD) + PUSH)));
    assert_alike(&one, &other, 1e-11);
    let whole = seen(&text(&seeing(FORWARD, BACKWARD, ""), "", PUSH));
    let half = |forward: &str, backward: &str| {
        format!(
            "friction = \"{forward}*(0.8 + 0.2*exp(-x))\"\nbackward = \"{backward}*(0.8 + 0.2*exp(-x))\"\n\
             static = \"1.2*friction(0)\"\nbackwardStatic = \"1.3*friction(0)\""
        )
    };
    let second = format!(
        "{}[contact.ceiling]\nbetween = \"block\"\nlaw = \"behind\"\n{}[law.behind]\n{}\n{PUSH}",
        loaded(FORWARD),
        loaded(BACKWARD),
        half("0", "1")
    );
    let halves = seen_by(&text(&half("1", "0"), "", &second), |twin| {
        let both = |what: &str| {
            ["floor", "ceiling"].iter().map(|one| twin.real(&format!("{one}.{what}"))).sum()
        };
        let summed = ["frictionForce", "dissipatedEnergy"].map(both);
        let moved = ["block.position", "block.velocity"].map(|name| twin.real(name));
        moved.into_iter().chain(summed).collect()
    });
    assert_alike(&whole, &halves, 1e-11);
}

/// A law with `backward` that says the same as `friction` in other words, one whose directions are turned in a world that is, and
/// one whose place and time are states.
#[test]
fn it_is_the_same_in_other_words_and_turned() {
    let plain = seeing(FORWARD, FORWARD, "");
    let plain = plain.lines().filter(|line| !line.starts_with("backward"));
    let plain: String = plain.map(|line| format!("{line}\n")).collect();
    let words = "(1 + 0.4*Z*Z/(Z*Z + 1) + sin(t + t)*0.3)";
    let one = seen(&text(&plain, "velocity = 0.4", PUSH));
    let said = seeing(FORWARD, words, "").replace("1.3*friction", "1.2*friction");
    assert_alike(&one, &seen(&text(&said, "velocity = 0.4", PUSH)), 1e-12);

    let law = seeing(FORWARD, BACKWARD, "");
    let one = seen(&text(&law, "velocity = 0.4", PUSH));
    let turned = seeing(BACKWARD, FORWARD, "");
    let turned = turned.replace("1.2", "A").replace("1.3*f", "1.2*f").replace('A', "1.3");
    let mut mirror = seen(&text(
        &turned,
        "velocity = -0.4",
        &PUSH.replace("\"4.1", "\"-4.1").replace("+ 0.4", "- 0.4"),
    ));
    for values in mirror.values.chunks_exact_mut(4) {
        values[..3].iter_mut().for_each(|value| *value = -*value);
    }
    assert_alike(&one, &mirror, 1e-13);

    let state = |name: &str, rate: &str| {
        format!(
            "[[law.own.state]]\nname = \"{name}\"\nmeasure = \"number\"\nrate = \"{rate}\"\ndefault = 0.0\n"
        )
    };
    let states = state("way", "first.velocity") + &state("age", "1");
    let stated = law.replace("first.position", "way").replace("*t)", "*age)") + &states;
    assert_alike(&one, &seen(&text(&stated, "velocity = 0.4", PUSH)), 1e-11);
}

/// Two contacts side by side hold the table to the ground; `LAW` is one whose directions differ in all that it may name.
const WAY: &str = r#"ratio = 0.9
law = "sided"
normalForce = "1 + 0.2*e^2"
[contact.floor]
between = "table"
law = "coulomb"
kineticFriction = 0.2
[contact.drag]
between = "table"
law = "sided"
normalForce = 0.3
[law.sided]
LAW
parameter = [
    { name = "m", loaded = "coefficient", measure = "friction", default = 0.7 },
    { name = "a", measure = "number", default = 0.4 },
    { name = "c", measure = "friction", default = 0.2 },
]
[[law.sided.state]]
name = "heat"
symbol = "h"
measure = "number"
rate = "x*(1 + 0.5*cos(t)) - h + 0.1*second.velocity"
default = 0.1
"#;

const SMOOTH: &str = r#"
friction = "m*(1 + a*sin(3*(first.position - second.position)) + 0.1*first.velocity^2)*(0.9 + 0.1*exp(-x)) + c*h"
static = "1.3*m*(1 + a*sin(3*(first.position - second.position)) + 0.1*first.velocity^2 + 0.1*exp(-t)) + c*h"
backward = "m*(1.2 + a*cos(2*t))*(0.8 + 0.2*exp(-2*x)) + 2*c*h"
backwardStatic = "1.1*friction(0) + 0.1*sin(t)^2"
"#;

const DECIDING: &str = r#"
friction = "m*(1 + a*min(abs(first.position - second.position), 1)) + c*max(h - 0.3, 0) + 0.1*max(x - 0.4, 0)"
static = "1.2*friction(0) + if(t > 2.5, 0.1, 0)"
backward = "m*(1.4 - a*max(second.position, 0)) + c*min(h, 0.5) + 0.2*max(x - 0.6, 0)"
backwardStatic = "1.3*friction(0) + if(t > 3.5, 0.2, 0.05)"
"#;

fn machines() -> [Machine; 2] {
    let more = ["drag.heat", "drag.frictionForce", "floor.frictionForce"];
    [SMOOTH, DECIDING]
        .map(|law| Machine::slide("6*sin(2.3*t)", &WAY.replace("LAW", law), &more, 5.0))
}

show_all_manners!(machines());

/// People are told both directions.
#[test]
fn both_directions_are_shown() {
    let unit = sides(&(law("2 + t", "3 + h", Some("1")) + ""), "", "");
    let kind: &LawKind = &unit.network().contacts[0].law.kind;
    assert_eq!(kind.formula(), "w > 0: 2 + t; w < 0: −[3 + h]; + C·w; h' = 1");
    let held = law("2", "3 + t", None) + "\nbackwardStatic = \"4*friction(0)\"";
    let unit = sides(&held, "", "");
    let shown = unit.network().contacts[0].law.kind.formula();
    assert_eq!(
        shown,
        "w > 0: 2; w < 0: −[3 + t]; + C·w, −(4·friction(0)) ≤ F ≤ friction(0) at rest"
    );
}

/// What a direction may not say: refused with the reason, and with the direction where the other one is right.
#[test]
fn what_cannot_be_is_refused() {
    let state =
        "\n[[law.own.state]]\nname = \"h\"\nmeasure = \"number\"\nrate = \"1\"\ndefault = 1.0";
    for (law, rule) in [
        (law("1 + t", "1 + y", None), "no variable `y`"),
        (law("1 + t", "1 + N", None), "must not depend on the normal load"),
        (law("1 + t", "1 + w", None), "must not depend on the slip velocity"),
        (law("1 + h", "1 + s", Some("1")), "must not depend on the sign"),
        (
            format!("force = \"h\"\nbackward = \"2*h\"{state}"),
            "a `force` may depend on the sign `s` of the slip",
        ),
        (format!("force = \"h\"\nbackwardStatic = \"2*h\"{state}"), "never sticks"),
        (format!("backward = \"2*h\"{state}"), "lacks `friction`"),
        (law("1", "1", Some("1")), "state `h` has no effect"),
    ] {
        let wrong = network::read(&text(&law, "", ""), "n").expect_err(&law).to_string();
        assert!(wrong.contains(rule), "{law}: {wrong}");
    }
    for (law, rule) in [
        (
            law("2 + t", "first.position - 1", None),
            "negative, but is -1 at w = 0 against backward slip",
        ),
        (law("2 + t", "1/first.position", None), "while stuck against backward slip"),
        (law("2 + t", "2 - x", None), "at a slip speed of"),
        (law("2 - x + t", "2", None), "must not be negative"),
        (
            law("2 + t", "3", None) + "\nbackwardStatic = \"2\"",
            "static friction must not be below kinetic friction, but is 2 below 3 against backward slip",
        ),
        (law("2 + t", "3", None) + "\nstatic = \"2.5\"", "is 2.5 below 3 against backward slip"),
    ] {
        let mut instance = Simulation::new(sides(&law, "", ""));
        let begun = instance.enter_initialization().and_then(|()| instance.exit_initialization());
        let wrong = begun.expect_err(&law).to_string();
        assert!(wrong.contains(rule), "{law}: {wrong}");
    }
}
