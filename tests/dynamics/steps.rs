//! Steps of any length: one across everything that happens gives what a thousand give, and what quadrature
//! gives. A law far from where it changes has an expansion without a trace of what comes.

use std::sync::Arc;

use luztar::laws::{Conditions, Direction, Law};
use luztar::network::Network;

use crate::laws::{law_of, over_slip};
use crate::networks::network;
use crate::run::{Run, assert_close};

/// Event times, s, positions and velocities at default settings and unit scale.
const EXACT: f64 = 1e-9;

/// A block of mass 1 on the ground.
fn block(velocity: f64, law: &str) -> Arc<Network> {
    network(&format!(
        "[model]\nname = \"Block\"\n[body.block]\nmass = 1.0\nvelocity = {velocity}\n\
         [contact.floor]\nbetween = \"block\"\n{law}\n"
    ))
}

/// Laws of the slip velocity, the steeper the smaller `v`.
fn laws(v: f64) -> Vec<String> {
    let stribeck = format!(
        "law = \"stribeck\"\nkineticFriction = 0.5\nstaticFriction = 0.8\nstribeckVelocity = {v}\n"
    );
    let coulomb = "law = \"coulomb\"\nkineticFriction = 0.5\n";
    let steepness = 1.0 / v;
    vec![
        stribeck.clone(),
        format!("{stribeck}viscous = 0.1"),
        format!("{stribeck}stribeckExponent = 1.0"),
        format!("{stribeck}stribeckExponent = 0.6"),
        format!("{stribeck}stribeckExponent = 1.5"),
        format!("{stribeck}stribeckExponent = 9.0"),
        format!(
            "law = \"exponential\"\nkineticFriction = 0.5\nstaticFriction = 0.8\nslope = {}",
            0.3 / v
        ),
        format!("law = \"hyperbolic\"\nstaticFriction = 0.8\ndecay = {steepness}\nviscous = 0.5"),
        format!(
            "law = \"quadratic\"\nkineticFriction = 0.5\nstaticFriction = 0.8\ndecay = {steepness}\ngrowth = 0.01"
        ),
        format!(
            "law = \"asymmetric\"\nmaxForwardFriction = 3.63\nminForwardFriction = 0.86\nforwardVelocity = {v}\n\
             maxBackwardFriction = 5.94\nminBackwardFriction = 1.42\nbackwardVelocity = {}\nfirstDrop = 3.23453\n\
             firstVelocity = {v}\nsecondDrop = 2.87362\nsecondVelocity = {}",
            10.0 * v,
            9.0 * v
        ),
        format!("law = \"falling\"\nstaticFriction = 0.8\nslope = {}\nminFriction = 0.5", 0.3 / v),
        format!("law = \"plateau\"\nkineticFriction = 0.5\nplateauVelocity = {v}\nslope = 0.1"),
        format!(
            "law = \"piecewise\"\nkineticFriction = 0.5\nstaticFriction = 0.8\nluzWidth = [{v}]\nluzSlope = [0.4]"
        ),
        format!("law = \"table\"\nslip = [0.0, {v}, {}]\nfriction = [0.8, 0.6, 0.5]", 3.0 * v),
        format!("{coulomb}regularisation = \"tanh\"\nsteepness = {steepness}"),
        format!("{coulomb}regularisation = \"atan\"\nsteepness = {steepness}"),
        format!("{coulomb}regularisation = \"linear\"\nrampVelocity = {v}"),
        format!("{stribeck}regularisation = \"tanh\"\nsteepness = {}", 0.3 * steepness),
    ]
}

/// Time from one slip speed to a lower one, s.
fn braking(law: &Law, at: Conditions, direction: Direction, from: f64, to: f64) -> f64 {
    let over =
        |x: f64| over_slip(law, direction, x, &|x| 1.0 / law.force(direction.sign() * x, at).abs());
    if to == 0.0 {
        return over(from);
    }
    let lower: Vec<f64> = (0..=400).map(|k| to * (from / to).powf(f64::from(k) / 400.0)).collect();
    // Simpson's rule in ln x, by parts.
    let f = |s: f64| s.exp() / law.force(direction.sign() * s.exp(), at).abs();
    lower
        .windows(2)
        .map(|pair| {
            let (a, b) = (pair[0].ln(), pair[1].ln());
            let m = |t: f64| f(a + t * (b - a));
            (b - a) / 12.0 * (m(0.0) + 4.0 * m(0.25) + 2.0 * m(0.5) + 4.0 * m(0.75) + m(1.0))
        })
        .sum()
}

