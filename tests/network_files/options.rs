//! Build options: the elements and texts that depend on them, choosing by text, and what is refused.

use luztar::network::{Network, OptionRange, OptionValue as Value, choose, options, read};

const CHAIN: &str = r#"
[model]
name = "Chain"
equations = ["always", { text = "several", when = "n > 1" }]
[option]
n = { default = 2, min = 1, max = 5, description = "number of wagons" }
end = { default = "free", values = ["free", "spring", "damper"] }
[body.wagon]
repeat = { i = [1, "{n}"] }
description = "wagon {i} of {n}"
mass = 1.0
[[body.load]]
when = "n >= 3"
mass = 3.0
[[body.load]]
when = "n < 3 and end == 'damper'"
mass = 2.0
[contact.gear]
repeat = { i = [1, "{n-1}"] }
when = "i != 3"
between = ["wagon{i}", "wagon{i+1}"]
law = "coulomb"
kineticFriction = 1.0
[spring.stop]
when = "end == 'spring'"
description = "at wagon {n}"
between = "wagon{n}"
stiffness = 10.0
[damper.stop]
when = "end == 'damper'"
between = "wagon{n}"
damping = 5.0
"#;

/// The network of the chain with some options.
fn chain(choices: &[(&str, &str)]) -> Network {
    let choices: Vec<_> =
        choices.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let text = choose(CHAIN, "n", &choices).unwrap_or_else(|wrong| panic!("{wrong}"));
    read(&text, "n").unwrap_or_else(|wrong| panic!("{wrong}"))
}

fn names<'n, T>(elements: &'n [T], name: fn(&'n T) -> &'n String) -> Vec<&'n str> {
    elements.iter().map(|element| name(element).as_str()).collect()
}

#[test]
fn options_decide_what_elements_there_are() {
    let plain = chain(&[]);
    assert_eq!(plain, read(CHAIN, "n").expect("right"));
    assert_eq!(names(&plain.bodies, |body| &body.name), ["wagon1", "wagon2"]);
    assert_eq!(plain.bodies[1].description, "wagon 2 of 2");
    assert_eq!(names(&plain.contacts, |contact| &contact.name), ["gear1"]);
    assert_eq!((plain.springs.len(), plain.dampers.len()), (0, 0));
    assert_eq!(plain.about.equations, ["always", "several"]);

    let long = chain(&[("end", "spring"), ("n", "5")]);
    assert_eq!(long.bodies.len(), 6);
    assert_eq!(names(&long.contacts, |contact| &contact.name), ["gear1", "gear2", "gear4"]);
    assert_eq!(
        (long.springs[0].i.body, long.springs[0].description.as_str()),
        (Some(4), "at wagon 5")
    );
    assert!(long.dampers.is_empty());
    let mass = long.parameters.iter().find(|parameter| parameter.name == "load.mass");
    assert_eq!(mass.expect("the load").start, 3.0);

    let single = chain(&[("n", "1"), ("end", "damper")]);
    assert_eq!(names(&single.bodies, |body| &body.name), ["wagon1", "load"]);
    assert!(single.contacts.is_empty(), "no neighbour");
    assert_eq!(names(&single.dampers, |damper| &damper.name), ["stop"]);
    assert_eq!(single.about.equations, ["always"]);
}

/// The file with the choices is the same file but for its defaults.
#[test]
fn a_choice_changes_the_default_and_nothing_else() {
    let choices = [("n".to_owned(), "4".to_owned()), ("end".to_owned(), "damper".to_owned())];
    let text = choose(CHAIN, "n", &choices).expect("possible");
    let expected =
        CHAIN.replace("default = 2,", "default = 4,").replace("= \"free\",", "= \"damper\",");
    assert_eq!(text, expected);
    let shown: Vec<_> = options(&text, "n")
        .expect("right")
        .iter()
        .map(|option| {
            format!("{}={} ({}) {}", option.name, option.value, option.range, option.description)
        })
        .collect();
    assert_eq!(shown, ["n=4 (1 to 5) number of wagons", "end=damper (free, spring, damper) "]);
}

#[test]
fn impossible_choices_are_refused_with_what_there_is() {
    let all = "there are n (1 to 5; default 2), end (free, spring, damper; default free)";
    for (name, value, expected) in [
        ("n", "6", "n=6: must be a whole number, 1 to 5".to_owned()),
        ("n", "2.5", "n=2.5: must be a whole number, 1 to 5".to_owned()),
        ("end", "Free", "end=Free: must be one of free, spring, damper".to_owned()),
        ("ned", "free", format!("ned=free: no such build option (did you mean `end`?); {all}")),
        ("wagon1.mass", "2", format!("wagon1.mass=2: no such build option; {all}")),
    ] {
        let said = choose(CHAIN, "n", &[(name.to_owned(), value.to_owned())]);
        assert_eq!(said.expect_err(name).to_string(), expected);
    }
    let twice = [("n".to_owned(), "1".to_owned()), ("n".to_owned(), "2".to_owned())];
    let said = choose(CHAIN, "n", &twice).expect_err("twice").to_string();
    assert_eq!(said, "n=2: given twice");
    let plain = "[model]\nname = \"X\"\n[body.b]\nmass = 1.0\n";
    let said = choose(plain, "n", &twice[..1]).expect_err("none").to_string();
    assert_eq!(said, "n=1: the network has no build options");
}

