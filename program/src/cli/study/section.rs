//! `--section`: `ELEMENT:sticks`, `ELEMENT:slips`, `ELEMENT:FROM->TO`, `VARIABLE>VALUE`, `VARIABLE<VALUE`, `phase`.

use luztar::study::Case;
use luztar::study::section::{EventKind, Section};
use luztar::unit::{ContactMode, Element, Model, states};

use super::subject::output;
use crate::cli::failure::Failure;
use crate::cli::names::did_you_mean;

/// Part of the help about sections.
pub const HELP: &str = "\
Sections:
  ELEMENT:sticks, ELEMENT:slips    a contact sticks, or begins to slip
  ELEMENT:FROM->TO                 a transition by the names of states, `any` for all: belt:forward->backward
  VARIABLE>VALUE, VARIABLE<VALUE   an output passes a value, upwards or downwards
  phase, phase:X                   whole periods of the harmonic force, or at their part X";

/// Number of a contact's mode `stuck`.
const STUCK: i32 = ContactMode::Stuck as i32;
/// Numbers of all modes.
const MODES: std::ops::RangeInclusive<i32> = -1..=3;

/// Reads a section of a unit from a text.
///
/// # Errors
/// An error of the text (usage).
pub fn section(model: &Case, text: &str) -> Result<Section, Failure> {
    let unit = model.unit();
    let usage = |rule: String| Failure::Usage(format!("--section {text}: {rule}"));
    if let Some(part) = phase(unit, text) {
        let part =
            part.ok_or_else(|| usage("must be `phase` or `phase:X` with a number X".to_owned()))?;
        let period = model.forcing().map_err(|refusal| usage(refusal.to_string()))?;
        let period = period.ok_or_else(|| usage("the model has no harmonic force".to_owned()))?;
        return Ok(Section::Phase { period, offset: part * period });
    }
    if text.contains(':') {
        return event(unit, text).map(Section::Event);
    }
    let Some(at) = text.find(['<', '>']) else {
        return Err(usage(
            "must be one of: ELEMENT:sticks, ELEMENT:slips, ELEMENT:FROM->TO, VARIABLE>VALUE, \
                          VARIABLE<VALUE, phase"
                .to_owned(),
        ));
    };
    let variable = output(unit, &format!("--section {text}"), text[..at].trim())?;
    let value = text[at + 1..].trim().parse().ok().filter(|value: &f64| value.is_finite());
    let value = value.ok_or_else(|| usage("VALUE must be a finite number".to_owned()))?;
    Ok(Section::Plane { variable, value, upwards: text[at..].starts_with('>') })
}

/// Returns the part of a period in `phase` or `phase:X`, which is no number if X is not; None of other sections, as those of
/// elements that are called so.
fn phase(unit: &Model, text: &str) -> Option<Option<f64>> {
    let part = match text.split_once(':') {
        Some(("phase", part)) => part.trim().parse::<f64>().ok().filter(|part| part.is_finite()),
        None if text == "phase" => Some(0.0),
        _ => return None,
    };
    let mut elements = states(unit).into_iter().map(|(element, _)| element);
    let is_element = elements.any(|element| unit.element_name(element) == "phase");
    (part.is_some() || !is_element).then_some(part)
}

/// Reads the transitions that a text means.
///
/// # Errors
/// An error of the text (usage).
pub fn event(unit: &Model, text: &str) -> Result<EventKind, Failure> {
    let usage = |rule: String| Failure::Usage(format!("--section {text}: {rule}"));
    let (name, what) = text.split_once(':').ok_or_else(|| {
        usage("must be ELEMENT:sticks, ELEMENT:slips or ELEMENT:FROM->TO".to_owned())
    })?;
    let all: Vec<Element> = states(unit).into_iter().map(|(element, _)| element).collect();
    let named = |element: &Element| unit.element_name(*element);
    let element = all.iter().copied().find(|element| named(element) == name).ok_or_else(|| {
        let hint = did_you_mean(name, all.iter().map(named));
        usage(format!(
            "{} has no such contact, spring with backlash or element with modes{hint}",
            unit.name()
        ))
    })?;
    let contact = matches!(element, Element::Contact(_));
    let (from, to) = match (what, what.split_once("->")) {
        ("sticks", _) if contact => (None, Some(STUCK)),
        ("slips", _) if contact => (Some(STUCK), None),
        (_, Some((from, to))) => {
            let mode = |text: &str| mode(unit, element, text.trim()).map_err(usage);
            (mode(from)?, mode(to)?)
        }
        _ => {
            return Err(usage(
                "after the name: sticks or slips, of a contact, or FROM->TO".to_owned(),
            ));
        }
    };
    Ok(EventKind { element, from, to })
}

fn mode(unit: &Model, element: Element, text: &str) -> Result<Option<i32>, String> {
    if text == "any" {
        return Ok(None);
    }
    let names =
        || MODES.map(|mode| unit.mode_name(element, mode)).filter(|name| *name != "unknown");
    let found = MODES.into_iter().find(|mode| unit.mode_name(element, *mode) == text);
    found.filter(|_| text != "unknown").map(Some).ok_or_else(|| {
        let all: Vec<&str> = names().collect();
        format!("no state `{text}`: there are {}, and `any`", all.join(", "))
    })
}
