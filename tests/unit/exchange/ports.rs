//! Ports in Model Exchange: a host that integrates a mass of its own, with Runge and Kutta's method and bisection, and the
//! friction of the unit on it.

use std::f64::consts::PI;

use luztar::network;
use luztar::unit::{Model, Simulation, Value, exchange_sizes};

/// To this length (s) an interval with an event is shortened.
const LOCATED: f64 = 1e-12;

struct Host {
    unit: Simulation,
    time: f64,
    /// Position and velocity of the mass, and behind them the states of the unit.
    x: Vec<f64>,
    /// Stiffness of the spring that holds it, N/m, force on it at the start, N, and by how much that grows, N/s.
    load: [f64; 3],
    /// True if it tells the applied force.
    tells: bool,
    events: Vec<(f64, i32, i32)>,
}

impl Host {
    fn new(text: &str, [position, velocity]: [f64; 2], load: [f64; 3]) -> Self {
        let network = network::read(text, "test.toml").unwrap_or_else(|wrong| panic!("{wrong}"));
        let unit = Simulation::exchange(Model::new(network, text.to_owned()));
        let x = vec![position, velocity];
        let mut host = Self { unit, time: 0.0, x, load, tells: true, events: Vec::new() };
        host.give();
        host.unit.enter_initialization().unwrap();
        host.unit.exit_initialization().unwrap();
        let own = host.unit.continuous_states().unwrap().to_vec();
        host.x.extend(own);
        host.event();
        host.events.clear();
        host
    }

    fn put(&mut self, name: &str, value: f64) {
        let index = self.unit.unit().find(name).unwrap();
        self.unit.set(index, Value::Real(value)).unwrap();
    }

    fn applied(&self) -> f64 {
        let [stiffness, force, rate] = self.load;
        force + rate * self.time - stiffness * self.x[0]
    }

    fn give(&mut self) {
        let (position, velocity, applied) = (self.x[0], self.x[1], self.applied());
        self.put("flange.position", position);
        self.put("flange.velocity", velocity);
        self.put("flange.appliedForce", if self.tells { applied } else { 0.0 });
    }

    fn place(&mut self, time: f64, x: &[f64]) {
        self.time = time;
        self.x.copy_from_slice(x);
        self.unit.set_time(time).unwrap();
        self.give();
        self.unit.set_states(&x[2..]).unwrap();
    }

    fn slope(&mut self, time: f64, x: &[f64]) -> Vec<f64> {
        self.place(time, x);
        let index = self.unit.unit().find("flange.reaction").unwrap();
        let Ok(Value::Real(reaction)) = self.unit.get(index) else { panic!("a force") };
        let mut slope = vec![x[1], self.applied() + reaction];
        self.unit.state_derivatives(|_, rate| slope.push(rate)).unwrap();
        slope
    }

    fn step(&mut self, from: (f64, &[f64]), h: f64) -> Vec<f64> {
        let (time, x) = from;
        let along = |slope: &[f64], h: f64| -> Vec<f64> {
            x.iter().zip(slope).map(|(x, slope)| x + h * slope).collect()
        };
        let a = self.slope(time, x);
        let b = self.slope(time + 0.5 * h, &along(&a, 0.5 * h));
        let c = self.slope(time + 0.5 * h, &along(&b, 0.5 * h));
        let d = self.slope(time + h, &along(&c, h));
        let mean: Vec<f64> =
            (0..x.len()).map(|i| (a[i] + 2.0 * (b[i] + c[i]) + d[i]) / 6.0).collect();
        along(&mean, h)
    }

    fn indicators(&mut self, time: f64, x: &[f64]) -> Vec<f64> {
        self.place(time, x);
        let mut z = vec![f64::NAN; exchange_sizes(self.unit.unit()).1];
        self.unit.event_indicators(&mut z).unwrap();
        z
    }

    fn event(&mut self) {
        self.unit.begin_event().unwrap();
        self.give();
        self.unit.make_transitions().unwrap();
        let told =
            self.unit.step_events().iter().map(|event| (event.time(), event.from(), event.to()));
        self.events.extend(told);
        let own = self.unit.continuous_states().unwrap().to_vec();
        self.x.truncate(2);
        self.x.extend(own);
        self.unit.end_event();
    }

