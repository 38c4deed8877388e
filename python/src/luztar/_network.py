"""Network files, and the variables of their models."""

from __future__ import annotations

import os
from typing import NamedTuple

from ._inputs import Source
from ._luztar import Network

# File name that the errors of a text have.
TEXT_FILE = "network.toml"


class Variable(NamedTuple):
    """A variable of a model.

    Attributes
    ----------
    name : str
        Element and quantity, such as ``"slider.velocity"``.
    causality : str
        ``"parameter"``, ``"input"``, ``"output"`` or ``"local"``, as FMI has it.
    variability : str
        When it may change, as FMI has it.
    type : str
        ``"float"``, ``"int"`` or ``"bool"``.
    unit : str
        SI unit; empty without one.
    start : float, int, bool or None
        Start value, where it has one.
    min, max : float or None
        Bounds, where it has them.
    description : str
        What it is.
    """

    name: str
    causality: str
    variability: str
    type: str
    unit: str
    start: float | int | bool | None
    min: float | None
    max: float | None
    description: str


def network(source: Source, options: list[tuple[str, str]]) -> Network:
    """The network file that a source means: a text has several lines, a path ends in .toml or has a separator."""
    if isinstance(source, str) and "\n" in source:
        return Network.of_text(source, TEXT_FILE, options)
    if not isinstance(source, (str, os.PathLike)):
        raise TypeError(f"source: must be a text, a path or a name, not {type(source).__name__}")
    path = os.fspath(source)
    is_path = not isinstance(source, str) or path.endswith(".toml") or "/" in path or os.sep in path
    return Network.of_path(path, options) if is_path else Network.of_name(path, options)
