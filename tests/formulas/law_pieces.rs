//! Laws of one's own that decide by what moves: by where their ends are, by the time, by their states and by slip beside these.

use luztar::network;

use super::machine::{Machine, show_all_manners};
use super::support::{Named, started, unit};
use super::twins::{SEEN_OF_BLOCK, assert_alike, seen_of};
use super::{assert_near, go, go_in};

fn text(law: &str, body: &str, rest: &str) -> String {
    format!(
        "[model]\nname = \"Pieces\"\n[experiment]\nrelativeTolerance = 1e-12\n[body.block]\nmass = 2.0\n{body}\n\
         [contact.floor]\nbetween = \"block\"\nlaw = \"own\"\n{rest}\n[law.own]\n{law}\n"
    )
}

/// A floor that is worn in its middle, by a table over the place: what it takes is its integral over the way.
#[test]
fn a_worn_floor_takes_its_integral() {
    let law = "friction = \"table(first.position, at, force)\"\nparameter = [\n\
               { name = \"at\", measure = \"length\", range = \"any\", list = true },\n\
               { name = \"force\", measure = \"friction\", list = true },\n]";
    let places = [-1.0, 0.2, 0.5, 0.6, 1.4];
    let forces = [2.0, 2.0, 0.5, 0.7, 3.0];
    let unit = unit(&text(law, "velocity = 2.5", &format!("at = {places:?}\nforce = {forces:?}")));
    for (end, steps) in [(0.5, 1), (0.5, 7), (0.9, 2), (3.0, 1), (3.0, 5)] {
        let mut block = started(&unit);
        go_in(&mut block, end, steps);
        let (x, v) = (block.real("block.position"), block.real("block.velocity"));
        // Beyond the last place the last line goes on.
        let force = |x: f64| {
            let k = places[1..4].iter().filter(|place| **place <= x).count();
            let share = (x - places[k]) / (places[k + 1] - places[k]);
            forces[k] + share * (forces[k + 1] - forces[k])
        };
        let mut ends = vec![0.0];
        ends.extend(places.iter().copied().filter(|place| *place > 0.0 && *place < x));
        ends.push(x);
        let work: f64 = ends
            .windows(2)
            .map(|part| (part[1] - part[0]) * force(0.5 * (part[0] + part[1])))
            .sum();
        assert_near(block.real("floor.dissipatedEnergy"), work, 1e-11);
        assert_near(v * v, 2.5 * 2.5 - work, 1e-11);
        if v > 0.0 {
            assert_near(block.real("floor.frictionForce"), force(x), 1e-11);
        }
    }
}

/// Limits that fall in time, with a step or a bend: 2 kg under 4 N let go exactly there, and are never let go under 1.9 N.
#[test]
fn a_limit_that_jumps_or_bends_lets_go_where_it_does() {
    for (friction, release, slower) in [
        ("if(t < 1, 5, 3)", 1.0, 3.0),
        ("max(5 - t, 2)", 1.0, f64::NAN),
        ("min(6, 7.5 - abs(t - 0.25) - t)", 1.875, f64::NAN),
        ("5 - 2*(t > 0.7)*(t - 0.7)", 1.2, f64::NAN),
    ] {
        let law = format!("friction = \"{friction}\"");
        for steps in [1, 3, 8] {
            let mut block = started(&unit(&text(&law, "constantForce = 4.0", "")));
            go_in(&mut block, 2.0, steps);
            assert_near(block.real("floor.lastEventTime"), release, 1e-11);
            if slower > 0.0 {
                assert_near(block.real("block.velocity"), 0.5 * (4.0 - slower), 1e-12);
            }
            let mut block = started(&unit(&text(&law, "constantForce = 1.2", "")));
            go_in(&mut block, 2.0, steps);
            assert_eq!(block.real("block.velocity"), 0.0, "{friction}");
        }
    }
}

/// Friction that jumps on the way of a block: braked by 1 N up to 0.7 m, by 3 N behind.
#[test]
fn friction_jumps_where_the_block_passes() {
    let law = "friction = \"if(first.position < 0.7, 1, 3)\"";
    let mut block = started(&unit(&text(law, "velocity = 1.5", "")));
    go(&mut block, 3.0);
    let v = (1.5f64 * 1.5 - 0.7).sqrt();
    assert_near(block.real("floor.lastEventTime"), (1.5 - v) / 0.5 + v / 1.5, 1e-12);
    assert_near(block.real("block.position"), 0.7 + v * v / 3.0, 1e-12);
}

