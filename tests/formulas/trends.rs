//! What a law of one's own says of its trend is a promise by which it is moved: numbers that break it are refused.

use luztar::network::{self, Network};
use luztar::unit::{Model, Simulation, Value};

fn read(trend: &str, friction: &str, more: &str) -> Result<Network, String> {
    let text = format!(
        "[model]\nname = \"Own\"\n[body.a]\nmass = 1.0\n[law.own]\nfriction = \"{friction}\"\ntrend = \"{trend}\"\n\
         static = \"2*friction(0)\"\n\
         parameter = [{{ name = \"k\", measure = \"number\", range = \"any\", default = 0.3 }}]\n\
         {more}\n[contact.floor]\nbetween = \"a\"\nlaw = \"own\"\n"
    );
    network::read(&text, "n").map_err(|wrong| wrong.to_string())
}

#[test]
fn friction_that_changes_the_other_way_is_refused() {
    for (trend, friction, seen) in [
        ("constant", "1 + k*x", "1 at 0 and 301 at 1000"),
        ("constant", "1 + 1e-9*k*x", "1 at 0 and 1.0000003 at 1000"),
        ("never rises", "1 + k*x", "1 at 0 and 301 at 1000"),
        ("never rises", "1/(1 + x) + max(x - 5, 0)", "0.16666666666666666 at 5 and"),
        ("never rises", "if(x < 3, 1, 2)", "1 at 2.9999999999999996 and 2 at 3"),
        ("never rises", "2 + exp(-((x - 30)/2)^2)", "2 at"),
        ("never falls", "1/(1 + x)", "1 at 0 and 0.000999000999000999 at 1000"),
        ("never falls", "2 - min(x, 1)", "2 at 0 and 1 at 1"),
    ] {
        let said = read(trend, friction, "").expect_err(friction);
        let rule = format!(
            "n:13:7: contact.floor.law: friction must keep its declared trend \"{trend}\" over the slip speed, but is {seen}"
        );
        assert!(said.starts_with(&rule), "{said}");
    }
}

#[test]
fn friction_that_does_as_its_law_says_is_not() {
    for (trend, friction) in [
        ("constant", "k"),
        ("constant", "1 + k*x - k*x"),
        ("never rises", "1 + 0.5*exp(-(x/1e-4)^0.3)"),
        ("never rises", "1 + 1/(1 + exp(x/1e-3))"),
        ("never rises", "1 + sqrt(x^2 + 1) - x"),
        ("never falls", "1 + tanh(x/1e-5)"),
        ("never falls", "1 + min(x, 2)"),
        ("any", "2 + sin(x)"),
    ] {
        read(trend, friction, "").unwrap_or_else(|wrong| panic!("{trend}, {friction}: {wrong}"));
    }
}

/// Friction with a state changes, however it runs with the slip: no promise makes it Coulomb's.
#[test]
fn a_law_with_states_is_not_constant() {
    let state = "[[law.own.state]]\nname = \"age\"\nmeasure = \"number\"\nrate = \"1 - age\"\n";
    let text = |mass: &str| {
        format!(
            "[model]\nname = \"Own\"\n[body.a]\nmass = {mass}\n[damper.d]\nbetween = \"a\"\ndamping = 1.0\n[law.own]\n\
             friction = \"1 + age\"\ntrend = \"constant\"\n{state}[contact.floor]\nbetween = \"a\"\nlaw = \"own\"\nage0 = 0\n"
        )
    };
    network::read(&text("1"), "n").unwrap_or_else(|wrong| panic!("{wrong}"));
    let said = network::read(&text("0"), "n").expect_err("has no mass").to_string();
    assert!(said.contains("has internal states"), "{said}");
}

/// Friction that rises from its static limit by a power below 1 is above it at every speed, however slow.
#[test]
fn friction_may_rise_steeply_from_its_static_limit() {
    let text = |friction: &str, more: &str| {
        format!(
            "[model]\nname = \"Own\"\n[body.a]\nmass = 1.0\nforce = \"input\"\n[law.own]\nfriction = \"{friction}\"\n{more}\
             [contact.floor]\nbetween = \"a\"\nlaw = \"own\"\n"
        )
    };
    for (friction, speed) in [
        ("0.4 + 1.2*x^0.5", 0.25f64),
        ("0.4 + 1.2*sqrt(x)", 0.25),
        ("0.4 + 1.2*x^0.9", 0.5f64.powf(1.0 / 0.9)),
        ("0.4*(1 + (x/0.3)^0.7)", 0.3 * 1.5f64.powf(1.0 / 0.7)),
    ] {
        let model =
            Model::read(&text(friction, ""), "own.toml").unwrap_or_else(|wrong| panic!("{wrong}"));
        let mut block = Simulation::new(model);
        let [force, velocity] =
            ["a.force", "a.velocity"].map(|name| block.unit().find(name).unwrap());
        block.set(force, Value::Real(0.3999)).unwrap();
        block.enter_initialization().unwrap();
        block.exit_initialization().unwrap();
        block.step(0.0, 1.0).unwrap();
        assert_eq!(block.get_real(velocity), Ok(0.0), "{friction}");
        // Slowly through what the law is beside x = 0.
        block.set(force, Value::Real(0.4)).unwrap();
        block.set_input_derivative(force, 1e-4).unwrap();
        block.step(1.0, 10.0).unwrap();
        // f(speed) = 1 N
        block.set(force, Value::Real(1.0)).unwrap();
        block.step(11.0, 60.0).unwrap();
        let found = block.get_real(velocity).unwrap();
        assert!((found - speed).abs() <= 1e-9, "{friction}: {found} {speed}");
    }
    let wrong = text("0.4 + 1.2*x^0.5", "static = \"0.4 - 1e-9\"\n");
    let said = network::read(&wrong, "n").expect_err("is below").to_string();
    let rule = "static friction must not be below kinetic friction, but is 0.399999999 below 0.4";
    assert!(said.contains(rule), "{said}");
}
