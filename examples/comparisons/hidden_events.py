"""Events through Co-Simulation: the host steps by 0.5 s, three transitions lie within its steps, and it learns their number, time
and kind from outputs.

luztar build examples/networks/SpringMass.toml && python examples/comparisons/hidden_events.py
"""

import math

from fmpy import simulate_fmu

NAMES = ["eventCount", "floor.lastEventTime", "floor.stickToSlipCount", "floor.slipToStickCount", "slider.position"]
result = simulate_fmu("target/fmu/SpringMass.fmu", stop_time=1.5, output_interval=0.5, output=NAMES)
for row in result[1:]:
    exact = math.pi / 10 * row["eventCount"]
    last = row["floor.lastEventTime"]
    print(f"{row['time']} s: {row['eventCount']} transitions, the last at {last:.12f} s (exactly {exact:.12f} s)")
    assert abs(last - exact) < 1e-9
