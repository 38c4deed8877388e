//! Laws of one's own whose friction depends on where the ends of a contact are, on their velocities and on the time: closed
//! forms; the same by a normal load that is a formula and by states; and all manners of moving.

use std::sync::Arc;

use luztar::network;
use luztar::unit::dependencies::Dependencies;
use luztar::unit::{Model, Simulation, Value};

use super::machine::{Machine, show_all_manners};
use super::support::{Named, started, unit};
use super::twins::{assert_alike, seen_of};
use super::{assert_near, go, go_in};

/// A block of 2 kg on a floor; `law` is the law's table, `rest` what else the block and the floor have.
fn block(law: &str, body: &str, contact: &str) -> Arc<Model> {
    unit(&format!(
        "[model]\nname = \"Block\"\n[experiment]\nrelativeTolerance = 1e-12\n[body.block]\nmass = 2.0\n{body}\n\
         [contact.floor]\nbetween = \"block\"\nlaw = \"placed\"\n{contact}\n[law.placed]\n{law}\n"
    ))
}

/// 2·v·dv/dx = −(3 + 8·x): a part of a swing about x = −3/8 m at 2 rad/s, down to rest.
#[test]
fn friction_that_grows_along_the_way_brakes_like_a_spring() {
    let law = "friction = \"f0 + k*first.position\"\nparameter = [\n\
               { name = \"f0\", measure = \"friction\", default = 3.0 },\n\
               { name = \"k\", measure = \"friction per length\", default = 8.0 },\n]";
    let unit = block(law, "position = 0.1\nvelocity = 1.5", "");
    let (amplitude, phase) = (0.475f64.hypot(0.75), (0.75f64 / 0.475).atan());
    for steps in [1, 9] {
        let mut block = started(&unit);
        go_in(&mut block, 2.0, steps);
        assert_near(block.real("floor.lastEventTime"), 0.5 * phase, 1e-12);
        assert_near(block.real("block.position"), amplitude - 0.375, 1e-12);
        assert_eq!((block.real("block.velocity"), block.real("eventCount")), (0.0, 1.0));
        let lost = block.real("floor.dissipatedEnergy");
        assert_near(lost, 0.5 * 2.0 * 1.5 * 1.5, 1e-12);
    }
    let mut block = started(&unit);
    go(&mut block, 0.2);
    let x = amplitude * (0.4 - phase).cos() - 0.375;
    assert_near(block.real("block.position"), x, 1e-13);
    assert_near(block.real("floor.frictionForce"), 3.0 + 8.0 * x, 1e-12);
    let rate = 8.0 * block.real("block.velocity");
    assert_near(block.real("block.acceleration"), -0.5 * (3.0 + 8.0 * x), 1e-12);
    let index = block.index("floor.frictionForce");
    assert_near(block.output_derivative(index).unwrap(), rate, 1e-11);
}

/// A limit of 6 − t/2 N falls to a force of 4 N + 1 N/s·t at t = 4/3 s; from there on 2·dv/dt = 1.5·(t − 4/3).
#[test]
fn a_limit_that_falls_in_time_lets_go_where_it_meets_the_load() {
    let law = "friction = \"f - r*t\"\nparameter = [\n\
               { name = \"f\", measure = \"friction\", default = 6.0 },\n\
               { name = \"r\", measure = \"friction per time\", default = 0.5 },\n]";
    let pull = "[force.pull]\nbetween = \"block\"\nforce = \"4 + t\"";
    let unit = block(law, "", pull);
    for steps in [1, 6] {
        let mut block = started(&unit);
        go_in(&mut block, 3.0, steps);
        assert_near(block.real("floor.lastEventTime"), 4.0 / 3.0, 1e-12);
        let s = 3.0 - 4.0 / 3.0;
        assert_near(block.real("block.velocity"), 0.375 * s * s, 1e-12);
        assert_near(block.real("block.position"), 0.125 * s * s * s, 1e-12);
        assert_near(block.real("floor.frictionForce"), 4.5, 1e-12);
    }
}

/// A block of 2 kg on a cart that is pulled at 1 m/s² needs 2 N, and lets go where what holds it has fallen to that, by
/// where the block has come, by its velocity, by that of the cart, or by how far the two are apart in the end.
#[test]
fn what_is_carried_along_lets_go_where_it_can_no_longer_be_held() {
    for (friction, release) in [
        ("5 - 6*first.position", 1.0),
        ("5 - 3*first.velocity", 1.0),
        ("5 - 6*second.position", 1.0),
        ("5 - 1.5*second.velocity", 2.0),
        ("4*exp(-first.velocity) + 0*t", 2f64.ln()),
        ("5 - first.velocity*second.velocity - 2*t^2", 1.0),
    ] {
        for axis in [0, 1] {
            let [mass, force, axis] =
                [["mass", "force", ""], ["inertia", "torque", "axis = \"rotation\"\n"]][axis];
            let text = format!(
                "[model]\nname = \"Cart\"\n[experiment]\nrelativeTolerance = 1e-12\n[body.block]\n{axis}{mass} = 2.0\n\
                 [body.cart]\n{axis}{mass} = 3.0\nconstant{} = 5.0\n[contact.deck]\nbetween = [\"block\", \"cart\"]\n\
                 law = \"placed\"\n[law.placed]\nfriction = \"{friction}\"\n",
                if force == "force" { "Force" } else { "Torque" },
            );
            for steps in [1, 7] {
                let mut cart = started(&unit(&text));
                go_in(&mut cart, release + 0.1, steps);
                assert_near(cart.real("deck.lastEventTime"), release, 1e-11);
                assert_eq!(cart.real("eventCount"), 1.0, "{friction}");
            }
        }
    }
}

