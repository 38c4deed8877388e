//! Pages of reproductions: a table `quantity | paper | luztar | difference | comment`, and pictures.

use std::fs;
use std::path::Path;

use crate::cli::failure::Failure;
use crate::cli::plot;

/// Digits behind the point of numbers without a unit's size: more than any paper prints.
const DIGITS: usize = 9;
/// Numbers below show as 0 with these digits.
const ZERO: f64 = 5e-10;

/// Published value of a paper, beside the one that luztar computes.
pub struct Row {
    quantity: String,
    published: String,
    found: String,
    difference: String,
    comment: String,
}

impl Row {
    /// Makes a row of a number; `published` as the paper prints it.
    pub fn number(quantity: &str, published: &str, found: f64, comment: &str) -> Self {
        let value: Option<f64> = published.replace('−', "-").parse().ok();
        let difference = value.map_or_else(String::new, |value| match found - value {
            small if small.abs() < ZERO => "0".to_owned(),
            other => format!("{other:.1e}").replace('-', "−"),
        });
        Self { difference, ..Self::text(quantity, published, &shown(found), comment) }
    }

    /// Makes a row of several numbers, as a vector.
    pub fn vector<const N: usize>(
        quantity: &str,
        published: [f64; N],
        found: [f64; N],
        comment: &str,
    ) -> Self {
        let list = |values: [f64; N]| format!("({})", values.map(shown).join(", "));
        let most =
            published.iter().zip(&found).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()));
        let difference =
            if most < ZERO { "0".to_owned() } else { format!("{most:.1e}").replace('-', "−") };
        Self { difference, ..Self::text(quantity, &list(published), &list(found), comment) }
    }

    pub fn text(quantity: &str, published: &str, found: &str, comment: &str) -> Self {
        Self {
            quantity: quantity.to_owned(),
            published: published.to_owned(),
            found: found.to_owned(),
            difference: String::new(),
            comment: comment.to_owned(),
        }
    }
}

/// Returns a number without zeros at its end.
fn shown(value: f64) -> String {
    let value = if value.abs() < ZERO { 0.0 } else { value };
    let text = format!("{value:.DIGITS$}");
    text.trim_end_matches('0').trim_end_matches('.').replace('-', "−")
}

/// A picture: its file, what it shows, and itself.
pub struct Picture {
    file: String,
    caption: String,
    svg: String,
}

impl Picture {
    pub fn new(file: &str, caption: &str, svg: String) -> Self {
        Self { file: file.to_owned(), caption: caption.to_owned(), svg }
    }
}

/// Page about a paper.
pub struct Page {
    pub paper: &'static str,
    pub title: &'static str,
    pub text: &'static str,
    pub rows: Vec<Row>,
    pub pictures: Vec<Picture>,
}

impl Page {
    /// Writes `PAPER.md` and the pictures.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), Failure> {
        for picture in &self.pictures {
            plot::write(&folder.join(&picture.file), &picture.svg)?;
        }
        let path = folder.join(format!("{}.md", self.paper));
        fs::write(&path, self.markdown())
            .map_err(|error| Failure::job(format!("{}: {error}", path.display())))
    }

    fn markdown(&self) -> String {
        let Page { paper, title, text, .. } = self;
        let mut page = format!(
            "# {paper}: what luztar finds\n{title}.\nMade by `luztar reproduce {paper}`.\n\n{text}\n"
        );
        page.push_str("| | paper | luztar | difference | |\n|---|---|---|---|---|\n");
        for Row { quantity, published, found, difference, comment } in &self.rows {
            let cells = [quantity, published, found, difference, comment];
            let cells = cells.map(|cell| cell.replace('|', "\\|"));
            page.push_str(&format!("| {} |\n", cells.join(" | ")));
        }
        for Picture { file, caption, .. } in &self.pictures {
            page.push_str(&format!("\n![{caption}]({file})\n\n{caption}\n"));
        }
        page
    }
}
