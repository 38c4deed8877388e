//! Doc comments begin with what the item is or does.

use crate::files::files;

/// Words with which a question or a comparison begins, in place of the item.
const BEGINNINGS: [&str; 10] =
    ["What", "Whether", "How", "By how much", "As", "The same", "So many", "Where", "Why", "Which"];

/// Lines on which a doc comment begins otherwise.
fn otherwise(text: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let mut within = false;
    for (index, line) in text.lines().enumerate() {
        let line = line.trim_start();
        let comment = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
        if let Some(comment) = comment.map(str::trim_start).filter(|_| !within) {
            let begins =
                |word: &&str| comment.strip_prefix(*word).is_some_and(|rest| rest.starts_with(' '));
            if BEGINNINGS.iter().any(begins) {
                found.push(index + 1);
            }
        }
        within = comment.is_some();
    }
    found
}

#[test]
fn doc_comments_begin_with_the_item() {
    let mut wrong = Vec::new();
    for file in files(&["src", "crates", "python/rust", "web/src"], &["rs"]) {
        let path = file.path.display();
        wrong.extend(otherwise(&file.text).iter().map(|line| format!("{path}:{line}")));
    }
    assert!(wrong.is_empty(), "begin with what the item is or does:\n{}", wrong.join("\n"));
}

#[test]
fn other_beginnings_are_found() {
    assert_eq!(otherwise("/// What moves.\nstruct A;\n"), [1]);
    assert_eq!(
        otherwise("//! Motion of a body.\n//! What follows.\n\n    /// The same of B.\n"),
        [4]
    );
    assert_eq!(otherwise("/// Whatever.\n/// Asks.\n// What is no doc comment.\n"), []);
}
