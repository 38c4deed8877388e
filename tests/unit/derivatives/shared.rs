//! Friction forces that share a load, and how they change where their limits move.

use std::sync::Arc;

use luztar::unit::Model;

use super::real;
use crate::draws::Draws;
use crate::support::started_with;

/// Networks of every run; `LUZTAR_RANDOM_NETWORKS` draws others and more.
const NETWORKS: usize = 40;

/// λ₀ = f/(1 + N²), λ₁ = f·N²/(1 + N²) of limits 1 and N: λ₀' = −2 f N N'/(1 + N²)².
#[test]
fn two_contacts_share_a_force_by_limits_that_move() {
    let text = "[model]\nname = \"Shared\"\n[body.b]\nmass = 1.0\nconstantForce = 0.5\n\
        [contact.c0]\nbetween = \"b\"\nlaw = \"coulomb\"\nkineticFriction = 1.0\n\
        [contact.c1]\nbetween = \"b\"\nlaw = \"coulomb\"\nkineticCoefficient = 1.0\nnormalForce = \"1 + 0.5*t\"\n";
    let unit = Model::read(text, "shared.toml").unwrap();
    let mut instance = started_with(&unit, &[]);
    instance.step(0.0, 1.0).unwrap();
    let right = -2.0 * 0.5 * 1.5 * 0.5 / (1.0 + 1.5_f64.powi(2)).powi(2);
    for (name, expected) in [("c0.frictionForce", right), ("c1.frictionForce", -right)] {
        let found = instance.output_derivative(unit.find(name).unwrap()).unwrap();
        assert!((found - expected).abs() < 1e-9, "{name}: {found} {expected}");
    }
    let refused = instance.output_derivative_of(unit.find("c0.frictionForce").unwrap(), 2);
    assert!(refused.unwrap_err().to_string().contains("indeterminate"));
}

/// λ₀ = f/(1 + N²) of limits 1 and N = u + e²/2: by the input u and by the position on which N depends, but not by the force alone.
#[test]
fn two_contacts_share_a_force_by_limits_that_inputs_and_states_change() {
    let text = "[model]\nname = \"Shared\"\n[body.b]\nmass = 1.0\nforce = \"input\"\nposition = 0.4\n\
        [contact.c0]\nbetween = \"b\"\nlaw = \"coulomb\"\nkineticFriction = 1.0\n\
        [contact.c1]\nbetween = \"b\"\nlaw = \"coulomb\"\nkineticCoefficient = 1.0\nnormalForce = \"u + 0.5*e^2\"\n\
        input = { u = { input = true, start = 1.2 } }\n";
    let unit = Model::read(text, "shared.toml").unwrap();
    let mut instance = started_with(&unit, &[("b.force", 0.5)]);
    instance.step(0.0, 0.1).unwrap();
    let (f, load, z) = (0.5, 1.2 + 0.08, 0.4);
    let by_load = -2.0 * f * load / (1.0_f64 + load * load).powi(2);
    for (known, expected) in
        [("b.force", 1.0 / (1.0 + load * load)), ("c1.u", by_load), ("b.position", z * by_load)]
    {
        let of = [unit.find("c0.frictionForce").unwrap()];
        let known = std::iter::once((unit.find(known).unwrap(), 1.0));
        let mut found = f64::NAN;
        instance.directional_derivative(&of, known, |_, value| found = value).unwrap();
        assert!((found - expected).abs() < 1e-9, "{found} {expected}");
    }
}

/// The stronger contact is at its limit, 4.3 N − 0.1 N/s·t, and leaves the rest of 5.6 N to the other.
#[test]
fn a_force_at_its_limit_moves_with_it() {
    let text = "[model]\nname = \"Full\"\n[body.b]\nmass = 1.0\nconstantForce = 5.6\n\
        [contact.c0]\nbetween = \"b\"\nlaw = \"coulomb\"\nkineticFriction = 2.0\n\
        [contact.c1]\nbetween = \"b\"\nlaw = \"coulomb\"\nkineticCoefficient = 0.5\nnormalForce = \"8.6 - 0.2*t\"\n";
    let unit = Model::read(text, "full.toml").unwrap();
    let mut instance = started_with(&unit, &[]);
    instance.step(0.0, 0.5).unwrap();
    for (name, rate) in [("c0.frictionForce", 0.1), ("c1.frictionForce", -0.1)] {
        let found = instance.output_derivative(unit.find(name).unwrap()).unwrap();
        assert!((found - rate).abs() < 1e-9, "{name}: {found}");
    }
}

