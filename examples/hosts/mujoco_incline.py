"""MuJoCo with luztar's friction: a slider runs up an incline, stops and must hold there, since tan(angle) < mu0.

pip install mujoco fmpy
luztar build examples/hosts/Guide.toml && python examples/hosts/mujoco_incline.py

At each communication point the unit gets position and velocity of the joint, the mass that is felt there, and the force of
all else; it steps first, and MuJoCo then makes the same step with the mean friction. Beside it stands MuJoCo's own
`frictionloss`. The reference is the closed form.
"""

import math

import mujoco
import numpy as np

from port import GUIDE, Port, compare

MASS, GRAVITY, ANGLE, MU = 1.0, 9.81, math.radians(15.0), 0.4
FRICTION = MU * MASS * GRAVITY * math.cos(ANGLE)
START, END, RESTING = 1.0, 5.0, 1.0

MODEL = """
<mujoco>
  <option gravity="0 0 -9.81" integrator="RK4"/>
  <default><joint frictionloss="{loss}" solimpfriction="{solimp}"/></default>
  <worldbody>
    <body euler="0 -15 0">
      <joint type="slide" axis="1 0 0"/>
      <geom type="box" size=".1 .1 .1" mass="1" contype="0" conaffinity="0"/>
    </body>
  </worldbody>
</mujoco>
"""
SOFT, HARD = "0.9 0.95 0.001 0.5 2", "0.9999 0.9999 0.001 0.5 2"


def exact(times):
    """Position by the closed form: up against weight and friction, then rest."""
    deceleration = GRAVITY * math.sin(ANGLE) + FRICTION / MASS
    t = np.minimum(times, START / deceleration)
    return START * t - 0.5 * deceleration * t**2


def host(h, loss=0.0, solimp=SOFT):
    """The model, at its start."""
    model = mujoco.MjModel.from_xml_string(MODEL.format(loss=loss, solimp=solimp))
    model.opt.timestep = h
    data = mujoco.MjData(model)
    data.qvel[0] = START
    return model, data


def effective_mass(model, data):
    """1/(B M^-1 B'), B = (1): the joint is the flange."""
    column = np.zeros((1, model.nv))
    mujoco.mj_solveM(model, data, column, np.ones((1, 1)))
    return 1.0 / column[0, 0]


def with_luztar(h):
    """Positions at all communication points, and reported transitions."""
    model, data = host(h)
    port = Port("target/fmu/Guide.fmu", GUIDE, {"guide.kineticFriction": FRICTION, "guide.staticFriction": FRICTION})
    positions = [data.qpos[0]]
    for step in range(round(END / h)):
        # All forces but the friction: that of the last step is taken out before they are asked for.
        data.qfrc_applied[0] = 0.0
        mujoco.mj_forward(model, data)
        mass = effective_mass(model, data)
        applied = mass * data.qacc_smooth[0]
        data.qfrc_applied[0] = port.step(step * h, h, data.qpos[0], data.qvel[0], applied, mass)
        mujoco.mj_step(model, data)
        positions.append(data.qpos[0])
    return positions, port.close()


def with_mujoco(h, solimp):
    """Positions with MuJoCo's friction in the joint."""
    model, data = host(h, FRICTION, solimp)
    positions = [data.qpos[0]]
    for _ in range(round(END / h)):
        mujoco.mj_step(model, data)
        positions.append(data.qpos[0])
    return positions


def main():
    print("slider on an incline, positions in m")
    own = {"MuJoCo frictionloss": lambda h: with_mujoco(h, SOFT), "MuJoCo, solimp 0.9999": lambda h: with_mujoco(h, HARD)}
    compare(lambda h: exact(h * np.arange(round(END / h) + 1)), with_luztar, own, RESTING)


if __name__ == "__main__":
    main()
