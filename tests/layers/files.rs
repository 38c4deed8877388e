//! The text files of the package.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders of the sources: of the library, of crates that it is made of, and of the program.
pub const SOURCES: &[&str] = &["src", "crates/gauss/src", "crates/model/src", "program/src"];

/// A file, its path relative to the package.
pub struct File {
    pub path: PathBuf,
    pub text: String,
}

/// All files under `directories` that end in one of `extensions`, in order of their paths.
pub fn files(directories: &[&str], extensions: &[&str]) -> Vec<File> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    for directory in directories {
        collect(&root.join(directory), &mut paths);
    }
    paths.retain(|path| {
        path.extension().is_some_and(|end| extensions.contains(&end.to_string_lossy().as_ref()))
    });
    paths.sort();
    let read = |path: PathBuf| File {
        text: fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display())),
        path: path.strip_prefix(root).expect("under the package").to_owned(),
    };
    paths.into_iter().map(read).collect()
}

fn collect(directory: &Path, paths: &mut Vec<PathBuf>) {
    let entries =
        fs::read_dir(directory).unwrap_or_else(|e| panic!("{}: {e}", directory.display()));
    for entry in entries {
        let entry = entry.expect("an entry of a folder");
        let path = entry.path();
        if entry.file_type().expect("the kind of an entry").is_dir() {
            collect(&path, paths);
        } else {
            paths.push(path);
        }
    }
}
