//! Laws of one's own that see where their ends are, or have states, under a regularisation: closed forms as the width shrinks, the
//! same laws said in other ways, and all manners of moving.

use luztar::network;
use luztar::unit::Simulation;

use super::machine::{Machine, show_all_manners};
use super::support::{Named, started, unit};
use super::twins::{SEEN_OF_BLOCK, assert_alike, seen_of};
use super::whereabouts::WAY;
use super::{assert_near, go, go_in};

/// A block of 2 kg on a floor with this law.
fn block(law: &str, contact: &str, rest: &str) -> String {
    format!(
        "[model]\nname = \"Smoothed\"\n[experiment]\nrelativeTolerance = 1e-12\n[body.block]\nmass = 2.0\n\
         position = 0.1\nvelocity = 1.5\n[contact.floor]\nbetween = \"block\"\nlaw = \"own\"\n{contact}\n\
         [law.own]\n{law}\n{rest}\n"
    )
}

/// 2·v·dv/dx = −(3 + 8·x)·g(v): without g it ends at X. Since dx = −2·v·dv/(f·g), what g adds to the way is (2/f(X))·∫v·(1/g − 1)dv,
/// but for terms of a higher order: π²/(12·a²) of tanh, ε²/2 of the ramp.
#[test]
fn a_braked_block_ends_beyond_its_place_of_rest_by_the_width_squared() {
    let rest = 0.475f64.hypot(0.75) - 0.375;
    let friction = 3.0 + 8.0 * rest;
    let parts = std::f64::consts::PI.powi(2) / 12.0;
    for (way, part) in [("\"tanh\"\nsteepness = A", parts), ("\"linear\"\nrampVelocity = E", 0.5)] {
        for a in [200.0, 400.0, 800.0] {
            let way = way.replace('A', &format!("{a:?}")).replace('E', &format!("{:?}", 1.0 / a));
            let law = "friction = \"3 + 8*first.position\"";
            let text = block(law, &format!("regularisation = {way}"), "");
            let mut block = started(&unit(&text));
            go_in(&mut block, 0.3, 3);
            // Before it is slow it goes as if nothing were smooth.
            let phase = (0.75f64 / 0.475).atan();
            assert_near(
                block.real("block.position"),
                (rest + 0.375) * (0.6 - phase).cos() - 0.375,
                1e-10,
            );
            go_in(&mut block, 3.0, 5);
            let beyond = (block.real("block.position") - rest) * a * a;
            assert_near(beyond * friction / 2.0, part, 30.0 / a);
            assert_near(block.real("floor.dissipatedEnergy"), 2.25, 1e-10);
        }
    }
}

/// A driven block to and fro: with the regularisation as with the formula that it stands for, and a law that names the time to no
/// effect as one that does not.
#[test]
fn it_is_the_formula_that_it_stands_for() {
    let push = "[force.push]\nbetween = \"block\"\nforce = \"4.1*sin(1.7*t) + 0.4*cos(4.1*t)\"";
    let numbers = "parameter = [\n{ name = \"a\", measure = \"per velocity\", default = 20.0 },\n\
                   { name = \"v\", symbol = \"v0\", measure = \"velocity\", default = 0.05 },\n]";
    let rough = "(1.2 + 0.3*sin(2*t) + 0.2*first.position^2/(1 + first.position^2))*(0.8 + 0.2*exp(-x/0.4))";
    let back = "(1.4 + 0.2*second.velocity + 0.1*first.velocity^2)*(1 + 0.1*x)";
    for (way, key, by, at) in [
        ("atan", "steepness = 20.0", "2/pi*atan(a*x)*", "x"),
        ("tanh", "steepness = 20.0", "tanh(a*x)*", "x"),
        ("linear", "rampVelocity = 0.05", "min(x/v0, 1)*", "max(x, v0)"),
    ] {
        let smooth = format!("regularisation = \"{way}\"\n{key}");
        for (friction, backward) in [(rough, None), (rough, Some(back))] {
            let side = |name: &str, text: &str| format!("{name} = \"{text}\"\n");
            let told = |turn: &dyn Fn(&str) -> String| {
                let backward = backward.map_or(String::new(), |text| side("backward", &turn(text)));
                side("friction", &turn(friction)) + &backward
            };
            let named = told(&|text| text.to_owned()) + "static = \"9 + t\"\n" + numbers;
            let by_hand = told(&|text| {
                format!("{by}({})", text.replace("x/", "X/").replace("*x)", "*X)").replace('X', at))
            });
            let one = seen_of(&block(&named, &smooth, push), SEEN_OF_BLOCK);
            let other = seen_of(&block(&(by_hand + numbers), "", push), SEEN_OF_BLOCK);
            assert_alike(&one, &other, 1e-9);
        }
        let of = |time: &str| {
            let law = format!(
                "friction = \"(0.8 + 0.2*exp(-x/0.4))*1.3{time}\"\nbackward = \"1.1 + 0.3*x/(1 + x)\""
            );
            seen_of(&block(&law, &smooth, push), SEEN_OF_BLOCK)
        };
        assert_alike(&of(""), &of(" + 0*t"), 1e-9);
    }
}

