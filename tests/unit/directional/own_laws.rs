//! Laws that a file brings along, `[law.NAME]`: the same as a built-in one, they give the same motion; and what they
//! must not be.

use luztar::laws::{Argument, LawKind, RegularisationKind};
use luztar::network::read;
use luztar::unit::{Model, Simulation, Value};

use crate::directional::laws::{Load, check_text, kinds, network};

/// A network with a built-in law, and the same with that law's text in the file.
fn twins(kind: &LawKind, how: Option<RegularisationKind>, load: Load) -> [String; 2] {
    let built_in = network(kind, how, load, 0.9);
    let file =
        format!("{}/crates/model/src/laws/forms/{}.toml", env!("CARGO_MANIFEST_DIR"), kind.name());
    let text = std::fs::read_to_string(&file).expect("the text of the law");
    let law: toml::Table = text.parse().expect("TOML");
    let mut own = toml::Table::new();
    own.insert("own".to_owned(), law.into());
    let mut root = toml::Table::new();
    root.insert("law".to_owned(), own.into());
    let named = built_in.replace(&format!("law = \"{}\"", kind.name()), "law = \"own\"");
    [built_in, format!("{named}\n{root}")]
}

/// Values of all outputs over two seconds, and the number of transitions.
fn motion(text: &str) -> (Vec<f64>, usize) {
    let unit = Model::read(text, "own.toml").unwrap_or_else(|wrong| panic!("{wrong}\n{text}"));
    let mut instance = Simulation::new(unit);
    let inputs = ["block.force", "rub.normalForce"].map(|name| instance.unit().find(name));
    let set = |instance: &mut Simulation, values: [f64; 2]| {
        for (index, value) in inputs.iter().zip(values) {
            if let Some(index) = index {
                instance.set(*index, Value::Real(value)).expect("an input");
            }
        }
    };
    set(&mut instance, [1.0, 1.7]);
    instance.enter_initialization().expect("starts");
    instance.exit_initialization().expect("starts");
    let (mut values, step) = (Vec::new(), 0.05);
    let outputs: Vec<usize> = (0..instance.unit().variables().len()).collect();
    for k in 0..40 {
        let time = step * f64::from(k);
        set(&mut instance, [6.0 * (3.0 * time).sin(), 1.7 + 0.5 * time.cos()]);
        instance.step(time, step).expect("a step");
        for index in &outputs {
            if let Ok(Value::Real(value)) = instance.get(*index) {
                values.push(value);
            }
        }
    }
    let count = instance.unit().find("eventCount").map(|index| instance.get(index));
    match count {
        Some(Ok(Value::Integer(count))) => (values, count as usize),
        other => panic!("eventCount is {other:?}"),
    }
}

#[test]
fn a_law_of_ones_own_moves_as_the_same_law_built_in() {
    let mut transitions = 0;
    // Of the others something is Rust.
    let said = ["luGre", "blimanSorine"];
    let kinds = kinds();
    let kinds = kinds.iter().filter(|kind| kind.states().is_empty() || said.contains(&kind.name()));
    for kind in kinds {
        for how in [None, Some(RegularisationKind::Tanh)] {
            let smooth = kind.argument() == Argument::SlipRatio || !kind.states().is_empty();
            if smooth && how.is_some() {
                continue;
            }
            let load = if kind.argument() == Argument::Load { Load::Input } else { Load::None };
            let [built_in, own] = twins(kind, how, load).map(|text| motion(&text));
            assert_eq!(built_in.1, own.1, "{}", kind.name());
            assert_eq!(built_in.0.len(), own.0.len());
            for (expected, found) in built_in.0.iter().zip(&own.0) {
                let error = (expected - found).abs();
                assert!(error <= 1e-12 * (1.0 + expected.abs()), "{}: {error:e}", kind.name());
            }
            transitions += own.1;
        }
    }
    assert!(transitions > 25, "{transitions}");
}

