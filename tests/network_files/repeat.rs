//! Repeated elements: the file with `repeat` is the one with every element written out, and what is wrong
//! with a template is said of its place.

use std::time::Instant;

use luztar::network::{Network, read};

use crate::robustness::SOON;

const UNIT: &str = "[model]\nname = \"X\"\n";

fn right(text: &str) -> Network {
    read(&format!("{UNIT}{text}"), "n").unwrap_or_else(|wrong| panic!("{wrong}"))
}

/// What is said of a file whose third line is the first of `text`.
fn said(text: &str) -> String {
    read(&format!("{UNIT}{text}"), "n").expect_err(text).to_string()
}

#[test]
fn a_chain_is_what_it_is_when_written_out() {
    let repeated = right(
        r#"
        [body.wagon]
        repeat = { i = [1, 3] }
        description = "wagon {i} of {3*1}"
        mass = { value = [1.0, 2.0, 3.0], min = 0.5, description = "mass {i}" }
        force = ["input", { input = true, start = 0.5 }, "input"]
        excitation = { amplitude = [4.0, 5.0, 6.0], angularFrequency = 7.0 }
        [contact.gear]
        repeat = { i = [1, 2] }
        between = ["wagon{i}", "wagon{i+1}"]
        law = "coulomb"
        kineticFriction = [8.0, 9.0]
        [spring.rope]
        repeat = { k = [0, 2] }
        between = [["wagon2", "wagon3", "ground"], "wagon{(k)}"]
        stiffness = 10.0
        "#
        .replace("{(k)}", "{k%3+1}")
        .as_str(),
    );
    let written_out = right(
        r#"
        [body.wagon1]
        description = "wagon 1 of 3"
        mass = { value = 1.0, min = 0.5, description = "mass 1" }
        force = "input"
        excitation = { amplitude = 4.0, angularFrequency = 7.0 }
        [body.wagon2]
        description = "wagon 2 of 3"
        mass = { value = 2.0, min = 0.5, description = "mass 2" }
        force = { input = true, start = 0.5 }
        excitation = { amplitude = 5.0, angularFrequency = 7.0 }
        [body.wagon3]
        description = "wagon 3 of 3"
        mass = { value = 3.0, min = 0.5, description = "mass 3" }
        force = "input"
        excitation = { amplitude = 6.0, angularFrequency = 7.0 }
        [contact.gear1]
        between = ["wagon1", "wagon2"]
        law = "coulomb"
        kineticFriction = 8.0
        [contact.gear2]
        between = ["wagon2", "wagon3"]
        law = "coulomb"
        kineticFriction = 9.0
        [spring.rope0]
        between = ["wagon2", "wagon1"]
        stiffness = 10.0
        [spring.rope1]
        between = ["wagon3", "wagon2"]
        stiffness = 10.0
        [spring.rope2]
        between = ["ground", "wagon3"]
        stiffness = 10.0
        "#,
    );
    // Only copies know what they are copies of.
    assert!(written_out.families.is_empty());
    let families = repeated.families.iter();
    let families: Vec<_> =
        families.map(|one| (&*one.name, one.copies.len(), &*one.sizes)).collect();
    assert_eq!(families, [("gear", 2, &[2][..]), ("rope", 3, &[3]), ("wagon", 3, &[3])]);
    assert_eq!(Network { families: Vec::new(), ..repeated }, written_out);
}

#[test]
fn the_copies_of_a_grid_are_a_family_by_rows() {
    let network = right(
        "[body.cell]\nrepeat = { i = [1, 2], k = [9, 11] }\nmass = 1.0\n\
         [spring.stay]\nrepeat = { i = [1, 2], k = [9, 11] }\nwhen = \"i + k < 13\"\n\
         between = \"cell{i}_{k}\"\nstiffness = 1.0\n",
    );
    let [cell, stay] = &network.families[..] else { panic!("{:?}", network.families) };
    assert_eq!((&*cell.name, &*cell.sizes), ("cell", &[2, 3][..]));
    assert_eq!(cell.copies[..4], ["cell1_9", "cell1_10", "cell1_11", "cell2_9"]);
    // One of its places is empty.
    assert_eq!((&*stay.sizes, stay.copies.len()), (&[5][..], 5));
}

#[test]
fn a_grid_has_its_rows_and_neighbours() {
    let network = right(
        r#"
        [body.block]
        repeat = { i = [1, 3], j = [1, 2] }
        mass = [[11.0, 12.0], [21.0, 22.0], [31.0, 32.0]]
        velocity = [1.0, 2.0, 3.0]
        [contact.along]
        repeat = { i = [1, 2], j = [1, 2] }
        between = ["block{i}_{j}", "block{i+1}_{j}"]
        law = "coulomb"
        kineticFriction = 1.0
        [damper.wheel]
        repeat = { i = [1, 3] }
        between = ["block{i}_1", "ground"]
        radii = [[1.0, 2.0, 3.0]]
        damping = 1.0
        "#,
    );
    let names: Vec<_> = network.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(names, ["block1_1", "block1_2", "block2_1", "block2_2", "block3_1", "block3_2"]);
    let start = |name: &str| {
        let found = network.parameters.iter().find(|parameter| parameter.name == name);
        found.unwrap_or_else(|| panic!("no {name}")).start
    };
    assert_eq!((start("block2_1.mass"), start("block3_2.mass")), (21.0, 32.0));
    assert_eq!((start("block2_1.velocity0"), start("block2_2.velocity0")), (2.0, 2.0));
    assert_eq!(start("wheel3.radius1"), 3.0);
    let ends: Vec<_> = network.contacts.iter().map(|one| (one.i.body, one.j.body)).collect();
    let joined = |i, j| (Some(i), Some(j));
    assert_eq!(ends, [joined(0, 2), joined(1, 3), joined(2, 4), joined(3, 5)]);
}

