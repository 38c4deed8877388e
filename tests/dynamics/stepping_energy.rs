//! Time stepping makes no energy, whatever the step: random networks of springs with and without gaps, cubic ones, the same as
//! potentials and as formulas that name bodies, dampers and friction, whose k·h²/m lies anywhere in fourteen decades.

use std::fmt::Write;

use crate::networks::network;
use crate::run::Run;

/// Networks of every run; LUZTAR_STEPPING_NETWORKS takes others, and more.
const NETWORKS: u64 = 250;

const STEPS: usize = 50;

/// Round-off of energies over these steps, relative to all energy that there was.
const ROUND_OFF: f64 = 1e-9;

/// A generator of 64 bits (splitmix).
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn decades(&mut self, low: f64, high: f64) -> f64 {
        10_f64.powf(self.between(low, high))
    }

    fn below(&mut self, count: usize) -> usize {
        (self.bits() % count as u64) as usize
    }

    fn chance(&mut self, part: f64) -> bool {
        self.between(0.0, 1.0) < part
    }
}

/// A spring of the network, and its energy.
struct Elastic {
    i: usize,
    j: Option<usize>,
    stiffness: f64,
    cubic: f64,
    half_gap: f64,
}

impl Elastic {
    fn energy(&self, position: &[f64]) -> f64 {
        let e = position[self.i] - self.j.map_or(0.0, |j| position[j]);
        let beyond = (e.abs() - self.half_gap).max(0.0);
        0.5 * self.stiffness * beyond.powi(2) + 0.25 * self.cubic * beyond.powi(4)
    }
}

/// A network with what its energy is made of.
struct Drawn {
    text: String,
    masses: Vec<f64>,
    forces: Vec<f64>,
    elastic: Vec<Elastic>,
    conserves: bool,
    h: f64,
}

impl Drawn {
    fn new(seed: u64) -> Self {
        let mut random = Random(seed);
        let h = random.decades(-4.0, -1.0);
        let mut drawn = Self {
            text: "[model]\nname = \"Drawn\"\n".to_owned(),
            masses: Vec::new(),
            forces: Vec::new(),
            elastic: Vec::new(),
            conserves: true,
            h,
        };
        for _ in 0..=random.below(4) {
            drawn.draw_body(&mut random);
        }
        for spring in 0..=random.below(5) {
            drawn.draw_spring(&mut random, spring);
        }
        if random.chance(0.5) {
            for contact in 0..=random.below(4) {
                drawn.draw_contact(&mut random, contact);
            }
        }
        drawn
    }

    fn draw_body(&mut self, random: &mut Random) {
        let (name, h) = (self.masses.len(), self.h);
        let mass = random.decades(-2.0, 2.0);
        let force = if random.chance(0.3) { mass / h * random.decades(-3.0, 0.0) } else { 0.0 };
        let (position, velocity) = (h * random.between(-2.0, 2.0), random.between(-1.0, 1.0));
        let velocity = if random.chance(0.3) { 0.0 } else { velocity };
        write!(
            self.text,
            "[body.b{name}]\nmass = {mass:?}\nposition = {position:?}\nvelocity = {velocity:?}\n"
        )
        .unwrap();
        if force != 0.0 {
            writeln!(self.text, "constantForce = {force:?}").unwrap();
        }
        self.masses.push(mass);
        self.forces.push(force);
    }

    /// The ends of an element, as a file has them.
    fn ends(&self, random: &mut Random) -> (usize, Option<usize>, String) {
        let (i, j) = (random.below(self.masses.len()), random.below(self.masses.len() + 1));
        let j = (j < self.masses.len() && j != i).then_some(j);
        let between = j.map_or(format!("\"b{i}\""), |j| format!("[\"b{i}\", \"b{j}\"]"));
        (i, j, between)
    }

    fn draw_spring(&mut self, random: &mut Random, name: usize) {
        let (i, j, between) = self.ends(random);
        let (h, mass) = (self.h, self.masses[i]);
        let mut spring = Elastic { i, j, stiffness: 0.0, cubic: 0.0, half_gap: 0.0 };
        spring.stiffness = mass / (h * h) * random.decades(-7.0, 7.0);
        match random.below(3) {
            0 => spring.cubic = mass / (h * h * h * h) * random.decades(-7.0, 7.0),
            1 => spring.half_gap = h * random.decades(-1.0, 1.5),
            _ => {}
        }
        let Elastic { stiffness, cubic, half_gap, .. } = spring;
        if random.chance(0.4) {
            self.draw_formula(random, name, &spring);
            self.elastic.push(spring);
            return;
        }
        writeln!(self.text, "[spring.s{name}]\nbetween = {between}\nstiffness = {stiffness:?}")
            .unwrap();
        if cubic != 0.0 {
            writeln!(self.text, "cubic = {cubic:?}").unwrap();
        }
        if half_gap != 0.0 {
            writeln!(self.text, "backlash = {:?}", 2.0 * half_gap).unwrap();
        }
        if random.chance(0.15) {
            let damping = mass / h * random.decades(-4.0, 4.0);
            writeln!(self.text, "damping = {damping:?}").unwrap();
            self.conserves = false;
        }
        self.elastic.push(spring);
    }