#[test]
fn one_step_goes_over_a_whole_braking() {
    for v in [0.3, 0.02, 1e-3, 1e-5] {
        for text in laws(v) {
            for start in [1.0, -1.0, 7.0] {
                let network = block(start, &text);
                let (law, at) = law_of(&network);
                let direction = if start > 0.0 { Direction::Forward } else { Direction::Backward };
                let x: f64 = start.abs();
                let mut run = Run::new(&network);
                if law.is_regularised() {
                    // Such a law never stops a body: the time down to its own scale.
                    let time = braking(&law, at, direction, x, v);
                    run.advance(time);
                    let pace = law.force(direction.sign() * v, at).abs();
                    let late = (run.velocity(0).abs() - v) / pace;
                    assert_close(late, 0.0, EXACT);
                    continue;
                }
                let time = braking(&law, at, direction, x, 0.0);
                run.advance(1.5 * time);
                let times = run.times_of_contact(0);
                assert_eq!(times.len(), 1, "{text}: {times:?}, not {time}");
                let late = times[0] - time;
                assert!(late.abs() <= EXACT, "v = {v}, from {start}: {late:e} s late\n{text}");
                // What lies ahead is found by the same steps.
                let mut run = Run::new(&network);
                let Run { motion, parameters, inputs, .. } = &mut run;
                let ahead = motion.predict(1.5 * time, parameters, inputs).expect("goes on");
                assert_close(ahead.first.expect("stops"), times[0], EXACT);
            }
        }
    }
}

#[test]
fn slip_that_only_nears_a_steep_part_of_its_law_feels_it() {
    // Forced so that w = 0.51 + ½·cos 2t without friction: within a step it comes to 0.01 and goes again.
    for law in laws(0.02) {
        let text = format!(
            "[model]\nname = \"Near\"\n[body.block]\nmass = 1.0\nvelocity = 1.01\nconstantForce = 0.5\n\
             excitation = {{ amplitude = 1.0, angularFrequency = 2.0, phase = 1.5707963267948966 }}\n\
             [contact.floor]\nbetween = \"block\"\n{law}\n"
        );
        agree(&network(&text), 6.0, 1000, &law);
    }
}

#[track_caller]
fn agree(network: &Arc<Network>, end: f64, steps: u32, name: &str) {
    let run = |steps: u32| {
        let mut run = Run::new(network);
        let mut done = Ok(());
        for step in 1..=steps {
            done = run.try_advance(end * f64::from(step) / f64::from(steps));
            if done.is_err() {
                break;
            }
        }
        (run, done)
    };
    let ((one, done), (many, also)) = (run(1), run(steps));
    for done in [done, also] {
        assert!(done.is_ok(), "{name}: {done:?}");
    }
    assert_eq!(one.sequence(), many.sequence(), "{name}");
    for (a, b) in one.events.iter().zip(&many.events) {
        assert!((a.time() - b.time()).abs() <= 10.0 * EXACT, "{name}\n{a:?}\n{b:?}");
    }
    for body in 0..one.state().position.len() {
        let scale = 1.0 + many.velocity(body).abs();
        assert!((one.position(body) - many.position(body)).abs() <= 10.0 * EXACT * scale, "{name}");
        assert!((one.velocity(body) - many.velocity(body)).abs() <= 10.0 * EXACT * scale, "{name}");
    }
}

/// A linear congruential generator (Knuth's MMIX), and what to draw with it.
pub struct Draw(pub u64);

