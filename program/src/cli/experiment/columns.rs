//! Numbers in columns from a CSV file. Cells stand between commas, semicolons or tabs; lines that begin with `#` are
//! comments.

use std::path::Path;

use crate::cli::content;

/// A file of numbers.
pub struct Columns {
    pub names: Vec<String>,
    /// One column for each name, all as long as `lines`.
    pub values: Vec<Vec<f64>>,
    /// Line of each row in the file, counted from 1.
    pub lines: Vec<u64>,
    /// Line of the header.
    pub header_line: usize,
}

impl Columns {
    /// Reads the file at `path`.
    ///
    /// # Errors
    /// One line naming file, line, column and rule.
    pub fn read(path: &Path) -> Result<Self, String> {
        let name = path.display().to_string();
        if path.extension().is_some_and(|end| end == "toml") {
            return Err(format!("{name}: must be a CSV file, not a network file"));
        }
        let bytes =
            content::bytes(path, content::LONGEST).map_err(|error| format!("{name}: {error}"))?;
        let text = decode(bytes).map_err(|rule| format!("{name}:{rule}"))?;
        Self::parse(text.trim_start_matches('\u{feff}'), &name)
    }

    /// # Errors
    /// Those of [`Columns::read`].
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
            let numbers = if has_names(&names) { "" } else { NO_NAMES };
            return Err(format!(
                "{file}:{header_line}: two columns are named `{}`{numbers}",
                twice.1
            ));
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

/// End of a message about a header without names.
pub const NO_NAMES: &str = "; this line has numbers: put names of columns before it";

/// True if one of the names of columns is no number.
pub fn has_names(names: &[String]) -> bool {
    names.iter().any(|name| name.parse::<f64>().is_err())
}

/// True if the name of a column, with or without a unit, means the time.
pub fn is_time(name: &str) -> bool {
    let bare = without_unit(name).unwrap_or(name);
    bare == "t" || bare.eq_ignore_ascii_case("time")
}

/// Returns the name before a unit in brackets, or behind a blank, of a column that has one.
pub fn without_unit(name: &str) -> Option<&str> {
    let end = name.find(|c: char| "[( ".contains(c))?;
    Some(name[..end].trim_end()).filter(|name| !name.is_empty())
}

/// Decodes the text of a file from its bytes.
///
/// # Errors
/// The line that is not UTF-8, and this rule.
fn decode(bytes: Vec<u8>) -> Result<String, String> {
    String::from_utf8(bytes).map_err(|error| {
        let (right, wrong) = error.as_bytes().split_at(error.utf8_error().valid_up_to());
        let line = 1 + right.iter().filter(|byte| **byte == b'\n').count();
        format!(
            "{line}: byte 0x{:02X}: is not UTF-8; a table must be saved in that encoding",
            wrong[0]
        )
    })
}

/// Returns the separator of the cells of the header, in which no name has any of these: a comma, a semicolon or a tab.
fn separator(text: &str) -> u8 {
    let header = text.lines().nth(header_line(text) - 1).unwrap_or_default();
    [b',', b';', b'\t']
        .into_iter()
        .find(|mark| header.bytes().any(|byte| byte == *mark))
        .unwrap_or(b',')
}

/// Returns the line of the header, counted from 1: the first that is neither empty nor a comment.
fn header_line(text: &str) -> usize {
    let is_header = |line: &str| !line.trim().is_empty() && !line.starts_with('#');
    1 + text.lines().position(is_header).unwrap_or(0)
}

/// Returns a hint for numbers as some languages write them.
fn decimal(cell: &str) -> &'static str {
    match cell.replacen(',', ".", 1).parse::<f64>() {
        Ok(_) if cell.contains(',') => " with a decimal point, not a comma",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn a_line_in_another_encoding_is_told() {
        assert_eq!(decode("größer".into()).as_deref(), Ok("größer"));
        let fault = decode(b"time,f\n0,1\n1,\xfc\n".to_vec()).expect_err("Latin-1");
        assert_eq!(fault, "3: byte 0xFC: is not UTF-8; a table must be saved in that encoding");
    }
}
