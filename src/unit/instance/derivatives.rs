//! Derivatives with respect to time: those of inputs, which make them ramps, and those of outputs.

use super::Simulation;
use crate::dynamics::HIGHEST_DERIVATIVE;
use crate::network::{Network, ParameterId};
use crate::unit::quantities::{MOST_FACTORS, Quantity};
use crate::unit::{Accessor, Causality, Fault, Kind, Phase, Variable};

/// True if all inputs of a network may be ramps.
pub fn can_ramp(network: &Network) -> bool {
    !network.held_inputs().contains(&true)
}

/// Rates that are no part of the motion: of the energy that each contact dissipated, and of parameters.
pub(super) struct Rates<'r> {
    pub energy: &'r dyn Fn(usize) -> f64,
    pub change: &'r dyn Fn(ParameterId) -> f64,
}

/// Coefficients of the factors of a product.
type Factors = [[f64; HIGHEST_DERIVATIVE + 1]; MOST_FACTORS];

/// Derivatives of which one of higher order is made.
enum Higher<'q> {
    /// That of one order: of the power for an energy.
    Of(usize),
    /// Those of all factors up to the order.
    Product(&'q Quantity, usize, Factors),
}

impl Higher<'_> {
    fn of(accessor: Accessor, order: usize) -> Self {
        match (accessor, accessor.row()) {
            (_, Some((row, element))) if row.factors.len() > 1 => {
                Self::Product(row, element, [[0.0; HIGHEST_DERIVATIVE + 1]; MOST_FACTORS])
            }
            (Accessor::DissipatedEnergy(_), _) => Self::Of(order - 1),
            _ => Self::Of(order),
        }
    }

    fn needs(&self, k: usize) -> bool {
        match self {
            Self::Of(order) => *order == k,
            Self::Product(..) => true,
        }
    }
}

/// Returns coefficient k of a product of series.
fn product_term(factors: &[[f64; HIGHEST_DERIVATIVE + 1]], k: usize) -> f64 {
    let mut product = factors[0];
    for factor in &factors[1..] {
        let one = product;
        let coefficient = |k: usize| (0..=k).map(|i| one[i] * factor[k - i]).sum();
        product = std::array::from_fn(coefficient);
    }
    product[k]
}

impl Simulation {
    /// Checks that [`Simulation::set_input_derivative`] would accept the value.
    ///
    /// # Errors
    /// Those of [`Simulation::set_input_derivative`].
    pub fn check_input_derivative(&self, index: usize, rate: f64) -> Result<(), Fault> {
        let variable = self.variable(index)?;
        self.check_rate(variable, rate)?;
        if rate != 0.0 && self.inputs_at_end {
            let (quantity, value) = (variable.name.clone(), rate);
            let rule =
                "must be 0: with inputsAtStepEnd inputs are given at the end of a step".to_owned();
            return Err(Fault::Derivative { quantity, value, rule });
        }
        Ok(())
    }

    pub(super) fn check_rate(&self, variable: &Variable, rate: f64) -> Result<(), Fault> {
        let name = || format!("derivative of {}", variable.name);
        let Accessor::Input(id) = variable.accessor else {
            let rule = "only inputs have derivatives that a host gives";
            return Err(Fault::NotSettable { name: name(), phase: self.phase, rule });
        };
        if !rate.is_finite() {
            return Err(Fault::NotFinite { name: name(), value: rate });
        }
        if rate == 0.0 || !self.simulator.holds(id) {
            return Ok(());
        }
        let (quantity, value) = (variable.name.clone(), rate);
        let why = self.unit.network().why_held(id).unwrap_or_default();
        Err(Fault::Derivative { quantity, value, rule: format!("must be 0: {why}") })
    }

    /// Makes an input a ramp from the value that it has: until it is set again it goes on with this
    /// derivative, 1/s times its unit.
    ///
    /// # Errors
    /// Unknown index, no input, a number that is not finite, or an input that is held: a normal load of which
    /// friction is no multiple, a number of a friction law.
    pub fn set_input_derivative(&mut self, index: usize, rate: f64) -> Result<(), Fault> {
        self.check_input_derivative(index, rate)?;
        if let Accessor::Input(id) = self.variable(index)?.accessor {
            self.rates[id.0] = rate;
            self.simulator.record_given(id);
        }
        self.outdate();
        Ok(())
    }

