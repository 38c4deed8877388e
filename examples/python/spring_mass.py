"""Runs SpringMass.fmu in FMPy with steps of 0.1 s and prints when the slider reversed and stopped.

luztar build examples/networks/SpringMass.toml && python examples/python/spring_mass.py
"""

from fmpy import simulate_fmu

STATES = {-1: "backward", 0: "stuck", 1: "forward", 2: "free"}

result = simulate_fmu(
    "target/fmu/SpringMass.fmu",
    stop_time=1.2,
    output_interval=0.1,
    output=["slider.position", "floor.state", "floor.lastEventTime"],
)
print("time             position  state     last transition")
for row in result:
    position, state = row["slider.position"], STATES[row["floor.state"]]
    print(f"{row['time']:4.1f}  {position:19.16f}  {state:8}  {row['floor.lastEventTime']}")
