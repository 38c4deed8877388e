"""The page that runs luztar in a browser (target/web, made by tools/web): typed into, looked at, and taken home as an FMU."""

import csv
import json
import subprocess
import zipfile

import pytest
from fmpy import simulate_fmu
from fmpy.validation import validate_fmu

from browser import ESCAPE, RIGHT, SHIFT, Browser, served
from catalogue import ROOT
from conftest import LUZTAR

WEB = ROOT / "target/web"
# Of motions here and there; both run the same code, whose sums compilers may order differently.
ACCURACY = 1e-9

# Without contacts and freeplay.
SMOOTH = ["PrandtlTomlinson"]
FILE = (ROOT / "examples/networks/SpringMass.toml").read_text()


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """The page in a folder of a server, as a person has it open."""
    assert (WEB / "index.html").is_file(), f"{WEB} is missing: tools/web"
    root = tmp_path_factory.mktemp("web")
    (root / "some").mkdir()
    (root / "some/folder").symlink_to(WEB)
    downloads = tmp_path_factory.mktemp("downloads")
    with served(root) as address, Browser(downloads) as browser:
        browser.open(address + "some/folder/index.html")
        settled(browser)
        yield browser


def settled(page, wanted=lambda text: "transition" in text):
    """Waits for a motion and gives what the page says of it."""
    return page.wait(lambda: (text := page.text("#outcome")) and wanted(text) and text)


def write(page, text):
    """Puts a text in the place of the present one, and types its last line as a person does."""
    before, _, last = text.rstrip("\n").rpartition("\n")
    place = "const t = document.getElementById('text'); t.value = arguments[0]; t.focus(); t.setSelectionRange(t.value.length, t.value.length);"
    page.run(place, before + "\n")
    page.type("#text", last)


def transitions(page):
    cells = page.texts("#transitions td")
    return [(float(time), *words) for time, *words in zip(*(cells[k::4] for k in range(4)))]


def told(arguments, folder):
    """Transitions that the program tells of a network and these options."""
    (folder / "network.toml").write_text(FILE)
    events = folder / "events.csv"
    subprocess.run([LUZTAR, "simulate", folder / "network.toml", *arguments, "--events", events], check=True, capture_output=True)
    with events.open(newline="") as file:
        return [(float(time), *words) for time, *words in list(csv.reader(file))[1:]]


def same(found, expected):
    assert [words for _, *words in found] == [words for _, *words in expected]
    assert [time for time, *_ in found] == pytest.approx([time for time, *_ in expected], abs=ACCURACY, rel=0)


def test_faults_are_told_while_one_types_and_go_when_they_are_mended(page, tmp_path):
    write(page, FILE.replace("stiffness = 100.0", "stifness = 100.0"))
    page.wait(lambda: "refused" in page.run("return document.getElementById('errors').className"))
    lines = FILE.splitlines()
    line = 1 + lines.index("stiffness = 100.0")
    rows = page.texts("#errors .fault")
    # The key that is misspelt, and the table that misses it.
    [place] = [k for k, row in enumerate(rows, 1) if row.startswith(f"{line}:1") and "did you mean `stiffness`?" in row]
    assert str(line) in page.texts("#gutter b") and "stifness" in page.texts("#paint mark")
    assert page.run("return document.getElementById('get').disabled")
    # The fault leads to its place.
    page.click(f"#errors .fault:nth-child({place})")
    word = page.run("const t = document.getElementById('text'); return t.value.slice(t.selectionStart, t.selectionStart + 8)")
    assert word == "stifness"
    write(page, FILE)
    page.wait(lambda: page.text("#errors") == "The file has no errors.")
    assert settled(page, lambda text: text.startswith("3 transitions"))
    assert page.run("return document.querySelectorAll('#drawing svg text').length") > 0
    assert page.run("return [...document.querySelectorAll('#plot path.curve')].every(c => c.getTotalLength() > 100)")
    states = page.run("return [...document.querySelectorAll('#plot rect.state')].map(r => r.getAttribute('fill'))")
    assert len(states) == 4 and len(set(states)) == 3  # backward, forward, backward, stuck
    same(transitions(page), told([], tmp_path))


def test_values_move_the_motion_as_they_move_the_programs(page, tmp_path):
    write(page, FILE)
    settled(page, lambda text: text.startswith("3 transitions"))
    before = transitions(page)
    # The times at which a spring turns a mass do not depend on its friction, but on the mass itself.
    page.click('[data-name="slider slider.mass"]')  # in the middle of the slider
    mass = float(page.run("return document.querySelector('[data-name=\"slider.mass\"]').value"))
    assert mass != 1.0
    page.wait(lambda: transitions(page) != before)
    same(transitions(page), told([f"--set=slider.mass={mass}"], tmp_path))
    # What the unit refuses is told at the value.
    page.run("const f = document.querySelector('[data-name=\"slider.mass\"]'); f.value = -1; f.dispatchEvent(new Event('input'))")
    page.wait(lambda: "must be > 0" in "".join(page.texts("#controls .refused .fault")))
    page.click("#reset")
    page.wait(lambda: transitions(page) == before)


