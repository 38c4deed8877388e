//! The contact that the friction of a force by formula becomes: its law, its normal load, and its surface.

use super::reading::action;
use super::slip::Slip;
use crate::algebra::{Formula, Node, One, Two};
use crate::laws::{Form, Law, LawKind, LawParameter, LawShape};
use crate::network::ends::Ends;
use crate::network::force::{Force, ForceKind, Meaning};
use crate::network::model::{Contact, Line, Signal};

/// A line of one name of a formula, or a number if there is none.
#[derive(Clone, Copy)]
struct Follows {
    name: Option<usize>,
    line: Line,
}

impl Follows {
    fn number(offset: f64) -> Self {
        Self { name: None, line: Line { factor: 0.0, offset } }
    }

    fn times(self, by: f64) -> Self {
        let Line { factor, offset } = self.line;
        Self { line: Line { factor: factor * by, offset: offset * by }, ..self }
    }

    fn plus(self, other: Self) -> Option<Self> {
        let name = match (self.name, other.name) {
            (Some(one), Some(two)) if one != two => return None,
            (one, two) => one.or(two),
        };
        let [one, two] = [self.line, other.line];
        let line = Line { factor: one.factor + two.factor, offset: one.offset + two.offset };
        Some(Self { name, line })
    }
}

/// Returns the line by which a formula follows a name, if it does.
fn follows(formula: &Formula) -> Option<Follows> {
    let mut all: Vec<Option<Follows>> = Vec::new();
    for node in formula.nodes() {
        let number = |follows: Option<Follows>| match follows {
            Some(Follows { name: None, line }) => Some(line.offset),
            _ => None,
        };
        let next = match *node {
            Node::Number(value) => Some(Follows::number(value)),
            Node::Name(name) => Some(Follows { name: Some(name), line: Line::SAME }),
            Node::One(One::Negative, a) => all[a].map(|a| a.times(-1.0)),
            Node::Two(Two::Plus, a, b) => all[a].zip(all[b]).and_then(|(a, b)| a.plus(b)),
            Node::Two(Two::Minus, a, b) => {
                all[a].zip(all[b]).and_then(|(a, b)| a.plus(b.times(-1.0)))
            }
            Node::Two(Two::Times, a, b) => match (number(all[a]), number(all[b])) {
                (Some(by), _) => all[b].map(|b| b.times(by)),
                (_, Some(by)) => all[a].map(|a| a.times(by)),
                _ => None,
            },
            Node::Two(Two::Over, a, b) => {
                all[a].zip(number(all[b])).map(|(a, by)| a.times(1.0 / by))
            }
            _ => None,
        };
        all.push(next);
    }
    all.pop().flatten().filter(|one| one.line.factor.is_finite() && one.line.offset.is_finite())
}

/// Returns the signal that gives the velocity of a surface, and the line by which the velocity follows it; None of a number,
/// and of what follows no signal.
pub(super) fn signal(slip: &Slip, surface: &Formula) -> Option<(Signal, Line)> {
    let Follows { name: Some(name), line } = follows(surface)? else { return None };
    match slip.reading.names[name].1 {
        _ if line.factor == 0.0 => None,
        Meaning::Parameter(id) => Some((Signal::Parameter(id), line)),
        Meaning::Input(id) => Some((Signal::Input(id), line)),
        _ => None,
    }
}

/// Returns the velocity of a surface in words, if a contact may have it.
pub(super) fn text_of(slip: &Slip, surface: &Formula) -> Option<String> {
    if let Some(value) = surface.as_number() {
        return (value != 0.0).then(|| value.to_string());
    }
    signal(slip, surface)?;
    let Follows { name, line: Line { factor, offset } } = follows(surface)?;
    let name = format!("`{}`", slip.reading.names[name?].0);
    let product = if factor == 1.0 { name } else { format!("{factor}*{name}") };
    Some(if offset == 0.0 { product } else { format!("{product} + {offset}") })
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
        let values = match error.values.as_str() {
            "" => String::new(),
            values => format!(" ({values})"),
        };
        format!(
            "jumps where its slip velocity passes through {}, which is dry friction: {}{values}; write driving forces \
             as a separate term that is continuous there",
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
    let surface = slip.surface.and_then(|surface| signal(slip, surface));
    let (surface_velocity, surface_line) = surface.unwrap_or((Signal::Zero, Line::SAME));
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
        surface_velocity,
        surface_line,
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
        defined: String::new(),
        names: names.to_vec(),
        value: load,
        actions: vec![action],
        frictions: 0..0,
        axis,
    })
}
