"""The equations of the friction laws as their papers write them, one function or class for each.

A static law takes a slip (speed |w|, direction, normal load) and its numbers under the keys of network files, and
returns the dry friction at this slip, and the greatest friction at rest in this direction; per normal load where
the law is a factor of it. A law with internal state has the rates of its states, its friction without the viscous
part and the energy that it stores, all per normal load.
"""

import bisect
import math
from dataclasses import dataclass

import numpy as np


def sign(x):
    return math.copysign(1.0, x) if x else 0.0


@dataclass(frozen=True)
class Slip:
    """Speed, m/s or rad/s; direction ±1; normal load, N, 1 where numbers are forces."""

    speed: float
    sign: float = 1.0
    load: float = 1.0


def coulomb(at, kineticFriction, staticFriction=None):
    """J1 (3.1)."""
    return kineticFriction, kineticFriction if staticFriction is None else staticFriction


def stribeck(at, kineticFriction, staticFriction, stribeckVelocity, stribeckExponent=2.0):
    """J3 fig. 7c."""
    share = math.exp(-((at.speed / stribeckVelocity) ** stribeckExponent))
    return kineticFriction + (staticFriction - kineticFriction) * share, staticFriction


def exponential(at, kineticFriction, staticFriction, slope):
    """S1 (4)."""
    drop = staticFriction - kineticFriction
    return kineticFriction + drop * math.exp(-slope * at.speed / drop), staticFriction


def hyperbolic(at, staticFriction, decay):
    """S1 (1)."""
    return staticFriction / (1.0 + decay * at.speed), staticFriction


def falling(at, staticFriction, slope, minFriction=0.0):
    """S1 fig. 6b."""
    return max(staticFriction - slope * at.speed, minFriction), staticFriction


def quadratic(at, kineticFriction, staticFriction, decay, growth=0.0):
    """S1 (8)."""
    fall = (staticFriction - kineticFriction) / (1.0 + decay * at.speed)
    return fall + kineticFriction + growth * at.speed**2, staticFriction


def asymmetric(
    at, maxForwardFriction, minForwardFriction, forwardVelocity, maxBackwardFriction, minBackwardFriction,
    backwardVelocity, firstDrop, firstVelocity, secondDrop, secondVelocity, backwardStiction=1.0,
):
    """S1 (21)–(23) with the exponents' sign mended; stiction 0 is that of A1 (2)."""
    if at.sign > 0.0:
        slope = (maxForwardFriction - minForwardFriction) / forwardVelocity
        return max(maxForwardFriction - slope * at.speed, minForwardFriction), maxForwardFriction
    beyond = at.speed - backwardVelocity
    drops = firstDrop * math.exp(beyond / firstVelocity) + secondDrop * math.exp(beyond / secondVelocity)
    at_rest = firstDrop * math.exp(-backwardVelocity / firstVelocity)
    at_rest += secondDrop * math.exp(-backwardVelocity / secondVelocity)
    static = maxBackwardFriction - (1.0 - backwardStiction) * at_rest
    return max(minBackwardFriction, maxBackwardFriction - drops), static


def table(at, slip, friction, backwardSlip=(), backwardFriction=(), peak=1.0):
    """The Modelica Standard Library's convention; a rising end goes on."""
    if at.sign < 0.0 and backwardSlip:
        slip, friction = backwardSlip, backwardFriction
    value = np.interp(at.speed, slip, friction)
    if at.speed > slip[-1] and len(slip) > 1:
        slope = (friction[-1] - friction[-2]) / (slip[-1] - slip[-2])
        value += max(slope, 0.0) * (at.speed - slip[-1])
    return value, peak * friction[0]


def piecewise(at, kineticFriction, luzWidth, luzSlope, staticFriction=None):
    """J3 §5: tar and luz terms."""
    added = sum(k * max(at.speed - a, 0.0) for a, k in zip(luzWidth, luzSlope))
    return kineticFriction + added, coulomb(at, kineticFriction, staticFriction)[1]


def plateau(at, kineticFriction, plateauVelocity, slope, staticFriction=None):
    """S1 fig. 12."""
    return piecewise(at, kineticFriction, [plateauVelocity], [slope], staticFriction)


