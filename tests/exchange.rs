//! Model Exchange: units that are integrated from outside move as in Co-Simulation.

use std::f64::consts::PI;
use std::sync::Arc;

use luztar::motion::Event;
use luztar::unit::{Causality, Instance, Unit, Value, catalogue, exchange_sizes};

/// A host with the classical Runge–Kutta method and bisection.
struct Integrator {
    instance: Instance,
    time: f64,
    x: Vec<f64>,
    signs: Vec<bool>,
    events: Vec<Event>,
}

/// To this length (s) an interval with an event is halved.
const LOCATED: f64 = 1e-13;

impl Integrator {
    fn new(unit: &Arc<Unit>, values: &[(&str, f64)]) -> Self {
        let mut instance = Instance::exchange(unit.clone());
        for (name, value) in values {
            instance.set(unit.find(name).unwrap(), Value::Real(*value)).unwrap();
        }
        instance.enter_initialization().unwrap();
        instance.exit_initialization().unwrap();
        let x = instance.continuous_states().unwrap().to_vec();
        let mut host = Self { instance, time: 0.0, x, signs: Vec::new(), events: Vec::new() };
        host.event();
        host
    }

    fn event(&mut self) {
        self.instance.set_continuous(false);
        let changed = self.instance.make_transitions().unwrap_or_else(|fault| panic!("{fault}"));
        self.events.extend_from_slice(self.instance.step_events());
        let states = self.instance.continuous_states().unwrap();
        assert_eq!(changed, states != self.x, "{states:?} {:?}", self.x);
        self.x.copy_from_slice(states);
        self.instance.set_continuous(true);
        self.signs = self.indicators().iter().map(|z| *z > 0.0).collect();
        assert!(self.signs.iter().all(|positive| *positive), "left after an event");
    }

    fn indicators(&mut self) -> Vec<f64> {
        let mut z = vec![f64::NAN; exchange_sizes(self.instance.unit()).1];
        self.instance.event_indicators(&mut z).unwrap();
        assert!(z.iter().all(|z| z.is_finite() && *z != 0.0), "{z:?}");
        z
    }

    fn place(&mut self, time: f64, x: &[f64]) {
        self.instance.set_time(time).unwrap();
        self.instance.set_states(x).unwrap();
        assert_eq!(self.instance.continuous_states().unwrap(), x);
    }

    fn slope(&mut self, time: f64, x: &[f64]) -> Vec<f64> {
        self.place(time, x);
        let mut slope = vec![f64::NAN; x.len()];
        self.instance.state_derivatives(|index, rate| slope[index] = rate).unwrap();
        slope
    }

    /// The states a step later.
    fn ahead(&mut self, h: f64) -> Vec<f64> {
        let (t, x) = (self.time, self.x.clone());
        let along = |slope: &[f64], h: f64| -> Vec<f64> {
            x.iter().zip(slope).map(|(x, slope)| x + h * slope).collect()
        };
        let a = self.slope(t, &x);
        let b = self.slope(t + 0.5 * h, &along(&a, 0.5 * h));
        let c = self.slope(t + 0.5 * h, &along(&b, 0.5 * h));
        let d = self.slope(t + h, &along(&c, h));
        (0..x.len()).map(|k| x[k] + h / 6.0 * (a[k] + 2.0 * (b[k] + c[k]) + d[k])).collect()
    }

    /// Steps of at most `h` to `end`, with all events.
    fn run(&mut self, end: f64, h: f64) {
        while end - self.time > LOCATED {
            let mut size = h.min(end - self.time);
            let mut x = self.ahead(size);
            let crossed = |host: &mut Self, size: f64, x: &[f64]| {
                host.place(host.time + size, x);
                host.indicators().iter().zip(&host.signs).any(|(z, sign)| (*z > 0.0) != *sign)
            };
            let mut event = false;
            if crossed(self, size, &x) {
                event = true;
                let (mut low, mut high) = (0.0, size);
                while high - low > LOCATED {
                    let middle = 0.5 * (low + high);
                    let there = self.ahead(middle);
                    if crossed(self, middle, &there) { high = middle } else { low = middle }
                }
                size = high;
                x = self.ahead(size);
            }
            self.time += size;
            self.place(self.time, &x);
            self.x = x;
            if event {
                self.event();
            }
        }
    }

