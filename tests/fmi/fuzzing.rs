//! The fuzz targets (fuzz/) on stable: their corpus, and bounded random runs of the same functions.

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;

use crate::bodies;

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
    corpus("formula").iter().for_each(|data| bodies::formula(data));
    let taken = corpus("state").iter().filter(|data| bodies::state(data)).count();
    assert!(taken > 0 && taken < corpus("state").len(), "{taken} forgeries were taken");
    let made = corpus("compiled").iter().filter(|data| bodies::compiled(data)).count();
    assert!(made > 0 && made < corpus("compiled").len(), "{made} networks were taken");
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

/// What formulas are made of, and what they are not made of.
const WORDS: &[&str] = &[
    "x",
    "N",
    "list",
    "v",
    "c",
    "w",
    "pi",
    "friction",
    "static",
    "1",
    "0",
    ".5",
    "1e3",
    "2e308",
    "1e-400",
    "9",
    "(",
    "(",
    ")",
    ")",
    ",",
    "+",
    "-",
    "*",
    "/",
    "%",
    "^",
    "·",
    "<",
    "<=",
    "==",
    "=",
    "!=",
    "and",
    "or",
    "not",
    "if(",
    "min(",
    "max(",
    "sqrt(",
    "ln(",
    "table(",
    "luz(",
    "fractal(",
    "count(",
    "floor(",
    "friction(",
    "mm",
    "kg",
    "N.m",
    "s2",
    "rpm",
    "min",
    "Hz",
    "m.",
    "'",
    "\"",
    "'a'",
    "{",
    "}",
    " ",
    "\n",
    "é",
    "²",
    "\u{0}",
    "input",
    "\\",
    "if",
    "..",
    "e",
    "1e",
    "_",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 100_000, ..ProptestConfig::default() })]

    #[test]
    fn random_formulas_have_values_or_messages(
        words in prop::collection::vec(prop::sample::select(WORDS), 0..24),
        between in prop::sample::select(&["", " "]),
    ) {
        bodies::formula(words.join(between).as_bytes());
    }
}

/// Formulas that are deep, long, or grow where they are read are refused soon.
#[test]
fn monstrous_formulas_end_soon() {
    let start = std::time::Instant::now();
    for (head, piece, tail) in [
        ("", "(", ""),
        ("", "-", "x"),
        ("", "not ", "x"),
        ("", "x^", "x"),
        ("", "x+", "x"),
        ("", "max(x,", "1"),
        ("max(x", ",x*x", ")"),
        ("", "if(x,", "1"),
        ("", "1 ", ""),
        ("1", " mm", ""),
        ("1", " m.mm.s2.kg", ""),
        ("1", " mm^", "2"),
        ("", "9", ""),
        ("", "x", ""),
        ("", "friction(", "0"),
        ("", "max(x,2)+abs(x-3)*", "1"),
        ("'", "a", ""),
        ("", "'a'=", ""),
    ] {
        for count in [10, 90, 110, 1000, 30_000] {
            bodies::formula(format!("{head}{}{tail}", piece.repeat(count)).as_bytes());
        }
    }
    let distinct: String = (0..20_000).map(|k| format!(" {}", "m.".repeat(k % 90) + "m")).collect();
    bodies::formula(format!("1{distinct}").as_bytes());
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

proptest! {
    #[test]
    fn spliced_formulas_have_values_or_messages(data in spliced("formula")) {
        bodies::formula(&data);
    }

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
    fn forged_networks_are_refused_or_move(
        network in 0..9_u8,
        splices in prop::collection::vec(
            (any::<u16>(), 0..3_u8, prop::collection::vec(any::<u8>(), 0..3)),
            1..3,
        ),
    ) {
        let mut data = vec![network];
        for (place, length, piece) in splices {
            data.extend(place.to_be_bytes());
            data.extend([length, piece.len() as u8]);
            data.extend(piece);
        }
        bodies::compiled(&data);
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
