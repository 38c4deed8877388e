//! Symbols of a network: a letter for what a parameter is, and the name of its element.
//!
//! `k_shaft` is `shaft.stiffness`. A key without a letter stands for itself; a parameter of no element has its own name.

use std::collections::{HashMap, HashSet};

use luztar::network::{Axis, End, Meaning, Network, ParameterId, PhysicalUnit, Signal};
use luztar::study::Case;

use super::quantity::{Quantity, Term, number, sum};

/// Letters of keys.
const LETTERS: &[(&str, &str)] = &[
    ("backlash", "g"),
    ("constantForce", "F0"),
    ("constantTorque", "M0"),
    ("cubic", "k3"),
    ("damping", "d"),
    ("effectiveRadius", "r"),
    ("excitationAmplitude", "A"),
    ("excitationOmega", "ω"),
    ("excitationPhase", "φ"),
    ("force", "F"),
    ("gap[1]", "a"),
    ("gap[2]", "b"),
    ("inertia", "I"),
    ("kineticCoefficient", "μ"),
    ("kineticFriction", "FT0"),
    ("loadFactor", "n"),
    ("mass", "m"),
    ("matrix", "m"),
    ("normalForce", "N"),
    ("offset", "e0"),
    ("preload", "F0"),
    ("radius1", "r1"),
    ("radius2", "r2"),
    ("ratio", "p"),
    ("staticCoefficient", "μs"),
    ("staticFriction", "FTs"),
    ("stiffness", "k"),
    ("surfaceVelocity", "v"),
    ("torque", "M"),
    ("viscous", "C"),
];

/// A row of the table of symbols.
pub struct Row {
    pub symbol: String,
    pub value: String,
    pub unit: String,
    /// The variable that it stands for, or how it follows from other symbols.
    pub meaning: String,
}

/// The symbols that were used so far.
pub struct Symbols<'m> {
    pub case: &'m Case,
    pub network: &'m Network,
    rows: Vec<Row>,
    /// Symbols by their meanings.
    known: HashMap<String, String>,
    taken: HashSet<String>,
}

impl<'m> Symbols<'m> {
    pub fn new(case: &'m Case) -> Self {
        let network = case.unit().network();
        let taken = network.bodies.iter().map(|body| body.name.clone()).collect();
        Self { case, network, rows: Vec::new(), known: HashMap::new(), taken }
    }

    /// The table, in the order in which the symbols were used first.
    pub fn into_rows(self) -> Vec<Row> {
        self.rows
    }

    /// A symbol that nothing else has.
    pub fn claim(&mut self, base: &str) -> String {
        let mut symbol = base.to_owned();
        let mut count = 1;
        while !self.taken.insert(symbol.clone()) {
            count += 1;
            symbol = format!("{base}_{count}");
        }
        symbol
    }

    /// The symbol of a meaning, which the table has from now on.
    fn entered(&mut self, base: &str, meaning: &str, value: String, unit: &str) -> String {
        if let Some(symbol) = self.known.get(meaning) {
            return symbol.clone();
        }
        let symbol = self.claim(base);
        self.known.insert(meaning.to_owned(), symbol.clone());
        let [unit, meaning] = [unit, meaning].map(str::to_owned);
        self.rows.push(Row { symbol: symbol.clone(), value, unit, meaning });
        symbol
    }

    /// A parameter or an input by the letter of its key.
    pub fn signal(&mut self, signal: Signal) -> Quantity {
        let name = self.network.name_of(signal);
        let base = match name.split_once('.') {
            Some((element, key)) => {
                let of = |key| LETTERS.iter().find(|(known, _)| *known == key);
                let (list, entry) = key.split_at(key.find('[').unwrap_or(key.len()));
                match (of(key), of(list)) {
                    (Some((_, letter)), _) => format!("{letter}_{element}"),
                    (None, Some((_, letter))) => format!("{letter}_{element}{entry}"),
                    (None, None) => format!("{key}_{element}"),
                }
            }
            None => name.to_owned(),
        };
        self.named(signal, &base)
    }

    pub fn parameter(&mut self, id: ParameterId) -> Quantity {
        self.signal(Signal::Parameter(id))
    }

    /// A parameter or an input by a symbol of its own.
    pub fn named(&mut self, signal: Signal, base: &str) -> Quantity {
        let (name, value) = (self.network.name_of(signal), self.case.signal(signal));
        let symbol = self.entered(base, name, number(value), self.unit(signal));
        Quantity::symbol(symbol, value)
    }

    /// Unit of a parameter or an input.
    pub fn unit(&self, signal: Signal) -> &'static str {
        let unit = match signal {
            Signal::Zero => PhysicalUnit::One,
            Signal::Parameter(id) => self.network.parameters[id.0].unit,
            Signal::Input(id) => self.network.inputs[id.0].unit,
        };
        unit.symbol().unwrap_or("-")
    }

    /// The numbers of a list, in one row.
    pub fn list(&mut self, signals: &[Signal], base: &str) {
        match signals {
            [] => {}
            [one] => {
                self.named(*one, base);
            }
            [first, ..] => {
                let values = signals.iter().map(|one| number(self.case.signal(*one)));
                let values = values.collect::<Vec<_>>().join(", ");
                let name = self.network.name_of(*first).trim_end_matches("[1]");
                self.entered(base, &format!("{name} = {values}"), "list".to_owned(), "-");
            }
        }
    }

    /// Numbers of a formula, by their full names: their own are in the formula.
    pub fn formula_number(&mut self, meaning: &Meaning) {
        match meaning {
            Meaning::Parameter(id) => self.by_name(&[Signal::Parameter(*id)]),
            Meaning::Input(id) => self.by_name(&[Signal::Input(*id)]),
            Meaning::List(ids) => {
                let signals: Vec<_> = ids.iter().map(|id| Signal::Parameter(*id)).collect();
                self.by_name(&signals);
            }
            _ => {}
        }
    }

    fn by_name(&mut self, signals: &[Signal]) {
        if let [first, ..] = signals {
            let name = self.network.name_of(*first);
            let name = name.split_once('[').map_or(name, |(list, _)| list);
            self.list(signals, name);
        }
    }

    /// A quantity that follows from other symbols.
    pub fn derived(&mut self, base: &str, formula: &str, value: f64, unit: &str) -> Quantity {
        Quantity::symbol(self.entered(base, formula, number(value), unit), value)
    }

    /// The sum of scalars as one symbol; that of the only one if there is no other.
    pub fn total(&mut self, base: &str, terms: &[Term], unit: &str) -> Quantity {
        match terms {
            [Term { minus: false, factor, .. }] => factor.clone(),
            _ => {
                let value = terms.iter().map(Term::value).sum();
                self.derived(base, &sum(terms).symbols, value, unit)
            }
        }
    }

    /// Factor of the motion of a body at an end.
    pub fn weight(&mut self, end: End) -> Quantity {
        end.weight.map_or_else(Quantity::one, |id| self.parameter(id))
    }
}

/// Unit of lengths or angles along an axis.
pub fn length(axis: Axis) -> &'static str {
    match axis {
        Axis::Translation => "m",
        Axis::Rotation => "rad",
    }
}

/// Unit of forces or torques along an axis.
pub fn force(axis: Axis) -> &'static str {
    match axis {
        Axis::Translation => "N",
        Axis::Rotation => "N.m",
    }
}
