"""Every friction law from a network file through an FMU, against its equations in `friction_laws`.

One slider of given motion rubs on the ground by all laws side by side: with numbers that are forces, and with
coefficients under a load. Its slip velocity is linear in time within each step.
"""

import subprocess

import pytest
from fmpy.validation import validate_fmu

from conftest import LUZTAR
from friction_laws import STATIC, WITH_STATES, Dahl, Slip, sign, slipRatio, stribeck
from host import BACKWARD, FORWARD, FREE, STUCK, Host
from law_cases import (
    AXES, CASES, EXAMPLES, LAST, LISTED, LOADED_ONLY, LOADS, MOTION, NUMBERS, PLAIN, PUSHES, REGULARISATIONS, RESTS,
    STEP, UNWRITTEN, VISCOUS, loaded_key,
)
from law_reference import Expected

# Of friction at an instant, relative to 1 N.
INSTANT = 1e-11
# Of internal states and energies, which are integrated with the motion, in N and J.
INTEGRAL = 1e-9
# What steady slip keeps of the start, N.
SETTLED = 1e-10

# Hosts set the numbers to this times those of the file.
FACTOR = 1.1


@pytest.fixture(scope="module")
def expected():
    """What each case has to show, with the numbers that hosts set."""
    return {case.name: Expected(case.scaled(FACTOR)) for case in CASES}


@pytest.fixture(scope="module", params=AXES)
def axis(request):
    return request.param


@pytest.fixture(scope="module")
def cases(axis):
    """Turned, each law once with a load and once without."""
    return CASES if axis == "translation" else PLAIN


