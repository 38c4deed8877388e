"""The Python module `luztar`: models, simulations and their errors, in this process."""

import inspect
import math
import pickle
import re
import subprocess
import sys
import threading
import time
import warnings
from concurrent.futures import ThreadPoolExecutor
from xml.etree import ElementTree

import luztar
import numpy as np
import pytest

from catalogue import ROOT
from conftest import LUZTAR

NETWORKS = ROOT / "examples/networks"
SPRING_MASS = NETWORKS / "SpringMass.toml"
# Event times at default settings, in s.
ACCURACY = 1e-9


@pytest.fixture(autouse=True)
def strict():
    """A warning that a test does not expect is an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


@pytest.fixture(scope="module")
def spring_mass():
    return luztar.Model(SPRING_MASS)


def test_transitions_of_the_spring_mass_have_their_closed_forms(spring_mass):
    result = spring_mass.simulate(step=0.1, stop=1.2)
    assert result.time.shape == result["slider.position"].shape == (13,)
    assert np.allclose([event.time for event in result.events], np.pi * np.array([1, 2, 3]) / 10, rtol=0, atol=ACCURACY)
    assert result.events[-1][1:] == ("floor", "backward", "stuck")
    assert abs(result["slider.position"][-1] + 0.02) < ACCURACY
    assert result["slider.velocity"][-1] == 0.0
    assert result["slider.position"].dtype == np.float64 and result.units["slider.position"] == "m"
    assert result["floor.state"].dtype == np.int64 and result["floor.stuck"].dtype == np.bool_


def test_a_source_is_a_path_a_text_or_a_name():
    text = SPRING_MASS.read_text(encoding="utf-8")
    of_path, of_text = luztar.Model(SPRING_MASS), luztar.Model(text)
    assert of_path.name == of_text.name == "SpringMass"
    assert luztar.Model(str(SPRING_MASS)).parameters == of_path.parameters
    assert of_path.parameters["slider.mass"] == 1.0
    assert "GearTrain" in luztar.models() and luztar.Model("GearTrain").name == "GearTrain"
    with pytest.raises(TypeError, match="source"):
        luztar.Model(5)


def test_variables_have_units_bounds_and_descriptions(spring_mass):
    mass = spring_mass.variables["slider.mass"]
    assert (mass.causality, mass.type, mass.unit, mass.start) == ("parameter", "float", "kg", 1.0)
    assert mass.min is not None and mass.description
    assert luztar.Model(NETWORKS / "Clutch.toml").inputs == ("engine.torque", "clutch.normalForce")


def test_build_options_are_options_or_parameters():
    train = NETWORKS / "BrakingTrain.toml"
    chosen = luztar.Model(train, options={"wagons": 3})
    assert "wagon3.velocity" in chosen.variables and "wagon4.velocity" not in chosen.variables
    result = luztar.Model(train).simulate(parameters={"wagons": 3}, stop=0.1)
    assert "wagon3.velocity" in result and "wagon4.velocity" not in result
    assert (result["wagon3.velocity"] == chosen.simulate(stop=0.1)["wagon3.velocity"]).all()


def clutch(**inputs):
    return luztar.Model(NETWORKS / "Clutch.toml").simulate(
        inputs={"engine.torque": "5*sin(2*pi*t)", **inputs}, parameters={"shaft.inertia": 0.5}
    )


def test_inputs_are_formulas_numbers_points_and_functions():
    by_formula = clutch(**{"clutch.normalForce": "if(t < 0.5, 0, 400)"})
    assert [event.after for event in by_formula.events] == ["forward", "stuck"] and by_formula.events[0].time == 0.5
    # 10 + 5/pi - 5/(2*pi)*(1 + cos(2*pi*t)) = 60*(t - 0.5)
    assert abs(by_formula.events[1].time - 0.6851829227588067) < 1e-10
    times, loads = [0.0, 0.5, 0.5, 2.0], np.array([0.0, 0.0, 400.0, 400.0])
    for given in ({"clutch.normalForce": (times, loads)}, {"time": times, "clutch.normalForce": loads}):
        assert clutch(**given).events == by_formula.events
    model = luztar.Model(NETWORKS / "Clutch.toml")
    constant = model.simulate(inputs={"engine.torque": 5, "clutch.normalForce": np.float64(0.0)})
    assert (constant["engine.torque"] == 5.0).all() and not constant["clutch.normalForce"].any()
    # Linear between the communication points, and at them the function itself.
    followed = model.simulate(inputs={"engine.torque": lambda t: 5 * math.sin(t), "clutch.normalForce": 0}, step=0.01)
    assert np.allclose(followed["engine.torque"], 5 * np.sin(followed.time), rtol=0, atol=1e-12)


def test_pandas_objects_are_inputs_and_results():
    pandas = pytest.importorskip("pandas")
    times, loads = [0.0, 0.5, 0.5, 2.0], [0.0, 0.0, 400.0, 400.0]
    model = luztar.Model(NETWORKS / "Clutch.toml")
    of_frame = model.simulate(inputs=pandas.DataFrame({"time": times, "clutch.normalForce": loads, "engine.torque": 5.0}))
    of_index = model.simulate(inputs=pandas.DataFrame({"clutch.normalForce": loads, "engine.torque": 5.0}, index=times))
    of_series = model.simulate(inputs={"clutch.normalForce": pandas.Series(loads, index=times), "engine.torque": 5.0})
    assert of_frame.events == of_index.events == of_series.events and of_frame.events
    table = of_frame.to_pandas()
    assert table.index.name == "time" and (table["engine.torque"] == 5.0).all() and len(table) == of_frame.time.size


def test_columns_are_chosen_by_name(spring_mass):
    assert list(spring_mass.simulate(columns="*.velocity", stop=0.1)) == ["slider.velocity"]
    result = spring_mass.simulate(columns=["slider.position", "floor.*"], stop=0.1)
    assert next(iter(result)) == "slider.position" and "floor.state" in result
    with pytest.raises(KeyError, match="did you mean 'slider.position'"):
        result["slider.positon"]


def test_errors_of_a_file_have_line_and_column():
    text = '[model]\nname = "X"\n[body.a]\nmass = -1.0\npositoin = 0.5\n'
    with pytest.raises(luztar.NetworkError) as caught:
        luztar.Model(text)
    error = caught.value
    assert error.diagnostics[0] == ("network.toml", 4, 8, "body.a.mass: must be > 0, not -1")
    assert (error.file, error.line, error.column, error.message) == error.diagnostics[0]
    assert error.diagnostics[1].line == 5 and "did you mean `position`" in error.diagnostics[1].message
    assert str(error).startswith("network.toml:4:8: ")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.diagnostics) == (str(error), error.diagnostics)


def test_errors_speak_of_arguments(spring_mass):
    clutch = luztar.Model(NETWORKS / "Clutch.toml")
    torque = "engine.torque"
    for job, parts in [
        (lambda: luztar.Model("GearTrian"), ["GearTrain", "luztar.models()"]),
        (lambda: luztar.Model("GearTrain", options={"reductoin": 2}), ["options", "reductoin"]),
        (lambda: spring_mass.simulate(parameters={"slider.mas": 1}), ['parameters["slider.mas"] = 1', "slider.mass"]),
        (lambda: spring_mass.simulate(parameters={"slider.mass": -1}), ["parameters", "slider.mass", "-1"]),
        (lambda: spring_mass.simulate(parameters={"slider.mass": None}), ["parameters['slider.mass']", "number"]),
        (lambda: spring_mass.simulate(stop=-1), ["stop -1", "must be > 0 s"]),
        (lambda: spring_mass.simulate(step=math.nan), ["step"]),
        (lambda: spring_mass.simulate(step="10 ms"), ["step: must be a number, in s, not '10 ms'"]),
        (lambda: spring_mass.simulation(stop=[1.0]), ["stop: must be a number, in s, not [1.0]"]),
        (lambda: spring_mass.simulate(columns="x*"), ["columns x*"]),
        (lambda: spring_mass.simulate(inputs=5), ["inputs", "int"]),
        (lambda: clutch.simulate(inputs={torque: "2*sin("}), [f'inputs["{torque}"] = 2*sin(']),
        (lambda: clutch.simulate(inputs={torque: [1.0]}), [f"inputs['{torque}']", "times"]),
        (lambda: clutch.simulate(inputs={"time": [0.0, 1.0], torque: [1.0]}), [f"inputs['{torque}']", "(1,)", "(2,)"]),
        (lambda: clutch.simulate(inputs={torque: ([1.0, 0.0], [1.0, 1.0])}), ["must not decrease"]),
        (lambda: clutch.simulate(inputs={torque: ([0.0], [math.inf])}), ["finite"]),
        (lambda: clutch.simulate(inputs={torque: "1"}, parameters={torque: 1}), ["given by parameters, too"]),
        (lambda: spring_mass.simulate(input_tolerance=0), ["input_tolerance"]),
        (lambda: spring_mass.build(fmi=1), ["fmi: must be 2 or 3"]),
    ]:
        with pytest.raises(luztar.ArgumentError) as caught:
            job()
        told = str(caught.value)
        assert isinstance(caught.value, ValueError) and all(part in told for part in parts), told
        assert "--" not in told, told
    with pytest.raises(luztar.LuztarError, match="nowhere.toml"):
        luztar.Model("nowhere.toml")
    assert not issubclass(luztar.NetworkError, luztar.ArgumentError)


def test_an_error_of_a_function_comes_through():
    model = luztar.Model(NETWORKS / "Clutch.toml")
    with pytest.raises(ZeroDivisionError):
        model.simulate(inputs={"engine.torque": lambda t: 1 / t})


def test_doubts_are_warnings():
    model = luztar.Model(NETWORKS / "Clutch.toml")
    with pytest.warns(luztar.LuztarWarning, match="engine.torque.*changes faster"):
        model.simulate(inputs={"engine.torque": "sin(1e9*t)"}, stop=0.001, step=0.001)


def test_threads_give_the_same_motions_at_once(spring_mass):
    alone = spring_mass.simulate(stop=1.0)
    with ThreadPoolExecutor(4) as pool:
        for other in pool.map(lambda _: spring_mass.simulate(stop=1.0), range(16)):
            assert other.events == alone.events
            assert all((other[name] == alone[name]).all() for name in alone)


def test_other_threads_go_on_during_a_simulation(spring_mass):
    counted, done = [0], threading.Event()

    def count():
        while not done.is_set():
            counted[0] += 1
            time.sleep(0.001)

    other = threading.Thread(target=count)
    other.start()
    begun, before = time.monotonic(), counted[0]
    try:
        spring_mass.simulate(step=2e-6, columns="slider.position")
        took, seen = time.monotonic() - begun, counted[0] - before
    finally:
        done.set()
        other.join()
    # Held for the whole simulation it would see a few.
    assert seen > 10 and seen > 20 * took, (seen, took)


def test_a_sweep_has_every_combination_in_order():
    model = luztar.Model("SingleMassFriction")
    found = model.sweep({"body.mass": [1.0, 2.0], "body.velocity0": [0.5, 1.0, 1.5]}, stop=0.01, threads=2)
    assert [tuple(point.values()) for point, _ in found] == [(m, v) for m in (1.0, 2.0) for v in (0.5, 1.0, 1.5)]
    assert all(result["body.velocity"][0] == point["body.velocity0"] for point, result in found)
    with pytest.raises(luztar.ArgumentError, match="body.mass"):
        model.sweep({"body.mass": [1.0, -1.0]}, stop=0.01)


def test_a_model_goes_to_another_process_without_its_file(tmp_path):
    file = tmp_path / "own.toml"
    file.write_text(SPRING_MASS.read_text(encoding="utf-8"), encoding="utf-8")
    model = luztar.Model(file)
    kept = pickle.dumps(model)
    file.unlink()
    again = pickle.loads(kept)
    assert again.simulate().events == model.simulate().events


def test_an_fmu_is_built_and_runs(spring_mass, tmp_path):
    from fmpy import simulate_fmu

    built = [spring_mass.build(tmp_path / "fmus", fmi=fmi) for fmi in (2, 3)]
    assert [path.name for path in built] == ["SpringMass.fmu", "SpringMass.fmi3.fmu"]
    result = simulate_fmu(str(built[0]), stop_time=1.2, output=["slider.position"])
    assert result["slider.position"][-1] == pytest.approx(-0.02, abs=ACCURACY)


def test_texts_for_notebooks_are_short(spring_mass):
    result = spring_mass.simulate()
    for text in (repr(spring_mass), repr(result), result._repr_html_()):
        assert "SpringMass" in text and "array(" not in text and len(text) < 4000
    assert "<td>slider.position</td><td>m</td>" in result._repr_html_()


def test_results_draw_themselves_without_matplotlib(spring_mass):
    result = spring_mass.simulate(columns=["slider.position", "floor.frictionForce", "floor.state"])
    drawing = ElementTree.fromstring(result._repr_svg_())
    of = lambda tag: drawing.iter("{http://www.w3.org/2000/svg}" + tag)
    texts = [text.text.strip() for text in of("text")]
    assert {"floor.frictionForce", "N", "0", "2", "time, s"} <= set(texts) and "slider.position" not in texts
    lines = [[tuple(map(float, point.split(","))) for point in line.get("points").split()] for line in of("polyline")]
    [curve] = [line for line in lines if len(line) > 2]
    # Forces of ∓3 N change their sign at 0, π/10, 2π/10 and 3π/10 s, the last time to the force of the spring, 2 N.
    (left, lowest), (right, _) = curve[0], curve[-1]
    assert len(curve) < 60 and all(a[0] <= b[0] for a, b in zip(curve, curve[1:]))
    jumps = [left + (right - left) * k * math.pi / 20 for k in (1, 2, 3)]
    highest = min(y for _, y in curve)
    for jump in jumps:
        near = [b[1] - a[1] for a, b in zip(curve, curve[1:]) if abs(a[0] - jump) < 5 and abs(b[0] - jump) < 5]
        assert near and abs(near[0]) > 0.8 * 2 / 3 * (lowest - highest), jump
    marks = [line[0][0] for line in lines if len(line) == 2 and {y for _, y in line} == {lowest, highest}]
    assert marks == pytest.approx(jumps, abs=2) and "array(" not in result._repr_svg_()


def test_everything_public_has_a_docstring():
    for name in luztar.__all__:
        thing = getattr(luztar, name)
        assert inspect.getdoc(thing), name
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                    assert inspect.getdoc(value) or issubclass(thing, Exception), f"{name}.{member}"
    assert luztar.__version__ == (ROOT / "Cargo.toml").read_text(encoding="utf-8").split('version = "')[1].split('"')[0]


def test_a_simulation_that_is_led_step_by_step_is_the_same(spring_mass):
    """Whatever the steps, transitions have their closed forms."""
    for step in (0.01, 0.3):
        led = spring_mass.simulation(step=step, stop=2.0)
        while led.time < 1.5:
            before, found = led.time, led.step()
            assert all(before < event.time <= led.time for event in found)
        assert np.allclose([event.time for event in led.events], np.pi * np.array([1, 2, 3]) / 10, rtol=0, atol=ACCURACY)
        assert led["floor.stuck"] is True and led["slider.velocity"] == 0.0 and isinstance(led["floor.state"], int)


def test_a_controller_leads_a_simulation():
    """A slider without friction whose force holds against its velocity: v' = -c*v in steps, v = (1 - c*h)**n."""
    text = '[model]\nname = "X"\n[body.a]\nmass = 1.0\nvelocity = 1.0\nforce = "input"\n'
    led = luztar.Model(text).simulation(step=0.1)
    for _ in range(8):
        led["a.force"] = -0.5 * led["a.velocity"]
        led.step()
    assert abs(led["a.velocity"] - 0.95**8) < 1e-12 and abs(led.time - 0.8) < 1e-12


