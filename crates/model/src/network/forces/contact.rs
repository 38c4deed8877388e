//! The contact that the friction of a force by formula becomes: its law, its normal load, and its surface.

use super::reading::action;
use super::slip::Slip;
use crate::algebra::{Formula, Node};
use crate::laws::{Form, Law, LawKind, LawParameter, LawShape};
use crate::network::ends::Ends;
use crate::network::force::{Force, ForceKind, Meaning};
use crate::network::model::{Contact, Signal};

/// Returns the signal that gives the velocity of a surface; None of a number, and of what is no signal.
pub(super) fn signal(slip: &Slip, surface: &Formula) -> Option<Signal> {
    match *surface.nodes() {
        [Node::Name(name)] => match slip.reading.names[name].1 {
            Meaning::Parameter(id) => Some(Signal::Parameter(id)),
            Meaning::Input(id) => Some(Signal::Input(id)),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the velocity of a surface in words, if a contact may have it.
pub(super) fn text_of(slip: &Slip, surface: &Formula) -> Option<String> {
    match *surface.nodes() {
        [Node::Number(value)] => (value != 0.0).then(|| value.to_string()),
        [Node::Name(name)] if signal(slip, surface).is_some() => {
            Some(format!("`{}`", slip.reading.names[name].0))
        }
        _ => None,
    }
}

/// Returns the law of friction in each direction, and its numbers.
pub(super) fn law(
    slip: &Slip,
    text: &str,
    sides: &[Formula; 2],
) -> Result<(LawShape, Vec<Signal>), String> {
    let (mut parameters, mut numbers, mut ends) = (Vec::new(), Vec::new(), Vec::new());
    for (index, (name, meaning)) in slip.reading.names.iter().enumerate() {
        let signals: Vec<Signal> = match meaning {
            _ if !sides.iter().any(|side| side.names(index)) => continue,
            Meaning::Parameter(id) => vec![Signal::Parameter(*id)],
            Meaning::List(ids) => ids.iter().copied().map(Signal::Parameter).collect(),
            Meaning::Input(id) => vec![Signal::Input(*id)],
            _ => continue,
        };
        let (list, input) =
            (matches!(meaning, Meaning::List(_)), matches!(meaning, Meaning::Input(_)));
        parameters.push((index, LawParameter::of_formula(name, list, input)));
        numbers.extend(signals);
        ends.push(numbers.len());
    }
    numbers.push(Signal::Zero);
    ends.push(numbers.len());
    let form = Form::of_formulas((slip.name, text), sides.clone(), slip.rate, &parameters)?;
    Ok((LawShape { kind: LawKind::of(form), regularisation: None, ends }, numbers))
}

/// Reports friction that its law does not allow at the start.
pub(super) fn check(slip: &Slip, law: &LawShape, numbers: &[Signal]) -> Result<(), String> {
    let reader = slip.start.reader;
    let start = |number: &Signal| match *number {
        Signal::Zero => 0.0,
        Signal::Parameter(id) => reader.parameters[id.0].start,
        Signal::Input(id) => reader.inputs[id.0].start,
    };
    let values: Vec<f64> = numbers.iter().map(start).collect();
    Law::new(law, &values).map(|_| ()).map_err(|error| {
        format!(
            "jumps where its slip velocity passes through {}, which is dry friction: {}; write driving forces as a \
             separate term that is continuous there",
            slip.at, error.rule
        )
    })
}

pub(super) fn contact(
    slip: &Slip,
    law: LawShape,
    law_numbers: Vec<Signal>,
    loaded: bool,
) -> Contact {
    Contact {
        name: slip.name.to_owned(),
        description: String::new(),
        i: slip.ends.i,
        j: slip.ends.j,
        law,
        law_numbers,
        normal_load: loaded.then_some(Signal::Zero),
        effective_radius: None,
        load_from: None,
        surface_velocity: slip
            .surface
            .and_then(|surface| signal(slip, surface))
            .unwrap_or(Signal::Zero),
        surface_acceleration: Signal::Zero,
        applied_force: None,
        axis: slip.ends.axis,
    }
}

/// Returns the force that gives the normal load.
pub(super) fn load(slip: &Slip, load: Formula) -> Result<Force, String> {
    let names = slip.reading.names;
    let Ends { i, j, axis } = slip.ends;
    let action = action(names, load.clone(), [i, j]).map_err(|(_, rule)| rule.to_owned())?;
    Ok(Force {
        name: slip.name.to_owned(),
        description: String::new(),
        kind: ForceKind::NormalForce,
        form: None,
        text: String::new(),
        names: names.to_vec(),
        value: load,
        actions: vec![action],
        friction: None,
        axis,
    })
}