/// Rates on pieces: of the state itself, and of slip, which falls as 2 − t/2 m/s.
#[test]
fn states_move_on_pieces() {
    let law = "friction = \"1 + 0*h + 0*g\"\n[[law.own.state]]\nname = \"h\"\nmeasure = \"number\"\nrate = \"RATE\"\ndefault = 0.0\n";
    let of = |rate: &str, end: f64| {
        let mut block = started(&unit(&text(
            &law.replace(" + 0*g", "").replace("RATE", rate),
            "velocity = 2.0",
            "",
        )));
        go_in(&mut block, end, 3);
        block.real("floor.h")
    };
    assert_near(of("if(h < 0.5, 1, 0.2)", 3.0), 0.5 + 0.2 * 2.5, 1e-12);
    assert_near(of("max(x - 0.5, 0)", 3.5), 1.5 * 1.5, 1e-12);
    assert_near(of("min(x, 1)", 3.0), 2.0 + (0.75), 1e-12);
    // z = 2t − t²/4 comes to 1.75 m after 1 s: ∫|z − 1.75| dt up to there, and another 2 s on.
    let area = |t: f64| t * t - t * t * t / 12.0 - 1.75 * t;
    assert_near(of("abs(first.position - 1.75)", 3.0), area(3.0) - 2.0 * area(1.0), 1e-12);
}

/// The same as a normal load that decides likewise; sticking and slipping in both directions.
#[test]
fn it_is_the_same_as_a_normal_load_on_pieces() {
    const LOAD: &str =
        "1 + 0.5*abs(Z - 0.1)/(1 + abs(Z)) + if(t > 4, 0.4, 0) + max(min(Z, 1), 0.2)^2";
    let text = |law: &str, contact: &str| {
        let law = format!(
            "{law}\nparameter = [{{ name = \"m\", measure = \"friction\", loaded = \"mu\", default = 1.1 }}]"
        );
        text(&law, "", contact)
            + "[force.push]\nbetween = \"block\"\nforce = \"4.1*sin(1.7*t) + 0.4*cos(4.1*t)\"\n"
    };
    let way = |z: &str| LOAD.replace('Z', z);
    let named = text(
        &format!(
            "friction = \"m*({})*(0.8 + 0.2*exp(-x))\"\nstatic = \"1.2*m*({})\"",
            way("first.position"),
            way("first.position")
        ),
        "",
    );
    let loaded = text(
        "friction = \"m*(0.8 + 0.2*exp(-x))\"\nstatic = \"1.2*m\"",
        &format!("normalForce = \"{}\"", way("block.position")),
    );
    let [named, loaded] = [named, loaded].map(|text| seen_of(&text, SEEN_OF_BLOCK));
    assert_alike(&named, &loaded, 1e-11);
}

const WAY: &str = r#"law = "deciding"
normalForce = "1 + 0.2*e^2"
at = [-0.5, 0.1, 0.4, 1.0]
mu = [0.9, 0.6, 0.9, 0.7]
[law.deciding]
friction = "table(first.position - second.position, at, mu)*(1 + c*max(h - 0.3, 0)) + 0.1*max(x - 0.4, 0)"
static = "1.2*friction(0) + if(t > 2.5, 0.1, 0)"
parameter = [
    { name = "at", measure = "length", range = "any", list = true },
    { name = "friction", loaded = "mu", symbol = "mu", measure = "friction", list = true },
    { name = "c", measure = "number", default = 0.2 },
]
[[law.deciding.state]]
name = "heat"
symbol = "h"
measure = "number"
rate = "min(x, 1.5) - max(h, 2*h - 0.5) + 0.1*abs(second.velocity)"
default = 0.1
"#;

fn whole() -> Machine {
    Machine::slide("4*cos(2.3*t)", WAY, &[], 4.0)
}

show_all_manners!([whole()]);

/// Parameters that are set put a contact on another piece at once.
#[test]
fn pieces_follow_parameters() {
    let law = "friction = \"if(first.position < edge, 1, 3)\"\nparameter = [{ name = \"edge\", measure = \"length\", default = 5.0 }]";
    let mut block = started(&unit(&text(law, "velocity = 4.0", "")));
    go(&mut block, 0.5);
    assert_near(block.real("floor.frictionForce"), 1.0, 1e-14);
    block.put("floor.edge", 1.0);
    assert_near(block.real("floor.frictionForce"), 3.0, 1e-14);
    go(&mut block, 0.75);
    assert_near(block.real("block.velocity"), 3.75 - 0.375, 1e-13);
    block.put("floor.edge", 9.0);
    go(&mut block, 1.0);
    assert_near(block.real("block.velocity"), 3.75 - 0.375 - 0.125, 1e-13);
}

#[test]
fn nothing_decides_by_the_direction_of_slip() {
    let state =
        "\n[[law.own.state]]\nname = \"h\"\nmeasure = \"number\"\nrate = \"RATE\"\ndefault = 0.0\n";
    for rate in ["max(w, 0)", "if(s*h > 0, 1, 2)", "abs(w - 1)"] {
        let law = format!("friction = \"1 + 0.1*h\"{}", state.replace("RATE", rate));
        let wrong = network::read(&text(&law, "", ""), "n").expect_err(rate).to_string();
        assert!(
            wrong.contains("conditions and breakpoints must not depend on `w` or `s`"),
            "{wrong}"
        );
    }
}
