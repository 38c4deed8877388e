"""Runs SpringMass.fmu in FMPy with steps of 0.1 s and prints when the slider reversed and stopped.

luztar build examples/networks/SpringMass.toml && python examples/python/spring_mass.py
"""

from fmpy import simulate_fmu

OUTPUTS = ["slider.position", "slider.velocity", "floor.state", "floor.lastEventTime"]
STATES = {-1: "backward", 0: "stuck", 1: "forward", 2: "free"}

result = simulate_fmu(
    "target/fmu/SpringMass.fmu", stop_time=1.2, output_interval=0.1, output=OUTPUTS
)
print(f"{'time':>4}  {'position':>20}  {'state':8}  last event")
for time, position, velocity, state, event in result:
    print(f"{time:4.1f}  {position:20.16f}  {STATES[state]:8}  {event}")