#[test]
fn wrong_options_and_conditions_are_told_with_their_place() {
    for (from, to, message) in [
        ("default = 2,", "", "n:6:5: option.n.default: is missing: the default value"),
        ("default = 2,", "default = 0,", "n:6:17: option.n.default: must be 1 to 5, not 0"),
        (
            "default = 2,",
            "default = 2.5,",
            "n:6:17: option.n.default: must be a whole number of at most 1e9, not the number 2.5",
        ),
        ("min = 1,", "values = [2],", "n:6:34: option.n.max: give either `values` or bounds"),
        (
            "\"free\",",
            "\"fre\",",
            "n:7:19: option.end.default: must be one of free, spring, damper, not fre",
        ),
        ("end =", "time =", "n:7:1: option.time: `time` is reserved; give the option another name"),
        (
            "i = [1, \"{n}\"]",
            "n = [1, 2]",
            "n:9:12: body.wagon.repeat.n: a build option has this name; give the index another one",
        ),
        (
            "\"{n-1}\"",
            "\"{n-4}\"",
            "n:19:16: contact.gear.repeat.i: must be [first, last]: whole numbers, 0 ≤ first ≤ last ≤ \
             1000000000, e.g. [1, 10], but \"{n-4}\" is -2",
        ),
        (
            "\"n >= 3\"",
            "\"m >= 3\"",
            "n:13:9: body.load.when: \"m >= 3\": no variable `m`; there are `n`, `end` and `pi`",
        ),
        (
            "\"n >= 3\"",
            "true",
            "n:13:8: body.load.when: must be a condition in quotes, e.g. \"n > 1\", not true",
        ),
        (
            "\"n >= 3\"",
            "\"n\"",
            "n:13:9: body.load.when: \"n\": no condition; compare it with something",
        ),
        (
            "\"i != 3\"",
            "\"k != 3\"",
            "n:20:9: contact.gear.when: \"k != 3\": no variable `k`; there are `n`, `end`, `i` and `pi`",
        ),
        (
            "\"n > 1\"",
            "\"n > x\"",
            "n:4:56: model.equations.when: \"n > x\": no variable `x`; there are `n`, `end` and `pi`",
        ),
    ] {
        assert!(CHAIN.contains(from), "{from}");
        let said = read(&CHAIN.replacen(from, to, 1), "n").expect_err(to).to_string();
        assert_eq!(said, message, "{to}");
    }
}

/// Values are a list of whole numbers or of texts; all that is wrong in one is told.
#[test]
fn values_are_all_of_one_kind() {
    let with = |values: &str, default: &str| {
        let option = format!("n = {{ default = {default}, values = {values} }}");
        format!("[model]\nname = \"X\"\n[option]\n{option}\n[body.a]\nmass = 1.0\n")
    };
    let found = options(&with("[4, -1, 1e9]", "-1"), "n").expect("whole numbers");
    let numbers = [4, -1, 1_000_000_000].map(Value::Whole);
    assert_eq!(found[0].range, OptionRange::OneOf(numbers.to_vec()));
    assert_eq!(found[0].value, Value::Whole(-1));
    let found = options(&with("[\"4\", \"b c\"]", "\"b c\""), "n").expect("texts");
    let texts = ["4", "b c"].map(|text| Value::Text(text.into()));
    assert_eq!(found[0].range, OptionRange::OneOf(texts.to_vec()));
    assert_eq!(found[0].value, Value::Text("b c".into()));

    let list = "must be a list of whole numbers or of texts, of one at least";
    let text = |not: &str| format!("must be a text like the first, not {not}");
    let whole = |not: &str| format!("must be a whole number of at most 1e9, not {not}");
    let quotes = "a text among the values has no quotes and no braces";
    for (values, default, rules) in [
        ("[]", "1", vec![list.to_owned()]),
        ("1", "1", vec![list.to_owned()]),
        ("[\"a\", 1, \"b\", 2]", "\"b\"", vec![text("the number 1"), text("the number 2")]),
        ("[1, \"a\", 2.5, 3]", "3", vec![whole("the text \"a\""), whole("the number 2.5")]),
        ("[\"a\", \"b'\", '\"', \"{c\", \"d}\"]", "\"a\"", vec![quotes.to_owned(); 4]),
    ] {
        let told = options(&with(values, default), "n").expect_err(values).to_string();
        let told: Vec<_> =
            told.lines().map(|line| line.split(": ").last().expect("a rule")).collect();
        assert_eq!(told, rules, "{values}");
    }
}

#[test]
fn elements_at_a_body_that_is_left_out_are_told_why() {
    let text = "[model]\nname = \"X\"\n[option]\nn = { default = 1 }\n[body.a]\nmass = 1.0\n\
                [body.b]\nwhen = \"n > 1\"\nmass = 1.0\n[damper.d]\nbetween = [\"a\", \"b\"]\ndamping = 1.0\n";
    let said = read(text, "n").expect_err("b is missing").to_string();
    let rule = "`b` is left out by its `when`; give this element a `when`, too";
    assert_eq!(said, format!("n:11:17: damper.d.between: {rule}"));
    read(&text.replace("default = 1", "default = 2"), "n").expect("right");
}

#[test]
fn two_variants_that_hold_at_once_are_refused() {
    let said = read(
        &CHAIN
            .replace("n < 3 and", "n < 9 and")
            .replace("default = 2", "default = 4")
            .replace("= \"free\"", "= \"damper\""),
        "n",
    );
    let said = said.expect_err("two loads").to_string();
    assert_eq!(said, "n:15:1: body.load: a body has this name; names of elements must be unique");
}
