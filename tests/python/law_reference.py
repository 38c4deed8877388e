"""What friction and energy the equations of the laws give for the motion of the slider, by quadrature and small
steps."""

import math

import numpy as np

from friction_laws import STATIC, WITH_STATES, Antunes, sign
from law_cases import LOADS, MOTION, PUSHES, RESTS, VISCOUS

# A slip velocity that has a direction only.
TINY = 1e-300

# Lobatto's rule of 8 points on [−1, 1]; with the ends, near which it would miss a kink.
_INNER = np.polynomial.legendre.Legendre.basis(7).deriv().roots().tolist()
LOBATTO = [(x, 2.0 / (56.0 * np.polynomial.legendre.Legendre.basis(7)(x) ** 2)) for x in (-1.0, *_INNER, 1.0)]


def quadrature(f, a, b, tolerance=1e-12):
    """∫ f over [a, b], halved until both halves agree with the whole."""

    def rule(a, b):
        middle, half = (a + b) / 2, (b - a) / 2
        return half * sum(weight * f(middle + half * x) for x, weight in LOBATTO)

    def refined(a, b, whole):
        middle = (a + b) / 2
        left, right = rule(a, middle), rule(middle, b)
        if abs(left + right - whole) <= tolerance or abs(b - a) < 1e-11:
            return left + right
        return refined(a, middle, left) + refined(middle, b, right)

    return refined(a, b, rule(a, b))


def runge_kutta(f, y, size, steps):
    """Classical method on y' = f(t, y), a list, from t = 0."""
    h = size / steps
    ahead = lambda y, step, k: [entry + step * rate for entry, rate in zip(y, k)]
    for step in range(steps):
        t = step * h
        k1 = f(t, y)
        k2 = f(t + h / 2, ahead(y, h / 2, k1))
        k3 = f(t + h / 2, ahead(y, h / 2, k2))
        k4 = f(t + h, ahead(y, h, k3))
        y = [e + h / 6 * (a + 2 * b + 2 * c + d) for e, a, b, c, d in zip(y, k1, k2, k3, k4)]
    return y


class Expected:
    """Friction and dissipated energy of a case at the ends of the steps of MOTION."""

    def __init__(self, case):
        self.case, self.energy, self.friction = case, [], []
        law = case.law
        if law in STATIC:
            self.static()
        elif law == "antunes":
            self.antunes()
        else:
            self.with_states()

    def load(self, step):
        return LOADS[step % len(LOADS)] if self.case.loaded else 1.0

    def take(self, friction, energy):
        self.friction.append(friction)
        self.energy.append(energy + (self.energy[-1] if self.energy else 0.0))

    def static(self):
        for step, (w, a, h) in enumerate(RESTS + MOTION):
            load = self.load(step)
            if w == a == 0.0:
                self.take(max(-self.case.limit(-1.0, load), min(PUSHES[step], self.case.limit(1.0, load))), 0.0)
                continue
            power = lambda w: self.case.static(w, load) * w
            end = w + a * h
            # The power has no step at 0.
            energy = quadrature(power, w, end) / a
            self.take(self.case.static(end, load), energy)

    def with_states(self):
        law = WITH_STATES[self.case.law](**self.case.numbers)
        state = law.start()
        for step, (w, a, h) in enumerate(RESTS + MOTION):
            load = self.load(step)

            def rates(t, y):
                # It slips where it begins to.
                slip = w + a * t or a * TINY
                friction = law.friction(slip, load, y[:-1])
                return [*law.rates(slip, load, y[:-1]), friction * slip * load + VISCOUS * slip**2]

            # An even number of small steps: w passes 0 in the middle of a step.
            *after, work = runge_kutta(rates, [*state, 0.0], h, 100)
            stored = load * (law.stored(after) - law.stored(state))
            state, end = after, w + a * h
            self.take(load * law.friction(end, load, state) + VISCOUS * end, work - stored)
        self.state = state

    def antunes(self):
        law = Antunes(**self.case.numbers)
        attached, deflection = True, law.bristleDeflection0
        for step, (w, a, h) in enumerate(RESTS + MOTION):
            load, energy, t = self.load(step), 0.0, 0.0
            way = lambda t: w * t + a * t**2 / 2
            square = lambda t: w**2 * t + w * a * t**2 + a**2 * t**3 / 3
            while t < h:
                start = t
                if attached:
                    t = min(h, start + law.release(deflection, w + a * start, a))
                    deflection += way(t) - way(start)
                    energy += load * law.bristleDamping * (square(t) - square(start))
                    if t < h:
                        attached, bent = False, sign(w + a * t) * law.kineticFriction / law.bristleStiffness
                        energy += load * (law.stored(deflection) - law.stored(bent))
                        deflection = bent
                else:
                    rest = -w / a if a else math.inf
                    attached = start < rest < h
                    t = rest if attached else h
                    energy += load * law.kineticFriction * abs(way(t) - way(start))
            end = w + a * h
            force = law.force(deflection, end) if attached else sign(end) * law.kineticFriction
            self.take(load * force + VISCOUS * end, energy + VISCOUS * square(h))
