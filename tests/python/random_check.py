"""What a random network must satisfy, and what is found where it does not."""

from dataclasses import dataclass

import luztar
import numpy as np

from random_compare import Difference, Growth, Known, difference
from random_networks import Network
from random_runs import FINER, exchanged, model_of, stepped
from random_steps import SHORTEST, STEPS, convergence, energy, knows_work, stepped_in_time

# Ways in which numbers of twins are moved.
WAYS = 3

# Of motions in Co-Simulation, and in Model Exchange under CVode: differences that need no explanation, by how much twins
# are moved, and how many times that errors of the integration may be.
STEPPED = (1e-8, 1e-11, 300.0)
EXCHANGED = (3e-6, 1e-9, 300.0)

# By how much twins are moved for time stepping, which is compared while they differ less than its errors may.
COARSE = 1e-3


@dataclass(frozen=True)
class Finding:
    """What is wrong with the network of a seed: `kind` is "refused", "ends", "steps", "exchange", "energy" or "convergence"."""

    seed: int
    kind: str
    difference: Difference

    def __str__(self):
        one = self.difference
        return f"{self.seed} {self.kind} {one.quantity} {one.size:.2e} at {one.time!r}: {one.told}"


class Check:
    """Comparisons of one network. `findings` is what was found, `compared` how far each comparison went."""

    def __init__(self, seed, folder):
        self.network, self.folder = Network(seed), folder
        self.findings, self.compared, self._growths = [], {}, {}

    def run(self):
        try:
            self.model = model_of(self.network)
        except luztar.LuztarError as error:
            self._found("refused", Difference("file", 1.0, 0.0, str(error)))
            return self
        try:
            self.motion = stepped(self.model, self.network)
            finer = stepped(self.model, self.network, FINER)
        except luztar.LuztarError as error:
            self._found("ends", Difference("end", 1.0, 0.0, str(error)))
            return self
        self._compare("steps", finer, STEPPED)
        if self.network.held:
            self._same_bits(finer)
        if self.network.exchanges:
            self._exchange()
        if self.network.steps:
            self._time_steps()
        return self

    def _found(self, kind, found):
        if found is not None:
            self.findings.append(Finding(self.network.seed, kind, found))

    def growth(self, moved, factor, **limits):
        """What twins make of small changes; they are made when the first difference is to be explained."""
        if moved not in self._growths:
            twins = []
            for way in range(WAYS):
                network = Network(self.network.seed, moved, way)
                try:
                    twins.append(stepped(model_of(network), network))
                except luztar.LuztarError:
                    continue
            self._growths[moved] = Growth(self.network, self.motion, twins, factor, **limits)
        return self._growths[moved]

    def _compare(self, kind, other, limits):
        floor, moved, factor = limits
        turning = self.network.turning if kind == "exchange" else ()
        found = difference(self.network, self.motion, other, floor, Known(), turning)
        until = self.network.stop
        if found is not None:
            growth = self.growth(moved, factor)
            until = min(until, growth.until)
            found = difference(self.network, self.motion, other, floor, growth, turning)
        self.compared[kind] = min(until, other.times[-1]) / self.network.stop
        self._found(kind, found)

    def _same_bits(self, finer):
        """Results do not depend on communication steps while inputs are held."""
        same = self.motion.events == finer.events and np.array_equal(self.motion.states, finer.states)
        if not same:
            apart = abs(self.motion.states - finer.states).max()
            self._found("bits", Difference("bits", float(apart), 0.0, f"{self.motion.events[:3]}, {finer.events[:3]}"))

    def _exchange(self):
        try:
            other = exchanged(self.model, self.network, self.folder)
        except luztar.LuztarError as error:
            self._found("build", Difference("file", 1.0, 0.0, str(error)))
            return
        self._compare("exchange", other, EXCHANGED)

    def _time_steps(self):
        try:
            results = [stepped_in_time(self.model, self.network, count) for count in STEPS]
        except luztar.LuztarError as error:
            self._found("moreau", Difference("end", 1.0, 0.0, str(error)))
            return
        if knows_work(self.network):
            self.compared["energy"] = 1.0
            for result in results:
                found = energy(self.network, result)
                self._found("energy", found)
                if found:
                    break
        found = convergence(self.network, self.motion, results, self.network.stop)
        until = self.network.stop
        if found is not None:
            growth = self.growth(COARSE, 1.0, vague=0.05)
            until = min(until, growth.until)
            found = convergence(self.network, self.motion, results, until)
        if found is not None:
            shorter = stepped_in_time(self.model, self.network, SHORTEST)
            found = convergence(self.network, self.motion, [results[1], shorter], until)
        self.compared["convergence"] = until / self.network.stop
        self._found("convergence", found)


def checked(seed, folder):
    """Checks the network of a seed."""
    return Check(seed, folder).run()
