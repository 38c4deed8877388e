//! All that must hold for a plan.

use std::sync::Arc;

use luztar::dynamics::{ContactId, Element, ForceId, SpringId};
use luztar::laws::RegularisationKind;
use luztar::network::BodyKind;
use luztar::unit::{Accessor, Model};

use super::compare::{Difference, FACTOR, Floors, Measure, SMALL, Yardstick};
use super::followed::followed;
use super::forms::Form;
use super::own_laws::{BENT, RUTTED, SWITCHED};
use super::plan::{Line, Plan};
use super::runs::{Manner, Trace, balanced, integrated, seen, stepped};
use super::seeds::{FOLLOWED, POWERED, SCALED};
use super::time_steps;
use super::units::Units;

/// Relative tolerances of the integration: that of a unit, and a tighter one.
const TOLERANCE: f64 = 1e-10;
const TIGHT: f64 = 1e-13;

/// Of Co-Simulation against itself: what tolerances of 1e-10 leave in 10 s.
const STEPPED: Floors = Floors {
    times: 3e-9,
    releases: 3e-9,
    reversals: 3e-9,
    states: 3e-8,
    outputs: 1e-5,
    energies: 1e-5,
};

/// Of Co-Simulation against a host, which locates events and integrates by itself, with indicators that are left by some 1e-9:
/// a slip that begins at rest passes that late, one that turns with the cube of the time 1e-3 s late; a margin that falls with the
/// square of the time, as that of what is left does where others have just let go, is seen to be left by 1e-9 some 1e-4 s late. And where laws have kinks between transitions, across which it
/// steps, or bodies have no mass.
const HOSTED: Floors = Floors {
    times: 1e-6,
    releases: 1e-4,
    reversals: 3e-3,
    states: 1e-6,
    outputs: 1e-4,
    energies: 1e-4,
};
const KINKED: Floors =
    Floors { times: 1e-4, states: 1e-3, outputs: 1e-1, energies: 1e-1, ..HOSTED };

/// And where limits of `ostermeyer` follow loads that ramps of inputs change, of which a host does not tell the derivatives: 0.1 ms
/// late. A slip is seen later by some of these times, the more the closer its share is to 1, and friction is off by what
/// the limit climbs in them. A window is entered 1e-9 m/s late, which moves the next release as much.
const FOLLOWING: Floors = Floors { times: 1e-3, releases: 1e-3, ..KINKED };

/// A normal load up to this, N, is none for a host: it is compared with the motion under loads that are as much less, too.
const FAINT: f64 = 1e-9;

/// Longest steps of the host, s, and its most evaluations: usually, and where it may have missed something.
const USUAL: (f64, usize) = (0.05, 40_000);
const CLOSE: (f64, usize) = (2e-3, 1_000_000);
/// The same where it has to resolve 0.1 ms, which steps at the edge of its stability seem to do.
const CLOSEST: (f64, usize) = (2e-4, 4_000_000);

/// Steps of a host that checks itself: one that moves elsewhere with shorter steps has not resolved the motion.
fn finer((longest, most): (f64, usize)) -> (f64, usize) {
    (longest / 5.0, 5 * most)
}

/// Of transitions of tyres: an end that passes through rest is within the speed of rest, 1e-6 m/s, about so long.
const ROLLING: f64 = 2e-5;

/// Of energies that indeterminate contacts with windows dissipate.
const CREEPING: f64 = 1e-3;

