//! The calls that OpenModelica's importer makes of a unit, in Model Exchange, the only interface that it imports: all
//! parameters set after initialisation, and states set while the unit is still in Event Mode. Its integrator is replaced by one
//! of this file.

use crate::fmi2_host::{Host, fmi2OK};
use luztar::fmi2::*;
use luztar::unit::{Causality, Kind, Model, Value, Variability, catalogue, exchange_sizes};

/// Error of a step, relative to the nominal value and to the value of each state.
const TOLERANCE: f64 = 1e-9;

/// To this length (s) a step with an event is shortened.
const LOCATED: f64 = 1e-10;

/// The longest step, and the first one after an event, s.
const LONGEST: f64 = 5e-3;
const RESTART: f64 = 1e-7;

/// How long units move, s, unless they have made so many transitions before.
const END: f64 = 0.5;
const ENOUGH: i32 = 5;

/// Communication step, s.
const STEP: f64 = 0.01;

/// Nodes, weights of the right-hand sides, and those of the error, of the method of Dormand and Prince (Hairer, Nørsett,
/// Wanner, Solving ODEs I, II.5).
const NODES: [f64; 7] = [0.0, 0.2, 0.3, 0.8, 8.0 / 9.0, 1.0, 1.0];
const WEIGHTS: [[f64; 6]; 7] = [
    [0.0; 6],
    [0.2, 0.0, 0.0, 0.0, 0.0, 0.0],
    [3.0 / 40.0, 9.0 / 40.0, 0.0, 0.0, 0.0, 0.0],
    [44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0, 0.0, 0.0, 0.0],
    [19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0, 0.0, 0.0],
    [9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0, 0.0],
    [35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0],
];
const ERROR: [f64; 7] = [
    71.0 / 57600.0,
    0.0,
    -71.0 / 16695.0,
    71.0 / 1920.0,
    -17253.0 / 339_200.0,
    22.0 / 525.0,
    -1.0 / 40.0,
];

/// When the importer sets parameters: those of before August 2026 after initialisation, later ones before and after it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Order {
    After,
    BeforeAndAfter,
}

/// What it sets them to after initialisation.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Values {
    Equal,
    /// Tunable ones to others.
    Tuned,
}

/// Values of all parameters, in the order of the table.
fn parameters(unit: &Model, values: Values) -> Vec<(u32, Value)> {
    let rows = unit.variables().iter().enumerate();
    let rows = rows.filter(|(_, row)| row.causality == Causality::Parameter);
    rows.filter_map(|(index, row)| {
        let physical = row.name.contains('.') && row.variability == Variability::Tunable;
        let start = match row.start? {
            // Rules of several parameters are about their ratios.
            Value::Real(x) if physical && values == Values::Tuned => Value::Real(0.9 * x),
            start => start,
        };
        Some((index as u32, start))
    })
    .collect()
}

fn set(host: &mut Host, values: &[(u32, Value)]) {
    for (vr, value) in values {
        let status = unsafe {
            match value {
                Value::Real(x) => fmi2SetReal(host.c, vr, 1, x),
                Value::Integer(n) => fmi2SetInteger(host.c, vr, 1, n),
                Value::Boolean(b) => fmi2SetBoolean(host.c, vr, 1, &(*b).into()),
            }
        };
        assert_eq!(status, fmi2OK, "{:?}", host.messages());
    }
}

/// A simulation of the importer's generated code.
struct Importer {
    host: Host,
    time: f64,
    x: Vec<f64>,
    z: Vec<f64>,
    nominal: Vec<f64>,
    size: f64,
}

impl Importer {
    fn new(unit: &str, order: Order, values: Values) -> Self {
        let mut host = Host::of_type(unit, fmi2Type::fmi2ModelExchange, false);
        let equal = parameters(&host.unit, Values::Equal);
        if order == Order::BeforeAndAfter {
            set(&mut host, &equal);
        }
        host.initialise();
        let last = parameters(&host.unit, values);
        set(&mut host, &last);
        let (count, indicators) = exchange_sizes(&host.unit);
        let fresh = |count| vec![f64::NAN; count];
        let (x, nominal, z) = (fresh(count), fresh(count), fresh(indicators));
        let mut all = Self { host, time: 0.0, x, z, nominal, size: RESTART };
        all.read_states();
        let before = all.outputs();
        all.place(0.0, &all.x.clone());
        assert_eq!(all.outputs(), before, "{unit}: the states are what they were");
        let changed = all.update();
        assert!(!changed || values == Values::Tuned, "{unit}: nothing is due after initialisation");
        let at = all.nominal.as_mut_ptr();
        all.done(unsafe { fmi2GetNominalsOfContinuousStates(all.host.c, at, count) });
        all
    }

    #[track_caller]
    fn done(&mut self, status: fmi2Status) {
        assert_eq!(status, fmi2OK, "{:?}", self.host.messages());
    }

    fn read_states(&mut self) {
        let (at, count) = (self.x.as_mut_ptr(), self.x.len());
        self.done(unsafe { fmi2GetContinuousStates(self.host.c, at, count) });
    }

    /// Bits of all Real outputs.
    fn outputs(&mut self) -> Vec<u64> {
        let unit = self.host.unit.clone();
        let rows = unit.variables().iter();
        let rows = rows.filter(|v| v.causality == Causality::Output && v.kind == Kind::Real);
        rows.map(|row| self.host.real(&row.name).to_bits()).collect()
    }

