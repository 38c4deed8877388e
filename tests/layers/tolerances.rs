//! Numbers that judge round-off stand in the table of their layer, each with its reason, and nowhere else; the tests that a table
//! names, which fail if a number is far off, are there.

use std::path::Path;

use crate::files::files;

/// Layers that compare numbers with 0, and the table of each.
const LAYERS: [(&str, &str); 2] =
    [("src/dynamics", "tolerances.rs"), ("crates/gauss/src", "tolerances.rs")];

/// Greatest number that is taken for one of these.
const SMALL: f64 = 1e-7;

/// Numbers that decide, of both tables together.
const MOST: usize = 90;

/// Numbers of both tables of which it is not known yet which test fails if they are off by a factor of 1000; the list
/// only shrinks.
const NOT_KEPT: &[&str] = &[
    "LEFT_OVER",
    "DEPENDENT",
    "OFF_FLOW",
    "KEPT_WEIGHT",
    "NO_JUMP_OF_MEAN",
    "AT_BOUND",
    "FINEST",
    "NO_FORCE",
    "NO_RATE",
    "SETTLING",
    "AT_LEVEL",
    "LEAST_EXACT",
    "BY_IMPACT",
    "NO_SLIP",
    "NO_DIFFERENCE",
    "NEGLIGIBLE_TERM",
    "SAME_STEP",
    "OF_SAME_STEP",
    "NEXT",
    "PASSED",
    "POINT",
    "AT_BRANCH",
    "BELOW_BALANCE",
    "KNOWN_SHARE",
    "SATURATION",
    "CLEAR_MARGIN",
    "GIVES",
    "CATCH",
    "RELEASED",
    "LIGHTEST",
    "VANISHING_LOAD",
    "LEFT_BY_HOSTS",
    "NO_JUMP",
];

/// Value of a constant of type f64 that a line defines, as text.
fn value(line: &str) -> Option<&str> {
    let (head, value) = line.trim().split_once(": f64 = ")?;
    let name = head.rsplit(' ').next()?;
    let is_name = |letter: char| letter.is_ascii_uppercase() || letter == '_';
    let defines = head.split(' ').any(|word| word == "const") && name.chars().all(is_name);
    defines.then(|| value.trim_end_matches(';'))
}

/// True if a value is a multiple of ε or of a number of a `table`, is small, or next to 1.
fn judges(value: &str, table: &[&str]) -> bool {
    let small = |number: f64| number.abs() > 0.0 && number.abs() <= SMALL;
    let is_small = value.parse().is_ok_and(small);
    let is_next_to_one = ["1.0 - 1e-", "1.0 + 1e-"].iter().any(|one| value.starts_with(one));
    let is_name = |letter: char| letter.is_ascii_uppercase() || letter == '_';
    let mut words = value.split(|letter| !is_name(letter));
    let is_of_table = words.any(|word| table.contains(&word));
    value.contains("f64::EPSILON") || is_small || is_next_to_one || is_of_table
}

/// Names of the constants of type f64 that a text defines.
fn names(text: &str) -> Vec<&str> {
    let defined = text.lines().filter(|line| value(line).is_some());
    defined.filter_map(|line| line.split(": f64").next()?.rsplit(' ').next()).collect()
}

#[test]
fn numbers_that_judge_round_off_are_in_a_table() {
    let mut listed = 0;
    for (layer, table) in LAYERS {
        let all = files(&[layer], &["rs"]);
        let is_table = |path: &Path| path.ends_with(Path::new(layer).join(table));
        let own = all.iter().find(|file| is_table(&file.path)).map_or("", |file| &file.text);
        let listed_names = names(own);
        for file in &all {
            let is_table = is_table(&file.path);
            let own = file.text.split("#[cfg(test)]").next().unwrap_or_default();
            let values = own.lines().filter_map(value);
            if is_table {
                listed += values.count();
            } else if !file.path.ends_with("tests.rs") {
                let beside: Vec<_> = values.filter(|value| judges(value, &listed_names)).collect();
                assert!(beside.is_empty(), "{}: {beside:?}", file.path.display());
            }
        }
    }
    assert!((20..=MOST).contains(&listed), "{listed}");
}

/// Tests that a doc comment names as ``Kept by `function` in path.rs``, each with its path.
fn keepers(comment: &str) -> Vec<(&str, &str)> {
    let Some((_, kept)) = comment.split_once("Kept by ") else { return Vec::new() };
    let names: Vec<_> = kept.split('`').collect();
    let pairs = names[1..].chunks_exact(2).filter_map(|pair| {
        let path = pair[1].strip_prefix(" in ")?.split(' ').next()?;
        Some((pair[0], path.trim_end_matches(['.', ','])))
    });
    pairs.collect()
}

/// True if a text defines a test of this name.
fn has_test(text: &str, name: &str) -> bool {
    let head = format!("fn {name}(");
    let lines: Vec<_> = text.lines().map(str::trim).collect();
    let defined = lines.iter().position(|line| line.starts_with(&head));
    defined.is_some_and(|line| {
        let before = lines[..line].iter().rev();
        before.take_while(|line| line.starts_with("#[")).any(|line| *line == "#[test]")
    })
}

#[test]
fn each_number_of_a_table_names_the_test_that_keeps_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &Path| std::fs::read_to_string(root.join(path));
    for (layer, table) in LAYERS {
        let text = read(&Path::new(layer).join(table)).expect("a table");
        let mut comment = String::new();
        for line in text.lines() {
            if let Some(part) = line.strip_prefix("/// ") {
                comment += part;
                comment.push(' ');
                continue;
            }
            if let Some(name) = names(line).first() {
                let kept = keepers(&comment);
                assert_eq!(kept.is_empty(), NOT_KEPT.contains(name), "{name}: {kept:?}");
                for (test, path) in kept {
                    let tests = read(Path::new(path)).unwrap_or_else(|e| panic!("{path}: {e}"));
                    assert!(has_test(&tests, test), "{name}: no test {test} in {path}");
                }
            }
            comment.clear();
        }
    }
}

#[test]
fn tests_that_keep_numbers_are_recognised() {
    let comment = "Round-off. Kept by `one` in tests/a.rs and `two` in src/b.rs. ";
    assert_eq!(keepers(comment), [("one", "tests/a.rs"), ("two", "src/b.rs")]);
    assert_eq!(keepers("Round-off of `one` in tests/a.rs."), []);
    let text = "#[test]\nfn one() {}\nfn two() {}";
    assert!(has_test(text, "one") && !has_test(text, "two") && !has_test(text, "on"));
}

#[test]
fn constants_are_recognised() {
    assert_eq!(value("pub(super) const AT: f64 = 4.0 * f64::EPSILON;"), Some("4.0 * f64::EPSILON"));
    assert_eq!(value("    let x: f64 = 1e-12;"), None);
    let judges = |value| judges(value, &names("pub const OF_SUM: f64 = 1.0;"));
    assert!(judges("1e-9") && judges("f64::EPSILON / 2.0") && judges("1.0 - 1e-6"));
    assert!(judges("-2.0 * OF_SUM") && !judges("0.0") && !judges("0.25") && !judges("2.0 * OF"));
}
