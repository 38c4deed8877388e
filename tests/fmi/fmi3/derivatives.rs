//! Partial derivatives forward and backward, derivatives of outputs of higher order, and dependencies.

use luztar::fmi3::*;
use luztar::unit::dependencies::Dependencies;
use luztar::unit::{Causality, HIGHEST_DERIVATIVE, Kind, Variability, catalogue};

use crate::fmi3_host::{Host, fmi3Error, fmi3OK};

/// An instance after some time of motion.
fn moved(name: &str) -> Host {
    let mut host = Host::new(name, (false, false));
    host.set_inputs(0.0);
    host.initialise(false);
    let size = host.unit.network().experiment.step_size.max(0.01);
    for step in 0..25 {
        let time = f64::from(step) * size;
        host.set_inputs(time);
        host.step(time, size);
    }
    host
}

type Partial = unsafe extern "C" fn(
    fmi3Instance,
    *const u32,
    usize,
    *const u32,
    usize,
    *const f64,
    usize,
    *mut f64,
    usize,
) -> fmi3Status;

fn partial(
    host: &Host,
    function: Partial,
    unknowns: &[u32],
    knowns: &[u32],
    (seed, length): (&[f64], usize),
) -> Result<Vec<f64>, fmi3Status> {
    let mut out = vec![f64::NAN; length];
    let status = unsafe {
        let (u, k) = (unknowns.as_ptr(), knowns.as_ptr());
        let (s, o) = (seed.as_ptr(), out.as_mut_ptr());
        function(host.c, u, unknowns.len(), k, knowns.len(), s, seed.len(), o, length)
    };
    if status == fmi3OK { Ok(out) } else { Err(status) }
}

#[test]
fn the_adjoint_is_the_transpose_of_every_unit() {
    for name in catalogue::names() {
        let mut host = moved(name);
        let rows = host.unit.variables().iter().enumerate();
        let unknowns: Vec<u32> = rows
            .clone()
            .filter(|(_, row)| row.derivative_of.is_some() || row.causality == Causality::Output)
            .filter(|(_, row)| row.kind == Kind::Real && row.name != "nextEventTime")
            .map(|(index, _)| index as u32)
            .collect();
        let states: Vec<usize> =
            host.unit.variables().iter().filter_map(|row| row.derivative_of).collect();
        let knowns: Vec<u32> = rows
            .filter(|(index, row)| {
                let tunable = row.variability == Variability::Tunable && row.kind == Kind::Real;
                states.contains(index) || row.causality == Causality::Input || tunable
            })
            .map(|(index, _)| index as u32)
            .collect();
        // Where prescribed motions rest on one another their velocities have none, nor have effective masses.
        let knowns: Vec<u32> = knowns
            .into_iter()
            .filter(|known| {
                let one = (&[1.0][..], unknowns.len());
                partial(&host, fmi3GetDirectionalDerivative, &unknowns, &[*known], one).is_ok()
            })
            .collect();
        host.messages();
        assert!(!knowns.is_empty(), "{name}");
        let weight = |place: usize| (1.0 + place as f64).sin();
        let seed: Vec<f64> = (0..unknowns.len()).map(weight).collect();
        let length = knowns.len();
        let adjoint =
            partial(&host, fmi3GetAdjointDerivative, &unknowns, &knowns, (&seed, length)).unwrap();
        for (place, known) in knowns.iter().enumerate() {
            let one = (&[1.0][..], unknowns.len());
            let column =
                partial(&host, fmi3GetDirectionalDerivative, &unknowns, &[*known], one).unwrap();
            let terms = column.iter().zip(&seed).map(|(entry, seed)| entry * seed);
            let (sum, size): (f64, f64) =
                terms.fold((0.0, 1.0), |(sum, size), term| (sum + term, size + term.abs()));
            assert!((adjoint[place] - sum).abs() <= 1e-12 * size, "{name}: {known}");
        }
        // One direction of all knowns at once, against the same weights: wᵀ(J d) = (Jᵀw)ᵀ d.
        let direction: Vec<f64> = (0..length).map(|place| (2.0 + place as f64).cos()).collect();
        let all = (&direction[..], unknowns.len());
        let forward =
            partial(&host, fmi3GetDirectionalDerivative, &unknowns, &knowns, all).unwrap();
        let left: f64 = forward.iter().zip(&seed).map(|(value, weight)| value * weight).sum();
        let right: f64 = adjoint.iter().zip(&direction).map(|(value, d)| value * d).sum();
        let size: f64 = adjoint.iter().zip(&direction).map(|(value, d)| (value * d).abs()).sum();
        assert!((left - right).abs() <= 1e-12 * (1.0 + size), "{name}: {left} {right}");
    }
}

