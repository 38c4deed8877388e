"""Two stuck frictions in one gear: which of them holds how much is not determined by the equations of motion, what moves is. Component
by component such a system is singular (https://github.com/modelica/ModelicaStandardLibrary/issues/1121).

luztar build examples/comparisons/TwoBearings.toml && python examples/comparisons/two_bearings.py
"""

from fmpy import simulate_fmu

NAMES = ["gear.angularVelocity", "first.frictionForce", "second.frictionForce", "indeterminate"]

for torque in (3.0, 3.999, 4.001, 5.0):
    row = simulate_fmu(
        "target/fmu/TwoBearings.fmu",
        stop_time=1.0,
        output_interval=0.01,
        start_values={"gear.torque": torque},
        output=NAMES,
    )[-1]
    first, second = row["first.frictionForce"], row["second.frictionForce"]
    shared = "shared in more than one way" if row["indeterminate"] else "determined"
    print(f"{torque} N·m: {row['gear.angularVelocity']:.6f} rad/s, friction {first:.6f} + 2·{second:.6f} N·m, {shared}")
    assert abs(row["gear.angularVelocity"] - max(0.0, torque - 4.0) / 0.2) < 1e-9