    /// Integrates to a time in steps of h; a step in which an indicator changes its sign is halved until it is short.
    fn run(&mut self, end: f64, h: f64) {
        while self.time < end - 1e-9 {
            let from = (self.time, self.x.clone());
            let before = self.indicators(from.0, &from.1);
            let crossed = |before: &[f64], after: &[f64]| {
                before.iter().zip(after).any(|(before, after)| (*before > 0.0) != (*after > 0.0))
            };
            let (mut good, mut size) = (0.0, h.min(end - from.0));
            let mut x = self.step((from.0, &from.1), size);
            let after = self.indicators(from.0 + size, &x);
            if crossed(&before, &after) {
                while size - good > LOCATED {
                    let middle = 0.5 * (good + size);
                    let at = self.step((from.0, &from.1), middle);
                    let now = self.indicators(from.0 + middle, &at);
                    if crossed(&before, &now) {
                        (size, x) = (middle, at);
                    } else {
                        good = middle;
                    }
                }
                self.place(from.0 + size, &x);
                self.event();
            } else {
                self.place(from.0 + size, &x);
            }
            let most = if self.tells { 50 } else { 2000 };
            assert!(self.events.len() < most, "{} {:?}", self.time, &self.events[most - 20..]);
        }
    }
}

fn port(mass: f64) -> String {
    format!(
        "model = {{ name = \"Port\" }}\nbody.flange = {{ motion = \"port\", effectiveMass = {mass} }}\n\
         contact.floor = {{ between = \"flange\", law = \"coulomb\", kineticFriction = 3.0 }}\n"
    )
}

/// 1 kg on 100 N/m from 0.2 m with 3 N of friction: two turns, and rest at −20 mm for good, whatever mass the unit is told.
#[test]
fn a_mass_that_a_host_integrates_comes_to_rest_for_good() {
    for mass in [1.0, 0.5, 3.0] {
        let mut host = Host::new(&port(mass), [0.2, 0.0], [100.0, 0.0, 0.0]);
        host.run(1.0, 1e-3);
        let told = host.events.clone();
        assert_eq!(told.len(), 3, "{told:?}");
        for (number, event) in (1..).zip(&told) {
            assert!((event.0 - f64::from(number) * PI / 10.0).abs() < 1e-7, "{told:?}");
        }
        let rest = host.x[0];
        assert!((rest + 0.02).abs() < 1e-7, "{rest}");
        host.run(61.0, 5e-3);
        assert_eq!(host.events.len(), 3, "{:?}", host.events);
        assert!((host.x[0] - rest).abs() < 1e-9 && host.x[1].abs() < 1e-12, "{:?}", host.x);
    }
}

/// A block under a load that grows by 0.5 N each second slips when it reaches 3 N, at 6 s.
#[test]
fn a_stuck_port_leaves_at_its_limit() {
    let mut host = Host::new(&port(1.0), [0.0, 0.0], [0.0, 1.7, 0.0]);
    host.run(10.0, 1e-2);
    assert!(host.events.is_empty() && host.x[0] == 0.0, "{:?} {:?}", host.events, host.x);
    let mut pulled = Host::new(&port(1.0), [0.0, 0.0], [0.0, 0.0, 0.5]);
    pulled.run(9.0, 1e-2);
    let events = &pulled.events;
    assert!(
        events.len() == 1 && (events[0].0 - 6.0).abs() < 1e-6 && events[0].2 == 1,
        "{events:?}"
    );
    // v = ½·0.5·(t − 6)²
    assert!((pulled.x[1] - 0.25 * 9.0).abs() < 1e-5, "{:?}", pulled.x);
}

/// A prescribed motion that a host starts from rest, turns and stops: friction follows its direction.
#[test]
fn a_prescribed_motion_that_starts_from_rest_slips() {
    let text = "model = { name = \"Rig\" }\nbody.ram = { motion = \"prescribed\" }\n\
                contact.guide = { between = \"ram\", law = \"coulomb\", kineticFriction = 3.0 }\n";
    let network = network::read(text, "rig.toml").unwrap_or_else(|wrong| panic!("{wrong}"));
    let mut rig = Simulation::exchange(Model::new(network, text.to_owned()));
    let index = |rig: &Simulation, name: &str| rig.unit().find(name).unwrap();
    rig.enter_initialization().unwrap();
    rig.exit_initialization().unwrap();
    rig.make_transitions().unwrap();
    rig.end_event();
    let mut seen = Vec::new();
    for step in 1..=3000 {
        let time = f64::from(step) * 1e-3;
        rig.set_time(time).unwrap();
        let (velocity, friction) =
            (index(&rig, "ram.velocity"), index(&rig, "guide.frictionForce"));
        // At rest up to 0.5 s, then forwards to 1.5 s and backwards from there on.
        let v = if time < 0.5 { 0.0 } else { (PI * (time - 0.5)).sin() };
        rig.set(velocity, Value::Real(v)).unwrap();
        let mut z = vec![f64::NAN; exchange_sizes(rig.unit()).1];
        rig.event_indicators(&mut z).unwrap();
        if z.iter().any(|z| *z < 0.0) {
            rig.begin_event().unwrap();
            rig.make_transitions().unwrap();
            seen.extend(
                rig.step_events().iter().map(|event| (event.time(), event.from(), event.to())),
            );
            rig.end_event();
        }
        let exact = if v.abs() < 1e-8 { None } else { Some(3.0 * v.signum()) };
        let Ok(Value::Real(force)) = rig.get(friction) else { panic!("a force") };
        assert!(exact.is_none_or(|exact| force == exact), "{time} {v} {force} {seen:?}");
    }
    let turns: Vec<(f64, i32)> = seen.iter().map(|event| (event.0, event.2)).collect();
    assert_eq!(turns.len(), 3, "{seen:?}");
    for ((time, to), (exact, way)) in turns.into_iter().zip([(0.5, 1), (1.5, -1), (2.5, 1)]) {
        assert!((time - exact).abs() < 2e-3 && to == way, "{seen:?}");
    }
}

