"""Branches of periodic motions over a parameter."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ._studies import Cycle, table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Bifurcation:
    """A special point of a branch.

    Attributes
    ----------
    kind : str
        ``"fold"``, where the branch turns back, or ``"period doubling"``, where a cycle of twice the period branches off.
    index : int
        Its place in the arrays of the branch.
    value : float
        Value of the parameter.
    period : float
        Period of the cycle, s.
    """

    kind: str
    index: int
    value: float
    period: float


@dataclass(frozen=True)
class Branch:
    """Periodic motions over a parameter, in the order in which they follow each other, around folds.

    Attributes
    ----------
    model : str
        Name of the model.
    parameter : str
        Name of the parameter.
    units : dict of str to str
        Units of the parameter and of the outputs of `least` and `greatest`.
    values : numpy.ndarray
        Value of the parameter of each cycle.
    periods : numpy.ndarray
        Periods, s.
    stable : numpy.ndarray of bool
        True where motions near the cycle come nearer.
    multipliers : numpy.ndarray
        Largest absolute value of the Floquet multipliers, without that of a shift along an unforced cycle.
    transitions : numpy.ndarray of int
        Transitions in a period.
    least, greatest : dict of str to numpy.ndarray
        Extremes of outputs over each cycle.
    cycles : tuple of Cycle
        The cycles themselves.
    bifurcations : tuple of Bifurcation
        Folds and period doublings, which are cycles of the branch too.
    ended : str or None
        Reason why the branch ends before the range does.
    """

    model: str
    parameter: str
    units: dict[str, str]
    values: NDArray[np.float64]
    periods: NDArray[np.float64]
    stable: NDArray[np.bool_]
    multipliers: NDArray[np.float64]
    transitions: NDArray[np.int64]
    least: dict[str, NDArray[np.float64]]
    greatest: dict[str, NDArray[np.float64]]
    cycles: tuple[Cycle, ...]
    bifurcations: tuple[Bifurcation, ...]
    ended: str | None
    _svg: str = field(repr=False, compare=False)

    def __len__(self) -> int:
        return len(self.cycles)

    def to_pandas(self) -> Any:
        """Makes a table of the branch, a row for each cycle.

        Returns
        -------
        pandas.DataFrame
            Parameter, period, stability, transitions, largest multiplier, bifurcation and extremes of the outputs.
        """
        import pandas as pd

        kinds = {one.index: one.kind for one in self.bifurcations}
        columns: dict[str, Any] = {
            self.parameter: self.values,
            "period": self.periods,
            "stable": self.stable,
            "transitions": self.transitions,
            "largest multiplier": self.multipliers,
            "point": [kinds.get(index, "") for index in range(len(self))],
        }
        for name in self.least:
            columns |= {f"{name}:min": self.least[name], f"{name}:max": self.greatest[name]}
        return pd.DataFrame(columns)

    def plot(self, *names: str, axes: Any = None) -> Any:
        """Plots the branch with matplotlib: stable cycles as lines, unstable ones dashed, bifurcations as dots.

        Parameters
        ----------
        *names : str
            Outputs whose greatest values are drawn, ``"period"`` or ``"multiplier"``; all outputs of the branch and the
            largest multiplier by default.
        axes : sequence of matplotlib.axes.Axes, optional
            Panels to draw into, one for each name; new ones by default.

        Returns
        -------
        numpy.ndarray of matplotlib.axes.Axes
        """
        import numpy as np

        panels = {name: self._height(name) for name in names or (*self.greatest, "multiplier")}
        if axes is None:
            import matplotlib.pyplot as plt

            _, axes = plt.subplots(len(panels), 1, sharex=True, squeeze=False, layout="constrained")
        drawn = np.atleast_1d(np.asarray(axes, dtype=object)).ravel()
        if len(drawn) < len(panels):
            raise ValueError(f"axes: {len(drawn)} are too few for {len(panels)} panels, one for each name")
        for panel, (label, heights) in zip(drawn, panels.values()):
            self._draw(panel, heights)
            panel.set_ylabel(label)
            panel.legend(loc="best", fontsize="small")
        drawn[len(panels) - 1].set_xlabel(labelled(self.parameter, self.units[self.parameter]))
        drawn[0].set_title(self.model)
        return drawn

    def _height(self, name: str) -> tuple[str, NDArray[np.float64]]:
        """Label and heights of a curve."""
        if name == "period":
            return "period, s", self.periods
        if name == "multiplier":
            return "largest |multiplier|", self.multipliers
        try:
            return f"greatest {labelled(name, self.units[name])}", self.greatest[name]
        except KeyError:
            known = ", ".join((*self.greatest, "period", "multiplier"))
            raise KeyError(f"the branch has no {name!r}; there are {known}") from None

    def _draw(self, panel: Any, heights: NDArray[np.float64]) -> None:
        """Draws a curve in pieces of one stability, which meet, and its bifurcations."""
        import numpy as np

        begins = [0, *(np.flatnonzero(np.diff(self.stable)) + 1), len(self)]
        known = set()
        for begin, end in zip(begins, begins[1:]):
            stable = bool(self.stable[begin])
            label = None if stable in known else ("stable" if stable else "unstable")
            known.add(stable)
            piece = slice(begin, end + 1)
            panel.plot(self.values[piece], heights[piece], "-" if stable else "--", color="C0", label=label)
        for number, kind in enumerate(dict.fromkeys(one.kind for one in self.bifurcations), start=1):
            places = [one.index for one in self.bifurcations if one.kind == kind]
            panel.plot(self.values[places], heights[places], "o", color=f"C{number}", label=kind)

    def __repr__(self) -> str:
        ends = f"from {self.values[0]:g} to {self.values[-1]:g}"
        return (
            f"<Branch of {self.model}: {len(self)} cycles, {self.parameter} {ends}, "
            f"{len(self.bifurcations)} bifurcations>"
        )

    def _repr_svg_(self) -> str:
        """Greatest values of the outputs and the largest multiplier, over the parameter."""
        return self._svg

    def _repr_html_(self) -> str:
        """A table of the ends of the branch and of its bifurcations."""
        special = {one.index: one.kind for one in self.bifurcations}
        shown = sorted({0, *special, len(self) - 1})
        rows = []
        for index in shown:
            kind = special.get(index, "stable" if self.stable[index] else "unstable")
            numbers = (self.values[index], self.periods[index], self.multipliers[index])
            rows.append((kind, *(f"{number:.6g}" for number in numbers)))
        caption = repr(self)[1:-1] + (f"; it ends early: {self.ended}" if self.ended else "")
        header = ("cycle", labelled(self.parameter, self.units[self.parameter]), "period, s", "largest |multiplier|")
        return table(caption, header, rows)


def labelled(name: str, unit: str) -> str:
    """A name with its unit."""
    return f"{name}, {unit}" if unit else name
