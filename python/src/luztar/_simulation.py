"""Simulations that are led step by step."""

from __future__ import annotations

import warnings
from collections.abc import Callable

from ._errors import ArgumentError, LuztarWarning
from ._inputs import Value, plain
from ._luztar import Stepper
from ._result import Event


class Simulation:
    """A simulation that is led from one communication point to the next, as `Model.simulation` makes it.

    ``simulation[name]`` is the value of a variable at the present time; inputs and tunable parameters can be set.

    Attributes
    ----------
    events : list of Event
        All transitions so far.

    Examples
    --------
    >>> import luztar
    >>> simulation = luztar.Model("SingleMassFriction").simulation(parameters={"body.velocity0": 1.0})
    >>> while simulation["body.velocity"] > 0.5:
    ...     simulation["body.force"] = -0.1 * simulation["body.velocity"]
    ...     events = simulation.step(0.01)
    """

    def __init__(self, stepper: Stepper, step: float, functions: dict[str, Callable[[float], float]]) -> None:
        self._stepper = stepper
        self._step = step
        self._functions = functions
        self.events: list[Event] = []

    @property
    def time(self) -> float:
        """Present time, s."""
        return self._stepper.time

    def __getitem__(self, name: str) -> float | int | bool:
        return self._stepper.get(name)

    def __setitem__(self, name: str, value: Value) -> None:
        if name in self._functions:
            raise ArgumentError(f"{name}: cannot be set, since `inputs` has a function for it")
        self._stepper.set(name, plain("simulation", name, value))

    def step(self, size: float | None = None) -> list[Event]:
        """Advances by a communication step.

        Parameters
        ----------
        size : float, optional
            Length of the step, s; that of the simulation by default.

        Returns
        -------
        list of Event
            Transitions of the step. Inputs keep their values, or follow their signals; a function is evaluated at both ends.

        Raises
        ------
        LuztarError
            The motion cannot go on; the simulation is as before.
        """
        size = self._step if size is None else float(size)
        start = self.time
        ramps = [(name, float(f(start)), float(f(start + size))) for name, f in self._functions.items()]
        found, doubts = self._stepper.step(size, ramps)
        for doubt in doubts:
            warnings.warn(doubt, LuztarWarning, stacklevel=2)
        events = [Event(*event) for event in found]
        self.events += events
        return events

    def __repr__(self) -> str:
        return f"<Simulation at {self.time:g} s, {len(self.events)} transitions>"
