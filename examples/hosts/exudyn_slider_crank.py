"""Exudyn with luztar's friction: a slider-crank turns over, swings and comes to rest, since its guide rubs.

pip install exudyn fmpy
luztar build examples/hosts/Guide.toml && python examples/hosts/exudyn_slider_crank.py

The slider is the flange. The mass that is felt there follows the mechanism: Exudyn's mass matrix under the constraints of its
joints (exudyn_host.py). It grows beyond all bounds at the dead centres, where the slider stands still whatever pushes it.
The unit steps first, and Exudyn then makes the same step with the mean friction. Beside it stands Exudyn's own friction,
regularised and with bristles. The reference integrates the one equation of motion of the crank's angle (reference.py).
"""

import exudyn as exu
import numpy as np
from exudyn.itemInterface import (
    CoordinateConstraint,
    LoadCoordinate,
    MarkerBodyPosition,
    MarkerNodeCoordinate,
    NodePoint2D,
    NodePointGround,
    NodeRigidBody2D,
    ObjectGround,
    ObjectJointRevolute2D,
    ObjectMassPoint2D,
    ObjectRigidBody2D,
)

from exudyn_host import ExudynHost, flange_load, own_friction, run_alone
from port import GUIDE, Port, compare
from reference import Mechanism

CRANK, ROD = 0.1, 0.3
# Uniform crank and rod, kg; the guide's friction in N.
CRANK_MASS, ROD_MASS, SLIDER_MASS = 1.0, 0.6, 0.5
GRAVITY, FRICTION = 9.81, 3.0
ANGLE, SPEED, END, RESTING = 0.5, 30.0, 5.0, 3.0
SLIDER = 6  # index of its x among the coordinates: x, y, angle of crank and rod come before.


def geometry(angle):
    """Crank's middle, angle; rod's middle, angle; slider's x: values, first and second derivatives by the crank's angle."""
    s, c = np.sin(angle), np.cos(angle)
    tilt = np.arcsin(-CRANK / ROD * s)
    ts, tc = np.sin(tilt), np.cos(tilt)
    t1 = -CRANK * c / (ROD * tc)
    t2 = (CRANK * s + ROD * ts * t1**2) / (ROD * tc)
    x, x1, x2 = ROD * tc, -ROD * ts * t1, -ROD * (tc * t1**2 + ts * t2)
    r = CRANK / 2
    value = [r * c, r * s, angle, CRANK * c + x / 2, r * s, tilt, CRANK * c + x]
    first = [-r * s, r * c, 1.0, -CRANK * s + x1 / 2, r * c, t1, -CRANK * s + x1]
    second = [-r * c, -r * s, 0.0, -CRANK * c + x2 / 2, -r * s, t2, -CRANK * c + x2]
    return np.array(value), np.array(first), np.array(second)


MASSES = np.array(
    [CRANK_MASS, CRANK_MASS, CRANK_MASS * CRANK**2 / 12, ROD_MASS, ROD_MASS, ROD_MASS * ROD**2 / 12, SLIDER_MASS]
)
WEIGHTS = np.array([0.0, -CRANK_MASS * GRAVITY, 0.0, 0.0, -ROD_MASS * GRAVITY, 0.0, 0.0])


def equations(q, v):
    """The mechanism with the crank's angle as its only coordinate; the slip is the velocity of the slider."""
    _, first, second = geometry(q[0])
    mass, force = first @ (MASSES * first), first @ (WEIGHTS - MASSES * second * v[0] ** 2)
    return np.array([[mass]]), np.array([force]), first[[[SLIDER]]], second[[SLIDER]] * v[0] ** 2


def mechanism():
    """The system, its flange, and the load that the model gives; not yet assembled."""
    system = exu.SystemContainer().AddSystem()
    place, rates, _ = geometry(ANGLE)
    rates = SPEED * rates

    def rod(number, mass, length, weight):
        at = slice(3 * number, 3 * number + 3)
        node = system.AddNode(
            NodeRigidBody2D(referenceCoordinates=place[at].tolist(), initialVelocities=rates[at].tolist())
        )
        body = system.AddObject(ObjectRigidBody2D(nodeNumber=node, mass=mass, inertia=mass * length**2 / 12))
        vertical = system.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=1))
        system.AddLoad(LoadCoordinate(markerNumber=vertical, load=weight))
        return [pin(body, -length / 2), pin(body, length / 2)]

    def pin(body, x):
        return system.AddMarker(MarkerBodyPosition(bodyNumber=body, localPosition=[x, 0.0, 0.0]))

    ground = system.AddObject(ObjectGround())
    crank = rod(0, CRANK_MASS, CRANK, -CRANK_MASS * GRAVITY)
    coupler = rod(1, ROD_MASS, ROD, -ROD_MASS * GRAVITY)
    node = system.AddNode(
        NodePoint2D(referenceCoordinates=[place[SLIDER], 0.0], initialVelocities=[rates[SLIDER], 0.0])
    )
    slider = system.AddObject(ObjectMassPoint2D(nodeNumber=node, mass=SLIDER_MASS))
    for markers in [(pin(ground, 0.0), crank[0]), (crank[1], coupler[0]), (coupler[1], pin(slider, 0.0))]:
        system.AddObject(ObjectJointRevolute2D(markerNumbers=list(markers)))
    fixed = system.AddMarker(
        MarkerNodeCoordinate(nodeNumber=system.AddNode(NodePointGround()), coordinate=0)
    )
    across = system.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=1))
    system.AddObject(CoordinateConstraint(markerNumbers=[fixed, across]))
    return system, *flange_load(system, node)


def with_luztar(h):
    """Displacements of the slider at all communication points, and reported transitions."""
    system, _, load = mechanism()
    system.Assemble()
    host = ExudynHost(system, load, SLIDER, h)
    port = Port("target/fmu/Guide.fmu", GUIDE, {"guide.kineticFriction": FRICTION, "guide.staticFriction": FRICTION})
    positions = [host.position()]
    for _ in range(round(END / h)):
        position, velocity = host.position(), host.velocity()
        acceleration, mass = host.begin()
        host.finish(port.step(host.time, h, position, velocity, mass * acceleration, mass))
        positions.append(host.position())
    return positions, port.close()


def with_exudyn(h, zone, stiffness=0.0, damping=0.0):
    """Positions with Exudyn's friction."""
    system, marker, _ = mechanism()
    own_friction(system, marker, FRICTION, zone, stiffness, damping)
    system.Assemble()
    return run_alone(system, SLIDER, h, END)


def main():
    whole = Mechanism(equations, [FRICTION], [ANGLE], [SPEED])
    angles = whole.positions(0.001, round(END / 0.001))[:, 0]
    fine = np.array([geometry(angle)[0][SLIDER] for angle in angles]) - geometry(ANGLE)[0][SLIDER]
    print(f"slider-crank, displacements of the slider in m; in one piece {whole.transitions} transitions")
    own = {
        "Exudyn, below 0.01 m/s": lambda h: with_exudyn(h, 0.01),
        "Exudyn, bristles": lambda h: with_exudyn(h, 0.0, 1e5, 500.0),
    }
    compare(lambda h: fine[:: round(h / 0.001)], with_luztar, own, RESTING)


if __name__ == "__main__":
    main()
