"""The program `luztar` that the wheel installs: how it is found and called, and what it refuses."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, Union

Source = Union[str, "os.PathLike[str]"]

# File name that the faults of a text have.
TEXT_FILE = "network.toml"


class Diagnostic(NamedTuple):
    """A fault of a network file: where it is, with line and column from 1, and which rule is broken."""

    file: str
    line: int
    column: int
    message: str


class LuztarError(Exception):
    """What the program refused, in its own words."""


class NetworkError(LuztarError):
    """A network file breaks rules; `diagnostics` has a fault for each."""

    def __init__(self, text: str, diagnostics: Sequence[Diagnostic]):
        super().__init__(text)
        self.diagnostics = tuple(diagnostics)

    def __reduce__(self) -> tuple[type[NetworkError], tuple[str, tuple[Diagnostic, ...]]]:
        """Whole from one process to another, such as a worker of a cluster."""
        return type(self), (str(self), self.diagnostics)


# Looked up once: the first look of sysconfig is not made for several threads.
SCRIPTS = [
    Path(sysconfig.get_path("scripts", scheme))
    for scheme in (sysconfig.get_default_scheme(), sysconfig.get_preferred_scheme("user"))
]


def program() -> str:
    """Path of the program: the one that LUZTAR names, that of this environment, else that on PATH.

    Raises LuztarError where there is none."""
    if named := os.environ.get("LUZTAR"):
        return named
    name = "luztar.exe" if os.name == "nt" else "luztar"
    for folder in SCRIPTS:
        if (found := folder / name).is_file():
            return str(found)
    found = shutil.which(name)
    if found is None:
        raise LuztarError(f"the program {name} is not in {Path(sys.executable).parent}; install the wheel of luztar again")
    return found


@contextmanager
def target(source: Source) -> Iterator[tuple[str, str]]:
    """What the program calls a mechanism, and the folder to leave out of messages: a text becomes a file for a while."""
    if isinstance(source, str) and "\n" in source:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / TEXT_FILE
            file.write_text(source, encoding="utf-8")
            yield str(file), folder + os.sep
    elif isinstance(source, str):
        yield source, ""
    else:
        # With a separator the program takes it for a path, whatever its ending.
        yield os.path.abspath(source), ""


def call(arguments: Sequence[str], folder: str = "") -> str:
    """What the program writes to stdout.

    Raises NetworkError for a faulty network file, LuztarError for whatever else the program refuses."""
    done = subprocess.run(
        [program(), *arguments], capture_output=True, stdin=subprocess.DEVNULL, encoding="utf-8", errors="replace"
    )
    if done.returncode == 0:
        return done.stdout
    text = done.stderr.strip()
    if folder:
        text = text.replace(folder, "")
    found = [re.fullmatch(r"(.*?):(\d+):(\d+): (.*)", line) for line in text.splitlines()]
    faults = [Diagnostic(at[1], int(at[2]), int(at[3]), at[4]) for at in found if at]
    if faults:
        raise NetworkError(text, faults)
    raise LuztarError(text.removeprefix("error: ") or f"luztar ended with status {done.returncode}")


def settings(values: Mapping[str, object] | None) -> list[str]:
    """`--set NAME=VALUE` for each of the values."""
    return [word for name, value in (values or {}).items() for word in ("--set", f"{name}={plain(value)}")]


def plain(value: object) -> str:
    """A value as the program reads it: texts as they are, Booleans and numbers in full."""
    if isinstance(value, str):
        return value
    if isinstance(value, int):  # and bool
        return str(int(value))
    return repr(float(value))  # type: ignore[arg-type]


def build(
    source: Source,
    *,
    out: str | os.PathLike[str] = ".",
    options: Mapping[str, object] | None = None,
    fmi: int = 2,
) -> Path:
    """Makes an FMU of a mechanism, runs it once through its C interface, and gives its path.

    `out` is the folder it is put into, `options` are build options of the network file, `fmi` is the version of the
    standard, 2 or 3. The FMU runs on this platform.

    Raises NetworkError for a faulty network file, LuztarError for what else is refused."""
    if fmi not in (2, 3):
        raise ValueError(f"fmi must be 2 or 3, not {fmi!r}")
    with target(source) as (what, folder), tempfile.TemporaryDirectory() as made:
        call(["build", "--fmi", str(fmi), "--out", made, *settings(options), "--", what], folder)
        [fmu] = Path(made).iterdir()
        Path(out).mkdir(parents=True, exist_ok=True)
        return Path(shutil.move(fmu, Path(out) / fmu.name))
