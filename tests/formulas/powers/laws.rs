//! Laws with states whose rates and friction have powers of a state, or of the slip speed, that passes 0: bristles by Bouc and
//! Wen, against their integrals and an independent integrator, and laws that stick, against closed forms.

use luztar::dynamics::Simulator;
use luztar::network::read;

use super::{Reference, Run, compare_all, drawn, near, network};
use crate::machine::{Machine, show_all_manners};

/// A body with bristles by Bouc and Wen.
struct BoucWen {
    mass: f64,
    velocity: f64,
    k: f64,
    a: f64,
    beta: f64,
    gamma: f64,
    n: f64,
    bend: f64,
}

impl BoucWen {
    fn text(&self) -> String {
        let Self { mass, velocity, k, a, beta, gamma, n, bend } = self;
        let numbers = ["k", "a", "beta", "gamma", "n"].into_iter().zip([k, a, beta, gamma, n]);
        let (mut given, mut declared) = (String::new(), String::new());
        for (name, value) in numbers {
            given += &format!("{name} = {value:?}\n");
            declared += &format!("{{ name = \"{name}\", measure = \"number\", range = \"any\" }},");
        }
        format!(
            "[body.b]\nmass = {mass:?}\nvelocity = {velocity:?}\n\
             [contact.c]\nbetween = \"b\"\nlaw = \"wen\"\nbend0 = {bend:?}\n{given}\
             [law.wen]\nforce = \"k*z\"\nparameter = [{declared}]\n\
             [[law.wen.state]]\nname = \"bend\"\nsymbol = \"z\"\nmeasure = \"length\"\n\
             rate = \"a*w - beta*x*abs(z)^(n - 1)*z - gamma*w*abs(z)^n\"\n"
        )
    }

    /// dz/dt
    fn rate(&self, v: f64, z: f64) -> f64 {
        let Self { a, beta, gamma, n, .. } = self;
        a * v - (beta * v.abs() * z.signum() + gamma * v) * z.abs().powf(*n)
    }

    /// ∫ k·z dx over the displacement in which z goes from one value to another with a velocity of this sign: the integrand
    /// k·z/(dz/dx), z = ±u⁸.
    fn work(&self, side: f64, from: f64, to: f64) -> f64 {
        let part = |z: f64| {
            let force = |u: f64| {
                let z = z.signum() * u.powi(8);
                self.k * z * side / self.rate(side, z) * 8.0 * u.powi(7)
            };
            z.signum() * integral(force, z.abs().powf(0.125))
        };
        part(to) - part(from)
    }
}

/// The integral of a smooth function from 0 to an end, by the formula of Gauss of degree 9 on parts.
fn integral(f: impl Fn(f64) -> f64, end: f64) -> f64 {
    const PARTS: u32 = 200;
    let root = 70.0_f64.sqrt();
    let place = |sign: f64| (245.0 + sign * 14.0 * root).sqrt() / 21.0;
    let weight = |sign: f64| (322.0 - sign * 13.0 * root) / 900.0;
    let nodes = [
        (0.0, 128.0 / 225.0),
        (place(-1.0), weight(-1.0)),
        (-place(-1.0), weight(-1.0)),
        (place(1.0), weight(1.0)),
        (-place(1.0), weight(1.0)),
    ];
    let half = 0.5 * end / f64::from(PARTS);
    let part = |number: u32| {
        let middle = (2.0 * f64::from(number) + 1.0) * half;
        nodes.iter().map(|(place, weight)| weight * f(middle + half * place)).sum::<f64>() * half
    };
    (0..PARTS).map(part).sum()
}

