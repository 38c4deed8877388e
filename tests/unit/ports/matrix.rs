//! Several ports on one mechanism of a host, with its inverse mass matrix: joints with friction and springs, a full mass
//! matrix, and the same as a network of one piece.

use super::*;
use crate::support::Random;

/// Spring of each coordinate, N/m, and its friction, N.
const SPRING: f64 = 20.0;
const FRICTION: f64 = 0.8;

/// The host's mechanism: M x'' = −k x + R.
struct Mechanism {
    mass: Vec<Vec<f64>>,
    inverse: Vec<Vec<f64>>,
    x: Vec<f64>,
    v: Vec<f64>,
}

impl Mechanism {
    /// M = A Aᵀ + 0.1 with A from numbers of mean 0 and variance 1.
    fn draw(size: usize, random: &mut Random) -> Self {
        let mut normal = || (0..12).map(|_| random.next()).sum::<f64>() - 6.0;
        let a: Vec<Vec<f64>> = (0..size).map(|_| (0..size).map(|_| normal()).collect()).collect();
        let product =
            |k: usize, l: usize| -> f64 { a[k].iter().zip(&a[l]).map(|(a, b)| a * b).sum() };
        let own = |k: usize, l: usize| product(k, l) + if k == l { 0.1 } else { 0.0 };
        let mass: Vec<Vec<f64>> =
            (0..size).map(|k| (0..size).map(|l| own(k.min(l), k.max(l))).collect()).collect();
        let x = (0..size).map(|_| 0.3 * normal()).collect();
        Self { inverse: inverse(&mass), mass, x, v: vec![0.0; size] }
    }

    fn size(&self) -> usize {
        self.x.len()
    }

    /// Moves under held reactions by Runge and Kutta's method in parts of the step.
    fn step(&mut self, reactions: &[f64], h: f64) {
        const PARTS: usize = 4;
        let h = h / PARTS as f64;
        let slope = |x: &[f64], v: &[f64]| -> (Vec<f64>, Vec<f64>) {
            let force: Vec<f64> = x.iter().zip(reactions).map(|(x, r)| r - SPRING * x).collect();
            let a = self.inverse.iter().map(|row| row.iter().zip(&force).map(|(w, f)| w * f).sum());
            (v.to_vec(), a.collect())
        };
        let along = |from: &[f64], by: &[f64], h: f64| -> Vec<f64> {
            from.iter().zip(by).map(|(from, by)| from + h * by).collect()
        };
        let (mut x, mut v) = (self.x.clone(), self.v.clone());
        for _ in 0..PARTS {
            let a = slope(&x, &v);
            let b = slope(&along(&x, &a.0, 0.5 * h), &along(&v, &a.1, 0.5 * h));
            let c = slope(&along(&x, &b.0, 0.5 * h), &along(&v, &b.1, 0.5 * h));
            let d = slope(&along(&x, &c.0, h), &along(&v, &c.1, h));
            let mean = |a: &[f64], b: &[f64], c: &[f64], d: &[f64]| -> Vec<f64> {
                (0..a.len()).map(|k| (a[k] + 2.0 * (b[k] + c[k]) + d[k]) / 6.0).collect()
            };
            x = along(&x, &mean(&a.0, &b.0, &c.0, &d.0), h);
            v = along(&v, &mean(&a.1, &b.1, &c.1, &d.1), h);
        }
        (self.x, self.v) = (x, v);
    }

    /// Ports with friction, joined by the inverse mass matrix.
    fn ports(&self) -> String {
        let mut text =
            "model = { name = \"Arm\" }\nexperiment = { stopTime = 100.0, stepSize = 0.01 }\n"
                .to_owned();
        for k in 0..self.size() {
            text += &format!("body.j{k} = {{ motion = \"port\" }}\n{}", contact(k));
        }
        let joints: Vec<String> = (0..self.size()).map(|k| format!("\"j{k}\"")).collect();
        let joints = joints.join(", ");
        text + &format!("port.arm = {{ joints = [{joints}], inverseMass = {:?} }}\n", self.inverse)
    }

    /// Network of one piece of the same mechanism.
    fn whole(&self) -> String {
        let mut text = "model = { name = \"Whole\" }\n".to_owned();
        for k in 0..self.size() {
            let (mass, x, v) = (self.mass[k][k], self.x[k], self.v[k]);
            text += &format!(
                "body.j{k} = {{ mass = {mass:?}, position = {x:?}, velocity = {v:?} }}\n{}\
                 spring.s{k} = {{ between = \"j{k}\", stiffness = {SPRING:?} }}\n",
                contact(k)
            );
        }
        let bodies: Vec<String> = (0..self.size()).map(|k| format!("\"j{k}\"")).collect();
        let bodies = bodies.join(", ");
        text + &format!("inertia.all = {{ bodies = [{bodies}], matrix = {:?} }}\n", self.mass)
    }

