//! Values that are given by name: `NAME=VALUE` on the command line, entries of an argument in Python.

use std::fmt;

/// Option or argument by which a value was given; as text its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Giver {
    /// An option of the command line.
    Option(&'static str),
    /// An argument in Python that maps names to values.
    Argument(&'static str),
}

impl fmt::Display for Giver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Giver::Option(name) | Giver::Argument(name)) = self;
        f.write_str(name)
    }
}

/// A value by name, and where it was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    pub giver: Giver,
    pub name: String,
    pub value: String,
}

/// The assignment in the words of its giver.
impl fmt::Display for Assignment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Assignment { giver, name, value } = self;
        match giver {
            Giver::Option(option) => write!(f, "{option} {name}={value}"),
            Giver::Argument(argument) => write!(f, "{argument}[\"{name}\"] = {value}"),
        }
    }
}

/// Splits `NAME=VALUE` of `--set`.
///
/// # Errors
/// The part that is missing.
pub fn assignment(text: &str) -> Result<Assignment, String> {
    split("--set", text)
}

/// Splits `NAME=VALUE` of `--input`.
///
/// # Errors
/// Those of [`assignment`].
pub fn input(text: &str) -> Result<Assignment, String> {
    split("--input", text)
}

/// Splits `NAME=VALUE` of any option.
///
/// # Errors
/// Those of [`assignment`].
pub fn split(option: &'static str, text: &str) -> Result<Assignment, String> {
    let (name, value) = text.split_once('=').ok_or("an `=` is missing")?;
    let (name, value) = (name.trim().to_owned(), value.trim().to_owned());
    if name.is_empty() || value.is_empty() {
        return Err("nothing may be empty on either side of `=`".to_owned());
    }
    Ok(Assignment { giver: Giver::Option(option), name, value })
}
