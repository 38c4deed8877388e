//! `NAME=VALUE` on the command line.

/// What stands left and right of the first `=`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    pub name: String,
    pub value: String,
}

/// Splits `NAME=VALUE`.
///
/// # Errors
/// What is missing.
pub fn assignment(text: &str) -> Result<Assignment, String> {
    let (name, value) = text.split_once('=').ok_or("an `=` is missing")?;
    let (name, value) = (name.trim().to_owned(), value.trim().to_owned());
    if name.is_empty() || value.is_empty() {
        return Err("nothing may be empty on either side of `=`".to_owned());
    }
    Ok(Assignment { name, value })
}
