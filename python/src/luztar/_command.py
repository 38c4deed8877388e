"""The command `luztar`: the program, which is part of the extension."""

from __future__ import annotations

import signal
import sys

from ._luztar import main as run


def main() -> int:
    """Runs the command line of this process; gives its exit status."""
    # The program handles Ctrl-C by itself; Python would wait for its end.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return run(["luztar", *sys.argv[1:]])
