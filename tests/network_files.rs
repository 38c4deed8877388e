//! Network files: what is read, and what is said of wrong ones.

use luztar::network::read;

#[test]
fn spring_mass_is_read() {
    let network = read(include_str!("networks/spring_mass.toml"), "spring_mass.toml").unwrap();
    let names: Vec<_> = network.parameters.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "block.mass",
            "block.position0",
            "block.velocity0",
            "floor.kineticFriction",
            "floor.viscous",
            "leaf.stiffness"
        ]
    );
    assert_eq!(network.start_parameters(), [1.0, 0.2, 0.0, 3.0, 0.0, 100.0]);
}

#[test]
fn faults_have_place_rule_and_nearest_word() {
    let text = r#"
[unit]
name = "X"
[body.block]
mass = -1.0
forse = "input"
[contact.floor]
between = ["blok"]
law = "columb"
kineticFriction = 3.0
"#;
    let said = read(text, "x.toml").unwrap_err().to_string();
    assert_eq!(
        said.lines().collect::<Vec<_>>(),
        [
            "x.toml:5:8: block.mass: must be > 0, not -1",
            "x.toml:6:1: body.block.forse: unknown key (did you mean `force`?)",
            "x.toml:8:12: contact.floor.between: there is no body `blok` (did you mean `block`?)",
            "x.toml:9:7: contact.floor.law: \"columb\" is none of \"coulomb\" (did you mean `coulomb`?)",
        ]
    );
}
