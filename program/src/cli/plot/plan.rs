//! Contents of a picture: panels of curves y(t) or y(x), chosen by the names of variables.

use luztar::unit::{Accessor, Model, Variable};

use super::style::MOST_CURVES;
use crate::cli::experiment::find;
use crate::cli::failure::{Failure, warn};
use crate::cli::glob;

/// One curve: variable indices; over time where there is no `x`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    pub x: Option<usize>,
    pub y: usize,
}

/// The panels from top to bottom, none of them empty.
#[derive(Debug)]
pub struct Plan {
    pub panels: Vec<Vec<Pair>>,
}

impl Plan {
    /// Makes the plan of velocities, friction forces and spring forces over time, a panel for each unit of each; of
    /// more than a panel can show some, evenly from first to last.
    ///
    /// # Errors
    /// A unit that has none of these.
    pub fn usual(unit: &Model) -> Result<Self, Failure> {
        let mut panels: Vec<(u8, Vec<usize>)> = Vec::new();
        for kind in 0..USUAL.len() as u8 {
            for (index, variable) in unit.variables().iter().enumerate() {
                if !USUAL[usize::from(kind)](variable) {
                    continue;
                }
                let same = |other: usize| unit.variables()[other].unit == variable.unit;
                let panel =
                    panels.iter_mut().find(|(other, panel)| *other == kind && same(panel[0]));
                match panel {
                    Some((_, panel)) => panel.push(index),
                    None => panels.push((kind, vec![index])),
                }
            }
        }
        let panels = panels.into_iter().map(|(_, panel)| over_time(spread(panel, unit))).collect();
        Self { panels }.checked(unit, too_many)
    }

    /// Makes a panel for each text of names with commas between them.
    ///
    /// # Errors
    /// A name that is unknown or cannot be shown, different units in a panel, too many curves.
    pub fn histories(unit: &Model, texts: &[String]) -> Result<Self, Failure> {
        let mut panels = Vec::new();
        for text in texts {
            let usage = |rule: String| Failure::Usage(format!("--show {text}: {rule}"));
            let panel = over_time(glob::variables(unit, "--show", std::slice::from_ref(text))?);
            Self { panels: vec![panel.clone()] }
                .checked(unit, |panel| format!("--show {text}: {}", too_many(panel)))?;
            let each = "give --show once for each unit";
            same_unit(unit, panel.iter().map(|pair| pair.y), each).map_err(usage)?;
            panels.push(panel);
        }
        Ok(Self { panels })
    }

    /// Makes one panel with a curve for each two of `names`.
    ///
    /// # Errors
    /// Those of [`Plan::histories`], for either axis.
    pub fn phase(unit: &Model, names: &[String]) -> Result<Self, Failure> {
        let mut panel = Vec::new();
        for pair in names.chunks_exact(2) {
            let usage =
                |rule: String| Failure::Usage(format!("--phase {} {}: {rule}", pair[0], pair[1]));
            let index = |name: &String| shown(unit, name).map_err(usage);
            panel.push(Pair { x: Some(index(&pair[0])?), y: index(&pair[1])? });
            let each = "make a picture of each";
            same_unit(unit, panel.iter().filter_map(|pair| pair.x), each).map_err(usage)?;
            same_unit(unit, panel.iter().map(|pair| pair.y), each).map_err(usage)?;
        }
        Self { panels: vec![panel] }.checked(unit, |panel| format!("--phase: {}", too_many(panel)))
    }

    /// Returns all variables of the curves, each once.
    pub fn curve_variables(&self) -> Vec<usize> {
        let mut variables = Vec::new();
        for pair in self.panels.iter().flatten() {
            for index in pair.x.into_iter().chain([pair.y]) {
                if !variables.contains(&index) {
                    variables.push(index);
                }
            }
        }
        variables
    }

    fn checked(self, unit: &Model, told: impl Fn(&[Pair]) -> String) -> Result<Self, Failure> {
        if self.panels.is_empty() {
            let rule = "has no velocities and no forces: choose variables with --show";
            return Err(Failure::Usage(format!("{} {rule}", unit.name())));
        }
        match self.panels.iter().find(|panel| panel.len() > MOST_CURVES) {
            Some(panel) => Err(Failure::Usage(told(panel))),
            None => Ok(self),
        }
    }
}

/// Variables that [`Plan::usual`] shows, in order.
const USUAL: [fn(&Variable) -> bool; 3] = [
    |variable| matches!(variable.accessor, Accessor::Velocity(_)),
    |variable| matches!(variable.accessor, Accessor::FrictionForce(_)),
    |variable| matches!(variable.accessor, Accessor::SpringForce(_)),
];

/// Chooses as many curves as a panel shows, evenly from first to last.
fn spread(panel: Vec<usize>, unit: &Model) -> Vec<usize> {
    if panel.len() <= MOST_CURVES {
        return panel;
    }
    let name = &unit.variables()[panel[0]].name;
    let all = panel.len();
    warn(&format!("{MOST_CURVES} of {all} curves like {name} are drawn: choose with --show"));
    let at = |k: usize| panel[k * (all - 1) / (MOST_CURVES - 1)];
    (0..MOST_CURVES).map(at).collect()
}

fn over_time(panel: Vec<usize>) -> Vec<Pair> {
    panel.into_iter().map(|y| Pair { x: None, y }).collect()
}

fn too_many(panel: &[Pair]) -> String {
    format!("a panel shows at most {} curves, not {}", MOST_CURVES, panel.len())
}

/// Returns the index of a variable that changes in a run.
fn shown(unit: &Model, name: &str) -> Result<usize, String> {
    find(unit, name, glob::changes, "input or output")
}

/// # Errors
/// The first two variables that differ in their unit, and the remedy.
fn same_unit(
    unit: &Model,
    indices: impl Iterator<Item = usize>,
    remedy: &str,
) -> Result<(), String> {
    let variables: Vec<&Variable> = indices.map(|index| &unit.variables()[index]).collect();
    let first = variables[0];
    match variables.iter().find(|variable| variable.unit != first.unit) {
        None => Ok(()),
        Some(other) => Err(format!(
            "curves on one axis have one unit, but {} is in {} and {} in {}: {remedy}",
            first.name,
            first.unit_symbol(),
            other.name,
            other.unit_symbol()
        )),
    }
}
