//! Input signals from a CSV file: a column `time` and one column per input, linear between rows.

use std::path::Path;
use std::sync::Arc;

use luztar::signals::Series;

use super::columns::{Columns, NO_NAMES, has_names, is_time};

/// Columns of the file at `path` but `time`, by name.
///
/// # Errors
/// One line naming file, line, column and rule.
pub fn read(path: &Path) -> Result<Vec<(String, Series)>, String> {
    timed(Columns::read(path)?, &path.display().to_string())
}

fn timed(columns: Columns, file: &str) -> Result<Vec<(String, Series)>, String> {
    let Columns { names, mut values, lines, header_line } = columns;
    let Some(place) = names.iter().position(|name| name == "time") else {
        return Err(format!(
            "{file}:{header_line}: the header must have a column `time`{}",
            instead(&names)
        ));
    };
    let times = std::mem::take(&mut values[place]);
    if let Some(row) = times.windows(2).position(|pair| pair[1] < pair[0]) {
        let (line, earlier, time) = (lines[row + 1], times[row], times[row + 1]);
        return Err(format!("{file}:{line}: time = {time}: must not decrease (was {earlier})"));
    }
    let times: Arc<[f64]> = times.into();
    let named = names.into_iter().zip(values).enumerate();
    Ok(named
        .filter(|(column, _)| *column != place)
        .map(|(_, (name, values))| (name, Series::new(times.clone(), values)))
        .collect())
}

/// Returns the end of the message that no column is the time: a column that may be meant, or that no line names columns.
fn instead(names: &[String]) -> String {
    match names.iter().find(|name| is_time(name)) {
        Some(name) => format!(", in s: write `time` for `{name}`"),
        None if has_names(names) => String::new(),
        None => NO_NAMES.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::columns::Columns;
    use super::{Series, timed};

    fn parse(text: &str, file: &str) -> Result<Vec<(String, Series)>, String> {
        timed(Columns::parse(text, file)?, file)
    }

    fn column(text: &str) -> Series {
        parse(text, "in.csv").expect("valid").remove(0).1
    }

    #[test]
    fn linear_between_rows_and_constant_outside() {
        let series = column("time, f\n1,10\n3,20\n");
        for (t, value) in [(0.0, 10.0), (1.0, 10.0), (1.5, 12.5), (3.0, 20.0), (9.0, 20.0)] {
            assert_eq!(series.at(t), value, "t = {t}");
        }
    }

    #[test]
    fn two_rows_at_one_time_are_a_jump() {
        let series = column("f,time\r\n0,0\r\n0,1\r\n5,1\r\n5,2\r\n");
        let before = series.at(1.0 - 1e-6);
        assert_eq!((before, series.at(1.0), series.at(1.5)), (0.0, 5.0, 5.0));
        // a sum of steps that falls short of the jump by round-off
        assert_eq!(series.at(1.0 - f64::EPSILON), 5.0);
    }

    #[test]
    fn separators_and_comments_are_recognised() {
        for text in [
            "time;f\n1;10\n3;20\n",
            "time\tf\n1\t10\n3\t20\n",
            "# made by hand\n\ntime,f\n1,10\n# between\n3,20\n",
        ] {
            assert_eq!(column(text).at(2.0), 15.0, "{text}");
        }
    }

    #[test]
    fn faults_name_line_and_column() {
        for (text, expected) in [
            ("s,f\n0,1\n", "in.csv:1: the header must have a column `time`"),
            (
                "t,f\n0,1\n",
                "in.csv:1: the header must have a column `time`, in s: write `time` for `t`",
            ),
            (
                "Time [s],f\n0,1\n",
                "in.csv:1: the header must have a column `time`, in s: write `time` for `Time [s]`",
            ),
            (
                "0,1\n1,2\n",
                "in.csv:1: the header must have a column `time`; this line has numbers: put names of columns before it",
            ),
            ("time,f,f\n0,1,1\n", "in.csv:1: two columns are named `f`"),
            (
                "0,0\n1,1\n",
                "in.csv:1: two columns are named `0`; this line has numbers: put names of columns before it",
            ),
            ("time,f\n", "in.csv: has no rows"),
            ("time,f\n0,1\n1,one\n", "in.csv:3: f = `one`: must be a finite number"),
            ("time,f\n0,nan\n", "in.csv:2: f = `nan`: must be a finite number"),
            (
                "time;f\n0;1,5\n",
                "in.csv:2: f = `1,5`: must be a finite number with a decimal point, not a comma",
            ),
            ("# a\n# b\nx,f\n0,1\n", "in.csv:3: the header must have a column `time`"),
            ("time,f\n1,0\n0.5,0\n", "in.csv:3: time = 0.5: must not decrease (was 1)"),
        ] {
            assert_eq!(parse(text, "in.csv").expect_err("must be refused"), expected);
        }
        let ragged = parse("time,f\n0,1\n1\n", "in.csv").expect_err("must be refused");
        assert!(ragged.contains("line: 3"), "{ragged}");
    }
}
