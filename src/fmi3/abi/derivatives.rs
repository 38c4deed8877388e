//! Partial derivatives, derivatives of outputs with respect to time, and dependencies (FMI 3.0 §2.2 and §4.2).
#![allow(clippy::too_many_arguments)]

use crate::fmi::pointers::{array, place, room};
use crate::fmi3::calls::Call;
use crate::fmi3::entry::enter;
use crate::fmi3::types::*;

/// J·seed: how the unknowns, continuous outputs and derivatives of states, change with directions of change of the
/// knowns, states, inputs and tunable parameters, from the equations in the present modes. A stuck cluster moves as one.
///
/// # Safety
/// `instance` is NULL or a live instance. Each array holds as many values as is said.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi3GetDirectionalDerivative(
    instance: fmi3Instance,
    unknowns: *const fmi3ValueReference,
    nUnknowns: usize,
    knowns: *const fmi3ValueReference,
    nKnowns: usize,
    seed: *const fmi3Float64,
    nSeed: usize,
    sensitivity: *mut fmi3Float64,
    nSensitivity: usize,
) -> fmi3Status {
    unsafe {
        enter(instance, Call::GetDirectionalDerivative, |simulation| {
            let unknowns = array("unknowns", unknowns, nUnknowns)?;
            let knowns = array("knowns", knowns, nKnowns)?;
            let seed = array("seed", seed, nSeed)?;
            let sensitivity = room("sensitivity", sensitivity, nSensitivity)?;
            simulation.directional((unknowns, knowns), seed, sensitivity)
        })
    }
}

/// seed·J: what each known changes of the sum of the unknowns with the weights `seed`; unknowns and knowns as in
/// fmi3GetDirectionalDerivative.
///
/// # Safety
/// `instance` is NULL or a live instance. Each array holds as many values as is said.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi3GetAdjointDerivative(
    instance: fmi3Instance,
    unknowns: *const fmi3ValueReference,
    nUnknowns: usize,
    knowns: *const fmi3ValueReference,
    nKnowns: usize,
    seed: *const fmi3Float64,
    nSeed: usize,
    sensitivity: *mut fmi3Float64,
    nSensitivity: usize,
) -> fmi3Status {
    unsafe {
        enter(instance, Call::GetAdjointDerivative, |simulation| {
            let unknowns = array("unknowns", unknowns, nUnknowns)?;
            let knowns = array("knowns", knowns, nKnowns)?;
            let seed = array("seed", seed, nSeed)?;
            let sensitivity = room("sensitivity", sensitivity, nSensitivity)?;
            simulation.adjoint((unknowns, knowns), seed, sensitivity)
        })
    }
}

/// Derivatives of Float64 outputs with respect to time just after the present time, of the orders 1 to 6, from the
/// series of the equations in the present modes. Discrete outputs and means stay what they are: 0.
///
/// # Safety
/// `instance` is NULL or a live instance. `valueReferences` holds `nValueReferences` values and so does `orders`; `values` has room for `nValues`.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi3GetOutputDerivatives(
    instance: fmi3Instance,
    valueReferences: *const fmi3ValueReference,
    nValueReferences: usize,
    orders: *const fmi3Int32,
    values: *mut fmi3Float64,
    nValues: usize,
) -> fmi3Status {
    unsafe {
        enter(instance, Call::GetOutputDerivatives, |simulation| {
            let references = array("valueReferences", valueReferences, nValueReferences)?;
            let orders = array("orders", orders, nValueReferences)?;
            let values = room("values", values, nValues)?;
            simulation.output_derivatives_of(references, orders, values)
        })
    }
}

/// Number of variables on which one depends: before initialization ends of parameters and inputs, from then on of
/// states and inputs, over all modes.
///
/// # Safety
/// `instance` is NULL or a live instance. `nDependencies` has room for one value.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi3GetNumberOfVariableDependencies(
    instance: fmi3Instance,
    valueReference: fmi3ValueReference,
    nDependencies: *mut usize,
) -> fmi3Status {
    unsafe {
        enter(instance, Call::GetNumberOfVariableDependencies, |simulation| {
            let count = simulation.dependencies(valueReference)?.len();
            place("nDependencies", nDependencies)?.write(count);
            Ok(())
        })
    }
}

/// The variables on which one depends; `nDependencies` must be what fmi3GetNumberOfVariableDependencies gave. Elements of
/// arrays count from 1; the index of a scalar is 0.
///
/// # Safety
/// `instance` is NULL or a live instance. Each array has room for `nDependencies` values.
#[cfg_attr(feature = "exports", unsafe(no_mangle))]
pub unsafe extern "C" fn fmi3GetVariableDependencies(
    instance: fmi3Instance,
    dependent: fmi3ValueReference,
    elementIndicesOfDependent: *mut usize,
    independents: *mut fmi3ValueReference,
    elementIndicesOfIndependents: *mut usize,
    dependencyKinds: *mut fmi3DependencyKind,
    nDependencies: usize,
) -> fmi3Status {
    unsafe {
        enter(instance, Call::GetVariableDependencies, |simulation| {
            let found = simulation.dependencies(dependent)?;
            if found.len() != nDependencies {
                let count = found.len();
                let message = format!("nDependencies = {nDependencies}: must be {count}");
                return Err(message.into());
            }
            let own = room("elementIndicesOfDependent", elementIndicesOfDependent, nDependencies)?;
            let theirs = "elementIndicesOfIndependents";
            let theirs = room(theirs, elementIndicesOfIndependents, nDependencies)?;
            let kinds = room("dependencyKinds", dependencyKinds, nDependencies)?;
            let independents = room("independents", independents, nDependencies)?;
            for (place, one) in found.into_iter().enumerate() {
                independents[place].write(one.independent);
                own[place].write(one.own);
                theirs[place].write(one.element);
                kinds[place].write(fmi3DependencyKind::fmi3Dependent);
            }
            Ok(())
        })
    }
}
