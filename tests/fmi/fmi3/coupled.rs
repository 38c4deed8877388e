//! Two sliders joined by a spring, of which one comes to rest: as two units under a master, against the same mechanism as
//! one unit. The spring belongs to the master, F = k (z₂ − z₁); each unit takes it as a force that is held over a step.
//!
//! A master of FMI 2.0 holds what the force is at the start of a step, and meets the transitions within its steps. One of
//! FMI 3.0 ends its steps at the transitions of either unit, and holds the mean of the force over the step that comes, which
//! derivatives of outputs tell: F + F'h/2 + F''h²/6.

use luztar::fmi3::*;
use luztar::unit::{Model, Simulation};

use crate::fmi2_host;
use crate::fmi3_host::{Host, Stepped, fmi3OK};

/// N/m
const STIFFNESS: f64 = 10.0;
const VELOCITY: [f64; 2] = [1.0, 0.0];
/// N; the first holds the spring once it rests.
const FRICTION: [f64; 2] = [2.0, 0.05];
/// s
const END: f64 = 5.0;
/// Where motions are compared, s.
const POINT: f64 = 0.01;

/// Position, velocity and dissipated energy of each body.
type State = [[f64; 3]; 2];
const SHOWN: [&str; 3] = ["body.position", "body.velocity", "contact.dissipatedEnergy"];

fn spring(state: &State) -> f64 {
    STIFFNESS * (state[1][0] - state[0][0])
}

/// What is left of the energy that the first body began with.
fn lost(state: &State) -> f64 {
    let kinetic = |body: &[f64; 3]| 0.5 * body[1] * body[1] + body[2];
    let stretch = state[1][0] - state[0][0];
    let now = state.iter().map(kinetic).sum::<f64>() + 0.5 * STIFFNESS * stretch * stretch;
    0.5 * VELOCITY[0] * VELOCITY[0] - now
}

/// The mechanism as one unit, at each point.
fn whole() -> Vec<State> {
    let body = |n: usize| {
        let (velocity, friction) = (VELOCITY[n], FRICTION[n]);
        format!(
            "[body.b{n}]\nmass = 1.0\nvelocity = {velocity:?}\n[contact.c{n}]\nbetween = \"b{n}\"\n\
             law = \"coulomb\"\nkineticFriction = {friction:?}\n"
        )
    };
    let text = format!(
        "[model]\nname = \"Pair\"\n{}{}[spring.s]\nbetween = [\"b0\", \"b1\"]\nstiffness = {STIFFNESS:?}\n",
        body(0),
        body(1)
    );
    let unit = Model::read(&text, "pair.toml").unwrap_or_else(|errors| panic!("{errors}"));
    let mut one = Simulation::new(unit.clone());
    one.enter_initialization().unwrap();
    one.exit_initialization().unwrap();
    let mut seen = Vec::new();
    for point in 0..points() {
        one.step(point as f64 * POINT, POINT).unwrap();
        let mut of = |name: String| match one.get(unit.find(&name).unwrap()).unwrap() {
            luztar::unit::Value::Real(x) => x,
            other => panic!("{name} = {other:?}"),
        };
        seen.push([0, 1].map(|n| {
            [format!("b{n}.position"), format!("b{n}.velocity"), format!("c{n}.dissipatedEnergy")]
                .map(&mut of)
        }));
    }
    seen
}

fn points() -> usize {
    (END / POINT).round() as usize
}