def wanheimBay(at, shearForce, frictionFactor):
    """S1 (9), Wanheim's real contact area; not per load."""
    mu, root = frictionFactor, math.sqrt(1.0 - frictionFactor)
    pressure = at.load / (math.sqrt(3.0) * shearForce)
    end = (1.0 + math.pi / 2 + math.acos(mu) + math.sqrt(1.0 - mu**2)) / (math.sqrt(3.0) * (1.0 + root))
    proportional = (1.0 - root) / end
    if pressure <= end:
        share = proportional * pressure
    else:
        rest = mu - proportional * end
        share = mu - rest * math.exp(-(pressure - end) * proportional / rest)
    return shearForce * share, shearForce * share


def fractal(at, slip, friction, scaling, depth=3, peak=1.0):
    """S1 fig. 9; f by its functional equation, f(x) = line(i, u) + d·(f(last·u) − line(u)), from depth + 1 lines."""

    def value(x, left):
        i = min(bisect.bisect_right(slip, x), len(slip) - 1)
        u = (x - slip[i - 1]) / (slip[i] - slip[i - 1])
        line = friction[i - 1] + u * (friction[i] - friction[i - 1])
        if left == 0:
            return line
        return line + scaling * (value(u * slip[-1], left - 1) - friction[0] - u * (friction[-1] - friction[0]))

    return value(min(at.speed, slip[-1]), depth), peak * friction[0]


def slipRatio(speeds, adhesion, rise, fall=0.0):
    """S1 (2), (3) of the speeds v and rω of a car and the rim of its wheel."""
    v, rim = speeds
    ratio = min(abs(v - rim) / max(abs(v), abs(rim)), 1.0)
    return adhesion * (1.0 - math.exp(-rise * ratio)) - fall * ratio


def regularised(w, kind, number, dry):
    """What stands for sgn w·f(|w|); f = `dry`."""
    match kind:
        case "atan":
            return 2.0 / math.pi * math.atan(number * w) * dry(abs(w))
        case "tanh":
            return math.tanh(number * w) * dry(abs(w))
        case "linear":
            return max(-1.0, min(w / number, 1.0)) * dry(max(abs(w), number))


@dataclass
class Dahl:
    """S1 (10)–(12); state F."""

    kineticFriction: float
    bristleStiffness: float
    dahlExponent: float = 1.0
    bristleForce0: float = 0.0

    def start(self):
        return [self.bristleForce0]

    def rates(self, w, load, state):
        left = 1.0 - state[0] / self.kineticFriction * sign(w)
        return [self.bristleStiffness * sign(left) * abs(left) ** self.dahlExponent * w]

    def friction(self, w, load, state):
        return state[0]

    def stored(self, state):
        return state[0] ** 2 / (2.0 * self.bristleStiffness)

    def steady(self, w, load):
        return self.kineticFriction * sign(w)

    def after(self, force, way):
        """F after the way s slipped in one direction, in closed form; u = 1 − F/Fc·sgn s."""
        direction, i = sign(way), self.dahlExponent
        u = 1.0 - direction * force / self.kineticFriction
        x = self.bristleStiffness * abs(way) / self.kineticFriction
        u = u * math.exp(-x) if i == 1.0 else (u ** (1.0 - i) + (i - 1.0) * x) ** (1.0 / (1.0 - i))
        return direction * self.kineticFriction * (1.0 - u)


@dataclass
class BlimanSorine:
    """S1 (13)–(15); states x1, x2."""

    riseFriction: float
    slipLength: float
    fallFriction: float = 0.0
    lengthRatio: float = 1.0
    firstForce0: float = 0.0
    secondForce0: float = 0.0

    def start(self):
        return [self.firstForce0, self.secondForce0]

    def matrices(self):
        """A and B of dx/ds = A x + B sgn w."""
        lengths = np.array([self.lengthRatio * self.slipLength, self.slipLength])
        return -1.0 / lengths, np.array([self.riseFriction, -self.fallFriction]) / lengths

    def rates(self, w, load, state):
        a, b = self.matrices()
        return [abs(w) * (a[k] * state[k] + b[k] * sign(w)) for k in range(2)]

    def friction(self, w, load, state):
        return state[0] + state[1]

    def stored(self, state):
        """½ xᵀP x, the least P with P B = (1, 1)ᵀ and A P + P A ≤ 0: the most that can be had back."""
        a, b = self.matrices()
        if b[1] == 0.0:
            return state[0] ** 2 / (2.0 * b[0])

        def storage(p12):
            return np.array([[(1.0 - p12 * b[1]) / b[0], p12], [p12, (1.0 - p12 * b[0]) / b[1]]])

        # det(A P + P A) = 0 is quadratic in p12: through three of its values.
        loss = lambda p12: np.linalg.det(storage(p12) * np.add.outer(a, a))
        unit = 1.0 / b[0]
        roots = unit * np.roots(np.polyfit([-1.0, 0.0, 1.0], [loss(-unit), loss(0.0), loss(unit)], 2))
        least = min((storage(root) for root in roots), key=np.trace)
        x1, x2 = state
        return least[0, 0] * x1**2 / 2 + least[0, 1] * x1 * x2 + least[1, 1] * x2**2 / 2

    def steady(self, w, load):
        return (self.riseFriction - self.fallFriction) * sign(w)


