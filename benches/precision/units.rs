//! luztar's own units: exact, and with the regularisations of its laws, through its Rust interface.

use luztar::unit::{ContactId, Element, Model, Simulation, Value, catalogue};

use super::Runner;
use super::problem::{Problem, Ramp, SIZE};
use super::smoothed::{BAND, mode};
use super::transitions::{Transition, change};

/// Pieces of a communication step after which a regularised contact is tested, and halvings of one in which it was seen
/// to change.
const PIECES: usize = 10;
const HALVINGS: usize = 45;

/// Function in place of sgn w, with its width.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    Tanh(f64),
    Linear(f64),
    Karnopp(f64),
}

pub struct Luztar {
    instance: Simulation,
    inputs: Vec<usize>,
    slips: Vec<usize>,
    /// Slip speed up to which a contact counts as stuck; None where it tells its transitions itself.
    band: Option<f64>,
}

impl Shape {
    /// Returns the keys of a contact, and its band.
    fn keys(self) -> (String, Option<f64>) {
        let keys = |kind: &str, key: &str, number: f64| {
            format!("regularisation = \"{kind}\"\n{key} = {number:?}\n")
        };
        match self {
            Self::Tanh(width) => (keys("tanh", "steepness", 1.0 / width), Some(BAND * width)),
            Self::Linear(width) => (keys("linear", "rampVelocity", width), Some(width)),
            Self::Karnopp(width) => (keys("karnopp", "window", width), None),
        }
    }
}

impl Luztar {
    /// Makes the method, initialised at 0 s.
    pub fn new(problem: &Problem, tolerance: f64, shape: Option<Shape>) -> Self {
        let (unit, band) = match shape {
            None => (catalogue::unit(problem.unit).expect("a ready-made unit"), None),
            Some(shape) => {
                let (keys, band) = shape.keys();
                let text = catalogue::text(problem.unit).expect("a ready-made unit");
                let text = text.replace("law = ", &format!("{keys}law = "));
                let unit = Model::read(&text, problem.unit);
                (unit.unwrap_or_else(|wrong| panic!("{wrong}")), band)
            }
        };
        let find = |name: &str| unit.find(name).unwrap_or_else(|| panic!("no variable {name}"));
        let inputs = problem.inputs.iter().map(|input| find(input.name)).collect();
        let slips =
            problem.contacts.iter().map(|contact| find(&format!("{}.slipVelocity", contact.name)));
        let slips = slips.collect();
        let mut instance = Simulation::new(unit.clone());
        let parameters = problem.parameters.iter().copied();
        for (name, value) in parameters.chain([("relativeTolerance", tolerance)]) {
            instance.set(find(name), Value::Real(value)).expect("is set");
        }
        let mut luztar = Self { instance, inputs, slips, band };
        luztar.set(problem.given(0).expect("inputs at the start"));
        luztar.instance.enter_initialization().expect("begins");
        luztar.instance.exit_initialization().expect("is initialised");
        luztar
    }

    /// Returns the velocity of a contact's slip.
    fn slip(&mut self, contact: usize) -> f64 {
        match self.instance.get(self.slips[contact]) {
            Ok(Value::Real(slip)) => slip,
            other => panic!("a slip velocity is {other:?}"),
        }
    }

    fn advance(&mut self, size: f64) -> Result<(), String> {
        let now = self.instance.time();
        self.instance.step(now, size).map(|_| ()).map_err(|fault| fault.to_string())
    }

    /// Moves by a piece of a communication step; contacts that leave or enter the band in it are followed to the instant.
    fn observe(
        &mut self,
        size: f64,
        band: f64,
        record: &mut Vec<Transition>,
    ) -> Result<(), String> {
        let (begin, start) = (self.instance.time(), self.instance.save());
        let contacts = self.slips.len();
        let before: Vec<i32> =
            (0..contacts).map(|contact| mode(self.slip(contact), band)).collect();
        self.advance(size)?;
        let after: Vec<i32> = (0..contacts).map(|contact| mode(self.slip(contact), band)).collect();
        for contact in (0..contacts).filter(|contact| before[*contact] != after[*contact]) {
            let (mut low, mut high) = (0.0, size);
            for _ in 0..HALVINGS {
                let middle = 0.5 * (low + high);
                self.instance.restore(&start).expect("a state of its own");
                self.advance(middle)?;
                let same = mode(self.slip(contact), band) == before[contact];
                if same { low = middle } else { high = middle }
            }
            change(begin + high, contact, before[contact], after[contact], record);
        }
        self.instance.restore(&start).expect("a state of its own");
        self.advance(size)
    }
}

impl Runner for Luztar {
    fn set(&mut self, inputs: Vec<Ramp>) {
        for (index, ramp) in self.inputs.iter().zip(inputs) {
            self.instance.set(*index, Value::Real(ramp.value)).expect("an input");
            self.instance.set_input_derivative(*index, ramp.slope).expect("an input");
        }
    }

    fn step(&mut self, _: f64, record: Option<&mut Vec<Transition>>) -> Result<(), String> {
        let Some(record) = record else { return self.advance(SIZE) };
        if let Some(band) = self.band {
            return (0..PIECES).try_for_each(|_| self.observe(SIZE / PIECES as f64, band, record));
        }
        self.advance(SIZE)?;
        for event in self.instance.step_events() {
            if let Element::Contact(ContactId(contact)) = event.element() {
                change(event.time(), contact, event.from(), event.to(), record);
            }
        }
        Ok(())
    }
}
