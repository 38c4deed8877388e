//! Families: elements that are copies of one template.

use std::collections::{BTreeMap, BTreeSet};

use super::elements::Element;
use super::model::Family;

/// Returns the families of elements of all kinds.
pub(super) fn families<'e>(elements: impl Iterator<Item = &'e Element<'e>>) -> Vec<Family> {
    // By template: copies by their indices.
    let mut found: BTreeMap<&str, BTreeMap<Vec<u64>, &str>> = BTreeMap::new();
    for element in elements.filter(|element| element.is_copy()) {
        let template = element.subject.rsplit('.').next().unwrap_or_default();
        let indices = element
            .name
            .strip_prefix(template)
            .map(|text| text.split('_').map(str::parse).collect::<Result<Vec<u64>, _>>());
        if let Some(Ok(indices)) = indices {
            found.entry(template).or_default().insert(indices, &element.name);
        }
    }
    let family = |(name, copies): (&str, BTreeMap<Vec<u64>, &str>)| {
        let depth = copies.keys().map(Vec::len).max().unwrap_or(0);
        let values =
            |at: usize| copies.keys().filter_map(|key| key.get(at)).collect::<BTreeSet<_>>();
        let sizes: Vec<usize> = (0..depth).map(|at| values(at).len()).collect();
        let whole = sizes.iter().product::<usize>() == copies.len();
        Family {
            name: name.to_owned(),
            sizes: if whole { sizes } else { vec![copies.len()] },
            copies: copies.into_values().map(str::to_owned).collect(),
        }
    };
    found.into_iter().map(family).collect()
}
