//! `[inertia.NAME]`: bodies that their inertia couples, and their block of the mass matrix.
//!
//! The matrix is written in full. Its diagonal repeats the masses of the bodies, which are their parameters; what stands
//! above it are parameters of the block, and what stands below repeats these.

use toml::Spanned;

use super::axis::words;
use super::bodies::Bodies;
use super::diagnostics::{plain, shown};
use super::elements::Element;
use super::keys;
use super::model::{Axis, Body, BodyKind, Inertia, ParameterId};
use super::parts::pairs;
use super::reader::{Number, Reader, Role};
use super::repeat::REPEAT;
use super::section::Section;
use super::tree::{Node, Table};
use super::units::PhysicalUnit;
use crate::gauss::skyline::Skyline;

/// By how much, relative to it, a mass may differ from the same number in another unit: the round-off of a few products.
const SAME: f64 = 1e-14;

/// Bodies of a block: its cost grows with the cube of their number.
pub(super) const MOST_BODIES: usize = 64;

impl Inertia {
    /// The parameter that is an entry of the matrix, among these bodies; None of one without mass.
    pub(crate) fn mass(&self, bodies: &[Body], row: usize, column: usize) -> Option<ParameterId> {
        let (k, l) = (row.min(column), row.max(column));
        if k == l {
            let BodyKind::Free { mass, .. } = bodies[self.bodies[k]].kind else { return None };
            return Some(mass);
        }
        let before = k * self.bodies.len() - k * (k + 1) / 2;
        Some(self.entries[before + l - k - 1])
    }
}

/// True of a symmetric matrix of this size that is positive definite, of which `entry` says what is on and below the diagonal.
pub(super) fn is_positive_definite(size: usize, entry: impl Fn(usize, usize) -> f64) -> bool {
    let mut factor = Skyline::default();
    factor.shape(size, (1..size).map(|row| (row, 0)));
    for row in 0..size {
        (0..=row).for_each(|column| factor.add(row, column, entry(row, column)));
    }
    factor.factor().is_ok()
}

/// Unit of the force on one body per acceleration of another one.
fn unit(i: Axis, j: Axis) -> PhysicalUnit {
    if i == j { words(i).mass_unit } else { PhysicalUnit::KilogramMetre }
}

/// Reads the blocks, each body in at most one.
pub(super) fn read(reader: &mut Reader, bodies: &Bodies, elements: &[Element]) -> Vec<Inertia> {
    let mut blocks: Vec<Inertia> = Vec::new();
    for element in elements {
        let section = element.section();
        if element.is_copy() {
            let rule = "cannot be repeated: it lists its bodies, so write one for each block";
            reader.report.fault(&section.place, section.full(REPEAT), rule);
            return blocks;
        }
        reader.report.check_keys(&section, keys::INERTIA);
        let Some(own) = coupled(reader, bodies, &section, &blocks) else { continue };
        let Some(entries) = matrix(reader, bodies, &section, &own) else { continue };
        let description = section.description(&mut reader.report);
        blocks.push(Inertia {
            name: section.element.to_owned(),
            description,
            bodies: own,
            entries,
        });
    }
    blocks
}

/// The bodies of a block; None after a fault.
fn coupled(
    reader: &mut Reader,
    bodies: &Bodies,
    section: &Section,
    blocks: &[Inertia],
) -> Option<Vec<usize>> {
    reader.report.require(section, "bodies", "the bodies that the matrix couples");
    let names = reader.report.texts(section, "bodies");
    let (given, mut own) = (reader.report.entries(section, "bodies").len(), Vec::new());
    for name in &names {
        let (place, body) = (name.span(), name.get_ref().as_str());
        let subject = section.full("bodies");
        let Some(index) = bodies.find(body) else {
            if bodies.is_left_out(body) {
                let rule = format!("`{body}` is left out by its `when`; the block needs one, too");
                reader.report.fault(&place, subject, rule);
            } else if !bodies.is_broken(body) {
                let rule = format!("there is no body `{}`", shown(body));
                reader.report.misspelt(&place, subject, rule, body, bodies.names());
            }
            continue;
        };
        let other = blocks.iter().find(|block| block.bodies.contains(&index));
        let rule = match (&bodies.list[index].kind, other) {
            _ if own.contains(&index) => format!("`{body}` is named twice; name it once"),
            (_, Some(block)) => {
                let other = &block.name;
                format!("`{body}` is in `inertia.{other}`; a body is in one block: join the two")
            }
            (BodyKind::Free { .. }, None) => {
                own.push(index);
                continue;
            }
            _ => format!("`{body}` must be a free body with a mass > 0; only these have inertia"),
        };
        reader.report.fault(&place, subject, rule);
    }
    if own.len() < given || !section.has("bodies") {
        return None;
    }
    if !(2..=MOST_BODIES).contains(&given) {
        let rule = format!("must name 2 to {MOST_BODIES} bodies, not {given}");
        reader.report.value_fault(section, "bodies", rule);
        return None;
    }
    Some(own)
}

