"""The extension; numbers go in and out as bytes of 64-bit floating-point numbers."""

from typing import Union, final

__version__: str

#: A formula, points (times and values), or a constant.
Signal = Union[str, tuple[bytes, bytes], tuple[str]]
Values = list[tuple[str, str]]
#: Stop time, communication step, whether inputs are held, and how closely formulas are followed.
Times = tuple[float | None, float | None, bool, float]
#: Name, type, unit and values.
Column = tuple[str, str, str, bytearray]
#: Time, element, and the states before and after.
Transition = tuple[float, str, str, str]
#: Times, variables, transitions and warnings.
Recorded = tuple[bytearray, list[Column], list[Transition], list[str]]
#: Time to settle, estimate of the period, and periods of a force in one of the cycle.
Search = tuple[float | None, float | None, int]
#: Period, whether a force gives it, whether the cycle is stable, largest multiplier but for that of a shift, multipliers,
#: states with their values and advances, transitions, and residual.
Periodic = tuple[
    float,
    bool,
    bool,
    float,
    list[complex],
    list[tuple[str, float, float]],
    list[Transition],
    float,
]
Row = tuple[
    str, str, str, str, str, float | int | bool | None, float | None, float | None, str
]

def main(words: list[str]) -> int: ...
def models() -> list[str]: ...
def picture(
    title: str, time: bytes, panels: list[tuple[str, list[tuple[str, bytes, bool]]]], transitions: list[float]
) -> str: ...

@final
class Network:
    @staticmethod
    def of_text(text: str, file: str, options: Values) -> Network: ...
    @staticmethod
    def of_path(path: str, options: Values) -> Network: ...
    @staticmethod
    def of_name(name: str, options: Values) -> Network: ...
    @property
    def name(self) -> str: ...
    @property
    def description(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def experiment(self) -> tuple[float, float]: ...
    @property
    def doubts(self) -> list[str]: ...
    def variables(self) -> list[Row]: ...
    def times(self, times: Times) -> bytearray: ...
    def build(
        self, folder: str, fmi: int, terminals: bool, form: tuple[bool, bool]
    ) -> str: ...
    def check(self) -> list[str]: ...
    def fit(
        self, parameters: Values, free: list[str], data: list[tuple[str, bytes]]
    ) -> tuple[list[tuple[float, float, float]], float, int, str | None]: ...
    def cycle(self, parameters: Values, times: Search) -> Periodic: ...
    def branch(
        self,
        parameters: Values,
        over: tuple[str, tuple[float, float], int],
        times: Search,
        columns: list[str],
    ) -> tuple[
        bytearray,
        list[str | None],
        list[Periodic],
        list[tuple[bytearray, bytearray]],
        str | None,
        str,
    ]: ...
    def describe(self, fmi: int | None) -> str: ...
    def draw(self) -> str: ...
    def simulation(
        self,
        parameters: Values,
        inputs: list[tuple[str, Signal]],
        times: Times,
    ) -> Stepper: ...
    def simulate(
        self,
        parameters: Values,
        inputs: list[tuple[str, Signal]],
        times: Times,
        columns: list[str] | None,
    ) -> Recorded: ...

@final
class Stepper:
    @property
    def time(self) -> float: ...
    def get(self, name: str) -> float | int | bool: ...
    def set(self, name: str, value: str) -> None: ...
    def step(
        self, size: float, ramps: list[tuple[str, float, float]]
    ) -> tuple[list[Transition], list[str]]: ...
