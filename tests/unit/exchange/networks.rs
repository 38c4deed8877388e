//! Ready-made units with other options: laws with internal state, more blocks.

use luztar::network::choose;
use luztar::unit::{Model, catalogue};

use super::long_run::agrees;

/// Duration in segments: 3 s.
const SEGMENTS: usize = 30;

/// Options of ready-made units that make other networks of them.
const CHOICES: [(&str, &str, &str); 6] = [
    ("BristleElement", "law", "dahl"),
    ("BristleElement", "law", "blimanSorine"),
    ("BristleElement", "law", "antunes"),
    ("BristleElement", "law", "ostermeyer"),
    ("BurridgeKnopoff", "blocks", "5"),
    ("ForcedOscillator", "law", "coulomb"),
];

#[test]
fn units_with_other_options_have_the_same_transitions() {
    let mut total = 0;
    for (name, option, value) in CHOICES {
        let choice = [(option.to_owned(), value.to_owned())];
        let text = choose(catalogue::text(name).unwrap(), name, &choice).unwrap();
        total += agrees(&Model::read(&text, name).unwrap(), SEGMENTS);
    }
    assert!(total > 5, "{total} transitions in all");
}

/// Couplings and a freewheel, whose clutches are pressed and let go.
#[test]
fn a_gearbox_with_a_freewheel_has_the_same_transitions() {
    let text = include_str!("../../../examples/networks/PowerShift.toml");
    let unit = Model::read(text, "PowerShift.toml").unwrap();
    let total = agrees(&unit, 2 * SEGMENTS);
    assert!(total > 3, "{total} transitions");
}

/// Forces, normal loads and potentials by formula, laws of one's own and auxiliary bodies.
#[test]
fn mechanisms_of_the_cookbook_have_the_same_transitions() {
    let files = [
        include_str!("../../../examples/networks/PivotPendulum.toml"),
        include_str!("../../../examples/networks/CardanShaft.toml"),
        include_str!("../../../examples/networks/BallScrew.toml"),
        include_str!("../../../examples/networks/WormGear.toml"),
        include_str!("../../../examples/networks/Capstan.toml"),
        include_str!("../../../examples/networks/DwellTime.toml"),
        include_str!("../../../examples/networks/WornRack.toml"),
    ];
    for text in files {
        let total = agrees(&Model::read(text, "cookbook.toml").unwrap(), SEGMENTS);
        assert!(total > 0, "{text}");
    }
}
