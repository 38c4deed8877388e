"""Drake with luztar's friction: a slider runs up an incline, stops and must hold there, since tan(angle) < mu0.

pip install drake fmpy
luztar build examples/hosts/Guide.toml && python examples/hosts/drake_slider.py

At each communication point the unit gets position and velocity of the joint, the mass that is felt there, and the force of
all else; it steps first, and Drake then makes the same step with the mean friction as the force of an actuator. Beside it
stands Drake's own friction: a block on four feet, by its discrete contact solvers. The reference is the closed form.
"""

import math
from itertools import product

import numpy as np
from pydrake.geometry import AddContactMaterial, HalfSpace, ProximityProperties, Sphere
from pydrake.math import RigidTransform, RotationMatrix
from pydrake.multibody.math import SpatialVelocity
from pydrake.multibody.plant import (
    AddMultibodyPlantSceneGraph,
    CoulombFriction,
    DiscreteContactApproximation,
    MultibodyPlant,
)
from pydrake.multibody.tree import PrismaticJoint, SpatialInertia, UnitInertia
from pydrake.systems.analysis import ApplySimulatorConfig, Simulator, SimulatorConfig
from pydrake.systems.framework import DiagramBuilder

from port import GUIDE, Port, compare

MASS, GRAVITY, ANGLE, MU, SIZE, FOOT = 1.0, 9.81, math.radians(15.0), 0.4, 0.2, 0.005
FRICTION = MU * MASS * GRAVITY * math.cos(ANGLE)
START, END, RESTING = 1.0, 5.0, 1.0
SOLVERS = [
    DiscreteContactApproximation.kTamsi,
    DiscreteContactApproximation.kSap,
    DiscreteContactApproximation.kLagged,
]
UPWARD = RotationMatrix.MakeYRotation(-ANGLE)


def exact(times):
    """Position by the closed form: up against weight and friction, then rest."""
    deceleration = GRAVITY * math.sin(ANGLE) + FRICTION / MASS
    t = np.minimum(times, START / deceleration)
    return START * t - 0.5 * deceleration * t**2


def add_block(plant):
    """A uniform cube."""
    inertia = SpatialInertia(MASS, [0.0, 0.0, 0.0], UnitInertia.SolidBox(SIZE, SIZE, SIZE))
    return plant.AddRigidBody("block", inertia)


def with_luztar(h):
    """Positions at all communication points, and reported transitions."""
    plant = MultibodyPlant(time_step=0.0)
    block = add_block(plant)
    joint = plant.AddJoint(PrismaticJoint("guide", plant.world_frame(), block.body_frame(), UPWARD.matrix()[:, 0]))
    plant.AddJointActuator("friction", joint)
    plant.Finalize()
    simulator = Simulator(plant)
    ApplySimulatorConfig(SimulatorConfig(integration_scheme="runge_kutta3", max_step_size=h, accuracy=1e-10), simulator)
    context = simulator.get_mutable_context()
    joint.set_translation_rate(context, START)
    actuation = plant.get_actuation_input_port()
    port = Port("target/fmu/Guide.fmu", GUIDE, {"guide.kineticFriction": FRICTION, "guide.staticFriction": FRICTION})
    positions = [0.0]
    for step in range(round(END / h)):
        actuation.FixValue(context, [0.0])
        # 1/(B M^-1 B'), B = (1): the joint is the flange.
        mass = 1.0 / np.linalg.inv(plant.CalcMassMatrix(context))[0, 0]
        applied = mass * plant.EvalTimeDerivatives(context).get_vector().GetAtIndex(1)
        position, velocity = joint.get_translation(context), joint.get_translation_rate(context)
        actuation.FixValue(context, [port.step(step * h, h, position, velocity, applied, mass)])
        simulator.AdvanceTo((step + 1) * h)
        positions.append(joint.get_translation(context))
    return positions, port.close()


def with_drake(h, solver):
    """Positions along the incline with Drake's contact."""
    builder = DiagramBuilder()
    plant, _ = AddMultibodyPlantSceneGraph(builder, time_step=h)
    plant.set_discrete_contact_approximation(solver)
    block = add_block(plant)
    properties = ProximityProperties()
    AddContactMaterial(friction=CoulombFriction(MU, MU), properties=properties)
    plane = RigidTransform(UPWARD, [0.0, 0.0, 0.0])
    plant.RegisterCollisionGeometry(plant.world_body(), plane, HalfSpace(), "plane", properties)
    for x, y in product([-SIZE / 2, SIZE / 2], repeat=2):
        foot = RigidTransform([x, y, FOOT - SIZE / 2])
        plant.RegisterCollisionGeometry(block, foot, Sphere(FOOT), f"foot {x} {y}", properties)
    plant.Finalize()
    diagram = builder.Build()
    simulator = Simulator(diagram)
    context = plant.GetMyMutableContextFromRoot(simulator.get_mutable_context())
    along, across = UPWARD.matrix()[:, 0], UPWARD.matrix()[:, 2]
    plant.SetFreeBodyPose(context, block, RigidTransform(UPWARD, across * SIZE / 2))
    plant.SetFreeBodySpatialVelocity(context, block, SpatialVelocity([0, 0, 0], along * START))
    positions = [0.0]
    for step in range(round(END / h)):
        simulator.AdvanceTo((step + 1) * h)
        positions.append(along @ plant.EvalBodyPoseInWorld(context, block).translation())
    return positions


def main():
    print("slider on an incline, positions in m")
    own = {f"Drake, {solver.name[1:]}": lambda h, solver=solver: with_drake(h, solver) for solver in SOLVERS}
    compare(lambda h: exact(h * np.arange(round(END / h) + 1)), with_luztar, own, RESTING)


if __name__ == "__main__":
    main()
