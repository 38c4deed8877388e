"""Loss of a gear that follows from its load, in both directions of torque and motion, and held at rest by it
(https://github.com/modelica/ModelicaStandardLibrary/issues/4000, https://github.com/google-deepmind/mujoco/issues/3528).

luztar build examples/comparisons/LossyGear.toml && python examples/comparisons/lossy_gear.py
"""

from fmpy import simulate_fmu

NAMES = ["teeth.force", "pressedForward.frictionForce", "pressedBackward.frictionForce", "wheel.angularVelocity"]


def run(motor, wheel):
    """The last row under constant torques."""
    start = {"motor.torque": motor, "wheel.torque": wheel}
    return simulate_fmu("target/fmu/LossyGear.fmu", stop_time=2.0, output_interval=0.01, start_values=start, output=NAMES)[-1]


for motor in (6.0, -6.0):
    row = run(motor, 0.0)
    friction = row["pressedForward.frictionForce"] + row["pressedBackward.frictionForce"]
    teeth = row["teeth.force"]
    efficiency = 1.0 - friction / teeth
    print(f"motor {motor:+.0f} N·m: teeth {teeth:+.6f} N·m, friction {friction:+.6f} N·m, efficiency {efficiency:.6f}")
    assert abs(efficiency - 0.9) < 1e-9
row = run(6.0, -5.9)
print(f"motor +6 N·m against −5.9 N·m: velocity {float(row['wheel.angularVelocity'])!r} rad/s, within the friction of 0.6 N·m")
assert row["wheel.angularVelocity"] == 0.0