    /// Time and states, in the mode that the unit is in.
    fn place(&mut self, time: f64, x: &[f64]) {
        self.done(unsafe { fmi2SetTime(self.host.c, time) });
        self.done(unsafe { fmi2SetContinuousStates(self.host.c, x.as_ptr(), x.len()) });
    }

    fn indicators(&mut self) -> Vec<f64> {
        let mut z = vec![f64::NAN; self.z.len()];
        self.done(unsafe { fmi2GetEventIndicators(self.host.c, z.as_mut_ptr(), z.len()) });
        z
    }

    /// An event; whether states have changed. The importer begins one where it is in Event Mode already, after
    /// initialisation, and asks for new discrete states once.
    fn update(&mut self) -> bool {
        self.done(unsafe { fmi2EnterEventMode(self.host.c) });
        let mut info = fmi2EventInfo {
            newDiscreteStatesNeeded: fmi2True,
            terminateSimulation: fmi2False,
            nominalsOfContinuousStatesChanged: fmi2True,
            valuesOfContinuousStatesChanged: fmi2True,
            nextEventTimeDefined: fmi2True,
            nextEventTime: 0.0,
        };
        self.done(unsafe { fmi2NewDiscreteStates(self.host.c, &mut info) });
        assert_eq!(info.newDiscreteStatesNeeded, fmi2False);
        let changed = info.valuesOfContinuousStatesChanged == fmi2True;
        self.done(unsafe { fmi2EnterContinuousTimeMode(self.host.c) });
        if changed {
            self.read_states();
        }
        self.z = self.indicators();
        self.size = RESTART;
        changed
    }

    /// States a step later, and its error in units of what is allowed.
    fn ahead(&mut self, size: f64) -> (Vec<f64>, f64) {
        let count = self.x.len();
        let mut slopes: Vec<Vec<f64>> = Vec::new();
        let mut x = self.x.clone();
        for (node, weights) in NODES.iter().zip(&WEIGHTS) {
            x.copy_from_slice(&self.x);
            for (slope, weight) in slopes.iter().zip(weights) {
                x.iter_mut().zip(slope).for_each(|(x, slope)| *x += size * weight * slope);
            }
            self.place(self.time + node * size, &x);
            let mut slope = vec![f64::NAN; count];
            self.done(unsafe { fmi2GetDerivatives(self.host.c, slope.as_mut_ptr(), count) });
            slopes.push(slope);
        }
        let error = (0..count).map(|k| {
            let sum: f64 = slopes.iter().zip(ERROR).map(|(slope, e)| e * slope[k]).sum();
            (size * sum).abs() / (TOLERANCE * (self.nominal[k] + x[k].abs()))
        });
        let error = error.fold(0.0, f64::max);
        (x, error)
    }

    fn trial(&mut self, size: f64) -> (Vec<f64>, Vec<f64>) {
        let (x, _) = self.ahead(size);
        self.place(self.time + size, &x);
        let z = self.indicators();
        (x, z)
    }

    fn run(&mut self, end: f64) {
        while end - self.time > LOCATED {
            let mut size = self.size.min(LONGEST).min(end - self.time);
            let (_, error) = self.ahead(size);
            let factor = 0.9 * error.max(1e-5).powf(-0.2);
            self.size = size * factor.clamp(0.2, 5.0);
            if error > 1.0 {
                continue;
            }
            let is_due = |z: &[f64]| z.iter().any(|z| *z < 0.0);
            let (mut x, z) = self.trial(size);
            let event = is_due(&z);
            if event {
                let mut low = 0.0;
                while size - low > LOCATED {
                    let middle = 0.5 * (low + size);
                    let (there, z) = self.trial(middle);
                    match is_due(&z) {
                        true => (size, x) = (middle, there),
                        false => low = middle,
                    }
                }
            }
            self.time += size;
            self.x = x.clone();
            self.place(self.time, &x);
            if event {
                self.update();
            }
        }
    }
}

/// When Co-Simulation has made enough transitions, with parameters set again after initialisation, and how many.
fn stepped(unit: &str, values: Values) -> (f64, i32) {
    let mut host = Host::initialised(unit);
    let values = parameters(&host.unit, values);
    set(&mut host, &values);
    let (mut time, mut count) = (0.0, 0);
    for step in 1.. {
        if count >= ENOUGH || time >= END {
            break;
        }
        assert_eq!(host.step(time, STEP), fmi2OK, "{unit}: {:?}", host.messages());
        time = f64::from(step) * STEP;
        count = host.integer("eventCount");
    }
    (time, count)
}

#[test]
fn every_unit_runs_as_in_co_simulation() {
    let mut transitions = 0;
    for unit in catalogue::names() {
        for values in [Values::Equal, Values::Tuned] {
            let (end, expected) = stepped(unit, values);
            transitions += expected;
            for order in [Order::After, Order::BeforeAndAfter] {
                let mut importer = Importer::new(unit, order, values);
                importer.run(end);
                let found = importer.host.integer("eventCount");
                assert_eq!(found, expected, "{unit}, parameters {order:?}, {values:?}");
            }
        }
    }
    assert!(transitions > 20, "{transitions}");
}