impl Draw {
    /// In [0, 1).
    fn share(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn within(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.share()
    }

    /// By orders of magnitude.
    pub fn scale(&mut self, low: f64, high: f64) -> f64 {
        (self.within(low.ln(), high.ln())).exp()
    }

    /// Whether something happens that does in a part of all cases.
    pub fn chance(&mut self, part: f64) -> bool {
        self.share() < part
    }

    pub fn below(&mut self, count: usize) -> usize {
        (self.share() * count as f64) as usize
    }

    fn law(&mut self) -> String {
        let all = laws(self.scale(1e-3, 0.5));
        let places = [
            "law = \"luGre\"\nkineticFriction = 0.5\nstaticFriction = 0.8\n",
            "law = \"dahl\"\nkineticFriction = 0.5\n",
            "law = \"antunes\"\nkineticFriction = 0.5\nstaticFriction = 0.7\n",
            "law = \"blimanSorine\"\nriseFriction = 1.2\nfallFriction = 0.5\n",
        ];
        let pick = self.below(all.len() + places.len());
        if pick < all.len() {
            return all[pick].clone();
        }
        let law = places[pick - all.len()];
        let stiffness = self.scale(20.0, 2e3);
        match pick - all.len() {
            0 => format!(
                "{law}stribeckVelocity = {}\nbristleStiffness = {stiffness}\nbristleDamping = {}\nviscous = 0.1",
                self.scale(1e-3, 0.3),
                self.within(0.0, 0.1) * stiffness.sqrt()
            ),
            1 => {
                let exponent = [0.0, 0.5, 0.7, 0.75, 1.0, 1.6][self.below(6)];
                format!("{law}bristleStiffness = {stiffness}\ndahlExponent = {exponent}")
            }
            2 => format!("{law}bristleStiffness = {stiffness}\nbristleDamping = 0.5"),
            _ => format!("{law}slipLength = {}\nlengthRatio = 0.4", 1.0 / stiffness),
        }
    }

    /// One to three bodies on springs, each on the ground or on the one before it.
    fn network(&mut self) -> String {
        let mut text = "[model]\nname = \"Drawn\"\n".to_owned();
        let bodies = 1 + self.below(3);
        for body in 0..bodies {
            let (mass, velocity) = (self.within(0.3, 3.0), self.within(-3.0, 3.0));
            text += &format!(
                "[body.b{body}]\nmass = {mass}\nvelocity = {velocity}\nexcitation = {{ amplitude = {}, \
                 angularFrequency = {}, phase = {} }}\n",
                self.within(0.0, 3.0),
                self.within(0.5, 6.0),
                self.within(0.0, 6.0)
            );
            let between = match body {
                0 => "\"b0\"".to_owned(),
                _ if self.share() < 0.5 => format!("[\"b{}\", \"b{body}\"]", body - 1),
                _ => format!("\"b{body}\""),
            };
            text += &format!("[contact.c{body}]\nbetween = {between}\n{}\n", self.law());
            let kind = match self.below(3) {
                0 => format!("cubic = {}", self.within(0.0, 5.0)),
                1 => format!("damping = {}", self.within(0.0, 0.5)),
                _ => format!("backlash = {}", 2.0 * self.within(0.05, 0.3)),
            };
            text += &format!(
                "[spring.s{body}]\nbetween = {between}\nstiffness = {}\n{kind}\n",
                self.within(1.0, 20.0)
            );
        }
        text
    }
}

#[test]
fn one_step_is_a_thousand_for_every_law() {
    for seed in 0..60 {
        let text = Draw(seed).network();
        agree(&network(&text), 3.0, 1000, &format!("seed {seed}\n{text}"));
    }
}

#[test]
fn a_communication_step_of_any_length_completes() {
    let text = luztar::unit::catalogue::text("BeltOscillator").expect("is there");
    let mut run = Run::new(&network(text));
    run.advance(40000.0);
    // One stick and one slip in a period (CATALOGUE: t1), from the first instant on.
    assert_eq!(run.events.len(), 2 * (40000.0 / 8.03055253541805) as usize + 1);
    let last = run.events.last().expect("slips").time();
    let periods = (last / 8.03055253541805).floor();
    let phase = last - periods * 8.03055253541805;
    assert!((phase - 6.73906545622343).abs() < 1e-5, "{last}");
}

#[test]
fn a_step_that_would_take_for_ever_ends() {
    let text = "[model]\nname = \"Swing\"\n[body.bob]\nmass = 1.0\nposition = 0.5\n[spring.s]\n\
                between = \"bob\"\nstiffness = 1.0\n[contact.c]\nbetween = \"bob\"\nlaw = \"coulomb\"\n\
                kineticFriction = 0.0\n";
    let mut run = Run::new(&network(text));
    let fault = run.try_advance(1e300).expect_err("is too long").to_string();
    assert!(fault.contains("2000000 evaluations") && fault.contains("bob is at"), "{fault}");
    assert_eq!(run.time(), 0.0);
}

/// Beside the BeltOscillator of 40000 s what costs most and is ordinary: a body on a stiff spring and a steep law, at the
/// tightest tolerance.
#[test]
fn a_long_step_of_a_stiff_motion_completes() {
    let text = "[model]\nname = \"Stiff\"\n[body.block]\nmass = 1.0\nvelocity = 1.0\n[body.tool]\nmass = 0.001\n\
                [spring.mount]\nbetween = [\"block\", \"tool\"]\nstiffness = 1e5\ndamping = 10.0\n\
                [spring.leaf]\nbetween = \"block\"\nstiffness = 40.0\n\
                [contact.floor]\nbetween = \"tool\"\nlaw = \"stribeck\"\nkineticFriction = 1.0\n\
                staticFriction = 1.5\nstribeckVelocity = 0.01\nregularisation = \"tanh\"\nsteepness = 1e4\n\
                surfaceVelocity = 0.05\n";
    let mut run = Run::with_tolerance(&network(text), 1e-13);
    run.advance(10.0);
    assert_eq!(run.time(), 10.0);
}

#[test]
fn a_motion_that_runs_away_is_told_by_its_body() {
    // ẍ = x grows beyond all numbers at t = 690 s, ẍ = x³ within two seconds.
    for (spring, until) in [("stiffness = -1.0", 1000.0), ("stiffness = 0.0\ncubic = -1.0", 10.0)] {
        let text = format!(
            "[model]\nname = \"Away\"\n[body.still]\nmass = 1.0\n[body.loose]\nmass = 1.0\nposition = 1.0\n\
             velocity = 1.0\n[spring.s]\nbetween = \"loose\"\n{spring}\n"
        );
        for steps in [1, 1000] {
            let mut run = Run::new(&network(&text));
            let mut advanced =
                (1..=steps).map(|step| run.try_advance(until * f64::from(step) / f64::from(steps)));
            let fault = advanced.find_map(Result::err).expect("runs away").to_string();
            let told = ["loose is at", "of loose must stay within ±1e300"];
            assert!(told.iter().any(|told| fault.contains(told)), "{fault}");
        }
    }
}
