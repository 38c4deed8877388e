"""Motions: one run of a mechanism, and runs for many values of its parameters."""

from __future__ import annotations

import csv
import itertools
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._program import Source, call, plain, settings, target

Given = Union[str, float, ArrayLike]


class Event(NamedTuple):
    """A transition: its time in s, the contact or spring, and its states before and behind it."""

    time: float
    element: str
    before: str
    after: str


@dataclass(frozen=True)
class Motion(Mapping[str, NDArray[np.float64]]):
    """Inputs and outputs by name, each an array with one value for each communication point.

    `time` has these points in s, `events` all transitions at their own times, in their order."""

    time: NDArray[np.float64]
    values_by_name: Mapping[str, NDArray[np.float64]]
    events: tuple[Event, ...]

    def __getitem__(self, name: str) -> NDArray[np.float64]:
        return self.values_by_name[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.values_by_name)

    def __len__(self) -> int:
        return len(self.values_by_name)


def simulate(
    source: Source,
    *,
    inputs: Mapping[str, Given] | None = None,
    parameters: Mapping[str, object] | None = None,
    stop: float | None = None,
    step: float | None = None,
    hold: bool = False,
) -> Motion:
    """Moves a mechanism from 0 to `stop` (s) and gives its inputs and outputs every `step` (s), those of the file by default.

    An input is an expression in the time t such as `"2*sin(2*pi*t)"`, a number that it keeps, or an array with one value
    for each time of the array `inputs["time"]`: linear between them, two at one time are a jump. Inputs are followed
    within a step; with `hold` they keep their value at its start. `parameters` are parameters and build options.

    Raises NetworkError for a faulty network file, LuztarError for a name, value or expression that is refused and for a
    motion that cannot go on, ValueError for arrays that do not fit."""
    arguments = settings(parameters)
    for name, value in (("--stop-time", stop), ("--step", step)):
        if value is not None:
            arguments.append(f"{name}={plain(value)}")
    if hold:
        arguments.append("--hold")
    with target(source) as (what, folder), tempfile.TemporaryDirectory() as made:
        rows, events, table = (Path(made) / name for name in ("rows.csv", "events.csv", "inputs.csv"))
        arguments += given(inputs or {}, table)
        call(["simulate", *arguments, "--output", str(rows), "--events", str(events), "--", what], folder)
        with rows.open(encoding="utf-8", newline="") as file:
            names = next(csv.reader(file))
            numbers = np.loadtxt(file, delimiter=",", ndmin=2, dtype=np.float64)
        with events.open(encoding="utf-8", newline="") as file:
            told = tuple(Event(float(time), *words) for time, *words in itertools.islice(csv.reader(file), 1, None))
    columns = {name: np.ascontiguousarray(numbers[:, k]) for k, name in enumerate(names)}
    time = columns.pop("time")
    return Motion(time, columns, told)


def given(inputs: Mapping[str, Given], table: Path) -> list[str]:
    """Options for the inputs; arrays are written to the file `table`."""
    arguments: list[str] = []
    arrays: dict[str, NDArray[np.float64]] = {}
    for name, value in inputs.items():
        if isinstance(value, str):
            arguments += ["--input", f"{name}={value}"]
        elif np.ndim(value) == 0:
            arguments += ["--set", f"{name}={plain(value)}"]
        else:
            arrays[name] = np.asarray(value, dtype=np.float64)
    if not arrays:
        return arguments
    if "time" not in arrays:
        raise ValueError("arrays as inputs need their times: inputs[\"time\"]")
    shape = arrays["time"].shape
    for name, array in arrays.items():
        if array.ndim != 1 or array.shape != shape:
            raise ValueError(f"inputs[{name!r}] has the shape {array.shape}, inputs[\"time\"] {shape}")
    order = ["time", *(name for name in arrays if name != "time")]
    with table.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(order)
        rows.writerows(zip(*(map(repr, arrays[name].tolist()) for name in order)))
    return [*arguments, "--inputs", str(table)]


def sweep(
    source: Source,
    vary: Mapping[str, Sequence[object]],
    *,
    processes: int | None = None,
    cluster: str | None = None,
    parameters: Mapping[str, object] | None = None,
    **run: Any,
) -> list[tuple[dict[str, object], Motion]]:
    """Moves a mechanism for every combination of the values in `vary`, of which the last name runs fastest.

    Each motion is a process of its own, `processes` at a time (by default one for each core). With `cluster`, the address
    of a Dask scheduler such as "tcp://host:8786", each is a task there: its workers need luztar, and a path must lead to
    the mechanism for them too; this side needs the package `distributed`. The rest is as for `simulate`, and so are the
    errors; the first one ends the sweep. Gives the values of each motion, and the motion."""
    points = [dict(zip(vary, values)) for values in itertools.product(*vary.values())]

    def move(point: dict[str, object]) -> tuple[dict[str, object], Motion]:
        return point, simulate(source, parameters={**(parameters or {}), **point}, **run)

    if cluster is not None:
        from distributed import Client

        with Client(cluster) as client:
            return list(client.gather([client.submit(move, point, pure=False) for point in points]))

    # Threads wait for the processes.
    with ThreadPoolExecutor(processes or os.cpu_count()) as pool:
        moved = [pool.submit(move, point) for point in points]
        try:
            return [motion.result() for motion in moved]
        except BaseException:
            for motion in moved:
                motion.cancel()
            raise
