"""The contacts by which the tests rub all friction laws side by side, and the motion of the slider that does."""

import json
import subprocess
from dataclasses import dataclass

from conftest import LUZTAR
from friction_laws import STATIC, WITH_STATES, Slip, regularised, sign

# Every law as the program tells it, by name.
LISTED = {law["name"]: law for law in json.loads(subprocess.check_output([LUZTAR, "describe", "--laws", "--json"]))["laws"]}
# Their numbers without load, by the keys of network files.
EXAMPLES = {
    name: {number["name"]: number["example"] for number in law["parameters"] if number["name"] != "viscous"}
    for name, law in LISTED.items()
}
# Those of laws whose equations stand in `friction_laws`.
NUMBERS = {name: EXAMPLES[name] for name in EXAMPLES if name in STATIC or name in WITH_STATES}
# Laws of the slip velocity or of the load, without states, whose equations nobody has written there yet.
UNWRITTEN = [
    name
    for name, law in LISTED.items()
    if name not in NUMBERS and law["limited"] and law["argument"] != "slip ratio" and not law["states"]
]
# Other numbers of a law.
VARIANTS = {
    "stribeckSingular": ("stribeck", {"stribeckExponent": 1.3}),
    "dahlStraight": ("dahl", {"kineticFriction": 1.2, "bristleStiffness": 60.0, "dahlExponent": 1.0}),
    "dahlBent": ("dahl", {"kineticFriction": 1.2, "bristleStiffness": 60.0, "dahlExponent": 1.6}),
    "blimanSorineShort": ("blimanSorine", {"slipLength": 0.05, "firstForce0": 0.3}),
    "blimanSorineFirst": (
        "blimanSorine", {"slipLength": 0.05, "fallFriction": 0.0, "lengthRatio": 0.9, "secondForce0": 0.0},
    ),
    "luGreStiff": (
        "luGre",
        {"stribeckVelocity": 0.1, "bristleStiffness": 80.0, "bristleDamping": 0.4, "bristleDeflection0": 0.005},
    ),
    "ostermeyerCold": ("ostermeyer", {"referencePower": 0.8, "coefficient0": 0.4, "radiationRate": 0.0}),
    "antunesStiff": (
        "antunes",
        {"staticFriction": 1.3, "bristleStiffness": 60.0, "bristleDamping": 1.0, "bristleDeflection0": 0.004},
    ),
}
# Regularisation, the key of its number and the number.
REGULARISATIONS = [("atan", "steepness", 20.0), ("tanh", "steepness", 15.0), ("linear", "rampVelocity", 0.12)]
VISCOUS = 0.3
# Loads of the steps in turn, N; of laws with internal states, whose bristles they scale, as of the others.
LOADS = (2.0, 0.7, 3.5)

# Keys with a normal load; all others are the same.
COEFFICIENTS = {
    "friction": "coefficient", "adhesion": "adhesionCoefficient", "fall": "fallCoefficient",
    "firstDrop": "firstDropCoefficient", "secondDrop": "secondDropCoefficient",
}
LOADED_ONLY = [name for name, law in LISTED.items() if law["normalForce"].startswith("required")]


def loaded_key(key):
    return COEFFICIENTS.get(key, key.replace("Friction", "Coefficient").replace("Force0", "Coefficient0"))


