"""Exact dry friction and backlash: mechanisms as text become motions in numpy arrays, and FMUs.

>>> import luztar
>>> model = luztar.Model("SingleMassFriction")
>>> result = model.simulate(parameters={"body.velocity0": 2.0})
>>> result["body.velocity"].shape == result.time.shape
True
>>> result.events[-1].after
'stuck'

All numbers are in SI units.
"""

from ._branch import Bifurcation, Branch
from ._errors import ArgumentError, Diagnostic, LuztarError, LuztarWarning, NetworkError
from ._luztar import __version__, models
from ._model import Model
from ._network import Variable
from ._result import Event, Result
from ._simulation import Simulation
from ._studies import Cycle, Estimate, Fit

__all__ = [
    "ArgumentError",
    "Bifurcation",
    "Branch",
    "Cycle",
    "Diagnostic",
    "Estimate",
    "Event",
    "Fit",
    "LuztarError",
    "LuztarWarning",
    "Model",
    "NetworkError",
    "Result",
    "Simulation",
    "Variable",
    "__version__",
    "models",
]
