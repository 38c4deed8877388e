//! Small friction networks for tests: builders, a generator of random ones, and residuals.

use luztar::gauss::clusters::Clusters;
use luztar::gauss::{Contact, CoupledMass, Inertia, Kernel, Row, Slip, Solution};

#[derive(Clone, Debug, Default)]
pub struct Network {
    pub mass: Vec<f64>,
    pub force: Vec<f64>,
    pub contacts: Vec<Contact>,
    /// Entries of the inertia beside the masses.
    pub coupled: Vec<CoupledMass>,
}

impl Network {
    /// Bodies that their inertia does not couple.
    pub fn new(mass: Vec<f64>, force: Vec<f64>, contacts: Vec<Contact>) -> Self {
        Self { mass, force, contacts, coupled: Vec::new() }
    }

    pub fn inertia(&self) -> Inertia<'_> {
        Inertia { diagonal: &self.mass, coupled: &self.coupled }
    }

    /// K a.
    pub fn momentum(&self, a: &[f64]) -> Vec<f64> {
        let mut sum: Vec<f64> = self.mass.iter().zip(a).map(|(m, a)| m * a).collect();
        for &CoupledMass { i, j, mass } in &self.coupled {
            sum[i] += mass * a[j];
            sum[j] += mass * a[i];
        }
        sum
    }
}

/// Contact of a body with the ground, limit ±F.
pub fn ground(i: usize, limit: f64) -> Contact {
    let row = Row { i: Some(i), q_i: 1.0, j: None, q_j: 0.0 };
    Contact { row, beta: 0.0, lower: -limit, upper: limit, viscous: 0.0 }
}

/// Contact between two bodies, ratio 1, limit ±F.
pub fn between(i: usize, j: usize, limit: f64) -> Contact {
    let row = Row { i: Some(i), q_i: 1.0, j: Some(j), q_j: -1.0 };
    Contact { row, beta: 0.0, lower: -limit, upper: limit, viscous: 0.0 }
}

/// Greatest violation of the optimality conditions by a solution: balance of forces, ranges, and slip
/// against the force.
pub fn kkt_residual(network: &Network, solution: &Solution) -> f64 {
    let Network { force, contacts, .. } = network;
    let momentum = network.momentum(&solution.acceleration);
    let mut balance: Vec<f64> = force.iter().zip(momentum).map(|(f, m)| f - m).collect();
    let mut worst: f64 = 0.0;
    for (index, contact) in contacts.iter().enumerate() {
        let lambda = solution.lambda[index];
        for (body, q) in contact.row.terms() {
            balance[body] -= q * lambda;
        }
        let u = contact.row.apply(&solution.acceleration) - contact.beta;
        let dry = match solution.slip[index] {
            Slip::Stuck => lambda,
            Slip::Forward | Slip::Backward => lambda - contact.viscous * u,
        };
        worst = worst.max(dry - contact.upper).max(contact.lower - dry);
        let expected = match solution.slip[index] {
            Slip::Stuck => dry,
            Slip::Forward => contact.upper,
            Slip::Backward => contact.lower,
        };
        worst = worst.max((dry - expected).abs());
    }
    balance.into_iter().fold(worst, |worst, g| worst.max(g.abs()))
}

/// ½ aᵀK a − fᵀa + Σ ½ C u² + max(upper·u, lower·u), for finite bounds.
pub fn cost(network: &Network, a: &[f64]) -> f64 {
    let inertia = network.momentum(a).into_iter().zip(a).map(|(p, a)| 0.5 * p * a);
    let power = network.force.iter().zip(a).map(|(f, a)| f * a);
    let friction = network.contacts.iter().map(|contact| {
        let u = contact.row.apply(a) - contact.beta;
        0.5 * contact.viscous * u * u + (contact.upper * u).max(contact.lower * u)
    });
    inertia.sum::<f64>() - power.sum::<f64>() + friction.sum::<f64>()
}

/// A network whose contacts are all stuck, and the load that they balance.
#[derive(Clone, Debug)]
pub struct Stuck {
    pub contacts: Vec<Contact>,
    pub residual: Vec<f64>,
    pub clusters: Clusters,
}

impl Stuck {
    pub fn new(contacts: Vec<Contact>, residual: Vec<f64>) -> Self {
        let rows: Vec<Row> = contacts.iter().map(|contact| contact.row).collect();
        let mut clusters = Clusters::default();
        clusters.build(residual.len(), &rows, &vec![true; rows.len()]);
        Self { contacts, residual, clusters }
    }

