//! Roles of numbers and inputs: how their variables are called and described, and which values they may have.

use super::descriptions::description_of;
use super::section::Section;
use super::units::PhysicalUnit;
use crate::laws;

/// Values that a number may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Values {
    Any,
    NotNegative,
    Positive,
    /// Values other than 0; the sign that the file gives is structural.
    OneSign,
}

impl From<laws::Range> for Values {
    fn from(range: laws::Range) -> Self {
        match range {
            laws::Range::Any => Values::Any,
            laws::Range::NotNegative => Values::NotNegative,
            laws::Range::Positive => Values::Positive,
        }
    }
}

/// Properties of a parameter or input, apart from its value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Role<'r> {
    /// Name of the variable behind that of its element.
    pub suffix: &'r str,
    /// Text of [`description_of`].
    pub text: &'r str,
    pub unit: PhysicalUnit,
    pub values: Values,
    pub tunable: bool,
}

impl<'r> Role<'r> {
    /// Makes the role of a number of any value, changed until initialisation ends.
    pub fn fixed(suffix: &'r str, text: &'r str, unit: PhysicalUnit) -> Self {
        Self { suffix, text, unit, values: Values::Any, tunable: false }
    }

    /// Makes the role of a number of any value, changed at any communication point.
    pub fn tunable(suffix: &'r str, text: &'r str, unit: PhysicalUnit) -> Self {
        Self { tunable: true, ..Self::fixed(suffix, text, unit) }
    }

    /// Returns the same role for a number of these values.
    pub fn values(self, values: Values) -> Self {
        Self { values, ..self }
    }

    /// Returns the name of the variable.
    pub fn name(&self, section: &Section) -> String {
        format!("{}.{}", section.element, self.suffix)
    }

    /// Returns its description: that of the file, or one of the text.
    pub fn description(&self, section: &Section, given: Option<String>) -> String {
        given.unwrap_or_else(|| description_of(self.text, section.element))
    }
}
