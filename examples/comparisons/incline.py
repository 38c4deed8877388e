"""Stiction that holds: a block rests on an incline for an hour, far within its friction. Regularised friction creeps there
(https://github.com/google-deepmind/mujoco/issues/3328).

luztar build examples/comparisons/Incline.toml && python examples/comparisons/incline.py
"""

from fmpy import simulate_fmu

result = simulate_fmu(
    "target/fmu/Incline.fmu",
    stop_time=3600.0,
    output_interval=60.0,
    output=["block.position", "block.velocity", "plane.frictionForce", "eventCount"],
)
last = result[-1]
print(f"after {last['time']:.0f} s: way {float(last['block.position'])!r} m, velocity {float(last['block.velocity'])!r} m/s")
print(f"friction {last['plane.frictionForce']:.3f} N, {last['eventCount']} transitions")
assert all(result["block.position"] == 0.0) and all(result["block.velocity"] == 0.0)