/// By an input that a law declares, its kinks and its scale move with it; as a force, a coefficient, and regularised.
#[test]
fn a_law_changes_with_its_inputs() {
    let law = "[law.own]\nfriction = \"mu*(1 - a*(T - 300))*(0.5 + 0.5*exp(-x/(vs*T/300))) + 0.3*max(x - 0.2*T/300, 0)\"\n\
               static = \"1.3*friction(0)*300/T\"\nscale = [{ at = \"vs\", length = \"vs*T/300\" }]\n\
               parameter = [\n\
               { name = \"mu\", measure = \"friction\", default = 0.8 },\n\
               { name = \"a\", measure = \"per temperature\", default = 0.002 },\n\
               { name = \"vs\", measure = \"velocity\", range = \"positive\", default = 0.1 },\n]\n\
               input = [{ name = \"heat\", symbol = \"T\", measure = \"temperature\", default = 350.0 }]\n";
    let coulomb = LawKind::named("coulomb").expect("is built in");
    for how in [None, Some(RegularisationKind::Tanh)] {
        for load in [Load::None, Load::Input, Load::Spring] {
            for slip in [0.33, 0.12, -0.33, -0.12] {
                let text = network(&coulomb, how, load, 0.5 + slip);
                let own = |line: &&str| !line.contains("Friction") && !line.contains("Coefficient");
                let rest: Vec<&str> = text.lines().filter(own).collect();
                let rest = rest.join("\n").replace("law = \"coulomb\"", "law = \"own\"");
                let (head, rest) = rest.split_at(rest.find("[body").expect("a body"));
                assert!(check_text(&format!("{head}{law}{rest}"), slip) > 100);
            }
        }
    }
}

/// What ages or wears and sticks, and bristles that see the load: as a force, and by loads where they need none.
#[test]
fn a_law_changes_with_its_states() {
    let ageing = "friction = \"mu*(1 + 0.1*ln(1 + theta/0.2)) + 0.05*ln(1 + x/0.1)\"\nstatic = \"1.1*friction(0)\"\n\
                  parameter = [\n{ name = \"mu\", measure = \"friction\", default = 0.8 },\n\
                  { name = \"way\", measure = \"length\", range = \"positive\", default = 0.3 },\n]\n\
                  [[law.own.state]]\nname = \"age\"\nsymbol = \"theta\"\nmeasure = \"time\"\n\
                  rate = \"1 - x*theta/way\"\ndefault = 0.4\n";
    let bristles = "force = \"k*z + d*(w - x*z/way)\"\nstored = \"k*z^2/2\"\n\
                    parameter = [\n{ name = \"k\", measure = \"friction per length\", default = 3.0 },\n\
                    { name = \"d\", measure = \"friction per velocity\", default = 0.2 },\n\
                    { name = \"way\", measure = \"length\", range = \"positive\", default = 0.3 },\n]\n\
                    [[law.own.state]]\nname = \"bend\"\nsymbol = \"z\"\nmeasure = \"length\"\n\
                    rate = \"w - x*z/way\"\nsize = \"way\"\nunloaded = 0.0\ndefault = 0.1\n";
    let heating = "friction = \"mu*exp(-h)\"\n\
                   parameter = [\n{ name = \"mu\", measure = \"friction\", default = 0.8 }]\n\
                   [[law.own.state]]\nname = \"heat\"\nsymbol = \"h\"\nmeasure = \"number\"\n\
                   rate = \"0.1*mu*exp(-h)*N*x - 0.3*h\"\ndefault = 0.1\n";
    let coulomb = LawKind::named("coulomb").expect("is built in");
    for (law, loads) in [
        (ageing, &[Load::None, Load::Input, Load::Spring][..]),
        (bristles, &[Load::None, Load::Input, Load::Spring]),
        (heating, &[Load::Input, Load::Spring]),
    ] {
        for load in loads {
            for slip in [0.33, -0.33, 0.0] {
                let text = network(&coulomb, None, *load, 0.5 + slip);
                let own = |line: &&str| !line.contains("Friction") && !line.contains("Coefficient");
                let rest: Vec<&str> = text.lines().filter(own).collect();
                let rest = rest.join("\n").replace("law = \"coulomb\"", "law = \"own\"");
                let (head, rest) = rest.split_at(rest.find("[body").expect("a body"));
                assert!(check_text(&format!("{head}[law.own]\n{law}{rest}"), slip) > 80);
            }
        }
    }
}

