//! Forces by formula of the checked network.

use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::form::{ElementForm, ElementMode};
use super::parts::{Axis, End, InputId, ParameterId};
use crate::algebra::{Along, Change, Decisions, Dual, Formula, Given, Invariance};

/// Kind of a force by formula, named as in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ForceKind {
    /// Acts as +F on its first end.
    Load,
    /// Acts as −F on its first end, against its deflection.
    Spring,
    /// The formula is an energy of positions, of which the forces are the negative derivatives.
    Potential,
    /// The normal load of the contact of this name, between whose ends it stands; it acts on nothing.
    NormalForce,
}

/// Meaning of a name of a formula.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Meaning {
    /// `e = weight_i·z_i − weight_j·z_j` of the force's own ends, and its rate.
    Relative,
    /// ė of the force's own ends.
    Rate,
    /// Position of a body, m or rad.
    Position(usize),
    /// Velocity of a body, m/s or rad/s.
    Velocity(usize),
    /// t in s.
    Time,
    /// An input of the network.
    Input(InputId),
    /// A number of the file.
    Parameter(ParameterId),
    /// Numbers of the file, in their order.
    List(Vec<ParameterId>),
}

impl Meaning {
    /// True if it changes along a motion.
    pub fn moves(&self) -> bool {
        !matches!(self, Self::Parameter(_) | Self::List(_))
    }
}

/// A force by formula, or the forces of a potential.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Force {
    /// Name in the file.
    pub name: String,
    /// Description in words.
    #[serde(skip)]
    pub description: String,
    /// Kind of force that the formula gives.
    pub kind: ForceKind,
    /// The declared kind that it is an element of, whose formula it has.
    #[serde(skip)]
    pub form: Option<Arc<ElementForm>>,
    /// The formula as the file, or the declaration of its kind, has it.
    #[serde(skip)]
    pub text: String,
    /// Meanings of the names of parts in it, `, name = formula` for each.
    #[serde(skip)]
    pub defined: String,
    /// Names of the formulas, and what they stand for.
    pub names: Vec<(String, Meaning)>,
    /// F, or the energy.
    pub value: Formula,
    /// One, or one for each body that a potential moves.
    pub actions: Vec<Action>,
    /// The contacts of its friction, whose forces are part of its own: what jumps against its slip velocity.
    pub frictions: Range<usize>,
    /// Units of its force and of `e` are those of this axis.
    pub axis: Axis,
}

/// A formula whose value acts on two ends as −weight_i and +weight_j times that, of a load with the opposite sign.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Action {
    /// First end.
    pub i: End,
    /// Second end.
    pub j: End,
    /// F, or a derivative of the energy.
    pub formula: Formula,
    /// Decisions of the formula that change along a motion.
    pub decisions: Decisions,
    /// Names on which the value depends that change along a motion.
    pub variables: Vec<usize>,
}

impl Action {
    /// True if it acts on an end that is no ground.
    pub fn acts(&self) -> bool {
        self.i.body.is_some() || self.j.body.is_some()
    }
}

impl Force {
    /// True if it acts on bodies.
    pub fn acts(&self) -> bool {
        self.kind != ForceKind::NormalForce
    }

    /// True if all of it is the friction of its contacts.
    pub fn is_friction(&self) -> bool {
        !self.frictions.is_empty() && self.value.as_number() == Some(0.0)
    }

    /// Returns the bodies on which it acts, or whose motion it sees.
    pub fn bodies(&self) -> impl Iterator<Item = usize> {
        let ends = self.actions.iter().flat_map(|action| [action.i.body, action.j.body]);
        let seen = self.names.iter().map(|(_, meaning)| match meaning {
            Meaning::Position(body) | Meaning::Velocity(body) => Some(*body),
            _ => None,
        });
        ends.chain(seen).flatten()
    }

    /// Returns the bodies on whose velocities it depends.
    pub fn resisted(&self) -> impl Iterator<Item = usize> {
        self.dependences(|meaning| match meaning {
            Meaning::Rate => Some(None),
            Meaning::Velocity(body) => Some(Some(*body)),
            _ => None,
        })
    }

    /// Returns the bodies on whose positions it depends.
    pub fn placed(&self) -> impl Iterator<Item = usize> {
        self.dependences(|meaning| match meaning {
            Meaning::Relative => Some(None),
            Meaning::Position(body) => Some(Some(*body)),
            _ => None,
        })
    }

