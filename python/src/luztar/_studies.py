"""Results of studies."""

from __future__ import annotations

import html
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from ._result import Event


Point = TypeVar("Point")
Made = TypeVar("Made")


def gathered(
    job: Callable[[Point], Made], points: Sequence[Point], threads: int | None, cluster: str | None
) -> list[Made]:
    """What a job comes to at each point, made by threads, or by the workers of a Dask scheduler; the first error ends it."""
    if cluster is not None:
        from distributed import Client

        connect: Any = Client
        with connect(cluster) as client:
            return list(client.gather([client.submit(job, point, pure=False) for point in points]))

    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        started = [pool.submit(job, point) for point in points]
        try:
            return [one.result() for one in started]
        except BaseException:
            for one in started:
                one.cancel()
            raise


class Estimate(NamedTuple):
    """A parameter that measurements gave.

    Attributes
    ----------
    value : float
        Its value, in SI units.
    error : float
        Standard error.
    half : float
        Half of the interval of 95 % confidence.
    """

    value: float
    error: float
    half: float


@dataclass(frozen=True)
class Fit:
    """Parameters that measurements gave.

    Attributes
    ----------
    model : str
        Name of the model.
    parameters : dict of str to Estimate
        The parameters by name.
    residual : float
        Root mean square of what is left: in the unit of the measured column, or in standard deviations of several ones.
    evaluations : int
        How often the model was evaluated.
    """

    model: str
    parameters: dict[str, Estimate]
    residual: float
    evaluations: int

    @property
    def values(self) -> dict[str, float]:
        """The parameters alone, as `Model.simulate` takes them."""
        return {name: one.value for name, one in self.parameters.items()}

    def _repr_html_(self) -> str:
        rows = [
            (name, f"{one.value:.6g}", f"± {one.half:.1e}") for name, one in self.parameters.items()
        ]
        caption = f"Fit of {self.model}: residuals of {self.residual:.3g}"
        return table(caption, ("parameter", "value", "95 % within"), rows)


@dataclass(frozen=True)
class Cycle:
    """A periodic motion.

    Attributes
    ----------
    model : str
        Name of the model.
    period : float
        Its period, s.
    forced : bool
        True if a harmonic force gives the period.
    stable : bool
        True if motions near it come nearer.
    largest : float
        Largest absolute value of the multipliers, without that of a shift along an unforced cycle.
    multipliers : tuple of complex
        Floquet multipliers, the largest first.
    state : dict of str to float
        States at its start, as values of variables.
    advance : dict of str to float
        Change of each state by which all is as at the start again; 0 of mechanisms that do not advance.
    events : tuple of Event
        Transitions of one period.
    residual : float
        How far it is from where it began after a period, as a part of its size.
    """

    model: str
    period: float
    forced: bool
    stable: bool
    largest: float
    multipliers: tuple[complex, ...]
    state: dict[str, float]
    advance: dict[str, float]
    events: tuple[Event, ...]
    residual: float

    def _repr_html_(self) -> str:
        kind = "stable" if self.stable else "unstable"
        rows = [("|multiplier|", f"{abs(one):.6g}") for one in self.multipliers]
        rows += [(f"{name} at the start", f"{value:.6g}") for name, value in self.state.items()]
        return table(f"{self.model}: {kind} cycle of {self.period:.6g} s", ("", "value"), rows)


def table(caption: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table as HTML."""
    head = "".join(f"<th>{html.escape(word)}</th>" for word in header)
    lines = ("".join(f"<td>{html.escape(cell)}</td>" for cell in row) for row in rows)
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f"<table><caption>{html.escape(caption)}</caption><tr>{head}</tr>{body}</table>"
