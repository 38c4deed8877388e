"""The documentation: the tutorial's commands and the builds of the README print what is shown, and the site has no link that leads nowhere.

`LUZTAR_BLESS=1 pytest tests/python/test_site.py` writes what the tutorial's commands print and draw anew."""

import os
import re
import shutil
import subprocess
import sys

from catalogue import ROOT
from conftest import LUZTAR

TUTORIAL = ROOT / "docs/tutorial.md"
PICTURES = ROOT / "docs/pictures/tutorial"
BLESS = "LUZTAR_BLESS" in os.environ
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# Sizes of FMUs depend on the library.
SIZE = re.compile(r"\d+(?= kB)")


def without_sizes(text):
    """A text of commands in which no size of an FMU is said."""
    return SIZE.sub(lambda size: "…".rjust(len(size[0])), text)


def shell(command, folder):
    """What a command prints, `luztar` being the program under test and `fmpy` that of this Python."""
    programs = folder / "programs"
    if not programs.exists():
        programs.mkdir()
        (programs / "luztar").symlink_to(LUZTAR.resolve())
    path = os.pathsep.join([str(programs), os.path.dirname(sys.executable), os.environ["PATH"]])
    environment = os.environ | {"PATH": path}
    done = subprocess.run(
        ["sh", "-c", command], cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    return done.stdout


def executed(folder):
    """The tutorial with what its commands print here."""
    said = None

    def replaced(match):
        nonlocal said
        language, content = match[1], match[2]
        if language == "py":
            said = shell(f"python - <<'END'\n{content}END", folder)
        elif language == "text":
            assert said is not None, "printed by a program above"
            content, said = said, None
        elif language == "":
            commands = [line for line in content.splitlines() if line.startswith("$ ")]
            assert commands, content
            content = "".join(f"{line}\n{shell(line[2:], folder)}" for line in commands)
        return f"```{language}\n{content}```"

    return BLOCK.sub(replaced, TUTORIAL.read_text(encoding="utf-8"))


def test_tutorial_prints_and_draws_what_it_shows(tmp_path):
    found = without_sizes(executed(tmp_path))
    pictures = {name: (tmp_path / name).read_text(encoding="utf-8") for name in ("mechanism.svg", "motion.svg")}
    if BLESS:
        TUTORIAL.write_text(found, encoding="utf-8")
        PICTURES.mkdir(exist_ok=True)
        for name, text in pictures.items():
            (PICTURES / name).write_text(text, encoding="utf-8")
    assert found == TUTORIAL.read_text(encoding="utf-8")
    for name, text in pictures.items():
        assert text == (PICTURES / name).read_text(encoding="utf-8"), f"{name} is out of date"


def test_fmus_of_the_readme_are_built_as_shown(tmp_path):
    """Every command of a block in which an FMU is built, in its order."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    blocks = [block for _, block in BLOCK.findall((ROOT / "README.md").read_text(encoding="utf-8")) if "$ luztar build " in block]
    shown = [part.partition("\n") for block in blocks for part in block.split("$ ")[1:]]
    assert {command.split()[0] for command, _, _ in shown} == {"luztar", "fmpy"}
    for command, _, told in shown:
        assert without_sizes(shell(command, tmp_path)) == told, command
    assert (tmp_path / "run.csv").read_text(encoding="utf-8").startswith('"time"')


def site(folder, tree=ROOT):
    """Makes the site of a source tree in a folder."""
    environment = os.environ | {"LUZTAR_PYTHON": sys.executable, "LUZTAR_WEB": str(ROOT / "target/web")}
    command = [tree / "tools/site", "--site-dir", folder]
    return subprocess.run(command, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def test_site_is_made_without_broken_links(tmp_path):
    done = site(tmp_path / "site")
    assert done.returncode == 0, done.stdout
    for page in ("index", "tutorial", "models", "keys", "comparison", "studies/sweep", "reproduction/J1"):
        text = (tmp_path / f"site/{page}.html").read_text(encoding="utf-8")
        assert "luztar" in text
    assert (tmp_path / "site/pictures/models/SteeringSystem.svg").is_file()
    # The page that runs luztar in a browser, to which every page leads.
    for file in ("index.html", "luztar.wasm", "libraries.json", "icon.svg"):
        assert (tmp_path / "site/try" / file).is_file(), file
    assert 'href="../try/index.html"' in (tmp_path / "site/studies/sweep.html").read_text(encoding="utf-8")
    assert 'href="../index.html"' in (tmp_path / "site/try/index.html").read_text(encoding="utf-8")
    assert (tmp_path / "site/source/include/luztar.h.txt").is_file()


def test_site_refuses_links_that_lead_nowhere(tmp_path):
    faults = ["no-such-page.md", "hosts.md#no-such-chapter", "../no/such/file.c"]
    tree = tmp_path / "tree"
    shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns("target", ".git", ".venv", "__pycache__", "fuzz"))
    with open(tree / "docs/limit-cycles.md", "a", encoding="utf-8") as page:
        page.write("".join(f"\n[x]({fault})\n" for fault in faults))
    done = site(tmp_path / "site", tree)
    assert done.returncode != 0
    for fault in faults:
        assert f"'{fault}'" in done.stdout, done.stdout