    /// Returns the bodies on which it depends by names of a kind, of which `of` gives the body, or None of its own ends.
    fn dependences(
        &self,
        of: impl Fn(&Meaning) -> Option<Option<usize>>,
    ) -> impl Iterator<Item = usize> {
        let named = self.actions.iter().flat_map(move |action| {
            let ends = [action.i.body, action.j.body];
            action.variables.iter().map(move |name| (&self.names[*name].1, ends))
        });
        named
            .flat_map(move |(meaning, ends)| match of(meaning) {
                None => [None; 2],
                Some(None) => ends,
                Some(body) => [body, None],
            })
            .flatten()
    }

    /// True if it acts between two bodies.
    pub fn joins_two(&self) -> bool {
        self.acts()
            && self.actions.iter().any(|action| action.i.body.is_some() && action.j.body.is_some())
    }

    /// True if it is of a declared kind whose force depends on the rate alone: all that it takes is lost.
    pub fn is_damper(&self) -> bool {
        self.kind == ForceKind::Spring && self.form.as_ref().is_some_and(|form| form.is_damper())
    }

    /// Returns the modes of its declared kind; none of other forces.
    pub fn modes(&self) -> &[ElementMode] {
        self.form.as_ref().map_or(&[], |form| &form.modes)
    }

    /// Returns its value where its names have these numbers; those of lists count as nothing.
    pub fn value_at(&self, numbers: &[f64], parameter: impl Fn(ParameterId) -> f64) -> f64 {
        self.value.evaluate(&Named { names: &self.names, numbers, parameter })
    }

    /// Returns ∂/∂t of its value, of a potential the energy, where its names have these numbers; those of lists count as nothing.
    pub fn time_derivative(&self, numbers: &[f64], parameter: impl Fn(ParameterId) -> f64) -> f64 {
        let Some(time) = self.names.iter().position(|(_, meaning)| *meaning == Meaning::Time)
        else {
            return 0.0;
        };
        let given = Named { names: &self.names, numbers, parameter };
        let value = Dual::new(numbers[time], 1.0);
        self.value.evaluate(&Along { given: &given, name: time, value }).change
    }

    /// Returns the changes of names with a meaning that is `displaced` under which an action of it stays as it is, inputs being
    /// constant.
    pub fn invariance(
        &self,
        action: &Action,
        displaced: impl Fn(&Meaning) -> bool,
        input: impl Fn(InputId) -> f64,
        parameter: impl Fn(ParameterId) -> f64,
    ) -> Invariance {
        let number = |meaning: &Meaning| match *meaning {
            Meaning::Parameter(id) => parameter(id),
            Meaning::Input(id) => input(id),
            _ => 0.0,
        };
        let change = |meaning: &Meaning| match meaning {
            meaning if displaced(meaning) => Change::Displaced,
            Meaning::Input(_) | Meaning::Parameter(_) | Meaning::List(_) => Change::Never,
            _ => Change::Otherwise,
        };
        let numbers: Vec<f64> = self.names.iter().map(|(_, meaning)| number(meaning)).collect();
        let changes: Vec<Change> = self.names.iter().map(|(_, meaning)| change(meaning)).collect();
        let given = Named { names: &self.names, numbers: &numbers, parameter };
        Invariance::of(&action.formula, &given, &changes)
    }

    /// Returns the number of decisions of all its formulas.
    pub fn decisions(&self) -> usize {
        self.actions.iter().map(|action| action.decisions.len()).sum()
    }
}

/// Values of the names of a formula at a place.
pub(super) struct Named<'n, P> {
    pub names: &'n [(String, Meaning)],
    /// Values of names that are no lists.
    pub numbers: &'n [f64],
    pub parameter: P,
}

impl<P: Fn(ParameterId) -> f64> Given<f64> for Named<'_, P> {
    fn number(&self, name: usize) -> f64 {
        self.numbers[name]
    }

    /// Returns the entries of a list, which are parameters that follow one another.
    fn list(&self, name: usize) -> Range<usize> {
        match &self.names[name].1 {
            Meaning::List(ids) => ids.first().map_or(0..0, |first| first.0..first.0 + ids.len()),
            _ => 0..0,
        }
    }

    fn entry(&self, place: usize) -> f64 {
        (self.parameter)(ParameterId(place))
    }
}