/// Parameters of a unit of the pair.
fn parameters(n: usize) -> [(&'static str, f64); 4] {
    [
        ("body.velocity0", VELOCITY[n]),
        ("contact.kineticFriction", FRICTION[n]),
        ("contact.staticFriction", FRICTION[n]),
        ("contact.viscous", 0.0),
    ]
}

/// FMI 2.0 with `parts` steps from point to point.
fn two(parts: usize) -> Vec<State> {
    let mut units = [0, 1].map(|n| {
        let mut host = fmi2_host::Host::new("SingleMassFriction");
        for (name, value) in parameters(n) {
            assert_eq!(host.set(name, value), fmi2_host::fmi2OK);
        }
        host.initialise();
        host
    });
    let size = POINT / parts as f64;
    let mut seen = Vec::new();
    let look = |units: &mut [fmi2_host::Host; 2]| {
        units.each_mut().map(|host| SHOWN.map(|name| host.real(name)))
    };
    for point in 0..points() {
        for part in 0..parts {
            let time = (point * parts + part) as f64 * size;
            let force = spring(&look(&mut units));
            for (host, sign) in units.iter_mut().zip([1.0, -1.0]) {
                assert_eq!(host.set("body.force", sign * force), fmi2_host::fmi2OK);
                assert_eq!(host.step(time, size), fmi2_host::fmi2OK);
            }
        }
        seen.push(look(&mut units));
    }
    seen
}

/// Both units of FMI 3.0.
struct Pair([Host; 2]);

impl Pair {
    fn new() -> Self {
        Self([0, 1].map(|n| {
            let mut host = Host::new("SingleMassFriction", (true, true));
            for (name, value) in parameters(n) {
                assert_eq!(host.set(name, value), fmi3OK);
            }
            host.initialise(true);
            host
        }))
    }

    fn look(&mut self) -> State {
        self.0.each_mut().map(|host| SHOWN.map(|name| host.real(name)))
    }

    fn give(&mut self, force: f64) {
        for (host, sign) in self.0.iter_mut().zip([1.0, -1.0]) {
            assert_eq!(host.set("body.force", sign * force), fmi3OK);
        }
    }

    /// Velocity and acceleration of a body by derivatives of its position.
    fn rates(host: &Host) -> [f64; 2] {
        let reference = host.vr("body.position");
        let mut rates = [0.0; 2];
        let status = unsafe {
            let (references, orders) = ([reference; 2], [1, 2]);
            let (references, orders) = (references.as_ptr(), orders.as_ptr());
            fmi3GetOutputDerivatives(host.c, references, 2, orders, rates.as_mut_ptr(), 2)
        };
        assert_eq!(status, fmi3OK);
        rates
    }

    /// Gives both units the mean of the force over a step of this size.
    fn give_mean(&mut self, size: f64) {
        let force = spring(&self.look());
        self.give(force);
        let [first, second] = self.0.each_ref().map(Self::rates);
        let [rate, bend] = [0, 1].map(|order| STIFFNESS * (second[order] - first[order]));
        self.give(force + rate * size / 2.0 + bend * size * size / 6.0);
    }

    fn save(&self) -> [fmi3FMUState; 2] {
        self.0.each_ref().map(|host| {
            let mut state = std::ptr::null_mut();
            assert_eq!(unsafe { fmi3GetFMUState(host.c, &mut state) }, fmi3OK);
            state
        })
    }

    fn restore(&mut self, states: &[fmi3FMUState; 2]) {
        for (host, state) in self.0.iter().zip(states) {
            assert_eq!(unsafe { fmi3SetFMUState(host.c, *state) }, fmi3OK);
        }
    }

    fn free(&mut self, states: &mut [fmi3FMUState; 2]) {
        for (host, state) in self.0.iter().zip(states) {
            assert_eq!(unsafe { fmi3FreeFMUState(host.c, state) }, fmi3OK);
        }
    }

    /// Steps both to `end`, or to the first transition of either; when that is.
    fn advance(&mut self, time: f64, end: f64) -> f64 {
        let mut before = self.save();
        self.give_mean(end - time);
        let stepped = self.0.each_mut().map(|host| host.step(time, end - time));
        let mut reached = end;
        let first = |stepped: &[Stepped; 2]| stepped[0].time.min(stepped[1].time);
        if first(&stepped) < end - 1e-9 {
            // Again from the start, by the mean of the force until then, which moves the transition a little: the unit that has
            // it says where to.
            let near = first(&stepped);
            let other = usize::from(stepped[0].time < stepped[1].time);
            self.restore(&before);
            self.give_mean((near - time).max(f64::MIN_POSITIVE));
            let exact = self.0[1 - other].step(time, end - time);
            reached = exact.time;
            if reached > time {
                self.0[other].step(time, reached - time);
            }
        }
        self.free(&mut before);
        reached
    }
}

/// FMI 3.0 with Event Mode; also how often the master stopped at a transition.
fn three() -> (Vec<State>, usize) {
    let mut pair = Pair::new();
    let (mut seen, mut events) = (Vec::new(), 0);
    for point in 0..points() {
        let (mut time, end) = (point as f64 * POINT, (point + 1) as f64 * POINT);
        while time < end {
            time = pair.advance(time, end);
            if time < end {
                events += 1;
                let force = spring(&pair.look());
                for host in &pair.0 {
                    assert_eq!(unsafe { fmi3EnterEventMode(host.c) }, fmi3OK);
                }
                pair.give(force);
                for host in &mut pair.0 {
                    host.update();
                    assert_eq!(unsafe { fmi3EnterStepMode(host.c) }, fmi3OK);
                }
            }
        }
        seen.push(pair.look());
    }
    (seen, events)
}

/// Greatest error of a position, m.
fn error(seen: &[State], expected: &[State]) -> f64 {
    let pairs = seen.iter().zip(expected).flat_map(|(one, other)| one.iter().zip(other));
    pairs.map(|(one, other)| (one[0] - other[0]).abs()).fold(0.0, f64::max)
}

#[test]
fn a_master_with_event_mode_is_as_exact_at_10_ms_as_one_of_fmi_2_at_a_tenth() {
    let expected = whole();
    let last = expected.last().unwrap();
    assert_eq!(last[0][1], 0.0, "the first body rests");
    let (seen, events) = three();
    let (mine, energy) = (error(&seen, &expected), lost(seen.last().unwrap()));
    println!("FMI 3.0, 10 ms: {mine:.2e} m, {energy:.2e} J, {events} transitions");
    let mut errors = Vec::new();
    for parts in [1, 10, 100] {
        let held = two(parts);
        let (error, energy) = (error(&held, &expected), lost(held.last().unwrap()));
        println!("FMI 2.0, {} ms: {error:.2e} m, {energy:.2e} J", 10.0 / parts as f64);
        errors.push((error, energy.abs()));
    }
    assert!(events >= 3, "{events} transitions");
    assert_eq!(seen.last().unwrap()[0][1], 0.0, "exactly at rest");
    assert!(mine <= errors[2].0, "{mine:e}, FMI 2.0 at 0.1 ms {:e}", errors[2].0);
    assert!(energy.abs() <= errors[2].1, "{energy:e} J, FMI 2.0 at 0.1 ms {:e} J", errors[2].1);
    assert!(lost(last).abs() < 1e-9, "one unit: {:e} J", lost(last));
}