@dataclass
class Case:
    """A contact of the network file; `numbers` by the keys without load."""

    name: str
    law: str
    numbers: dict
    loaded: bool
    regularisation: tuple | None = None

    def key(self, key):
        return loaded_key(key) if self.loaded and self.law not in LOADED_ONLY else key

    def toml(self, axis):
        lines = [f"[contact.{self.name}]", 'between = "slider"', f'law = "{self.law}"', f"viscous = {VISCOUS}"]
        lines += [f"{self.key(key)} = {value}" for key, value in self.numbers.items()]
        if self.loaded:
            lines.append('normalForce = "input"')
        if self.loaded and axis == "rotation":
            lines.append("radii = [1.0]" if self.law in LOADED_ONLY else "effectiveRadius = 1.0")
        if self.regularisation:
            kind, key, number = self.regularisation
            lines += [f'regularisation = "{kind}"', f"{key} = {number}"]
        if self.is_pushed():
            lines.append('appliedForce = "input"')
        return "\n".join(lines) + "\n"

    def is_pushed(self):
        """Whether it has an input of the force that it balances at rest."""
        return self.law in STATIC and not self.regularisation

    def keys(self):
        """Keys, without load, of the numbers that a host can set."""
        own = [key for key in self.numbers if key != "depth"]
        return own + [self.regularisation[1]] if self.regularisation else own

    def scaled(self, factor):
        """The same law with all numbers multiplied but those that make another law of it."""
        def times(key, value):
            if key in ("depth", "dahlExponent"):
                return value
            return [factor * entry for entry in value] if isinstance(value, list) else factor * value

        numbers = {key: times(key, value) for key, value in self.numbers.items()}
        regularisation = self.regularisation and (*self.regularisation[:2], factor * self.regularisation[2])
        return Case(self.name, self.law, numbers, self.loaded, regularisation)

    def parameters(self):
        """Names and values of the FMU's parameters."""
        numbers = {self.key(key): value for key, value in self.numbers.items() if key != "depth"}
        if self.regularisation:
            numbers[self.regularisation[1]] = self.regularisation[2]
        for key, value in numbers.items():
            if isinstance(value, list):
                yield from ((f"{self.name}.{key}[{k + 1}]", entry) for k, entry in enumerate(value))
            else:
                yield f"{self.name}.{key}", value

    def factor(self, load):
        return 1.0 if self.law == "wanheimBay" else load

    def static(self, w, load):
        """Friction of a static law at w ≠ 0."""
        at = lambda speed: STATIC[self.law](Slip(speed, sign(w), load), **self.numbers)[0]
        if self.regularisation:
            kind, _, number = self.regularisation
            dry = regularised(w, kind, number, at)
        else:
            dry = sign(w) * at(abs(w))
        return self.factor(load) * dry + VISCOUS * w

    def limit(self, sign, load):
        """Greatest friction of a static law at rest in a direction."""
        if self.regularisation:
            return 0.0
        return self.factor(load) * STATIC[self.law](Slip(0.0, sign, load), **self.numbers)[1]


def cases():
    numbers = {name: (name, values) for name, values in NUMBERS.items()}
    numbers |= {name: (law, NUMBERS[law] | changed) for name, (law, changed) in VARIANTS.items()}
    for name, (law, values) in numbers.items():
        for loaded in (False, True) if law not in LOADED_ONLY else (True,):
            yield Case(f"{name}Loaded" if loaded else name, law, values, loaded)
        # A law of the load has no ramp.
        for regularisation in REGULARISATIONS if law in STATIC else []:
            if law != "wanheimBay" or regularisation[0] != "linear":
                end = regularisation[0].capitalize()
                yield Case(name + end, law, values, law in LOADED_ONLY, regularisation)


CASES = list(cases())
# One contact for each law, and one with a load.
PLAIN = [case for case in CASES if not case.regularisation and case.name.removesuffix("Loaded") in NUMBERS]
AXES = {"translation": ("velocity", "acceleration"), "rotation": ("angularVelocity", "angularAcceleration")}

# Steps of the slider: slip velocity at the start, its rate, size. It rests under the forces PUSHES, is accelerated
# to and fro, through w = 0 within a step, and slips evenly at last.
STEP = 0.05
PUSHES = (0.0, 20.0, -20.0)
RESTS = [(0.0, 0.0, STEP)] * len(PUSHES)
MOTION = [
    (0.0, 0.5, STEP),
    *((0.025 + 0.05 * k, 1.0, STEP) for k in range(11)),
    *((0.575 - 0.05 * k, -1.0, STEP) for k in range(23)),
    *((-0.575 + 0.05 * k, 1.0, STEP) for k in range(17)),
]
LAST = (0.3, 0.0, 100.0)