/// A body or more, held by more contacts than there need be: limits that are constant, loads that are formulas of the time,
/// by units of twelve decades.
fn network(draws: &mut Draws) -> String {
    let bodies = 1 + draws.below(3);
    let unit = 10.0_f64.powf(draws.between(-6.0, 6.0));
    let mut text = "[model]\nname = \"Shared\"\n".to_owned();
    for body in 0..bodies {
        let force = unit * draws.between(-0.6, 0.6);
        text += &format!(
            "[body.b{body}]\nmass = {:?}\nconstantForce = {force:?}\n",
            draws.scaled(0.1, 10.0)
        );
    }
    for contact in 0..bodies + 1 + draws.below(5) {
        let i = if contact < bodies { contact } else { draws.below(bodies) };
        let j = draws.below(bodies + 1);
        let between = match contact < bodies || j == bodies || j == i {
            true => format!("\"b{i}\""),
            false => format!("[\"b{i}\", \"b{j}\"]\nratio = {:?}", draws.scaled(0.3, 3.0)),
        };
        let limit = unit * draws.scaled(0.2, 20.0);
        let size = match draws.below(3) {
            0 => format!("kineticFriction = {limit:?}"),
            1 => format!(
                "kineticCoefficient = 0.5\nnormalForce = \"{:?} + {:?}*t\"",
                2.0 * limit,
                limit * draws.between(-1.0, 1.0)
            ),
            _ => format!(
                "kineticCoefficient = 0.25\nstaticCoefficient = 0.5\nnormalForce = \"{:?}*(1.5 + sin({:?}*t))\"",
                2.0 * limit,
                draws.between(0.3, 2.0)
            ),
        };
        text += &format!("[contact.c{contact}]\nbetween = {between}\nlaw = \"coulomb\"\n{size}\n");
    }
    text
}

/// Friction forces at a time, of which all contacts are stuck; None if one is not.
fn forces(unit: &Arc<Model>, at: f64, (rows, stuck): (&[usize], &[usize])) -> Option<Vec<f64>> {
    let mut instance = started_with(unit, &[]);
    instance.step(0.0, at).unwrap();
    let holds = stuck.iter().all(|row| real(&mut instance, *row) == 1.0);
    holds.then(|| rows.iter().map(|row| real(&mut instance, *row)).collect())
}

/// The derivative from the equations is the difference of the outputs, wherever no other limit is met close by.
#[test]
fn rates_of_shared_forces_are_differences_of_outputs() {
    let count = std::env::var("LUZTAR_RANDOM_NETWORKS");
    let count = count.map_or(NETWORKS, |text| text.parse().expect("a number"));
    let (mut compared, mut shared) = (0, 0);
    for seed in 0..count as u64 {
        let mut draws = Draws::new(41_000_000 + seed);
        let text = network(&mut draws);
        let Ok(unit) = Model::read(&text, "shared.toml") else { panic!("{text}") };
        let mut instance = started_with(&unit, &[]);
        let contacts = unit.network().contacts.len();
        let find = |k: usize, name: &str| unit.find(&format!("c{k}.{name}")).unwrap();
        let rows: Vec<usize> = (0..contacts).map(|k| find(k, "frictionForce")).collect();
        let stuck: Vec<usize> = (0..contacts).map(|k| find(k, "stuck")).collect();
        let (t, h) = (0.5, 1e-3);
        let at = |by: f64| forces(&unit, t + by * h, (&rows, &stuck));
        let [Some(now), Some(a), Some(b), Some(c), Some(d)] = [0.0, -2.0, -1.0, 1.0, 2.0].map(at)
        else {
            continue;
        };
        instance.step(0.0, t).unwrap();
        shared += usize::from(real(&mut instance, unit.find("indeterminate").unwrap()) == 1.0);
        let size = now.iter().fold(0.0, |most: f64, force| most.max(force.abs()));
        for (k, &row) in rows.iter().enumerate() {
            let near = (c[k] - b[k]) / (2.0 * h);
            let far = (d[k] - a[k]) / (4.0 * h);
            let fine = (4.0 * near - far) / 3.0;
            // A force that comes to a limit, or leaves one, in this time has a kink.
            let kink = (c[k] - 2.0 * now[k] + b[k]).abs().max((d[k] - 2.0 * now[k] + a[k]).abs());
            if kink > 1e-4 * size {
                continue;
            }
            let found = instance.output_derivative(row).unwrap();
            compared += 1;
            assert!(
                (found - fine).abs() <= 1e-6 * (size + fine.abs()),
                "seed {seed}, c{k}: {found:?}, seen {fine:?}\n{text}"
            );
        }
    }
    assert!(compared > count && shared > count / 3, "{compared} {shared}");
}
