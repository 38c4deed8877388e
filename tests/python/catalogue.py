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