/// A mass of a host on friction that knows neither it nor what else acts there: after a few slips that last no time friction
/// goes through rest along a line, the host goes on, and is told once what is missing. The motion up to there is exact.
#[test]
fn a_mass_that_nothing_is_known_of_does_not_stop_the_host() {
    for h in [1e-2, 1e-3, 1e-4] {
        let mut host = Host::new(&port(0.0), [0.2, 0.0], [100.0, 0.0, 0.0]);
        host.tells = false;
        host.run(1.0, h);
        let mut warnings: Vec<String> = Vec::new();
        warnings.extend(host.unit.take_warning().map(|warning| warning.to_string()));
        let stopped = host.x[0];
        host.run(3.0, h);
        warnings.extend(host.unit.take_warning().map(|warning| warning.to_string()));
        let told = format!("{h}: {} events, {:?} {warnings:?}", host.events.len(), host.x);
        println!("{told}");
        // A fixed step that does not resolve the line turns the mass to and fro.
        let swing = 2.0 * h;
        assert!((stopped + 0.02).abs() < swing, "{told}");
        assert!((host.x[0] + 0.02).abs() < swing, "{told}");
        assert!(warnings.len() == 1 && warnings[0].contains("flange.effectiveMass"), "{told}");
    }
}

/// A state that is saved while friction goes along a line is restored with it: the reaction is the same to the bit, in an
/// instance without lines as in that which was saved.
#[test]
fn a_line_is_saved() {
    let mut host = Host::new(&port(0.0), [0.2, 0.0], [100.0, 0.0, 0.0]);
    host.tells = false;
    host.run(1.0, 1e-3);
    let reaction = |unit: &mut Simulation| {
        let index = unit.unit().find("flange.reaction").unwrap();
        let Ok(Value::Real(reaction)) = unit.get(index) else { panic!("a force") };
        reaction
    };
    // It holds the mass within a part of 3 N, without an applied force.
    let found = reaction(&mut host.unit);
    assert!(found != 0.0 && found.abs() < 3.0, "{found}");
    let saved = host.unit.save();
    let mut other = Host::new(&port(0.0), [0.2, 0.0], [100.0, 0.0, 0.0]);
    let before = other.unit.save();
    let first = reaction(&mut other.unit);
    other.unit.restore(&saved).unwrap();
    assert_eq!(reaction(&mut other.unit), found);
    other.unit.restore(&before).unwrap();
    assert_eq!(reaction(&mut other.unit), first);
}

