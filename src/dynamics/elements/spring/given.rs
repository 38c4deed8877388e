//! Values of springs and dampers that parameters give.

use super::SpringData;
use crate::dynamics::Fault;
use crate::dynamics::system::System;
use crate::dynamics::system::given::GivenValues;
use crate::gauss::Row;
use crate::network::{Network, ParameterId, PartNumbers, Spring};
use crate::projections::{Luz, ProjectionError};

/// Takes all springs and dampers.
///
/// # Errors
/// [`Fault::Parameter`] where numbers of one contradict each other.
pub(in crate::dynamics) fn take_springs(
    system: &mut System,
    network: &Network,
    given: &GivenValues,
) -> Result<(), Fault> {
    system.springs.clear();
    for spring in &network.springs {
        add_spring(system, spring, given)?;
    }
    system.dampers.clear();
    system.dampers.extend(network.dampers.iter().map(|damper| {
        let row = given.row(&damper.i, &damper.j);
        SpringData::damper(row, given.parameters[damper.damping.0])
    }));
    Ok(())
}

fn add_spring(system: &mut System, spring: &Spring, given: &GivenValues) -> Result<(), Fault> {
    let row = given.row(&spring.i, &spring.j);
    let [at_i, at_j] = spring.end_factors(|id| given.parameters[id.0]);
    let value = |id: ParameterId| given.parameters[id.0];
    if let Some(name) = spring.turned_gap(value) {
        let rule = "`gap[1]` must not be above `gap[2]`".to_owned();
        return Err(Fault::Parameter { name: name.to_owned(), rule });
    }
    let stiffness = match &spring.series {
        None => spring.elastic.numbers(value).stiffness,
        Some(_) => in_series(&mut system.parts, spring, given.parameters)?,
    };
    let [lower, upper] = spring.edges(value);
    let gap = (lower < upper).then_some([lower, upper]);
    system.springs.push(SpringData {
        row: Row { q_i: at_i * row.q_i, q_j: at_j * row.q_j, ..row },
        stiffness,
        characteristic: spring.characteristic.map(value),
        damping: given.number(spring.damping),
        gap,
        offset: [if gap.is_none() { lower } else { 0.0 }, 0.0],
        own_change: 0.0,
    });
    Ok(())
}

/// Stiffness of the one spring that the springs of a series are together; `parts` is a buffer.
///
/// # Errors
/// [`Fault::Parameter`] where their numbers leave the range of numbers.
fn in_series(
    parts: &mut Vec<(f64, Luz)>,
    spring: &Spring,
    parameters: &[f64],
) -> Result<f64, Fault> {
    let fault = |error: ProjectionError| Fault::Parameter {
        name: spring.name.clone(),
        rule: format!("springs in series: {error}"),
    };
    parts.clear();
    for part in spring.part_numbers(|id| parameters[id.0]) {
        let PartNumbers { ratio, elastic } = part;
        parts.push((ratio, Luz::new(elastic.stiffness, 0.0).map_err(fault)?));
    }
    Ok(Luz::in_series(parts).map_err(fault)?.slope())
}
