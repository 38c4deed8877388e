//! XML files: a tree of elements with attributes, and its text.

use std::fmt::{self, Display};

/// A number in the shortest form that reads back as the same one.
pub struct Number(pub f64);

impl Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

/// An element, with its attributes and the elements in it in the order in which they are written.
#[derive(Debug)]
pub struct Element {
    name: &'static str,
    attributes: Vec<(&'static str, String)>,
    children: Vec<Element>,
}

impl Element {
    pub fn new(name: &'static str) -> Self {
        Self { name, attributes: Vec::new(), children: Vec::new() }
    }

    /// Adds an attribute.
    pub fn with(mut self, name: &'static str, value: impl Display) -> Self {
        self.attributes.push((name, value.to_string()));
        self
    }

    /// Adds an attribute that has a value.
    pub fn with_some(self, name: &'static str, value: Option<impl Display>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// Adds an attribute that has a text.
    pub fn with_text(self, name: &'static str, text: &str) -> Self {
        self.with_some(name, (!text.is_empty()).then_some(text))
    }

    /// Adds elements in it.
    pub fn containing(mut self, children: impl IntoIterator<Item = Element>) -> Self {
        self.children.extend(children);
        self
    }

    /// Returns the text of a file of which this is the root.
    pub fn file(&self) -> String {
        let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        self.write(&mut text, 0);
        text
    }

    fn write(&self, text: &mut String, depth: usize) {
        let Self { name, attributes, children } = self;
        indent(text, depth);
        text.extend(["<", name]);
        for (key, value) in attributes {
            text.extend([" ", key, "=\""]);
            escape(value, text);
            text.push('"');
        }
        if children.is_empty() {
            text.push_str("/>\n");
            return;
        }
        text.push_str(">\n");
        children.iter().for_each(|child| child.write(text, depth + 1));
        indent(text, depth);
        text.extend(["</", name, ">\n"]);
    }
}

fn indent(text: &mut String, depth: usize) {
    text.extend(std::iter::repeat_n("  ", depth));
}

/// Adds the value of an attribute to a text. A reader turns white space that is not escaped into blanks.
fn escape(value: &str, text: &mut String) {
    for character in value.chars() {
        match character {
            '&' => text.push_str("&amp;"),
            '<' => text.push_str("&lt;"),
            '>' => text.push_str("&gt;"),
            '"' => text.push_str("&quot;"),
            '\t' => text.push_str("&#9;"),
            '\n' => text.push_str("&#10;"),
            '\r' => text.push_str("&#13;"),
            other => text.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_indented_and_attributes_escaped() {
        let inner = Element::new("b").with("x", Number(0.1)).with_some("y", None::<u8>);
        let root = Element::new("a").with("t", "<\"&'\n>").with_text("u", "").containing([inner]);
        assert_eq!(
            root.file(),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <a t=\"&lt;&quot;&amp;'&#10;&gt;\">\n  <b x=\"0.1\"/>\n</a>\n"
        );
    }
}