/// Friction against backward slip, which decides.
const BACKWARD: &str = r#"backward = "m*(1 + 0.1*abs(first.position) + 0.1*cos(t)) + c*h""#;

fn machine(way: &str) -> Machine {
    let smooth = format!("law = \"seeing\"\nregularisation = {way}");
    let way = WAY.replace("OTHER", BACKWARD).replacen("law = \"seeing\"", &smooth, 1);
    Machine::slide("6*sin(2.3*t)", &way, &["floor.frictionForce"], 5.0)
}

fn machines() -> [Machine; 3] {
    [
        machine("\"tanh\"\nsteepness = 40.0"),
        machine("\"atan\"\nsteepness = 60.0"),
        machine("\"linear\"\nrampVelocity = 0.02"),
    ]
}

show_all_manners!(machines());

/// A steep slope is not what makes steps short: neither those by events nor those of a given size.
#[test]
fn steep_slopes_go_in_long_steps() {
    let text = block(
        "friction = \"1.2 + 0.3*sin(2*t) + 0.2*first.position^2\"",
        "regularisation = \"tanh\"\nsteepness = 1e6",
        "[force.push]\nbetween = \"block\"\nforce = \"4.1*sin(1.7*t)\"",
    );
    let exact = text.replace("regularisation = \"tanh\"\nsteepness = 1e6", "");
    let seen = |mut instance: Simulation| {
        let mut all = Vec::new();
        for k in 1..=20 {
            go(&mut instance, 0.3 * f64::from(k));
            all.extend(
                ["block.position", "floor.dissipatedEnergy"].map(|name| instance.real(name)),
            );
        }
        all
    };
    let off = |one: &[f64], other: &[f64]| {
        one.iter().zip(other).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    };
    let smooth = seen(started(&unit(&text)));
    assert!(off(&smooth, &seen(started(&unit(&exact)))) < 2e-5);
    let errors = [4e-3, 2e-3, 1e-3, 5e-4].map(|h| {
        let text = text.replace(
            "[experiment]\n",
            &format!("[experiment]\nmethod = \"moreau\"\nmoreauStep = {h:?}\n"),
        );
        off(&seen(started(&unit(&text))), &smooth) / h
    });
    assert!(errors.iter().all(|error| *error < 10.0 && *error > 1e-2), "{errors:?}");
}

/// What it cannot be, with the reason; and friction that is none, in spite of the factor.
#[test]
fn what_it_cannot_be_is_refused() {
    let tanh = "regularisation = \"tanh\"\nsteepness = 9.0";
    let window = "regularisation = \"karnopp\"\nwindow = 1e-3";
    let bristle = "force = \"1e4*z\"\n[[law.own.state]]\nname = \"bend\"\nsymbol = \"z\"\nmeasure = \"length\"\nrate = \"w - 1e4*x*z\"\ndefault = 0.0";
    for (law, contact, rule) in [
        ("friction = \"2 + t\"", window, "supports no velocity window"),
        (bristle, tanh, "never sticks, and supports no regularisation"),
        ("friction = \"2 + t\"", "regularisation = \"tanh\"", "steepness"),
    ] {
        let wrong =
            network::read(&block(law, contact, ""), "test.toml").expect_err(rule).to_string();
        assert!(wrong.contains(rule), "{wrong}");
    }
    let built_in = block("friction = \"2 + t\"", tanh, "")
        .replace("law = \"own\"", "law = \"dahl\"\nkineticFriction = 1.0\nbristleStiffness = 1e4");
    let wrong = network::read(&built_in, "test.toml").expect_err("dahl").to_string();
    assert!(wrong.contains("supports no regularisation"), "{wrong}");
    let start = block("friction = \"first.position - 1\"", tanh, "");
    let mut instance = Simulation::new(unit(&start));
    let begun = instance.enter_initialization().and_then(|()| instance.exit_initialization());
    let wrong = begun.expect_err("negative").to_string();
    assert!(wrong.contains("must not be negative"), "{wrong}");
    let later = block("friction = \"0.3 - first.position\"", tanh, "");
    let mut instance = started(&unit(&later));
    let wrong = instance.step(0.0, 1.0).expect_err("it comes beyond 0.3 m").to_string();
    assert!(wrong.contains("floor") && wrong.contains("must not be negative"), "{wrong}");
}
