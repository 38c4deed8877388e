//! A body before a stop that bounds its motion on one side, drawn over many decades and compared with its closed form.

use std::sync::Arc;

use luztar::unit::Model;

use super::draws::Draws;
use super::host::Integrator;
use super::support::{Named, started, unit};
use super::{go, go_in};

/// Motion in the distance y from the edge, positive in the gap: m y″ = f − min(0, k y + d y′) for y < 0.
struct Stop {
    m: f64,
    k: f64,
    d: f64,
    f: f64,
    /// Distance and its rate at the start.
    start: [f64; 2],
    /// Unit of length, and of time.
    length: f64,
    time: f64,
    /// Place of the edge; deflections count from the offset, and the gap reaches upwards, or downwards.
    edge: f64,
    offset: f64,
    upwards: bool,
}

impl Stop {
    fn drawn(draws: &mut Draws, decades: f64) -> Self {
        let mut size = |decades: f64| 10f64.powf(draws.between(-decades, decades));
        let (m, length, time) = (size(decades), size(decades), size(0.5 * decades));
        let omega = 1.0 / time;
        let damping = if draws.chance(0.3) { 0.0 } else { draws.between(0.01, 0.9) };
        let force = draws.mixed(&[0.0, -1.0], -1.0, 0.3);
        Self {
            m,
            k: m * omega * omega,
            d: 2.0 * damping * m * omega,
            f: force * m * omega * omega * length,
            start: [draws.between(-1.0, 2.0) * length, draws.between(-2.0, 1.0) * length * omega],
            length,
            time,
            edge: draws.mixed(&[0.0, 1.0], -100.0, 100.0) * length,
            offset: draws.mixed(&[0.0], -10.0, 10.0) * length,
            upwards: draws.chance(0.5),
        }
    }

    fn side(&self) -> f64 {
        if self.upwards { 1.0 } else { -1.0 }
    }

    /// With an open end or a far one, and more keys of the experiment.
    fn unit(&self, far: f64, experiment: &str) -> Arc<Model> {
        let edge = self.edge - self.offset;
        let gap = if self.upwards { [edge, far] } else { [-far, edge] };
        let damping =
            if self.d > 0.0 { format!("damping = {:e}\n", self.d) } else { String::new() };
        unit(&format!(
            "[model]\nname = \"Stopped\"\n[experiment]\nrelativeTolerance = 1e-12\n{experiment}\n[body.b]\nmass = {:e}\n\
             position = {:e}\nvelocity = {:e}\nconstantForce = {:e}\n[spring.stop]\nbetween = \"b\"\nstiffness = {:e}\n\
             {damping}offset = {:e}\ngap = [{:e}, {:e}]\n",
            self.m,
            self.edge + self.side() * self.start[0],
            self.side() * self.start[1],
            self.side() * self.f,
            self.k,
            self.offset,
            gap[0],
            gap[1]
        ))
    }

    /// Force in the gap's spring if it may pull, of the sign of the deflection.
    fn push(&self, [y, rate]: [f64; 2]) -> f64 {
        self.k * y + self.d * rate
    }

    fn touches(&self, at: [f64; 2]) -> bool {
        at[0] < 0.0 && self.push(at) < 0.0
    }

    /// Without contact, after s.
    fn free(&self, [y, rate]: [f64; 2], s: f64) -> [f64; 2] {
        let a = self.f / self.m;
        [y + s * (rate + 0.5 * a * s), rate + a * s]
    }

    /// In contact, after s.
    fn held(&self, [y, rate]: [f64; 2], s: f64) -> [f64; 2] {
        let (delta, nu, middle) = self.oscillation();
        let a = y - middle;
        let b = (rate + delta * a) / nu;
        let (sin, cos) = (nu * s).sin_cos();
        let decay = (-delta * s).exp();
        [
            middle + decay * (a * cos + b * sin),
            decay * ((nu * b - delta * a) * cos - (nu * a + delta * b) * sin),
        ]
    }

