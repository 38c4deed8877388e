//! A network file that shows a declared kind of element: by its name alone, between two bodies, with the numbers of its examples.

use luztar::network::{Drawn, ElementForm, ElementNumber};

/// The table of an element of the kind, with these ends.
pub fn element(form: &ElementForm, name: &str, ends: &str) -> String {
    let numbers = form.parameters.iter();
    let numbers =
        numbers.map(|ElementNumber { name, example, .. }| format!("{name} = {example:?}\n"));
    format!("[{}.{name}]\n{ends}\n{}", form.name, numbers.collect::<String>())
}

/// Between two masses, the first of which moves: away, or towards a stop.
pub fn example(form: &ElementForm) -> String {
    let element = element(form, "middle", "between = [\"first\", \"second\"]");
    let motion = match form.drawn {
        Drawn::Stop => "position = 1.0\nvelocity = -1.0",
        Drawn::Spring | Drawn::Damper => "velocity = 1.0",
    };
    format!(
        "[model]\nname = \"Shown\"\n\n[body.first]\nmass = 1.0\n{motion}\n\n[body.second]\nmass = 2.0\n\n{element}"
    )
}

/// The same in rotation.
#[allow(dead_code, reason = "other tests use more of it")]
pub fn turned(form: &ElementForm) -> String {
    let text = example(form).replace("mass = ", "axis = \"rotation\"\ninertia = ");
    text.replace("position = ", "angle = ").replace("velocity = ", "angularVelocity = ")
}
