//! A command as it was given: what it depends on, by the names of its options.

use std::ffi::OsStr;

use clap::{ArgMatches, Command};

/// Options that change neither numbers nor their order.
const IDLE: [&str; 5] = ["output", "picture", "out", "threads", "resume"];

/// A subcommand with the options that decide about its results, as they were given or are by default.
#[derive(Clone, Debug)]
pub struct Words {
    pub command: String,
    pub options: Vec<(String, String)>,
}

impl Words {
    /// Makes the words of the subcommand that was chosen from a command line.
    pub fn of(line: &Command, matches: &ArgMatches) -> Self {
        let (name, chosen) = matches.subcommand().unwrap_or(("", matches));
        let command = line.find_subcommand(name).unwrap_or(line);
        let counts = command.get_arguments().filter(|one| !IDLE.contains(&one.get_id().as_str()));
        let options = counts.map(|one| {
            let label = match (one.get_long(), one.get_value_names()) {
                (Some(long), _) => format!("--{long}"),
                (None, Some([value, ..])) => value.to_string(),
                (None, _) => one.get_id().to_string(),
            };
            let raw = chosen.try_get_raw(one.get_id().as_str()).ok().flatten();
            let values: Vec<_> = raw.into_iter().flatten().map(OsStr::to_string_lossy).collect();
            (label, values.join(" "))
        });
        Self { command: name.to_owned(), options: options.collect() }
    }
}

#[cfg(test)]
mod tests {
    use clap::{Arg, ArgAction, Command};

    use super::Words;

    #[test]
    fn options_have_their_values_and_defaults() {
        let sub = Command::new("sweep")
            .arg(Arg::new("unit").value_name("MODEL|FILE"))
            .arg(Arg::new("set").long("set").action(ArgAction::Append))
            .arg(Arg::new("points").long("points").default_value("32"))
            .arg(Arg::new("one_way").long("one-way").action(ArgAction::SetTrue))
            .arg(Arg::new("threads").long("threads"));
        let line = Command::new("luztar").subcommand(sub);
        let given = ["luztar", "sweep", "U", "--set", "a=1", "--set", "b=2", "--threads", "3"];
        let matches = line.clone().try_get_matches_from(given).expect("a command line");
        let words = Words::of(&line, &matches);
        let options: Vec<(&str, &str)> =
            words.options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(words.command, "sweep");
        assert_eq!(
            options,
            [("MODEL|FILE", "U"), ("--set", "a=1 b=2"), ("--points", "32"), ("--one-way", "false"),]
        );
    }
}
