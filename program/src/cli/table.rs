//! Plain tables: columns padded to their widest cell, two blanks between them.

use std::io::{self, Write};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Align {
    Left,
    Right,
}

/// A table under construction; every row has as many cells as there are columns.
pub struct Table {
    align: Vec<Align>,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub fn new(columns: &[(&str, Align)]) -> Self {
        let header = columns.iter().map(|(name, _)| (*name).to_owned()).collect();
        Self { align: columns.iter().map(|(_, align)| *align).collect(), rows: vec![header] }
    }

    pub fn row(&mut self, cells: impl Into<Vec<String>>) {
        let cells = cells.into();
        assert_eq!(cells.len(), self.align.len(), "one cell per column");
        self.rows.push(cells);
    }

    /// True if there is only the header.
    pub fn is_empty(&self) -> bool {
        self.rows.len() == 1
    }

    /// Writes header and rows, `indent` blanks before each line and none after it.
    pub fn write(&self, out: &mut dyn Write, indent: usize) -> io::Result<()> {
        let width = |column: usize| {
            self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.align.len()).map(width).collect();
        for row in &self.rows {
            let mut line = " ".repeat(indent);
            for ((cell, &width), align) in row.iter().zip(&widths).zip(&self.align) {
                match align {
                    Align::Left => line.push_str(&format!("{cell:<width$}  ")),
                    Align::Right => line.push_str(&format!("{cell:>width$}  ")),
                }
            }
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Align, Table};

    #[test]
    fn columns_are_aligned_by_characters() {
        let mut table = Table::new(&[("unit", Align::Left), ("size", Align::Right)]);
        table.row(["kg·m²".to_owned(), "7".to_owned()]);
        table.row(["m".to_owned(), "12345".to_owned()]);
        let mut text = Vec::new();
        table.write(&mut text, 2).expect("memory");
        let expected = "  unit    size\n  kg·m²      7\n  m      12345\n";
        assert_eq!(String::from_utf8(text).expect("UTF-8"), expected);
    }
}
