//! Names of units and elements: C identifiers of limited length; the keys that all elements between two ends have.

/// Longest name: with the longest quantity (`.minBackwardCoefficient`) a variable has 63 characters, which
/// tools of the Modelica world keep.
const LONGEST_NAME: usize = 40;
/// Keys of every element between two ends.
pub(super) const ENDS: &[&str] = &["description", "when", "repeat", "between", "ratio", "radii"];

/// Returns the rule that a name breaks, if it breaks one.
pub(super) fn name_fault(name: &str) -> Option<&'static str> {
    let letters = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name.starts_with(|c: char| c.is_ascii_digit())
        || !name.chars().all(letters)
        || name.is_empty()
    {
        Some("a name has letters a–z, A–Z, digits and _, and no digit first")
    } else if name.len() > LONGEST_NAME {
        Some("a name has at most 40 characters")
    } else {
        None
    }
}
