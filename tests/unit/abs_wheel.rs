//! AbsWheel: lock, release, spin-up and stop, against S1 (2), (3) integrated by other means.

use luztar::unit::{Simulation, catalogue};

use crate::support::Named;

/// Of times of transitions in s and of velocities in m/s.
const AGREES: f64 = 1e-8;
/// Of impulses in N·s and N·m·s over a stop; at rest below 1e-6 m/s the vehicle has 4e-4 N·s.
const IMPULSE: f64 = 1e-7;
/// Step of the classical Runge–Kutta method in s; slip relaxes at 600/s and more.
const STEP: f64 = 2e-5;

const LOCKED: f64 = 0.0;

/// v, r ω, Tb
type State = [f64; 3];

/// S1 (2) with the force of the tyre by Burckhardt's formula, for v > 0 and 0 ≤ r ω ≤ v.
struct Paper {
    mass: f64,
    inertia: f64,
    radius: f64,
    load: f64,
    c: [f64; 3],
    /// u = Tb'
    rate: f64,
}

impl Paper {
    fn of(unit: &mut Simulation, rate: f64) -> Self {
        let mut p = |name: &str| unit.real(name);
        Paper {
            mass: p("vehicle.mass"),
            inertia: p("wheel.inertia"),
            radius: p("tyre.radius2"),
            load: p("tyre.normalForce"),
            c: ["tyre.adhesionCoefficient", "tyre.rise", "tyre.fallCoefficient"].map(p),
            rate,
        }
    }

    /// Force of the tyre at a slip ratio.
    fn force(&self, ratio: f64) -> f64 {
        let [c1, c2, c3] = self.c;
        self.load * (c1 * (1.0 - (-c2 * ratio).exp()) - c3 * ratio)
    }

    fn rates(&self, [v, u, torque]: State, locked: bool) -> State {
        let force = self.force(1.0 - u / v);
        let spin = (self.radius * force - torque) / self.inertia;
        [-force / self.mass, if locked { 0.0 } else { self.radius * spin }, self.rate]
    }

    fn step(&self, state: State, h: f64, locked: bool) -> State {
        let along = |rate: State, h: f64| std::array::from_fn(|i| state[i] + h * rate[i]);
        let a = self.rates(state, locked);
        let b = self.rates(along(a, 0.5 * h), locked);
        let c = self.rates(along(b, 0.5 * h), locked);
        let d = self.rates(along(c, h), locked);
        std::array::from_fn(|i| state[i] + h / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + d[i]))
    }

    /// From a time on to an end, or to where the wheel stands; both in s.
    fn run(&self, mut time: f64, mut state: State, end: f64) -> (f64, State) {
        let locked = state[1] == LOCKED && state[2] > 0.0;
        while time < end {
            let h = STEP.min(end - time);
            let after = self.step(state, h, locked);
            if locked || after[1] > 0.0 {
                (time, state) = (time + h, after);
                continue;
            }
            let (mut low, mut high) = (0.0, h);
            while high - low > f64::EPSILON * h {
                let middle = 0.5 * (low + high);
                if self.step(state, middle, false)[1] > 0.0 { low = middle } else { high = middle }
            }
            state = self.step(state, high, false);
            state[1] = LOCKED;
            return (time + high, state);
        }
        (time, state)
    }
}

fn wheel() -> Simulation {
    let mut unit = Simulation::new(catalogue::unit("AbsWheel").expect("in the catalogue"));
    unit.enter_initialization().unwrap();
    unit.exit_initialization().unwrap();
    unit
}

/// N·m of the brake per N of its force.
fn lever(unit: &mut Simulation) -> f64 {
    unit.real("brake.radius1") * unit.real("brake.kineticCoefficient")
}

fn advance(unit: &mut Simulation, end: f64, step: f64) {
    let start = unit.time();
    let count = ((end - start) / step).round();
    for k in 0..count as u32 {
        let now = unit.time();
        unit.step(now, start + f64::from(k + 1) * step - now).unwrap_or_else(|f| panic!("{f}"));
    }
}

fn assert_close(found: f64, expected: f64, what: &str) {
    assert!((found - expected).abs() <= AGREES, "{what}: {found}, not {expected}");
}

fn assert_locked(unit: &mut Simulation, paper: &Paper) {
    assert_eq!(unit.real("brake.stuck"), 1.0);
    assert_eq!(unit.real("wheel.angularVelocity"), 0.0);
    // S = w/v = 1
    assert_eq!(unit.real("tyre.slipVelocity"), unit.real("vehicle.velocity"));
    assert_close(unit.real("tyre.frictionForce"), paper.force(1.0), "force of a locked wheel");
    let torque = unit.real("brake.radius1") * unit.real("brake.frictionForce");
    assert_close(torque, paper.radius * paper.force(1.0), "torque of a locked brake");
}

