//! BrakeMechanism against the equations of S1 (20)–(23), integrated in the paper's numbers by other means.

use luztar::unit::{Simulation, catalogue};

use crate::support::Named;

/// Of times of transitions in s and of displacements in m, at the end of a run over several cycles.
const AGREES: f64 = 1e-10;
/// Step of the classical Runge–Kutta method, in units of 1/ω; an error of order 1e-12 per cycle.
const STEP: f64 = 1e-3;

/// x, x', y, y'
type State = [f64; 4];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    Stuck,
    /// Direction of slip, and whether friction has come down to its least value.
    Slip(f64, bool),
}

/// The system in the numbers of S1 (20): lengths over L = μ0 N0/k2, times in 1/ω with ω² = (k1 + k2)/m.
struct Paper {
    epsilon: [f64; 2],
    beta: [f64; 3],
    /// η1, η2, η12
    eta: [f64; 3],
    belt: f64,
    /// The law over μ0: Fs⁺, Fmin⁺, vmax; Fs⁻, Fmin⁻; a1, t1, vmin and a2, t2, vmin.
    forward: [f64; 3],
    backward: [f64; 2],
    drops: [[f64; 3]; 2],
    /// L in m, ω in rad/s.
    length: f64,
    omega: f64,
}

impl Paper {
    fn of(unit: &mut Simulation) -> Self {
        let mut p = |name: &str| unit.real(name);
        let (m, inertia, r) = (p("shoe.mass"), p("lever.inertia"), p("link.radius2"));
        assert_eq!(r, p("press.radius1"));
        let (k1, k2, k3) = (p("retractor.stiffness"), p("link.stiffness"), p("press.stiffness"));
        let (c1, c2) = (p("link.damping"), p("press.damping"));
        let mu0 = p("lining.maxBackwardCoefficient");
        let omega = ((k1 + k2) / m).sqrt();
        let length = mu0 * p("lining.normalForce") / k2;
        let speed = omega * length;
        let beta3 = (k2 + k3) / k2;
        let from = p("lining.backwardVelocity") / speed;
        let drop = |drop: f64, velocity: f64| [drop / mu0, velocity / speed, from];
        let (maximum, minimum) =
            (p("lining.maxForwardCoefficient") / mu0, p("lining.minForwardCoefficient") / mu0);
        Paper {
            epsilon: [omega * omega * m / k2, omega * omega * inertia / (k2 * r * r)],
            beta: [(k1 + k2) / k2, mu0 * (beta3 - 1.0), beta3],
            eta: [omega * c1 / k2, omega * mu0 * c2 / k2, omega * (c1 + c2) / k2],
            belt: p("lining.surfaceVelocity") / speed,
            forward: [maximum, minimum, p("lining.forwardVelocity") / speed],
            backward: [1.0, p("lining.minBackwardCoefficient") / mu0],
            drops: [
                drop(p("lining.firstDropCoefficient"), p("lining.firstVelocity")),
                drop(p("lining.secondDropCoefficient"), p("lining.secondVelocity")),
            ],
            length,
            omega,
        }
    }

    /// The law without its least value, and that value.
    fn law(&self, direction: f64, w: f64) -> [f64; 2] {
        if direction > 0.0 {
            let [maximum, minimum, at] = self.forward;
            [maximum - w * (maximum - minimum) / at, minimum]
        } else {
            let fall =
                |[drop, velocity, from]: [f64; 3]| drop * ((w.abs() - from) / velocity).exp();
            let [first, second] = self.drops.map(fall);
            [self.backward[0] - first - second, self.backward[1]]
        }
    }

    fn load(&self, [_, _, y, dy]: State) -> f64 {
        1.0 + self.beta[1] * y + self.eta[1] * dy
    }

    /// What friction balances while the shoe sticks.
    fn held(&self, [x, dx, y, dy]: State) -> f64 {
        -self.beta[0] * x - self.eta[0] * (dx + dy) - y
    }

    fn friction(&self, phase: Phase, state: State) -> f64 {
        match phase {
            Phase::Stuck => self.held(state),
            Phase::Slip(direction, least) => {
                let law = self.law(direction, state[1] - self.belt)[usize::from(least)];
                self.load(state) * direction * law
            }
        }
    }

    /// S1 (20).
    fn rate(&self, phase: Phase, state: State) -> State {
        let [x, dx, y, dy] = state;
        let ddx = (self.held(state) - self.friction(phase, state)) / self.epsilon[0];
        let ddy = (-self.beta[2] * y - self.eta[2] * dy - x - self.eta[0] * dx) / self.epsilon[1];
        [dx, ddx, dy, ddy]
    }