/// What is alike: a law that names the way and the time, a normal load of the same formula on a constant coefficient, and a law
/// whose states are the way and the time. The driven block sticks and slips in both directions.
#[test]
fn it_is_the_same_as_a_normal_load_by_formula_and_as_states() {
    const WAY: &str = "1 + 0.3*sin(2*T) + 0.4*Z^2/(1 + Z^2)";
    const LAW: &str = "friction = \"m*(W)*(0.8 + 0.2*exp(-x/vs))\"\nstatic = \"1.2*m*(W)\"\nparameter = [\n\
         { name = \"m\", measure = \"friction\", default = 1.5 },\n\
         { name = \"vs\", measure = \"velocity\", range = \"positive\", default = 0.4 },\n]\n";
    let way = |z: &str, t: &str| WAY.replace('Z', z).replace('T', t);
    let state = |name: &str, measure: &str, rate: &str, start: f64| {
        format!(
            "[[law.own.state]]\nname = \"{name}\"\nmeasure = \"{measure}\"\nrate = \"{rate}\"\ndefault = {start:?}\n"
        )
    };
    for rotates in [false, true] {
        let [position, inertia, push, axis, radius] = match rotates {
            false => ["block.position", "mass", "force", "", ""],
            true => [
                "disc.angle",
                "inertia",
                "torque",
                "axis = \"rotation\"\n",
                "effectiveRadius = 1.0\n",
            ],
        };
        let body = position.split('.').next().unwrap();
        let text = |law: &str, contact: &str| {
            format!(
                "[model]\nname = \"Twin\"\n[experiment]\nrelativeTolerance = 1e-12\n[body.{body}]\n{axis}{inertia} = 1.3\n\
                 {} = 0.4\n[force.push]\nbetween = \"{body}\"\n{push} = \"3.1*sin(1.7*t) + 0.4*cos(4.1*t)\"\n\
                 [contact.floor]\nbetween = \"{body}\"\nlaw = \"own\"\n{contact}\n[law.own]\n{law}",
                if rotates { "angularVelocity" } else { "velocity" }
            )
        };
        let named = text(&LAW.replace('W', &way("first.position", "t")), "");
        let loaded = text(
            &LAW.replace('W', "1"),
            &format!("normalForce = \"{}\"\n{radius}", way(position, "t")),
        );
        let states =
            state("way", "length", "first.velocity", 0.0) + &state("age", "time", "1", 0.0);
        let stated = text(&(LAW.replace('W', &way("way", "age")) + &states), "");
        let half = text(
            &(LAW.replace('W', &way("first.position", "age")) + &state("age", "time", "1", 0.0)),
            "",
        );
        let velocity = if rotates { "disc.angularVelocity" } else { "block.velocity" };
        let floor = ["floor.frictionForce", "floor.dissipatedPower", "floor.dissipatedEnergy"];
        let names = [&[position, velocity], &floor[..]].concat();
        let named = seen_of(&named, &names);
        for other in [loaded, stated, half] {
            assert_alike(&named, &seen_of(&other, &names), 1e-11);
        }
    }
}

/// A bump of friction 2 mm wide, between long steps: what it takes from a block that crosses it is its integral.
#[test]
fn a_narrow_bump_is_not_overlooked() {
    let law = "friction = \"0.5 + 40*exp(-((first.position - 1.2)/w)^2)\"\nparameter = [\n\
               { name = \"w\", symbol = \"w0\", measure = \"length\", default = 1e-3 },\n]";
    let unit = block(&law.replace("/w)", "/w0)"), "velocity = 3.0", "");
    let mut block = started(&unit);
    go(&mut block, 1.0);
    let lost = 0.5 * block.real("block.position") + 40e-3 * std::f64::consts::PI.sqrt();
    assert_near(block.real("floor.dissipatedEnergy"), lost, 1e-10);
    assert!(block.real("block.position") > 2.0);
}

/// A law of all that it may see, a state among it, and a belt that is given its velocity.
pub const WAY: &str = r#"ratio = 0.9
law = "seeing"
normalForce = "1 + 0.2*e^2"
[body.belt]
motion = "prescribed"
by = "velocity"
velocity = { input = true, start = 0.3 }
[contact.floor]
between = ["table", "belt"]
law = "coulomb"
kineticFriction = 0.2
[law.seeing]
friction = "m*(1 + a*sin(3*(first.position - second.position)) + 0.1*first.velocity^2)*(0.9 + 0.1*exp(-x)) + c*h"
OTHER
parameter = [
    { name = "m", loaded = "coefficient", measure = "friction", default = 0.7 },
    { name = "a", measure = "number", default = 0.4 },
    { name = "c", measure = "friction", default = 0.2 },
]
[[law.seeing.state]]
name = "heat"
symbol = "h"
measure = "number"
rate = "x*(1 + 0.5*cos(t)) - h + 0.1*second.velocity"
default = 0.1
"#;

