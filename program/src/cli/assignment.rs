//! `NAME=VALUE` on the command line.

/// What stands left and right of the first `=`, and the option that gave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    pub option: &'static str,
    pub name: String,
    pub value: String,
}

/// Splits `NAME=VALUE` of `--set`.
///
/// # Errors
/// What is missing.
pub fn assignment(text: &str) -> Result<Assignment, String> {
    split("--set", text)
}

/// The same of `--input`.
///
/// # Errors
/// As [`assignment`].
pub fn input(text: &str) -> Result<Assignment, String> {
    split("--input", text)
}

/// The same of any option.
///
/// # Errors
/// As [`assignment`].
pub fn split(option: &'static str, text: &str) -> Result<Assignment, String> {
    let (name, value) = text.split_once('=').ok_or("an `=` is missing")?;
    let (name, value) = (name.trim().to_owned(), value.trim().to_owned());
    if name.is_empty() || value.is_empty() {
        return Err("nothing may be empty on either side of `=`".to_owned());
    }
    Ok(Assignment { option, name, value })
}
