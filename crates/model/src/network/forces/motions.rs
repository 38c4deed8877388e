//! Motions of bodies that a formula names.

use super::names::words_of;
use crate::algebra::nearest;
use crate::network::axis::{other_words, words};
use crate::network::bodies::Bodies;
use crate::network::diagnostics::{Wrong, shown};
use crate::network::force::{ForceKind, Meaning};
use crate::network::keys;
use crate::network::reader::Reader;
use crate::network::section::Section;

/// Returns the words of a formula that name the motion of a body, each once, and where they stand: `block.position`.
fn dotted(text: &str) -> Vec<(usize, &str)> {
    let mut words: Vec<(usize, &str)> = Vec::new();
    for (at, word) in words_of(text) {
        let new = !words.iter().any(|(_, known)| *known == word);
        if word.starts_with(char::is_alphabetic) && word.contains('.') && new {
            words.push((at, word));
        }
    }
    words
}

/// Takes the positions and velocities of bodies that a text of a formula of a kind names.
pub(super) fn motions(
    reader: &mut Reader,
    bodies: &Bodies,
    (section, kind): (&Section, ForceKind),
    (key, text): (&str, &str),
    names: &mut Vec<(String, Meaning)>,
) {
    for (offset, word) in dotted(text) {
        if names.iter().any(|(known, _)| known == word) {
            continue;
        }
        let (body, quantity) = word.split_once('.').unwrap_or((word, ""));
        let found = bodies.find(body).and_then(|index| {
            let words = words(bodies.list[index].axis);
            match quantity {
                word if word == words.position => Some(Meaning::Position(index)),
                word if word == words.velocity => Some(Meaning::Velocity(index)),
                _ => None,
            }
        });
        if let Some(meaning) = found {
            names.push((word.to_owned(), meaning));
            continue;
        }
        let more = match bodies.find(body) {
            None if reader.elements.contains_key(body) => of_element(reader, kind, body, quantity),
            _ => near(bodies, body, quantity),
        };
        let rule = format!("no motion of a body `{}`{more}", shown(word));
        let wrong = Wrong { offset, rule };
        reader.report.wrong(&section.value_place(key), section.full(key), text, wrong);
    }
}

/// Returns the end of a message: the motion that is meant if one is like it, else those of the body.
fn near(bodies: &Bodies, body: &str, quantity: &str) -> String {
    let word = format!("{body}.{quantity}");
    let all = bodies.list.iter().flat_map(|body| {
        let words = words(body.axis);
        [words.position, words.velocity].map(|what| format!("{}.{what}", body.name))
    });
    let all: Vec<_> = all.collect();
    let meant = bodies.find(body).and_then(|index| {
        let axis = bodies.list[index].axis;
        let (own, other) = (words(axis), other_words(axis));
        let quantity = match quantity {
            word if word == other.position => own.position,
            word if word == other.velocity => own.velocity,
            word => keys::meant(word, &[own.position, own.velocity])?,
        };
        Some(format!("{body}.{quantity}"))
    });
    let near = meant.or_else(|| nearest(&word, all.iter().map(String::as_str)).map(str::to_owned));
    match (near, bodies.find(body)) {
        (Some(near), _) => format!(" (did you mean `{near}`?)"),
        (None, Some(index)) => {
            let words = words(bodies.list[index].axis);
            let [position, velocity] = [words.position, words.velocity];
            format!("; a formula names `{body}.{position}` and `{body}.{velocity}`")
        }
        (None, None) => String::new(),
    }
}

/// Returns the end of a message about a variable of an element that is no body.
fn of_element(reader: &Reader, kind: ForceKind, element: &str, quantity: &str) -> String {
    let named = &reader.elements[element];
    let load = kind == ForceKind::NormalForce;
    let (what, remedy) = if named.inputs.iter().any(|input| input == quantity) {
        let remedy =
            "give this formula an input of its own, or both the position of a prescribed body";
        (format!("`{quantity}` is an input of `{element}`"), remedy.to_owned())
    } else if load && named.kind == "spring" {
        let remedy =
            format!("take loadSpring = \"{element}\", or its stiffness times its deflection");
        (format!("`{element}` is a spring"), remedy)
    } else {
        let remedy = "write what it depends on by motions of bodies";
        (format!("`{element}` is a {}", named.kind), remedy.to_owned())
    };
    let formula = if load { "a load" } else { "a formula" };
    format!(": {what}; {formula} names motions of bodies and its own names: {remedy}")
}
