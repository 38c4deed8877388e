//! Descriptions of variables, in the style of the Modelica Standard Library: a noun phrase with a capital letter and without a
//! full stop that names the quantity, its element and, in parentheses, its sign or special values.

/// Place of the element in a text.
const ELEMENT: &str = "{}";

/// Returns the description of a variable of an element: with the element at `{}`, or behind `of` before a parenthesis at the end.
/// "bristle stiffness (while stuck)" is "Bristle stiffness of pad (while stuck)".
pub fn description_of(text: &str, element: &str) -> String {
    if text.contains(ELEMENT) {
        return capital(&text.replace(ELEMENT, element));
    }
    let parenthesis = text.rfind(" (").filter(|_| text.ends_with(')'));
    let (noun, rest) = text.split_at(parenthesis.unwrap_or(text.len()));
    capital(&[noun, " of ", element, rest].concat())
}

/// Returns a text with a capital letter first.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::description_of;

    #[test]
    fn the_element_stands_at_its_place_or_before_the_last_parenthesis() {
        assert_eq!(description_of("external force on {}", "car"), "External force on car");
        assert_eq!(description_of("mass", "car"), "Mass of car");
        let text = "static (breakaway) friction";
        assert_eq!(description_of(text, "pad"), "Static (breakaway) friction of pad");
        let text = "kinetic friction (limit for fast slip)";
        assert_eq!(description_of(text, "pad"), "Kinetic friction of pad (limit for fast slip)");
    }
}
