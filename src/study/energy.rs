//! The balance of energy along a motion:
//! ```text
//!   K + U + B + D_f + D_d − W = K(0) + U(0) + B(0)
//! ```
//! K is the kinetic energy of the bodies, U what springs store and potentials have, B what bristles of laws with
//! internal states store, D_f and D_d what friction and dampers dissipated, W the work of forces (loads and springs by
//! formula among them), of potentials that change with time (∫ ∂U/∂t dt), of moving surfaces and bodies with prescribed
//! motion. A declared element stores the power of its force at the rate 0, and dissipates the rest of its power. K, U
//! and D_f are those of the engine, which integrates each by itself; D_d, W, B and what declared elements store are
//! integrals of the outputs here. What is missing is the defect: round-off, and the error of these integrals.

mod readings;

use crate::network::{
    BodyKind, Contact, Force, ForceKind, Harmonic, InputId, Meaning, ParameterId, Signal, Spring,
};
use crate::unit::{Accessor, DAMPER_FORCE, Fault, Simulation, StopCondition};

use super::model::Case;
use readings::{deflection, output, position, reaction, relative, velocity};

/// Nodes and weights of Gauss's rule with three points on 0 to 1, exact to degree 5.
const GAUSS: [(f64, f64); 3] = [
    (0.112_701_665_379_258_31, 5.0 / 18.0),
    (0.5, 8.0 / 18.0),
    (0.887_298_334_620_741_7, 5.0 / 18.0),
];

/// Error of what flows in a part, relative to what has flown: a tenth of the default tolerance of motions.
const TOLERANCE: f64 = 1e-11;

/// Halvings of a part at most: the error at a jump of power is then 2^−12 of what flows in the part.
const HALVINGS: u32 = 12;

/// Energies at a time, J; those that flow are 0 at the start.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Balance {
    /// Time, s.
    pub time: f64,
    /// Kinetic energy of bodies with mass.
    pub kinetic: f64,
    /// Energy in springs and potentials, and in declared elements since the start.
    pub elastic: f64,
    /// Energy in bristles, since the start.
    pub bristles: f64,
    /// Energy dissipated by friction.
    pub friction: f64,
    /// Energy dissipated by dampers, and by the damping of springs.
    pub damping: f64,
    /// Work done by what acts from outside, since the start.
    pub work: f64,
    /// Sum of all energies less that at the start.
    pub defect: f64,
}

/// Powers that are integrated beside the states, W.
#[derive(Clone, Copy, Debug, Default)]
struct Power {
    work: f64,
    /// Into what declared elements store.
    stored: f64,
    /// Into dampers, and into springs with damping.
    damping: f64,
    /// Into contacts whose laws have internal states.
    bristles: f64,
}

impl Power {
    fn plus(self, other: Self) -> Self {
        Self {
            work: self.work + other.work,
            stored: self.stored + other.stored,
            damping: self.damping + other.damping,
            bristles: self.bristles + other.bristles,
        }
    }

    fn size(&self) -> f64 {
        let largest = self.work.abs().max(self.damping.abs()).max(self.bristles.abs());
        largest.max(self.stored.abs())
    }

    fn off(&self, other: &Self) -> f64 {
        let [work, damping] = [self.work - other.work, self.damping - other.damping];
        let [stored, bristles] = [self.stored - other.stored, self.bristles - other.bristles];
        Self { work, stored, damping, bristles }.size()
    }
}

/// Evaluates the balance along a motion from the start values of the parameters, at times that are `step` s apart.
///
/// # Errors
/// A motion that cannot continue.
pub fn balance(model: &Case, end: f64, step: f64) -> Result<Vec<Balance>, Fault> {
    let mut instance = model.start(0.0, &model.first(), true)?;
    let first = Store::of(model, &mut instance)?;
    let mut flown = Power::default();
    let mut rows = vec![first.balance(&first, &flown, 0.0)];
    let count = (end / step).ceil().max(1.0) as u64;
    for k in 1..=count {
        let until = if k == count { end } else { k as f64 * step };
        while instance.time() < until {
            part(model, &mut instance, until, &mut flown)?;
        }
        let store = Store::of(model, &mut instance)?;
        rows.push(store.balance(&first, &flown, instance.time()));
    }
    Ok(rows)
}