fn derivative(host: &Host, reference: u32, order: i32) -> Result<f64, fmi3Status> {
    let mut value = f64::NAN;
    let status = unsafe { fmi3GetOutputDerivatives(host.c, &reference, 1, &order, &mut value, 1) };
    if status == fmi3OK { Ok(value) } else { Err(status) }
}

#[test]
fn derivatives_of_an_oscillation_are_those_of_its_closed_form() {
    let mut host = Host::of_network("spring_mass", (false, false));
    host.initialise(false);
    host.step(0.0, 0.1);
    // z = 0.03 + 0.17 cos 10 t until the first reversal; the force of friction stays −3.
    let phase = 10.0_f64 * 0.1;
    let (references, stiffness) = (["block.position", "block.velocity", "leaf.force"], 100.0);
    for order in 1..=HIGHEST_DERIVATIVE as i32 {
        let of = |order: i32| {
            let turn = phase + f64::from(order) * std::f64::consts::FRAC_PI_2;
            0.17 * 10.0_f64.powi(order) * turn.cos()
        };
        let expected = [of(order), of(order + 1), stiffness * of(order)];
        for (name, expected) in references.iter().zip(expected) {
            let found = derivative(&host, host.vr(name), order).unwrap();
            let size = 0.17 * 10.0_f64.powi(order + 1) * stiffness;
            assert!((found - expected).abs() < 1e-10 * size, "{name} {order}: {found} {expected}");
        }
        // d/dt of the energy is 3·|v|.
        let energy = derivative(&host, host.vr("floor.dissipatedEnergy"), order).unwrap();
        assert!((energy + 3.0 * of(order)).abs() < 1e-9 * 10.0_f64.powi(order), "{energy}");
    }
}

/// Each order is the derivative of the one before: against differences of sixth order along the motion with inputs that
/// are held.
#[test]
fn derivatives_of_every_unit_agree_with_differences() {
    const COEFFICIENTS: [f64; 4] = [-49.0 / 20.0, 6.0, -15.0 / 2.0, 20.0 / 3.0];
    const MORE: [f64; 3] = [-15.0 / 4.0, 6.0 / 5.0, -1.0 / 6.0];
    let (mut compared, mut units) = (0, 0);
    for name in catalogue::names() {
        let mut host = moved(name);
        let outputs = crate::fmi3_host::outputs(&host.unit);
        let step = 2e-5;
        let mut time = host.real("lastEventTime").max(0.0);
        let last = host.unit.variables().len() as u32;
        time = host.try_real(last).unwrap_or(time);
        let count = host.integer("eventCount");
        let mut samples: Vec<Vec<[Option<f64>; 4]>> = Vec::new();
        for _ in 0..7 {
            let of = |host: &mut Host, name: &String| {
                let reference = host.vr(name);
                let value = host.try_real(reference).ok();
                let orders = [1, 2, 3].map(|order| derivative(host, reference, order).ok());
                [value, orders[0], orders[1], orders[2]]
            };
            samples.push(outputs.iter().map(|name| of(&mut host, name)).collect());
            host.step(time, step);
            time += step;
        }
        host.messages();
        if host.integer("eventCount") != count {
            continue;
        }
        units += 1;
        // From the first sample on.
        let start = &mut moved(name);
        for (place, output) in outputs.iter().enumerate() {
            for order in 0..4 {
                let values: Option<Vec<f64>> = samples.iter().map(|s| s[place][order]).collect();
                let reference = start.vr(output);
                let exact = derivative(start, reference, order as i32 + 1);
                let (Some(values), Ok(exact)) = (values, exact) else { continue };
                let weights = COEFFICIENTS.iter().chain(&MORE);
                let difference: f64 =
                    values.iter().zip(weights).map(|(value, weight)| value * weight).sum::<f64>()
                        / step;
                let greatest = values.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
                // Round-off of the samples, of the differences, and of what is beyond their order.
                let bound = 1e-9 * greatest / step + 1e-5 * exact.abs() + 1e-9;
                let told = format!("{name}: {output} of order {}", order + 1);
                assert!((difference - exact).abs() <= bound, "{told}: {exact}, not {difference}");
                compared += 1;
            }
        }
    }
    assert!(units > 15 && compared > 500, "{units} units, {compared} derivatives");
}

