//! Errors of a network file: file, line and column, the key or value, the rule it breaks and,
//! for a misspelt word, the nearest valid one.

mod section;

use std::fmt;
use std::ops::Range;

use crate::algebra::nearest;

/// Errors of one file that are listed, at most; a file with more has one cause for most of them.
const MOST_FAULTS: usize = 100;
/// Characters of a word of the file that a message repeats.
const LONGEST_QUOTE: usize = 60;

/// One error of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// 1-based.
    pub line: usize,
    /// 1-based, in characters.
    pub column: usize,
    /// The key or value, e.g. `contact.floor.law`; empty where the error is in the text itself.
    pub subject: String,
    /// The rule that it breaks, in words.
    pub rule: String,
    /// The nearest valid word.
    pub nearest: Option<String>,
}

/// Writes the diagnostic without its place.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Diagnostic { subject, rule, nearest, .. } = self;
        if !subject.is_empty() {
            write!(f, "{subject}: ")?;
        }
        write!(f, "{rule}")?;
        match nearest {
            Some(nearest) => write!(f, " (did you mean `{nearest}`?)"),
            None => Ok(()),
        }
    }
}

/// The errors found in a file, in the order of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostics {
    /// Name of the file, as its reader calls it.
    pub file: String,
    /// Diagnostics that are listed.
    pub entries: Vec<Diagnostic>,
    /// Number of further errors, which are not listed.
    pub left_out: usize,
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, entry) in self.entries.iter().enumerate() {
            let newline = if k == 0 { "" } else { "\n" };
            write!(f, "{newline}{}:{}:{}: {entry}", self.file, entry.line, entry.column)?;
        }
        if self.left_out > 0 {
            write!(f, "\n{}: {} more errors", self.file, self.left_out)?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}

/// An error at a byte of the text.
#[derive(Debug)]
struct Fault {
    offset: usize,
    subject: String,
    rule: String,
    nearest: Option<String>,
}

/// An error in a text of the file, and at which of its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wrong {
    pub offset: usize,
    pub rule: String,
}

/// Collects errors while a file is read.
#[derive(Debug, Default)]
pub(super) struct Report {
    faults: Vec<Fault>,
    left_out: usize,
    /// All that was noted, what was repeated included.
    count: usize,
    /// Warnings: what is no error, and likely a mistake.
    doubts: Vec<Fault>,
}

impl Report {
    /// Reports that `subject` at `place` breaks `rule`.
    pub fn fault(
        &mut self,
        place: &Range<usize>,
        subject: impl Into<String>,
        rule: impl Into<String>,
    ) {
        self.note(place, || (subject.into(), rule.into(), None));
    }

    /// Reports what is allowed and yet likely a mistake; what the copies of an element have in common once.
    pub fn doubt(&mut self, place: &Range<usize>, subject: String, rule: String) {
        let offset = place.start;
        if !self.doubts.iter().any(|doubt| (doubt.offset, &doubt.rule) == (offset, &rule)) {
            self.doubts.push(Fault { offset, subject, rule, nearest: None });
        }
    }

    /// Takes the doubts, each a line with its place in `text`, the content of `file`.
    pub fn take_doubts(&mut self, text: &str, file: &str) -> Vec<String> {
        let faults = std::mem::take(&mut self.doubts);
        let report = Report { faults, ..Report::default() };
        let all = report.into_diagnostics(text, file);
        let told = |one: &Diagnostic| format!("{file}:{}:{}: {one}", one.line, one.column);
        all.entries.iter().map(told).collect()
    }

    /// Reports an error in a text; `place` is that of its value in the file.
    pub fn wrong(
        &mut self,
        place: &Range<usize>,
        subject: impl Into<String>,
        text: &str,
        Wrong { offset, rule }: Wrong,
    ) {
        // A text that stands there as it is, between two quotes.
        let plain = place.len() == text.len() + 2;
        let start = if plain { place.start + 1 + offset } else { place.start };
        self.fault(&(start..place.end), subject, format!("\"{}\": {rule}", shown(text)));
    }

