"""Errors of the ways to couple, by the step: the tables of docs/coupling.md.

luztar build SingleMassFriction BristleElement examples/hosts/*.toml && python examples/hosts/coupling.py

The mechanism is a mass of 1 kg on a spring of 100 N/m with 3 N of friction. It starts at 0.2 m, and the closed form comes to
rest at -20 mm after three swings. The host has the spring, and the mass too where the model has friction alone; it moves that
exactly under a held force.
"""

import math

from port import GUIDE, Model, Port

STIFFNESS, FRICTION, START = 100.0, 3.0, 0.2
OMEGA = math.sqrt(STIFFNESS)
STEPS = [0.01, 0.001, 0.0001]
# m/s, below which the mass is at rest.
RESTS = 1e-12


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


class Body:
    """The model has the mass and its friction. The host gives the force of the spring, and its derivative if `ramp`."""

    def __init__(self, ramp, h):
        parameters = {
            "body.mass": 1.0,
            "body.position0": START,
            "body.velocity0": 0.0,
            "contact.kineticFriction": FRICTION,
            "contact.staticFriction": FRICTION,
            "contact.viscous": 0.0,
        }
        self.model = Model("target/fmu/SingleMassFriction.fmu", ["body.force"], parameters)
        self.motion = [self.model.references[name] for name in ("body.position", "body.velocity")]
        self.ramp, self.h = ramp, h
        self.model.start(-STIFFNESS * START)

    def step(self, step, position, velocity):
        rates = [-STIFFNESS * velocity] if self.ramp else []
        self.model.advance(step * self.h, self.h, -STIFFNESS * position, rates=rates)
        return self.model.fmu.getReal(self.motion)


class Flange:
    """The host has the mass, and the model the friction on it. `told(position, velocity)`: what the host gives."""

    def __init__(self, name, inputs, parameters, told, order, h):
        self.model = Port(f"target/fmu/{name}.fmu", inputs, parameters)
        self.told, self.order, self.h = told, order, h
        self.model.start(*told(START, 0.0))

    def step(self, step, position, velocity):
        known = self.model.next_reaction() if self.order == "parallel" else None
        mean = self.model.step(step * self.h, self.h, *self.told(position, velocity))
        return moved(position, velocity, mean if known is None else known, self.h)


def port(order, mass):
    """Friction that knows the effective mass and the applied force; with a mass of 0 the motion is prescribed."""
    limits = {"guide.kineticFriction": FRICTION, "guide.staticFriction": FRICTION}
    return lambda h: Flange("Guide", GUIDE, limits, lambda z, v: (z, v, -STIFFNESS * z, mass), order, h)


def estimating(order, mass, first):
    """Friction that estimates the applied force, which is `first` in the first step."""
    name = "EstimateParallel" if order == "parallel" else "EstimateFirst"
    parameters = {"flange.effectiveMass": mass, "flange.appliedForce0": first}
    return lambda h: Flange(name, GUIDE[:2], parameters, lambda z, v: (z, v), order, h)


def presliding(order, factor):
    """Bristles whose stiffness is a factor times m/h^2, with critical damping."""

    def start(h):
        stiffness = factor / h**2
        parameters = {
            "contact.normalForce": FRICTION,
            "contact.kineticCoefficient": 1.0,
            "contact.staticCoefficient": 1.0,
            "contact.viscous": 0.0,
            "contact.bristleStiffness": stiffness / FRICTION,
            "contact.bristleDamping": 2 * math.sqrt(stiffness) / FRICTION,
        }
        return Flange("BristleElement", ["body1.position", "body1.velocity"], parameters, lambda z, v: (z, v), order, h)

    return start


ORDERS = ("model first", "parallel")
# By the text of the row.
WAYS = {
    "1. body in the model, force and its derivative": lambda h: Body(True, h),
    "1. body in the model, force held": lambda h: Body(False, h),
    **{f"2. port, {order}, {mass:g} kg": port(order, mass) for mass in (1.0, 0.5, 1.5) for order in ORDERS},
    **{f"3. bristles of {by:g} m/h², {order}": presliding(order, by) for by in (0.1, 0.3) for order in ORDERS},
    **{f"port without effective mass, {order}": port(order, 0.0) for order in ORDERS},
}
ESTIMATES = {
    "model first, 1 kg, first force given": estimating("model first", 1.0, -STIFFNESS * START),
    "model first, 1 kg": estimating("model first", 1.0, 0.0),
    "model first, 0.5 kg, first force given": estimating("model first", 0.5, -STIFFNESS * START),
    "parallel, 1 kg, first force given": estimating("parallel", 1.0, -STIFFNESS * START),
    "parallel, 1 kg": estimating("parallel", 1.0, 0.0),
}


def run(way, h):
    """Greatest error of the position in m, and the greatest speed of the last 100 steps, at rest, in m/s."""
    coupled = way(h)
    position, velocity, error, speed = START, 0.0, 0.0, 0.0
    # A wrong effective mass needs some steps to take away the last slip.
    steps = round(1.0 / h) + 300
    for step in range(steps):
        position, velocity = coupled.step(step, position, velocity)
        error = max(error, abs(position - exact((step + 1) * h)))
        if step >= steps - 100:
            speed = max(speed, abs(velocity))
    coupled.model.close()
    return error, speed


def table(head, ways):
    """Prints a table; the greatest speed at rest, in m/s, by row."""
    print(f"| {head} | 10 ms | 1 ms | 0.1 ms | rests |\n|---|---|---|---|---|")
    greatest = {}
    for text, way in ways.items():
        errors, speeds = zip(*(run(way, h) for h in STEPS))
        greatest[text] = max(speeds)
        rests = "yes" if greatest[text] <= RESTS else "no"
        print(f"| {text} |", " | ".join(f"{error:.1e} m" for error in errors), f"| {rests} |")
    return greatest


def main():
    greatest = table("way, master", WAYS)
    ports = max(speed for text, speed in greatest.items() if text.startswith("2."))
    print(f"\ngreatest speed at rest of a port: {ports:.0e} m/s\n")
    table("master, effective mass", ESTIMATES)


if __name__ == "__main__":
    main()
