"""Differences of motions of random networks that their sensitivity does not explain.

Twins have numbers that are `MOVED` other ones. What that changes up to a time, of states in their sizes and of transitions in
units of time, is the growth G(t): errors of the size of `factor`·MOVED explain differences up to factor·G. Where twins part,
or that exceeds `VAGUE`, nothing is compared any more: contacts that barely slip, gaps that are barely met, chaos.
"""

import math
from dataclasses import dataclass

import numpy as np

VAGUE = 1e-4

# Units of time; what leaves a state and returns so soon has touched it, as a load that touches 0, and round-off decides for how long.
TOUCH = 1e-6


@dataclass(frozen=True)
class Difference:
    """What differs, by how much in units of the network, and when, s."""

    quantity: str
    size: float
    time: float
    told: str


class Growth:
    """What small changes of the numbers change up to a time; `until` is the end of what can be compared."""

    def __init__(self, network, motion, twins, factor, vague=VAGUE):
        self.factor, self.until = factor, math.inf
        pairs = [(0.0, 0.0)]
        unit = network.draws.time
        for twin in twins:
            size = np.maximum(motion.sizes, twin.sizes)
            apart = (abs(motion.states - twin.states) / size).max(axis=1)
            pairs += list(zip(motion.times.tolist(), apart.tolist()))
            for one, other in matched(motion, twin, lambda _: 0.0, TOUCH * unit):
                time = min(event[0] for event in (one, other) if event)
                if one is None or other is None or one[2:] != other[2:]:
                    self.until = min(self.until, time - vague * unit)
                elif factor * abs(one[0] - other[0]) > vague * unit:
                    self.until = min(self.until, time - factor * abs(one[0] - other[0]))
                else:
                    pairs.append((time, abs(one[0] - other[0]) / unit))
        self.times, sizes = (np.array(column) for column in zip(*sorted(pairs)))
        self.sizes = factor * np.maximum.accumulate(sizes)
        vague_from = np.flatnonzero(self.sizes > vague)
        if len(vague_from):
            self.until = min(self.until, float(self.times[vague_from[0]]))

    def at(self, time):
        return float(self.sizes[np.searchsorted(self.times, time, side="right") - 1])


class Known:
    """No growth: a difference that exceeds the floor is to be explained."""

    until = math.inf

    def at(self, time):
        return 0.0


def difference(network, one, other, floor, growth, turning=()):
    """Returns the first difference above a floor, relative to sizes and units, and what growth explains; or None."""
    unit = network.draws.time
    until = min(growth.until, one.times[-1], other.times[-1])

    def window(time):
        return (floor + growth.at(time)) * unit + 2e-9 * max(1.0, time)

    found = []
    for x, y in matched(one, other, window, TOUCH * unit, turning):
        time = min(event[0] for event in (x, y) if event)
        if time > until - 2.0 * window(until):
            continue
        name = (x or y)[1]
        if x is None or y is None or x[2:] != y[2:]:
            found.append(Difference(f"transitions of {name}", 1.0, time, f"{x} and {y}"))
        elif abs(x[0] - y[0]) > window(max(x[0], y[0])) + one.late.get(x, 0.0) + other.late.get(y, 0.0):
            found.append(Difference(f"time of {name}", abs(x[0] - y[0]) / unit, time, f"{x} and {y}"))
    instants = np.array([event[0] for event in one.events + other.events] or [math.inf])
    size = np.maximum(one.sizes, other.sizes)
    for index in range(1, min(len(one.times), len(other.times))):
        time = float(one.times[index])
        if time > until or abs(instants - time).min() < 2.0 * window(time):
            continue
        apart = abs(one.states[index] - other.states[index]) / size
        worst = int(apart.argmax())
        if not apart[worst] <= floor + growth.at(time):
            told = f"at {time} s {one.states[index][worst]!r} and {other.states[index][worst]!r}"
            found.append(Difference(one.names[worst], float(apart[worst]), time, told))
            break
    return min(found, key=lambda difference: difference.time, default=None)


def matched(one, other, window, touch, turning=()):
    """Pairs of transitions of each element in order; None where one has none. An element ends with a pair that differs."""
    for name in sorted({event[1] for event in one.events + other.events} - set(turning)):
        each = ([event for event in motion.events if event[1] == name] for motion in (one, other))
        first, second = (lasting(events, window, touch) for events in each)
        for index in range(max(len(first), len(second))):
            x, y = (events[index] if index < len(events) else None for events in (first, second))
            yield x, y
            if x is None or y is None or x[2:] != y[2:]:
                break


def lasting(events, window, touch):
    """Transitions of an element, those that follow one another within a window as one, and none where it is left for a touch."""
    found = []
    for time, name, before, after in events:
        returns = bool(found) and found[-1][2] == after
        if found and found[-1][3] == before and time - found[-1][0] <= max(window(time), touch if returns else 0.0):
            since, _, first, _ = found.pop()
            if first != after:
                found.append((since, name, first, after))
        else:
            found.append((time, name, before, after))
    return found
