"""Random networks as texts, drawn from the rules of docs/network-format.md alone, with what a test must know of them.

Numbers are about 1 in units of force, length and time that are drawn for each network.
"""

import math

import numpy as np

import random_contacts
import random_forces
from random_draws import Draws, signal, smooth

MOST_BODIES = 4
MOST_SPRINGS = 3
MOST_CONTACTS = 3
MOST_FORCES = 2

# Duration in units of time, and in radians of the fastest oscillation of a body on its springs.
DURATIONS = (3.0, 6.0, 10.0)
RADIANS = 150.0


def written(value):
    """A value as TOML has it."""
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {written(one)}' for key, one in value.items())} }}"
    return repr(value)


class Ends:
    """Ends of an element: two bodies, or one and the ground."""

    def __init__(self, net, first, second, ratio):
        self.word = "angle" if net.rotation else "position"
        self.first, self.second, self.ratio = first, second, ratio
        self.keys = {"between": [first, second] if second else first} | ({"ratio": ratio} if ratio != 1.0 else {})

    def deflection(self, result):
        other = self.ratio * result[f"{self.second}.{self.word}"] if self.second else 0.0
        return result[f"{self.first}.{self.word}"] - other


class Spring:
    """Spring of a network, as contacts name it; `loads` if its force may be a normal load."""

    def __init__(self, name, loads):
        self.name, self.loads = name, loads