    /// Forces drawn within `share` of the limits, half of them at it, give the load; ranges are at
    /// least 1.
    pub fn random(recipe: Recipe, share: f64, numbers: &mut Random) -> Self {
        let Network { mass, mut contacts, .. } = random(recipe, numbers);
        let mut residual = vec![0.0; mass.len()];
        for contact in &mut contacts {
            contact.upper += 0.5;
            contact.lower -= 0.5;
            let lambda = share
                * match numbers.below(4) {
                    0 => contact.lower,
                    1 => contact.upper,
                    _ => numbers.between(contact.lower, contact.upper),
                };
            for (body, q) in contact.row.terms() {
                residual[body] += q * lambda;
            }
        }
        Self::new(contacts, residual)
    }

    pub fn distribute(&mut self, kernel: &mut Kernel) -> Vec<f64> {
        let stuck = vec![true; self.contacts.len()];
        let mut lambda = vec![0.0; self.contacts.len()];
        let Self { contacts, residual, clusters } = self;
        kernel.distribute(clusters, residual, contacts, &stuck, &mut lambda);
        lambda
    }

    pub fn holds(&mut self, kernel: &mut Kernel, threshold: f64) -> bool {
        let stuck = vec![true; self.contacts.len()];
        let Self { contacts, residual, clusters } = self;
        kernel.margins(clusters, &stuck).holds(residual, contacts, threshold)
    }

    pub fn margin(&mut self, kernel: &mut Kernel) -> f64 {
        let stuck = vec![true; self.contacts.len()];
        kernel.margin(&mut self.clusters, &self.residual, &self.contacts, &stuck)
    }
}

/// ‖f‖∞ plus the greatest finite limit.
pub fn force_scale(network: &Network) -> f64 {
    let limits = network.contacts.iter().flat_map(|contact| [contact.lower, contact.upper]);
    let finite = limits.filter(|limit| limit.is_finite()).map(f64::abs).fold(0.0, f64::max);
    network.force.iter().map(|f| f.abs()).fold(0.0, f64::max) + finite
}

/// SplitMix64 (Steele, Lea & Flood, OOPSLA 2014).
pub struct Random(pub u64);

impl Random {
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// In [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// In 0..count.
    pub fn below(&mut self, count: usize) -> usize {
        (self.unit() * count as f64) as usize
    }

    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    pub fn shuffled(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        for k in (1..count).rev() {
            order.swap(k, self.below(k + 1));
        }
        order
    }
}

/// What a random network may contain.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    pub bodies: usize,
    pub contacts: usize,
    /// Small integers everywhere: degenerate in many ways.
    pub integers: bool,
    /// Ratios other than 1, so that cycles do not balance.
    pub ratios: bool,
    pub offsets: bool,
    /// Bounds that differ by direction or are 0.
    pub ranges: bool,
    pub infinite: bool,
}

impl Recipe {
    /// Draws a network of contacts that are stuck, with cycles, ratios and infinite bounds.
    pub fn stuck(bodies: usize, contacts: usize, numbers: &mut Random) -> Self {
        Self {
            bodies,
            contacts,
            integers: numbers.chance(0.3),
            ratios: numbers.chance(0.4),
            offsets: false,
            ranges: numbers.chance(0.5),
            infinite: numbers.chance(0.4),
        }
    }
}

pub fn random(recipe: Recipe, random: &mut Random) -> Network {
    let Recipe { bodies, contacts, integers, ratios, offsets, ranges, infinite } = recipe;
    let mut real = |low: f64, high: f64| {
        let x = random.between(low, high);
        if integers { x.round() } else { x }
    };
    let mass: Vec<f64> = (0..bodies).map(|_| real(1.0, 4.0)).collect();
    let force: Vec<f64> = (0..bodies).map(|_| real(-5.0, 5.0)).collect();
    let mut network = Network::new(mass, force, Vec::new());
    for _ in 0..contacts {
        let i = random.below(bodies);
        let j = random.below(bodies + 1);
        let mut contact = if j >= bodies || j == i { ground(i, 0.0) } else { between(i, j, 0.0) };
        let mut real = |low: f64, high: f64| {
            let x = random.between(low, high);
            if integers { x.round() } else { x }
        };
        contact.upper = real(0.0, 4.0);
        contact.lower = -contact.upper;
        if ranges {
            contact.lower = -real(0.0, 4.0);
        }
        if offsets {
            contact.beta = real(-1.0, 1.0);
        }
        if ratios {
            contact.row.q_i = [1.0, 2.0, -1.0, 0.5][real(-0.49, 3.49).round().abs() as usize];
            if contact.row.j.is_some() {
                contact.row.q_j = -real(1.0, 3.0);
            }
        }
        if infinite && random.chance(0.15) {
            contact.upper = f64::INFINITY;
        }
        if infinite && random.chance(0.15) {
            contact.lower = f64::NEG_INFINITY;
        }
        if ranges && random.chance(0.1) {
            contact.upper = 0.0;
        }
        network.contacts.push(contact);
    }
    network
}