    fn values(&self) -> Vec<(String, f64)> {
        let of = |k: usize| {
            let (x, v) = (self.x[k], self.v[k]);
            [("position", x), ("velocity", v), ("appliedForce", -SPRING * x)]
                .map(|(name, value)| (format!("j{k}.{name}"), value))
        };
        (0..self.size()).flat_map(of).collect()
    }

    /// Steps both up to a time; `see` looks at the host after each step.
    fn couple(
        &mut self,
        master: Master,
        (h, end): (f64, f64),
        mut see: impl FnMut(f64, &Self),
    ) -> Simulation {
        let values = self.values();
        let values: Vec<(&str, f64)> =
            values.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        let mut port = docked(&self.ports(), &values);
        let read = |port: &mut Simulation, name: &str, size: usize| -> Vec<f64> {
            (0..size).map(|k| port.real(&format!("j{k}.{name}"))).collect()
        };
        for step in 0..(end / h).round() as usize {
            let time = step as f64 * h;
            let before = read(&mut port, "reaction", self.size());
            for (name, value) in self.values() {
                port.put(&name, value);
            }
            port.step(time, h).unwrap();
            let applied = match master {
                Master::ElementFirst => read(&mut port, "meanReaction", self.size()),
                Master::Parallel => before,
            };
            self.step(&applied, h);
            see((step + 1) as f64 * h, self);
        }
        port
    }
}

fn contact(k: usize) -> String {
    format!(
        "contact.c{k} = {{ between = \"j{k}\", law = \"coulomb\", kineticFriction = {FRICTION:?} }}\n"
    )
}

/// Inverse of a symmetric, positive definite matrix, by Gauss and Jordan.
fn inverse(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let unit = |k: usize| (0..size).map(move |l| if k == l { 1.0 } else { 0.0 });
    let mut rows: Vec<Vec<f64>> = matrix
        .iter()
        .enumerate()
        .map(|(k, row)| row.iter().copied().chain(unit(k)).collect())
        .collect();
    for k in 0..size {
        let pivot = rows[k][k];
        rows[k].iter_mut().for_each(|entry| *entry /= pivot);
        let own = rows[k].clone();
        for row in rows.iter_mut().enumerate().filter(|(l, _)| *l != k).map(|(_, row)| row) {
            let factor = row[k];
            row.iter_mut().zip(&own).for_each(|(entry, own)| *entry -= factor * own);
        }
    }
    let entry = |k: usize, l: usize| 0.5 * (rows[k][size + l] + rows[l][size + k]);
    (0..size).map(|k| (0..size).map(|l| entry(k, l)).collect()).collect()
}

#[test]
fn joints_of_a_full_mass_matrix_come_to_rest_for_good() {
    let mut random = Random(3);
    for size in [2, 6] {
        let mechanism = Mechanism::draw(size, &mut random);
        for (h, master) in [1e-2, 2e-3].into_iter().flat_map(|h| MASTERS.map(|master| (h, master)))
        {
            let Mechanism { mass, inverse, x, v } = &mechanism;
            let mut host = Mechanism {
                mass: mass.clone(),
                inverse: inverse.clone(),
                x: x.clone(),
                v: v.clone(),
            };
            let (mut speed, mut way, mut rest) = (0.0_f64, 0.0_f64, None);
            host.couple(master, (h, 40.0), |time, host| {
                if time > 32.0 {
                    let rest = rest.get_or_insert_with(|| host.x.clone());
                    speed = host.v.iter().fold(speed, |most, v| most.max(v.abs()));
                    way = host
                        .x
                        .iter()
                        .zip(rest)
                        .fold(way, |most, (x, rest)| most.max((x - *rest).abs()));
                }
            });
            println!("{size} {h} {master:?}: speed {speed:e} way {way:e}");
            assert!(speed <= 1e-12 && way <= 1e-12, "{size} {h} {master:?}: {speed:e} {way:e}");
        }
    }
}

