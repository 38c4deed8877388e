"""Exceptions and warnings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Diagnostic(NamedTuple):
    """An error of a network file.

    Attributes
    ----------
    file : str
        Path of the file, or ``network.toml`` for a text.
    line, column : int
        Place of the error, counted from 1.
    message : str
        Key or value, the rule that it breaks, and a remedy.
    """

    file: str
    line: int
    column: int
    message: str


class LuztarError(Exception):
    """Base of all errors of luztar, and a job that failed: a simulation with an error, a file that cannot be read."""


class ArgumentError(LuztarError, ValueError):
    """An invalid argument: an unknown name, a value out of bounds, a formula with an error."""


class NetworkError(LuztarError):
    """A network file with errors.

    Attributes
    ----------
    diagnostics : tuple of Diagnostic
        All errors, in the order of the file.
    file, line, column, message
        Those of the first error.
    """

    def __init__(self, text: str, diagnostics: Sequence[tuple[str, int, int, str]]) -> None:
        super().__init__(text)
        self.diagnostics = tuple(Diagnostic(*entry) for entry in diagnostics)

    @property
    def file(self) -> str:
        return self.diagnostics[0].file

    @property
    def line(self) -> int:
        return self.diagnostics[0].line

    @property
    def column(self) -> int:
        return self.diagnostics[0].column

    @property
    def message(self) -> str:
        return self.diagnostics[0].message

    def __reduce__(self) -> tuple[type[NetworkError], tuple[str, tuple[Diagnostic, ...]]]:
        """Makes it whole in another process, such as a worker of a cluster."""
        return type(self), (str(self), self.diagnostics)


class LuztarWarning(UserWarning):
    """A likely mistake in a network file, or a doubtful value during a simulation."""