    /// True if ramps tell all of the motion that an input gives, from now on: a surface or a body whose velocity does not begin
    /// where its ramp ended has jumped. If not, as for hosts that sample a motion, a velocity that may be the next sample of a
    /// smooth one is taken for that. No snapshot has it: it says how inputs are given, not what they are.
    ///
    /// # Errors
    /// Unknown index.
    pub fn take_ramps_as_declared(&mut self, index: usize, declared: bool) -> Result<(), Fault> {
        if let Accessor::Input(id) = self.variable(index)?.accessor {
            self.simulator.declare_ramps(id, declared);
        }
        Ok(())
    }

    /// Returns the time derivative of a Real output just after the present time, from the equations in the present
    /// modes; at a breakpoint of a law or formula that on the branch behind it. Discrete outputs, means and `nextEventTime` stay what
    /// they are: 0.
    ///
    /// # Errors
    /// Unknown index, a variable that is no Real output, a derivative that is not finite; before
    /// initialisation, or as [`Simulation::get`].
    pub fn output_derivative(&mut self, index: usize) -> Result<f64, Fault> {
        let mut rate = 0.0;
        self.output_derivatives(std::iter::once(index), |found| rate = found)?;
        Ok(rate)
    }

    /// Hands the time derivatives of Real outputs, each as [`Simulation::output_derivative`], to `found`; the equations are
    /// evaluated once for all.
    ///
    /// # Errors
    /// Those of [`Simulation::output_derivative`].
    pub fn output_derivatives(
        &mut self,
        outputs: impl Iterator<Item = usize> + Clone,
        mut found: impl FnMut(f64),
    ) -> Result<(), Fault> {
        outputs.clone().try_for_each(|index| self.check_output_derivative(index))?;
        self.refresh()?;
        self.simulator.rates(&self.parameters, &self.inputs);
        let power = |contact: usize| self.simulator.observation().dissipated_power[contact];
        let rates = Rates { energy: &power, change: &|_| 0.0 };
        for index in outputs {
            let variable = self.variable(index)?;
            let rate = self.rate_of(variable.accessor, &rates) + 0.0;
            if !rate.is_finite() {
                let name = format!("derivative of {}", variable.name);
                return Err(Fault::NotFinite { name, value: rate });
            }
            found(rate);
        }
        Ok(())
    }

    fn check_output_derivative(&self, index: usize) -> Result<(), Fault> {
        let variable = self.variable(index)?;
        if variable.causality != Causality::Output || variable.kind != Kind::Real {
            let (name, given) = (variable.name.clone(), "an output of type Real");
            return Err(Fault::NoDerivative { name, given });
        }
        if self.phase == Phase::Instantiated {
            let name = variable.name.clone();
            return Err(Fault::NotReadable { name, phase: self.phase });
        }
        Ok(())
    }

    /// Returns the time derivative of this order, 1 to [`HIGHEST_DERIVATIVE`], as [`Simulation::output_derivative`].
    ///
    /// # Errors
    /// Those of [`Simulation::output_derivative`]; an order beyond the first where friction forces are indeterminate, which
    /// share the load by their limits.
    pub fn output_derivative_of(&mut self, index: usize, order: usize) -> Result<f64, Fault> {
        let mut value = 0.0;
        self.output_derivatives_of(&[index], order, |_, found| value = found)?;
        self.finite_derivative(index, order, value)
    }

    /// Returns a derivative that is finite.
    ///
    /// # Errors
    /// [`Fault::NotFinite`] of any other.
    pub fn finite_derivative(&self, index: usize, order: usize, value: f64) -> Result<f64, Fault> {
        if value.is_finite() {
            return Ok(value);
        }
        let name = format!("derivative of order {order} of {}", self.variable(index)?.name);
        Err(Fault::NotFinite { name, value })
    }

    /// Hands the time derivatives of this order of Real outputs, whether they are finite or not, to `found`, each with its place
    /// among them; the equations are evaluated once for all.
    ///
    /// # Errors
    /// Those of [`Simulation::output_derivative_of`].
    pub fn output_derivatives_of(
        &mut self,
        outputs: &[usize],
        order: usize,
        mut found: impl FnMut(usize, f64),
    ) -> Result<(), Fault> {
        if order == 1 {
            let mut places = 0..;
            let outputs = outputs.iter().copied();
            return self.output_derivatives(outputs, |rate| {
                if let Some(place) = places.next() {
                    found(place, rate);
                }
            });
        }
        self.higher_derivatives(outputs, order, found)
    }