#[test]
fn it_locks_lets_go_spins_up_and_stops() {
    for step in [0.005, 0.1] {
        let mut unit = wheel();
        let paper = Paper::of(&mut unit, 0.0);
        let torque = 20e3 * lever(&mut unit);
        unit.put("brake.normalForce", 20e3);
        let (lock, at_lock) = paper.run(0.0, [20.0, 20.0, torque], 0.4);
        advance(&mut unit, 0.4, step);
        assert_close(unit.real("brake.lastEventTime"), lock, "lock");
        assert_locked(&mut unit, &paper);
        assert_eq!(unit.real("brake.slipToStickCount"), 1.0);
        let (_, slid) = paper.run(lock, at_lock, 0.4);
        assert_close(unit.real("vehicle.velocity"), slid[0], "sliding");

        unit.put("brake.normalForce", 0.0);
        let (_, rolls) = paper.run(0.4, [slid[0], LOCKED, 0.0], 0.5);
        advance(&mut unit, 0.5, step);
        assert_close(unit.real("vehicle.velocity"), rolls[0], "spun up");
        assert_close(paper.radius * unit.real("wheel.angularVelocity"), rolls[1], "spun up");
        // On its own it rolls without slip, as long as it will.
        advance(&mut unit, 2.0, step);
        let speed = unit.real("vehicle.velocity");
        assert_eq!(unit.real("tyre.slipVelocity"), 0.0);
        assert_eq!(unit.real("tyre.state"), 0.0);
        let events = unit.real("eventCount");
        advance(&mut unit, 12.0, step);
        assert_eq!((unit.real("vehicle.velocity"), unit.real("eventCount")), (speed, events));

        unit.put("brake.normalForce", 7e3);
        advance(&mut unit, 18.0, step);
        for name in ["vehicle.velocity", "wheel.angularVelocity", "tyre.slipVelocity"] {
            assert_eq!(unit.real(name), 0.0, "{name}");
        }
        assert_eq!((unit.real("tyre.stuck"), unit.real("brake.stuck")), (1.0, 1.0));
        let (events, place) = (unit.real("eventCount"), unit.real("vehicle.position"));
        advance(&mut unit, 20.0, step);
        assert_eq!((unit.real("vehicle.position"), unit.real("eventCount")), (place, events));
        let energy = 0.5 * 400.0 * 400.0 + 0.5 * 64.0 * 64.0;
        let heat = unit.real("tyre.dissipatedEnergy") + unit.real("brake.dissipatedEnergy");
        assert!((heat - energy).abs() <= 1e-7 * energy, "{heat} J, not {energy} J");
    }
}

#[test]
fn a_torque_that_grows_locks_the_wheel() {
    // Tb' = u: the derivative of the input.
    let mut unit = wheel();
    let force = unit.index("brake.normalForce");
    let rate = 50e3;
    let growth = rate * lever(&mut unit);
    let paper = Paper::of(&mut unit, growth);
    let (lock, at_lock) = paper.run(0.0, [20.0, 20.0, 0.0], 1.0);
    unit.set_input_derivative(force, rate).unwrap();
    unit.step(0.0, 1.0).unwrap();
    assert_close(unit.real("brake.lastEventTime"), lock, "lock");
    assert_locked(&mut unit, &paper);
    let (_, slid) = paper.run(lock, at_lock, 1.0);
    assert_close(unit.real("vehicle.velocity"), slid[0], "sliding");
}

#[test]
fn mean_forces_tell_the_whole_impulse_of_a_stop() {
    for force in [7e3, 20e3] {
        let mut unit = wheel();
        unit.put("brake.normalForce", force);
        unit.step(0.0, 6.0).unwrap();
        assert_eq!(unit.real("tyre.stuck"), 1.0);
        // m v = ∫ F dt, J ω = ∫ (Tb − r F) dt
        let tyre = 6.0 * unit.real("tyre.meanFrictionForce");
        let brake = 6.0 * unit.real("brake.meanFrictionForce") * unit.real("brake.radius1");
        let (vehicle, spin) = (tyre, brake - unit.real("tyre.radius2") * tyre);
        assert!((vehicle - 400.0 * 20.0).abs() <= IMPULSE, "{vehicle} N·s");
        assert!((spin - 64.0).abs() <= IMPULSE, "{spin} N·m·s");
    }
}

#[test]
fn a_wheel_on_a_slope_is_held_by_its_brake() {
    let mut unit = wheel();
    unit.put("brake.normalForce", 10e3);
    unit.put("vehicle.force", 400.0);
    advance(&mut unit, 6.0, 0.01);
    assert_eq!((unit.real("tyre.stuck"), unit.real("brake.stuck")), (1.0, 1.0));
    assert_eq!(unit.real("tyre.frictionForce"), 400.0);
    let place = unit.real("vehicle.position");
    advance(&mut unit, 16.0, 0.01);
    assert_eq!(unit.real("vehicle.position"), place);
    // Let go it rolls down: (m + J/r²) v' = F but for its slip.
    unit.put("brake.normalForce", 0.0);
    advance(&mut unit, 17.0, 0.01);
    let rigid = 400.0 / (400.0 + 1.0 / 0.3125_f64.powi(2));
    let speed = unit.real("vehicle.velocity");
    assert!((speed - rigid).abs() <= 1e-3 * rigid, "{speed} m/s, not {rigid} m/s");
}
