//! What the linear ramp of A1 (19) and Karnopp's window cost: error of the period of the belt oscillator, and evaluations of its
//! right-hand side, beside the exact method. The table is in docs/friction-laws.md.

use std::sync::Arc;

use luztar::network::read;

use crate::run::{Run, assert_close};

const LAWS: &str = include_str!("../../docs/friction-laws.md");

/// Period of the exact motion, s (CATALOGUE: t1).
const PERIOD: f64 = 8.03055253541805;
/// Start: the end of a stick phase.
const START: [f64; 2] = [1.19148788395312, 1.0];
/// Error that the integrator may make in one step.
const STEP_ERROR: f64 = 1e-11;

/// Dormand and Prince's pair of orders 5 and 4.
const STAGES: [&[f64]; 6] = [
    &[1.0 / 5.0],
    &[3.0 / 40.0, 9.0 / 40.0],
    &[44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0],
    &[19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0],
    &[9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0],
    &[35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0],
];
const ERROR: [f64; 7] = [
    71.0 / 57600.0,
    0.0,
    -71.0 / 16695.0,
    71.0 / 1920.0,
    -17253.0 / 339200.0,
    22.0 / 525.0,
    -1.0 / 40.0,
];

/// The oscillator with friction that is linear within ε, and how often its right-hand side was asked.
struct Regularised {
    ramp: f64,
    evaluations: u64,
}

impl Regularised {
    fn rate(&mut self, [y, v]: [f64; 2]) -> [f64; 2] {
        self.evaluations += 1;
        let w = v - 1.0;
        let friction = 0.5 / (1.0 + w.abs().max(self.ramp)) * (w / self.ramp).clamp(-1.0, 1.0);
        [v, y - y.powi(3) - friction]
    }

    /// The state after h, and the estimated error.
    fn step(&mut self, x: [f64; 2], h: f64) -> ([f64; 2], f64) {
        let mut rates = vec![self.rate(x)];
        let mut end = x;
        for stage in STAGES {
            let sum = |i: usize| rates.iter().zip(stage).map(|(k, a)| a * k[i]).sum::<f64>();
            end = [x[0] + h * sum(0), x[1] + h * sum(1)];
            rates.push(self.rate(end));
        }
        let off = |i: usize| rates.iter().zip(ERROR).map(|(k, e)| e * k[i]).sum::<f64>();
        (end, h * off(0).abs().max(off(1).abs()))
    }

    /// The first three instants at which the block leaves the ramp, and evaluations up to there.
    fn slips(&mut self) -> Vec<(f64, u64)> {
        let (mut t, mut x, mut h) = (0.0, START, 1e-4);
        let mut left = Vec::new();
        while left.len() < 3 {
            let (end, error) = self.step(x, h);
            if error > STEP_ERROR {
                h *= 0.5;
                continue;
            }
            let leaves = |x: [f64; 2]| x[1] - 1.0 < -self.ramp;
            if !leaves(x) && leaves(end) {
                let (mut low, mut high) = (0.0, h);
                while high - low > 1e-13 {
                    let middle = 0.5 * (low + high);
                    let (there, _) =
                        Regularised { ramp: self.ramp, evaluations: 0 }.step(x, middle);
                    if leaves(there) { high = middle } else { low = middle }
                }
                left.push((t + high, self.evaluations));
            }
            (t, x) = (t + h, end);
            h *= if error < STEP_ERROR / 64.0 { 2.0 } else { 1.0 };
        }
        left
    }

    /// Time from one slip to the next, and evaluations in it: between the second and the third, since the start
    /// is not quite on the limit cycle.
    fn period(&mut self) -> (f64, u64) {
        let left = self.slips();
        (left[2].0 - left[1].0, left[2].1 - left[1].1)
    }
}

