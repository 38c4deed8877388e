"""Exudyn with luztar's friction: a brake stops a rotor and holds it against a small torque.

pip install exudyn fmpy
luztar build examples/hosts/Bearing.toml && python examples/hosts/exudyn_brake.py

At each communication point the unit gets angle and angular velocity of the rotor, its inertia, and the torque of all else; it
steps first, and Exudyn then makes the same step with the mean friction. Beside it stands Exudyn's own friction, regularised
and with bristles. The reference is the closed form.
"""

import exudyn as exu
import numpy as np
from exudyn.itemInterface import LoadCoordinate, Node1D, ObjectRotationalMass1D

from exudyn_host import ExudynHost, flange_load, own_friction, run_alone
from port import BEARING, Port, compare

# kg m^2, rad/s, N m.
INERTIA, SPEED, BRAKE, TORQUE = 0.5, 20.0, 12.3, 2.0
END, RESTING = 5.0, 1.5


def exact(times):
    """Angle by the closed form: the torque drives on, the brake is stronger."""
    deceleration = (BRAKE - TORQUE) / INERTIA
    t = np.minimum(times, SPEED / deceleration)
    return SPEED * t - 0.5 * deceleration * t**2


def rotor():
    """The system, its flange, and the load that the model gives; not yet assembled."""
    system = exu.SystemContainer().AddSystem()
    node = system.AddNode(Node1D(referenceCoordinates=[0.0], initialCoordinates=[0.0], initialVelocities=[SPEED]))
    system.AddObject(ObjectRotationalMass1D(nodeNumber=node, inertia=INERTIA))
    marker, load = flange_load(system, node)
    system.AddLoad(LoadCoordinate(markerNumber=marker, load=TORQUE))
    return system, marker, load


def with_luztar(h):
    """Angles at all communication points, and reported transitions."""
    system, _, load = rotor()
    system.Assemble()
    host = ExudynHost(system, load, 0, h)
    port = Port("target/fmu/Bearing.fmu", BEARING, {"friction.kineticFriction": BRAKE, "friction.staticFriction": BRAKE})
    angles = [host.position()]
    for _ in range(round(END / h)):
        angle, speed = host.position(), host.velocity()
        acceleration, inertia = host.begin()
        host.finish(port.step(host.time, h, angle, speed, inertia * acceleration, inertia))
        angles.append(host.position())
    return angles, port.close()


def with_exudyn(h, zone, stiffness=0.0, damping=0.0):
    """Angles with Exudyn's friction."""
    system, marker, _ = rotor()
    own_friction(system, marker, BRAKE, zone, stiffness, damping)
    system.Assemble()
    return run_alone(system, 0, h, END)


def main():
    print("rotor and brake, angles in rad")
    own = {
        "Exudyn, below 0.01 rad/s": lambda h: with_exudyn(h, 0.01),
        "Exudyn, bristles": lambda h: with_exudyn(h, 0.0, 1e4, 50.0),
    }
    compare(lambda h: exact(h * np.arange(round(END / h) + 1)), with_luztar, own, RESTING)


if __name__ == "__main__":
    main()