/// Goes on to a time, or to the first transition before it, and adds what flows until then.
fn part(
    model: &Case,
    instance: &mut Simulation,
    until: f64,
    flown: &mut Power,
) -> Result<(), Fault> {
    let (start, before) = (instance.time(), instance.save());
    instance.step(start, until - start)?;
    let (end, after) = (instance.time(), instance.save());
    instance.restore(&before)?;
    let whole = gauss(model, instance, end)?;
    instance.restore(&before)?;
    let size = flown.size().max(whole.size());
    *flown = flown.plus(halves(model, instance, (end, whole), (size, HALVINGS))?);
    instance.restore(&after)
}

/// Integrates the flow until `end`, in two halves, and these as often in halves again as they are not the `whole`:
/// powers have kinks inside steps, such as where two round bodies touch.
fn halves(
    model: &Case,
    instance: &mut Simulation,
    (end, whole): (f64, Power),
    (size, times): (f64, u32),
) -> Result<Power, Fault> {
    let (start, before) = (instance.time(), instance.save());
    let middle = 0.5 * (start + end);
    let left = gauss(model, instance, middle)?;
    let right = gauss(model, instance, end)?;
    let both = left.plus(right);
    if times == 0 || both.off(&whole) <= TOLERANCE * size {
        return Ok(both);
    }
    instance.restore(&before)?;
    let left = halves(model, instance, (middle, left), (size, times - 1))?;
    Ok(left.plus(halves(model, instance, (end, right), (size, times - 1))?))
}

/// Integrates the flow until `end`, by Gauss's rule; the instance moves to there, as far as that is not the present
/// time.
fn gauss(model: &Case, instance: &mut Simulation, end: f64) -> Result<Power, Fault> {
    let start = instance.time();
    let mut flown = Power::default();
    for (node, weight) in GAUSS {
        move_to(instance, start + node * (end - start), end)?;
        let power = power(model, instance)?;
        let duration = weight * (end - start);
        flown = flown.plus(Power {
            work: duration * power.work,
            stored: duration * power.stored,
            damping: duration * power.damping,
            bristles: duration * power.bristles,
        });
    }
    move_to(instance, end, f64::INFINITY)?;
    Ok(flown)
}

/// Moves to a time before `end`, if it is not the present one: nodes of the shortest parts may coincide. No transition
/// ends this early, nor is one made that lies behind, which counts as at the end of a step that stops there.
fn move_to(instance: &mut Simulation, time: f64, end: f64) -> Result<(), Fault> {
    let now = instance.time();
    if time > now && time < end {
        instance.advance(now, time - now, StopCondition::Nowhere, false)?;
    }
    Ok(())
}

/// Energies that are known from the state.
struct Store {
    kinetic: f64,
    elastic: f64,
    /// The part of the elastic energy that is in springs with damping.
    damped: f64,
    friction: f64,
    /// The part of it of laws with internal states.
    with_bristles: f64,
}