    fn higher_derivatives(
        &mut self,
        outputs: &[usize],
        order: usize,
        mut found: impl FnMut(usize, f64),
    ) -> Result<(), Fault> {
        outputs.iter().try_for_each(|index| self.check_output_derivative(*index))?;
        self.refresh()?;
        let mut asked = Vec::with_capacity(outputs.len());
        for index in outputs {
            let accessor = self.variable(*index)?.accessor;
            asked.push((accessor, Higher::of(accessor, order)));
        }
        let mut factorial = 1.0;
        for k in 0..=order {
            factorial *= k.max(1) as f64;
            if !asked.iter().any(|(_, higher)| higher.needs(k)) {
                continue;
            }
            if k > 0 && !self.simulator.derivatives(&self.parameters, &self.inputs, k) {
                let rule = "friction forces are indeterminate: only first derivatives are known";
                let first = outputs.first().map_or(Ok(""), |index| {
                    self.variable(*index).map(|variable| variable.name.as_str())
                })?;
                return Err(Fault::NoOrder { name: first.to_owned(), rule });
            }
            let power = |contact: usize| self.simulator.last_rates().dissipated_power[contact];
            let rates = Rates { energy: &power, change: &|_| 0.0 };
            for (place, (accessor, higher)) in asked.iter_mut().enumerate() {
                match higher {
                    Higher::Product(row, element, factors) => {
                        let seen = match k {
                            0 => self.simulator.observation(),
                            _ => self.simulator.last_rates(),
                        };
                        for (series, factor) in factors.iter_mut().zip(row.factors) {
                            series[k] =
                                factor.value(&self.observed_values(seen), *element) / factorial;
                        }
                        if k == order {
                            found(
                                place,
                                factorial * product_term(&factors[..row.factors.len()], k),
                            );
                        }
                    }
                    Higher::Of(own) if *own == k => {
                        found(place, self.rate_of(*accessor, &rates) + 0.0)
                    }
                    Higher::Of(_) => {}
                }
            }
        }
        Ok(())
    }

    /// Returns the time derivative, or the change, of one variable, as the motion last found it for all.
    pub(super) fn rate_of(&self, accessor: Accessor, beside: &Rates) -> f64 {
        let rates = self.simulator.last_rates();
        if let Some((row, element)) = self.present_force(accessor).row() {
            let present = self.observed_values(self.simulator.observation());
            return row.change(&present, &self.observed_values(rates), element);
        }
        match accessor {
            Accessor::Position(body) => rates.position[body],
            Accessor::DissipatedEnergy(contact) => (beside.energy)(contact),
            Accessor::InternalState(contact, state) => rates.internal_rate(contact, state),
            Accessor::InternalRate(contact, state) => rates.internal_rate_rate(contact, state),
            Accessor::PartForce(spring, part) => {
                let force = rates.spring_force[spring];
                self.part_numbers(spring, part).ratio * force
            }
            Accessor::PartDeflection(spring, part) => self.part_rate(spring, part, beside),
            // Discrete, or given.
            _ => 0.0,
        }
    }

    /// Returns the rate, or the change, of the deflection of a spring in a series, as [`Self::rate_of`].
    fn part_rate(&self, spring: usize, part: usize, beside: &Rates) -> f64 {
        let rates = self.simulator.last_rates();
        let entry = &self.unit.network().springs[spring];
        let series = self.series_numbers(spring);
        let moved = series
            .parts
            .iter()
            .zip(entry.part_numbers(beside.change))
            .map(|(part, by)| part.ratio * part.elastic.edge_change(by.elastic));
        let rate = rates.deflection[spring] - moved.sum::<f64>();
        let mut changes = entry.part_numbers(beside.change);
        let by = changes.nth(part).expect("as many as parts").elastic;
        let deflection = self.simulator.observation().deflection[spring];
        let numbers = series.parts[part];
        let carried = numbers.ratio * self.simulator.observation().spring_force[spring];
        numbers.share_rate(rates.spring_force[spring], (deflection, rate), &series.shares)
            + numbers.elastic.edge_change(by)
            - carried * by.stiffness / numbers.elastic.stiffness.powi(2)
    }
}
