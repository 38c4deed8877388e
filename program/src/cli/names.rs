//! Hints for misspelt names.

use luztar::network::nearest;

/// Returns ` (did you mean …?)`, or nothing where no candidate is near.
pub fn did_you_mean<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    nearest(name, candidates).map(hint_at).unwrap_or_default()
}

/// Returns the hint at a name.
pub fn hint_at(name: impl std::fmt::Display) -> String {
    format!(" (did you mean `{name}`?)")
}

#[cfg(test)]
mod tests {
    use super::did_you_mean;

    #[test]
    fn only_near_names_are_offered() {
        let names = ["block.mass", "block.force", "floor.viscous"];
        assert_eq!(did_you_mean("flor.viscous", names), " (did you mean `floor.viscous`?)");
        assert_eq!(did_you_mean("Block.Force", names), " (did you mean `block.force`?)");
        assert_eq!(did_you_mean("temperature", names), "");
    }
}