    /// Reports an error as [`Report::fault`] does, with the valid word that is most like `word`.
    pub fn misspelt<'w>(
        &mut self,
        place: &Range<usize>,
        subject: impl Into<String>,
        rule: impl Into<String>,
        word: &str,
        valid: impl IntoIterator<Item = &'w str>,
    ) {
        let (subject, rule) = (subject.into(), rule.into());
        if self.is_known(place, &subject, &rule) {
            self.count += 1;
            return;
        }
        self.note(place, || (subject, rule, nearest(word, valid).map(str::to_owned)));
    }

    /// Reports an error by its subject, rule and nearest valid word, which are made only if it may be reported;
    /// what the copies of an element have in common is reported once.
    pub fn note(
        &mut self,
        place: &Range<usize>,
        parts: impl FnOnce() -> (String, String, Option<String>),
    ) {
        self.count += 1;
        if self.faults.len() == MOST_FAULTS {
            self.left_out += 1;
            return;
        }
        let (subject, rule, nearest) = parts();
        if self.is_known(place, &subject, &rule) {
            return;
        }
        self.faults.push(Fault { offset: place.start, subject, rule, nearest });
    }

    fn is_known(&self, place: &Range<usize>, subject: &str, rule: &str) -> bool {
        let same = |fault: &Fault| {
            fault.offset == place.start && fault.rule == rule && fault.subject == subject
        };
        self.faults.iter().any(same)
    }

    pub fn is_clean(&self) -> bool {
        self.faults.is_empty()
    }

    /// Returns the number of notes so far, repeated ones included.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns the errors with their lines and columns in `text`, the content of `file`.
    pub fn into_diagnostics(mut self, text: &str, file: &str) -> Diagnostics {
        self.faults.sort_by_key(|fault| fault.offset);
        let mut cursor = Cursor::new(text);
        let mut entries = Vec::with_capacity(self.faults.len());
        for Fault { offset, subject, rule, nearest } in self.faults {
            let (line, column) = cursor.position(offset);
            entries.push(Diagnostic { line, column, subject, rule, nearest });
        }
        Diagnostics { file: file.to_owned(), entries, left_out: self.left_out }
    }
}

/// Turns rising byte offsets into lines and columns in one pass over the text.
struct Cursor<'a> {
    text: &'a str,
    line: usize,
    line_start: usize,
}

impl<'a> Cursor<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, line: 1, line_start: 0 }
    }

    /// Returns the 1-based line and column (in characters) of the character at or around byte `offset`, which must not be
    /// before the line of the last call.
    fn position(&mut self, offset: usize) -> (usize, usize) {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let passed = &self.text[self.line_start..offset];
        self.line += passed.matches('\n').count();
        if let Some(newline) = passed.rfind('\n') {
            self.line_start += newline + 1;
        }
        // A byte order mark is nothing that an editor shows.
        let before = self.text[self.line_start..offset].chars().filter(|c| *c != '\u{feff}');
        (self.line, before.count() + 1)
    }
}

/// Returns a key as TOML writes it, tamed like [`shown`].
pub(super) fn key_shown(key: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if key.is_empty() || !key.chars().all(bare) {
        format!("\"{}\"", shown(key))
    } else {
        shown(key)
    }
}

/// Returns a number as messages and people write it: `1`, `0.5`, `1e300`.
pub fn plain(number: f64) -> String {
    let text = format!("{number:?}");
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}

/// Returns a word of the file as messages repeat it: without control characters, cut where it is long.
pub(super) fn shown(word: &str) -> String {
    let mut shown: String = word.chars().take(LONGEST_QUOTE).flat_map(char::escape_debug).collect();
    if word.chars().nth(LONGEST_QUOTE).is_some() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::{Cursor, Report, key_shown, plain, shown};

    #[test]
    fn columns_count_characters() {
        let text = "a = 1\nβ = \"é\"\r\n\nx";
        let mut cursor = Cursor::new(text);
        let at = |pattern: &str| text.find(pattern).expect("is there");
        assert_eq!(cursor.position(0), (1, 1));
        assert_eq!(cursor.position(at("1")), (1, 5));
        assert_eq!(cursor.position(at("β") + 1), (2, 1), "inside a character");
        assert_eq!(cursor.position(at("é")), (2, 6));
        assert_eq!(cursor.position(at("x")), (4, 1));
        assert_eq!(cursor.position(usize::MAX), (4, 2), "the end");
        assert_eq!(Cursor::new("\u{feff}a").position(3), (1, 1));
    }

    #[test]
    fn many_faults_are_counted() {
        let mut report = Report::default();
        for offset in (0..1000).rev() {
            report.fault(&(offset..offset), "x", "is wrong");
        }
        let said = report.into_diagnostics(&"\n".repeat(1000), "f").to_string();
        assert_eq!(said.lines().count(), 101);
        assert!(said.ends_with("f: 900 more errors"), "{said}");
    }

    #[test]
    fn long_and_odd_words_are_tamed() {
        assert_eq!(shown("a\nb\u{7}"), "a\\nb\\u{7}");
        assert_eq!(shown(&"w".repeat(61)).chars().count(), 61);
        assert_eq!(shown("größer"), "größer");
        assert_eq!(key_shown("mass"), "mass");
        assert_eq!(key_shown("größer"), "\"größer\"");
        assert_eq!(key_shown(""), "\"\"");
    }

    #[test]
    fn numbers_are_short() {
        let found = [0.0, -1.0, 0.25, 1e300, -1e-320, f64::INFINITY].map(plain);
        assert_eq!(found, ["0", "-1", "0.25", "1e300", "-1e-320", "inf"]);
    }
}