impl Store {
    fn of(model: &Case, instance: &mut Simulation) -> Result<Self, Fault> {
        let network = model.unit().network();
        let mut store =
            Self { kinetic: 0.0, elastic: 0.0, damped: 0.0, friction: 0.0, with_bristles: 0.0 };
        for (index, body) in network.bodies.iter().enumerate() {
            if let BodyKind::Free { mass, .. } = body.kind {
                let v = velocity(model, instance, Some(index))?;
                store.kinetic += 0.5 * model.parameter(mass) * v * v;
            }
        }
        for (i, j, entry) in network.inertias.iter().flat_map(|inertia| inertia.couplings()) {
            let [v, other] = [i, j].map(|body| velocity(model, instance, Some(body)));
            store.kinetic += model.parameter(entry) * v? * other?;
        }
        for (index, spring) in network.springs.iter().enumerate() {
            let stored = elastic(model, instance, index, spring)?;
            store.elastic += stored;
            if spring.damping.is_some() {
                store.damped += stored;
            }
        }
        for (index, force) in network.forces.iter().enumerate() {
            if force.kind == ForceKind::Potential {
                store.elastic += output(model, instance, Accessor::Formula(index))?;
            }
        }
        let rub = |(_, contact): &(usize, &Contact)| !contact.law.kind.is_rigid();
        for (index, contact) in network.contacts.iter().enumerate().filter(rub) {
            let lost = output(model, instance, Accessor::DissipatedEnergy(index))?;
            store.friction += lost;
            if !contact.law.kind.states().is_empty() {
                store.with_bristles += lost;
            }
        }
        Ok(store)
    }

    fn balance(&self, first: &Store, flown: &Power, time: f64) -> Balance {
        // What enters a damped spring or a bristle and is not stored, or lost there, is lost, or stored.
        let damping = flown.damping - (self.damped - first.damped);
        let bristles = flown.bristles - (self.with_bristles - first.with_bristles);
        let friction = self.friction - first.friction;
        let elastic = self.elastic + flown.stored;
        let change = self.kinetic - first.kinetic + (elastic - first.elastic);
        let defect = change + bristles + friction + damping - flown.work;
        Balance {
            time,
            kinetic: self.kinetic,
            elastic,
            bristles,
            friction,
            damping,
            work: flown.work,
            defect,
        }
    }
}

/// Returns the energy that a spring, or a series of them, stores, J.
fn elastic(
    model: &Case,
    instance: &mut Simulation,
    index: usize,
    spring: &Spring,
) -> Result<f64, Fault> {
    let value = |id: ParameterId| model.parameter(id);
    let (whole, characteristic) = (spring.series.is_none(), spring.characteristic.map(value));
    let mut sum = 0.0;
    for (number, part) in spring.part_numbers(value).enumerate() {
        let accessor = match whole {
            true => Accessor::Deflection(index),
            false => Accessor::PartDeflection(index, number),
        };
        let e = part.elastic.beyond(output(model, instance, accessor)?);
        sum += 0.5 * part.elastic.stiffness * e * e + characteristic.potential(e);
    }
    Ok(sum)
}

fn power(model: &Case, instance: &mut Simulation) -> Result<Power, Fault> {
    let network = model.unit().network();
    let mut power = Power::default();
    for (index, body) in network.bodies.iter().enumerate() {
        power.work += match body.kind {
            BodyKind::Free { force, constant_force, source, .. }
            | BodyKind::Massless { force, constant_force, source, .. } => {
                let force = acting(model, instance.time(), (force, constant_force, source));
                force * velocity(model, instance, Some(index))?
            }
            // What drives the body balances the force of the unit on it.
            BodyKind::Prescribed(drive) => {
                let reaction = output(model, instance, reaction(drive, index))?;
                -reaction * velocity(model, instance, Some(index))?
            }
            BodyKind::Fixed => 0.0,
        };
    }
    for (index, contact) in network.contacts.iter().enumerate() {
        let force = output(model, instance, Accessor::FrictionForce(index))?;
        let slip = match contact.law.kind.is_rigid() {
            true => 0.0,
            false => output(model, instance, Accessor::SlipVelocity(index))?,
        };
        let apart = relative(model, instance, contact.i, contact.j)?;
        power.work -= force * (apart - slip);
        if !contact.law.kind.states().is_empty() {
            power.bristles += force * slip;
        }
    }
    for (index, force) in network.forces.iter().enumerate() {
        let sign = match force.kind {
            ForceKind::Load => 1.0,
            ForceKind::Spring => -1.0,
            ForceKind::Potential | ForceKind::NormalForce => continue,
        };
        let (i, j) = (force.actions[0].i, force.actions[0].j);
        let value = output(model, instance, Accessor::Formula(index))?;
        // What its frictions take is that of contacts.
        let frictions = force.frictions.clone().map(Accessor::FrictionForce);
        let friction: f64 =
            frictions.map(|one| output(model, instance, one)).sum::<Result<_, _>>()?;
        let given = (sign * value + friction) * relative(model, instance, i, j)?;
        if force.form.is_none() {
            power.work += given;
            continue;
        }
        let rest = at_rest(model, instance, force)? * relative(model, instance, i, j)?;
        power.stored -= sign * rest;
        power.damping -= given - sign * rest;
    }
    for force in network.forces.iter().filter(|force| force.kind == ForceKind::Potential) {
        power.work += time_derivative(model, instance, force)?;
    }
    power.damping += damped(model, instance)?;
    Ok(power)
}

