//! Golden values: all bits of outputs and event times of every model of the library and of every example network, by events,
//! by time stepping and in Model Exchange. A change that is meant to leave results alone changes no line of golden.txt;
//! `LUZTAR_BLESS=1 cargo test --test unit golden` writes it anew where results are meant to change.
//!
//! Inputs and the host of Model Exchange use sums, products and quotients alone, so that the bits are those of any machine.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use luztar::dynamics::Event;
use luztar::unit::{Causality, Model, Simulation, Value, catalogue, exchange_sizes};

const GOLDEN: &str = "tests/unit/golden.txt";

/// Communication steps, each of a hundredth of the default experiment.
const STEPS: usize = 40;

/// Steps of the host of Model Exchange in each of these.
const PARTS: usize = 20;

/// Values of inputs in units of their start value, or of 1, over and over.
const PATTERN: [f64; 8] = [1.0, 1.5, 0.75, -0.5, -1.25, -0.25, 0.5, 1.25];

/// A hash of numbers (FNV-1a), and transitions.
struct Record {
    hash: u64,
    transitions: usize,
    last: f64,
}

impl Record {
    const EMPTY: Self = Self { hash: 0xcbf2_9ce4_8422_2325, transitions: 0, last: 0.0 };

    fn note(&mut self, bits: u64) {
        for byte in bits.to_le_bytes() {
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn note_events(&mut self, events: &[Event]) {
        for event in events {
            self.transitions += 1;
            self.last = event.time();
            self.note(event.time().to_bits());
            for mode in [event.from(), event.to()] {
                self.note(u64::from(mode.cast_unsigned()));
            }
        }
    }

    fn note_outputs(&mut self, instance: &mut Simulation) {
        let unit = instance.unit().clone();
        for (index, row) in unit.variables().iter().enumerate() {
            if row.causality != Causality::Output {
                continue;
            }
            match instance.get(index) {
                Ok(Value::Real(x)) => self.note(x.to_bits()),
                Ok(Value::Integer(n)) => self.note(u64::from(n.cast_unsigned())),
                Ok(Value::Boolean(yes)) => self.note(u64::from(yes)),
                Err(fault) => fault.to_string().bytes().for_each(|byte| self.note(byte.into())),
            }
        }
    }

    fn line(&self, ended: Option<String>) -> String {
        let Self { hash, transitions, last } = self;
        let ended = ended.map(|fault| format!(", then {fault}")).unwrap_or_default();
        format!("{hash:016x}, {transitions} transitions, the last at {last:?} s{ended}")
    }
}

/// Values of the inputs at a communication point.
fn inputs(unit: &Model, point: usize) -> Vec<(usize, f64)> {
    let rows = unit.variables().iter().enumerate();
    let inputs = rows.filter(|(_, row)| row.causality == Causality::Input);
    let values = inputs.enumerate().map(|(place, (index, row))| {
        let start = match row.start {
            Some(Value::Real(start)) if start != 0.0 => start,
            _ => 1.0,
        };
        let value = start * PATTERN[(point / 4 + place) % PATTERN.len()];
        (index, value.clamp(row.min.unwrap_or(f64::MIN), row.max.unwrap_or(f64::MAX)))
    });
    values.collect()
}

/// Runs a model; what it refuses is part of its line.
fn run(unit: &Arc<Model>, method: i32, size: f64) -> String {
    let mut record = Record::EMPTY;
    let ended = try_run(unit, method, size, &mut record).err();
    record.line(ended)
}

fn try_run(unit: &Arc<Model>, method: i32, h: f64, record: &mut Record) -> Result<(), String> {
    let told = |fault: luztar::unit::Fault| fault.to_string();
    let mut instance = Simulation::new(unit.clone());
    instance
        .set(unit.find("method").expect("every one has it"), Value::Integer(method))
        .map_err(told)?;
    instance.enter_initialization().map_err(told)?;
    instance.exit_initialization().map_err(told)?;
    for point in 0..STEPS {
        for (index, value) in inputs(unit, point) {
            instance.set(index, Value::Real(value)).map_err(told)?;
        }
        instance.step(point as f64 * h, h).map_err(told)?;
        record.note_events(instance.step_events());
        record.note_outputs(&mut instance);
    }
    Ok(())
}

/// Runs a model in Model Exchange: Euler's method with Heun's corrector, events at the ends of steps.
fn exchange(unit: &Arc<Model>, size: f64) -> String {
    let mut record = Record::EMPTY;
    let ended = try_exchange(unit, size / PARTS as f64, &mut record).err();
    record.line(ended)
}

fn try_exchange(unit: &Arc<Model>, h: f64, record: &mut Record) -> Result<(), String> {
    let told = |fault: luztar::unit::Fault| fault.to_string();
    let mut instance = Simulation::exchange(unit.clone());
    instance.enter_initialization().map_err(told)?;
    instance.exit_initialization().map_err(told)?;
    let (states, indicators) = exchange_sizes(unit);
    let (mut first, mut second, mut z) =
        (vec![0.0; states], vec![0.0; states], vec![0.0; indicators]);
    let mut x = vec![0.0; states];
    instance.begin_event().map_err(told)?;
    for step in 0..=STEPS * PARTS {
        let time = step as f64 * h;
        if step > 0 {
            instance.state_derivatives(|index, rate| first[index] = rate).map_err(told)?;
            let ahead: Vec<f64> = x.iter().zip(&first).map(|(x, rate)| x + h * rate).collect();
            instance.set_time(time).map_err(told)?;
            instance.set_states(&ahead).map_err(told)?;
            instance.state_derivatives(|index, rate| second[index] = rate).map_err(told)?;
            for ((x, first), second) in x.iter_mut().zip(&first).zip(&second) {
                *x += 0.5 * h * (first + second);
            }
            instance.set_states(&x).map_err(told)?;
            instance.event_indicators(&mut z).map_err(told)?;
            let given = step % (4 * PARTS) == 0;
            if !given && z.iter().all(|z| *z > 0.0) {
                continue;
            }
            instance.begin_event().map_err(told)?;
        }
        if step % (4 * PARTS) == 0 {
            for (index, value) in inputs(unit, step / PARTS) {
                instance.set(index, Value::Real(value)).map_err(told)?;
            }
        }
        instance.make_transitions().map_err(told)?;
        record.note_events(instance.step_events());
        x.copy_from_slice(instance.continuous_states().map_err(told)?);
        instance.end_event();
        record.note_outputs(&mut instance);
    }
    Ok(())
}

fn units() -> Vec<Arc<Model>> {
    let library =
        catalogue::names().map(|name| catalogue::unit(name).expect("named by the library"));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/networks");
    let files =
        fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> =
        files.filter(|path| path.extension().is_some_and(|e| e == "toml")).collect();
    files.sort();
    let examples = files.iter().map(|path| {
        let text = fs::read_to_string(path).expect("a text");
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
        let read = luztar::network::read_in(&text, name, &folder);
        let (network, text) = read.unwrap_or_else(|wrong| panic!("{wrong}"));
        Model::new(network, text)
    });
    library.chain(examples).collect()
}

#[test]
fn results_are_what_they_were() {
    let mut lines = String::new();
    for unit in units() {
        let size = unit.network().experiment.stop_time / 100.0;
        let name = unit.name();
        lines += &format!("{name}, events: {}\n", run(&unit, 1, size));
        lines += &format!("{name}, time stepping: {}\n", run(&unit, 2, size));
        lines += &format!("{name}, Model Exchange: {}\n", exchange(&unit, size));
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(GOLDEN);
    if std::env::var_os("LUZTAR_BLESS").is_some() {
        fs::write(&path, &lines).expect("written");
    }
    let golden = fs::read_to_string(&path).unwrap_or_default();
    let different: Vec<String> = lines
        .lines()
        .zip(golden.lines())
        .filter(|(now, before)| now != before)
        .map(|(now, before)| format!("  {before}\nis now\n  {now}"))
        .collect();
    assert!(different.is_empty(), "{}", different.join("\n"));
    assert_eq!(lines.lines().count(), golden.lines().count());
}
