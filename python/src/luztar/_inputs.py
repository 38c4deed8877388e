"""Inputs and values as the arguments of functions give them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Union

from ._errors import ArgumentError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from ._luztar import Signal, Times

#: A mechanism: the text of a network file, the path of one, or the name of a model of the library.
Source = Union[str, "os.PathLike[str]"]

#: A parameter or a build option.
Value = Union[str, float, bool]

#: An input: a formula in the time t, a function of t, a constant, values at `inputs["time"]`, times with values, or a
#: pandas Series over time.
Input = Union[str, float, Callable[[float], float], "ArrayLike", tuple["ArrayLike", "ArrayLike"]]

#: Inputs by name, or a pandas DataFrame.
Inputs = Union[Mapping[str, Input], Any]

#: Column or key that has the times of the others.
TIME = "time"


def plain(argument: str, name: str, value: object) -> str:
    """Writes a value as the extension reads it: texts as they are, Booleans and numbers in full."""
    import numpy as np

    if isinstance(value, str):
        return value
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    try:
        return repr(float(value))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise ArgumentError(f"{argument}[{name!r}]: must be a number, a Boolean or a text, not {value!r}") from None


def values(argument: str, given: Mapping[str, Value] | None) -> list[tuple[str, str]]:
    """Pairs of name and value of an argument."""
    return [(name, plain(argument, name, value)) for name, value in (given or {}).items()]


def seconds(argument: str, time: float | None) -> float | None:
    """A time in s as the extension takes it."""
    if time is None:
        return None
    try:
        return float(time + 0)
    except TypeError:
        raise ArgumentError(f"{argument}: must be a number, in s, not {time!r}") from None


def course(stop: float | None, step: float | None, hold: bool, input_tolerance: float) -> Times:
    """Times of a simulation as the extension takes them."""
    stop, step = seconds("stop", stop), seconds("step", step)
    if not 1e-14 <= input_tolerance <= 0.1:
        raise ArgumentError(f"input_tolerance: must be from 1e-14 to 0.1, not {input_tolerance!r}")
    return stop, step, hold, input_tolerance


def numbers(buffer: bytes | bytearray) -> NDArray[np.float64]:
    """Makes an array of what the extension gives, without a copy."""
    import numpy as np

    return np.frombuffer(buffer, dtype=np.float64)


def signals(inputs: Inputs | None, times: Callable[[], NDArray[np.float64]]) -> list[tuple[str, Signal]]:
    """Inputs as the extension takes them; `times` gives the communication points, at which functions are evaluated."""
    import numpy as np

    if inputs is None:
        return []
    given, shared = mapped(inputs)
    found: list[tuple[str, Signal]] = []
    points: NDArray[np.float64] | None = None
    for name, value in given:
        where = f"inputs[{name!r}]"
        if isinstance(value, str):
            found.append((name, value))
        elif callable(value):
            points = times() if points is None else points
            sampled = [float(value(time)) for time in points.tolist()]
            found.append((name, series(where, points, sampled)))
        elif isinstance(value, tuple) and len(value) == 2:
            found.append((name, series(where, *value)))
        elif is_pandas(value):
            found.append((name, series(where, value.index, value.to_numpy())))
        elif np.ndim(value) == 0:
            found.append((name, (plain("inputs", name, value),)))
        elif shared is None:
            raise ArgumentError(f'{where}: an array needs its times: give (times, values), or inputs["{TIME}"]')
        else:
            found.append((name, series(where, shared, value)))
    return found


def mapped(inputs: Any) -> tuple[Iterable[tuple[str, Any]], Any]:
    """Inputs by name, and the times of those that are arrays."""
    if is_pandas(inputs):
        columns = {str(name): inputs[name].to_numpy() for name in inputs.columns}
        times = columns.pop(TIME, None)
        return columns.items(), inputs.index if times is None else times
    if not isinstance(inputs, Mapping):
        raise ArgumentError(f"inputs: must map names to signals, or be a DataFrame, not {type(inputs).__name__}")
    given = dict(inputs)
    times = given.pop(TIME, None)
    return given.items(), times


def measurements(data: Any) -> list[tuple[str, bytes]]:
    """Columns of measurements as the extension takes them."""
    import numpy as np

    if is_pandas(data):
        columns: dict[str, Any] = {str(name): data[name].to_numpy() for name in data.columns}
        if data.index.name == TIME:
            columns = {TIME: data.index, **columns}
    elif isinstance(data, Mapping):
        columns = dict(data)
    else:
        raise ArgumentError(f"data: must map names to columns, or be a DataFrame, not {type(data).__name__}")
    found: list[tuple[str, NDArray[np.float64]]] = []
    for name, column in columns.items():
        try:
            array = np.ascontiguousarray(np.asarray(column), dtype=np.float64)
        except (TypeError, ValueError):
            raise ArgumentError(f"data[{name!r}]: must be numbers") from None
        if array.ndim != 1 or not np.isfinite(array).all():
            raise ArgumentError(f"data[{name!r}]: must be finite numbers in one dimension")
        if found and array.shape != found[0][1].shape:
            raise ArgumentError(f"data[{name!r}]: has {array.size} rows, data[{found[0][0]!r}] {found[0][1].size}")
        if name == TIME and (np.diff(array) <= 0).any():
            raise ArgumentError(f"data[{name!r}]: must increase from row to row")
        found.append((name, array))
    return [(name, array.tobytes()) for name, array in found]


def is_pandas(value: object) -> bool:
    """True of a Series or a DataFrame."""
    return hasattr(value, "to_numpy") and hasattr(value, "index")


def series(where: str, times: ArrayLike, values: ArrayLike) -> tuple[bytes, bytes]:
    """Points as the extension takes them."""
    import numpy as np

    try:
        x, y = (np.ascontiguousarray(np.asarray(given), dtype=np.float64) for given in (times, values))
    except (TypeError, ValueError):
        raise ArgumentError(f"{where}: times and values must be numbers") from None
    if x.ndim != 1 or x.shape != y.shape or not x.size:
        raise ArgumentError(f"{where}: must have one value for each time; the shapes are {y.shape} and {x.shape}")
    if not (np.isfinite(x).all() and np.isfinite(y).all()):
        raise ArgumentError(f"{where}: times and values must be finite")
    if (np.diff(x) < 0).any():
        row = int(np.flatnonzero(np.diff(x) < 0)[0])
        raise ArgumentError(f"{where}: times must not decrease ({x[row]} is followed by {x[row + 1]})")
    return x.tobytes(), y.tobytes()