def test_functions_and_formulas_lead_a_simulation():
    model = luztar.Model('[model]\nname = "X"\n[body.a]\nmass = 2.0\nforce = "input"\n')
    for force in (lambda t: 3 * t, "3*t", ([0.0, 10.0], [0.0, 30.0])):
        led = model.simulation(inputs={"a.force": force}, step=0.25)
        for _ in range(4):
            led.step()
        # m*v = 3/2*t**2
        assert abs(led["a.velocity"] - 0.75) < 1e-9
        with pytest.raises(luztar.ArgumentError, match="a.force: cannot be set"):
            led["a.force"] = 1.0


def test_errors_of_steps_leave_the_simulation(spring_mass):
    led = spring_mass.simulation()
    with pytest.raises(luztar.ArgumentError, match="did you mean `slider.position`"):
        led["slider.positon"]
    with pytest.raises(luztar.LuztarError, match="stop time"):
        led.step(5.0)
    with pytest.raises(luztar.LuztarError, match="step size"):
        led.step(0.0)
    assert led.time == 0.0 and not led.step(0.1) and led.time == 0.1


def test_models_are_checked_described_and_drawn(spring_mass, tmp_path):
    assert spring_mass.check() == ()
    assert any("keyword of Modelica" in doubt for doubt in luztar.Model(
        '[model]\nname = "X"\n[body.block]\nmass = 1.0\n').check())
    described = spring_mass.describe()
    assert described.startswith("SpringMass: ") and "slider.velocity" in described
    drawing = spring_mass.draw(tmp_path / "drawing.svg")
    assert drawing.startswith("<svg") and "slider" in drawing and spring_mass._repr_svg_() == drawing
    assert (tmp_path / "drawing.svg").read_text(encoding="utf-8") == drawing


