//! docs/cookbook.md: what it shows of a file stands there, and each file has its chapter.

use std::fs;
use std::path::Path;

const PAGE: &str = include_str!("../../../docs/cookbook.md");

/// Examples that other pages explain.
const ELSEWHERE: [&str; 8] = [
    "BlockOnBelt",
    "BrakingTrain",
    "Clutch",
    "DiscBrake",
    "LooseCoupling",
    "Shuttle",
    "SlidingBlocks",
    "SpringMass",
];

/// Folders of the examples.
const FOLDERS: [&str; 2] = ["examples/networks", "examples/mechanisms"];

/// Path of the example of a chapter, from the project's folder.
fn file_of(chapter: &str) -> &str {
    let is_example = |part: &&str| FOLDERS.iter().any(|folder| part.starts_with(folder));
    let link = chapter.split("](../").find(is_example);
    link.and_then(|part| part.split(')').next()).unwrap_or_else(|| panic!("no file: {chapter}"))
}

#[test]
fn lines_shown_are_those_of_the_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = ELSEWHERE.map(|name| format!("{name}.toml")).to_vec();
    for chapter in PAGE.split("\n## ").skip(1) {
        let file = file_of(chapter);
        let text = fs::read_to_string(root.join(file)).expect("an example");
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        let blocks = chapter.split("```toml\n").skip(1);
        let shown = blocks.flat_map(|block| block.split("```").next().unwrap_or("").lines());
        let shown: Vec<&str> = shown.map(str::trim).collect();
        assert!(shown.len() > 1, "{file}");
        let unknown: Vec<_> = shown.iter().filter(|line| !lines.contains(line)).collect();
        assert!(unknown.is_empty(), "{file}: {unknown:?}");
        let name = Path::new(file).file_name().and_then(|name| name.to_str()).expect("a name");
        found.push(name.to_owned());
    }
    let read = |folder| fs::read_dir(root.join(folder)).expect("part of the source tree");
    let names = FOLDERS
        .into_iter()
        .flat_map(read)
        .map(|entry| entry.expect("readable").file_name().into_string().expect("UTF-8"));
    let mut names: Vec<String> = names.collect();
    names.sort();
    found.sort();
    assert_eq!(found, names);
}
