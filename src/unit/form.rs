//! In which form FMI 3.0 shows a unit: elements made by `repeat` one by one or as arrays, transitions with clocks or without.
//! The form of an FMU is part of its resources, beside the network file.

use serde::{Deserialize, Serialize};

/// The file of a form in the resources.
pub const FORM_FILE: &str = "fmi3.toml";

/// What is chosen when an FMU is built.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Form {
    /// Variables of repeated elements are arrays.
    pub arrays: bool,
    /// Each contact and spring has a clock that its transitions trigger.
    pub clocks: bool,
}

impl Form {
    /// The file of a form that is not the plain one.
    pub fn text(self) -> String {
        toml::to_string(&self).expect("two flags have a text")
    }

    /// # Errors
    /// What is wrong with the text.
    pub fn read(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| error.message().to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::Form;

    #[test]
    fn a_form_is_read_back() {
        for (arrays, clocks) in [(false, true), (true, false), (true, true)] {
            let form = Form { arrays, clocks };
            assert_eq!(Form::read(&form.text()), Ok(form));
        }
        for text in
            ["arrays = 1\nclocks = true", "arrays = true", "arrays = true\nclocks = true\nx = 1"]
        {
            assert!(Form::read(text).is_err(), "{text}");
        }
    }
}
