//! The fuzz targets (fuzz/) on stable: their corpus, and bounded random runs of the same functions.

#[path = "../fuzz/bodies/mod.rs"]
mod bodies;
mod fmi2_host;
#[path = "fmi3/host.rs"]
mod fmi3_host;

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;

/// The committed files of a target.
fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let entries = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{}", folder.display());
    files.into_iter().map(|file| fs::read(file).unwrap()).collect()
}

#[test]
fn the_corpus_runs() {
    corpus("network").iter().for_each(|data| bodies::network(data));
    let taken = corpus("state").iter().filter(|data| bodies::state(data)).count();
    assert!(taken > 0 && taken < corpus("state").len(), "{taken} forgeries were taken");
    corpus("calls").iter().for_each(|data| bodies::calls(data));
    corpus("calls3").iter().for_each(|data| bodies::calls3(data));
}

/// A file of the corpus with pieces replaced by others.
fn spliced(target: &'static str) -> impl Strategy<Value = Vec<u8>> {
    let splice =
        (any::<prop::sample::Index>(), 0..8_usize, prop::collection::vec(any::<u8>(), 0..8));
    (prop::sample::select(corpus(target)), prop::collection::vec(splice, 1..5)).prop_map(
        |(mut data, splices)| {
            for (place, length, piece) in splices {
                let start = place.index(data.len() + 1);
                let end = (start + length).min(data.len());
                data.splice(start..end, piece);
            }
            data
        },
    )
}

proptest! {
    #[test]
    fn spliced_networks_are_read_or_refused(data in spliced("network")) {
        bodies::network(&data);
    }

    #[test]
    fn forged_states_are_refused_or_go_on(
        unit in 0..bodies::UNITS.len() as u8,
        kind in 0..2_u8,
        place in any::<u16>(),
        bytes in prop::collection::vec(any::<u8>(), 1..16),
    ) {
        let [low, high] = place.to_le_bytes();
        let head = [unit, kind, low, high, bytes.len() as u8];
        bodies::state(&[&head[..], &bytes].concat());
    }

    #[test]
    fn any_calls_are_answered(data in prop::collection::vec(any::<u8>(), 2..300)) {
        bodies::calls(&data);
    }

    #[test]
    fn spliced_calls_are_answered(data in spliced("calls")) {
        bodies::calls(&data);
    }
    #[test]
    fn any_calls_of_fmi_3_are_answered(data in prop::collection::vec(any::<u8>(), 2..300)) {
        bodies::calls3(&data);
    }

    #[test]
    fn spliced_calls_of_fmi_3_are_answered(data in spliced("calls3")) {
        bodies::calls3(&data);
    }
}