    fn get(&mut self, name: &str) -> f64 {
        let index = self.instance.unit().find(name).unwrap();
        match self.instance.get(index).unwrap() {
            Value::Real(x) => x,
            Value::Integer(n) => f64::from(n),
            Value::Boolean(yes) => f64::from(u8::from(yes)),
        }
    }
}

#[test]
fn spring_and_mass_reverse_and_rest() {
    let text = include_str!("networks/spring_mass.toml");
    let unit = Unit::read(text, "spring_mass.toml").unwrap();
    let mut host = Integrator::new(&unit, &[]);
    host.run(2.0, 1e-3);
    let times: Vec<f64> = host.events.iter().map(|event| event.time).collect();
    assert_eq!(times.len(), 3, "{times:?}");
    for (k, time) in (1..).zip(times) {
        assert!((time - f64::from(k) * PI / 10.0).abs() <= 1e-8, "{time}");
    }
    assert_eq!(host.get("floor.stuck"), 1.0);
    assert_eq!(host.get("block.velocity"), 0.0);
    assert!((host.get("block.position") + 0.02).abs() <= 1e-8);
    assert!((host.get("floor.dissipatedEnergy") - 1.98).abs() <= 1e-8);
    assert!((host.get("floor.meanFrictionForce") - 2.0).abs() <= 1e-6, "the force now");
}

#[test]
fn a_window_is_entered_and_left_by_events() {
    let window = "staticFriction = 1.5\nregularisation = \"karnopp\"\nwindow = 1e-2";
    let text = include_str!("networks/coulomb_belt.toml").replace("staticFriction = 1.5", window);
    let unit = Unit::read(&text, "belt.toml").unwrap();
    let mut host = Integrator::new(&unit, &[]);
    host.run(20.0, 1e-2);
    let mut slave = Instance::new(unit.clone());
    slave.enter_initialization().unwrap();
    slave.exit_initialization().unwrap();
    slave.step(0.0, 20.0).unwrap();
    let events = slave.step_events();
    assert!(events.len() >= 4 && events.len() == host.events.len(), "{events:?} {:?}", host.events);
    // A host stops 1e-9 m/s within the window, which is left √(2·1e-9/0.2) s later.
    let near = 2e-4;
    for (seen, event) in host.events.iter().zip(events) {
        assert_eq!((seen.from, seen.to), (event.from, event.to));
        assert!((seen.time - event.time).abs() <= near, "{seen:?} {event:?}");
    }
    for name in ["slider.position", "slider.velocity", "belt.slipVelocity", "belt.dissipatedEnergy"]
    {
        let Value::Real(expected) = slave.get(unit.find(name).unwrap()).unwrap() else {
            panic!("{name}")
        };
        assert!((host.get(name) - expected).abs() <= near, "{name}");
    }
}

#[test]
fn round_off_in_velocities_does_not_wake_a_stuck_contact() {
    let unit = catalogue::unit("TwoMassThreeContacts").unwrap();
    let mut host = Integrator::new(&unit, &[("body1.force", 0.1)]);
    let rest = host.x.clone();
    let noisy: Vec<f64> = rest.iter().map(|x| x + 1e-7).collect();
    host.place(0.5, &noisy);
    for contact in ["contact12", "contact10", "contact20"] {
        let name = format!("{contact}.slipVelocity");
        assert_eq!(host.get(&name), 0.0, "{name}");
    }
    assert!(host.indicators().iter().all(|z| *z > 0.0));
    host.time = 0.5;
    host.x = noisy;
    host.event();
    assert_eq!(host.events, []);
    assert_eq!(host.get("contact12.stuck"), 1.0);
}