class Network:
    """Random network of a seed; with `moved` a twin of it, whose numbers are that much other ones.

    Attributes
    ----------
    text : str
        The network file.
    stop : float
        How long it moves, s.
    signals : dict of str to Signal
        Inputs by name.
    joints : list of str
        Bodies without mass.
    masses, forces, excitations : dict
        Of the bodies, N·s²/m and N.
    stored : list of callable
        Energies of elements, functions of a result.
    balanced : bool
        True if the work of all forces is known but for what is dissipated.
    steps, exchanges : bool
        True if the methods "moreau" and Model Exchange take it.
    turning : set of str
        Contacts whose state is the sign of a slip velocity that never stays 0.
    """

    def __init__(self, seed, moved=0.0, way=0):
        self.seed, self.draws = seed, Draws(seed, moved, way)
        self.rotation = self.draws.chance(0.2)
        self.masses, self.forces, self.excitations, self.signals, self.surfaces = {}, {}, {}, {}, {}
        self.driven, self.belts, self.joints, self.springs, self.stored, self.contacts = [], [], [], [], [], []
        self.own, self.turning, self._blocks = set(), set(), []
        self.balanced = self.steps = self.exchanges = True
        self._starts, self._bodies = {}, {}
        self._draw()

    @property
    def position(self):
        return "angle" if self.rotation else "position"

    @property
    def velocity(self):
        return "angularVelocity" if self.rotation else "velocity"

    @property
    def text(self):
        laws = "".join(random_contacts.OWN[name] for name in sorted(self.own))
        experiment = f"[experiment]\nstopTime = {self.stop!r}\nstepSize = {self.stop / 20!r}\n"
        return f'[model]\nname = "Drawn{self.seed}"\n{experiment}{laws}{"".join(self._blocks)}'

    @property
    def held(self):
        """True if no input changes, so that results do not depend on the communication step."""
        return not self.signals

    def add(self, table, name, keys, contact=False, turns=False):
        lines = "".join(f"{key} = {written(value)}\n" for key, value in keys.items())
        self._blocks.append(f"\n[{table}.{name}]\n{lines}")
        if contact:
            self.contacts.append(name)
        if turns:
            self.turning.add(name)

    def input(self, name, given, unit):
        """Adds an input; its start value is its size, from which hosts of Model Exchange have nominal values."""
        self.signals[name] = given
        return {"input": True, "start": unit}

    def moving(self, velocity, acceleration, unit):
        """Adds inputs of a moving surface: its velocity and the derivative of that; returns their keys.

        Ramps that approximate a velocity make steps of its derivative, so that what it releases is late by as much as a ramp
        lasts: only a line is compared with a host that integrates.
        """
        given = smooth(self.draws, unit, self.stop)
        self.balanced = False
        self.exchanges &= len(set(given.derivative.at(self.stop * part) for part in (0.0, 0.3, 0.7))) == 1
        keys = self.input(velocity, given, unit), self.input(acceleration, given.derivative, unit / self.draws.time)
        return dict(zip((velocity.split(".")[1], acceleration.split(".")[1]), keys))

    def ends(self, resting=False):
        """Draws two ends, the first one a free body; `resting` ones only if that is wanted."""
        draws, bodies = self.draws, [body for body in self.masses if not resting or self._starts[body] == 0.0]
        if not bodies:
            return None
        first = draws.pick(bodies)
        others = [body for body in bodies if body != first] + ([] if resting else self.belts)
        second = draws.pick(others) if others and draws.chance(0.6) else None
        ratio = draws.pick((-1.0, 0.5, 2.0)) if second and draws.chance(0.2) else 1.0
        return Ends(self, first, second, ratio)

    def _draw(self):
        draws = self.draws
        self.stop = draws.time * draws.pick(DURATIONS)
        for index in range(draws.pick((1, 1, 2, 2, 3, MOST_BODIES))):
            self._body(f"b{index}")
        if draws.chance(0.12):
            self._belt("belt")
        fastest = max(self._spring(f"s{index}") for index in range(1 + draws.below(MOST_SPRINGS)))
        self.stop = min(self.stop, RADIANS / max(fastest, 1e-300))
        self._drive()
        for index in range(draws.below(MOST_CONTACTS + 1)):
            random_contacts.contact(self, index)
        for index in range(draws.below(MOST_FORCES + 1)):
            random_forces.force(self, index)
        if draws.chance(0.3):
            self.add("damper", "d0", dict(self.ends().keys) | {"damping": draws.number(draws.damping, 0.03, 1.0)})
        if draws.chance(0.12):
            self._hold()
        if draws.chance(0.1):
            self._series()

    def _body(self, name):
        draws = self.draws
        mass = draws.number(draws.mass, 0.3, 3.0, spread=True)
        start = draws.signed(draws.velocity)
        self.masses[name], self._starts[name] = mass, start
        keys = {"inertia" if self.rotation else "mass": mass, self.position: draws.signed(draws.length, 0.5)}
        if self.rotation:
            keys["axis"] = "rotation"
        self._bodies[name] = keys | {self.velocity: start}

    def _belt(self, name):
        """A prescribed body."""
        keys = {"motion": "prescribed", "by": "velocity"} | ({"axis": "rotation"} if self.rotation else {})
        word = "angularAcceleration" if self.rotation else "acceleration"
        keys |= self.moving(f"{name}.{self.velocity}", f"{name}.{word}", self.draws.velocity)
        self.add("body", name, keys)
        self.belts.append(name)

    def _drive(self):
        """Draws forces on bodies, once the duration is known."""
        draws = self.draws
        for name, keys in self._bodies.items():
            word, kind = "Torque" if self.rotation else "Force", draws.below(6)
            if kind == 0:
                self.forces[name] = keys[f"constant{word}"] = draws.signed(draws.force)
            elif kind == 1:
                size, omega = draws.number(draws.force), draws.number(1.0 / draws.time, 0.3, 4.0)
                phase = draws.pick((0.0, 1.0))
                keys["excitation"] = {"amplitude": size, "angularFrequency": omega, "phase": phase}
                self.excitations[name] = (size, omega, phase)
            elif kind in (2, 3):
                given = signal(draws, draws.force, self.stop)
                keys[word.lower()] = self.input(f"{name}.{word.lower()}", given, draws.force)
                self.driven.append(name)
            self.add("body", name, keys)

    def _spring(self, name):
        """Adds a spring, and returns the angular frequency of the lightest of its bodies on it."""
        draws, ends = self.draws, self.ends()
        k = draws.number(draws.stiffness, 0.3, 30.0, spread=True)
        keys = dict(ends.keys) | {"stiffness": k}
        lower = upper = offset = cubic = preload = 0.0
        gapped, kind = True, draws.below(9)
        if kind in (0, 1):
            keys["backlash"] = draws.pick((0.0, 1.0)) * draws.number(draws.length, 0.1, 1.0)
            lower, upper = -0.5 * keys["backlash"], 0.5 * keys["backlash"]
        elif kind in (2, 3, 4):
            edge = draws.signed(draws.length, 0.5)
            lower, upper = (edge, math.inf) if draws.chance(0.5) else (-math.inf, edge)
            if kind == 4:
                lower, upper = edge, edge + draws.pick((0.0, 1.0)) * draws.number(draws.length, 0.1, 1.0)
            keys["gap"] = [lower, upper]
        else:
            gapped = False
            if kind == 5:
                cubic = keys["cubic"] = draws.number(k / draws.length**2, 0.1, 1.0)
            elif kind == 6:
                preload = keys["preload"] = draws.signed(draws.force)
        if draws.chance(0.3):
            offset = keys["offset"] = draws.signed(draws.length, 0.3)
        if draws.chance(0.4):
            keys["damping"] = draws.number(draws.damping, 0.03, 1.0)
        self.add("spring", name, keys)
        self.springs.append(Spring(name, loads=ends.second not in self.belts))
        self.stored.append(lambda result: _elastic(ends.deflection(result) - offset, k, (lower, upper), cubic, preload))
        stiffened = k * (1.0 + (2.0 if cubic else 0.0)) * max(1.0, ends.ratio**2)
        return math.sqrt(stiffened / min(self.masses.get(body, math.inf) for body in (ends.first, ends.second)))

    def _hold(self):
        """A coupling or a freewheel between bodies at rest, which contradict none."""
        ends = self.ends(resting=True)
        if ends is None or ends.second is None:
            return
        if self.draws.chance(0.5):
            self.add("coupling", "h0", ends.keys)
        else:
            self.add("contact", "h0", ends.keys | {"law": "oneWay"}, contact=True)

    def _series(self):
        """A spring and a damper in series, joined by a body without mass."""
        draws, name = self.draws, "m0"
        ends, k = self.ends(), draws.number(draws.stiffness, 0.3, 10.0)
        start = draws.signed(draws.length, 0.2)
        axis = {"inertia": 0, "axis": "rotation"} if self.rotation else {"mass": 0}
        self.add("body", name, axis | {self.position: start})
        self.add("spring", "s9", {"between": [ends.first, name], "stiffness": k})
        second = {"between": [name, ends.second] if ends.second else name}
        self.add("damper", "d9", second | {"damping": draws.number(draws.damping, 0.1, 2.0)})
        self.joints.append(name)
        self.stored.append(
            lambda result: 0.5 * k * (result[f"{ends.first}.{ends.word}"] - result[f"{name}.{ends.word}"]) ** 2
        )


def _elastic(e, k, edges, cubic, preload):
    """Energy of a spring with a gap."""
    pressed = np.maximum(e - edges[1], 0.0) + np.maximum(edges[0] - e, 0.0)
    return 0.5 * k * pressed**2 + 0.25 * cubic * e**4 + preload * e