    /// The spring as a potential, or as loads that name the positions of their bodies.
    fn draw_formula(&mut self, random: &mut Random, name: usize, spring: &Elastic) {
        let Elastic { i, j, stiffness, cubic, half_gap } = *spring;
        let e = j.map_or(format!("b{i}.position"), |j| format!("(b{i}.position - b{j}.position)"));
        let beyond = format!("max(abs({e}) - {half_gap:?}, 0)");
        if random.chance(0.5) {
            let energy = match () {
                () if half_gap > 0.0 => format!("{:?}*{beyond}^2", 0.5 * stiffness),
                () => format!("{:?}*{e}^2 + {:?}*{e}^4", 0.5 * stiffness, 0.25 * cubic),
            };
            writeln!(self.text, "[potential.s{name}]\nenergy = \"{energy}\"").unwrap();
            return;
        }
        let force = match () {
            () if half_gap > 0.0 => format!("{stiffness:?}*{beyond}*sign({e})"),
            () => format!("({stiffness:?}*{e} + {cubic:?}*{e}^3)"),
        };
        writeln!(self.text, "[force.i{name}]\nbetween = \"b{i}\"\nforce = \"-{force}\"").unwrap();
        if let Some(j) = j {
            writeln!(self.text, "[force.j{name}]\nbetween = \"b{j}\"\nforce = \"{force}\"")
                .unwrap();
        }
    }

    fn draw_contact(&mut self, random: &mut Random, name: usize) {
        let (i, _, between) = self.ends(random);
        let impulse = self.masses[i] / self.h;
        let kinetic = impulse * random.decades(-3.0, 0.5);
        let peak = kinetic * if random.chance(0.5) { random.between(1.0, 1.5) } else { 1.0 };
        let viscous = if random.chance(0.3) { impulse * random.decades(-3.0, 3.0) } else { 0.0 };
        writeln!(
            self.text,
            "[contact.c{name}]\nbetween = {between}\nlaw = \"coulomb\"\nkineticFriction = {kinetic:?}\n\
             staticFriction = {peak:?}\nviscous = {viscous:?}"
        )
        .unwrap();
        self.conserves = false;
    }

    fn energy(&self, run: &Run) -> f64 {
        let state = run.state();
        let kinetic = self.masses.iter().zip(&state.velocity).map(|(m, v)| 0.5 * m * v * v);
        let elastic = self.elastic.iter().map(|spring| spring.energy(&state.position));
        kinetic.sum::<f64>() + elastic.sum::<f64>()
    }

    /// The greatest energy beyond that of the start and the work of forces, and, where nothing dissipates, the greatest that
    /// is missing, relative to all that there was.
    fn excess(&self) -> [f64; 2] {
        let mut run = Run::by_steps(&network(&self.text));
        let start = self.energy(&run);
        let (mut work, mut all, mut worst) = (0.0, start, [0.0_f64; 2]);
        for step in 1..=STEPS {
            let before = run.state().position.clone();
            run.advance(self.h * step as f64);
            for (force, (now, before)) in
                self.forces.iter().zip(run.state().position.iter().zip(&before))
            {
                work += force * (now - before);
                all += (force * (now - before)).abs();
            }
            let balance = (self.energy(&run) - start - work) / all.max(f64::MIN_POSITIVE);
            assert!(balance.is_finite());
            worst[0] = worst[0].max(balance);
            worst[1] = worst[1].max(if self.conserves { -balance } else { 0.0 });
        }
        assert!(run.state().dissipated.iter().all(|energy| *energy >= -ROUND_OFF * all));
        worst
    }
}

#[test]
fn no_step_makes_energy() {
    let count = std::env::var("LUZTAR_STEPPING_NETWORKS").map_or(NETWORKS, |count| {
        count.parse().expect("LUZTAR_STEPPING_NETWORKS is a number of networks")
    });
    let mut conserving = 0;
    for seed in 0..count {
        let drawn = Drawn::new(seed);
        let worst = drawn.excess();
        assert!(
            worst.iter().all(|part| *part < ROUND_OFF),
            "seed {seed}: {worst:?}\n{}",
            drawn.text
        );
        conserving += u64::from(drawn.conserves);
    }
    assert!(conserving > count / 8, "{conserving} of {count}");
}
