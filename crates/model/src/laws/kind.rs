//! The laws that exist: those of `src/laws/forms/*.toml`, compiled in, and those that a file brings along.

use std::sync::{Arc, OnceLock};

#[cfg(doc)]
use super::Whereabouts;
use super::declaration::{DefaultValue, LawParameter};
use super::document::FormError;
use super::form::{BristleKind, Form};
use super::regularisation::RegularisationKind;
use super::state_form::StateVariable;
use super::{Argument, Direction, LoadUse, Trend, WHEREABOUTS};

// FORMS: names and texts of the built-in laws, in alphabetical order.
include!(concat!(env!("OUT_DIR"), "/laws_forms.rs"));

/// The built-in laws that have been asked for, in the same order.
static READ: [OnceLock<LawKind>; FORMS.len()] = [const { OnceLock::new() }; FORMS.len()];

/// A kind of law: its form, shared by all contacts that have it.
#[derive(Clone, Debug)]
pub struct LawKind(Arc<Form>);

/// Equality of kinds: the same form, or the same built-in law.
impl PartialEq for LawKind {
    fn eq(&self, other: &Self) -> bool {
        let built_in = !self.0.checked && !other.0.checked;
        Arc::ptr_eq(&self.0, &other.0) || built_in && self.name() == other.name()
    }
}

impl Default for LawKind {
    /// Returns the law without friction.
    fn default() -> Self {
        Self::of(Form::none())
    }
}

