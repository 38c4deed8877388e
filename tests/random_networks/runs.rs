//! The motion of a plan: step by step in Co-Simulation, and integrated by a host.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use luztar::dynamics::Event;
use luztar::network::BodyKind;
use luztar::unit::{Accessor, Causality, Model, Simulation, Value, Variability, Variable};

use super::draws::Draws;
use super::drive::{Drive, indices};
use super::host::Integrator;
use super::mechanics::Mechanics;
use super::plan::{Line, Plan};

/// Communication steps within a segment, where there are many.
const MANY: usize = 40;

/// Most communication steps of all segments together.
const MOST: usize = 800;

/// What was seen of a motion.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    pub events: Vec<Event>,
    /// At the end of each segment: continuous states, and other Real outputs.
    pub states: Vec<Vec<f64>>,
    pub outputs: Vec<Vec<f64>>,
}

impl Trace {
    /// What of the motion of a unit is that of another one, all of whose elements it has.
    pub fn of_part(&self, whole: &Model, part: &Model) -> Self {
        let [own, others] = [part, whole].map(|unit| unit.network());
        let known = |event: &Event| {
            let mut event = *event;
            match &mut event {
                Event::Contact { contact, .. } => {
                    let name = &others.contacts[contact.0].name;
                    contact.0 = own.contacts.iter().position(|one| one.name == *name)?;
                }
                Event::Spring { spring, .. } => {
                    let name = &others.springs[spring.0].name;
                    spring.0 = own.springs.iter().position(|one| one.name == *name)?;
                }
                Event::Force { force, .. } => {
                    let name = &others.forces[force.0].name;
                    force.0 = own.forces.iter().position(|one| one.name == *name)?;
                }
                _ => return None,
            }
            Some(event)
        };
        let names = |unit: &Model, kind: usize| -> Vec<String> {
            seen(unit)[kind].iter().map(|index| unit.variables()[*index].name.clone()).collect()
        };
        let [states, outputs] = [(0, &self.states), (1, &self.outputs)].map(|(kind, rows)| {
            let all = names(whole, kind);
            let place = |name: &String| all.iter().position(|one| one == name).expect("has it too");
            let places: Vec<usize> = names(part, kind).iter().map(place).collect();
            rows.iter().map(|row| places.iter().map(|place| row[*place]).collect()).collect()
        });
        Self { events: self.events.iter().filter_map(known).collect(), states, outputs }
    }

    /// Returns the trace with other transitions and other values, each by its variable, its segment and its value.
    pub fn changed(
        &self,
        unit: &Model,
        event: impl Fn(&mut Event),
        value: impl Fn(&Variable, usize, f64) -> f64,
    ) -> Self {
        let mut trace = self.clone();
        trace.events.iter_mut().for_each(event);
        for (rows, list) in [&mut trace.states, &mut trace.outputs].into_iter().zip(seen(unit)) {
            for (segment, row) in rows.iter_mut().enumerate() {
                for (one, index) in row.iter_mut().zip(&list) {
                    *one = value(&unit.variables()[*index], segment, *one);
                }
            }
        }
        trace
    }

    /// Transitions before a time, and the next ones.
    pub fn around(&self, time: f64) -> String {
        let before = self.events.partition_point(|event| event.time() < time);
        let some = &self.events[before.saturating_sub(6)..self.events.len().min(before + 3)];
        let each = some.iter().map(|event| {
            let (time, element) = (event.time(), event.element());
            format!("{time:?}: {element:?} {} → {}", event.from(), event.to())
        });
        each.collect::<Vec<_>>().join(", ")
    }
}

/// How a motion is stepped.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    pub tolerance: f64,
    /// Whether segments are cut into many steps, of random lengths.
    pub cut: bool,
    /// By how much starts, forces and loads are moved, relatively, and which way.
    pub moved: (f64, usize),
    /// By how much loads are less, N.
    pub less: f64,
    /// Longest step in time, s; 0 where transitions are located.
    pub time_step: f64,
}