/// Returns the force of a declared element at the rate 0.
fn at_rest(model: &Case, instance: &mut Simulation, force: &Force) -> Result<f64, Fault> {
    let mut numbers = Vec::with_capacity(force.names.len());
    for (_, meaning) in &force.names {
        numbers.push(match meaning {
            Meaning::Relative => {
                let ends = [force.actions[0].i, force.actions[0].j];
                deflection(model, instance, ends)?
            }
            Meaning::Time => instance.time(),
            Meaning::Parameter(id) => model.parameter(*id),
            // It names nothing else but its rate.
            _ => 0.0,
        });
    }
    Ok(force.value_at(&numbers, |id| model.parameter(id)))
}

/// Returns the power into dampers, and into springs with damping, W.
fn damped(model: &Case, instance: &mut Simulation) -> Result<f64, Fault> {
    let (network, mut damping) = (model.unit().network(), 0.0);
    for (index, damper) in network.dampers.iter().enumerate() {
        let force = output(model, instance, Accessor::Quantity(&DAMPER_FORCE, index))?;
        damping += force * relative(model, instance, damper.i, damper.j)?;
    }
    for (index, spring) in network.springs.iter().enumerate() {
        if spring.damping.is_some() {
            let force = output(model, instance, Accessor::SpringForce(index))?;
            damping += force * relative(model, instance, spring.i, spring.j)?;
        }
    }
    Ok(damping)
}

/// Returns the power that a potential which names the time receives, W: ∂U/∂t.
fn time_derivative(model: &Case, instance: &mut Simulation, force: &Force) -> Result<f64, Fault> {
    let mut numbers = Vec::with_capacity(force.names.len());
    for (_, meaning) in &force.names {
        numbers.push(match meaning {
            Meaning::Time => instance.time(),
            Meaning::Position(body) => position(model, instance, *body)?,
            Meaning::Input(id) => model.signal(Signal::Input(*id)),
            Meaning::Parameter(id) => model.parameter(*id),
            // A potential names no ends of its own, and no velocities.
            Meaning::Relative | Meaning::Rate | Meaning::Velocity(_) | Meaning::List(_) => 0.0,
        });
    }
    Ok(force.time_derivative(&numbers, |id| model.parameter(id)))
}

/// Returns the sum of the forces on a body that no element exerts.
fn acting(
    model: &Case,
    time: f64,
    (input, constant, source): (Option<InputId>, Option<ParameterId>, Option<Harmonic>),
) -> f64 {
    let harmonic = source.map_or(0.0, |source| {
        let phase = source.phase.map_or(0.0, |id| model.parameter(id));
        let angle = model.parameter(source.angular_frequency) * time + phase;
        model.parameter(source.amplitude) * libm::cos(angle)
    });
    let input = input.map_or(0.0, |id| model.signal(Signal::Input(id)));
    input + constant.map_or(0.0, |id| model.parameter(id)) + harmonic
}
