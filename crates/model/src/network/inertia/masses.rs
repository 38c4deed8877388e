//! `[inertia.NAME]`: free bodies that their inertia couples, and their block of the mass matrix.
//!
//! The matrix is written in full. Its diagonal repeats the masses of the bodies, which are their parameters; what stands
//! above it are parameters of the block, and what stands below repeats these.

use super::kind::{Kind, at, axes};
use super::matrix::{self, check};
use crate::network::axis::words;
use crate::network::bodies::Bodies;
use crate::network::diagnostics::plain;
use crate::network::keys;
use crate::network::model::{Axis, Body, BodyKind, InertiaEntries};
use crate::network::parts::pairs;
use crate::network::reader::{Number, Reader};
use crate::network::role::Role;
use crate::network::section::Section;
use crate::network::units::PhysicalUnit;

/// Relative difference of a mass from the same number in another unit: the round-off of a few products.
const SAME: f64 = 1e-14;

const KEY: &str = "matrix";

pub(super) const KIND: Kind = Kind {
    table: "inertia",
    keys: keys::INERTIA,
    bodies: "bodies",
    listed: "the bodies that the matrix couples",
    takes: |kind| matches!(kind, BodyKind::Free { .. }),
    rule: "must be a free body with a mass > 0; only these have inertia",
    read,
};

/// Returns the unit of the force on one body per acceleration of another one.
fn unit((i, j): (Axis, Axis)) -> PhysicalUnit {
    if i == j { words(i).mass_unit } else { PhysicalUnit::KilogramMetre }
}

/// Reads the parameters of the entries above the diagonal; None after an error.
fn read(
    reader: &mut Reader,
    bodies: &Bodies,
    section: &Section,
    own: &[usize],
) -> Option<InertiaEntries> {
    let what = "the mass matrix of the bodies, row by row: matrix = [[2.0, 0.5], [0.5, 1.0]]";
    reader.report.require(section, KEY, what);
    let count = own.len();
    let unit = |k, l| unit(axes(bodies, own, (k, l)));
    let numbers = matrix::read(reader, (section, KEY), count, unit, |k, l| k < l)?;
    repeats_masses(reader, bodies, own, &numbers)?;
    let faults = [
        "a mass matrix is symmetric",
        "some motion of its bodies would have no kinetic energy; make the off-diagonal entries smaller, \
         |m_ij| < √(m_ii·m_jj) at least",
    ];
    check(reader, (section, KEY), count, &numbers, faults)?;
    let names = |place: usize| &bodies.list[own[place]].name;
    let parameters = pairs(count).map(|(k, l)| {
        let (key, text) = (
            at(KEY, (k, l)),
            format!("inertial coupling of {} and {} in {{}}", names(k), names(l)),
        );
        let role = Role::tunable(&key, &text, unit(k, l));
        reader.parameter(section, role, numbers[k * count + l].clone())
    });
    Some(InertiaEntries::Matrix(parameters.collect()))
}

/// Returns Some if the diagonal has the masses of the bodies.
fn repeats_masses(
    reader: &mut Reader,
    bodies: &Bodies,
    own: &[usize],
    numbers: &[Number],
) -> Option<()> {
    for (k, body) in own.iter().enumerate() {
        let Number { value: entry, subject, place, .. } = &numbers[k * own.len() + k];
        let Body { name, axis, kind, .. } = &bodies.list[*body];
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
    }
    Some(())
}