/// A law with one line changed, and what the reader says.
fn said(from: &str, to: &str) -> String {
    let text = "[model]\nname = \"U\"\n[law.rubber]\nfriction = \"mu0/(1 + (x/v0)^2) + k*max(x - v1, 0)\"\n\
                static = \"1.2*friction(0)\"\n\
                parameter = [\n\
                { name = \"mu0\", measure = \"friction\" },\n\
                { name = \"v0\", measure = \"velocity\", range = \"positive\", default = 0.1 },\n\
                { name = \"k\", measure = \"friction per velocity\", range = \"any\", default = 0.5 },\n\
                { name = \"v1\", measure = \"velocity\", default = 1.0 },\n]\n\
                [body.block]\nmass = 1.0\nvelocity = 2.0\n[contact.floor]\nbetween = \"block\"\nlaw = \"rubber\"\n\
                mu0 = 2.0\n";
    let changed = text.replace(from, to);
    assert_ne!(changed, text, "{from}");
    read(&changed, "n").map(|_| changed).expect_err("must be refused").to_string()
}

#[test]
fn a_law_that_breaks_a_rule_is_refused_with_its_place() {
    for (from, to, expected) in [
        (
            "1.2*",
            "0.5*",
            "n:17:7: contact.floor.law: static friction must not be below kinetic friction, but is 1 below 2",
        ),
        (
            "mu0 = 2.0",
            "mu0 = 2.0\nk = -1.0",
            "n:18:7: contact.floor.mu0: friction must not be negative, but is at a slip speed of",
        ),
        ("x/v0", "x/v9", "n:4:25: law.rubber: no variable `v9` (did you mean `v0`?)"),
        ("(x/v0)^2)", "(x/v0)^2", "n:4:49: law.rubber: expected `)`, found the end"),
        (
            "\"velocity\", default",
            "\"speed\", default",
            "n:10:26: law.rubber.parameter.measure: must be one of \"friction\", ",
        ),
        (
            "law.rubber]",
            "law.coulomb]",
            "n:3:6: law.coulomb: a built-in law has this name; give yours another one",
        ),
        (
            "friction = \"mu0",
            "friction = \"ln(x) + mu0",
            "n:17:7: contact.floor.law: friction must be finite, but is -inf at w = 0",
        ),
        (
            "k*max",
            "floor(x)*max",
            "n:4:12: law.rubber: `ceil`, `floor` and `round` have no expansion",
        ),
        (
            "static =",
            "behaviour = \"dahl\"\nstatic =",
            "n:5:13: law.rubber: `behaviour` is for built-in laws",
        ),
        (
            "friction = \"mu0",
            "frictoin = \"mu0",
            "n:4:1: law.rubber.frictoin: unknown key (did you mean",
        ),
        (
            "friction = \"mu0",
            "friction = 3 #\"mu0",
            "n:4:12: law.rubber.friction: must be a text, not the number 3",
        ),
        (
            ", measure = \"friction per velocity\", ",
            ", ",
            "n:9:1: law.rubber.parameter.measure: is missing",
        ),
        (
            "default = 0.1",
            "default = 0.0",
            "n:8:68: law.rubber: `default` must be finite and > 0, not 0",
        ),
        (
            "name = \"k\"",
            "name = \"x\"",
            "n:9:10: law.rubber: `x` means something else in formulas",
        ),
        (
            "name = \"v1\"",
            "name = \"v0\"",
            "n:10:10: law.rubber: `v0`: another parameter has this name or symbol",
        ),
        (
            "mu0 = 2.0",
            "mu1 = 2.0",
            "n:15:10: contact.floor.mu0: is missing: parameter mu0 of the law",
        ),
    ] {
        let told = said(from, to);
        assert!(told.starts_with(expected), "{to}: {told}");
    }
}

/// A law with a state, and what the reader says of it with one text changed.
fn said_of_state(from: &str, to: &str) -> String {
    let text = "[model]\nname = \"U\"\n[law.glue]\nfriction = \"mu*(1 + h) + k*x\"\nstatic = \"1.2*friction(0)\"\n\
                parameter = [\n\
                { name = \"mu\", measure = \"friction\", default = 2.0 },\n\
                { name = \"k\", measure = \"friction per velocity\", range = \"any\", default = 0.5 },\n]\n\
                [[law.glue.state]]\nname = \"hardness\"\nsymbol = \"h\"\nmeasure = \"number\"\n\
                rate = \"1 - h*x\"\ndefault = 0.0\n\
                [body.block]\nmass = 1.0\n[contact.floor]\nbetween = \"block\"\nlaw = \"glue\"\n";
    let changed = text.replace(from, to);
    assert_ne!(changed, text, "{from}");
    read(&changed, "n").map(|_| changed).expect_err("must be refused").to_string()
}

