//! The declarations of laws and their parameters.

use std::collections::HashSet;

use luztar::laws::{
    Argument, DefaultValue, Form, LawKind, LawParameter, Measure, RegularisationKind,
};

use crate::cases::{all, law, named, shape};

fn all_parameters() -> impl Iterator<Item = (&'static str, &'static LawParameter)> {
    let laws = all()
        .iter()
        .flat_map(|kind| kind.parameters().iter().map(|parameter| (kind.name(), parameter)));
    laws.chain(RegularisationKind::ALL.iter().map(|kind| (kind.name(), kind.parameter())))
}

#[test]
fn names_are_unique_and_tell_what_a_law_is() {
    let names: HashSet<_> = all().iter().map(|kind| kind.name()).collect();
    assert_eq!(names.len(), all().len());
    for kind in all() {
        assert!(!kind.reference().is_empty());
        if kind.is_rigid() {
            assert_eq!((kind.formula(), kind.parameters().len()), ("w = 0", 0));
            continue;
        }
        assert!(
            kind.formula().contains("C·w") || kind.formula().contains("C·tar"),
            "{}",
            kind.name()
        );
        assert_eq!(kind.parameters().last(), named("coulomb").parameters().get(2), "C is last");
        for own in [|p: &LawParameter| p.name.clone(), |p: &LawParameter| p.loaded_name.clone()] {
            let mut seen = HashSet::new();
            assert!(kind.parameters().iter().all(|p| seen.insert(own(p))), "{}", kind.name());
        }
    }
}

/// With an element of 40 characters and a point, a variable has at most 63.
#[test]
fn names_are_short() {
    for (law, parameter) in all_parameters() {
        for name in [&parameter.name, &parameter.loaded_name] {
            let entry = if parameter.list { "[9]".len() } else { 0 };
            assert!(name.len() + entry <= 22, "{law}: {name}");
        }
    }
}

/// Numbers that change their meaning with a normal load change their name, but for those of a slope, whose unit
/// tells.
#[test]
fn frictions_become_coefficients() {
    for (law, parameter) in all_parameters() {
        let renamed = parameter.name != parameter.loaded_name;
        assert_eq!(renamed, parameter.measure == Measure::Friction, "{law}: {}", parameter.name);
        let loaded = parameter.loaded_name.to_lowercase();
        assert!(!renamed || loaded.trim_end_matches('0').ends_with("coefficient"));
    }
}

/// Files with `repeat` take the entries of such a key apart or not, whatever the law.
#[test]
fn a_name_is_a_list_in_all_laws_or_in_none() {
    for (_, one) in all_parameters() {
        for (law, other) in all_parameters() {
            let shared = [&one.name, &one.loaded_name]
                .iter()
                .any(|name| [&other.name, &other.loaded_name].contains(name));
            assert!(!shared || one.list == other.list, "{law}: {}", other.name);
        }
    }
}

#[test]
fn defaults_fit() {
    for kind in all() {
        for (k, parameter) in kind.parameters().iter().enumerate() {
            match parameter.default {
                Some(DefaultValue::SameAs(other)) => {
                    assert!(other < k && !parameter.list && !kind.parameters()[other].list);
                }
                Some(DefaultValue::Number(_)) => assert!(!parameter.list),
                Some(DefaultValue::Empty) => assert!(parameter.list),
                None => {}
            }
        }
    }
}

/// Each state has a start value, named like it, and a derivative whose name is short enough too.
#[test]
fn states_have_start_values() {
    for kind in all() {
        let starts: Vec<_> = kind.parameters().iter().filter(|p| p.start).collect();
        assert_eq!(starts.len(), kind.states().len(), "{}", kind.name());
        for (state, start) in kind.states().iter().zip(starts) {
            assert_eq!(start.name, format!("{}0", state.name));
            assert_eq!(start.loaded_name, format!("{}0", state.loaded_name));
            assert_eq!(start.measure, state.measure);
            for name in [&state.name, &state.loaded_name] {
                assert!(name.len() + "Rate".len() <= 22, "{name}");
                assert!(kind.parameters().iter().all(|p| p.name != *name), "{name}");
            }
        }
    }
}

#[test]
fn laws_with_lists_are_told() {
    let lists = |kind: &LawKind| kind.parameters().iter().any(|parameter| parameter.list);
    let expected: Vec<&str> = all().iter().filter(|kind| lists(kind)).map(LawKind::name).collect();
    let told: Vec<LawKind> = LawKind::with_lists().collect();
    assert_eq!(told.iter().map(LawKind::name).collect::<Vec<_>>(), expected);
    assert!(expected.len() > 2);
}

#[test]
fn some_laws_are_known() {
    let names: Vec<&str> = all().iter().map(LawKind::name).collect();
    for known in ["coulomb", "stribeck", "table", "wanheimBay", "slipRatio", "luGre", "oneWay"] {
        assert!(names.contains(&known), "{known}: {names:?}");
    }
    assert_eq!(named("wanheimBay").argument(), Argument::Load);
    assert_eq!(named("slipRatio").argument(), Argument::SlipRatio);
    assert_eq!(named("oneWay").argument(), Argument::Slip);
    for (name, limited) in [("coulomb", true), ("oneWay", false), ("rigid", false)] {
        assert_eq!(named(name).holds_without_limit(), !limited, "{name}");
    }
}

/// Every number that must be given has an example, and a list that need not be; the numbers fit each other.
#[test]
fn laws_have_examples_that_are_right() {
    for kind in all() {
        for parameter in kind.parameters().iter().filter(|one| one.name != "viscous") {
            let (name, example) = (&parameter.name, parameter.example.as_ref());
            let needs = parameter.default.is_none() || parameter.list;
            assert!(example.is_some() || !needs, "{name} of {}", kind.name());
            let one = example.is_none_or(|entries| entries.len() == 1);
            assert!(parameter.list || one, "{name} of {}", kind.name());
        }
        let entries = kind.example().expect("has one");
        let slices: Vec<&[f64]> = entries.iter().map(Vec::as_slice).collect();
        let made = law(kind, &slices);
        let (shape, numbers) = (shape(kind, &entries), entries.concat());
        made.check_start(&shape, &numbers)
            .unwrap_or_else(|error| panic!("{}: {error}", kind.name()));
    }
}

#[test]
fn examples_that_do_not_fit_are_told() {
    let said = |example: &str, more: &str| {
        let text = format!(
            "[[parameter]]\nname = \"a\"\nmeasure = \"number\"\n{more}\nexample = {example}"
        );
        let error = Form::read("own", &text).expect_err("is wrong");
        (text[error.place].to_owned(), error.rule)
    };
    let wrong = |example: &str, rule: &str| (example.to_owned(), rule.to_owned());
    assert_eq!(said("\"1\"", ""), wrong("\"1\"", "must be a number"));
    assert_eq!(said("[1.0]", ""), wrong("[1.0]", "must be a number"));
    assert_eq!(said("1.0", "list = true"), wrong("1.0", "must be a list of numbers"));
    assert_eq!(said("0", "range = \"positive\""), wrong("0", "must be finite and > 0"));
}
