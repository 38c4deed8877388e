//! What is refused in a file, with line, column and reason; and what goes wrong on the way.

use luztar::network::read;

use super::support::{started, unit};

const HEAD: &str = "[model]\nname = \"Wrong\"\n[body.block]\nmass = 1.0\nvelocity = 1.0\n[body.hook]\nmass = 0\n[damper.d]\nbetween = [\"hook\"]\ndamping = 1.0\n";

fn refusal(text: &str) -> String {
    read(&format!("{HEAD}{text}"), "wrong.toml").expect_err(text).to_string()
}

/// Allowed, and likely a mistake: told with its place, of the copies of an element once.
#[test]
fn numbers_that_a_formula_does_not_name_are_doubts() {
    let loads = "[force.f]\nrepeat = { i = [1, 2] }\nbetween = \"block\"\nforce = \"k*e\"\n\
                 parameter = { k = 1.0, j = 2.0 }\ninput = { w = \"input\" }\n\
                 [force.list]\nbetween = \"block\"\nforce = \"e*count(u)\"\nparameter = { u = [1.0] }\n";
    let network =
        read(&format!("{HEAD}{loads}"), "own.toml").unwrap_or_else(|wrong| panic!("{wrong}"));
    let told = "does not occur in the formula";
    let expected = [
        format!("own.toml:15:24: force.f.parameter.j: {told}"),
        format!("own.toml:16:11: force.f.input.w: {told}"),
    ];
    assert_eq!(network.about.doubts, expected);
}

#[test]
fn wrong_formulas_are_refused_where_they_are_wrong() {
    let load = "[force.f]\nbetween = \"block\"\n";
    let cases = [
        ("force = \"k*e\"", "wrong.toml:13:10: force.f.force: \"k*e\": no variable `k`"),
        (
            "force = \"2*rat\"",
            "13:12: force.f.force: \"2*rat\": no variable `rat` (did you mean `rate`?)",
        ),
        (
            "force = \"1 + blok.position\"",
            "13:14: force.f.force: \"1 + blok.position\": no motion of a body `blok.position` (did you mean `block.position`?)",
        ),
        ("force = \"block.angle\"", "no motion of a body `block.angle`"),
        ("force = \"hook.velocity\"", "depends on the velocity of `hook`, which has no mass"),
        ("force = \"1/e\"", "must be finite at the start (got inf)"),
        ("force = \"ln(e - 1)\"", "must be finite at the start (got NaN)"),
        (
            "force = \"floor(e)\"",
            "13:10: force.f.force: \"floor(e)\": `ceil`, `floor` and `round` have infinitely many jumps",
        ),
        (
            "force = \"if(t % 2 < 0.3, 1, 0)\"",
            "what repeats in time is a condition on a sine, `sin(2*pi*t/T) > 0`, or an input that a run gives (`--input`)",
        ),
        ("force = \"20*|e|\"", "found `|`; an absolute value is `abs(…)`"),
        ("force = \"if(e > 1 || e < 0, 1, 0)\"", "found `|`; write `or`"),
        (
            "force = \"60 t*9.81\"",
            "found `t`; `t` is the time here, no tonne: write `*t` for a product with the time, or the mass in kg as a number",
        ),
        (
            "force = \"F\"\ninput = { F = { start = 20 } }",
            "force.f.input.F.start: is named `value` here: the number at the start",
        ),
        (
            "force = \"if(abs(e) < 0.05 and rate > 0, F, 0)\"\nparameter = { F = 0.01 }",
            "in the direction of the slip, so that the motion from there is not unique: write it as `tanh(rate/v0)`, a condition \
             `rate > 0` as `rate > v0`",
        ),
        ("force = \"table(e, 1, 2)\"", "force.f.force"),
        (
            "force = \"table(e, x, y)\"\nparameter = { x = [1.0, 0.0], y = [0.0, 1.0] }",
            "wrong.toml:13:9: force.f.force: the places of `table` must increase (got 0 after 1)",
        ),
        (
            "force = \"luz(e, x, y)\"\nparameter = { x = [1.0, 1.0], y = [0.0, 1.0] }",
            "the places of `luz` must increase (got 1 after 1)",
        ),
        (
            "force = \"1 + table(e, x, y)\"\nparameter = { x = [0.0, 1.0], y = [0.0] }",
            "`table` needs one value for each place (got 1 values, 2 places)",
        ),
        ("force = \"table(e, x, x)\"\nparameter = { x = [] }", "`table` needs at least one point"),
        ("torque = \"e\"", "between these ends the key is `force`"),
        ("force = 3.0", "force.f.force: must be a text"),
        ("fource = \"e\"", "unknown key (did you mean `force`?)"),
        ("force = \"e\"\nparameter = { e = 1.0 }", "`e` means something else here"),
        (
            "force = \"e\"\nparameter = { k = { value = 1.0, unit = \"N/furlong\" } }",
            "there is no unit \"N/furlong\" of variables",
        ),
        (
            "force = \"e\"\nparameter = { k = { value = 1.0, unit = \"N/mm\" } }",
            "(did you mean `N/m`?)",
        ),
        ("force = \"e\"\nparameter = { k = \"input\" }", "it cannot be an input"),
        ("force = \"e\"\ninput = { u = 1.0 }", "a number is a `parameter`"),
        ("", "force.f.force: is missing"),
    ];
    for (line, expected) in cases {
        let told = refusal(&format!("{load}{line}\n"));
        assert!(told.contains(expected), "{line}: {told}");
    }
    let told = refusal("[force.f]\nbetween = \"hook\"\nforce = \"rate\"\n");
    assert!(told.contains("depends on the velocity of `hook`, which has no mass"), "{told}");
    let told = refusal("[potential.p]\nenergy = \"block.velocity*block.position\"\n");
    assert!(told.contains("not on `block.velocity`"), "{told}");
    let told = refusal("[potential.p]\nenergy = \"sqrt(block.position)\"\n");
    let rule = "wrong.toml:12:10: potential.p.energy: its derivative by the position of `block`, the force, must be finite \
        at the start (got inf)";
    assert!(told.starts_with(rule), "{told}");
    let told = refusal("[potential.p]\nenergy = \"3\"\n");
    assert!(told.contains("must depend on the position of a body"), "{told}");
    let told = refusal("[spring.s]\nbetween = \"block\"\nforce = \"e\"\nstiffness = 2.0\n");
    assert!(told.contains("spring.s.stiffness: is not for an element with a formula"), "{told}");
}

