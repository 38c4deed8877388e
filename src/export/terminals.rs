//! terminalsAndIcons.xml (FMI 3.0 §2.4.9; by FMI 2.0.4 also part of FMUs of FMI 2.0): a mechanical flange for each body that
//! a host can join with others.
//!
//! | body | motion | force |
//! |---|---|---|
//! | free or massless, with an input for forces | outputs | input: flows in |
//! | prescribed | inputs | output `reaction`, of the unit on the body: flows out |
//!
//! Members are called as those of Modelica's flanges, s and f or phi and tau, and as their derivatives v and a, or w and a.
//! A flange with both has Modelica's kind; one whose position follows from a given velocity has no position to share. Elements
//! of arrays are no variables: their bodies have no flange.

use serde::Serialize;

use super::xml;
use crate::network::{Axis, Body, BodyKind, Drive, InputId, Port};
use crate::unit::{Accessor, Model};

/// The version that defines the file, in FMUs of FMI 2.0 too.
const DEFINED_BY: &str = "3.0";

#[derive(Serialize)]
#[serde(rename = "fmiTerminalsAndIcons")]
struct TerminalsAndIcons {
    #[serde(rename = "@fmiVersion")]
    fmi_version: &'static str,
    #[serde(rename = "GraphicalRepresentation")]
    graphical_representation: GraphicalRepresentation,
    #[serde(rename = "Terminals", skip_serializing_if = "Option::is_none")]
    terminals: Option<Terminals>,
}

#[derive(Serialize)]
struct GraphicalRepresentation {
    #[serde(rename = "CoordinateSystem")]
    coordinate_system: CoordinateSystem,
    #[serde(rename = "Icon")]
    icon: Extent,
}

#[derive(Serialize)]
struct CoordinateSystem {
    #[serde(flatten)]
    extent: Extent,
    #[serde(rename = "@suggestedScalingFactorTo_mm")]
    scale: &'static str,
}

#[derive(Serialize)]
struct Extent {
    #[serde(rename = "@x1")]
    x1: i32,
    #[serde(rename = "@y1")]
    y1: i32,
    #[serde(rename = "@x2")]
    x2: i32,
    #[serde(rename = "@y2")]
    y2: i32,
}

/// The standard's default.
const EXTENT: Extent = Extent { x1: -100, y1: -100, x2: 100, y2: 100 };

#[derive(Serialize)]
struct Terminals {
    #[serde(rename = "Terminal")]
    terminals: Vec<Terminal>,
}

#[derive(Serialize)]
struct Terminal {
    #[serde(rename = "@name")]
    name: String,
    #[serde(rename = "@matchingRule")]
    matching_rule: &'static str,
    #[serde(rename = "@terminalKind", skip_serializing_if = "Option::is_none")]
    terminal_kind: Option<&'static str>,
    #[serde(rename = "@description", skip_serializing_if = "String::is_empty")]
    description: String,
    #[serde(rename = "TerminalMemberVariable")]
    members: Vec<Member>,
}

#[derive(Serialize)]
struct Member {
    #[serde(rename = "@variableName")]
    variable: String,
    #[serde(rename = "@memberName")]
    member: &'static str,
    #[serde(rename = "@variableKind")]
    kind: &'static str,
}

/// Names in Modelica of a flange and its members.
struct Words {
    kind: &'static str,
    position: &'static str,
    velocity: &'static str,
    acceleration: &'static str,
    force: &'static str,
}

const TRANSLATION: Words = Words {
    kind: "Modelica.Mechanics.Translational.Interfaces.Flange_a",
    position: "s",
    velocity: "v",
    acceleration: "a",
    force: "f",
};

const ROTATION: Words = Words {
    kind: "Modelica.Mechanics.Rotational.Interfaces.Flange_a",
    position: "phi",
    velocity: "w",
    acceleration: "a",
    force: "tau",
};

/// Returns the file of a unit.
pub fn terminals_and_icons(unit: &Model) -> String {
    let bodies = unit.network().bodies.iter().enumerate();
    let terminals: Vec<Terminal> =
        bodies.filter_map(|(index, body)| flange(unit, index, body)).collect();
    xml::text(&TerminalsAndIcons {
        fmi_version: DEFINED_BY,
        graphical_representation: GraphicalRepresentation {
            coordinate_system: CoordinateSystem { extent: EXTENT, scale: "0.1" },
            icon: EXTENT,
        },
        terminals: (!terminals.is_empty()).then_some(Terminals { terminals }),
    })
}