/// A body that swings on its bristles has the energy that these leave it: from turn to turn, and through z = 0 between turns.
#[test]
fn a_body_swings_on_bristles_as_their_integral_says() {
    for n in [1.05, 1.2, 1.5, 2.0, 2.5, 3.3] {
        for (bend, velocity) in [(0.0, 1.0), (0.4, 0.0), (-0.2, -0.7)] {
            let wen =
                BoucWen { mass: 0.5, velocity, k: 3.0, a: 1.0, beta: 0.8, gamma: 0.3, n, bend };
            let mut run = Run::of(&wen.text());
            let mut at = [velocity, bend];
            let (mut turns, mut passages) = (0, 0);
            for place in 1..=160 {
                run.go(0.05 * f64::from(place));
                let now = [run.velocity(0), run.motion.state().internal(0, 0)];
                passages += usize::from(at[1] * now[1] < 0.0);
                let side = if at[0] == 0.0 { now[0].signum() } else { at[0].signum() };
                if now[0] * side > 0.0 {
                    let lost = 0.25 * (at[0] * at[0] - now[0] * now[0]);
                    let taken = wen.work(side, at[1], now[1]);
                    assert!((lost - taken).abs() < 1e-11, "{n} {bend}: {lost} {taken}");
                } else {
                    turns += 1;
                }
                at = now;
            }
            assert!(turns >= 3 && passages >= 3, "{turns} {passages}");
        }
    }
}

/// Deterministic numbers in [0, 1).
struct Random(u64);

