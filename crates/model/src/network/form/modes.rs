//! Modes of an element: the branches of its formula whose changes are transitions.

use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::formula::{ElementNumber, fault, place_in, read_formula};
use crate::algebra::{Decisions, Formula};
use crate::laws::FormError;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ModeText {
    name: Spanned<String>,
    #[serde(rename = "where")]
    condition: Option<Spanned<String>>,
}

/// A mode of an element. Its number is its place among the modes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ElementMode {
    /// Name, as it is reported.
    pub name: String,
    /// Condition under which the element is in this mode and in none before it; empty of the last.
    pub condition: String,
    /// Decision of the formula that the condition is, and the branch on which it holds; None of the last.
    branch: Option<(usize, usize)>,
}

impl ElementMode {
    /// Returns the decision of the condition, and the sign of its number where the condition holds.
    pub(super) fn distance(&self) -> Option<(usize, f64)> {
        self.branch.map(|(decision, branch)| (decision, if branch > 0 { 1.0 } else { -1.0 }))
    }

    pub(super) fn suits(&self, decisions: usize) -> bool {
        self.branch.is_none_or(|(decision, _)| decision < decisions)
    }

    fn holds(&self, branches: &[usize]) -> bool {
        self.branch.is_none_or(|(decision, branch)| branches[decision] == branch)
    }
}

/// Returns the number of the mode on these branches; None of an element without modes.
pub(super) fn mode_on(modes: &[ElementMode], branches: &[usize]) -> Option<usize> {
    modes.iter().position(|mode| mode.holds(branches))
}

/// Reads the modes of an element with this force.
pub(super) fn modes(
    texts: Vec<ModeText>,
    force: &Formula,
    decisions: &Decisions,
    parameters: &[ElementNumber],
) -> Result<Vec<ElementMode>, FormError> {
    let last = texts.len().saturating_sub(1);
    let mut modes: Vec<ElementMode> = Vec::new();
    for (number, ModeText { name, condition }) in texts.into_iter().enumerate() {
        if modes.iter().any(|mode| mode.name == *name.get_ref()) {
            return Err(fault(&name, "another mode has this name"));
        }
        let branch = match &condition {
            None if number < last => {
                return Err(fault(&name, "needs `where`: only the last mode is without"));
            }
            None if last == 0 => {
                return Err(fault(&name, "is the only mode: a transition needs two"));
            }
            Some(condition) if number == last => {
                return Err(fault(
                    condition,
                    "the last mode is that of all else: it has no `where`",
                ));
            }
            None => None,
            Some(condition) => {
                let read = read_formula(condition, parameters)?;
                let found = decisions.branch_where(force, &read).ok_or_else(|| FormError {
                    place: place_in(condition, 0),
                    rule: "must be a comparison of two numbers that `force` compares by `max`, `min` or a comparison"
                        .to_owned(),
                })?;
                Some(found)
            }
        };
        let condition = condition.map_or(String::new(), Spanned::into_inner);
        modes.push(ElementMode { name: name.into_inner(), condition, branch });
    }
    Ok(modes)
}
