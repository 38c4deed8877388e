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

use super::xml::Element;
use crate::network::{Axis, Body, BodyKind, Drive, InputId, Port};
use crate::unit::{Accessor, Model};

/// The version that defines the file, in FMUs of FMI 2.0 too.
const DEFINED_BY: &str = "3.0";

/// Corners of the coordinate system, the standard's default.
const CORNERS: [(&str, i32); 4] = [("x1", -100), ("y1", -100), ("x2", 100), ("y2", 100)];

/// A terminal of a body.
struct Terminal<'u> {
    body: &'u Body,
    kind: Option<&'static str>,
    members: Vec<Member>,
}

struct Member {
    variable: String,
    member: &'static str,
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
    let terminals = bodies.filter_map(|(index, body)| flange(unit, index, body));
    let terminals: Vec<Element> = terminals.map(|terminal| terminal.element()).collect();
    let extent = |name| CORNERS.iter().fold(Element::new(name), |one, (key, at)| one.with(key, at));
    let system = extent("CoordinateSystem").with("suggestedScalingFactorTo_mm", "0.1");
    let picture = Element::new("GraphicalRepresentation").containing([system, extent("Icon")]);
    let terminals =
        (!terminals.is_empty()).then(|| Element::new("Terminals").containing(terminals));
    let root = Element::new("fmiTerminalsAndIcons").with("fmiVersion", DEFINED_BY);
    root.containing([picture]).containing(terminals).file()
}

impl Terminal<'_> {
    fn element(&self) -> Element {
        let members = self.members.iter().map(|Member { variable, member, kind }| {
            Element::new("TerminalMemberVariable")
                .with("variableName", variable)
                .with("memberName", member)
                .with("variableKind", kind)
        });
        Element::new("Terminal")
            .with("name", &self.body.name)
            .with("matchingRule", "bus")
            .with_some("terminalKind", self.kind)
            .with_text("description", &self.body.description)
            .containing(members)
    }
}

fn flange<'u>(unit: &Model, index: usize, body: &'u Body) -> Option<Terminal<'u>> {
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
    Some(Terminal { body, kind: motion[0].map(|_| words.kind), members })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unit::catalogue;

    fn terminals(unit: &Model) -> Vec<Terminal<'_>> {
        let bodies = unit.network().bodies.iter().enumerate();
        bodies.filter_map(|(index, body)| flange(unit, index, body)).collect()
    }

    fn members<'t>(terminal: &'t Terminal) -> Vec<(&'t str, &'t str, &'t str)> {
        let members = terminal.members.iter();
        members.map(|one| (one.member, one.variable.as_str(), one.kind)).collect()
    }

    #[test]
    fn a_body_that_forces_move_and_one_that_is_given_share_a_flange() {
        let [mass, spring] =
            ["SingleMassFriction", "FreeplaySpring"].map(|name| catalogue::unit(name).unwrap());
        let [slider] = &terminals(&mass)[..] else { panic!("one body") };
        assert_eq!(
            members(slider),
            [
                ("s", "body.position", "signal"),
                ("f", "body.force", "inflow"),
                ("v", "body.velocity", "signal"),
                ("a", "body.acceleration", "signal"),
            ]
        );
        let [end, _] = &terminals(&spring)[..] else { panic!("two ends") };
        let names =
            |terminal| members(terminal).into_iter().map(|(name, ..)| name).collect::<Vec<_>>();
        assert_eq!(names(end), names(slider));
        assert_eq!(members(end)[1], ("f", "body1.reaction", "outflow"));
        assert_eq!(end.kind, slider.kind);
    }

    #[test]
    fn shafts_have_the_words_of_rotation() {
        let gear = catalogue::unit("GearFreeplay").unwrap();
        let [first, _] = &terminals(&gear)[..] else { panic!("two wheels") };
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
