"""Errors of a port by the order of the master, the effective mass and the step: the table of docs/coupling.md.

luztar build examples/hosts/Guide.toml && python examples/hosts/coupling.py

The host is a mass of 1 kg on a spring of 100 N/m, moved exactly under a held force; the unit gives 3 N of friction. It starts
at 0.2 m, and the closed form comes to rest at -20 mm after three swings.
"""

import math

from port import GUIDE, Port

STIFFNESS, FRICTION, START = 100.0, 3.0, 0.2
OMEGA = math.sqrt(STIFFNESS)
STEPS = [0.01, 0.001, 0.0001]
CASES = [(order, mass) for mass in (1.0, 0.5, 1.5) for order in ("unit first", "parallel")]


def exact(time):
    """Each swing takes pi/omega, about the side that friction holds, by 2F/k shorter than the one before."""
    half, side = math.pi / OMEGA, FRICTION / STIFFNESS
    swing = min(int(time / half), 3)
    if swing == 3:
        return -(START - 6 * side)
    sign = (-1) ** swing
    return sign * (side + (START - side - 2 * side * swing) * math.cos(OMEGA * time - swing * math.pi))


def moved(position, velocity, force, h):
    """The mass on its spring after a step under a held force."""
    sine, cosine, middle = math.sin(OMEGA * h), math.cos(OMEGA * h), force / STIFFNESS
    z = position - middle
    return middle + z * cosine + velocity / OMEGA * sine, -z * OMEGA * sine + velocity * cosine


def run(order, mass, h):
    """Greatest error of the position in m, and the greatest speed of the last 100 steps, at rest, in m/s."""
    port = Port("target/fmu/Guide.fmu", GUIDE, {"guide.kineticFriction": FRICTION, "guide.staticFriction": FRICTION})
    position, velocity, error, speed = START, 0.0, 0.0, 0.0
    port.start(position, velocity, -STIFFNESS * position, mass)
    # A wrong effective mass needs some steps to take away the last slip.
    steps = round(1.0 / h) + 200
    for step in range(steps):
        known = port.next_reaction()
        mean = port.step(step * h, h, position, velocity, -STIFFNESS * position, mass)
        position, velocity = moved(position, velocity, mean if order == "unit first" else known, h)
        error = max(error, abs(position - exact((step + 1) * h)))
        if step >= steps - 100:
            speed = max(speed, abs(velocity))
    port.close()
    return error, speed


def main():
    print("| master, effective mass | 10 ms | 1 ms | 0.1 ms |\n|---|---|---|---|")
    greatest = 0.0
    for order, mass in CASES:
        errors, speeds = zip(*(run(order, mass, h) for h in STEPS))
        print(f"| {order}, {mass:g} kg |", " | ".join(f"{error:.1e} m" for error in errors), "|")
        greatest = max(greatest, *speeds)
    print(f"\ngreatest speed at rest: {greatest:.0e} m/s")


if __name__ == "__main__":
    main()