/// Second order in the step beside the network of one piece.
#[test]
fn joints_move_as_the_mechanism_of_one_piece() {
    let mut random = Random(5);
    for size in [2, 4, 6] {
        let start = Mechanism::draw(size, &mut random);
        for master in MASTERS {
            let error = |h: f64| {
                let mut whole = started(&unit(&start.whole()));
                let mut host = Mechanism {
                    x: start.x.clone(),
                    v: start.v.clone(),
                    mass: start.mass.clone(),
                    inverse: start.inverse.clone(),
                };
                let (mut error, mut last) = (0.0_f64, 0.0);
                host.couple(master, (h, 3.0), |time, host| {
                    whole.step(last, time - last).unwrap();
                    last = time;
                    for (k, x) in host.x.iter().enumerate() {
                        error = error.max((x - whole.real(&format!("j{k}.position"))).abs());
                    }
                });
                error
            };
            let (coarse, fine) = (error(4e-3), error(1e-3));
            println!("{size} {master:?}: {coarse:e} {fine:e}");
            assert!(fine < 1e-4 && fine < coarse / 6.0, "{size} {master:?}: {coarse:e} {fine:e}");
        }
    }
}

#[test]
fn an_inverse_mass_matrix_may_change_and_is_checked() {
    let mechanism = Mechanism::draw(2, &mut Random(9));
    let mut port = docked(&mechanism.ports(), &[("j0.velocity", 0.5), ("j1.appliedForce", 3.0)]);
    port.step(0.0, 0.01).unwrap();
    let before = port.real("j0.meanReaction");
    assert!((before + FRICTION).abs() < 1e-12, "{before}");
    // One that no mechanism has.
    port.put("arm.inverseMass[1,2]", 1e3);
    let saved = port.real("arm.inverseMass[1,1]");
    let Err(fault) = port.step(0.01, 0.01) else { panic!("not positive definite") };
    let told = fault.to_string();
    assert!(told.contains("arm.inverseMass") && told.contains("positive definite"), "{told}");
    // Joints that do not feel one another, and a lighter one.
    port.put("arm.inverseMass[1,2]", 0.0);
    port.put("arm.inverseMass[1,1]", 2.0 * saved);
    port.put("j0.position", 0.0);
    port.put("j0.velocity", 0.5);
    let velocity = |port: &mut Simulation| port.real("j0.velocity");
    port.step(0.01, 0.01).unwrap();
    let exact = 0.5 - 2.0 * saved * FRICTION * 0.01;
    assert!((velocity(&mut port) - exact).abs() < 1e-12, "{} {exact}", velocity(&mut port));
    // A state that was saved has the matrix.
    let state = port.save();
    port.put("arm.inverseMass[1,1]", saved);
    port.step(0.02, 0.01).unwrap();
    port.restore(&state).unwrap();
    assert_eq!(port.get(port.index("arm.inverseMass[1,1]")), Ok(Value::Real(2.0 * saved)));
}

/// Stuck joints lose all their velocities within a step and balance the applied forces: the derivatives of the reactions are
/// −M/h and −1.
#[test]
fn reactions_of_joints_have_the_derivatives_of_the_reduced_step() {
    let (mechanism, h) = (Mechanism::draw(3, &mut Random(4)), 0.01);
    let mut port = docked(&mechanism.ports(), &[("j0.appliedForce", 0.3)]);
    let names = ["j0", "j1", "j2"];
    let reactions = names.map(|joint| port.index(&format!("{joint}.reaction")));
    for (k, joint) in names.into_iter().enumerate() {
        for (name, exact) in [
            ("velocity", [0, 1, 2].map(|i| -mechanism.mass[i][k] / h)),
            ("appliedForce", [0, 1, 2].map(|i| if i == k { -1.0 } else { 0.0 })),
        ] {
            let known = port.index(&format!("{joint}.{name}"));
            let (mut found, along) = (Vec::new(), std::iter::once((known, 1.0)));
            port.directional_derivative(&reactions, along, |_, value| found.push(value)).unwrap();
            for (found, exact) in found.iter().zip(exact) {
                let close = 1e-6 * exact.abs().max(1.0);
                assert!((found - exact).abs() <= close, "{joint}.{name}: {found} {exact}");
            }
        }
    }
}

/// Inverses that a program of linear algebra gives are symmetric but for round-off.
#[test]
fn a_matrix_is_symmetric_within_round_off() {
    let read = |below: f64| {
        luztar::unit::Model::read(
            &format!(
                "[model]\nname = \"Inverse\"\n[body.p]\nmotion = \"port\"\n[body.q]\nmotion = \"port\"\n[port.arm]\n\
                 joints = [\"p\", \"q\"]\ninverseMass = [[1.3, 0.2298018176688099], [{below:?}, 0.9]]\n\
                 [contact.c]\nbetween = \"p\"\nlaw = \"coulomb\"\nkineticFriction = 1.0\n"
            ),
            "inverse.toml",
        )
    };
    assert!(read(0.22980181766880992).is_ok());
    let told = read(0.229801818).expect_err("is none").to_string();
    assert!(told.contains("make them equal"), "{told}");
}
