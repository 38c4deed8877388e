"""Results of simulations."""

from __future__ import annotations

import difflib
import html
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ._inputs import numbers
from ._luztar import picture

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ._luztar import Recorded

# Rows that a notebook shows.
SHOWN = 20


class Event(NamedTuple):
    """A transition of a contact or a spring.

    Attributes
    ----------
    time : float
        Its time, s.
    element : str
        Contact or spring.
    before, after : str
        Its states, such as ``"stuck"`` and ``"forward"``.
    """

    time: float
    element: str
    before: str
    after: str


class Result(Mapping[str, "NDArray[Any]"]):
    """Variables of a simulation by name, each an array with one value for each communication point.

    Attributes
    ----------
    model : str
        Name of the model.
    time : numpy.ndarray
        Communication points, s.
    events : tuple of Event
        All transitions at their own times, in order of time.
    units : dict of str to str
        Unit of each variable; empty where it has none.

    Examples
    --------
    >>> import luztar
    >>> result = luztar.Model("SingleMassFriction").simulate(parameters={"body.velocity0": 2.0})
    >>> result.events[0].after
    'stuck'
    """

    def __init__(self, model: str, recorded: Recorded) -> None:
        import numpy as np

        times, columns, events, _ = recorded
        types: dict[str, type[Any]] = {"float": np.float64, "int": np.int64, "bool": np.bool_}
        self.model = model
        self.time: NDArray[np.float64] = numbers(times)
        self.events = tuple(Event(*event) for event in events)
        self.units = {name: unit for name, _, unit, _ in columns}
        self._arrays: dict[str, NDArray[Any]] = {
            name: numbers(values).astype(types[kind], copy=False) for name, kind, _, values in columns
        }

    def __getitem__(self, name: str) -> NDArray[Any]:
        try:
            return self._arrays[name]
        except KeyError:
            near = difflib.get_close_matches(name, self._arrays, 1)
            hint = f" (did you mean {near[0]!r}?)" if near else ""
            raise KeyError(f"{self.model} has no variable {name!r} in this result{hint}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays)

    def __len__(self) -> int:
        return len(self._arrays)

    def to_pandas(self) -> Any:
        """Makes a table of the variables, over time.

        Returns
        -------
        pandas.DataFrame
            A column for each variable; the index is the time in s.
        """
        import pandas as pd

        return pd.DataFrame(self._arrays, index=pd.Index(self.time, name="time"))

    def plot(self, *names: str, axes: Any = None) -> Any:
        """Plots variables over time with matplotlib, those of one unit in one panel, and transitions as thin lines.

        Parameters
        ----------
        *names : str
            Variables; all velocities and forces by default.
        axes : sequence of matplotlib.axes.Axes, optional
            Panels to draw into, one for each unit; new ones by default.

        Returns
        -------
        numpy.ndarray of matplotlib.axes.Axes
        """
        import numpy as np

        panels = self._panels(names)
        if axes is None:
            import matplotlib.pyplot as plt

            _, axes = plt.subplots(len(panels), 1, sharex=True, squeeze=False, layout="constrained")
        drawn = np.atleast_1d(np.asarray(axes, dtype=object)).ravel()
        if len(drawn) < len(panels):
            raise ValueError(f"axes: {len(drawn)} are too few for {len(panels)} panels, one for each unit")
        for panel, (unit, shown) in zip(drawn, panels.items()):
            for name in shown:
                style = "steps-post" if self._is_held(name) else "default"
                panel.plot(self.time, self._arrays[name], label=name, drawstyle=style)
            for event in self.events:
                panel.axvline(event.time, color="0.85", linewidth=0.6, zorder=0)
            panel.set_ylabel(unit or "–")
            panel.legend(loc="best", fontsize="small")
        drawn[len(panels) - 1].set_xlabel("time, s")
        drawn[0].set_title(self.model)
        return drawn

    def _usual(self) -> Sequence[str]:
        """Velocities and forces; all numbers where there are none."""
        ends = (".velocity", ".angularVelocity", "Force", "Torque", ".force", ".torque")
        return [name for name in self if name.endswith(ends)] or [name for name, unit in self.units.items() if unit]

    def _panels(self, names: Sequence[str]) -> dict[str, list[str]]:
        """Variables by unit; velocities and forces where none is named."""
        panels: dict[str, list[str]] = {}
        for name in names or self._usual():
            self[name]
            panels.setdefault(self.units[name], []).append(name)
        return panels

    def _is_held(self, name: str) -> bool:
        return self._arrays[name].dtype.kind != "f"

    def _curve(self, name: str) -> tuple[str, bytes, bool]:
        return name, self._arrays[name].astype(float).tobytes(), self._is_held(name)

    def __repr__(self) -> str:
        end = self.time[-1] if self.time.size else 0.0
        return (
            f"<Result of {self.model}: {len(self)} variables at {self.time.size} points up to {end:g} s, "
            f"{len(self.events)} transitions>"
        )

    def _repr_svg_(self) -> str:
        """Velocities and forces over time."""
        shown = [(unit or "–", [self._curve(name) for name in names]) for unit, names in self._panels(()).items()]
        return picture(self.model, self.time.tobytes(), shown, [event.time for event in self.events])

    def _repr_html_(self) -> str:
        """A table of the variables with their least, greatest and last values."""
        rows = []
        for name, array in list(self._arrays.items())[:SHOWN]:
            cells = [f"{float(value):.6g}" for value in (array.min(), array.max(), array[-1])]
            texts = [html.escape(text) for text in (name, self.units[name])]
            rows.append("".join(f"<td>{cell}</td>" for cell in texts + cells))
        more = len(self) - len(rows)
        caption = html.escape(repr(self)[1:-1]) + (f"; {more} more variables" if more else "")
        header = "".join(f"<th>{word}</th>" for word in ("variable", "unit", "least", "greatest", "last"))
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        return f"<table><caption>{caption}</caption><tr>{header}</tr>{body}</table>"