#[test]
fn a_law_with_states_that_breaks_a_rule_is_refused_with_its_place() {
    for (from, to, expected) in [
        ("1 - h*x", "1 - g*x", "n:14:13: law.glue: no variable `g`"),
        ("1 + h)", "1 + 1)", "n:11:8: law.glue: state `hardness` has no effect"),
        ("rate = ", "# rate = ", "n:11:8: law.glue: state `hardness` lacks its `rate`"),
        ("+ k*x", "+ k*w", "n:4:12: law.glue: friction must not depend on the slip velocity `w`"),
        ("+ k*x", "+ N*k*x", "n:4:12: law.glue: friction must not depend on the normal load `N`"),
        (
            "1.2*friction(0)",
            "1.2*friction(x)",
            "n:5:10: law.glue: a static limit or an energy must not depend on the slip speed `x`",
        ),
        (
            "1.2*",
            "0.5*",
            "n:20:7: contact.floor.law: static friction must not be below kinetic friction, but is 1 below 2",
        ),
        (
            "0.5 },",
            "-0.5 },",
            "n:18:10: contact.floor.mu: friction must not be negative, but is at a slip speed of",
        ),
        (
            "1 - h*x",
            "1 - h*max(w - k, 0)",
            "n:14:15: law.glue: conditions and breakpoints must not depend on `w` or `s`",
        ),
        (
            "1 - h*x",
            "1 - h/sqrt(x)",
            "n:20:7: contact.floor.law: rates and friction must have values and slopes at the onset of slip; powers of `x` have none at 0 in a denominator",
        ),
        (
            "1 - h*x",
            "1 - x*abs(h)^-1.5",
            "n:20:7: contact.floor.law: rates and friction must have values and slopes at the onset of slip; powers of `h` have none at 0 in a denominator",
        ),
        ("default = 0.0", "rest = \"0\"", "n:15:8: law.glue: `rest` is for built-in laws"),
        (
            "\"number\"",
            "\"force\"",
            "n:13:11: law.glue: a state measures friction, length, time, temperature or a number",
        ),
        (
            "symbol = \"h\"",
            "symbol = \"k\"",
            "n:12:10: law.glue: another parameter, input or state has this name or symbol",
        ),
        (
            "name = \"hardness\"",
            "name = \"state\"",
            "n:11:8: law.glue: `state` means something else in a contact",
        ),
        ("name = \"k\"", "name = \"s\"", "n:8:10: law.glue: `s` is the sign of the slip"),
        (
            "static =",
            "force = \"h\"\nstatic =",
            "n:5:9: law.glue: give either `force`, or `friction`",
        ),
        (
            "static =",
            "backward = \"h + w\"\nstatic =",
            "n:5:12: law.glue: friction must not depend on the slip velocity `w`",
        ),
        (
            "static =",
            "backward = \"3 + h\"\nbackwardStatic = \"2\"\nstatic =",
            "n:22:7: contact.floor.law: static friction must not be below kinetic friction, but is 2 below 3 against backward slip",
        ),
        (
            "law = \"glue\"",
            "law = \"glue\"\nregularisation = \"karnopp\"\nwindow = 0.1",
            "n:20:7: contact.floor.law: a law with states, or that depends on positions, velocities or the time, \
             supports no velocity window",
        ),
        (
            "rate = \"1 - h*x\"",
            "rate = \"N - h*x\"",
            "n:18:10: contact.floor.normalForce: is missing",
        ),
        (
            "[body",
            "rule = [{ holds = \"h < 1\", text = \"t\", parameters = [\"mu\"] }]\n[body",
            "n:16:1: law.glue.state.rule: unknown key; valid are name, loaded, symbol, measure, rate, end, ",
        ),
    ] {
        let told = said_of_state(from, to);
        assert!(told.starts_with(expected), "{to}: {told}");
    }
}