/// A body of 0.7 kg that sticks to a port of 1 kg under 1 N: both accelerate by 1/1.7 m/s², and the port feels −0.7/1.7 N, whatever
/// was set before, in which order, and how often. Over 2 s on a spring of the host the error is that of its method.
#[test]
fn what_sticks_to_a_port_depends_on_what_is_set_alone() {
    let text = "model = { name = \"Load\" }\nbody.flange = { motion = \"port\", effectiveMass = 1.0 }\n\
                body.load = { mass = 0.7 }\n\
                contact.grip = { between = [\"load\", \"flange\"], law = \"coulomb\", kineticFriction = 50.0 }\n";
    let mut host = Host::new(text, [0.0, 0.0], [0.0, 1.0, 0.0]);
    let at = |host: &mut Host, time: f64, port: f64, own: f64, inputs_first: bool| {
        let mut x = host.x.clone();
        (x[0], x[1], x[3]) = (0.0, port, own);
        host.time = time;
        host.unit.set_time(time).unwrap();
        host.x.clone_from(&x);
        if inputs_first {
            host.give();
            host.unit.set_states(&x[2..]).unwrap();
        } else {
            host.unit.set_states(&x[2..]).unwrap();
            host.give();
        }
        let index = host.unit.unit().find("flange.reaction").unwrap();
        let Ok(Value::Real(reaction)) = host.unit.get(index) else { panic!("a force") };
        let mut found = vec![reaction];
        host.unit.state_derivatives(|_, rate| found.push(rate)).unwrap();
        found
    };
    for inputs_first in [false, true] {
        let first = at(&mut host, 1e-3, 1e-3 + 1e-7, 1e-3, inputs_first);
        // Beside them the slip of 0.1 µm/s dies away within 10 ms.
        let (reaction, rate) = (first[0], first[2]);
        assert!(
            (reaction + 0.7 / 1.7).abs() < 2e-5 && (rate - 1.0 / 1.7).abs() < 2e-5,
            "{first:?}"
        );
        assert_eq!(at(&mut host, 1e-3, 1e-3 + 1e-7, 1e-3, inputs_first), first);
        assert_eq!(at(&mut host, 1e-3, 1e-3 + 1e-7, 1e-3, !inputs_first), first);
        at(&mut host, 2e-3, 1e-2, 0.0, inputs_first);
        assert_eq!(at(&mut host, 1e-3, 1e-3 + 1e-7, 1e-3, inputs_first), first);
        // Time that is set once more.
        host.unit.set_time(5e-4).unwrap();
        host.unit.set_time(1e-3).unwrap();
        let mut rates = vec![first[0]];
        host.unit.state_derivatives(|_, rate| rates.push(rate)).unwrap();
        assert_eq!(rates, first);
    }
    let mut host = Host::new(text, [0.1, 0.0], [100.0, 0.0, 0.0]);
    host.run(2.0, 1e-3);
    let exact = 0.1 * (2.0 * (100.0_f64 / 1.7).sqrt()).cos();
    assert!((host.x[0] - exact).abs() < 1e-9, "{} {exact}", host.x[0]);
}

/// A stuck port whose host has left it a slip velocity, and a load that releases it: that slip is an error of the host, and no
/// slip. The mass is released once, and after each event every indicator is above 0; at a ramp of 1 N/s after the time in
/// which its load grows by the force m·w/τ that removes the slip.
#[test]
fn a_port_is_released_by_its_load_whatever_slip_a_host_has_left() {
    for left in [-1e-3, -1e-6, -1e-9, -1e-12, 1e-12, 1e-9, 1e-6] {
        let by_jump = || {
            let mut host = Host::new(&port(1.0), [0.0, 0.0], [0.0, 2.0, 0.0]);
            host.x[1] = left;
            host.load[1] = 3.5;
            host.event();
            host
        };
        let by_ramp = || {
            let mut host = Host::new(&port(1.0), [0.0, 0.0], [0.0, 2.99, 1.0]);
            host.x[1] = left;
            host
        };
        for (mut host, begin) in [(by_jump(), 0.0), (by_ramp(), 0.01)] {
            while host.time < 0.05 {
                let before = host.events.len();
                host.run(host.time + 1e-3, 1e-4);
                let (time, x) = (host.time, host.x.clone());
                let z = host.indicators(time, &x);
                assert!(z.iter().all(|z| *z > 0.0), "{left} {before} {time} {z:?}");
            }
            let late = 100.0 * left.abs();
            let [(time, 0, 1)] = host.events[..] else { panic!("{left} {:?}", host.events) };
            // The margin passes 0 by ε = 1e-9 of the limit, 3 ns at 1 N/s.
            assert!((time - begin).abs() <= late + 3.1e-9, "{left} {time}");
            let (lasts, is_ramp) = (host.time - begin, begin > 0.0);
            let exact = if is_ramp { 0.5 * lasts * lasts } else { 0.5 * lasts };
            assert!((host.x[1] - exact).abs() <= left.abs() + 2e-9, "{left} {:?}", host.x);
        }
    }
}

/// A port that a load releases while its host has left it a slip velocity against it sticks again if the load falls before
/// that is gone: friction never drives.
#[test]
fn a_port_whose_load_falls_sticks_again() {
    let mut host = Host::new(&port(1.0), [0.0, 0.0], [0.0, 2.9, 0.0]);
    host.x[1] = -1e-3;
    host.load = [0.0, 3.01, -2.0];
    host.event();
    host.run(0.1, 1e-4);
    assert!(host.events.iter().all(|event| event.2 != -1), "{:?}", host.events);
    assert_eq!(host.events.last().map(|event| event.2), Some(0), "{:?}", host.events);
    assert!(host.x[1].abs() < 1e-6 && host.x[0].abs() < 2e-5, "{:?}", host.x);
}