/// Parameters of the entries above the diagonal; None after a fault.
fn matrix(
    reader: &mut Reader,
    bodies: &Bodies,
    section: &Section,
    own: &[usize],
) -> Option<Vec<ParameterId>> {
    let what = "the mass matrix of the bodies, row by row: matrix = [[2.0, 0.5], [0.5, 1.0]]";
    reader.report.require(section, "matrix", what);
    let value = section.table.get("matrix")?;
    let rows = square(value, own.len());
    let Some(rows) = rows else {
        let count = own.len();
        let rule = format!("must be a list of {count} rows of {count} numbers, one for each body");
        reader.report.value_fault(section, "matrix", rule);
        return None;
    };
    let axis = |place: usize| bodies.list[own[place]].axis;
    let mut numbers = Vec::new();
    for (k, row) in rows.iter().enumerate() {
        for (l, entry) in row.iter().enumerate() {
            if l <= k && matches!(entry.get_ref(), Node::Table(_)) {
                let rule = "must be a plain number: what is above the diagonal are parameters, and masses are those of \
                            bodies";
                reader.report.fault(&entry.span(), at(&section.full("matrix"), k, l), rule);
                return None;
            }
            numbers.push(number(reader, section, (k, l), entry, unit(axis(k), axis(l)))?);
        }
    }
    agrees(reader, bodies, section, own, &numbers)?;
    let count = own.len();
    let names = |place: usize| &bodies.list[own[place]].name;
    let parameters = pairs(count).map(|(k, l)| {
        let (key, text) =
            (at("matrix", k, l), format!("coupling of {} and {}", names(k), names(l)));
        let role = Role::tunable(&key, &text, unit(axis(k), axis(l)));
        reader.parameter(section, role, numbers[k * count + l].clone())
    });
    Some(parameters.collect())
}

/// The rows of a list of lists of this size.
fn square(value: &Spanned<Node>, size: usize) -> Option<Vec<&[Spanned<Node>]>> {
    list(value, size)?.iter().map(|row| list(row, size)).collect()
}

fn list(value: &Spanned<Node>, size: usize) -> Option<&[Spanned<Node>]> {
    match value.get_ref() {
        Node::List(entries) if entries.len() == size => Some(entries),
        _ => None,
    }
}

/// Name of an entry, counted from 1.
fn at(key: &str, k: usize, l: usize) -> String {
    format!("{key}[{},{}]", k + 1, l + 1)
}

/// An entry of the matrix.
fn number(
    reader: &mut Reader,
    section: &Section,
    (k, l): (usize, usize),
    entry: &Spanned<Node>,
    unit: PhysicalUnit,
) -> Option<Number> {
    let key = Spanned::new(entry.span(), "matrix".to_owned());
    let table = Table { entries: vec![(key, entry.clone())] };
    let number = reader.number(&Section { table: &table, ..section.clone() }, "matrix", unit)?;
    Some(Number { subject: at(&number.subject, k, l), ..number })
}

/// Some if the matrix is symmetric, has the masses of the bodies on its diagonal, and is positive definite.
fn agrees(
    reader: &mut Reader,
    bodies: &Bodies,
    section: &Section,
    own: &[usize],
    numbers: &[Number],
) -> Option<()> {
    let count = own.len();
    let value = |k: usize, l: usize| numbers[k * count + l].value;
    for k in 0..count {
        let Number { value: entry, subject, place, .. } = &numbers[k * count + k];
        let Body { name, axis, kind, .. } = &bodies.list[own[k]];
        let BodyKind::Free { mass, .. } = kind else { return None };
        let mass = reader.parameters[mass.0].start;
        if (entry - mass).abs() > SAME * mass.abs() {
            let word = words(*axis).mass;
            let (entry, mass) = (plain(*entry), plain(mass));
            let rule =
                format!("is {entry}, but {name}.{word} is {mass}; the diagonal repeats the masses");
            reader.report.fault(place, subject, rule);
            return None;
        }
        for l in 0..k {
            if value(k, l) != value(l, k) {
                let Number { subject, place, .. } = &numbers[k * count + l];
                let (found, other) = (plain(value(k, l)), at("matrix", l, k));
                let rule = format!(
                    "is {found}, but {other} is {}; a mass matrix is symmetric: make them equal",
                    plain(value(l, k))
                );
                reader.report.fault(place, subject, rule);
                return None;
            }
        }
    }
    if !is_positive_definite(count, value) {
        let rule = "is not positive definite: some motion of its bodies would have no kinetic energy; make the entries beside \
                    the diagonal smaller, |m_ij| < √(m_ii·m_jj) at least";
        reader.report.value_fault(section, "matrix", rule);
        return None;
    }
    Some(())
}