#[test]
fn what_leaves_the_numbers_on_the_way_names_element_and_time() {
    let cases = [
        ("-0.01/(1 - e)", "force of f"),
        ("0.1*ln(1 - e)", "force of f"),
        ("exp(exp(4*t)) - exp(1)", "force of f"),
        ("sqrt(1 - e)", "force of f"),
    ];
    for (formula, expected) in cases {
        let text = format!(
            "[model]\nname = \"Off\"\n[body.block]\nmass = 1.0\nvelocity = 1.0\n[force.f]\nbetween = \"block\"\nforce = \"{formula}\"\n"
        );
        let mut block = started(&unit(&text));
        let fault = block.step(0.0, 4.0).expect_err(formula).to_string();
        assert!(fault.contains("at t = ") && fault.contains(expected), "{formula}: {fault}");
    }
}

/// A motion that ends names the body of the fastest harmonic force, whatever bodies come before it.
#[test]
fn the_end_of_a_motion_names_the_excited_body() {
    let text = "[model]\nname = \"Ends\"\n[body.wall]\nmotion = \"fixed\"\n[body.b]\nmass = 1.0\n\
                excitation = { amplitude = 1.0, angularFrequency = 3.0 }\n[force.f]\nbetween = \"b\"\n\
                force = \"1/(0.1 - t)\"\n";
    let mut body = started(&unit(text));
    let told = body.step(0.0, 1.0).expect_err("a pole").to_string();
    assert!(told.contains("the excitation of b has 3e0 rad/s"), "{told}");
}
