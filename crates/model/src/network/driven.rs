//! Bodies that inputs move, and what they share with others: ports of a host's mechanism, and prescribed motions.

use toml::Spanned;

use super::axis::AxisWords;
use super::drive::{AppliedForce, AppliedReaction};
use super::keys;
use super::model::{BodyKind, Drive, InputId, ParameterId, Port};
use super::reader::{Given, GivenInput, Number, Reader};
use super::role::{Role, Values};
use super::section::Section;
use super::tree::Node;

pub(super) const ONLY_PRESCRIBED: &str = "only a prescribed body has it";
pub(super) const ONLY_PORT: &str = "only a port (`motion = \"port\"`) has it";

/// Reads a body that inputs move.
pub(super) fn prescribed(reader: &mut Reader, section: &Section, words: &AxisWords) -> BodyKind {
    for key in [words.mass, words.force, words.constant_force, "excitation"] {
        reader.report.forbid(section, key, "only a free body has it");
    }
    words.port_keys().iter().for_each(|key| reader.report.forbid(section, key, ONLY_PORT));
    type Read = fn(&mut Reader, &Section, &AxisWords) -> Drive;
    let [both, velocity, position] = Drive::WORDS;
    let drives: [(_, Read); 3] =
        [(both, by_both), (velocity, by_velocity), (position, by_position)];
    let drive = reader.report.word(section, "by", &drives).unwrap_or(by_both);
    BodyKind::Prescribed(drive(reader, section, words))
}

/// Reads a flange of a host's mechanism.
pub(super) fn port(reader: &mut Reader, section: &Section, words: &AxisWords) -> BodyKind {
    reader.report.forbid(section, "by", ONLY_PRESCRIBED);
    for key in [words.mass, words.force, words.constant_force, "excitation"] {
        let why = format!(
            "is not for a port, which has `{}` and `{}` instead",
            words.effective_mass, words.applied_force
        );
        reader.report.forbid(section, key, &why);
    }
    let text = format!("{} of {{}} in the host", words.position);
    let position = told(reader, section, Role::tunable(words.position, &text, words.position_unit));
    let text = format!("{} of {{}} in the host", words.velocity_text);
    let velocity = told(reader, section, Role::tunable(words.velocity, &text, words.velocity_unit));
    let text =
        format!("{} of {{}} in the host (used if motion is prescribed)", words.acceleration_text);
    let role = Role::tunable(words.acceleration, &text, words.acceleration_unit);
    let acceleration = told(reader, section, role);
    let text =
        format!("effective {} of the host at {{}} (0, if motion is prescribed)", words.mass_text);
    let role =
        Role::tunable(words.effective_mass, &text, words.mass_unit).values(Values::NotNegative);
    let effective_mass = reader.signal(section, role);
    let applied_force = applied_force(reader, section, words);
    let port = Port { position, velocity, acceleration, effective_mass, applied_force };
    BodyKind::Prescribed(Drive::Port(port))
}

/// Reads the force on a port beside the model's own: `"input"`, `"estimate"`, or either in full.
fn applied_force(reader: &mut Reader, section: &Section, words: &AxisWords) -> AppliedForce {
    let key = words.applied_force;
    let (applied, start) = match section.table.get(key).map(Spanned::get_ref) {
        Some(Node::Text(text)) if text == keys::ESTIMATE => (AppliedReaction::Mean, None),
        Some(Node::Table(table)) if table.has(keys::ESTIMATE) => {
            let inner = section.inner(key, table);
            reader.report.check_keys(&inner, keys::APPLIED);
            let [mean, next] = AppliedReaction::WORDS;
            let choices = [(mean, AppliedReaction::Mean), (next, AppliedReaction::Next)];
            let applied = reader.report.word(&inner, keys::ESTIMATE, &choices);
            let start = reader.plain_number(&inner, "start", words.force_unit);
            (applied.unwrap_or(AppliedReaction::Mean), start)
        }
        _ => {
            let text = format!("sum of all other {}s on {{}}, reduced to it", words.force);
            let role = Role::tunable(key, &text, words.force_unit);
            return AppliedForce::Input(told(reader, section, role));
        }
    };
    let text = format!("initial estimate of all other {}s on {{}}", words.force);
    let role = Role::fixed(words.applied_force0, &text, words.force_unit);
    let start = reader.parameter(section, role, Number::plain(start.unwrap_or(0.0)));
    AppliedForce::Estimate { start, applied }
}

fn by_both(reader: &mut Reader, section: &Section, words: &AxisWords) -> Drive {
    let position = told_position(reader, section, words);
    let (velocity, acceleration) = told_velocity(reader, section, words);
    Drive::Both { position, velocity, acceleration }
}

fn by_velocity(reader: &mut Reader, section: &Section, words: &AxisWords) -> Drive {
    let position0 = position0(reader, section, words);
    let (velocity, acceleration) = told_velocity(reader, section, words);
    Drive::Velocity { position0, velocity, acceleration }
}

fn by_position(reader: &mut Reader, section: &Section, words: &AxisWords) -> Drive {
    for key in [words.velocity, words.acceleration] {
        reader.report.forbid(
            section,
            key,
            "follows from the position, which prescribes the motion",
        );
    }
    Drive::Position { position: told_position(reader, section, words) }
}

fn told_position(reader: &mut Reader, section: &Section, words: &AxisWords) -> InputId {
    let text = format!("prescribed {}", words.position);
    told(reader, section, Role::tunable(words.position, &text, words.position_unit))
}

fn told_velocity(reader: &mut Reader, section: &Section, words: &AxisWords) -> (InputId, InputId) {
    let text =
        [words.velocity_text, words.acceleration_text].map(|word| format!("prescribed {word}"));
    let velocity = Role::tunable(words.velocity, &text[0], words.velocity_unit);
    let acceleration = Role::tunable(words.acceleration, &text[1], words.acceleration_unit);
    (told(reader, section, velocity), told(reader, section, acceleration))
}

/// Reads an input of a prescribed body, whether the file says more of it or not.
pub(super) fn told(reader: &mut Reader, section: &Section, role: Role) -> InputId {
    let advice = "for a constant one, or a start value, write { input = true, start = … }";
    let given = optional_input(reader, section, role, advice);
    given.unwrap_or_else(|| reader.input(section, role, GivenInput::default()))
}

/// Reads the position at the start, a parameter.
pub(super) fn position0(reader: &mut Reader, section: &Section, words: &AxisWords) -> ParameterId {
    let position0 =
        reader.number(section, words.position, words.position_unit).unwrap_or(Number::plain(0.0));
    let text = format!("initial {}", words.position);
    let role = Role::fixed(words.position0, &text, words.position_unit);
    reader.parameter(section, role, position0)
}

/// Reads the input behind the key of a role, if there is one; `advice` for who gives a number.
pub(super) fn optional_input(
    reader: &mut Reader,
    section: &Section,
    role: Role,
    advice: &str,
) -> Option<InputId> {
    match reader.given(section, role.suffix, role.unit)? {
        Given::Input(given) => Some(reader.input(section, role, given)),
        Given::Number(_) => {
            let rule = format!("must be \"input\" or {{ input = true, … }}; {advice}");
            reader.report.value_fault(section, role.suffix, rule);
            None
        }
    }
}
