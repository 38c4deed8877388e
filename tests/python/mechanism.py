"""The mechanism of an FMU, read from the network file in it: which forces act where."""

import itertools
import re
import tomllib
import zipfile

# What a body is called along each axis: (coordinate, velocity, acceleration, input, inertia).
TRANSLATION = ("position", "velocity", "acceleration", "force", "mass")
ROTATION = ("angle", "angularVelocity", "angularAcceleration", "torque", "inertia")


def options(file):
    """Values of the build options."""
    return {name: option["default"] for name, option in file.get("option", {}).items()}


def written_out(file, kind):
    """Names and tables of the elements of a kind (`body`, `contact`, …) that exist with the options of the file;
    a template with `repeat` as its copies, whose names end in the indices."""
    chosen = options(file)
    for name, variants in file.get(kind, {}).items():
        for variant in variants if isinstance(variants, list) else [variants]:
            table = dict(variant)
            indices, when = table.pop("repeat", {}), table.pop("when", "True")
            ends = (map(int, _filled([str(end) for end in ends], chosen)) for ends in indices.values())
            for values in itertools.product(*(range(first, last + 1) for first, last in ends)):
                known = chosen | dict(zip(indices, values))
                if eval(when, {}, known):
                    yield name + "_".join(map(str, values)), _filled(table, known) if known else table


def _filled(value, index):
    """A value of a template with the expressions in braces replaced."""
    match value:
        case str():
            return re.sub(r"\{(.*?)\}", lambda braces: str(eval(braces[1], {}, index)), value)
        case list():
            return [_filled(entry, index) for entry in value]
        case dict():
            return {key: _filled(entry, index) for key, entry in value.items()}
    return value


class Body:
    def __init__(self, name, table):
        self.name = name
        rotates = table.get("axis") == "rotation"
        quantities = ROTATION if rotates else TRANSLATION
        self.position, self.velocity, self.acceleration, self.force, self.inertia = (
            f"{name}.{quantity}" for quantity in quantities
        )
        self.free = table.get("motion", "free") == "free"
        self.driven = self.force.split(".")[1] in table
        self.value = table.get(self.inertia.split(".")[1])
        self.excited = "excitation" in table


class Element:
    """A contact, spring or damper: its ends as (body, weight), the force on a body being −weight·force."""

    def __init__(self, name, table):
        self.name, self.table = name, table
        first, *rest = table["between"] if isinstance(table["between"], list) else [table["between"]]
        weights = table.get("radii", [1.0, table.get("ratio", 1.0)])
        signed = [(first, weights[0]), *((body, -weights[1]) for body in rest)]
        self.ends = [(body, weight) for body, weight in signed if body != "ground"]


class Mechanism:
    def __init__(self, fmu):
        with zipfile.ZipFile(fmu) as archive:
            file = tomllib.loads(archive.read("resources/network.toml").decode())
        self.stop = file["experiment"]["stopTime"]
        self.bodies = [Body(*item) for item in written_out(file, "body")]
        self.contacts = [Element(*item) for item in written_out(file, "contact")]
        self.springs = [Element(*item) for item in written_out(file, "spring")]
        self.dampers = [Element(*item) for item in written_out(file, "damper")]