def test_inputs_are_expressions(page, tmp_path):
    name = ROOT / "examples/networks/Clutch.toml"
    page.run("location.hash = 'Clutch'")
    page.wait(lambda: page.run("return document.title").startswith("Clutch"))
    fields = '[data-name="clutch.normalForce"]', '[data-name="engine.torque"]'
    loads = [page.run("return document.querySelector(arguments[0]).value", field) for field in fields]
    assert all("t" in load for load in loads)
    events = tmp_path / "events.csv"
    inputs = [f"--input=clutch.normalForce={loads[0]}", f"--input=engine.torque={loads[1]}", "--input-tolerance=1e-6"]
    subprocess.run([LUZTAR, "simulate", name, *inputs, "--events", events], check=True, capture_output=True)
    with events.open(newline="") as file:
        expected = [(float(time), *words) for time, *words in list(csv.reader(file))[1:]]
    settled(page, lambda text: text.startswith(f"{len(expected)} transition"))
    same(transitions(page), expected)
    page.type(fields[1], "+ sin(")
    page.wait(lambda: "engine.torque" in page.text("#outcome"))
    assert page.texts("#controls .refused label") == ["engine.torque"]


def test_errors_of_a_motion_are_whole_and_the_file_is_not_praised(page):
    write(page, FILE + '\n[force.push]\nbetween = "slider"\nforce = "exp(1000*t)"\n')
    error = settled(page, lambda text: text.startswith("SpringMass "))
    assert "non-finite" in error and len(error) > 60
    cut = "const o = document.getElementById('outcome'); return o.scrollWidth > o.clientWidth || o.scrollHeight > o.clientHeight"
    assert not page.run(cut)
    assert page.text("#errors") == "The file has no errors, but the simulation fails."
    assert page.run("return document.getElementById('errors').className") == "refused"
    write(page, FILE)
    page.wait(lambda: page.text("#errors") == "The file has no errors.")
    settled(page, lambda text: text.startswith("3 transitions"))


def test_curves_run_through_a_pixel_as_the_motion_does(page):
    script = """return import(new URL('plot.js', location)).then(({ path }) =>
        path({ values: arguments[0], held: false }, [0, 0.01, 0.02, 0.03, 5], (t) => t, (value) => 10 - value))"""
    assert page.run(script, [0, 4, -4, 1, 0]) == "M0.0 10.0L0.0 6.0L0.0 14.0L0.0 9.0L5.0 10.0L5.0 10.0"
    assert page.run(script, [0, -4, 4, 1, 0]) == "M0.0 10.0L0.0 14.0L0.0 6.0L0.0 9.0L5.0 10.0L5.0 10.0"


def test_keys_reach_values_and_transitions(page):
    page.run("location.hash = 'BlockOnBelt'")
    settled(page, lambda text: text.startswith("9 transitions"))
    page.run("document.getElementById('plot').focus()")
    page.type("#plot", SHIFT + RIGHT)
    assert page.text("#tip").startswith("t = 7.5 s")
    page.click("#list summary")
    assert page.run("return document.getElementById('list').open")
    page.type("#list summary", ESCAPE)
    assert not page.run("return document.getElementById('list').open")


@pytest.mark.parametrize("version", [2, 3])
def test_the_fmu_is_the_programs_and_runs_in_fmpy(page, tmp_path, version):
    write(page, FILE)
    settled(page, lambda text: text.startswith("3 transitions"))
    page.click("#download summary")
    page.click(f'#order [value="{version}"]')
    page.click("#get")
    page.wait(lambda: page.text("#got").startswith("SpringMass"))
    name = "SpringMass.fmu" if version == 2 else "SpringMass.fmi3.fmu"
    fmu = page.downloads / name
    page.wait(fmu.is_file)
    page.type("#get", ESCAPE)
    # The program packs the same from the same libraries.
    (tmp_path / "network.toml").write_text(FILE.rstrip("\n"))
    listed = json.loads((WEB / "libraries.json").read_text())
    libraries = [f"--library={row['platform']}={WEB / row['file']}" for row in listed]
    build = [LUZTAR, "build", tmp_path / "network.toml", f"--fmi={version}", "--out", tmp_path, *libraries]
    subprocess.run(build, check=True, capture_output=True)
    with zipfile.ZipFile(fmu) as here, zipfile.ZipFile(tmp_path / name) as there:
        assert here.namelist() == there.namelist()
        for entry in there.namelist():
            if "fmi-ls-ref" not in entry:
                assert here.read(entry) == there.read(entry), entry
    assert validate_fmu(str(fmu)) == []
    result = simulate_fmu(str(fmu), stop_time=2.0, output_interval=0.01, output=["slider.position"])
    rows = tmp_path / "rows.csv"
    run = [LUZTAR, "simulate", tmp_path / "network.toml", "--step=0.01", "--output", rows]
    subprocess.run(run, check=True, capture_output=True)
    with rows.open(newline="") as file:
        expected = [float(row["slider.position"]) for row in csv.DictReader(file)]
    assert list(result["slider.position"]) == pytest.approx(expected, abs=ACCURACY, rel=0)


def test_every_network_that_the_page_offers_moves(page):
    names = page.run("return [...document.querySelectorAll('#choice option')].map(o => o.value)")
    assert len(names) == len(set(names)) == sum(len(list((ROOT / folder).glob("*.toml"))) for folder in ("examples/networks", "examples/mechanisms", "modelDescription"))
    choose = "const c = document.getElementById('choice'); c.value = arguments[0]; c.dispatchEvent(new Event('change'))"
    for name in names:
        page.run("document.getElementById('outcome').textContent = ''")
        page.run(choose, name)
        page.wait(lambda: page.run("return document.title") == f"{name}: luztar")
        text = settled(page, lambda text: "transition" in text or "refused" in page.run("return document.getElementById('outcome').className"))
        assert "transition" in text and text.startswith("0 ") == (name in SMOOTH), (name, text)
        assert page.text("#errors") == "The file has no errors.", name
        boxes = "return [...document.querySelectorAll('#controls input[type=number]')].filter(b => b.scrollWidth > b.clientWidth).map(b => b.value)"
        assert page.run(boxes) == [], name
    assert page.complaints() == []