    fn oscillation(&self) -> (f64, f64, f64) {
        let delta = 0.5 * self.d / self.m;
        (delta, (self.k / self.m - delta * delta).sqrt(), self.f / self.k)
    }

    /// Duration of contact: the first time at which the push is 0, between whose extrema it is monotone.
    fn contact(&self, at: [f64; 2], left: f64) -> Option<f64> {
        let (delta, nu, middle) = self.oscillation();
        let c = self.push(at) - self.k * middle;
        let rate = self.k * at[1] + self.d * (self.f - self.push(at)) / self.m;
        let d = (rate + delta * c) / nu;
        let first = (nu * d - delta * c).atan2(nu * c + delta * d).rem_euclid(std::f64::consts::PI);
        let mut low = 0.0;
        for turn in 0.. {
            let end = ((first + std::f64::consts::PI * f64::from(turn)) / nu).min(left);
            if self.push(self.held(at, end)) > 0.0 {
                let (mut low, mut high) = (low, end);
                for _ in 0..100 {
                    let middle = 0.5 * (low + high);
                    let pushes = self.push(self.held(at, middle)) < 0.0;
                    *(if pushes { &mut low } else { &mut high }) = middle;
                }
                return Some(high);
            }
            if end == left {
                return None;
            }
            low = end;
        }
        unreachable!("turns go on")
    }

    /// Duration of flight: until both the distance and the push are below 0.
    fn flight(&self, at: [f64; 2], left: f64) -> Option<f64> {
        let a = self.f / self.m;
        let [distance, push] = [
            [at[0], at[1], 0.5 * a],
            [self.push(at), self.k * at[1] + self.d * a, 0.5 * self.k * a],
        ];
        let mut times: Vec<f64> = roots(distance).into_iter().chain(roots(push)).collect();
        times.push(left);
        times.retain(|time| *time > 0.0 && *time <= left);
        times.sort_by(f64::total_cmp);
        let mut start = 0.0;
        for time in times {
            // Roots of both that are one but for round-off have nothing between them.
            let apart = time - start > 1e-12 * self.time;
            if apart && self.touches(self.free(at, 0.5 * (start + time))) {
                return Some(start);
            }
            start = time;
        }
        None
    }

    /// Distance and its rate at a time, and the greatest distance that there is on the way.
    fn at(&self, end: f64) -> ([f64; 2], f64) {
        let (mut at, mut time, mut touches) = (self.start, 0.0, self.touches(self.start));
        let mut most = at[0].abs();
        for _ in 0..1000 {
            let left = end - time;
            let stay = if touches { self.contact(at, left) } else { self.flight(at, left) };
            let next = |s: f64| if touches { self.held(at, s) } else { self.free(at, s) };
            for part in 0..=8 {
                most = most.max(next(stay.unwrap_or(left) * f64::from(part) / 8.0)[0].abs());
            }
            let Some(stay) = stay else { return (next(left), most) };
            (at, time, touches) = (next(stay), time + stay, !touches);
        }
        unreachable!("a body bounces at most some times in a period")
    }

    fn energy(&self, [y, rate]: [f64; 2]) -> f64 {
        let in_reach = y.min(0.0);
        0.5 * (self.m * rate * rate + self.k * in_reach * in_reach) - self.f * y
    }

    /// Distance and its rate of the unit.
    fn of(&self, position: f64, velocity: f64) -> [f64; 2] {
        [self.side() * (position - self.edge), self.side() * velocity]
    }

    #[track_caller]
    fn assert_at(&self, seed: u64, found: [f64; 2], (right, most): ([f64; 2], f64), part: f64) {
        let size = most + self.length + 1e-4 * (self.edge.abs() + self.offset.abs());
        for (k, size) in [size, size / self.time].into_iter().enumerate() {
            let off = (found[k] - right[k]).abs();
            assert!(off <= part * size, "{seed}: {found:?}, not {right:?}, of {size:e}");
        }
    }
}

