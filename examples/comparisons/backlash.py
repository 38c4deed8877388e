"""Backlash by steps of 1 ms and more: contact of the teeth is located within a step, so that stiff teeth need no short one.

luztar build GearTrain && python examples/comparisons/backlash.py
"""

from fmpy import simulate_fmu

reference = None
for step in (1e-4, 1e-3, 1e-2):
    row = simulate_fmu(
        "target/fmu/GearTrain.fmu",
        stop_time=0.3,
        output_interval=step,
        output=["lastEventTime", "eventCount", "phi.angle"],
    )[-1]
    time, angle = row["lastEventTime"], row["phi.angle"]
    print(f"steps of {step:g} s: {row['eventCount']} transitions, the last at {time:.9f} s, angle {angle:.12f} rad")
    reference = reference or (time, angle)
    assert abs(time - reference[0]) < 1e-9 and abs(angle - reference[1]) < 1e-9