#[test]
fn orders_and_variables_without_derivatives_are_refused() {
    let mut host = moved("SingleMassFriction");
    for order in [0, -1, HIGHEST_DERIVATIVE as i32 + 1, i32::MAX] {
        assert_eq!(derivative(&host, host.vr("body.position"), order), Err(fmi3Error));
        let told = host.message();
        assert!(told.contains("body.position: must be 1 to 6"), "{told}");
    }
    assert_eq!(derivative(&host, host.vr("contact.state"), 1), Err(fmi3Error));
    assert_eq!(derivative(&host, host.vr("body.force"), 1), Err(fmi3Error));
    let time = host.unit.variables().len() as u32;
    assert_eq!(derivative(&host, time, 1), Err(fmi3Error));
    assert_eq!(derivative(&host, 9999, 1), Err(fmi3Error));
    assert_eq!(host.messages().len(), 4);
}

#[test]
fn dependencies_are_those_of_the_model_description() {
    let units = ["CoupledClutches", "SteeringSystem"];
    for (name, steps) in units.into_iter().flat_map(|name| [(name, true), (name, false)]) {
        let mut host = match steps {
            true => Host::new(name, (false, false)),
            false => Host::exchange(name),
        };
        host.initialise(false);
        let unit = host.unit.clone();
        let expected = Dependencies::new(&unit);
        let rows = unit.variables().iter().enumerate();
        for (index, row) in rows.filter(|(_, row)| row.is_of_three()) {
            let reference = index as u32;
            let mut count = usize::MAX;
            let status =
                unsafe { fmi3GetNumberOfVariableDependencies(host.c, reference, &mut count) };
            assert_eq!(status, fmi3OK);
            let given = matches!(row.causality, Causality::Parameter | Causality::Input)
                || row.variability == Variability::Constant;
            let known = match (given, steps) {
                (true, _) => Vec::new(),
                (false, true) => expected.while_stepping(index),
                (false, false) => expected.while_integrated(index),
            };
            assert_eq!(count, known.len(), "{}", row.name);
            let mut independents = vec![u32::MAX; count];
            let (mut own, mut theirs) = (vec![9; count], vec![9; count]);
            let mut kinds = vec![fmi3DependencyKind::fmi3Constant; count];
            let status = unsafe {
                fmi3GetVariableDependencies(
                    host.c,
                    reference,
                    own.as_mut_ptr(),
                    independents.as_mut_ptr(),
                    theirs.as_mut_ptr(),
                    kinds.as_mut_ptr(),
                    count,
                )
            };
            assert_eq!(status, fmi3OK);
            let found: Vec<usize> = independents.iter().map(|known| *known as usize).collect();
            assert_eq!(found, known, "{}", row.name);
            assert!(own.iter().chain(&theirs).all(|index| *index == 0));
            assert!(kinds.iter().all(|kind| *kind == fmi3DependencyKind::fmi3Dependent));
        }
    }
}
