"""MuJoCo with luztar's friction: a two-link arm falls, and the dry friction of its joints stops and holds it.

pip install mujoco fmpy
luztar build examples/hosts/Arm.toml && python examples/hosts/mujoco_arm.py

One unit has both joints. It takes the inverse mass matrix from MuJoCo, and decides the friction of both together; MuJoCo then
makes the same step with it. Beside it stands MuJoCo's own `frictionloss`. The reference integrates the equations of the arm in one piece (reference.py).
"""

import mujoco
import numpy as np

from port import ARM, Port, compare
from reference import Mechanism

# Uniform rods: mass, length and inertia about the middle; friction of the joints in N m.
MASSES, LENGTHS, INERTIAS = [2.0, 1.0], [0.5, 0.4], [2.0 * 0.5**2 / 12, 0.4**2 / 12]
GRAVITY, FRICTION = 9.81, [2.0, 0.6]
START, END, RESTING = [1.8, 0.9], 8.0, 5.0

MODEL = """
<mujoco>
  <option gravity="0 0 -9.81" integrator="RK4"/>
  <default><joint type="hinge" axis="0 -1 0" solimpfriction="{solimp}"/></default>
  <worldbody>
    <body>
      <joint frictionloss="{shoulder}"/>
      <inertial pos="0 0 -0.25" mass="2" diaginertia="{first} {first} 1e-3"/>
      <body pos="0 0 -0.5">
        <joint frictionloss="{elbow}"/>
        <inertial pos="0 0 -0.2" mass="1" diaginertia="{second} {second} 1e-3"/>
      </body>
    </body>
  </worldbody>
</mujoco>
"""
SOFT, HARD = "0.9 0.95 0.001 0.5 2", "0.9999 0.9999 0.001 0.5 2"


def equations(q, v):
    """The arm, its angles measured from where it hangs; the slips are the velocities of the joints."""
    (m1, m2), (l1, _), (j1, j2) = MASSES, LENGTHS, INERTIAS
    c1, c2 = LENGTHS[0] / 2, LENGTHS[1] / 2
    bend, swing = m2 * l1 * c2 * np.cos(q[1]), m2 * l1 * c2 * np.sin(q[1])
    outer = j2 + m2 * c2**2
    inner = j1 + m1 * c1**2 + m2 * l1**2
    mass = np.array([[inner + outer + 2 * bend, outer + bend], [outer + bend, outer]])
    tip = m2 * GRAVITY * c2 * np.sin(q[0] + q[1])
    force = np.array(
        [
            swing * (2 * v[0] + v[1]) * v[1] - (m1 * c1 + m2 * l1) * GRAVITY * np.sin(q[0]) - tip,
            -swing * v[0] ** 2 - tip,
        ]
    )
    return mass, force, np.eye(2), np.zeros(2)


def host(h, friction=(0.0, 0.0), solimp=SOFT):
    """The model, at its start."""
    text = MODEL.format(shoulder=friction[0], elbow=friction[1], solimp=solimp, first=INERTIAS[0], second=INERTIAS[1])
    model = mujoco.MjModel.from_xml_string(text)
    model.opt.timestep = h
    data = mujoco.MjData(model)
    data.qpos[:] = START
    return model, data


def inverse_mass(model, data):
    """B M^-1 B', B = 1: the joints are the flanges."""
    inverse = np.zeros((model.nv, model.nv))
    mujoco.mj_solveM(model, data, inverse, np.eye(model.nv))
    return inverse


def with_luztar(h):
    """Positions at all communication points, and reported transitions."""
    model, data = host(h)
    limits = {f"{joint}Bearing.kineticFriction": f for joint, f in zip(["shoulder", "elbow"], FRICTION)}
    port = Port("target/fmu/Arm.fmu", ARM, limits)
    positions = [data.qpos.copy()]
    for step in range(round(END / h)):
        # Forces without any friction.
        data.qfrc_applied[:] = 0.0
        mujoco.mj_forward(model, data)
        inverse = inverse_mass(model, data)
        state = [*data.qpos, *data.qvel, *data.qfrc_smooth, *inverse[np.triu_indices(2)]]
        data.qfrc_applied[:] = port.step(step * h, h, *state)
        mujoco.mj_step(model, data)
        positions.append(data.qpos.copy())
    return positions, port.close()


def with_mujoco(h, solimp):
    """Positions with MuJoCo's friction in the joints."""
    model, data = host(h, FRICTION, solimp)
    positions = [data.qpos.copy()]
    for _ in range(round(END / h)):
        mujoco.mj_step(model, data)
        positions.append(data.qpos.copy())
    return positions


def main():
    arm = Mechanism(equations, FRICTION, START, [0.0, 0.0])
    fine = arm.positions(0.001, round(END / 0.001))
    print(f"two-link arm, greatest of both angles in rad; in one piece {arm.transitions} transitions")
    own = {"MuJoCo frictionloss": lambda h: with_mujoco(h, SOFT), "MuJoCo, solimp 0.9999": lambda h: with_mujoco(h, HARD)}
    compare(lambda h: fine[:: round(h / 0.001)], with_luztar, own, RESTING)


if __name__ == "__main__":
    main()
