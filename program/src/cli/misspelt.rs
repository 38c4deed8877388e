//! Hints for options and commands that do not exist.

use clap::error::{ContextKind, ContextValue};
use clap::{Command, Error};
use luztar::network::nearest;

/// Options by other words for them, in lower case without hyphens.
const OPTIONS: &[(&[&str], &str)] = &[
    (&["end", "endtime", "time", "tend", "until", "duration", "t"], "stop-time"),
    (&["dt", "h", "timestep", "stepsize", "interval"], "step"),
    (&["param", "parameter", "parameters", "value", "values", "option", "p"], "set"),
    (&["file", "csv", "out", "o", "outputfile", "save"], "output"),
    (&["out", "folder", "directory", "dir", "outdir", "o"], "out"),
    (&["force", "signal", "excitation"], "input"),
    (&["variables", "variable", "select", "filter"], "columns"),
    (&["variables", "variable", "columns", "y"], "show"),
    (&["transitions"], "events"),
    (&["svg", "png", "plot"], "picture"),
];
/// Commands by other words for them.
const COMMANDS: &[(&[&str], &str)] = &[
    (&["run", "sim", "integrate", "solve"], "simulate"),
    (&["export", "fmu", "compile", "make", "pack"], "build"),
    (&["validate", "lint", "verify", "test"], "check"),
    (&["show", "info", "help-model", "variables", "units"], "describe"),
    (&["graph", "chart", "figure"], "plot"),
    (&["scan", "vary", "doe"], "sweep"),
    (&["init", "create", "template"], "new"),
    (&["models", "ls", "catalogue", "library"], "list"),
    (&["picture", "diagram", "svg"], "draw"),
    (&["calibrate", "identify", "estimate"], "fit"),
];

/// Returns an error of the command line with the options or commands that may be meant.
pub fn with_hints(mut error: Error, line: &Command) -> Error {
    if let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidSubcommand) {
        let word = given.to_lowercase();
        if let Some((_, meant)) = COMMANDS.iter().find(|(words, _)| words.contains(&word.as_str()))
        {
            let meant = ContextValue::Strings(vec![(*meant).to_owned()]);
            error.insert(ContextKind::SuggestedSubcommand, meant);
        }
        return error;
    }
    let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidArg) else {
        return error;
    };
    let Some(word) = given.strip_prefix("--").map(str::to_owned) else { return error };
    if error.kind() != clap::error::ErrorKind::UnknownArgument {
        return error;
    }
    let Some(command) = command(&error, line) else { return error };
    let found = options(&word, command);
    // That an option may be a value is no help, and the usage names another option than the one that is meant.
    error.remove(ContextKind::Suggested);
    error.remove(ContextKind::SuggestedArg);
    error.remove(ContextKind::Usage);
    if !found.is_empty() {
        let shown = found.into_iter().map(|long| format!("--{long}")).collect();
        error.insert(ContextKind::SuggestedArg, ContextValue::Strings(shown));
    }
    error
}

/// Returns the subcommand in whose usage an error is.
fn command<'l>(error: &Error, line: &'l Command) -> Option<&'l Command> {
    let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) else { return None };
    let usage = usage.to_string();
    let mut words = usage.split_whitespace().skip_while(|word| *word != line.get_name()).skip(1);
    line.find_subcommand(words.next()?)
}

/// Returns the options of a command that may be meant by a word: by another word for it, by its beginning or a part, by its spelling.
fn options<'c>(word: &str, command: &'c Command) -> Vec<&'c str> {
    let longs: Vec<&str> = command.get_arguments().filter_map(|one| one.get_long()).collect();
    let plain = |word: &str| word.to_lowercase().replace(['-', '_'], "");
    let given = plain(word);
    let synonyms = OPTIONS.iter().filter(|(words, _)| words.contains(&given.as_str()));
    let alike = |long: &&str| {
        let begins = plain(long).starts_with(&given) || given.starts_with(&plain(long));
        given.len() > 1 && (begins || long.split('-').any(|part| part == given))
    };
    let candidates = synonyms
        .filter_map(|(_, meant)| longs.iter().copied().find(|long| long == meant))
        .chain(longs.iter().copied().filter(alike))
        .chain(nearest(word, longs.iter().copied()));
    let mut found: Vec<&str> = Vec::new();
    for long in candidates {
        if !found.contains(&long) {
            found.push(long);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use clap::{Arg, Command};

    use super::options;

    #[test]
    fn options_are_found_by_their_words_beginnings_and_spelling() {
        let longs =
            ["stop-time", "step", "set", "input", "inputs", "input-tolerance", "output", "columns"];
        let command = Command::new("simulate").args(longs.map(|long| Arg::new(long).long(long)));
        for (word, found) in [
            ("stop", &["stop-time", "step"][..]),
            ("end", &["stop-time"]),
            ("dt", &["step"]),
            ("step-size", &["step"]),
            ("stopTime", &["stop-time"]),
            ("stop_time", &["stop-time"]),
            ("param", &["set"]),
            ("out", &["output"]),
            ("inp", &["input", "inputs", "input-tolerance"]),
            ("colums", &["columns"]),
            ("tolerance", &["input-tolerance"]),
            ("gravity", &[]),
        ] {
            assert_eq!(options(word, &command), found, "{word}");
        }
    }
}