impl Random {
    fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + (high - low) * (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Random bristles under a random force, against the reference.
fn compare(seed: u64) -> Result<(), String> {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x3333);
    (0..4).for_each(|_| {
        random.between(0.0, 1.0);
    });
    let mut either = |zero: f64, low: f64, high: f64| {
        if random.between(0.0, 1.0) < zero { 0.0 } else { random.between(low, high) }
    };
    let beta = either(0.0, 0.1, 3.0);
    let wen = BoucWen {
        mass: 10_f64.powf(either(0.0, -1.0, 1.0)),
        velocity: either(0.5, -2.0, 2.0),
        k: 10_f64.powf(either(0.0, -1.0, 1.5)),
        a: either(0.0, 0.3, 2.0),
        beta,
        gamma: beta * either(0.2, -0.9, 1.0),
        n: if either(0.1, 1.0, 2.0) == 0.0 { 2.0 } else { either(0.0, 1.02, 3.2) },
        bend: either(0.5, -0.4, 0.4),
    };
    let (force, omega, phase) =
        (either(0.1, 0.2, 4.0), either(0.0, 0.5, 4.0), either(0.3, -3.0, 3.0));
    let stiffness = either(0.0, 0.05, 3.0);
    let text = wen.text()
        + &format!(
            "[spring.s]\nbetween = \"b\"\nstiffness = {stiffness:?}\n\
             [force.push]\nbetween = \"b\"\nforce = \"{force:?}*sin({omega:?}*t + {phase:?})\"\n"
        );
    let network = network(&text);
    let mut motion = Simulator::new(network.clone());
    let parameters = network.start_parameters();
    let fault = |fault| format!("{text}{fault}");
    motion.initialise(0.0, &parameters, &[], 1e-10).map_err(fault)?;
    let mut reference = Reference::new([0.0, 0.0, wen.velocity, wen.bend], 0.05);
    let (mut passages, mut before, mut most) = (1, 0.0, [1e-3_f64; 3]);
    for place in 1..=40 {
        let end = 0.2 * f64::from(place);
        reference.go(end, &mut |[t, z, v, bend]| {
            let push = force * (omega * t + phase).sin();
            let acceleration = (push - stiffness * z - wen.k * bend) / wen.mass;
            [1.0, v, acceleration, wen.rate(v, bend)]
        });
        passages += u64::from(before * reference.y[3] < 0.0);
        before = reference.y[3];
        for (most, value) in most.iter_mut().zip(&reference.y[1..]) {
            *most = most.max(value.abs());
        }
        if place % 10 != 0 {
            continue;
        }
        motion.advance(end, &parameters, &[], &mut |_| {}).map_err(fault)?;
        let state = motion.state();
        let found = [state.position[0], state.velocity[0], state.internal(0, 0)];
        for ((found, expected), most) in found.into_iter().zip(&reference.y[1..]).zip(most) {
            if (found - expected).abs() > 1e-9 * most || found.is_nan() {
                return Err(format!("{text}{found:?}, not {expected:?} at {end:?} s"));
            }
        }
    }
    let cost = motion.evaluations() / passages;
    if cost > MOST_COST { Err(format!("{text}{cost} evaluations a passage")) } else { Ok(()) }
}

/// Evaluations of forces of one order for a passage of a bristle through 0, and what is between two.
const MOST_COST: u64 = 6_000;

/// `LUZTAR_BOUC_WEN=5000 cargo test --release --test formulas random_bristles` compares more.
#[test]
fn random_bristles_are_those_of_an_independent_integrator() {
    compare_all(drawn("LUZTAR_BOUC_WEN", 40), compare);
}

/// A body of 1 kg at 3 m/s under the friction of a law whose state h has this rate and start.
fn sticking(friction: &str, rate: &str, start: f64, body: &str) -> String {
    format!(
        "[body.b]\nmass = 1.0\n{body}\n[contact.c]\nbetween = \"b\"\nlaw = \"own\"\nh0 = {start:?}\n\
         [law.own]\n{friction}\n[[law.own.state]]\nname = \"h\"\nmeasure = \"number\"\nrate = \"{rate}\"\n"
    )
}

/// Friction 1 + ½|h|^p with h = t − 1 slows a body down by its integral.
#[test]
fn friction_by_a_power_of_a_state_that_passes_0_takes_its_integral() {
    for p in [0.2, 0.5, 1.2, 1.5, 2.5] {
        let law = format!("friction = \"1 + 0.5*abs(h)^{p:?}\"");
        let mut run = Run::of(&sticking(&law, "1", -1.0, "velocity = 3.0"));
        for t in [0.6, 1.0, 1.1, 1.7] {
            run.go(t);
            let h: f64 = t - 1.0;
            let taken = (1.0 + h.signum() * h.abs().powf(p + 1.0)) / (p + 1.0);
            near(run.velocity(0), 3.0 - t - 0.5 * taken, 1e-11, &format!("{p} at {t}"));
        }
        // Where it begins at 0.
        let mut run = Run::of(&sticking(&law, "1", 0.0, "velocity = 3.0"));
        run.go(1.5);
        let expected = 1.5 - 0.5 * 1.5_f64.powf(p + 1.0) / (p + 1.0);
        near(run.velocity(0), expected, 1e-11, &format!("{p} from 0"));
    }
}

/// A stuck contact holds 0.3 + |h|^p, h = t − 1, and is released where that falls to a load of 0.5 N, but not by one of 0.2 N.
#[test]
fn a_limit_by_a_power_of_a_state_releases_where_it_falls_to_the_load() {
    for p in [0.5, 1.3, 1.5] {
        let law = format!("friction = \"0.3 + abs(h)^{p:?}\"");
        let mut run = Run::of(&sticking(&law, "1", -1.0, "constantForce = 0.5"));
        run.go(1.5);
        let release = 1.0 - 0.2_f64.powf(1.0 / p);
        assert!((run.events[0].time() - release).abs() < 1e-10, "{p}: {}", run.events[0].time());
        let mut run = Run::of(&sticking(&law, "1", -1.0, "constantForce = 0.2"));
        run.go(1.5);
        assert_eq!((run.velocity(0), run.events.len()), (0.0, 0), "{p}");
    }
}

/// Friction 1 + 0.3·w^q: the time to come to rest from 3 m/s, and that from rest under 2 N to ½ m/s, are ∫ dw/a.
#[test]
fn friction_by_a_power_of_the_slip_speed_beside_states_lasts_as_its_integral() {
    for q in [0.5, 0.8, 1.5, 2.3] {
        let law = format!("friction = \"1 + 0.3*x^{q:?} + 0*h\"");
        let time = |end: f64, push: f64| {
            let slope = |u: f64| 8.0 * u.powi(7) / (push - 1.0 - 0.3 * u.powf(8.0 * q));
            integral(slope, end.powf(0.125))
        };
        let mut run = Run::of(&sticking(&law, "1", 0.0, "velocity = 3.0"));
        run.go(4.0);
        near(run.events[0].time(), -time(3.0, 0.0), 1e-10, &format!("{q} to rest"));
        let mut run = Run::of(&sticking(&law, "1", 0.0, "constantForce = 2.0"));
        run.go(time(0.5, 2.0));
        near(run.velocity(0), 0.5, 1e-10, &format!("{q} from rest"));
    }
}

/// Under a load that grows by r a contact with friction 1 + c·√w slips by w = (b·t)², 2·b² + c·b = r, from its release on.
#[test]
fn a_root_of_the_slip_speed_begins_with_a_growing_load() {
    for (c, r) in [(0.3, 2.0), (3.0, 0.1), (-0.2, 1.0)] {
        let law = format!("friction = \"max(1 + {c:?}*sqrt(x), 0.1) + 0*h\"");
        let body = format!("[force.push]\nbetween = \"b\"\nforce = \"{r:?}*t\"");
        let mut run = Run::of(&sticking(&law, "1", 0.0, &body));
        let b = f64::sqrt(c * c + 8.0 * r) / 4.0 - c / 4.0;
        for t in [1e-3, 0.3, 1.0] {
            run.go(1.0 / r + t);
            near(run.velocity(0), b * b * t * t, 1e-9, &format!("{c} {r} at {t}"));
        }
    }
}

/// A state whose rate is a power of the slip speed: the integral of it, down to rest and from rest on.
#[test]
fn a_rate_by_a_power_of_the_slip_speed_has_its_integral() {
    for q in [0.1, 0.5, 1.3] {
        let law = "friction = \"1 + 0*h\"";
        let rate = format!("x^{q:?}");
        let mut run = Run::of(&sticking(law, &rate, 0.0, "velocity = 1.5"));
        let whole = 1.5_f64.powf(q + 1.0) / (q + 1.0);
        run.go(1.0);
        let left = 0.5_f64.powf(q + 1.0) / (q + 1.0);
        near(run.motion.state().internal(0, 0), whole - left, 1e-11, &format!("{q}"));
        run.go(2.0);
        near(run.motion.state().internal(0, 0), whole, 1e-11, &format!("{q} at rest"));
        let mut run = Run::of(&sticking(law, &rate, 0.0, "constantForce = 3.0"));
        run.go(0.7);
        near(
            run.motion.state().internal(0, 0),
            1.4_f64.powf(q + 1.0) / (q + 1.0) / 2.0,
            1e-11,
            "on",
        );
    }
}

/// Friction that rises faster than a growing load moves the contact has no motion that begins with it.
#[test]
fn friction_that_no_slip_can_begin_with_is_refused() {
    let said = |friction: &str| {
        let text = "[model]\nname = \"P\"\n".to_owned() + &sticking(friction, "1", 0.0, "");
        read(&text, "n").map(|_| ()).map_err(|wrong| wrong.to_string())
    };
    let steep = "friction must not change faster than the root of the slip speed at the onset of slip; powers of `x` with \
                 exponents below 1/2 do";
    let law = "friction = \"1 + 0.3*x^0.4 + 0*h\"";
    assert!(said(law).is_err_and(|wrong| wrong.contains(steep)), "{:?}", said(law));
    assert_eq!(said("friction = \"1 + 0.3*x^0.5 + 0*h\""), Ok(()));
    assert_eq!(said(&format!("{law}\nstatic = \"1.2\"")), Ok(()));
}

fn swinging() -> Machine {
    let wen = BoucWen {
        mass: 1.0,
        velocity: 0.8,
        k: 2.0,
        a: 1.0,
        beta: 0.6,
        gamma: 0.2,
        n: 1.6,
        bend: 0.0,
    };
    let more = "[spring.s]\nbetween = \"b\"\nstiffness = 1.5\n\
                [force.push]\nbetween = \"b\"\nforce = \"1.4*sin(2.1*t)\"\n";
    let file = "[model]\nname = \"Wen\"\n[experiment]\nrelativeTolerance = 1e-12\n".to_owned()
        + &wen
            .text()
            .replace("velocity = 0.8", "velocity = 0.8\nforce = { input = true, start = 0.1 }")
        + more;
    Machine {
        file: file.into(),
        seen: vec!["b.position", "b.velocity", "c.bend", "c.frictionForce", "c.dissipatedEnergy"]
            .into(),
        events: 2.0,
        tolerance: 1e-9,
        times: &[0.1, 0.9, 1.4, 2.3, 3.1],
        derivatives: 10,
    }
}

show_all_manners!([swinging()]);