const KINKS: [&str; 12] = [
    BENT,
    RUTTED,
    SWITCHED,
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

/// A contact that slips no faster than this, in m/s or rad/s, a millisecond before it comes to rest, comes there as an exponential
/// function does: its deceleration is below 1e-5. A spring of which no more force is left, in N, leaves its gap as little.
const CREEP: f64 = 1e-8;

/// What is wrong with a plan.
#[derive(Clone, Debug)]
pub struct Finding {
    /// One word.
    pub kind: &'static str,
    pub told: String,
    /// Quantity that differs, and its size; none where a motion fails.
    pub measure: Option<Measure>,
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
    let found = |kind| move |told| Finding { kind, told, measure: None };
    let text = plan.toml();
    let unit = Model::read(&text, "random.toml").map_err(|wrong| wrong.to_string());
    let unit: Arc<Model> = unit.map_err(found("file"))?;
    let plain = Manner::located(TOLERANCE);
    let motion = stepped(&unit, plan, plain).map_err(found("fault"))?;
    balanced(&unit, plan, plain).map_err(found("balance"))?;
    let end = *plan.times.last().expect("segments");
    let comparison = Comparison::new(&unit, plan, &motion, plain);
    let many = Manner { cut: true, ..plain };
    let creeping = text.contains("karnopp");
    let energies = if creeping { CREEPING } else { STEPPED.energies };
    let times = if text.contains("slipRatio") { ROLLING } else { STEPPED.times };
    let floors = Floors { energies, times, releases: times, reversals: times, ..STEPPED };
    comparison.check("many", |plan| Ok((stepped(&unit, plan, many)?, end)), floors)?;
    let tight = Manner { tolerance: TIGHT, ..plain };
    comparison.check("tight", |plan| Ok((stepped(&unit, plan, tight)?, end)), floors)?;
    let beside = |plan: &Plan| {
        let plan = plan.beside_another();
        let whole = Model::read(&plan.toml(), "random.toml").map_err(|wrong| wrong.to_string())?;
        Ok((stepped(&whole, &plan, plain)?.of_part(&whole, &unit), end))
    };
    comparison.check("beside", beside, floors)?;
    comparison.check_forms(floors)?;
    if plan.seed >= POWERED && time_steps::suits(&unit) {
        let until = comparison.yardstick.until;
        time_steps::check(&unit, plan, &motion, until).map_err(found("time-steps"))?;
        let plain = time_steps::manner(time_steps::LONG);
        let motion = stepped(&unit, plan, plain).map_err(found("fault"))?;
        Comparison::new(&unit, plan, &motion, plain).check_forms(floors)?;
    }
    if plan.seed >= SCALED {
        comparison.check_units(floors)?;
    }
    if plan.seed >= FOLLOWED {
        let run = |plan: &Plan| Ok((followed(&unit, plan, TOLERANCE, 1.0)?, end));
        comparison.check("followed", run, floors)?;
    }
    let massless =
        unit.network().bodies.iter().any(|body| matches!(body.kind, BodyKind::Massless { .. }));
    let kinks = massless || KINKS.iter().any(|law| text.contains(&format!("\"{law}\"")));
    let follows = text.contains("\"ostermeyer\"") && plan.lines.iter().any(|line| line.ramps);
    let floors = match (follows || creeping, kinks) {
        (true, _) => FOLLOWING,
        (false, true) => KINKED,
        (false, false) => HOSTED,
    };
    let floors = Floors { energies: floors.energies.max(energies), ..floors };
    let host = |(longest, most)| {
        let unit = &unit;
        move |plan: &Plan| integrated(unit, plan, longest, most)
    };
    let close = if follows { CLOSEST } else { CLOSE };
    let mut until = comparison.check("exchange", host(USUAL), floors);
    if until.is_err() {
        until = comparison.check("exchange", host(close), floors);
    }
    if until.is_err() && plan.lines.iter().any(Line::is_load) {
        let faint = Manner { less: FAINT, ..plain };
        let motion = stepped(&unit, plan, faint).map_err(found("fault"))?;
        let comparison = Comparison { motion: &motion, plain: faint, ..comparison.clone() };
        until = comparison.check("exchange", host(close), floors).or(until);
    }
    if until.is_err()
        && let Some(parted) = comparison.parted(host(close), host(finer(close)), floors)
    {
        let resolved = |plan: &Plan| {
            let (trace, until) = host(finer(close))(plan)?;
            Ok((trace, until.min(parted)))
        };
        until = comparison.check("exchange", resolved, floors).or(until);
    }
    let until = until?;
    let compared = comparison.yardstick.until;
    Ok(Count { events: motion.events.len(), seconds: end, compared, hosted: until.min(compared) })
}

/// A motion, and others that should be the same.
#[derive(Clone)]
struct Comparison<'c> {
    unit: &'c Arc<Model>,
    plan: &'c Plan,
    motion: &'c Trace,
    yardstick: Yardstick,
    plain: Manner,
}

impl<'c> Comparison<'c> {
    /// Finds how sensitive the motion is.
    fn new(unit: &'c Arc<Model>, plan: &'c Plan, motion: &'c Trace, plain: Manner) -> Self {
        let moved = |size, way| stepped(unit, plan, Manner { moved: (size, way), ..plain });
        let near: Vec<Trace> = (1..3).filter_map(|way| moved(SMALL, way).ok()).collect();
        let far: Vec<Trace> = (3..5).filter_map(|way| moved(FACTOR * SMALL, way).ok()).collect();
        let yardstick = Yardstick::new(plan, motion, &near, &far);
        Self { unit, plan, motion, yardstick, plain }
    }

    /// In other forms.
    fn check_forms(&self, floors: Floors) -> Result<(), Finding> {
        let end = *self.plan.times.last().expect("segments");
        // In time, a regularised law is its secant where the step starts: at w = 0, that of forward slip.
        let has = |key| self.plan.elements.iter().any(|element| element.value(key).is_some());
        let sided = self.plain.time_step > 0.0 && has("backward") && has("regularisation");
        for (kind, form) in Form::all(self.plan) {
            if sided && kind == "mirror" {
                continue;
            }
            // Tolerances are relative to positions.
            let manner = Manner { tolerance: self.plain.tolerance / form.size(end), ..self.plain };
            let elsewhere = |plan: &Plan| {
                let other = form.of(plan);
                let whole = Model::read(&other.toml(), "random.toml");
                let whole = whole.map_err(|wrong| wrong.to_string())?;
                let trace = stepped(&whole, &other, manner)?.of_part(&whole, self.unit);
                Ok((form.back(&trace, self.unit, &plan.times), end))
            };
            let rounds = kind == "order" && floors.times < ROLLING;
            let floors = if rounds { floors.of_order() } else { floors };
            self.check(kind, elsewhere, floors)?;
        }
        Ok(())
    }

