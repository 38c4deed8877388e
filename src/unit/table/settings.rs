//! Settings: choices of the host for the motion of a model, which are no elements.

use super::Table;
use super::kinds::discrete;
use crate::network::{Method, Network, PhysicalUnit, RELATIVE_TOLERANCE_BOUNDS};
use crate::unit::variable::{
    Accessor, Causality, Initial, Item, Kind, Setting, Value, Variability, Variable,
};

/// Integration methods, in the order of [`Method::ALL`].
static METHOD: &[Item] = &[
    Item { name: "events", description: "Event-driven (every transition is located and resolved)" },
    Item {
        name: "moreau",
        description: "Time stepping of Moreau (transitions are reported at the end of a step)",
    },
];

/// `predictionHorizon` at the start, in communication steps of the default experiment.
const HORIZON: f64 = 10.0;

/// `portTimeConstant` at the start, s.
pub const PORT_TIME_CONSTANT: f64 = 0.01;

/// Returns the default of the time within which transitions are predicted, s.
pub fn prediction_horizon(network: &Network) -> f64 {
    HORIZON * network.experiment.step_size
}

/// Returns the item of [`METHOD`], counted from 1.
pub fn item_of(method: Method) -> i32 {
    1 + Method::ALL.iter().take_while(|other| **other != method).count() as i32
}

impl Table<'_> {
    pub(super) fn settings(&mut self) {
        let named = (1..).zip(METHOD);
        let named: Vec<String> =
            named.map(|(number, Item { name, .. })| format!("{number}: {name}")).collect();
        let text = format!("Integration method ({})", named.join(", "));
        let start = item_of(self.network.experiment.method);
        self.push(Variable {
            min: Some(1.0),
            max: Some(METHOD.len() as f64),
            ..self.setting(
                "method",
                &text,
                Kind::Named(METHOD),
                Value::Integer(start),
                Setting::Method,
            )
        });
        let text = "Maximum step of the method moreau (0: communication step)";
        let start = Value::Real(self.network.experiment.moreau_step);
        self.push(Variable {
            min: Some(0.0),
            unit: PhysicalUnit::Second,
            ..self.setting("moreauStep", text, Kind::Real, start, Setting::MoreauStep)
        });
        let text = "= true, if a step ends early at its first transition";
        let start = Value::Boolean(false);
        self.push(self.setting("stopAtEvents", text, Kind::Boolean, start, Setting::StopAtEvents));
        if self.network.has_given_motions() {
            let text = "= true, if inputs are values at the end of the next step";
            let (name, start) = ("inputsAtStepEnd", self.network.experiment.inputs_at_end);
            let start = Value::Boolean(start);
            self.push(self.setting(name, text, Kind::Boolean, start, Setting::InputsAtStepEnd));
        }
        let text = "Relative tolerance of the integration";
        let start = Value::Real(self.network.experiment.relative_tolerance);
        let (min, max) = RELATIVE_TOLERANCE_BOUNDS;
        self.push(Variable {
            min: Some(min),
            max: Some(max),
            ..self.setting("relativeTolerance", text, Kind::Real, start, Setting::RelativeTolerance)
        });
        self.times();
    }

    /// Adds the time constants, where the network has use for them.
    fn times(&mut self) {
        if self.network.bodies.iter().any(|body| body.kind.port().is_some()) {
            let text = "Time constant of slip removal at stuck contacts of ports (Model Exchange)";
            let start = Value::Real(PORT_TIME_CONSTANT);
            self.push(Variable {
                min: Some(f64::MIN_POSITIVE),
                unit: PhysicalUnit::Second,
                ..self.setting(
                    "portTimeConstant",
                    text,
                    Kind::Real,
                    start,
                    Setting::PortTimeConstant,
                )
            });
        }
        if self.network.predict {
            let text = "Prediction horizon of nextEventTime";
            let start = Value::Real(prediction_horizon(self.network));
            self.push(Variable {
                min: Some(f64::MIN_POSITIVE),
                unit: PhysicalUnit::Second,
                ..self.setting(
                    "predictionHorizon",
                    text,
                    Kind::Real,
                    start,
                    Setting::PredictionHorizon,
                )
            });
        }
    }

    /// Returns a fixed parameter of the unit as a whole.
    fn setting(
        &self,
        name: &str,
        text: &str,
        kind: Kind,
        start: Value,
        setting: Setting,
    ) -> Variable {
        Variable {
            causality: Causality::Parameter,
            variability: Variability::Fixed,
            initial: Some(Initial::Exact),
            start: Some(start),
            ..discrete(name.to_owned(), self.text(text), kind, Accessor::Setting(setting))
        }
    }
}