def test_a_fit_finds_friction_from_a_closed_form():
    """v = 1 - F/m*t of a slider that stops, with an error that is known to be even."""
    model = luztar.Model("SingleMassFriction")
    start = {"body.velocity0": 1.0, "body.mass": 2.0, "contact.viscous": 0.0}
    times = np.linspace(0.0, 1.0, 21)
    columns = {"time": times, "body.velocity": 1.0 - 0.3 / 2.0 * times}
    found = model.fit(columns, "contact.kineticFriction", parameters={**start, "contact.kineticFriction": 0.5})
    estimate = found.parameters["contact.kineticFriction"]
    assert abs(estimate.value - 0.3) < 1e-8 and estimate.half < 1e-8 and found.values == {"contact.kineticFriction": estimate.value}
    assert "contact.kineticFriction" in found._repr_html_()
    for data, free, part in [
        (5, "body.mass", "data: must map"),
        ({"time": times, "body.velocity": times[:-1]}, "body.mass", "data['body.velocity']: has 20 rows"),
        ({"time": times[::-1], "body.velocity": times}, "body.mass", "data['time']: must increase"),
        (columns, "body.mas", "free: SingleMassFriction has no"),
        (columns, ["body.mass", "body.mass"], "free body.mass: given twice"),
    ]:
        with pytest.raises(luztar.ArgumentError, match=re.escape(part)):
            model.fit(data, free, parameters=start)
    with pytest.raises(luztar.LuztarError, match="data: column bod: "):
        model.fit({"bod": times}, "body.mass")


