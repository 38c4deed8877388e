//! Places of the files of a command. That none is written over another, and that each can be written, is tested before
//! anything is computed.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use clap::{ArgMatches, Command};

use super::failure::Failure;
use super::sheet::{draft, is_stdout};
use super::target::is_path;

/// Arguments whose files commands read, and such that they write.
const READ: [&str; 3] = ["target", "data", "inputs"];
const WRITTEN: [&str; 3] = ["output", "events", "picture"];

/// An argument with its file, as it was given.
type Given = (String, PathBuf);

/// Looks at the files of the subcommand that was chosen.
///
/// # Errors
/// One that would be written over another (usage), or cannot be written (job).
pub fn check(line: &Command, matches: &ArgMatches) -> Result<(), Failure> {
    let (name, chosen) = matches.subcommand().unwrap_or(("", matches));
    let command = line.find_subcommand(name).unwrap_or(line);
    let given = |names: &[&str]| given(command, chosen, names);
    let mut read = given(&READ);
    read.retain(|(label, path)| label.starts_with("--") || is_path(&path.to_string_lossy()));
    let written = given(&WRITTEN);
    for (number, (label, path)) in written.iter().enumerate() {
        let shown = path.display();
        let names = names(path);
        let is_one = |other: &Path| names.iter().any(|name| is_same(other, name));
        if read.iter().any(|(_, other)| is_one(other)) {
            let rule = "the command reads this file and would overwrite it; name another one";
            return Err(Failure::Usage(format!("{label} {shown}: {rule}")));
        }
        if let Some((earlier, _)) = written[..number]
            .iter()
            .find(|(_, other)| self::names(other).iter().any(|name| is_one(name)))
        {
            let rule = format!("{earlier} and {label} are both {shown}: name two files");
            return Err(Failure::Usage(rule));
        }
    }
    for (_, path) in written.iter().filter(|(_, path)| !is_stdout(path)) {
        try_to_write(path).map_err(|error| {
            let folder = folder(path);
            let rule = match error.kind() {
                io::ErrorKind::NotFound if !folder.exists() => {
                    format!("there is no folder {}; make it first", folder.display())
                }
                _ => error.to_string(),
            };
            Failure::job(format!("{}: {rule}", path.display()))
        })?;
    }
    Ok(())
}

/// Returns the files of these arguments.
fn given(command: &Command, chosen: &ArgMatches, names: &[&str]) -> Vec<Given> {
    let arguments = command.get_arguments().filter(|one| names.contains(&one.get_id().as_str()));
    let files = arguments.filter_map(|one| {
        let label = one.get_long().map_or(String::new(), |long| format!("--{long}"));
        let file = chosen.try_get_raw(one.get_id().as_str()).ok()??.next()?;
        Some((label, PathBuf::from(file)))
    });
    files.collect()
}

/// Returns the names of a file: its own, and the one until it is whole.
fn names(path: &Path) -> Vec<PathBuf> {
    [Some(path.to_owned()), draft(path)].into_iter().flatten().collect()
}

/// True if both are stdout or one file, whatever its names; what is no file, such as a terminal, takes what comes.
fn is_same(one: &Path, other: &Path) -> bool {
    match (is_stdout(one), is_stdout(other)) {
        (false, false) => place(one).is_some_and(|place| Some(place) == self::place(other)),
        (one, other) => one && other,
    }
}

/// Place where a file is, or is to be, whatever links lead there.
#[derive(PartialEq)]
enum Place {
    /// A file that has no other name, or whose others nobody knows.
    Name(PathBuf),
    /// Device and number of a file.
    #[cfg(unix)]
    Number(u64, u64),
}

/// Links to links that are followed: as many as Linux follows.
const MOST_LINKS: usize = 40;

fn place(path: &Path) -> Option<Place> {
    if let Ok(known) = fs::canonicalize(path) {
        return place_of_file(known);
    }
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = folder(&path).join(target),
            Err(_) => break,
        }
    }
    Some(Place::Name(fs::canonicalize(folder(&path)).ok()?.join(path.file_name()?)))
}

/// Returns the place of a file that exists; None for what is no file.
fn place_of_file(known: PathBuf) -> Option<Place> {
    let file = known.metadata().ok().filter(fs::Metadata::is_file)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        Some(Place::Number(file.dev(), file.ino()))
    }
    #[cfg(not(unix))]
    {
        drop(file);
        Some(Place::Name(known))
    }
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Leaves everything as it was.
fn try_to_write(path: &Path) -> io::Result<()> {
    match path.metadata() {
        // A pipe or a device is opened once, when there is something to write.
        Ok(known) if !(known.is_file() || known.is_dir()) => Ok(()),
        Ok(_) => OpenOptions::new().write(true).open(path).map(drop),
        // A link to a file that is not there yet.
        Err(_) if path.is_symlink() => Ok(()),
        Err(_) => File::create_new(path).and_then(|_| fs::remove_file(path)),
    }
}
