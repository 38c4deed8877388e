//! What is wrong with a network file: file, line and column, the key or value, the rule it breaks and,
//! for a misspelt word, the nearest valid one.

use std::fmt;
use std::ops::Range;

/// Similarity (0…1, Jaro–Winkler) from which a valid word is offered for a misspelt one.
const ALIKE: f64 = 0.75;

/// One fault of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// 1-based.
    pub line: usize,
    /// 1-based, in characters.
    pub column: usize,
    /// The key or value, e.g. `contact.floor.law`.
    pub subject: String,
    pub rule: String,
    /// The nearest valid word.
    pub nearest: Option<String>,
}

/// All faults found in a file, in the order of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostics {
    pub file: String,
    pub entries: Vec<Diagnostic>,
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, entry) in self.entries.iter().enumerate() {
            let Diagnostic { line, column, subject, rule, nearest } = entry;
            let newline = if k == 0 { "" } else { "\n" };
            write!(f, "{newline}{}:{line}:{column}: ", self.file)?;
            if !subject.is_empty() {
                write!(f, "{subject}: ")?;
            }
            write!(f, "{rule}")?;
            if let Some(nearest) = nearest {
                write!(f, " (did you mean `{nearest}`?)")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}

/// Collects faults while a file is read.
#[derive(Debug)]
pub(super) struct Report<'a> {
    text: &'a str,
    faults: Vec<(usize, Diagnostic)>,
}

impl<'a> Report<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, faults: Vec::new() }
    }

    /// Notes that `subject` at `place` breaks `rule`.
    pub fn fault(
        &mut self,
        place: &Range<usize>,
        subject: impl Into<String>,
        rule: impl Into<String>,
    ) {
        self.push(place, subject.into(), rule.into(), None);
    }

    /// As [`Report::fault`], with the valid word that is most like `word`.
    pub fn misspelt<'w>(
        &mut self,
        place: &Range<usize>,
        subject: impl Into<String>,
        rule: impl Into<String>,
        word: &str,
        valid: impl IntoIterator<Item = &'w str>,
    ) {
        self.push(place, subject.into(), rule.into(), nearest(word, valid));
    }

    fn push(
        &mut self,
        place: &Range<usize>,
        subject: String,
        rule: String,
        nearest: Option<String>,
    ) {
        let (line, column) = position(self.text, place.start);
        self.faults.push((place.start, Diagnostic { line, column, subject, rule, nearest }));
    }

    pub fn is_clean(&self) -> bool {
        self.faults.is_empty()
    }

    pub fn into_diagnostics(mut self, file: &str) -> Diagnostics {
        self.faults.sort_by_key(|(place, _)| *place);
        let entries = self.faults.into_iter().map(|(_, diagnostic)| diagnostic).collect();
        Diagnostics { file: file.to_owned(), entries }
    }
}

/// 1-based line and column of a byte offset.
fn position(text: &str, offset: usize) -> (usize, usize) {
    let before: String = text.bytes().take(offset).map(char::from).collect();
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = before.matches('\n').count() + 1;
    let column = text.get(line_start..offset).map_or(0, |part| part.chars().count()) + 1;
    (line, column)
}

/// The valid word most like `word`, if any is.
pub fn nearest<'w>(word: &str, valid: impl IntoIterator<Item = &'w str>) -> Option<String> {
    valid
        .into_iter()
        .map(|valid| {
            let likeness = strsim::jaro_winkler(&word.to_lowercase(), &valid.to_lowercase());
            (likeness, valid)
        })
        .filter(|(likeness, _)| *likeness >= ALIKE)
        .max_by(|x, y| x.0.total_cmp(&y.0))
        .map(|(_, valid)| valid.to_owned())
}
