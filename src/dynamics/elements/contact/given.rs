//! Values of contacts that parameters and inputs give.

use super::{ContactData, LoadData, LoadMaker};
use crate::dynamics::Fault;
use crate::dynamics::prescribed::Prescribed;
use crate::dynamics::system::given::{GivenValues, is_input, next_version};
use crate::dynamics::system::{BodyData, System};
use crate::network::{Contact, LoadSource, Network, Signal};

/// Makes the law of a contact anew if its numbers are others.
///
/// # Errors
/// [`Fault::Parameter`] where the numbers break a rule of the law.
pub(in crate::dynamics) fn update_law(
    system: &mut System,
    index: usize,
    contact: &Contact,
    network: &Network,
    given: &GivenValues,
) -> Result<(), Fault> {
    system.law_values.clear();
    system.law_values.extend(contact.law_numbers.iter().map(|number| given.signal(*number)));
    if !system.contacts[index].has_law(&system.law_values) {
        system.version = next_version();
    }
    let taken = system.contacts[index].take_law(&contact.law, &system.law_values);
    taken.map_err(|error| {
        let rule = network.broken_rule(contact, &error, |number| given.signal(number));
        Fault::Parameter { name: contact.name.clone(), rule }
    })
}

/// Updates a contact except its law and the values of [`give_contact`]; adds its row over the bodies with
/// unknown motion.
pub(in crate::dynamics) fn update_contact(
    system: &mut System,
    index: usize,
    contact: &Contact,
    network: &Network,
    given: &GivenValues,
) {
    let parameters = given.parameters;
    let row = given.row(&contact.i, &contact.j);
    let unknown = system.over_unknown(&row);
    system.rows.push(unknown);
    let entry = &mut system.contacts[index];
    entry.row = row;
    entry.law_is_given = contact.law_numbers.iter().any(is_input);
    entry.reset_coefficients();
    entry.kinematic = unknown.i.is_none() && unknown.j.is_none();
    entry.radius = contact.effective_radius.map_or(1.0, |id| parameters[id.0]);
    let unit = contact.load_unit(network, parameters).unwrap_or_default();
    entry.load_unit = entry.radius * unit;
    entry.vanishing_load = match system.hysteresis > 0.0 && contact.load_varies() {
        true => system.hysteresis * entry.radius * system.nominals.load[index],
        false => 0.0,
    };
}

/// Updates the given values of a contact: its load and the force applied to it, and the motion of its surface
/// ([`give_surface`]) apart.
#[inline(always)]
pub(in crate::dynamics) fn give_contact(
    entry: &mut ContactData,
    index: usize,
    contact: &Contact,
    network: &Network,
    given: &GivenValues,
) {
    entry.base_load = entry.radius * contact.normal_load.map_or(1.0, |load| given.signal(load));
    entry.load = entry.without_hysteresis(entry.base_load);
    entry.load_relaxation = 0.0;
    entry.leave_edge();
    let slope = entry.radius * contact.normal_load.map_or(0.0, |load| given.rate(load));
    entry.load_from = match contact.load_from {
        None if slope == 0.0 => None,
        source => Some(changing_load(entry, (source, slope), index, network, given)),
    };
    entry.applied_force = contact.applied_force.map_or(0.0, |id| given.inputs[id.0]);
    entry.applied_rate = contact.applied_force.map_or(0.0, |id| given.rates[id.0]);
    entry.line = 0.0;
}

/// Returns the load of a contact that changes within a step: by a spring or a formula, or as a ramp of this slope, N/s.
fn changing_load(
    entry: &ContactData,
    (source, rate): (Option<LoadSource>, f64),
    index: usize,
    network: &Network,
    given: &GivenValues,
) -> LoadData {
    let (source, factor) = match source {
        None => (None, 0.0),
        Some(LoadSource::Spring(load)) => {
            (Some(LoadMaker::Spring(load.spring)), given.parameters[load.factor.0])
        }
        Some(LoadSource::Formula(force)) => {
            let before = network.forces[..force].iter().map(|force| force.actions.len());
            (Some(LoadMaker::Formula(before.sum())), 1.0)
        }
    };
    let factor = entry.radius * factor;
    LoadData { base: entry.base_load, rate, source, factor, contact: index }
}

/// Updates the given motion of the surface of a contact.
pub(in crate::dynamics) fn give_surface(
    system: &mut System,
    index: usize,
    contact: &Contact,
    given: &GivenValues,
) {
    let entry = &mut system.contacts[index];
    let goes_on =
        if system.inputs_at_step_end { Signal::Zero } else { contact.surface_acceleration };
    let (velocity, line) = (contact.surface_velocity, contact.surface_line);
    entry.surface = Prescribed::new(
        [0.0, line.at(given.signal(velocity)), given.signal(goes_on)],
        [0.0, line.factor * given.rate(velocity), given.rate(goes_on)],
    );
    entry.grounded = entry.surface.stands()
        && entry.row.j.is_none_or(|body| match &system.bodies[body] {
            BodyData::Known(motion) => motion.stands(),
            BodyData::Free { .. } => false,
        });
}

impl ContactData {
    /// True if inputs give anything of it, or it depends on what they gave.
    pub fn depends_on_inputs(&self, contact: &Contact) -> bool {
        let mut signals = contact.law_numbers.iter().chain(&contact.normal_load);
        signals.any(is_input)
            || [contact.surface_velocity, contact.surface_acceleration].iter().any(is_input)
            || contact.applied_force.is_some()
            || contact.limits_vary()
            || self.limit_moves()
            || self.sticks_in_motion()
    }
}
