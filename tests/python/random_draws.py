"""Numbers and signals of random networks: units over twelve decades, equal numbers, signals that jump and pass through 0."""

import math
import random

# Decades of the units of force and length to either side of 1, and of the unit of time.
DECADES = 6.0
DECADES_OF_TIME = 3.0

# Numbers that are drawn again and again, in units: motions then meet limits, edges and each other exactly.
EQUAL = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 10.0)

# Points at which the range of a signal is looked for.
LOOKS = 16


class Draws:
    """Random numbers, the same for a seed on every platform, in the units of one network.

    A twin has the same draws, with each number multiplied by 1 ± `moved`, in one of several ways.
    """

    def __init__(self, seed, moved=0.0, way=0):
        self._random = random.Random(seed)
        self._moved, self._way, self._count = moved, way, 0
        usual = self.chance(0.2)
        decades = (DECADES, DECADES, DECADES_OF_TIME)
        drawn = [10.0 ** self.between(-most, most) for most in decades]
        self.force, self.length, self.time = (1.0, 1.0, 1.0) if usual else drawn
        self.spread = self.pick((0.0, 0.0, 0.0, 1.5))

    @property
    def velocity(self):
        return self.length / self.time

    @property
    def stiffness(self):
        return self.force / self.length

    @property
    def damping(self):
        return self.force / self.velocity

    @property
    def mass(self):
        return self.force * self.time / self.velocity

    def chance(self, share):
        return self._random.random() < share

    def below(self, count):
        return int(self._random.random() * count)

    def pick(self, values):
        return values[self.below(len(values))]

    def between(self, low, high):
        return low + (high - low) * self._random.random()

    def factor(self):
        """Returns 1, and in a twin a number near it."""
        self._count += 1
        return 1.0 + self._moved * math.sin(7919.0 * self._count + 104729.0 * self._way + 1.0)

    def number(self, unit, low=0.3, high=3.0, spread=False):
        """Draws a number between bounds in a unit, often one of `EQUAL`, with `spread` decades off now and then."""
        equal = [value for value in EQUAL if low <= value <= high]
        if equal and self.chance(0.45):
            value = self.pick(equal)
        else:
            value = low * (high / low) ** self.between(0.0, 1.0)
        if spread and self.spread and self.chance(0.4):
            value *= 10.0 ** self.between(-self.spread, self.spread)
        return unit * value * self.factor()

    def shift(self, size):
        """Returns 0, and in a twin what a number of this size is moved by: signals are followed within a part of their range."""
        return size * (self.factor() - 1.0)

    def signed(self, unit, high=1.0):
        """Draws 0, or a number of either sign."""
        if self.chance(0.25):
            return 0.0
        return self.pick((-1.0, 1.0)) * self.number(unit, 0.1 * high, high)


class Signal:
    """Function of the time in pieces, each smooth; `given` is how `luztar.Model.simulate` takes it.

    A piece continues beyond its end, since an integrator looks beyond it before it stops there.
    """

    def __init__(self, given, pieces, jumps=False, derivative=None):
        self.given, self.pieces, self.jumps, self.derivative = given, pieces, jumps, derivative

    @property
    def breaks(self):
        return [start for start, _ in self.pieces[1:]]

    def piece(self, since):
        """Returns the function of the piece that begins at or before an instant."""
        return [function for start, function in self.pieces if start <= since][-1]

    def at(self, time):
        return self.piece(time)(time)


def constant(value):
    return lambda _time: value


def sine(amplitude, omega, phase, mean):
    return lambda time: mean + amplitude * math.sin(omega * time + phase)


def power(amplitude, at, exponent):
    return lambda time: amplitude * (1.0 - time / at) ** exponent


def line(times, values, index):
    (x0, x1), (y0, y1) = times[index : index + 2], values[index : index + 2]
    return lambda time: y0 + (y1 - y0) * (time - x0) / (x1 - x0)


def signal(draws, unit, stop):
    """Draws a signal of a size, most of which pass through 0 or jump."""
    drawn = draws.pick((_sine, _sine, _step, _ramp, _square, _power, _rectified, _points))(draws, unit, stop)
    return shifted(drawn, draws.shift(max(abs(drawn.at(stop * point / LOOKS)) for point in range(LOOKS + 1))))


