"""The wheel in a clean environment: no Rust, no source tree; its command and its module."""

import os
import re
import shutil
import subprocess
import sys
import time
import venv
import zipfile

import pytest

from catalogue import ROOT

FILE = ROOT / "examples/networks/SpringMass.toml"

# Sizes of FMUs depend on the library.
SIZE = re.compile(r" *(\d+|…) kB")
# A person waits that long for a picture, s.
PATIENCE = 60


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel of this tree."""
    folder = tmp_path_factory.mktemp("made")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    found = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
    subprocess.run([*pip, "-w", folder, ROOT / "python"], check=True, env=os.environ | {"PATH": found})
    [made] = folder.glob("luztar-*-cp310-abi3-*.whl")
    return made


@pytest.fixture(scope="module")
def python(tmp_path_factory, wheel):
    """Runs a script in a folder with the wheel installed; gives what it prints."""
    folder = tmp_path_factory.mktemp("wheel")
    venv.create(folder / "venv", with_pip=True)
    program = folder / "venv/bin/python"
    install = [program, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", wheel]
    subprocess.run(install, check=True)
    bare = {"PATH": f"{folder / 'venv/bin'}", "HOME": str(folder)}

    def run(script):
        command = [program, "-W", "error", "-c", script]
        done = subprocess.run(command, cwd=folder, env=bare, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    run.folder, run.environment = folder, bare
    return run


def test_wheel_can_be_uploaded(wheel):
    """Its description is shown, and its metadata are complete, as far as twine knows."""
    checked = subprocess.run(
        [sys.executable, "-m", "twine", "check", "--strict", wheel], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_wheel_has_the_licences_and_one_extension(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        licences = {os.path.basename(name): archive.read(name) for name in names if "/licenses/" in name}
    assert licences == {path.name: path.read_bytes() for path in ROOT.glob("LICENSE-*")}
    assert [name for name in names if name.endswith(".so")] == ["luztar/_luztar.abi3.so"]
    assert "luztar/py.typed" in names and "luztar/_luztar.pyi" in names


def test_command_works_without_rust(python):
    def luztar(*arguments, status=0):
        command = [python.folder / "venv/bin/luztar", *arguments]
        done = subprocess.run(command, cwd=python.folder, env=python.environment, capture_output=True, text=True)
        assert done.returncode == status, done.stderr
        return done

    luztar("check", FILE)
    luztar("build", FILE, "--out", ".")
    assert (python.folder / "SpringMass.fmu").is_file()
    # Errors have the statuses of the program.
    assert "nowhere.toml" in luztar("check", "nowhere.toml", status=1).stderr
    assert "--no-such-option" in luztar("check", "--no-such-option", status=2).stderr
    assert luztar("--version").stdout == f"luztar {python('import luztar; print(luztar.__version__)')}"


def test_command_ends_by_ctrl_c(python):
    """As a program does that handles it: with the status of such an end."""
    import signal

    command = [python.folder / "venv/bin/luztar", "simulate", FILE, "--stop-time", "1e6", "--output", "long.csv"]
    with subprocess.Popen(command, cwd=python.folder, env=python.environment, stderr=subprocess.PIPE, text=True) as running:
        while not (python.folder / "long.csv.part").exists():
            assert running.poll() is None
            time.sleep(0.01)
        running.send_signal(signal.SIGINT)
        _, told = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130 and "interrupted: at t = " in told, told


def test_five_commands_of_the_tutorial_lead_from_nothing_to_fmpy(wheel, tmp_path):
    """In a new environment, with nothing on the path but a shell's own programs."""
    page = (ROOT / "docs/tutorial.md").read_text(encoding="utf-8")
    [transcript] = re.findall(r"^```console\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
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
    assert SIZE.sub(" N kB", found) == SIZE.sub(" N kB", transcript)
    assert "<svg" in (tmp_path / "motion.svg").read_text(encoding="utf-8")
    assert len((tmp_path / "motion.csv").read_text(encoding="utf-8").splitlines()) > 500
    # What a release is tried with, here too.
    (tmp_path / "fmus").mkdir()
    (tmp_path / "Feeder.fmu").rename(tmp_path / "fmus/Feeder.fmu")
    tried = [tmp_path / "venv/bin/python", ROOT / "tests/python/try_release.py", tmp_path / "fmus"]
    printed = subprocess.run(tried, env=environment, check=True, capture_output=True, text=True).stdout
    assert "Feeder.fmu: " in printed and "SpringMass.fmu: " in printed


def test_libraries_of_other_platforms_are_carried_to_where_the_program_looks(wheel, tmp_path):
    library = tmp_path / "platforms/aarch64-linux/libluztar.so"
    library.parent.mkdir(parents=True)
    # The first bytes of an ELF library for ARM, which are all that the program asks of one that it cannot run.
    header = bytearray(b"\x7fELF\x02\x01\x01".ljust(64, b"\0"))
    header[18] = 183
    library.write_bytes(header)
    filled = tmp_path / wheel.name
    shutil.copy(wheel, filled)
    subprocess.run([sys.executable, ROOT / "tools/wheel_libraries", filled, tmp_path / "platforms"], check=True)
    venv.create(tmp_path / "venv", with_pip=True)
    pip = [tmp_path / "venv/bin/python", "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-deps"]
    subprocess.run([*pip, filled], check=True)
    subprocess.run([tmp_path / "venv/bin/luztar", "build", FILE, "--out", "."], cwd=tmp_path, check=True, env={"HOME": str(tmp_path)})
    with zipfile.ZipFile(tmp_path / "SpringMass.fmu") as archive:
        binaries = {name for name in archive.namelist() if name.startswith("binaries/")}
        assert archive.read("binaries/aarch64-linux/SpringMass.so") == header
    assert binaries == {"binaries/aarch64-linux/SpringMass.so", "binaries/linux64/SpringMass.so"}


def test_program_of_the_readme_runs(python):
    """On the network that `luztar new` writes."""
    text = (ROOT / "program/src/cli/new/template.toml").read_text()
    (python.folder / "mechanism.toml").write_text(text)
    [program] = [block.split("```")[0] for block in (ROOT / "README.md").read_text().split("```py\n")[1:]]
    assert python(program + "assert len(result.events) > 10 and result.time[-1] == 2.0") == ""
    assert (python.folder / "Mechanism.fmu").is_file()


def test_the_command_loads_no_numpy(python):
    """It begins as fast as a program."""
    loaded = "import sys, luztar._command; print('numpy' in sys.modules)"
    assert python(loaded) == "False\n"
