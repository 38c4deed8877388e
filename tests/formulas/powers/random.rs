//! Random contacts, against an independent integrator.

use luztar::dynamics::Simulator;

use super::reference::Reference;
use super::{compare_all, contact, drawn, network};

/// Deterministic numbers in [0, 1).
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.next()
    }
}

/// One random contact of two bodies, by formulas that differ, against the reference.
fn compare(seed: u64) -> Result<(), String> {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5555);
    for _ in 0..4 {
        random.next();
    }
    let [m1, m2] = [(); 2].map(|()| 10_f64.powf(random.between(-2.0, 2.0)));
    let k = 10_f64.powf(random.between(3.0, 9.0));
    let p = random.between(1.05, 3.6);
    let c = random.between(0.0, 0.3);
    let drag = random.between(0.0, 2.0);
    let n = random.between(1.1, 1.9);
    let v = 10_f64.powf(random.between(-1.5, 1.0));
    let weight = random.between(-3.0, 10.0) * if random.next() < 0.5 { 0.0 } else { m1 };
    let ratio = if random.next() < 0.3 { random.between(0.3, 2.0) } else { 1.0 };
    let gap = if random.next() < 0.3 { 0.0 } else { random.between(0.0, 1e-3) };
    let kind = (random.next() * 4.0) as usize;
    let depth = contact(m1 * m2 / (m1 + m2), k, p, v).0;
    let full = depth * random.between(0.1, 2.0);
    let force = match kind {
        0 => "k*max(-e, 0)^p",
        1 => "max(k*max(-e, 0)^p*(1 - c*rate), 0)",
        2 => {
            "max(k*max(-e, 0)^p - 30*c*rate*min(max(-e, 0)/d, 1)^2*(3 - 2*min(max(-e, 0)/d, 1)), 0)"
        }
        _ => "if(e < 0, k*(-e)^p, 0) - r*abs(rate)^n*sign(rate)",
    };
    let text = format!(
        "[body.a]\nmass = {m1:?}\nposition = {gap:?}\nvelocity = {:?}\nconstantForce = {:?}\n\
         [body.b]\nmass = {m2:?}\nvelocity = {:?}\n\
         [force.f]\nbetween = [\"a\", \"b\"]\nratio = {ratio:?}\nforce = \"{force}\"\n\
         parameter = {{ k = {k:?}, p = {p:?}, c = {c:?}, d = {full:?}, r = {drag:?}, n = {n:?} }}\n",
        -0.6 * v,
        -weight,
        0.4 * v / ratio
    );
    // Names that a formula does not use are refused.
    let unused = |line: &str| {
        let used =
            |name: &str| force.split(|c: char| !c.is_alphanumeric()).any(|word| word == name);
        let entries = ["k", "p", "c", "d", "r", "n"].into_iter().zip([k, p, c, full, drag, n]);
        let entries: Vec<_> = entries
            .filter(|(name, _)| used(name))
            .map(|(name, x)| format!("{name} = {x:?}"))
            .collect();
        if line.starts_with("parameter") {
            format!("parameter = {{ {} }}", entries.join(", "))
        } else {
            line.to_owned()
        }
    };
    let text = text.lines().map(unused).collect::<Vec<_>>().join("\n") + "\n";
    let (_, duration) = contact(m1 * m2 / (m1 + m2), k, p, v);
    let end = (2.0 * duration + 3.0 * gap / v).min(1.0);
    let network = network(&text);
    let mut motion = Simulator::new(network.clone());
    let parameters = network.start_parameters();
    let fault = |fault| format!("{text}{fault}");
    motion.initialise(0.0, &parameters, &[], 1e-10).map_err(fault)?;
    let mut reference = Reference::new([gap, -0.6 * v, 0.0, 0.4 * v / ratio], 0.02 * duration);
    for part in [0.3, 0.7, 1.0] {
        motion.advance(part * end, &parameters, &[], &mut |_| {}).map_err(fault)?;
        reference.go(part * end, &mut |[x, u, y, w]| {
            let (e, rate) = (x - ratio * y, u - ratio * w);
            let (touch, depth) = ((-e).max(0.0), ((-e).max(0.0) / full).min(1.0));
            let push = k * touch.powf(p);
            let f = match kind {
                0 => push,
                1 => (push * (1.0 - c * rate)).max(0.0),
                2 => (push - 30.0 * c * rate * depth * depth * (3.0 - 2.0 * depth)).max(0.0),
                _ => push - drag * rate.abs().powf(n) * rate.signum(),
            };
            [u, (f - weight) / m1, w, -ratio * f / m2]
        });
        let state = motion.state();
        let [x, u, y, w] = reference.y;
        let fast = v.max(u.abs()).max(w.abs());
        let far = depth.max(x.abs()).max(y.abs());
        for (what, found, expected, scale) in [
            ("a moves", state.velocity[0], u, fast),
            ("b moves", state.velocity[1], w, fast),
            ("a is", state.position[0], x, far),
            ("b is", state.position[1], y, far),
        ] {
            if (found - expected).abs() > 1e-8 * scale || found.is_nan() {
                let time = part * end;
                return Err(format!("{text}{what} {found:?}, not {expected:?} at {time:?} s"));
            }
        }
    }
    let cost = motion.evaluations();
    if cost > 20_000 { Err(format!("{text}{cost} evaluations")) } else { Ok(()) }
}

/// `LUZTAR_POWERS=5000 cargo test --release --test formulas random_contacts` compares more.
#[test]
fn random_contacts_are_those_of_an_independent_integrator() {
    compare_all(drawn("LUZTAR_POWERS", 60), compare);
}