@dataclass
class LuGre:
    """S1 (17); state z."""

    kineticFriction: float
    staticFriction: float
    stribeckVelocity: float
    bristleStiffness: float
    bristleDamping: float = 0.0
    bristleDeflection0: float = 0.0

    def start(self):
        return [self.bristleDeflection0]

    def g(self, w):
        drop = self.staticFriction - self.kineticFriction
        return self.kineticFriction + drop * math.exp(-((w / self.stribeckVelocity) ** 2))

    def rates(self, w, load, state):
        return [w - self.bristleStiffness * abs(w) * state[0] / self.g(w)]

    def friction(self, w, load, state):
        return self.bristleStiffness * state[0] + self.bristleDamping * self.rates(w, load, state)[0]

    def stored(self, state):
        return self.bristleStiffness * state[0] ** 2 / 2.0

    def steady(self, w, load):
        return self.g(w) * sign(w)


@dataclass
class Ostermeyer:
    """S1 (18), (19); states μ, ϑ."""

    growthRate: float
    coolingRate: float
    heating: float
    ambientTemperature: float
    coefficient0: float
    temperature0: float
    radiationRate: float = 0.0
    referencePower: float = 1.0

    def start(self):
        return [self.coefficient0, self.temperature0]

    def rates(self, w, load, state):
        mu, theta = state
        power, ambient = load * abs(w) / self.referencePower, self.ambientTemperature
        heat = -self.coolingRate * (theta - ambient - self.heating * power)
        heat -= self.radiationRate * (theta**4 - ambient**4)
        return [-self.growthRate * (power * mu - theta) if w else 0.0, heat]

    def friction(self, w, load, state):
        return state[0] * sign(w)

    def stored(self, state):
        return 0.0

    def steady(self, w, load):
        """(19), where nothing is radiated."""
        return sign(w) * (self.ambientTemperature / (load * abs(w) / self.referencePower) + self.heating)


@dataclass
class Antunes:
    """S1 §2.2.1.1; state ξ, and whether the spring is attached."""

    kineticFriction: float
    bristleStiffness: float
    staticFriction: float | None = None
    bristleDamping: float = 0.0
    bristleDeflection0: float = 0.0

    def force(self, deflection, w):
        return self.bristleStiffness * deflection + self.bristleDamping * w

    def release(self, deflection, w, a):
        """When the force of the attached spring reaches the static limit, along a velocity w + a·t; ∞ if never."""
        limit = coulomb(None, self.kineticFriction, self.staticFriction)[1]
        k, c = self.bristleStiffness, self.bristleDamping
        times = [np.roots([k * a / 2.0, k * w + c * a, self.force(deflection, w) - end]) for end in (limit, -limit)]
        times = np.concatenate(times)
        real = times[np.isreal(times)].real
        return min(real[real > 0.0], default=math.inf)

    def stored(self, deflection):
        return self.bristleStiffness * deflection**2 / 2.0

    def steady(self, w, load):
        return self.kineticFriction * sign(w)


STATIC = {
    law.__name__: law
    for law in (
        coulomb, stribeck, exponential, hyperbolic, falling, quadratic, asymmetric, table, piecewise, plateau,
        wanheimBay, fractal,
    )
}
WITH_STATES = {
    "dahl": Dahl, "blimanSorine": BlimanSorine, "luGre": LuGre, "ostermeyer": Ostermeyer, "antunes": Antunes,
}