def smooth(draws, unit, stop):
    """Draws a signal without jumps and kinks, which has its derivative."""
    return draws.pick((_sine, _power))(draws, unit, stop)


def shifted(signal, by):
    """The same signal beside 0."""
    if by == 0.0:
        return signal
    if isinstance(signal.given, tuple):
        times, values = signal.given
        given = (times, [value + by for value in values])
    else:
        given = f"{signal.given} + {by!r}"
    pieces = [(start, lambda time, function=function: function(time) + by) for start, function in signal.pieces]
    return Signal(given, pieces, signal.jumps)


def _sine(draws, unit, stop):
    amplitude, omega = draws.number(unit), draws.number(1.0 / draws.time, 0.3, 4.0)
    phase, mean = draws.pick((0.0, 1.0)) * draws.between(0.0, 6.0), draws.pick((0.0, 0.0, 1.0)) * draws.number(unit)
    rate = amplitude * omega
    derivative = Signal(f"{rate!r}*cos({omega!r}*t + {phase!r})", [(0.0, sine(rate, omega, phase + 0.5 * math.pi, 0.0))])
    text = f"{mean!r} + {amplitude!r}*sin({omega!r}*t + {phase!r})"
    return Signal(text, [(0.0, sine(amplitude, omega, phase, mean))], derivative=derivative)


def _step(draws, unit, stop):
    at, one, other = draws.between(0.1, 0.9) * stop, draws.signed(unit, 2.0), draws.signed(unit, 2.0)
    return Signal(f"if(t < {at!r}, {one!r}, {other!r})", [(0.0, constant(one)), (at, constant(other))], jumps=True)


def _ramp(draws, unit, stop):
    at, end = draws.between(0.2, 0.9) * stop, draws.number(unit)
    return Signal(f"{end!r}*min(t/{at!r}, 1)", [(0.0, lambda time: end * time / at), (at, constant(end))])


def _square(draws, unit, stop):
    half, size = stop / draws.pick((3.0, 4.0, 5.5)), draws.number(unit)
    low = draws.pick((0.0, -size))
    starts = [index * half for index in range(8)]
    pieces = [(start, constant(low if index % 2 else size)) for index, start in enumerate(starts)]
    text = f"{low!r}"
    for index in reversed(range(0, 8)):
        text = f"if(t < {(index + 1) * half!r}, {low if index % 2 else size!r}, {text})"
    return Signal(text, pieces, jumps=True)


def _power(draws, unit, stop):
    """A line through 0, or a touch of 0 of the second order: where one of the third is 0, ramps know to the cube root alone."""
    at, size, exponent = draws.between(0.2, 0.8) * stop, draws.signed(unit, 2.0), draws.pick((1, 1, 2, 1))
    rate = -size * exponent / at
    derivative = Signal(f"{rate!r}*(1 - t/{at!r})^{exponent - 1}", [(0.0, power(rate, at, exponent - 1))])
    text = f"{size!r}*(1 - t/{at!r})^{exponent}"
    return Signal(text, [(0.0, power(size, at, exponent))], derivative=derivative)


def _rectified(draws, unit, stop):
    size, omega = draws.number(unit), draws.number(1.0 / draws.time, 0.3, 3.0)
    starts = [index * math.pi / omega for index in range(int(stop * omega / math.pi) + 1)]
    pieces = [(start, sine(size * (-1.0) ** index, omega, 0.0, 0.0)) for index, start in enumerate(starts)]
    return Signal(f"{size!r}*abs(sin({omega!r}*t))", pieces)


def _points(draws, unit, stop):
    """Points joined by lines, the values often equal or 0, up to a constant."""
    count = 3 + draws.below(4)
    times = [stop * index / count for index in range(count)]
    values = [draws.signed(unit, 2.0) for _ in times]
    pieces = [(start, line(times, values, index)) for index, start in enumerate(times[:-1])]
    return Signal((times, values), [*pieces, (times[-1], constant(values[-1]))])
