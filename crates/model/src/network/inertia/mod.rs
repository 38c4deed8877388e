//! Blocks of the mass matrix: `[inertia.NAME]` of free bodies, by the matrix, and `[port.NAME]` of ports, by its inverse.

mod kind;
mod masses;
mod matrix;
mod ports;

use super::axis::words;
use super::bodies::Bodies;
use super::diagnostics::shown;
use super::elements::Element;
use super::model::Inertia;
use super::reader::Reader;
use super::repeat::REPEAT;
use super::section::Section;

use kind::Kind;

/// Bodies of a block: its cost grows with the cube of their number.
pub(super) const MOST_BODIES: usize = 64;

/// Reads the blocks, each body in at most one, and checks ports.
pub(super) fn read(
    reader: &mut Reader,
    bodies: &Bodies,
    body: &[Element],
    elements: [&[Element]; 2],
) -> Vec<Inertia> {
    let (mut blocks, mut named) = (Vec::new(), Vec::new());
    for (kind, elements) in [&masses::KIND, &ports::KIND].into_iter().zip(elements) {
        for element in elements {
            let section = element.section();
            if element.is_copy() {
                let rule = "cannot be repeated: it lists its bodies, so write one for each block";
                reader.report.fault(&section.place, section.full(REPEAT), rule);
                break;
            }
            reader.report.check_keys(&section, kind.keys);
            let own = coupled(reader, bodies, (&section, kind), &blocks, &mut named);
            let Some(own) = own else { continue };
            let Some(entries) = (kind.read)(reader, bodies, &section, &own) else { continue };
            let description = reader.report.description(&section);
            let name = section.element.to_owned();
            blocks.push(Inertia { name, description, bodies: own, entries });
        }
    }
    check_ports(reader, bodies, body, &named);
    blocks
}

/// Reads the bodies of a block, and adds them to what is `named`; None after an error.
fn coupled(
    reader: &mut Reader,
    bodies: &Bodies,
    (section, kind): (&Section, &Kind),
    blocks: &[Inertia],
    named: &mut Vec<usize>,
) -> Option<Vec<usize>> {
    let key = kind.bodies;
    reader.report.require(section, key, kind.listed);
    let names = reader.report.texts(section, key);
    let (given, mut own) = (reader.report.entries(section, key).len(), Vec::new());
    for name in &names {
        let (place, body) = (name.span(), name.get_ref().as_str());
        let subject = section.full(key);
        let Some(index) = bodies.find(body) else {
            if bodies.is_left_out(body) {
                let rule =
                    format!("`{body}` is left out by its `when`; give this block a `when`, too");
                reader.report.fault(&place, subject, rule);
            } else if !bodies.is_broken(body) {
                let rule = format!("there is no body `{}`", shown(body));
                reader.report.misspelt(&place, subject, rule, body, bodies.names());
            }
            continue;
        };
        named.push(index);
        let other = blocks.iter().find(|block| block.bodies.contains(&index));
        let rule = match other {
            _ if !(kind.takes)(&bodies.list[index].kind) => format!("`{body}` {}", kind.rule),
            _ if own.contains(&index) => format!("`{body}` is named twice; name it once"),
            Some(Inertia { name, .. }) => {
                let table = kind.table;
                format!("`{body}` is in `{table}.{name}`; a body is in one block: join the two")
            }
            None => {
                own.push(index);
                continue;
            }
        };
        reader.report.fault(&place, subject, rule);
    }
    if own.len() < given || !section.has(key) {
        return None;
    }
    if !(2..=MOST_BODIES).contains(&given) {
        let rule = format!("must name 2 to {MOST_BODIES} bodies, not {given}");
        reader.report.value_fault(section, key, rule);
        return None;
    }
    Some(own)
}

/// Reports ports of which nothing says what mass is felt there, not even a block with an error.
fn check_ports(reader: &mut Reader, bodies: &Bodies, elements: &[Element], named: &[usize]) {
    for element in elements {
        let section = element.section();
        let Some(index) = bodies.find(section.element) else { continue };
        let body = &bodies.list[index];
        let alone = body.kind.port().is_some_and(|port| port.effective_mass.is_none());
        if alone && !named.contains(&index) {
            let key = words(body.axis).effective_mass;
            let what = "a port needs the effective mass of the host's mechanism, 0 where its motion is always \
                prescribed; or name it in the `joints` of a [port.NAME]";
            reader.report.require(&section, key, what);
        }
    }
}
