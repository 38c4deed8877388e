"""Motion of a mechanism with dry friction in one piece, for the examples of this folder to compare with: M(q) v' = f(q, v) + B' r,
slips w = B v, |r| <= limit, r = -limit sgn w. Runge and Kutta's method between transitions, each located by bisection; all
combinations of stick and slip are tried at each. Slow, and independent of luztar and of the hosts.
"""

from itertools import product

import numpy as np

# Slips below this count as 0, m/s or rad/s: far above the round-off of a step, far below what the hosts are off.
ZERO = 1e-11


class Mechanism:
    """`equations(q, v)` gives M, f, B and B'v (the slip accelerations at v' = 0); `limits`: dry friction of each slip."""

    def __init__(self, equations, limits, q, v):
        self.equations, self.limits = equations, np.asarray(limits, float)
        self.q, self.v = np.asarray(q, float), np.asarray(v, float)
        self.senses, self.transitions = None, 0
        self.decide()

    def solve(self, q, v, senses):
        """Acceleration, friction and slip accelerations where each contact slips forward (1), backward (-1) or sticks (0)."""
        mass, force, slip, rest = self.equations(q, v)
        friction = -np.asarray(senses) * self.limits
        stuck = np.flatnonzero(np.asarray(senses) == 0)
        free = np.linalg.solve(mass, force + slip.T @ friction)
        if len(stuck):
            rows = slip[stuck]
            response = np.linalg.solve(mass, rows.T)
            friction[stuck] = np.linalg.solve(rows @ response, -(rows @ free + rest[stuck]))
            free = free + response @ friction[stuck]
        return free, friction, slip @ free + rest

    def decide(self):
        """Modes of the contacts from here on."""
        slips = self.equations(self.q, self.v)[2] @ self.v
        choices = [[int(np.sign(w))] if abs(w) > 2 * ZERO else [0, 1, -1] for w in slips]
        for senses in product(*choices):
            _, friction, gains = self.solve(self.q, self.v, senses)
            held = [abs(r) <= limit if s == 0 else True for s, r, limit in zip(senses, friction, self.limits)]
            leaves = [s * gain >= 0 or abs(w) > 2 * ZERO for s, gain, w in zip(senses, gains, slips)]
            if all(held) and all(leaves):
                self.enter(senses)
                return
        raise ArithmeticError("no combination of stick and slip is consistent")

    def enter(self, senses):
        """The modes `senses` from here on; what slip the bisection has left in stuck contacts is taken out."""
        if self.senses is not None:
            self.transitions += sum(a != b for a, b in zip(self.senses, senses))
        self.senses = senses
        mass, _, slip, _ = self.equations(self.q, self.v)
        rows = slip[[s == 0 for s in senses]]
        if len(rows):
            response = np.linalg.solve(mass, rows.T)
            self.v = self.v - response @ np.linalg.solve(rows @ response, rows @ self.v)

    def moved(self, h):
        """State after a step of `h` in the present modes."""

        def rate(q, v):
            return v, self.solve(q, v, self.senses)[0]

        q, v = self.q, self.v
        a, b = rate(q, v)
        c, d = rate(q + h / 2 * a, v + h / 2 * b)
        e, f = rate(q + h / 2 * c, v + h / 2 * d)
        g, i = rate(q + h * e, v + h * f)
        return q + h / 6 * (a + 2 * c + 2 * e + g), v + h / 6 * (b + 2 * d + 2 * f + i)

    def holds(self, state):
        """True if the present modes hold in a state."""
        slips = self.equations(*state)[2] @ state[1]
        _, friction, _ = self.solve(*state, self.senses)
        return all(
            abs(r) <= limit if s == 0 else s * w >= -ZERO
            for s, w, r, limit in zip(self.senses, slips, friction, self.limits)
        )

    def advance(self, h):
        """Moves on by `h`, through all transitions within."""
        if not any(self.senses) and np.abs(self.v).max() < ZERO:
            return
        while h > 0:
            state, taken = self.moved(h), h
            if not self.holds(state):
                low, high = 0.0, h
                while high - low > 1e-14:
                    middle = (low + high) / 2
                    low, high = (middle, high) if self.holds(self.moved(middle)) else (low, middle)
                state, taken = self.moved(high), high
            self.q, self.v = state
            if taken < h or not self.holds(state):
                self.decide()
            h -= taken

    def positions(self, h, steps):
        """Positions at 0, h, 2h, ..., shape (steps + 1, coordinates)."""
        found = [self.q]
        for _ in range(steps):
            self.advance(h)
            found.append(self.q)
        return np.array(found)