impl Manner {
    /// With transitions that are located, and one communication step for each segment.
    pub fn located(tolerance: f64) -> Self {
        Self { tolerance, cut: false, moved: (0.0, 0), less: 0.0, time_step: 0.0 }
    }
}

/// Real outputs that a motion has at an instant: continuous states first, then what follows from them.
pub fn seen(unit: &Model) -> [Vec<usize>; 2] {
    let rows = unit.variables();
    let is_massless =
        |body: usize| matches!(unit.network().bodies[body].kind, BodyKind::Massless { .. });
    let states: Vec<usize> = rows.iter().filter_map(|row| row.derivative_of).collect();
    let follows = rows.iter().enumerate().filter(|(index, row)| {
        let means = matches!(
            row.accessor,
            Accessor::MeanFrictionForce(_) | Accessor::MeanReaction(_) | Accessor::NextEventTime
        );
        // That of a massless body has the derivatives of inputs in it, which a host that integrates does not tell.
        let means =
            means || matches!(row.accessor, Accessor::Acceleration(body) if is_massless(body));
        let output =
            row.causality == Causality::Output && row.variability == Variability::Continuous;
        output && !means && !states.contains(index)
    });
    let follows = follows.map(|(index, _)| index).collect();
    [states, follows]
}

pub fn look(
    instance: &mut Simulation,
    what: &[Vec<usize>; 2],
    trace: &mut Trace,
) -> Result<(), String> {
    let [states, outputs] = [0, 1].map(|part| {
        let values = what[part].iter().map(|index| match instance.get(*index) {
            Ok(Value::Real(value)) => Ok(value),
            Ok(other) => unreachable!("{other}"),
            Err(fault) => Err(fault.to_string()),
        });
        values.collect::<Result<Vec<f64>, String>>()
    });
    trace.states.push(states?);
    trace.outputs.push(outputs?);
    Ok(())
}

/// A number between −1 and 1 for each variable.
fn shake(index: usize, way: usize) -> f64 {
    ((index * 7919 + way * 104_729) as f64 + 1.0).sin()
}

/// A prepared instance, with moved starts.
fn prepared(
    mut instance: Simulation,
    unit: &Model,
    moved: (f64, usize),
) -> Result<Simulation, String> {
    let starts = [
        "position0",
        "velocity0",
        "angle0",
        "angularVelocity0",
        "excitationAmplitude",
        "constantForce",
        "constantTorque",
        "mass",
        "inertia",
    ];
    if moved.0 > 0.0 {
        for (index, row) in unit.variables().iter().enumerate() {
            let Some(Value::Real(start)) = row.start else { continue };
            let rests = start == 0.0 && row.name.ends_with("elocity0");
            if starts.iter().any(|name| row.name.ends_with(name)) && !rests {
                let by = moved.0 * (1.0 + start.abs()) * shake(index, moved.1);
                instance.set(index, Value::Real(start + by)).map_err(|fault| fault.to_string())?;
            }
        }
    }
    Ok(instance)
}

/// In Co-Simulation.
pub fn stepped(unit: &Arc<Model>, plan: &Plan, manner: Manner) -> Result<Trace, String> {
    guarded(|| step(unit, plan, manner, |_, _, _| Ok(())))
}

/// In Co-Simulation: whether mechanics holds.
pub fn balanced(unit: &Arc<Model>, plan: &Plan, manner: Manner) -> Result<(), String> {
    guarded(|| {
        let mut mechanics = Mechanics::new(unit);
        let check = |instance: &mut Simulation, segment: usize, ended: bool| {
            let held = |line: &Line| !line.is_force() || line.pieces[segment][1] == 0.0;
            let held = plan.lines.iter().all(held);
            match ended {
                false if held => mechanics.begin(instance),
                true if held => {
                    let duration = plan.times[segment + 1] - plan.times[segment];
                    mechanics.end(instance, duration)?;
                }
                _ => {}
            }
            if ended { mechanics.check_instant(instance) } else { Ok(()) }
        };
        step(unit, plan, manner, check).map(|_| ())
    })
}

