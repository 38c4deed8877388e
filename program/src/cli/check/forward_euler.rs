//! Test of whether the default experiment survives a host that takes forward Euler in 500 steps to the stop time and
//! handles events at the ends of steps: the FMU Compliance Checker without options.

use std::sync::Arc;

use luztar::unit::{Fault, Model, Simulation, exchange_sizes};

const STEPS: usize = 500;

/// Halvings of the stop time that are tried.
const HALVINGS: usize = 16;

/// Networks with more continuous states are not tried: it would take longer than all other checks.
const MOST_STATES: usize = 1000;

/// Returns the error that such a host would get, and the stop time with which it would get none.
pub fn doubt(unit: &Arc<Model>) -> Option<String> {
    if !unit.offers_exchange() || exchange_sizes(unit).0 > MOST_STATES {
        return None;
    }
    let stop = unit.network().experiment.stop_time;
    let fault = run(unit, stop).err()?;
    let halves = std::iter::successors(Some(0.5 * stop), |stop| Some(0.5 * stop)).take(HALVINGS);
    let advice = match halves.into_iter().find(|stop| run(unit, *stop).is_ok()) {
        Some(shorter) => format!("with stopTime = {shorter} they succeed"),
        None => "no shorter stopTime helps".to_owned(),
    };
    Some(format!(
        "the default experiment is too long for hosts that take {STEPS} steps of forward Euler (the FMU Compliance \
         Checker without options): {fault}; {advice}"
    ))
}

fn run(unit: &Arc<Model>, stop: f64) -> Result<(), Fault> {
    let (states, indicators) = exchange_sizes(unit);
    let (mut x, mut before, mut z) =
        (vec![0.0; states], vec![0.0; indicators], vec![0.0; indicators]);
    let mut instance = Simulation::exchange(unit.clone());
    instance.enter_initialization()?;
    instance.exit_initialization()?;
    make_event(&mut instance, &mut x)?;
    instance.event_indicators(&mut z)?;
    let size = stop / STEPS as f64;
    for step in 1..=STEPS {
        instance.state_derivatives(|index, rate| x[index] += size * rate)?;
        instance.set_time(size * step as f64)?;
        instance.set_states(&x)?;
        before.copy_from_slice(&z);
        instance.event_indicators(&mut z)?;
        if before.iter().zip(&z).any(|(before, z)| (*before < 0.0) != (*z < 0.0)) {
            make_event(&mut instance, &mut x)?;
            instance.event_indicators(&mut z)?;
        }
    }
    (0..unit.variables().len()).try_for_each(|index| instance.get(index).map(drop))
}

fn make_event(instance: &mut Simulation, x: &mut [f64]) -> Result<(), Fault> {
    instance.begin_event()?;
    instance.make_transitions()?;
    instance.end_event();
    x.copy_from_slice(instance.continuous_states()?);
    Ok(())
}
