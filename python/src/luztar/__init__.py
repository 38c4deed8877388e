"""Exact dry friction and freeplay: mechanisms as text become motions in numpy arrays, and FMUs.

>>> import luztar
>>> motion = luztar.simulate("SingleMassFriction", parameters={"body.velocity0": 2.0})
>>> motion["body.velocity"]                      # an array, one value for each of motion.time
>>> motion.events                                # transitions at their own times
>>> luztar.build("mechanism.toml")               # the path of the FMU

A mechanism is given as the text of a network file, as the path of one (ending in .toml), or as the name of a ready-made unit.
All numbers are in SI units.
"""

from ._motion import Event, Motion, simulate, sweep
from ._program import Diagnostic, LuztarError, NetworkError, build

__all__ = [
    "Diagnostic", "Event", "LuztarError", "Motion", "NetworkError", "build", "simulate", "sweep",
]