/// Time from one slip to the next with Karnopp's window in the exact method, and evaluations in it.
fn windowed(text: &str, window: f64) -> (f64, u64) {
    let window = format!("decay = 1.0\nregularisation = \"karnopp\"\nwindow = {window}");
    let text = text.replace("decay = 1.0", &window);
    let network = Arc::new(read(&text, "belt.toml").unwrap_or_else(|wrong| panic!("{wrong}")));
    let mut run = Run::new(&network);
    let mut asked = Vec::new();
    for period in 1..=3 {
        run.advance((f64::from(period) + 0.1) * PERIOD);
        asked.push(run.evaluations());
    }
    let slips = run.events.iter().filter(|event| event.from() == 0);
    let times: Vec<f64> = slips.map(|event| event.time()).collect();
    (times[2] - times[1], asked[2] - asked[1])
}

#[test]
fn the_table_of_the_manual_is_what_is_measured() {
    let text = luztar::unit::catalogue::text("BeltOscillator").expect("is there");
    let network = Arc::new(read(text, "belt.toml").unwrap_or_else(|wrong| panic!("{wrong}")));
    let mut run = Run::new(&network);
    run.advance(PERIOD + 1e-6);
    let before = run.evaluations();
    run.advance(2.0 * PERIOD + 1e-6);
    let evaluations = run.evaluations() - before;
    let period = run.times_of_contact(0)[1];
    assert_close(period, PERIOD, 1e-9);
    let mut rows = Vec::new();
    let mut errors = Vec::new();
    for ramp in [1e-3, 1e-4, 1e-5] {
        let (found, evaluations) = Regularised { ramp, evaluations: 0 }.period();
        errors.push((found - PERIOD).abs());
        rows.push(format!("| ε = {ramp:e} | {:.1e} | {evaluations} |", found - PERIOD));
    }
    for window in [1e-3, 1e-4, 1e-5] {
        let (found, evaluations) = windowed(text, window);
        errors.push((found - PERIOD).abs());
        rows.push(format!("| window = {window:e} | {:.1e} | {evaluations} |", found - PERIOD));
    }
    rows.push(format!("| exact | below 1e-9 | {evaluations} |"));
    for errors in errors.chunks(3) {
        assert!(errors[1] < 0.2 * errors[0] && errors[2] < 0.2 * errors[1], "{errors:?}");
    }
    let told = rows.join("\n");
    assert!(LAWS.contains(&told), "the manual should say\n{told}");
}

#[test]
fn the_printed_double_period_is_one_of_its_ramp() {
    // A1 fig. 10: "t ∈ [0, 16.1647]", ε = 5e-3; exactly it is 16.0611.
    let slips = Regularised { ramp: 5e-3, evaluations: 0 }.slips();
    assert_close(slips[2].0, 16.1647, 2e-4);
    assert_close(2.0 * PERIOD, 16.0611050708361, 1e-13);
}

/// A load that falls short of the limit by less than the round-off of the slip velocity tells: within the ramp the body comes to
/// rest beside its edge, w = ε·F/Fc·(1 − exp(−Fc·t/(ε·m))), and passes it no more than round-off does.
#[test]
fn a_load_at_the_limit_ends_at_the_edge_of_the_ramp() {
    let text = "[model]\nname = \"Edge\"\n[body.cart]\nmass = 2.0\nforce = \"input\"\n[contact.face]\nbetween = \"cart\"\n\
                surfaceVelocity = 7.0\nlaw = \"coulomb\"\nkineticFriction = 10.0\nregularisation = \"linear\"\n\
                rampVelocity = 1e-3\n";
    let network = Arc::new(read(text, "edge.toml").unwrap_or_else(|faults| panic!("{faults}")));
    for missing in [0.0, 1e-12, 1e-11, 1e-10, 1e-9, -1e-12, -1e-11] {
        let mut run = Run::new(&network);
        run.set("cart.force", 10.0 - missing);
        for step in 1..=50 {
            run.advance(0.02 * f64::from(step));
        }
        let slip = run.velocity(0) - 7.0;
        assert_close(slip, 1e-3, 1e-11);
    }
}