/// Real roots of c₀ + c₁ x + c₂ x².
fn roots([c0, c1, c2]: [f64; 3]) -> Vec<f64> {
    let discriminant = c1 * c1 - 4.0 * c0 * c2;
    if discriminant < 0.0 {
        return Vec::new();
    }
    let q = -0.5 * (c1 + c1.signum() * discriminant.sqrt());
    [q / c2, c0 / q].into_iter().filter(|root| root.is_finite()).collect()
}

/// Times in units of each draw's own at which motions are compared.
const PLACES: [f64; 3] = [3.0, 8.0, 20.0];

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().map_or(usual, |text| text.parse().unwrap())
}

fn stops(kind: u64, usual: u64) -> impl Iterator<Item = (u64, Stop, Draws)> {
    (0..number("LUZTAR_ONE_SIDED", usual)).map(move |seed| {
        let mut draws = Draws::new(kind + seed);
        (seed, Stop::drawn(&mut draws, 6.0), draws)
    })
}

#[test]
fn stops_open_on_one_side_move_as_their_closed_form() {
    for (seed, stop, mut draws) in stops(47_000_000, 100) {
        let far = stop.length * 10f64.powf(draws.between(3.0, 280.0));
        for far in [f64::INFINITY, far] {
            let mut slave = started(&stop.unit(far, ""));
            for end in PLACES {
                go_in(&mut slave, end * stop.time, if draws.chance(0.5) { 1 } else { 7 });
                let found = stop.of(slave.real("b.position"), slave.real("b.velocity"));
                let right = stop.at(end * stop.time);
                stop.assert_at(seed, found, right, 1e-9);
            }
        }
    }
}

#[test]
fn hosts_move_them_so_too() {
    for seed in 0..number("LUZTAR_ONE_SIDED", 12) {
        let mut draws = Draws::new(48_000_000 + seed);
        let stop = Stop::drawn(&mut draws, 1.0);
        let far = 10f64.powf(draws.between(3.0, 280.0));
        for far in [f64::INFINITY, far] {
            let mut host = Integrator::new(&stop.unit(far, ""), &[]);
            for end in PLACES {
                host.run(end * stop.time, 0.1 * stop.time);
                let found = stop.of(host.get("b.position"), host.get("b.velocity"));
                stop.assert_at(seed, found, stop.at(end * stop.time), 1e-6);
            }
        }
    }
}

/// Time steps of any size make no energy at an open gap, move the same whatever stands for infinity, and come to the closed form.
#[test]
fn time_steps_take_open_ends() {
    for (seed, stop, mut draws) in stops(49_000_000, 60) {
        let end = 8.0 * stop.time;
        let steps = |far: f64, count: f64| {
            let h = end / count;
            let text = format!("method = \"moreau\"\nmoreauStep = {h:e}\nstepSize = {end:e}");
            let mut slave = started(&stop.unit(far, &text));
            let most = stop.energy(stop.start);
            let size = 0.5 * stop.m * stop.start[1].powi(2)
                + stop.k * stop.length * (stop.length + stop.edge.abs());
            for point in 1..=4 {
                go(&mut slave, end * f64::from(point) / 4.0);
                let at = stop.of(slave.real("b.position"), slave.real("b.velocity"));
                assert!(stop.energy(at) <= most + 1e-11 * size, "{seed}: {at:?}");
            }
            stop.of(slave.real("b.position"), slave.real("b.velocity"))
        };
        let count = (4.0 * 10f64.powf(draws.between(0.0, 2.5))).round();
        assert_eq!(steps(f64::INFINITY, count), steps(1e250, count), "{seed}");
        stop.assert_at(seed, steps(f64::INFINITY, 1000.0), stop.at(end), 2e-2);
    }
}
