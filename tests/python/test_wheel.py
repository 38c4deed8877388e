"""The wheel in a clean environment: no Rust, no source tree; mechanisms to arrays and FMUs."""

import os
import re
import subprocess
import sys
import time
import venv
import zipfile

import pytest

from catalogue import ROOT
from conftest import LUZTAR

FILE = ROOT / "examples/networks/SpringMass.toml"

# Sizes of FMUs depend on the library.
SIZE = re.compile(r"\d+ kB")
# A person waits that long for a picture, s.
PATIENCE = 60

HEAD = """
import pathlib, numpy as np, luztar
"""


def made(folder, more={}):
    """The wheel of the program under test, in a folder."""
    environment = {**os.environ, "LUZTAR": str(LUZTAR.resolve()), **more}
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet", "--no-deps"]
    subprocess.run([*pip, "-w", folder, ROOT / "python"], check=True, env=environment)
    [wheel] = folder.glob("luztar-*-py3-none-*.whl")
    return wheel


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    """Runs a script in a folder with the wheel installed; gives what it prints."""
    folder = tmp_path_factory.mktemp("wheel")
    wheel = made(folder)
    venv.create(folder / "venv", with_pip=True)
    program = folder / "venv/bin/python"
    install = [program, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", wheel]
    subprocess.run(install, check=True)
    bare = {"PATH": f"{folder / 'venv/bin'}", "HOME": str(folder)}

    def run(script, status=0):
        done = subprocess.run([program, "-W", "error", "-c", HEAD + script], cwd=folder, env=bare, capture_output=True, text=True)
        assert done.returncode == status, done.stderr
        return done.stdout

    run.folder, run.environment = folder, bare
    return run


def test_command_works_without_rust(python):
    for arguments in (["check", FILE], ["build", FILE, "--out", "."]):
        subprocess.run([python.folder / "venv/bin/luztar", *arguments], cwd=python.folder, env=python.environment, check=True)
    assert (python.folder / "SpringMass.fmu").is_file()


def test_five_commands_of_the_tutorial_lead_from_nothing_to_fmpy(python, tmp_path):
    """In a new environment, with nothing on the path but a shell's own programs."""
    page = (ROOT / "docs/tutorial.md").read_text(encoding="utf-8")
    [transcript] = re.findall(r"^```console\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    [wheel] = python.folder.glob("luztar-*.whl")
    (tmp_path / wheel.name).symlink_to(wheel)
    venv.create(tmp_path / "venv", with_pip=True)
    environment = {**os.environ, "PATH": f"{tmp_path / 'venv/bin'}:/usr/bin:/bin", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    environment.pop("LUZTAR", None)
    commands = [line[2:] for line in transcript.splitlines() if line.startswith("$ ")]
    assert len(commands) == 5
    found, begun = "", time.monotonic()
    for command in commands:
        done = subprocess.run(["sh", "-c", command], cwd=tmp_path, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        found += f"$ {command}\n{done.stdout}"
        if "plot" in command:
            assert time.monotonic() - begun < PATIENCE
    assert SIZE.sub("N kB", found) == SIZE.sub("N kB", transcript)
    assert "<svg" in (tmp_path / "motion.svg").read_text(encoding="utf-8")
    assert len((tmp_path / "motion.csv").read_text(encoding="utf-8").splitlines()) > 500
    # What a release is tried with, here too.
    (tmp_path / "fmus").mkdir()
    (tmp_path / "Feeder.fmu").rename(tmp_path / "fmus/Feeder.fmu")
    tried = [tmp_path / "venv/bin/python", ROOT / "tests/python/try_release.py", tmp_path / "fmus"]
    printed = subprocess.run(tried, env=environment, check=True, capture_output=True, text=True).stdout
    assert "Feeder.fmu: " in printed and "SpringMass.fmu: " in printed


def test_libraries_of_other_platforms_are_carried_to_where_the_program_looks(tmp_path):
    library = tmp_path / "platforms/aarch64-linux/libluztar.so"
    library.parent.mkdir(parents=True)
    # The first bytes of an ELF library for ARM, which are all that the program asks of one that it cannot run.
    header = bytearray(b"\x7fELF\x02\x01\x01".ljust(64, b"\0"))
    header[18] = 183
    library.write_bytes(header)
    wheel = made(tmp_path, {"LUZTAR_PLATFORMS": str(tmp_path / "platforms")})
    venv.create(tmp_path / "venv", with_pip=True)
    pip = [tmp_path / "venv/bin/python", "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-deps"]
    subprocess.run([*pip, wheel], check=True)
    subprocess.run([tmp_path / "venv/bin/luztar", "build", FILE, "--out", "."], cwd=tmp_path, check=True, env={"HOME": str(tmp_path)})
    with zipfile.ZipFile(tmp_path / "SpringMass.fmu") as archive:
        binaries = {name for name in archive.namelist() if name.startswith("binaries/")}
        assert archive.read("binaries/aarch64-linux/SpringMass.so") == header
    assert binaries == {"binaries/aarch64-linux/SpringMass.so", "binaries/linux64/SpringMass.so"}


def test_own_mechanism_becomes_arrays_and_an_fmu(python):
    (python.folder / "own.toml").write_text(FILE.read_text())
    printed = python("""
text = pathlib.Path("own.toml").read_text()
motion = luztar.simulate(text, step=0.1, stop=1.2)
assert motion.time.shape == motion["slider.position"].shape == (13,)
assert np.allclose([event.time for event in motion.events], np.pi*np.array([1, 2, 3])/10, rtol=0, atol=1e-9)
assert motion.events[-1][1:] == ("floor", "backward", "stuck")
assert abs(motion["slider.position"][-1] + 0.02) < 1e-9 and motion["slider.velocity"][-1] == 0.0
for fmi in (2, 3):
    path = luztar.build(text, out="fmus", fmi=fmi)
    assert path.is_file()
    print(path)
""").split()
    assert printed == ["fmus/SpringMass.fmu", "fmus/SpringMass.fmi3.fmu"]
    from fmpy import simulate_fmu

    result = simulate_fmu(str(python.folder / printed[0]), stop_time=1.2, output=["slider.position"])
    assert result["slider.position"][-1] == pytest.approx(-0.02, abs=1e-9)


def test_program_of_the_readme_runs(python):
    """On the network that `luztar new` writes."""
    text = (ROOT / "program/src/cli/new/template.toml").read_text()
    (python.folder / "mechanism.toml").write_text(text)
    [program] = [block.split("```")[0] for block in (ROOT / "README.md").read_text().split("```py\n")[1:]]
    assert python(program + "assert len(motion.events) > 10 and motion.time[-1] == 2.0") == ""
    assert (python.folder / "Mechanism.fmu").is_file()


def test_inputs_are_expressions_numbers_and_arrays(python):
    python("""
clutch = pathlib.Path("%s")
load = dict(inputs={"engine.torque": "5*sin(2*pi*t)", "clutch.normalForce": "if(t < 0.5, 0, 400)"})
one = luztar.simulate(clutch, **load, parameters={"shaft.inertia": 0.5})
assert [e.after for e in one.events] == ["forward", "stuck"] and one.events[0].time == 0.5, one.events
# 10 + 5/pi - 5/(2*pi)*(1 + cos(2*pi*t)) = 60*(t - 0.5)
assert abs(one.events[1].time - 0.6851829227588067) < 1e-10, one.events
jump = {"time": [0.0, 0.5, 0.5, 2.0], "clutch.normalForce": np.array([0.0, 0.0, 400.0, 400.0]), "engine.torque": 5.0}
two = luztar.simulate(clutch, inputs=jump)
assert two.events[0].time == 0.5 and (two["engine.torque"] == 5.0).all()
for wrong in ({"engine.torque": [1.0]}, {"time": [0.0, 1.0], "engine.torque": [1.0]}):
    try:
        luztar.simulate(clutch, inputs=wrong)
    except ValueError as error:
        assert "inputs" in str(error)
    else:
        raise AssertionError(wrong)
""" % (ROOT / "examples/networks/Clutch.toml"))


def test_sweep_has_every_combination_in_order(python):
    python("""
found = luztar.sweep("SingleMassFriction", {"body.mass": [1.0, 2.0], "body.velocity0": [0.5, 1.0, 1.5]}, stop=0.01, processes=2)
assert [tuple(point.values()) for point, _ in found] == [(m, v) for m in (1.0, 2.0) for v in (0.5, 1.0, 1.5)]
assert all(motion["body.velocity"][0] == point["body.velocity0"] for point, motion in found)
""")


def test_faults_are_exceptions_with_line_and_column(python):
    python("""
text = '[unit]\\nname = "X"\\n[body.a]\\nmass = -1.0\\npositoin = 0.5\\n'
for job in (luztar.simulate, luztar.build):
    try:
        job(text)
    except luztar.NetworkError as error:
        first, second = error.diagnostics
        assert first == ("network.toml", 4, 8, "body.a.mass: must be > 0, not -1"), first
        assert second.line == 5 and "did you mean `position`" in second.message
        assert str(error).startswith("network.toml:4:8: ")
    else:
        raise AssertionError(job)
for job in (lambda: luztar.simulate("GearTrian"), lambda: luztar.simulate("GearTrain", parameters={"x.y": 1}),
            lambda: luztar.build("nowhere.toml"), lambda: luztar.simulate("--help")):
    try:
        job()
    except luztar.LuztarError as error:
        assert not isinstance(error, luztar.NetworkError) and str(error)
    else:
        raise AssertionError("took it")
""")
