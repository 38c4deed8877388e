"""Models: checked network files, and what is done with them."""

from __future__ import annotations

import itertools
import os
import warnings
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._branch import Bifurcation, Branch
from ._errors import ArgumentError, LuztarWarning
from ._inputs import Inputs, Source, Value, course, measurements, numbers, seconds, signals, values
from ._network import Variable, network
from ._result import Event, Result
from ._simulation import Simulation
from ._studies import Cycle, Estimate, Fit, gathered

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ._luztar import Periodic, Times


class Model:
    """A mechanism with dry friction and backlash.

    Parameters
    ----------
    source : str or os.PathLike
        Text of a network file, path of one (ending in ``.toml``), or name of a model of the library (`models`).
    options : dict of str to value, optional
        Build options of the file, such as the number of wagons of a train.

    Raises
    ------
    NetworkError
        The network file has errors; it has their lines and columns.
    ArgumentError
        There is no model of this name, or an option or its value is refused.

    Examples
    --------
    >>> import luztar
    >>> model = luztar.Model("SingleMassFriction")
    >>> model.simulate(parameters={"body.velocity0": 2.0}, stop=1.0)["body.velocity"][0]
    np.float64(2.0)
    """

    def __init__(self, source: Source, options: Mapping[str, Value] | None = None) -> None:
        self._network = network(source, values("options", options))
        for doubt in self._network.doubts:
            warnings.warn(doubt, LuztarWarning, stacklevel=2)
        self._variables = {row[0]: Variable(*row) for row in self._network.variables()}

    def __reduce__(self) -> tuple[object, tuple[str]]:
        """Makes it whole in another process, without its file."""
        return Model, (self._network.text,)

    @property
    def name(self) -> str:
        """Name of the model."""
        return self._network.name

    @property
    def description(self) -> str:
        """What the file says of itself."""
        return self._network.description

    @property
    def text(self) -> str:
        """Text of the network file, with the build options that were chosen."""
        return self._network.text

    @property
    def variables(self) -> dict[str, Variable]:
        """All variables by name."""
        return dict(self._variables)

    @property
    def parameters(self) -> dict[str, float | int | bool | None]:
        """Start values of the parameters by name, in SI units."""
        return {row.name: row.start for row in self._variables.values() if row.causality == "parameter"}

    @property
    def inputs(self) -> tuple[str, ...]:
        """Names of the inputs."""
        return tuple(row.name for row in self._variables.values() if row.causality == "input")

    def simulate(
        self,
        *,
        inputs: Inputs | None = None,
        parameters: Mapping[str, Value] | None = None,
        stop: float | None = None,
        step: float | None = None,
        hold: bool = False,
        input_tolerance: float = 1e-9,
        columns: str | Sequence[str] | None = None,
    ) -> Result:
        """Simulates the mechanism from 0 to `stop`. Other threads of Python go on meanwhile.

        Parameters
        ----------
        inputs : mapping or pandas.DataFrame, optional
            Signal of each input by its name: a formula in the time t such as ``"2*sin(2*pi*t)"``, a number that it keeps,
            a function of t, a pair of times and values, a pandas Series over time, or values at ``inputs["time"]``. Points
            are joined by straight lines; two at one time are a jump. A function is evaluated at the communication points.
        parameters : mapping, optional
            Values of parameters and build options by name, in SI units.
        stop, step : float, optional
            End of the simulation and distance of the communication points, s; those of the network file by default.
            The motion between two points is exact whatever the step.
        hold : bool, default False
            Holds each input over a step at its value at the start, as a host does that gives no derivatives.
        input_tolerance : float, default 1e-9
            Permitted error of the ramps that approximate formulas, relative to their range; with 1e-6 they cost a thirtieth.
        columns : str or sequence of str, optional
            Names of the variables to record, with wildcards such as ``"*.velocity"``; all inputs and outputs by default.

        Returns
        -------
        Result

        Raises
        ------
        ArgumentError
            A name, value or formula that is refused.
        LuztarError
            A motion that cannot go on.
        """
        times = course(stop, step, hold, input_tolerance)
        chosen = [columns] if isinstance(columns, str) else columns
        recorded = self._network.simulate(
            values("parameters", parameters),
            signals(inputs, self._points(times)),
            times,
            None if chosen is None else list(chosen),
        )
        for warning in recorded[3]:
            warnings.warn(warning, LuztarWarning, stacklevel=2)
        return Result(self.name, recorded)

    def simulation(
        self,
        *,
        inputs: Inputs | None = None,
        parameters: Mapping[str, Value] | None = None,
        stop: float | None = None,
        step: float | None = None,
        hold: bool = False,
        input_tolerance: float = 1e-9,
    ) -> Simulation:
        """Begins a simulation that is led step by step, such as one with a controller in Python.

        Parameters
        ----------
        inputs, parameters, stop, step, hold, input_tolerance
            As for `simulate`. A function is evaluated at both ends of each step, and joined by a straight line. Inputs
            that are not given can be set before each step.

        Returns
        -------
        Simulation
            At t = 0; it goes no farther than `stop`.

        Raises
        ------
        ArgumentError
            A name, value or formula that is refused.
        """
        given, functions = dict(inputs) if isinstance(inputs, Mapping) else inputs, {}
        if isinstance(given, dict):
            functions = {name: given.pop(name) for name, signal in [*given.items()] if callable(signal)}
            given.update({name: float(function(0.0)) for name, function in functions.items()})
        times = course(stop, step, hold, input_tolerance)
        sent = signals(given, self._points(times))
        stepper = self._network.simulation(values("parameters", parameters), sent, times)
        return Simulation(stepper, self._network.experiment[1] if step is None else step, functions)

    def _points(self, times: Times) -> Callable[[], NDArray[np.float64]]:
        """The communication points, once they are asked for."""
        return lambda: numbers(self._network.times(times))

    def check(self) -> tuple[str, ...]:
        """Checks that the model can be initialised, and looks for what is doubtful.

        Returns
        -------
        tuple of str
            What is likely a mistake in the model, or a trouble to some host of its FMU.

        Raises
        ------
        NetworkError
            The start values give no initial state.
        """
        return (*self._network.doubts, *self._network.check())

    def describe(self, *, fmi: int | None = None) -> str:
        """Describes the model: equations, build options and all variables.

        Parameters
        ----------
        fmi : {2, 3}, optional
            Shows the value references of this version of FMI.

        Returns
        -------
        str
            As `luztar describe` prints it.
        """
        if fmi not in (None, 2, 3):
            raise ArgumentError(f"fmi: must be 2 or 3, not {fmi!r}")
        return self._network.describe(fmi)

    def draw(self, file: str | os.PathLike[str] | None = None) -> str:
        """Draws the mechanism.

        Parameters
        ----------
        file : str or os.PathLike, optional
            Where to write the drawing, too.

        Returns
        -------
        str
            The drawing as SVG.
        """
        drawing = self._network.draw()
        if file is not None:
            Path(file).write_text(drawing, encoding="utf-8")
        return drawing

    def _repr_svg_(self) -> str:
        return self.draw()

    def sweep(
        self,
        vary: Mapping[str, Sequence[Value]],
        *,
        threads: int | None = None,
        cluster: str | None = None,
        parameters: Mapping[str, Value] | None = None,
        **arguments: Any,
    ) -> list[tuple[dict[str, Value], Result]]:
        """Simulates the mechanism for every combination of values of parameters.

        Parameters
        ----------
        vary : mapping of str to sequence
            Values of parameters and build options by name; the last name runs fastest.
        threads : int, optional
            Simulations at a time; one for each core by default. The results are the same on any number.
        cluster : str, optional
            Address of a Dask scheduler such as ``"tcp://host:8786"``, whose workers simulate instead. They need luztar;
            this side needs the package ``distributed``.
        parameters : mapping, optional
            Values of other parameters.
        **arguments
            The other arguments of `simulate`.

        Returns
        -------
        list of (dict, Result)
            The values of each simulation, and its result. The first error ends the sweep.

        Raises
        ------
        ArgumentError, LuztarError
            As `simulate`.
        """
        points = [dict(zip(vary, chosen)) for chosen in itertools.product(*vary.values())]

        def run(point: dict[str, Value]) -> tuple[dict[str, Value], Result]:
            return point, self.simulate(parameters={**(parameters or {}), **point}, **arguments)

        return gathered(run, points, threads, cluster)

    def fit(
        self,
        data: Any,
        free: str | Sequence[str],
        *,
        parameters: Mapping[str, Value] | None = None,
    ) -> Fit:
        """Finds parameters from measurements, by least squares with exact derivatives.

        Parameters
        ----------
        data : mapping of str to array_like, or pandas.DataFrame
            Columns by the names of variables. With a column ``time`` (or a table whose index is named so) it is a motion:
            inputs are linear between rows, outputs were measured. Without it each row is a state by itself: inputs and
            states are given, other outputs were measured.
        free : str or sequence of str
            Parameters to be found, from their start values on.
        parameters : mapping, optional
            Values of other parameters, and start values of the free ones.

        Returns
        -------
        Fit
            The parameters with their errors.

        Raises
        ------
        ArgumentError
            A name that the model does not have.
        LuztarError
            Measurements that do not give the parameters.
        """
        names = [free] if isinstance(free, str) else list(free)
        found, residual, evaluations, warning = self._network.fit(
            values("parameters", parameters), names, measurements(data)
        )
        if warning is not None:
            warnings.warn(f"{self.name}: {warning}", LuztarWarning, stacklevel=2)
        return Fit(self.name, {name: Estimate(*one) for name, one in zip(names, found)}, residual, evaluations)

    def cycle(
        self,
        *,
        parameters: Mapping[str, Value] | None = None,
        settle: float | None = None,
        period: float | None = None,
        periods: int = 1,
    ) -> Cycle:
        """Finds a periodic motion with its multipliers, by Newton's method.

        Parameters
        ----------
        parameters : mapping, optional
            Values of parameters and constant inputs.
        settle : float, optional
            Time before the motion is searched for a return, s; the stop time of the file by default.
        period : float, optional
            About how long the cycle is, s; the first return by default. Harmonic forces, and sines of the time in formulas,
            give the period itself; of other formulas of the time this is the period.
        periods : int, default 1
            Periods of what acts by the time in one of the cycle.

        Returns
        -------
        Cycle

        Raises
        ------
        ArgumentError
            A name or value that is refused.
        LuztarError
            There is no such motion near, or the model has no states.
        """
        self._periods(periods)
        times = seconds("settle", settle), seconds("period", period), periods
        return self._cycle(self._network.cycle(values("parameters", parameters), times))

    def branch(
        self,
        parameter: str,
        first: float,
        last: float,
        *,
        count: int = 20,
        columns: str | Sequence[str] = (),
        parameters: Mapping[str, Value] | None = None,
        settle: float | None = None,
        period: float | None = None,
        periods: int = 1,
    ) -> Branch:
        """Continues a periodic motion over a parameter, around folds, by pseudo-arclength.

        Parameters
        ----------
        parameter : str
            Parameter or input that changes.
        first, last : float
            Its value at which the branch begins, and at which it ends at the latest.
        count : int, default 20
            About how many cycles lie between these. Steps have equal arc lengths, so that values are not round.
        columns : str or sequence of str, optional
            Outputs whose extremes over each cycle are wanted.
        parameters : mapping, optional
            Values of other parameters and constant inputs.
        settle, period, periods
            As for `cycle`, at the first value.

        Returns
        -------
        Branch
            The cycles. It ends early, with a `LuztarWarning`, where none continues them.

        Raises
        ------
        ArgumentError
            A name or value that is refused.
        LuztarError
            There is no cycle at the first value, or the model has no states.

        Examples
        --------
        >>> import luztar
        >>> branch = luztar.Model("BrakeMechanism").branch("lining.normalForce", 5.0, 5.5, count=3)
        >>> bool(branch.stable.all())
        True
        """
        import numpy as np

        self._periods(periods)
        if count < 2:
            raise ArgumentError(f"count: must be 2 at least, not {count!r}")
        names = [columns] if isinstance(columns, str) else list(columns)
        over = (parameter, (float(first), float(last)), count)
        times = seconds("settle", settle), seconds("period", period), periods
        found = self._network.branch(values("parameters", parameters), over, times, names)
        at, kinds, cycles, extremes, ended, svg = found
        if ended is not None:
            warnings.warn(f"{self.name}: {ended}", LuztarWarning, stacklevel=2)
        value, made = numbers(at), tuple(self._cycle(cycle) for cycle in cycles)
        special = [
            Bifurcation(kind, index, float(value[index]), made[index].period)
            for index, kind in enumerate(kinds)
            if kind is not None
        ]
        return Branch(
            self.name,
            parameter,
            {name: self._variables[name].unit for name in (parameter, *names)},
            value,
            np.array([cycle.period for cycle in made]),
            np.array([cycle.stable for cycle in made]),
            np.array([cycle.largest for cycle in made]),
            np.array([len(cycle.events) for cycle in made]),
            {name: numbers(least) for name, (least, _) in zip(names, extremes)},
            {name: numbers(greatest) for name, (_, greatest) in zip(names, extremes)},
            made,
            tuple(special),
            ended,
            svg,
        )

    def _periods(self, periods: int) -> None:
        """Refuses a number of periods of the force that the extension does not take."""
        if not 1 <= periods < 2**16:
            raise ArgumentError(f"periods: must be a whole number from 1 to {2**16 - 1}, not {periods!r}")

    def _cycle(self, found: Periodic) -> Cycle:
        length, forced, stable, largest, multipliers, states, events, residual = found
        return Cycle(
            self.name,
            length,
            forced,
            stable,
            largest,
            tuple(multipliers),
            {name: value for name, value, _ in states},
            {name: advance for name, _, advance in states},
            tuple(Event(*event) for event in events),
            residual,
        )

    def build(
        self,
        folder: str | os.PathLike[str] = ".",
        *,
        fmi: int = 2,
        terminals: bool = False,
        arrays: bool = False,
        clocks: bool = False,
    ) -> Path:
        """Exports the model as an FMU, which is run once through its C interface.

        Parameters
        ----------
        folder : str or os.PathLike, default "."
            Where to put the FMU.
        fmi : {2, 3}, default 2
            Version of the standard.
        terminals : bool, default False
            Adds a flange for each body that can be joined; some importers report errors then.
        arrays, clocks : bool, default False
            In FMI 3.0, makes variables of repeated elements arrays, and gives contacts and springs clocks that their
            transitions trigger.

        Returns
        -------
        pathlib.Path
            Path of the FMU, which runs on this platform.

        Raises
        ------
        LuztarError
            The FMU does not run, or cannot be written.
        """
        if fmi not in (2, 3):
            raise ArgumentError(f"fmi: must be 2 or 3, not {fmi!r}")
        if (arrays or clocks) and fmi == 2:
            raise ArgumentError("arrays, clocks: need fmi=3")
        return Path(self._network.build(os.fspath(folder), fmi, terminals, (arrays, clocks)))

    def __repr__(self) -> str:
        return f"<Model {self.name}: {self.description}>" if self.description else f"<Model {self.name}>"