    /// In other units.
    fn check_units(&self, floors: Floors) -> Result<(), Finding> {
        let units = Units::drawn(self.plan.seed);
        let end = *self.plan.times.last().expect("segments");
        let scaled = |plan: &Plan| {
            let plan = units.scaled(plan);
            let unit = Model::read(&plan.toml(), "random.toml");
            unit.map(|unit| (unit, plan)).map_err(|wrong| wrong.to_string())
        };
        let elsewhere = |plan: &Plan| {
            let (unit, plan) = scaled(plan)?;
            Ok((units.natural(&stepped(&unit, &plan, self.plain)?, &unit), end))
        };
        self.check("units", elsewhere, floors)?;
        if self.plan.seed >= FOLLOWED {
            let elsewhere = |plan: &Plan| {
                let (unit, plan) = scaled(plan)?;
                let trace = followed(&unit, &plan, TOLERANCE, units.second())?;
                Ok((units.natural(&trace, &unit), end))
            };
            self.check("followed-units", elsewhere, floors)?;
        }
        Ok(())
    }

    /// Compares the motion with another one, which is given up to a time; up to which time it came.
    fn check(
        &self,
        kind: &'static str,
        run: impl Fn(&Plan) -> Result<(Trace, f64), String>,
        floors: Floors,
    ) -> Result<f64, Finding> {
        let kind = if self.plain.time_step > 0.0 { format!("moreau-{kind}").leak() } else { kind };
        let fails = |told| Finding { kind: format!("fault-{kind}").leak(), told, measure: None };
        let (other, until) = run(self.plan).map_err(fails)?;
        let yardstick = self.yardstick.within(until);
        let difference =
            yardstick.difference(&self.plan.times, &self.names(), (self.motion, &other), floors);
        match difference {
            Some(difference) if !self.creeps(&difference, &run) => {
                let [one, two] = [self.motion, &other].map(|trace| trace.around(difference.time));
                let told = format!("{}\n{one}\n{two}", difference.told);
                Err(Finding { kind, told, measure: Some(difference.measure) })
            }
            _ => Ok(until),
        }
    }

    /// Up to when two runs of a host agree, if they do not all the time.
    fn parted(
        &self,
        coarse: impl Fn(&Plan) -> Result<(Trace, f64), String>,
        fine: impl Fn(&Plan) -> Result<(Trace, f64), String>,
        floors: Floors,
    ) -> Option<f64> {
        let (coarse, a) = coarse(self.plan).ok()?;
        let (fine, b) = fine(self.plan).ok()?;
        let yardstick = self.yardstick.within(a.min(b));
        let difference =
            yardstick.difference(&self.plan.times, &self.names(), (&coarse, &fine), floors);
        difference.map(|difference| difference.time)
    }

    /// Names of what is seen.
    fn names(&self) -> [Vec<String>; 2] {
        seen(self.unit).map(|list| {
            list.iter().map(|index| self.unit.variables()[*index].name.clone()).collect()
        })
    }

    /// Whether what differs is faint: a contact or a spring comes to rest as an exponential function does, or the slip of a contact
    /// within its window comes so to where it stays, so that round-off decides when it has come there; or a slip turns that is too small to be seen.
    fn creeps(
        &self,
        difference: &Difference,
        run: &impl Fn(&Plan) -> Result<(Trace, f64), String>,
    ) -> bool {
        let Some((looks, element)) = difference.faint else {
            return false;
        };
        let what = match element {
            Element::Contact(ContactId(contact)) => Accessor::SlipVelocity(contact),
            Element::Spring(SpringId(spring)) => Accessor::SpringForce(spring),
            Element::Force(ForceId(force)) => Accessor::Formula(force),
        };
        let [_, outputs] = seen(self.unit);
        let is_it = |index: &usize| self.unit.variables()[*index].accessor == what;
        let Some(place) = outputs.iter().position(is_it) else { return false };
        let last = |trace: Option<Trace>| Some(trace?.outputs.last()?[place]);
        let both = |time: f64| {
            let plan = self.plan.until(time);
            let other = run(&plan).ok().map(|(trace, _)| trace);
            [last(stepped(self.unit, &plan, self.plain).ok()), last(other)]
        };
        let windowed = match element {
            Element::Contact(ContactId(contact)) => {
                let law = &self.unit.network().contacts[contact].law;
                law.regularisation == Some(RegularisationKind::Karnopp)
            }
            Element::Spring(_) | Element::Force(_) => false,
        };
        looks.into_iter().filter(|time| *time > 0.0).any(|time| {
            let rest = if windowed { both(difference.time) } else { [Some(0.0); 2] };
            both(time).into_iter().zip(rest).all(|(value, rest)| {
                value.zip(rest).is_some_and(|(value, rest)| (value - rest).abs() <= CREEP)
            })
        })
    }
}
