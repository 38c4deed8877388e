//! Hints for misspelt names.

use luztar::network::nearest;

/// ` (did you mean …?)`, or nothing where no candidate is near.
pub fn did_you_mean<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    nearest(name, candidates).map_or_else(String::new, |name| format!(" (did you mean `{name}`?)"))
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