def test_types_are_complete():
    """What users see is typed, by mypy's strictest rules."""
    mypy = [sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports", "-p", "luztar"]
    done = subprocess.run(mypy, cwd=ROOT / "python/src", capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_the_stub_describes_the_extension(tmp_path):
    """Every function and class with its arguments; names of types are the stub's own."""
    stub = (ROOT / "python/src/luztar/_luztar.pyi").read_text(encoding="utf-8")
    own = ["__all__", *re.findall(r"^(\w+) = ", stub, re.MULTILINE)]
    (tmp_path / "own.txt").write_text("".join(f"luztar._luztar.{name}\n" for name in own), encoding="utf-8")
    stubtest = [sys.executable, "-m", "mypy.stubtest", "luztar._luztar", "--concise", "--allowlist", tmp_path / "own.txt"]
    done = subprocess.run(stubtest, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_programs_of_the_page_run(tmp_path, monkeypatch):
    """One after another, as a reader would."""
    monkeypatch.chdir(tmp_path)
    programs = re.findall(r"^```py\n(.*?)^```$", (ROOT / "docs/python.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    names = {}
    for program in programs:
        exec(program, names)
    assert names["events"] is not None and abs(names["simulation"]["body.velocity"] - 0.5) < 0.5
    assert names["fit"].values["contact.kineticFriction"] == pytest.approx(0.2, abs=1e-6)
    assert (tmp_path / "drawing.svg").is_file() and (tmp_path / "fmus/SingleMassFriction.fmi3.fmu").is_file()