/// Every unit with inputs that are held for a while, against Co-Simulation.
#[test]
fn every_unit_has_the_transitions_of_co_simulation() {
    let mut total = 0;
    for name in catalogue::names() {
        let unit = catalogue::unit(name).unwrap();
        let h = unit.network().experiment.step_size;
        let prescribed = unit.network().inputs.iter().any(|input| {
            ["osition", "ngle", "elocity", "cceleration"].iter().any(|q| input.name.ends_with(q))
        });
        let mut slave = Instance::new(unit.clone());
        slave.enter_initialization().unwrap();
        slave.exit_initialization().unwrap();
        let mut host = Integrator::new(&unit, &[]);
        let mut events = Vec::new();
        for stage in 0..4 {
            host.instance.set_continuous(false);
            for (index, row) in unit.variables().iter().enumerate() {
                if row.causality == Causality::Input {
                    let value = [4.1, 0.0, -3.3][(stage + index) % 3];
                    let value = Value::Real(f64::max(value, row.min.unwrap_or(f64::MIN)));
                    slave.set(index, value).unwrap();
                    host.instance.set(index, value).unwrap();
                }
            }
            host.event();
            // Prescribed motions go on by themselves within a step, here they do not.
            let size = if prescribed { 1e-12 } else { 31.7 * h };
            let from = slave.time();
            slave.step(from, size).unwrap();
            events.extend_from_slice(slave.step_events());
            host.run(slave.time(), h / 8.0);
        }
        let limit = 15;
        assert_eq!(host.events.len().min(limit), events.len().min(limit), "{name}");
        for (seen, event) in host.events.iter().zip(&events).take(limit) {
            let same = (event.element, event.from, event.to);
            assert_eq!((seen.element, seen.from, seen.to), same, "{name}: {seen:?} {event:?}");
            assert!((seen.time - event.time).abs() <= 1e-6, "{name}: {seen:?} {event:?}");
        }
        total += events.len();
    }
    assert!(total > 20, "{total} transitions in all");
}

#[test]
fn a_saved_state_goes_on_and_is_not_taken_for_one_of_steps() {
    let text = include_str!("networks/spring_mass.toml");
    let unit = Unit::read(text, "spring_mass.toml").unwrap();
    let mut host = Integrator::new(&unit, &[]);
    host.run(0.4, 1e-3);
    let saved = host.instance.save();
    let mut other = Integrator::new(&unit, &[]);
    other.instance.restore(&saved).unwrap();
    (other.time, other.x) = (host.time, host.x.clone());
    host.run(1.0, 1e-3);
    other.run(1.0, 1e-3);
    assert_eq!(host.x, other.x);
    assert_eq!(host.instance.save(), other.instance.save());
    let mut slave = Instance::new(unit.clone());
    assert!(slave.restore(&saved).unwrap_err().to_string().contains("Model Exchange"));
    assert!(
        other.instance.restore(&slave.save()).unwrap_err().to_string().contains("Co-Simulation")
    );
    other.instance.reset();
    assert_eq!(other.instance.save(), Instance::exchange(unit).save());
}

/// The load of the spring is beyond all numbers, though its force is not.
#[test]
fn indicators_that_are_no_numbers_are_refused() {
    const PRESSED: &str = r#"
        [unit]
        name = "Pressed"
        [body.block]
        mass = 1.0
        [spring.press]
        between = "block"
        stiffness = 1.0
        [contact.rub]
        between = "block"
        law = "coulomb"
        kineticCoefficient = 0.4
        normalForce = 1.0
        loadSpring = "press"
        loadFactor = 1e10
    "#;
    let unit = Unit::read(PRESSED, "pressed.toml").unwrap_or_else(|errors| panic!("{errors}"));
    let mut instance = Instance::exchange(unit.clone());
    let position = unit.find("block.position0").unwrap();
    instance.set(position, Value::Real(-1e300)).unwrap();
    instance.enter_initialization().unwrap();
    let mut z = vec![0.0; exchange_sizes(&unit).1];
    let fault = instance.event_indicators(&mut z).expect_err("an infinite load");
    assert!(fault.to_string().contains("event indicator 1 is no longer finite"), "{fault}");
}
