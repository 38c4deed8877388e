//! Reading of a formula, from its text to what acts on bodies.

use crate::algebra::{Decisions, Formula, Scope, parse};
use crate::network::bodies::Bodies;
use crate::network::diagnostics::Wrong;
use crate::network::ends::Ends;
use crate::network::expression::check_length;
use crate::network::force::{Action, ForceKind, Meaning};
use crate::network::model::{BodyKind, End};

/// Operations of a formula.
const MOST_OPERATIONS: usize = 1000;

/// Makes the action on two ends of a formula of these names.
pub(super) fn action(
    names: &[(String, Meaning)],
    formula: Formula,
    [i, j]: [End; 2],
) -> Result<Action, (usize, &'static str)> {
    let moves = |name: usize| names.get(name).is_some_and(|(_, meaning)| meaning.moves());
    let decisions = Decisions::new(&formula, moves)?;
    let variables = (0..names.len()).filter(|name| moves(*name) && formula.depends_on(*name));
    Ok(Action { i, j, variables: variables.collect(), decisions, formula })
}

/// Data with which the formulas of a force are read.
pub(super) struct Reading<'r> {
    pub names: &'r [(String, Meaning)],
    pub constants: &'r [(&'r str, Formula)],
    pub kind: ForceKind,
    pub ends: Option<Ends>,
    pub bodies: &'r Bodies,
}

impl Reading<'_> {
    /// Reads a text, in which parts that are `defined` have names, too.
    pub fn formula(&self, text: &str, defined: &[(&str, Formula)]) -> Result<Formula, Wrong> {
        check_length(text)?;
        let names = self.names.iter();
        let names: Vec<_> = names
            .map(|(name, meaning)| (name.as_str(), matches!(meaning, Meaning::List(_))))
            .collect();
        let defined = [defined, self.constants].concat();
        let declared_in = Some("`parameter`");
        let scope = Scope { names: &names, defined: &defined, declared_in, ..Scope::default() };
        let formula = parse(text, &scope)
            .map_err(|error| Wrong { offset: error.offset(text), rule: error.rule })?;
        for (name, (word, meaning)) in self.names.iter().enumerate() {
            let velocity = matches!(meaning, Meaning::Velocity(_));
            if self.kind == ForceKind::Potential && velocity && formula.depends_on(name) {
                let rule = format!("must depend on positions alone, not on `{word}`");
                return Err(Wrong { offset: 0, rule });
            }
        }
        match formula.nodes().len() {
            ..=MOST_OPERATIONS => Ok(formula),
            count => {
                let rule = format!("has {count} operations; at most {MOST_OPERATIONS} are allowed");
                Err(Wrong { offset: 0, rule })
            }
        }
    }

    /// Makes the actions on bodies.
    pub fn actions(&self, value: &Formula) -> Result<Vec<Action>, Wrong> {
        let wrong = |(offset, why): (usize, &str)| Wrong { offset, rule: why.to_owned() };
        let action = |formula, ends| action(self.names, formula, ends).map_err(wrong);
        if let Some(Ends { i, j, .. }) = self.ends {
            return Ok(vec![action(value.clone(), [i, j])?]);
        }
        // The energy acts on nothing.
        let none = End { body: None, weight: None };
        let mut actions = vec![action(value.clone(), [none; 2])?];
        for (name, (_, meaning)) in self.names.iter().enumerate() {
            let Meaning::Position(body) = *meaning else { continue };
            if self.bodies.list[body].kind != BodyKind::Fixed && value.depends_on(name) {
                let ends = [Some(body), None].map(|body| End { body, weight: None });
                actions.push(action(value.derivative(name).map_err(wrong)?, ends)?);
            }
        }
        if actions.len() == 1 {
            let rule = "must depend on the position of a body that can move".to_owned();
            return Err(Wrong { offset: 0, rule });
        }
        Ok(actions)
    }
}
