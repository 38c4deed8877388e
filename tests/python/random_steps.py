"""Time stepping of random networks: energy never from nowhere, and errors that shrink with the step."""

import numpy as np

from random_compare import Difference
from random_runs import simulated, states_of

# Steps of a motion, long and short; and still shorter ones where these are too long for the order of the method to be seen.
STEPS = (512, 4096)
SHORTEST = 32768

# Error that is small, relative to sizes, and part of the error of long steps that short ones may have.
SMALL = 0.02
SMALLER = 0.5

# Round-off of energies, relative to the sum of all; formulas are iterated to 1e-9 of it.
ROUND_OFF = 1e-8


def stepped_in_time(model, network, count):
    """The motion by the method "moreau" in so many steps."""
    names = states_of(model, network)
    means = [f"{name}.meanFrictionForce" for name in network.surfaces]
    energies = [name for name in model.variables if name.endswith(".energy")]
    return simulated(model, network, count, [*names, *means, *energies, *network.signals], {"method": 2})


def energy_gained(network, result):
    """Returns the greatest energy that a step makes from nothing, J, its time, and the round-off of the energies, J."""
    step = result.time[1] - result.time[0]
    kinetic = sum(0.5 * mass * result[f"{body}.{network.velocity}"] ** 2 for body, mass in network.masses.items())
    parts = [kinetic, *(stored(result) for stored in network.stored)]
    parts += [result[name] for name in result if name.endswith(".dissipatedEnergy")]
    moved = {body: np.diff(result[f"{body}.{network.position}"]) for body in network.masses}
    middle = result.time[:-1] + 0.5 * step
    works = [force * moved[body] for body, force in network.forces.items()]
    for body, (size, omega, phase) in network.excitations.items():
        works.append(size * np.cos(omega * middle + phase) * moved[body])
    for body in network.driven:
        force = result[f"{body}.{'torque' if network.rotation else 'force'}"]
        works.append(0.5 * (force[1:] + force[:-1]) * moved[body])
    for name, velocity in network.surfaces.items():
        works.append(-result[f"{name}.meanFrictionForce"][1:] * step * velocity)
    gained = np.diff(sum(parts)) - sum(works, np.zeros(len(middle)))
    size = sum(np.maximum.accumulate(abs(part)) for part in parts)[1:] + sum(
        (np.cumsum(abs(work)) for work in works), np.zeros(len(middle))
    )
    worst = int((gained - ROUND_OFF * size).argmax())
    return float(gained[worst]), float(result.time[worst + 1]), float(size[worst])


def knows_work(network):
    """True if the work of all forces is known: forces that jump do so within a step."""
    jumps = any(network.signals[f"{body}.{'torque' if network.rotation else 'force'}"].jumps for body in network.driven)
    return network.balanced and not network.belts and not jumps


def energy(network, result):
    """Returns what energy a step makes from nothing, or None."""
    gained, time, size = energy_gained(network, result)
    if gained <= ROUND_OFF * size:
        return None
    return Difference("energy", gained / size, time, f"a step of {result.time[1]} s makes {gained} J of {size} J")


def convergence(network, motion, results, until):
    """Returns how short steps, which are the second of two results, are no nearer to the motion than long ones, or None."""
    errors = []
    for result in results:
        stride = (len(result.time) - 1) // (len(motion.times) - 1)
        states = np.array([result[name][::stride] for name in motion.names]).T
        size = np.maximum(motion.sizes, abs(states).max(axis=0))
        errors.append((abs(states - motion.states) / size)[motion.times <= until].max(axis=0))
    long, short = errors
    worst = int((short - np.maximum(SMALL, SMALLER * long)).argmax())
    if short[worst] <= max(SMALL, SMALLER * long.max()):
        return None
    told = f"long steps {long[worst]}, short steps {short[worst]} off until {until} s"
    return Difference(motion.names[worst], float(short[worst]), float(until), told)
