//! Rules that parameters of laws break, by the names of the file.

use super::{Contact, Network, Signal};
use crate::laws::{LawError, shown};

impl Network {
    /// Returns a rule that parameters of the law of a contact break, with the parameters and inputs that it joins as the file names
    /// them, and their values.
    pub fn broken_rule(
        &self,
        contact: &Contact,
        error: &LawError,
        value: impl Fn(Signal) -> f64,
    ) -> String {
        let told = error.parameters.iter().map(|&k| {
            let start = if k == 0 { 0 } else { contact.law.ends[k - 1] };
            let numbers = &contact.law_numbers[start..contact.law.ends[k]];
            let entries: Vec<f64> = numbers.iter().map(|number| value(*number)).collect();
            let name = numbers.first().map_or("", |number| self.name_of(*number));
            // entries of a list are numbered
            let name = name.split('[').next().unwrap_or(name);
            let shown = contact.law.parameters().nth(k).map(|declared| shown(declared, &entries));
            format!("{name} = {}", shown.unwrap_or_default())
        });
        let mut told: Vec<String> = told.collect();
        told.dedup();
        match told.as_slice() {
            [] => error.rule.clone(),
            told => format!("{} ({})", error.rule, told.join(", ")),
        }
    }
}