/// `inspect` is called at the begin and at the end of each segment, of which it is told the number and whether it ended.
fn step(
    unit: &Arc<Model>,
    plan: &Plan,
    manner: Manner,
    mut inspect: impl FnMut(&mut Simulation, usize, bool) -> Result<(), String>,
) -> Result<Trace, String> {
    let told = |fault: luztar::unit::Fault| fault.to_string();
    let mut instance = prepared(Simulation::new(unit.clone()), unit, manner.moved)?;
    let tight = unit.find("relativeTolerance").expect("every unit has it");
    instance.set(tight, Value::Real(manner.tolerance)).map_err(told)?;
    if manner.time_step > 0.0 {
        let [method, longest] =
            ["method", "moreauStep"].map(|name| unit.find(name).expect("has it"));
        instance.set(method, Value::Integer(2)).map_err(told)?;
        instance.set(longest, Value::Real(manner.time_step)).map_err(told)?;
    }
    let (indices, what) = (indices(plan, unit), seen(unit));
    let (mut trace, mut draws) = (Trace::default(), Draws::new(plan.seed));
    for segment in 0..plan.segments() {
        let (begin, end) = (plan.times[segment], plan.times[segment + 1]);
        let mut times = vec![begin];
        if manner.cut {
            let count = (MOST / plan.segments()).clamp(2, MANY);
            let width = (end - begin) / count as f64;
            times.extend((1..count).map(|cut| begin + width * (cut as f64 + 0.6 * draws.unit())));
        }
        times.push(end);
        for pair in times.windows(2) {
            let set = |line: &&Line| line.ramps || pair[0] == begin;
            for (line, &index) in plan.lines.iter().zip(&indices).filter(|(line, _)| set(line)) {
                let by = if line.ramps {
                    1.0 + manner.moved.0 * shake(index, manner.moved.1)
                } else {
                    1.0
                };
                let less = if line.is_load() { manner.less } else { 0.0 };
                let value = plan.value(line, segment, pair[0]) - less;
                instance.set(index, Value::Real(by * value)).map_err(told)?;
                let slope = line.pieces[segment][1];
                if line.ramps && slope != 0.0 {
                    instance.set_input_derivative(index, by * slope).map_err(told)?;
                }
            }
            if segment == 0 && pair[0] == begin {
                instance.enter_initialization().map_err(told)?;
                instance.exit_initialization().map_err(told)?;
            }
            if pair[0] == begin {
                inspect(&mut instance, segment, false)?;
            }
            let now = instance.time();
            instance.step(now, pair[1] - now).map_err(told)?;
            trace.events.extend_from_slice(instance.step_events());
        }
        inspect(&mut instance, segment, true)?;
        look(&mut instance, &what, &mut trace)?;
    }
    Ok(trace)
}

/// By a host of Model Exchange, with steps of at most `longest` seconds; it gives up after so many evaluations. Up to which
/// time it came.
pub fn integrated(
    unit: &Arc<Model>,
    plan: &Plan,
    longest: f64,
    most: usize,
) -> Result<(Trace, f64), String> {
    guarded(|| {
        let mut host = Integrator::driven(unit, Drive::new(plan, unit));
        host.patience = most;
        let what = seen(unit);
        let mut trace = Trace::default();
        for part in 0..plan.segments() {
            if part > 0 {
                host.event_at(part);
            }
            host.run(plan.times[part + 1], longest);
            if host.patience == 0 {
                break;
            }
            look(&mut host.instance, &what, &mut trace)?;
        }
        trace.events = host.events;
        Ok((trace, host.time))
    })
}

/// With panics as messages.
pub fn guarded<T>(run: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        Err(format!("panic: {}", text.unwrap_or_default()))
    })
}
