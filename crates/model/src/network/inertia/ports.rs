//! `[port.NAME]`: ports on one mechanism of a host, and the inverse mass matrix that is felt there.
//!
//! W = B M⁻¹ Bᵀ, with M the host's mass matrix and B the velocities of the ports per velocity of its coordinates. The host
//! gives what is on and above the diagonal; what the file says are start values.

use super::kind::{Kind, at, axes};
use super::matrix::{self, check};
use crate::network::bodies::Bodies;
use crate::network::keys;
use crate::network::model::{Axis, InertiaEntries};
use crate::network::reader::{GivenInput, Reader};
use crate::network::role::Role;
use crate::network::section::Section;
use crate::network::units::PhysicalUnit;

const KEY: &str = "inverseMass";

pub(super) const KIND: Kind = Kind {
    table: "port",
    keys: keys::PORT,
    bodies: "joints",
    listed: "the bodies that are ports of one mechanism",
    takes: |kind| kind.port().is_some_and(|port| port.effective_mass.is_none()),
    rule: "must be a body with `motion = \"port\"` and without an effective mass, which `inverseMass` contains",
    read,
};

/// Returns the unit of the acceleration of one port per force on another one.
fn unit(axes: (Axis, Axis)) -> PhysicalUnit {
    match axes {
        (Axis::Translation, Axis::Translation) => PhysicalUnit::PerKilogram,
        (Axis::Rotation, Axis::Rotation) => PhysicalUnit::PerKilogramMetre2,
        _ => PhysicalUnit::PerKilogramMetre,
    }
}

/// Reads the inputs of the entries on and above the diagonal; None after an error.
fn read(
    reader: &mut Reader,
    bodies: &Bodies,
    section: &Section,
    own: &[usize],
) -> Option<InertiaEntries> {
    let what = "the inverse mass matrix W = B M⁻¹ Bᵀ at the ports, row by row, at the start: \
                inverseMass = [[2.0, -0.5], [-0.5, 1.0]]";
    reader.report.require(section, KEY, what);
    let count = own.len();
    let unit = |k, l| unit(axes(bodies, own, (k, l)));
    let numbers = matrix::read(reader, (section, KEY), count, unit, |_, _| false)?;
    let faults = [
        "an inverse mass matrix is symmetric",
        "the ports do not move independently; leave out the one whose motion follows from the others",
    ];
    check(reader, (section, KEY), count, &numbers, faults)?;
    let names = |place: usize| &bodies.list[own[place]].name;
    let places = (0..count).flat_map(|k| (k..count).map(move |l| (k, l)));
    let inputs = places.map(|(k, l)| {
        let key = at(KEY, (k, l));
        let text = if k == l {
            format!("inverse effective mass of {{}} at {}", names(k))
        } else {
            format!("acceleration of {} per force on {} in {{}}", names(k), names(l))
        };
        let role = Role::tunable(&key, &text, unit(k, l));
        let start = Some(numbers[k * count + l].value);
        reader.input(section, role, GivenInput { start, description: None })
    });
    Some(InertiaEntries::Inverse(inputs.collect()))
}