/// The greatest friction at rest, for which [`WAY`] has room.
const STATIC: &str = r#"static = "1.3*m*(1 + a*sin(3*(first.position - second.position)) + 0.1*first.velocity^2 + 0.1*exp(-t)) + c*h""#;

fn whole() -> Machine {
    let way = WAY.replace("OTHER", STATIC);
    Machine::slide("6*sin(2.3*t)", &way, &["floor.frictionForce"], 5.0)
}

show_all_manners!([whole()]);

/// A contact between motions that are given depends on what its law sees of them, and on nothing else.
#[test]
fn dependencies_name_what_laws_see() {
    let text = "[model]\nname = \"Given\"\n[body.a]\nmotion = \"prescribed\"\n[body.b]\nmotion = \"prescribed\"\nby = \"velocity\"\n[body.c]\nmass=1.0\n\
                [contact.rub]\nbetween = [\"a\", \"b\"]\nlaw = \"own\"\n[law.own]\nfriction = \"SEEN\"\n";
    for (seen, expected) in [
        ("2 + t", ["a.velocity", "b.velocity"].as_slice()),
        ("2 + second.position^2", &["a.velocity", "b.position", "b.velocity"]),
        ("2 + first.position^2", &["a.position", "a.velocity", "b.velocity"]),
    ] {
        let unit = unit(&text.replace("SEEN", seen));
        let all = Dependencies::new(&unit);
        let index = unit.find("rub.frictionForce").unwrap();
        let mut names: Vec<_> = all
            .while_stepping(index)
            .into_iter()
            .map(|k| unit.variables()[k].name.clone())
            .collect();
        names.sort();
        names.retain(|name| !name.ends_with("appliedForce"));
        assert_eq!(names, expected, "{seen}");
    }
}

/// What a law may not see, or where it cannot be: refused with the reason.
#[test]
fn what_cannot_be_is_refused() {
    let text = |law: &str, contact: &str, body: &str| {
        format!(
            "[model]\nname = \"Refused\"\n[body.block]\n{body}\n[spring.hold]\nbetween = \"block\"\nstiffness = 2.0\n\
             damping = 1.0\n[contact.floor]\nbetween = \"block\"\nlaw = \"own\"\n{contact}\n[law.own]\n{law}\n"
        )
    };
    let plain = "friction = \"2 + t\"";
    for (law, contact, body, rule) in [
        (plain, "", "mass = 0.0", "depends on positions, on velocities of its ends or on the time"),
        ("friction = \"2 + first.speed\"", "", "mass = 1.0", "no variable `first.speed`"),
        ("friction = \"2 + frist.position\"", "", "mass = 1.0", "no variable `frist.position`"),
        (
            "friction = \"2 + N*t\"",
            "normalForce = 1.0",
            "mass = 1.0",
            "must not depend on the normal load",
        ),
        ("force = \"first.position\"", "", "mass = 1.0", "`force` is for laws with states"),
        ("friction = \"2 + t\"\nunlimited = [\"forward\"]", "", "mass = 1.0", "`unlimited`"),
        ("friction = \"2 + t + S\"\nargument = \"slip ratio\"", "", "mass = 1.0", "slip ratio"),
        (
            "friction = \"2 + t\"\n[[law.own.rule]]\nholds = \"first.position > 0\"\ntext = \"no\"\nparameters = []",
            "",
            "mass = 1.0",
            "must depend on parameters and inputs only",
        ),
    ] {
        let text = text(law, contact, body);
        let wrong = network::read(&text, "refused.toml").expect_err(law).to_string();
        assert!(wrong.contains(rule), "{law}: {wrong}");
    }
    for (law, body, rule) in [
        ("friction = \"first.position - 1\"", "mass = 1.0", "must not be negative"),
        ("friction = \"1/first.position\"", "mass = 1.0", "must be finite"),
        ("friction = \"2 + t - x\"", "mass = 1.0", "must not be negative"),
        ("friction = \"2 + t\"\nstatic = \"1\"", "mass = 1.0", "must not be below kinetic"),
    ] {
        let unit = unit(&text(law, "", body));
        let mut instance = Simulation::new(unit);
        let begun = instance.enter_initialization().and_then(|()| instance.exit_initialization());
        let wrong = begun.expect_err(law).to_string();
        assert!(wrong.contains(rule), "{law}: {wrong}");
    }
    let text = text(plain, "", "mass = 1.0");
    // A number of this name is that number.
    let own = "friction = \"2 + t\"\nparameter = [{ name = \"t\", measure = \"friction\", default = 1.0 }]";
    let mut instance = started(&unit(&text.replace(plain, own)));
    let index = instance.index("floor.t");
    assert_eq!(instance.get(index).unwrap(), Value::Real(1.0));
}