def built(axis, cases, directory):
    """The FMU of the slider with some cases."""
    text = f'[model]\nname = "Laws"\n\n[body.slider]\nmotion = "prescribed"\naxis = "{axis}"\n\n'
    file = directory / "Laws.toml"
    file.write_text(text + "\n".join(case.toml(axis) for case in cases))
    told = subprocess.run([LUZTAR, "build", file, "--out", directory], capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    return directory / "Laws.fmu"


@pytest.fixture(scope="module")
def laws(axis, cases, tmp_path_factory):
    return built(axis, cases, tmp_path_factory.mktemp("laws"))


class Bench:
    """The slider's FMU under a host that sets all numbers of its laws."""

    def __init__(self, host, axis, cases):
        self.host, self.axis, self.cases, self.step = host, axis, cases, 0
        numbers = {name: value for case in cases for name, value in case.scaled(FACTOR).parameters()}
        # Without load bristles would lose their start values.
        loads = {f"{case.name}.normalForce": LOADS[0] for case in cases if case.loaded}
        host.start(numbers | loads)

    def advance(self, w, a, size, push=0.0):
        """One step from a slip velocity w at a rate a; returns the load of the step."""
        load = LOADS[self.step % len(LOADS)]
        self.step += 1
        for quantity, value in zip(AXES[self.axis], (w, a)):
            self.host.set(f"slider.{quantity}", value)
        for case in self.cases:
            if case.loaded:
                self.host.set(f"{case.name}.normalForce", load)
            if case.is_pushed():
                self.host.set(f"{case.name}.appliedForce", push)
        self.host.step(size)
        return load

    def get(self, case, quantity):
        return self.host.get(f"{case.name}.{quantity}")


def test_all_laws_and_regularisations_are_here():
    told = subprocess.run([LUZTAR, "describe", "--laws"], check=True, capture_output=True, text=True).stdout
    tables = [table.splitlines()[2:] for table in told.split("\n\n")]
    first = [{row.split()[0] for row in table} for table in tables]
    assert first[0] == set(LISTED) >= set(STATIC) | set(WITH_STATES) | {"slipRatio", "oneWay", "rigid"}
    assert {case.law for case in CASES} == set(STATIC) | set(WITH_STATES)
    assert len(STATIC) == 12 and len(WITH_STATES) == 5
    assert set(LOADED_ONLY) >= {"wanheimBay", "ostermeyer"}
    assert any(row >= {kind for kind, *_ in REGULARISATIONS} for row in first)


def test_keys_with_a_load_are_those_that_the_program_tells():
    for name in NUMBERS:
        for number in LISTED[name]["parameters"]:
            key = number["name"] if name in LOADED_ONLY else loaded_key(number["name"])
            assert key == number["loadedName"], name


def test_laws_without_equations_here_balance_their_power(tmp_path):
    """What the program lists and nobody has written in friction_laws: each law moves, within its limits at rest."""
    laws = [(name, f"{name}Unwritten") for name in UNWRITTEN]
    # One that is known takes part, so that there is always something to see.
    laws.append(("stribeck", "known"))
    lines = ['[model]\nname = "Laws"\n[body.slider]\nmotion = "prescribed"']
    for law, name in laws:
        loaded = law in LOADED_ONLY
        lines.append(f'[contact.{name}]\nbetween = "slider"\nlaw = "{law}"\nappliedForce = "input"')
        for number in LISTED[law]["parameters"]:
            if number["name"] != "viscous":
                lines.append(f"{number['loadedName' if loaded else 'name']} = {EXAMPLES[law][number['name']]}")
        if loaded:
            lines.append("normalForce = 2.0")
    file = tmp_path / "Laws.toml"
    file.write_text("\n".join(lines) + "\n")
    told = subprocess.run([LUZTAR, "build", file, "--out", tmp_path], capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    with Host(tmp_path / "Laws.fmu") as host:
        host.start({})
        for _, name in laws:
            host.set(f"{name}.appliedForce", 1e-3)
        host.step(STEP)
        for _, name in laws:
            assert host.get(f"{name}.state") == STUCK, name
            assert host.get(f"{name}.frictionForce") == pytest.approx(1e-3, abs=INSTANT), name
        # The rate is even within a step, so that Simpson's rule over two steps is exact but for the bend of the law.
        rate, before = 0.5, {name: [(0.0, 0.0, 0.0)] for _, name in laws}
        for step in range(400):
            w = rate * step * STEP / 20
            host.set("slider.velocity", w)
            host.set("slider.acceleration", rate)
            host.step(STEP / 20)
            end = w + rate * STEP / 20
            for _, name in laws:
                friction, power = host.get(f"{name}.frictionForce"), host.get(f"{name}.dissipatedPower")
                assert power == pytest.approx(friction * end, abs=INSTANT), name
                assert friction > 0.0 and host.get(f"{name}.state") == FORWARD, name
                before[name].append((friction, power, host.get(f"{name}.dissipatedEnergy")))
        for _, name in laws:
            powers = [power for _, power, _ in before[name]]
            simpson = STEP / 60 * sum(powers[k] + 4 * powers[k + 1] + powers[k + 2] for k in range(0, 400, 2))
            assert before[name][-1][2] == pytest.approx(simpson, rel=1e-4), name


def test_the_reference_is_as_exact_as_a_closed_form():
    """Dahl's force, integrated by small steps, against its function of the way slipped in one direction."""
    for case in (case for case in CASES if case.law == "dahl"):
        law = Dahl(**case.numbers)
        force = law.bristleForce0
        for w, a, size in RESTS + MOTION:
            end = w + a * size
            rest = -w / a if w * end < 0.0 else size
            for start, stop in ((0.0, rest), (rest, size)):
                way = w * (stop - start) + a * (stop**2 - start**2) / 2
                force = law.after(force, way) if way else force
        assert Expected(case).state[0] == pytest.approx(force, abs=INTEGRAL / 100, rel=0), case.name


def test_a_file_of_all_laws_makes_a_valid_fmu(tmp_path):
    """FMPy takes 10 ms for each name of a variable: one contact for each law."""
    names = set()
    once = [case for case in PLAIN if not (case.law in names or names.add(case.law))]
    assert validate_fmu(str(built("rotation", once, tmp_path))) == []


def test_friction_is_that_of_the_equations(laws, axis, cases, expected):
    with Host(laws) as host:
        bench = Bench(host, axis, cases)
        for step, (motion, push) in enumerate(zip(RESTS + MOTION, PUSHES + (0.0,) * len(MOTION))):
            bench.advance(*motion, push)
            end = motion[0] + motion[1] * motion[2]
            total = 0.0
            for case in cases:
                wanted = expected[case.name]
                where = f"{case.name}, step {step}"
                friction = bench.get(case, "frictionForce")
                total += friction
                accuracy = INSTANT if case.law in STATIC else INTEGRAL
                assert friction == pytest.approx(wanted.friction[step], abs=accuracy, rel=accuracy), where
                energy = bench.get(case, "dissipatedEnergy")
                assert energy == pytest.approx(wanted.energy[step], abs=INTEGRAL, rel=INTEGRAL), where
                assert bench.get(case, "slipVelocity") == pytest.approx(end, abs=1e-15), where
                if case.law in STATIC:
                    power = bench.get(case, "dissipatedPower")
                    assert power == pytest.approx(friction * end, abs=INSTANT), where
                if case.law != "antunes" and end:
                    assert bench.get(case, "state") == (FORWARD if end > 0.0 else BACKWARD), where
            assert host.get("slider.reaction") == pytest.approx(-total, abs=1e-12, rel=1e-12)


def test_steady_slip_has_the_steady_friction(laws, axis, cases):
    """After a minute and more only Dahl's law with a great exponent still rises."""
    with Host(laws) as host:
        bench = Bench(host, axis, cases)
        load = bench.advance(*LAST)
        w = LAST[0]
        for case in (case for case in cases if case.law in WITH_STATES):
            scaled = case.scaled(FACTOR)
            law = WITH_STATES[case.law](**scaled.numbers)
            if getattr(law, "radiationRate", 0.0):
                continue
            factor = load if case.loaded else 1.0
            slow = case.law == "dahl"
            dry = law.after(law.bristleForce0, w * LAST[2]) if slow else law.steady(w, factor)
            friction = bench.get(case, "frictionForce")
            assert friction == pytest.approx(factor * dry + VISCOUS * w, abs=SETTLED, rel=SETTLED), case.name


# What the numbers of laws measure: (unit without a load, with a load), in translation.
FRICTION = ("N", None)
SLOPE = ("N.s/m", "s/m")
PER_LENGTH = ("N/m", "1/m")
SQUARE = ("N.s2/m2", "s2/m2")
SAME = {"v": "m/s", "1/v": "s/m", "l": "m", "1/t": "1/s", "P": "W", "F": "N", "C": "N.s/m", "1": None}
MEASURES = {
    "slope": SLOPE, "luzSlope": SLOPE, "bristleDamping": SLOPE, "growth": SQUARE, "bristleStiffness": PER_LENGTH,
    "decay": "1/v", "steepness": "1/v", "slip": "v", "backwardSlip": "v", "luzWidth": "v", "slipLength": "l",
    "bristleDeflection0": "l", "growthRate": "1/t", "coolingRate": "1/t", "radiationRate": "1/t",
    "referencePower": "P", "shearForce": "F", "viscous": "C", "firstDrop": FRICTION, "secondDrop": FRICTION,
} | dict.fromkeys(
    (
        "stribeckExponent", "dahlExponent", "peak", "frictionFactor", "scaling", "lengthRatio", "heating",
        "ambientTemperature", "coefficient0", "temperature0", "backwardStiction",
    ),
    "1",
)
ROTATION = {
    "N": "N.m", "N.s/m": "N.m.s/rad", "s/m": "s/rad", "N/m": "N.m/rad", "1/m": "1/rad", "N.s2/m2": "N.m.s2/rad2",
    "s2/m2": "s2/rad2", "m/s": "rad/s", "m": "rad",
}
ANY_SIGN = {"scaling", "luzSlope", "bristleForce0", "firstForce0", "secondForce0", "bristleDeflection0"}
POSITIVE = {
    "stribeckExponent", "luzWidth", "shearForce", "bristleStiffness", "riseFriction", "slipLength", "lengthRatio",
    "referencePower", "steepness", "rampVelocity", "stribeckVelocity", "forwardVelocity", "backwardVelocity",
    "firstVelocity", "secondVelocity", "plateauVelocity",
}
# Positive only where bristles refer to it.
POSITIVE_OF = {"dahl": {"kineticFriction"}, "luGre": {"kineticFriction"}}


def unit_of(case, key, axis):
    """The unit that a number has in modelDescription.xml."""
    measure = MEASURES.get(key, "v" if key.endswith("Velocity") else FRICTION)
    unit = measure[case.loaded] if isinstance(measure, tuple) else SAME[measure]
    # A law of a force has a slip in m/s.
    return ROTATION.get(unit, unit) if axis == "rotation" and case.law not in LOADED_ONLY else unit


def test_numbers_are_parameters_with_units_and_bounds(laws, axis, cases):
    with Host(laws) as host:
        for case in cases:
            entries = dict(case.parameters())
            for key in case.keys():
                name = f"{case.name}.{case.key(key)}"
                of_key = [entry for entry in entries if entry == name or entry.startswith(f"{name}[")]
                assert of_key, name
                for entry in of_key:
                    v = host.variables[entry]
                    start = key.endswith("0")
                    assert v.causality == "parameter" and v.initial == "exact", entry
                    assert v.variability == ("fixed" if start else "tunable"), entry
                    assert float(v.start) == entries[entry], entry
                    assert v.unit == unit_of(case, key, axis), entry
                    if key in ANY_SIGN:
                        assert v.min is None, entry
                    elif key in POSITIVE or key in POSITIVE_OF.get(case.law, ()):
                        assert 0.0 < float(v.min) < 1e-300, entry
                    else:
                        assert float(v.min) == 0.0, entry
            if "depth" in case.numbers:
                assert host.variables[f"{case.name}.depth"].variability == "constant", case.name


def test_tuned_numbers_act_at_once(laws, axis, cases):
    """As long as they agree with each other: all are set before the next step."""
    with Host(laws) as host:
        host.start()
        for quantity, value in zip(AXES[axis], (0.17, 0.0)):
            host.set(f"slider.{quantity}", value)
        host.step(0.1)
        static = [case for case in cases if case.law in STATIC]
        for case in static:
            for name, value in case.scaled(FACTOR).parameters():
                host.set(name, value)
        host.step(0.1)
        for case in static:
            friction = host.get(f"{case.name}.frictionForce")
            wanted = case.scaled(FACTOR).static(0.17, 1.0) if not case.loaded else VISCOUS * 0.17
            if case.loaded:
                assert host.get(f"{case.name}.state") == FREE and friction == 0.0, case.name
            else:
                assert friction == pytest.approx(wanted, abs=INSTANT), case.name


def test_tyres_and_loads_of_springs(network):
    with Host(network("tyres")) as host:
        host.start({"block.position0": 0.3}, **{"car.velocity": 20.0, "tyre.normalForce": 4000.0})
        seen = set()
        for step in range(100):
            v = 20.0 - 0.1 * step
            load = 4000.0 + 500.0 * (step % 3)
            torque = -900.0 if step % 40 < 20 else 300.0
            values = {"car.velocity": v, "car.acceleration": -5.0, "tyre.normalForce": load, "wheel.torque": torque}
            for name, value in values.items():
                host.set(name, value)
            host.set("spare.torque", torque / 20)
            host.set("block.force", 12.0 if step % 20 < 10 else -12.0)
            host.step(0.02)
            speed = v - 0.1
            seen.add(host.get("floor.state"))
            for wheel, tyre, factor in (("wheel", "tyre", load), ("spare", "spareTyre", 1.0)):
                p = lambda key: host.get(f"{tyre}.{key}")
                keys = ("adhesionCoefficient", "fallCoefficient") if wheel == "wheel" else ("adhesion", "fall")
                rim = 0.3 * host.get(f"{wheel}.angularVelocity")
                mu = slipRatio((speed, rim), p(keys[0]), p("rise"), p(keys[1]))
                slip = speed - rim
                wanted = factor * mu * sign(slip) + (2.0 * slip if wheel == "wheel" else 0.0)
                assert p("frictionForce") == pytest.approx(wanted, abs=1e-6 * factor), (tyre, step)
                assert p("dissipatedPower") == pytest.approx(p("frictionForce") * slip, rel=1e-9, abs=1e-9)
            rate, force = host.get("floor.slipVelocity"), host.get("floor.frictionForce")
            normal = 10.0 + 0.4 * host.get("spring.force")
            dry, limit = stribeck(Slip(abs(rate)), 0.2, 0.3, 0.5, 1.0)
            if host.get("floor.stuck"):
                assert abs(force) <= normal * limit
            else:
                assert force == pytest.approx(sign(rate) * normal * dry, abs=INSTANT), step
        assert {FORWARD, BACKWARD} <= seen