    fn step(&self, phase: Phase, state: State, h: f64) -> State {
        let along = |rate: State, h: f64| std::array::from_fn(|i| state[i] + h * rate[i]);
        let a = self.rate(phase, state);
        let b = self.rate(phase, along(a, 0.5 * h));
        let c = self.rate(phase, along(b, 0.5 * h));
        let d = self.rate(phase, along(c, h));
        std::array::from_fn(|i| state[i] + h / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + d[i]))
    }

    /// The phase that follows, where the present one has ended.
    fn next(&self, phase: Phase, state: State) -> Option<Phase> {
        let w = state[1] - self.belt;
        match phase {
            Phase::Stuck => {
                let (held, load) = (self.held(state), self.load(state));
                let slips = |direction| Some(Phase::Slip(direction, false));
                if held > self.forward[0] * load {
                    slips(1.0)
                } else if held < -self.backward[0] * load {
                    slips(-1.0)
                } else {
                    None
                }
            }
            Phase::Slip(direction, _) if direction * w < 0.0 => Some(Phase::Stuck),
            Phase::Slip(direction, least) => {
                let [law, minimum] = self.law(direction, w);
                let fallen = law < minimum;
                (fallen != least).then_some(Phase::Slip(direction, fallen))
            }
        }
    }

    /// From rest to an end (s): times of sticking and of slipping (s), and the state.
    fn run(&self, end: f64) -> (Vec<f64>, State) {
        let end = end * self.omega;
        let (mut time, mut state) = (0.0, [0.0; 4]);
        let mut phase = Phase::Slip(-self.belt.signum(), false);
        let mut times = Vec::new();
        while time < end {
            let h = STEP.min(end - time);
            let after = self.step(phase, state, h);
            assert!(self.load(after) > 0.0, "the shoe stays on the belt");
            if self.next(phase, after).is_none() {
                (time, state) = (time + h, after);
                continue;
            }
            let (mut low, mut high) = (0.0, h);
            while high - low > f64::EPSILON * h {
                let middle = 0.5 * (low + high);
                let ends = self.next(phase, self.step(phase, state, middle)).is_some();
                if ends { high = middle } else { low = middle }
            }
            state = self.step(phase, state, high);
            time += high;
            let next = self.next(phase, state).expect("it ends here");
            if next == Phase::Stuck {
                state[1] = self.belt;
                assert_eq!(self.next(next, state), None, "the belt catches the shoe");
            }
            if phase == Phase::Stuck || next == Phase::Stuck {
                times.push(time / self.omega);
            }
            phase = next;
        }
        (times, state)
    }
}

/// A belt velocity, and the transitions that the shoe makes there in the time.
fn compare(belt: f64, end: f64, transitions: usize) {
    let mut unit = Simulation::new(catalogue::unit("BrakeMechanism").expect("in the catalogue"));
    unit.put("lining.surfaceVelocity", belt);
    unit.enter_initialization().unwrap();
    unit.exit_initialization().unwrap();
    let paper = Paper::of(&mut unit);
    let (expected, [x, dx, y, dy]) = paper.run(end);
    unit.step(0.0, end).unwrap();
    let found: Vec<f64> = unit.step_events().iter().map(|event| event.time()).collect();
    assert_eq!((found.len(), expected.len()), (transitions, transitions), "{found:?} {expected:?}");
    for (found, expected) in found.iter().zip(&expected) {
        assert!((found - expected).abs() <= AGREES, "{found} s, not {expected} s");
    }
    let speed = paper.length * paper.omega;
    let r = unit.real("link.radius2");
    let quantities = [
        ("shoe.position", x * paper.length),
        ("shoe.velocity", dx * speed),
        ("lever.angle", -y * paper.length / r),
        ("lever.angularVelocity", -dy * speed / r),
    ];
    for (name, expected) in quantities {
        let found = unit.real(name);
        assert!((found - expected).abs() <= 10.0 * AGREES, "{name}: {found}, not {expected}");
    }
}

#[test]
fn a_belt_that_relieves_the_shoe_moves_it_as_in_the_paper() {
    compare(0.1, 3.0, 12);
}

#[test]
fn a_belt_that_presses_the_shoe_on_moves_it_as_in_the_paper() {
    compare(-0.1, 3.0, 10);
}

#[test]
fn the_load_follows_the_lever() {
    // At rest on a belt that stands: N0 presses, and the lever adds what it is turned by.
    for (position, gains) in [(0.02, false), (-0.02, true)] {
        let mut unit =
            Simulation::new(catalogue::unit("BrakeMechanism").expect("in the catalogue"));
        for (name, value) in [
            ("lining.surfaceVelocity", 0.0),
            ("shoe.position0", position),
            ("link.damping", 20.0),
            ("press.damping", 20.0),
        ] {
            unit.put(name, value);
        }
        unit.enter_initialization().unwrap();
        unit.exit_initialization().unwrap();
        unit.step(0.0, 5.0).unwrap();
        assert_eq!(unit.real("lining.stuck"), 1.0);
        let (x, angle) = (unit.real("shoe.position"), unit.real("lever.angle"));
        // y = −x/β3
        let expected = unit.real("link.stiffness") * x
            / (unit.real("link.radius2")
                * (unit.real("link.stiffness") + unit.real("press.stiffness")));
        assert!((angle - expected).abs() <= 1e-9, "{angle}, not {expected}");
        assert_eq!(unit.real("press.force") < 0.0, gains);
    }
}
