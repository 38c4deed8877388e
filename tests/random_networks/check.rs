//! All that must hold for a plan.

use std::sync::Arc;

use luztar::unit::Unit;

use super::compare::{FACTOR, Floors, SMALL, Yardstick};
use super::plan::Plan;
use super::runs::{Manner, Trace, balanced, integrated, seen, stepped};

/// Relative tolerances of the integration: that of a unit, and a tighter one.
const TOLERANCE: f64 = 1e-10;
const TIGHT: f64 = 1e-13;

/// Of Co-Simulation against itself: what tolerances of 1e-10 leave in 10 s.
const STEPPED: Floors = Floors { times: 3e-9, states: 3e-8, outputs: 1e-5 };

/// Of Co-Simulation against a host, which locates events and integrates by itself; and where laws have kinks between
/// transitions, across which it steps.
const HOSTED: Floors = Floors { times: 1e-7, states: 1e-6, outputs: 1e-4 };
const KINKED: Floors = Floors { times: 1e-4, states: 1e-3, outputs: 1e-1 };

/// Longest steps of the host, s, and its most evaluations: usually, and where it may have missed something.
const USUAL: (f64, usize) = (0.05, 40_000);
const CLOSE: (f64, usize) = (2e-3, 1_000_000);

const KINKS: [&str; 9] = [
    "falling",
    "asymmetric",
    "table",
    "piecewise",
    "plateau",
    "fractal",
    "linear",
    "karnopp",
    "slipRatio",
];

/// What is wrong with a plan.
#[derive(Clone, Debug)]
pub struct Finding {
    /// One word.
    pub kind: &'static str,
    pub told: String,
}

/// What was done for a plan.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count {
    pub events: usize,
    /// Of how many seconds, and how many could be compared.
    pub seconds: f64,
    pub compared: f64,
    /// With a host.
    pub hosted: f64,
}

pub fn check(plan: &Plan) -> Result<Count, Finding> {
    let found = |kind| move |told| Finding { kind, told };
    let text = plan.toml();
    let unit = Unit::read(&text, "random.toml").map_err(|wrong| wrong.to_string());
    let unit: Arc<Unit> = unit.map_err(found("file"))?;
    let plain = Manner { tolerance: TOLERANCE, cut: false, moved: (0.0, 0) };
    let motion = stepped(&unit, plan, plain).map_err(found("fault"))?;
    balanced(&unit, plan, TOLERANCE).map_err(found("balance"))?;
    let moved = |size, way| stepped(&unit, plan, Manner { moved: (size, way), ..plain });
    let near: Vec<Trace> = (1..3).filter_map(|way| moved(SMALL, way).ok()).collect();
    let far: Vec<Trace> = (3..5).filter_map(|way| moved(FACTOR * SMALL, way).ok()).collect();
    let yardstick = Yardstick::new(plan, &motion, &near, &far);
    let names = seen(&unit).map(|list| {
        list.iter().map(|index| unit.variables()[*index].name.clone()).collect::<Vec<_>>()
    });
    let same = |kind, other: &Trace, until, floors| {
        let yardstick = yardstick.within(until);
        let difference = yardstick.difference(&plan.times, &names, (&motion, other), floors);
        difference.map_or(Ok(()), |told| Err(Finding { kind, told }))
    };
    let end = *plan.times.last().expect("segments");
    let many = stepped(&unit, plan, Manner { cut: true, ..plain }).map_err(found("fault-many"))?;
    same("many", &many, end, STEPPED)?;
    let tight = Manner { tolerance: TIGHT, ..plain };
    let tight = stepped(&unit, plan, tight).map_err(found("fault-tight"))?;
    same("tight", &tight, end, STEPPED)?;
    let kinks = KINKS.iter().any(|law| text.contains(&format!("\"{law}\"")));
    let floors = if kinks { KINKED } else { HOSTED };
    let hosted = |(longest, most)| integrated(&unit, plan, longest, most);
    let (trace, until) = hosted(USUAL).map_err(found("fault-exchange"))?;
    if same("exchange", &trace, until, floors).is_err() {
        let (trace, until) = hosted(CLOSE).map_err(found("fault-exchange"))?;
        same("exchange", &trace, until, floors)?;
    }
    let hosted = until.min(yardstick.until);
    Ok(Count { events: motion.events.len(), seconds: end, compared: yardstick.until, hosted })
}
