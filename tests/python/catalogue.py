"""The ready-made units, and which of them have what."""

import tomllib
from pathlib import Path

from mechanism import written_out

ROOT = Path(__file__).parents[2]
_FILES = {path.stem: tomllib.loads(path.read_text()) for path in (ROOT / "modelDescription").glob("*.toml")}


def _with(test):
    return sorted(unit for unit, file in _FILES.items() if test(file))


def _any_free(file):
    return any(body.get("motion", "free") == "free" for _, body in written_out(file, "body"))


def _works_in_sums(file):
    """Whether forces on bodies are held over a step or acted by contacts: their work is a sum over steps."""
    source = any("excitation" in body for _, body in written_out(file, "body"))
    damped = any("damping" in spring for _, spring in written_out(file, "spring"))
    return _any_free(file) and not (source or damped or list(written_out(file, "damper")))


UNITS = _with(lambda file: True)
WITH_FREE_BODIES = _with(_any_free)
WITH_PRESCRIBED_BODIES = _with(lambda file: not _any_free(file))
WITH_CONTACTS = _with(lambda file: "contact" in file)
BRISTLES = {"dahl", "blimanSorine", "luGre", "antunes"}


def _laws(file):
    return {contact["law"] for _, contact in written_out(file, "contact")}


WITH_BRISTLES = _with(lambda file: _laws(file) & BRISTLES)
WITH_STATES = _with(lambda file: _laws(file) & (BRISTLES | {"ostermeyer"}))
WITH_SPRINGS = _with(lambda file: "spring" in file)
# Of the others tests/unit/limit_cycles.rs integrates the power.
WITH_SUMS_OF_WORK = _with(_works_in_sums)
