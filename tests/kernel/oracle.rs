//! Gauss's principle by enumeration: every combination of modes is tried, with dense algebra.

use luztar::gauss::{Contact, CoupledMass, Slip};

use crate::network::Network;

/// Slack of the optimality conditions: data and solutions are of unit scale.
const SLACK: f64 = 1e-9;

/// The accelerations, or None if no motion satisfies all contacts. Of the optimal forces one has
/// independent rows wherever it is inside its range, so that combinations with dependent stuck rows
/// need no look. A contact without any limit that is not needed has λ = 0 and counts as forward.
pub fn enumerate(network: &Network) -> Option<Vec<f64>> {
    let count = network.contacts.len() as u32;
    (0..3usize.pow(count)).find_map(|code| {
        let mode = |contact: u32| match code / 3usize.pow(contact) % 3 {
            0 => Slip::Stuck,
            1 => Slip::Forward,
            _ => Slip::Backward,
        };
        let modes: Vec<Slip> = (0..count).map(mode).collect();
        candidate(network, &modes)
    })
}

/// The motion of these modes, if it is optimal.
fn candidate(network: &Network, modes: &[Slip]) -> Option<Vec<f64>> {
    let Network { mass, force, contacts, coupled } = network;
    let bodies = mass.len();
    let stuck: Vec<usize> = (0..contacts.len()).filter(|c| modes[*c] == Slip::Stuck).collect();
    let size = bodies + stuck.len();
    // K a + B_Sᵀ λ_S = f − B_Nᵀ λ_N,  B_S a = β_S
    let mut matrix = vec![vec![0.0; size + 1]; size];
    for body in 0..bodies {
        matrix[body][body] = mass[body];
        matrix[body][size] = force[body];
    }
    for &CoupledMass { i, j, mass } in coupled {
        (matrix[i][j], matrix[j][i]) = (mass, mass);
    }
    for (index, contact) in contacts.iter().enumerate() {
        let bound = match modes[index] {
            Slip::Stuck => continue,
            Slip::Forward if is_rigid(contact) => 0.0,
            Slip::Forward => contact.upper,
            Slip::Backward => contact.lower,
        };
        if bound.is_infinite() {
            return None;
        }
        for (body, q) in contact.row.terms() {
            matrix[body][size] -= q * bound;
        }
    }
    for (k, &index) in stuck.iter().enumerate() {
        for (body, q) in contacts[index].row.terms() {
            matrix[body][bodies + k] = q;
            matrix[bodies + k][body] = q;
        }
        matrix[bodies + k][size] = contacts[index].beta;
    }
    let x = eliminate(matrix)?;
    let optimal = contacts.iter().enumerate().all(|(index, contact)| {
        let u = contact.row.apply(&x) - contact.beta;
        match modes[index] {
            Slip::Forward if is_rigid(contact) => u.abs() <= SLACK,
            Slip::Forward => u >= -SLACK,
            Slip::Backward => u <= SLACK,
            Slip::Stuck => {
                let k = stuck.iter().position(|c| *c == index).expect("stuck");
                let lambda = x[bodies + k];
                contact.lower - SLACK <= lambda && lambda <= contact.upper + SLACK
            }
        }
    });
    optimal.then(|| x[..bodies].to_vec())
}

fn is_rigid(contact: &Contact) -> bool {
    contact.lower.is_infinite() && contact.upper.is_infinite()
}

/// Gaussian elimination with row pivoting of an augmented matrix; None if it is singular.
pub fn eliminate(mut matrix: Vec<Vec<f64>>) -> Option<Vec<f64>> {
    let size = matrix.len();
    for k in 0..size {
        let pivot = (k..size).max_by(|i, j| matrix[*i][k].abs().total_cmp(&matrix[*j][k].abs()))?;
        matrix.swap(k, pivot);
        if matrix[k][k].abs() < 1e-10 {
            return None;
        }
        let row = matrix[k].clone();
        for (i, other) in matrix.iter_mut().enumerate() {
            let factor = other[k] / row[k];
            if i != k && factor != 0.0 {
                for (a, b) in other.iter_mut().zip(&row) {
                    *a -= factor * b;
                }
            }
        }
    }
    Some((0..size).map(|k| matrix[k][size] / matrix[k][k]).collect())
}