fn flange(unit: &Model, index: usize, body: &Body) -> Option<Terminal> {
    let words = match body.axis {
        Axis::Translation => &TRANSLATION,
        Axis::Rotation => &ROTATION,
    };
    let input = |id: InputId| Some(Accessor::Input(id));
    let (motion, force) = match body.kind {
        BodyKind::Free { force, .. } | BodyKind::Massless { force, .. } => {
            let motion = [
                Some(Accessor::Position(index)),
                Some(Accessor::Velocity(index)),
                Some(Accessor::Acceleration(index)),
            ];
            (motion, (Accessor::Input(force?), "inflow"))
        }
        BodyKind::Prescribed(drive) => {
            let motion = match drive {
                Drive::Both { position, velocity, acceleration }
                | Drive::Port(Port { position, velocity, acceleration, .. }) => {
                    [position, velocity, acceleration].map(input)
                }
                Drive::Velocity { velocity, acceleration, .. } => {
                    [None, input(velocity), input(acceleration)]
                }
                Drive::Position { position } => [input(position), None, None],
            };
            let reaction = match drive {
                Drive::Port(_) => Accessor::PortReaction(index),
                _ => Accessor::Reaction(index),
            };
            (motion, (reaction, "outflow"))
        }
        BodyKind::Fixed => return None,
    };
    let variable = |accessor: Accessor| {
        let row = unit.variables().iter().position(|row| row.accessor == accessor)?;
        unit.array_of(row).is_none().then(|| unit.variables()[row].name.clone())
    };
    let member =
        |accessor, member, kind| Some(Member { variable: variable(accessor)?, member, kind });
    let names = [words.position, words.velocity, words.acceleration];
    let shared = motion.into_iter().zip(names);
    let shared = shared.filter_map(|(accessor, name)| Some(member(accessor?, name, "signal")));
    let mut members: Vec<Member> = shared.collect::<Option<_>>()?;
    let (force, direction) = force;
    members.insert(usize::from(motion[0].is_some()), member(force, words.force, direction)?);
    Some(Terminal {
        name: body.name.clone(),
        matching_rule: "bus",
        terminal_kind: motion[0].map(|_| words.kind),
        description: body.description.clone(),
        members,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unit::catalogue;

    fn terminals(unit: &str) -> Vec<Terminal> {
        let unit = catalogue::unit(unit).unwrap();
        let bodies = unit.network().bodies.iter().enumerate();
        bodies.filter_map(|(index, body)| flange(&unit, index, body)).collect()
    }

    fn members(terminal: &Terminal) -> Vec<(&str, &str, &str)> {
        let members = terminal.members.iter();
        members.map(|one| (one.member, one.variable.as_str(), one.kind)).collect()
    }

    #[test]
    fn a_body_that_forces_move_and_one_that_is_given_share_a_flange() {
        let [slider] = &terminals("SingleMassFriction")[..] else { panic!("one body") };
        assert_eq!(
            members(slider),
            [
                ("s", "body.position", "signal"),
                ("f", "body.force", "inflow"),
                ("v", "body.velocity", "signal"),
                ("a", "body.acceleration", "signal"),
            ]
        );
        let [end, _] = &terminals("FreeplaySpring")[..] else { panic!("two ends") };
        let names =
            |terminal| members(terminal).into_iter().map(|(name, ..)| name).collect::<Vec<_>>();
        assert_eq!(names(end), names(slider));
        assert_eq!(members(end)[1], ("f", "body1.reaction", "outflow"));
        assert_eq!(end.terminal_kind, slider.terminal_kind);
    }

    #[test]
    fn shafts_have_the_words_of_rotation() {
        let [first, _] = &terminals("GearFreeplay")[..] else { panic!("two wheels") };
        let names: Vec<&str> = members(first).into_iter().map(|(name, ..)| name).collect();
        assert_eq!(names, ["phi", "tau", "w", "a"]);
    }

    #[test]
    fn a_unit_that_nobody_can_join_has_no_terminals() {
        let text = "[model]\nname = \"Lone\"\n[body.b]\nmass = 1.0\n";
        let unit = Model::read(text, "lone.toml").unwrap();
        let file = terminals_and_icons(&unit);
        assert!(!file.contains("Terminals>") && file.contains("<Icon x1=\"-100\""), "{file}");
    }
}