/// Faults of one place that all copies share are told once.
#[test]
fn faults_of_a_template_are_told_at_its_place() {
    let bodies = "[body.b]\nrepeat = { i = [1, 3] }\nmass = 1.0\n";
    for (text, message) in [
        ("[body.b]\nrepeat = 3\n", "n:4:10: body.b.repeat: must be a table, not the number 3"),
        (
            "[body.b]\nrepeat = {}\n",
            "n:4:10: body.b.repeat: must have one to 3 indices, not 0: { i = [1, 10] }",
        ),
        (
            "[body.b]\nrepeat = { i = [3, 1] }\n",
            "n:4:16: body.b.repeat.i: must be [first, last]: whole numbers, 0 ≤ first ≤ last ≤ 1000000000, \
             e.g. [1, 10]",
        ),
        (
            "[body.b]\nrepeat = { i = [1, 1000], j = [1, 101] }\n",
            "n:4:10: body.b.repeat: brings the repeated elements of the file to 101000; at most 100000 are made",
        ),
        (
            "[body.b]\nrepeat = { i = [1, 3] }\nmass = [1.0, 2.0]\n",
            "n:5:8: body.b.mass: must have 3 entries, one for each `i` of `repeat`, not 2",
        ),
        (
            "[body.b]\nrepeat = { i = [1, 2] }\nmass = [[1.0], [2.0]]\n",
            "n:5:9: body.b.mass: has more lists within one another than `repeat` has indices",
        ),
        (
            "[body.b]\nrepeat = { i = [1, 2] }\nmass = 1.0\ndescription = \"{j}\"\n",
            "n:6:17: body.b.description: \"{j}\": no variable `j`; there are `i` and `pi`",
        ),
        (
            "[body.b]\nrepeat = { i = [1, 3] }\nmass = -1.0\n",
            "n:5:8: body.b.mass: must be > 0, not -1",
        ),
        (
            "[body.b]\nrepeat = { i = [1, 3] }\nmass = [1.0, -2.0, -3.0]\n",
            "n:5:14: body.b.mass: must be > 0, not -2\nn:5:20: body.b.mass: must be > 0, not -3",
        ),
        (
            "[body.b2]\nmass = 1.0\n[body.b]\nrepeat = { i = [1, 3] }\nmass = 1.0\n",
            "n:5:7: body.b: `b2`: a body has this name; names of elements must be unique",
        ),
        (
            &format!(
                "{bodies}[damper.d]\nrepeat = {{ i = [1, 3] }}\nbetween = [\"b{{i}}\", \"b{{i+1}}\"]\ndamping = 1.0\n"
            ),
            "n:8:20: damper.d.between: there is no body `b4`: where an index leads to none, give `repeat` a \
             shorter range, or this element a `when`",
        ),
        (
            &format!(
                "{bodies}[damper.d]\nrepeat = {{ i = [1, 3] }}\nbetween = [\"b{{i}}\", \"grund\"]\ndamping = 1.0\n"
            ),
            "n:8:20: damper.d.between: there is no body `grund` (did you mean `ground`?)",
        ),
        (
            "[body.b]\nmass = 1.0\nexcitation = { repeat = { i = [1, 2] }, amplitude = 1.0, angularFrequency = 1.0 }\n",
            "n:5:16: body.b.excitation.repeat: unknown key; valid are amplitude, angularFrequency, phase",
        ),
    ] {
        assert_eq!(said(text), message, "{text}");
    }
}

#[test]
fn copies_of_long_texts_are_bounded() {
    let long = "x".repeat(1 << 20);
    let text =
        format!("[body.b]\nrepeat = {{ i = [1, 100000] }}\nmass = 1.0\ndescription = \"{long}\"\n");
    let rule = "its copies are too large: all copies together may have 268435456 bytes";
    assert_eq!(said(&text), format!("n:4:10: body.b.repeat: {rule}"));
}

/// In time that grows with the elements: with their square it would be hours.
#[test]
fn a_chain_of_many_copies_is_read_soon() {
    let bodies = 50_000;
    let start = Instant::now();
    let network = right(&format!(
        "[body.b]\nrepeat = {{ i = [1, {bodies}] }}\nmass = 1.0\n[contact.c]\nrepeat = {{ i = [1, {}] }}\n\
         between = [\"b{{i}}\", \"b{{i+1}}\"]\nlaw = \"coulomb\"\nkineticFriction = 1.0\n",
        bodies - 1
    ));
    assert_eq!((network.bodies.len(), network.contacts.len()), (bodies, bodies - 1));
    assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
}
