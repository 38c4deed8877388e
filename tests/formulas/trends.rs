//! What a law of one's own says of its trend is a promise by which it is moved: numbers that break it are refused.

use luztar::network::{self, Network};

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