impl LawKind {
    /// Returns the names of the built-in laws, in alphabetical order.
    pub fn names() -> impl Iterator<Item = &'static str> {
        FORMS.iter().map(|(name, _)| *name)
    }

    /// Returns the built-in laws, in the same order; each is read once.
    pub fn all() -> Vec<LawKind> {
        Self::names().filter_map(Self::named).collect()
    }

    /// Returns the built-in laws with parameters that are lists.
    pub fn with_lists() -> impl Iterator<Item = LawKind> {
        Self::all().into_iter().filter(|kind| kind.parameters().iter().any(|one| one.list))
    }

    /// Returns the built-in law of a name.
    ///
    /// # Panics
    /// If its file breaks a rule of laws: what and where. The build of luztar reads all of them.
    pub fn named(name: &str) -> Option<LawKind> {
        let place = FORMS.iter().position(|(known, _)| *known == name)?;
        let (name, text) = FORMS[place];
        let read = || Self::of(FormError::or_panic("law", name, text, Form::read(name, text)));
        Some(READ[place].get_or_init(read).clone())
    }

    /// Returns the form that a file has written, of a law that is not built in.
    pub(crate) fn own(&self) -> Option<&Form> {
        self.0.checked.then_some(&*self.0)
    }

    /// Makes a law of a form.
    pub fn of(form: Form) -> Self {
        Self(Arc::new(form))
    }

    pub(crate) fn form(&self) -> &Form {
        &self.0
    }

    /// Returns the law with a regularisation, where that is part of formulas of what moves, and may be; else the same.
    pub(crate) fn regularised(&self, by: Option<RegularisationKind>) -> Self {
        by.and_then(|kind| self.0.smoothed(kind)).map_or_else(|| self.clone(), Self)
    }

    /// True if it is one with a regularisation in its formulas.
    pub(super) fn is_smooth(&self) -> bool {
        self.0.states.as_ref().is_some_and(|states| states.bare.is_some())
    }

    /// Returns the name in network files.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Returns the description of the law, one line.
    pub fn description(&self) -> &str {
        &self.0.description
    }

    /// Returns the friction force against the slip velocity w.
    pub fn formula(&self) -> &str {
        &self.0.formula
    }

    /// Returns the paper and equation.
    pub fn reference(&self) -> &str {
        &self.0.reference
    }

    /// Returns the law's parameters, and behind them its inputs; C of the viscous part is the last, unless the law
    /// allows no slip.
    pub fn parameters(&self) -> &[LawParameter] {
        &self.0.parameters
    }

    /// Returns the parameters and inputs that change nothing: no formula names them.
    pub(crate) fn idle(&self) -> impl Iterator<Item = &LawParameter> {
        let given = self.parameters().iter().enumerate().filter(|(_, one)| !one.start);
        let viscous = self.parameters().len() - usize::from(!self.is_rigid());
        let idle = given.filter(move |(place, _)| *place < viscous && self.0.is_idle(*place));
        idle.map(|(_, one)| one)
    }

    /// Entries of each parameter with which the law shows what it does ([`LawParameter::example`]), else those of its default.
    /// None if a number that must be given has no example; built-in laws have them all.
    pub fn example(&self) -> Option<Vec<Vec<f64>>> {
        let mut entries: Vec<Vec<f64>> = Vec::new();
        for LawParameter { example, default, .. } in self.parameters() {
            let own = match (example, default) {
                (Some(example), _) => example.clone(),
                (None, Some(DefaultValue::Number(number))) => vec![*number],
                (None, Some(DefaultValue::SameAs(other))) => entries[*other].clone(),
                (None, Some(DefaultValue::Empty)) => Vec::new(),
                (None, None) => return None,
            };
            entries.push(own);
        }
        Some(entries)
    }

    /// Returns the trend of the dry part with the slip speed, without regularisation.
    pub fn trend(&self) -> Trend {
        self.0.trend
    }

    /// Returns the way in which the law uses the normal load.
    pub fn load_use(&self) -> LoadUse {
        self.0.load_use
    }

    /// Returns the law's internal states; their start values are parameters of the law, in the same order.
    #[inline]
    pub fn states(&self) -> &[StateVariable] {
        self.0.states.as_ref().map_or(&[], |states| &states.variables)
    }

    /// True if friction is made by more than slip and load: by states, by where the ends of a contact are, or by the time.
    #[inline]
    pub fn evolves(&self) -> bool {
        self.0.states.is_some()
    }

    /// Returns the law arguments on which friction or rates of states depend, by their places in [`Whereabouts`].
    #[inline]
    pub fn seen(&self) -> &[usize] {
        self.0.states.as_ref().map_or(&[], |states| &states.seen)
    }

    /// True if friction or a rate of a state depends on the time.
    pub fn reads_time(&self) -> bool {
        self.seen().contains(&(WHEREABOUTS - 1))
    }

    /// Returns the number of its decisions by what moves, beside those of slip alone ([`LawKind::argument`]).
    #[inline]
    pub fn decisions(&self) -> usize {
        let states = self.0.states.as_ref().filter(|states| states.pieced);
        states.map_or(0, |states| states.slipping.decisions.len())
    }

    /// True if one of these decisions jumps at its level.
    pub fn decision_jumps(&self, decision: usize) -> bool {
        self.0.states.as_ref().is_some_and(|states| states.slipping.decisions.jumps(decision))
    }

    /// True if its static limit changes while a contact is stuck.
    pub fn limit_moves(&self) -> bool {
        self.0.states.as_ref().is_some_and(|states| states.limit_moves)
    }

    /// True if friction of a law that evolves, or what it holds, differs by the direction of slip.
    pub fn is_two_sided(&self) -> bool {
        self.0.states.as_ref().is_some_and(|states| states.two_sided)
    }

    /// True if a spring is attached where slip ends.
    pub fn attaches(&self) -> bool {
        self.0.behaviour == Some(BristleKind::Antunes)
    }

    /// True if the law never holds w at 0 by itself, but by the force of its bristles.
    pub fn is_bristle(&self) -> bool {
        self.0.states.as_ref().is_some_and(|states| states.bristle)
    }

    /// True if the law holds slip in a direction whatever force that takes.
    pub fn is_unlimited(&self, direction: Direction) -> bool {
        self.0.unlimited[direction.index()]
    }

    /// True if it does in one direction at least.
    pub fn holds_without_limit(&self) -> bool {
        self.0.unlimited != [false; 2]
    }

    /// True if it does in exactly one direction: a one-way clutch.
    pub fn is_one_way(&self) -> bool {
        self.holds_without_limit() && !self.is_rigid()
    }

    /// True if the law allows no slip in either direction.
    pub fn is_rigid(&self) -> bool {
        self.0.unlimited == [true; 2]
    }

    /// Returns the quantity at whose values the law has kinks.
    #[inline]
    pub fn argument(&self) -> Argument {
        self.0.argument
    }
}
