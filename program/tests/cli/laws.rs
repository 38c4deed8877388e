//! `luztar describe --laws`, for people and for programs.

use luztar::laws::LawKind;

use crate::{done, fault};

#[test]
fn the_friction_laws_are_listed() {
    let text = done(&["describe", "--laws"]);
    for law in LawKind::all() {
        assert!(text.contains(law.formula()) && text.contains(law.reference()), "{}", law.name());
        for parameter in law.parameters() {
            let line = text.lines().find(|line| {
                line.trim_start().starts_with(law.name()) && line.contains(&*parameter.description)
            });
            let line = line.unwrap_or_else(|| panic!("{} of {}", parameter.name, law.name()));
            assert!(
                line.contains(&*parameter.name) && line.contains(&*parameter.loaded_name),
                "{line}"
            );
        }
    }
    let growth = text.lines().find(|line| line.contains("growth ")).expect("of quadratic");
    assert!(growth.contains("N.s2/m2 [s2/m2]") && growth.contains("≥ 0"), "{growth}");
    let (status, text) = fault(&["describe", "GearTrain", "--json"]);
    assert!(status == 2 && text.contains("--json"), "{text}");
    let (status, text) = fault(&["describe", "--laws", "GearTrain"]);
    assert!(status == 2 && text.contains("--laws"), "{text}");
}

#[test]
fn programs_are_told_the_friction_laws() {
    let told: serde_json::Value =
        serde_json::from_str(&done(&["describe", "--laws", "--json"])).expect("JSON");
    let told = told["laws"].as_array().expect("laws");
    let kinds = LawKind::all();
    assert_eq!(told.len(), kinds.len());
    for (law, kind) in told.iter().zip(&kinds) {
        assert_eq!(law["name"], kind.name());
        assert_eq!(law["formula"], kind.formula());
        let examples = kind.example().expect("has one");
        let parameters = law["parameters"].as_array().expect("numbers");
        assert_eq!(parameters.len(), examples.len());
        for ((told, parameter), entries) in parameters.iter().zip(kind.parameters()).zip(examples) {
            assert_eq!(told["loadedName"], *parameter.loaded_name);
            let one = serde_json::json!(entries);
            assert_eq!(told["example"], if parameter.list { one } else { one[0].clone() });
        }
    }
    let coulomb = told.iter().find(|law| law["name"] == "coulomb").expect("is built in");
    let second = &coulomb["parameters"][1];
    assert_eq!(second["default"], "kineticFriction");
    assert_eq!((&second["unit"], &second["loadedUnit"]), (&"N".into(), &"1".into()));
    assert_eq!(coulomb["trend"], "constant");
}
