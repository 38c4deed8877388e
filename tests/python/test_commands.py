"""The commands that pages of docs/ show run, and print what they show. Series are cut to a few values; the tutorial, whose commands
build on one another, has a test of its own (test_site.py), and so has the page that models a mechanism (test_mechanisms.py)."""

import os
import re
import subprocess

import pytest

from catalogue import ROOT
from conftest import FMUS, LUZTAR

BLOCK = re.compile(r"^```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^(\$ )?(luztar (?:\\\n|[^\n])*)\n", re.MULTILINE)
# A synopsis.
PATTERN = re.compile(r"[|…]|\[-|DIR\b")
# What takes a person minutes.
SERIES = re.compile(r"(?<=[=:]|,)(-?[\d.e-]+:-?[\d.e-]+):\d\d+\b")
SHORTER = {"luztar lyapunov": "--count 40", "luztar reproduce": None}
# Pictures that are compared: the commands that draw them are not shortened.
LAWS = "docs/pictures/laws"


def shown():
    """Page, command, and the lines that it prints if it is shown as typed."""
    for page in sorted([*(ROOT / "docs").glob("*.md"), *(ROOT / "docs").glob("*/*.md")]):
        if page.name in ("tutorial.md", "model-a-mechanism.md"):
            continue
        for block in BLOCK.findall(page.read_text(encoding="utf-8")):
            found = list(COMMAND.finditer(block))
            for match, following in zip(found, [*found[1:], None]):
                command = re.sub(r"\s*\\\n\s*", " ", match[2]).split("  #")[0].strip()
                if PATTERN.search(command):
                    continue
                told = block[match.end(): following.start() if following else None] if match[1] else None
                yield pytest.param(command, told, id=f"{page.stem}-{command.split()[1]}-{len(command)}")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with what the commands name."""
    folder = tmp_path_factory.mktemp("commands")
    (folder / "examples").symlink_to(ROOT / "examples")
    (folder / "programs").mkdir()
    (folder / "programs/luztar").symlink_to(LUZTAR.resolve())
    for made in ("docs/pictures/cookbook", LAWS, "docs/studies/pictures", "target", ".local/share/bash-completion/completions"):
        (folder / made).mkdir(parents=True)
    (folder / "target/release-fmu").symlink_to(FMUS)
    subprocess.run([LUZTAR.resolve(), "new", "mechanism.toml"], cwd=folder, check=True, capture_output=True)
    return folder


def short(command):
    """The command with few values, unless its picture is compared."""
    if LAWS in command:
        return command
    for beginning, more in SHORTER.items():
        if command.startswith(beginning):
            command = f"{command} {more}" if more else f"{command} J1" if command == beginning else command
    return SERIES.sub(r"\1:3", command)


@pytest.mark.parametrize("command, told", list(shown()))
def test_command_of_a_page_runs_and_prints_what_is_shown(folder, command, told):
    environment = {**os.environ, "PATH": f"{folder / 'programs'}:{os.environ['PATH']}", "HOME": str(folder)}
    done = subprocess.run(["sh", "-c", short(command)], cwd=folder, env=environment, text=True, capture_output=True)
    assert done.returncode == 0, done.stderr
    if told:
        lines, printed = told.splitlines(), done.stdout.splitlines()
        if lines[-1] == "…":
            lines, printed = lines[:-1], printed[: len(lines) - 1]
        assert printed == lines
    picture = re.search(LAWS + r"/\w+\.svg", command)
    if picture:
        assert (folder / picture[0]).read_text(encoding="utf-8") == (ROOT / picture[0]).read_text(encoding="utf-8")


def test_every_picture_of_a_law_has_its_command():
    commands = " ".join(parameters.values[0] for parameters in shown())
    drawn = {path.name for path in (ROOT / LAWS).iterdir()}
    assert drawn == set(re.findall(LAWS + r"/(\w+\.svg)", commands))


def test_calibration_finds_what_the_page_shows(folder):
    """Its tables, in the order of its fits: value and ends of the interval."""
    page = (ROOT / "docs/calibrate.md").read_text(encoding="utf-8")
    tables = iter(re.findall(r"^\| `([\w.]+)` \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|", page, re.MULTILINE))
    fits = [parameters.values[0] for parameters in shown() if parameters.id.startswith("calibrate-fit")]
    assert len(fits) == 2
    for command in fits:
        done = subprocess.run([LUZTAR.resolve(), *command.split()[1:]], cwd=folder, check=True, capture_output=True)
        for line in (folder / "found.csv").read_text(encoding="utf-8").splitlines()[1:]:
            name, *numbers = line.split(",")
            told = next(tables)
            assert told[0] == name, done.stderr
            assert [float(number) for number in told[1:]] == pytest.approx([float(number) for number in numbers[:3]], abs=6e-4)
    assert next(tables, None) is None


def test_commands_are_found():
    assert len(list(shown())) > 20
