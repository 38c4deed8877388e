"""Times of stick and slip by SciPy's event location, for the bench `precision`.

    event_location.py PROBLEM.json    a problem as the bench writes it

solve_ivp (DOP853) moves the bodies in the present modes up to the first of its events: a slip velocity that comes to 0, or a
set of bodies whose contacts with all others have as much to hold as their limits allow (benches/precision/modes.rs). For each
relative tolerance prints a line `rtol,seconds of CPU per simulated second`, then one `contact,slips,time` per transition.
"""

import json
import sys
import time

import numpy as np
from scipy.integrate import solve_ivp

TOLERANCES = [1e-3, 1e-5, 1e-7, 1e-9, 1e-11, 1e-13]
# An absolute tolerance of so much of the relative one, for velocities of about 1.
ABSOLUTE = 1e-2
# First step after a transition, s: a slip that begins at 0 and soon comes back would else end where it began.
SHORT = 1e-5
# More pieces of a run than this never end.
MOST = 1000
# The fastest of so many runs counts.
RUNS = 3


class Mechanism:
    """The problem and its modes: direction of slip of each contact, 0 while it sticks."""

    def __init__(self, problem):
        columns = {name: np.array(column) for name, column in problem["columns"].items()}
        for name in ("drive", "first", "second", "load"):
            columns[name] = columns[name].astype(int)
        self.__dict__.update(columns)
        self.end, self.pieces = problem["end"], problem["pieces"]
        self.count = len(self.mass)
        # signs of the bodies in each contact
        self.ends = np.zeros((len(self.limit), self.count))
        for contact, (one, other) in enumerate(zip(self.first, self.second)):
            self.ends[contact, one] = 1.0
            if other >= 0:
                self.ends[contact, other] = -1.0
        masks = np.arange(1, 2**self.count)[:, None] >> np.arange(self.count)
        self.sets = (masks & 1).astype(float)
        # +1 and -1: contacts that a set has one end of, the first or the second
        self.cuts = self.sets @ self.ends.T
        self.modes = np.sign(self.slips(self.velocity)).astype(int)
        self.join()

    def slips(self, velocities):
        return self.ends @ velocities - self.surface

    def join(self):
        """The bodies that stick together, as a matrix that takes forces to accelerations."""
        group = np.arange(self.count + 1)
        for contact in np.flatnonzero(self.modes == 0):
            one, other = group[self.first[contact]], group[self.second[contact]]
            group[group == one] = other
        together = group[:-1, None] == group[None, :-1]
        self.held = group[:-1] == group[-1]
        masses = together @ self.mass
        self.inverse = np.where(self.held[:, None], 0.0, together / masses[:, None])
        self.together = together
        self.stuck = self.modes == 0
        # sets with contacts that hold
        self.watched = np.flatnonzero(np.abs(self.cuts[:, self.stuck]).sum(axis=1) > 0)

    def normal(self, t):
        given = np.array([value + slope * (t - self.since) for value, slope in self.inputs] + [1.0])
        return given[self.load]

    def forces(self, t, state):
        velocities, places = state[: self.count], state[self.count :]
        given = np.array([value + slope * (t - self.since) for value, slope in self.inputs] + [0.0])
        force = given[self.drive] - (self.linear + self.cubic * places**2) * places
        speed = np.abs(self.slips(velocities))
        friction = self.modes * self.limit * self.normal(t) / (1 + self.decay * speed)
        return force - self.ends.T @ friction

    def rates(self, t, state):
        return np.concatenate([self.inverse @ self.forces(t, state), state[: self.count]])

    def margins(self, t, state):
        """What the watched sets may still have to hold, and the sign of what they hold."""
        force = self.forces(t, state)
        load = (self.sets @ (force - self.mass * (self.inverse @ force)))[self.watched]
        most = np.abs(self.cuts) @ (self.stuck * self.limit * self.normal(t))
        return most[self.watched] - np.abs(load), np.sign(load)

    def events(self):
        def passes(contact):
            return lambda t, state: self.modes[contact] * self.slips(state[: self.count])[contact]

        def lets_go(number):
            return lambda t, state: self.margins(t, state)[0][number]

        found = [passes(contact) for contact in np.flatnonzero(self.modes)]
        found += [lets_go(number) for number in range(len(self.watched))]
        for event in found:
            event.terminal, event.direction = True, -1
        return found

    def settle(self, t, state, event):
        """The modes after an event, by its number; changes the state of bodies that come to rest together."""
        moving = np.flatnonzero(self.modes)
        if event < len(moving):
            self.modes[moving[event]] = 0
            self.join()
            momentum = self.together @ (self.mass * state[: self.count])
            speeds = momentum / (self.together @ self.mass)
            # only the problem with one body has a surface that moves
            state[: self.count] = np.where(self.held, self.surface[0], speeds)
        else:
            self.let_go(self.watched[event - len(moving)], self.margins(t, state)[1][event - len(moving)])
        while len(self.watched):
            margins, signs = self.margins(t, state)
            worst = np.argmin(margins)
            # what has just let go has its margin at 0, and no longer holds
            if margins[worst] >= 0.0:
                break
            self.let_go(self.watched[worst], signs[worst])

    def let_go(self, cut, sign):
        those = self.stuck & (self.cuts[cut] != 0)
        self.modes[those] = (sign * self.cuts[cut][those]).astype(int)
        self.join()


def run(problem, tolerance):
    mechanism = Mechanism(problem)
    state = np.concatenate([mechanism.velocity, mechanism.place])
    found, pieces = [], 0
    ends = [piece["time"] for piece in mechanism.pieces[1:]] + [mechanism.end]
    for piece, end in zip(mechanism.pieces, ends):
        t, mechanism.since, mechanism.inputs = piece["time"], piece["time"], piece["inputs"]
        while t < end:
            pieces += 1
            if pieces > MOST:
                sys.exit(f"transitions without end at {t} s")
            accuracy = {"rtol": tolerance, "atol": ABSOLUTE * tolerance}
            accuracy["first_step"] = min(SHORT, end - t)
            events = mechanism.events()
            moved = solve_ivp(mechanism.rates, (t, end), state, "DOP853", events=events, **accuracy)
            t, state = moved.t[-1], moved.y[:, -1]
            if moved.status == 1:
                event = next(number for number, times in enumerate(moved.t_events) if len(times))
                before = mechanism.modes.copy()
                mechanism.settle(t, state, event)
                for contact in np.flatnonzero(before != mechanism.modes):
                    if before[contact]:
                        found.append((contact, 0, t))
                    if mechanism.modes[contact]:
                        found.append((contact, 1, t))
    return found


def main(path):
    with open(path) as file:
        problem = json.load(file)
    for tolerance in TOLERANCES:
        seconds = []
        for _ in range(RUNS):
            start = time.process_time()
            found = run(problem, tolerance)
            seconds.append(time.process_time() - start)
        print(f"{tolerance},{min(seconds) / problem['end']}")
        for contact, slips, instant in found:
            print(f"{contact},{slips},{float(instant)!r}")


if __name__ == "__main__":
    main(*sys.argv[1:])
