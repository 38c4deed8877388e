//! Numbers in columns from a CSV file. Cells stand between commas, semicolons or tabs; lines that begin with `#` are
//! comments.

use std::path::Path;

/// A file of numbers.
pub struct Columns {
    pub names: Vec<String>,
    /// As many as names, all as long as `lines`.
    pub values: Vec<Vec<f64>>,
    /// Line of each row in the file, counted from 1.
    pub lines: Vec<u64>,
    /// That of the header.
    pub header_line: usize,
}

impl Columns {
    /// The file at `path`.
    ///
    /// # Errors
    /// One line naming file, line, column and rule.
    pub fn read(path: &Path) -> Result<Self, String> {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
        Self::parse(text.trim_start_matches('\u{feff}'), &name)
    }

    /// # Errors
    /// As [`Columns::read`].
    pub fn parse(text: &str, file: &str) -> Result<Self, String> {
        let header_line = header_line(text);
        let mut reader = csv::ReaderBuilder::new()
            .trim(csv::Trim::All)
            .comment(Some(b'#'))
            .delimiter(separator(text))
            .from_reader(text.as_bytes());
        let header = reader.headers().map_err(|error| format!("{file}: {error}"))?.clone();
        let names: Vec<String> = header.iter().map(str::to_owned).collect();
        if let Some(twice) = names.iter().enumerate().find(|(k, name)| names[..*k].contains(name)) {
            return Err(format!("{file}:{header_line}: two columns are named `{}`", twice.1));
        }
        let mut values: Vec<Vec<f64>> = vec![Vec::new(); names.len()];
        let mut lines = Vec::new();
        for record in reader.records() {
            let record = record.map_err(|error| format!("{file}: {error}"))?;
            let line = record.position().map_or(0, csv::Position::line);
            for ((column, cell), name) in values.iter_mut().zip(&record).zip(&names) {
                let value: f64 =
                    cell.parse().ok().filter(|x: &f64| x.is_finite()).ok_or_else(|| {
                        format!(
                            "{file}:{line}: {name} = `{cell}`: must be a finite number{}",
                            decimal(cell)
                        )
                    })?;
                column.push(value);
            }
            lines.push(line);
        }
        match lines.is_empty() {
            true => Err(format!("{file}: has no rows")),
            false => Ok(Self { names, values, lines, header_line }),
        }
    }
}

/// What stands between the cells of the header, in which no name has any of these: a comma, a semicolon or a tab.
fn separator(text: &str) -> u8 {
    let header = text.lines().nth(header_line(text) - 1).unwrap_or_default();
    [b',', b';', b'\t']
        .into_iter()
        .find(|mark| header.bytes().any(|byte| byte == *mark))
        .unwrap_or(b',')
}

/// Line of the header, counted from 1: the first that is neither empty nor a comment.
fn header_line(text: &str) -> usize {
    let is_header = |line: &str| !line.trim().is_empty() && !line.starts_with('#');
    1 + text.lines().position(is_header).unwrap_or(0)
}

/// A hint for numbers as some languages write them.
fn decimal(cell: &str) -> &'static str {
    match cell.replacen(',', ".", 1).parse::<f64>() {
        Ok(_) if cell.contains(',') => " with a decimal point, not a comma",
        _ => "",
    }
}
