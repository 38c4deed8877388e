//! Elements of the kinds that are declared by files, with numbers about those of their examples.

use luztar::network::ElementForm;

use super::draws::Draws;
use super::laws::Keys;
use super::plan::Element;

/// One with these ends, its place among those of its network, and the bodies that it needs.
pub fn element(draws: &mut Draws, count: usize, (mut keys, needs): (Keys, Vec<String>)) -> Element {
    let kinds: Vec<&str> = ElementForm::names().collect();
    let form = ElementForm::named(draws.pick(&kinds)).expect("is declared");
    for number in form.parameters {
        let value = number.example * draws.mixed(&[1.0], 0.5, 2.0);
        keys.push((String::leak(number.name), format!("{value:?}")));
    }
    Element { table: form.name, name: format!("e{count}"), keys, needs }
}
