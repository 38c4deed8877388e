//! Equations in lines that are not too wide.

/// Columns of a line.
const WIDTH: usize = 100;
/// Blanks before what goes on in another line, beside those before each line of the report.
const INDENT: usize = 6;

/// An equation in lines: each but the first begins with a term, one that is too wide by itself with a term of a function's
/// argument.
pub fn broken(equation: &str) -> String {
    let narrow = |term: &str| term.chars().count() + INDENT <= WIDTH;
    let split = terms(equation, 0).into_iter();
    let split = split.flat_map(|term| if narrow(term) { vec![term] } else { terms(term, 1) });
    let (mut text, mut width) = (String::new(), 0);
    for (index, term) in split.enumerate() {
        let size = term.chars().count() + 1;
        if index > 0 && width + size > WIDTH {
            text.push_str(&format!("\n{:INDENT$}", ""));
            width = INDENT;
        } else if index > 0 {
            text.push(' ');
        }
        text.push_str(term);
        width += size;
    }
    text
}

/// Terms of a sum with their signs, those within so many brackets too.
fn terms(text: &str, brackets: usize) -> Vec<&str> {
    let (mut terms, mut begin, mut depth) = (Vec::new(), 0, 0);
    for (place, letter) in text.char_indices() {
        let signed = [" + ", " − "].iter().any(|sign| text[place..].starts_with(sign));
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ if signed && depth <= brackets => {
                terms.push(&text[begin..place]);
                begin = place + 1;
            }
            _ => {}
        }
    }
    terms.push(&text[begin..]);
    terms
}
