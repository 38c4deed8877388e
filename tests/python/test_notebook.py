"""The notebook of the examples: its cells run one after another, and show what is kept in it.

`LUZTAR_BLESS=1 pytest tests/python/test_notebook.py` keeps what they show anew."""

import ast
import io
import os
import re

import matplotlib
import nbformat
import pytest

from catalogue import ROOT

NOTEBOOK = ROOT / "examples/python/luztar.ipynb"
BLESS = "LUZTAR_BLESS" in os.environ
# What a notebook prefers to show, best first.
SHOWN = [("image/svg+xml", "_repr_svg_"), ("text/html", "_repr_html_")]
# Numbers of a few digits: the last ones depend on the processor, those of pictures on the fonts.
NUMBER = re.compile(r"-?\d+\.?\d*(?:e[-+]?\d+)?")


def value_of(cell, names):
    """What the last line of a cell comes to, if it is an expression."""
    program = ast.parse(cell)
    last = program.body.pop() if isinstance(program.body[-1], ast.Expr) else None
    exec(compile(program, NOTEBOOK.name, "exec"), names)
    return None if last is None else eval(compile(ast.Expression(last.value), NOTEBOOK.name, "eval"), names)


def outputs(cell, names):
    """What a notebook shows below a cell."""
    from matplotlib import pyplot

    value = value_of(cell, names)
    found = []
    if value is not None and not pyplot.get_fignums():
        data = {"text/plain": repr(value)}
        data |= {kind: getattr(value, method)() for kind, method in SHOWN if hasattr(value, method)}
        found.append(nbformat.v4.new_output("display_data", data))
    for number in pyplot.get_fignums():
        picture = io.StringIO()
        pyplot.figure(number).savefig(picture, format="svg", metadata={"Date": None})
        found.append(nbformat.v4.new_output("display_data", {"image/svg+xml": picture.getvalue()}))
    pyplot.close("all")
    return found


@pytest.fixture
def executed(tmp_path, monkeypatch):
    """The notebook with what its cells show here."""
    from matplotlib import pyplot

    matplotlib.use("svg")
    # Other tests may have left some open.
    pyplot.close("all")
    monkeypatch.setitem(matplotlib.rcParams, "svg.hashsalt", "luztar")
    monkeypatch.chdir(tmp_path)
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    names = {}
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = outputs(cell.source, names)
    return notebook


def texts(notebook):
    """Tables and texts of a notebook, without pictures."""
    shown = [output.data for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    return [data[kind] for data in shown for kind in ("text/plain", "text/html") if kind in data]


def test_notebook_shows_what_its_cells_come_to(executed):
    if BLESS:
        nbformat.write(executed, NOTEBOOK)
    kept = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(executed)
    for mine, other in zip(texts(executed), texts(kept), strict=True):
        assert NUMBER.sub("", mine) == NUMBER.sub("", other)
        numbers = [[float(number) for number in NUMBER.findall(text)] for text in (mine, other)]
        assert numbers[0] == pytest.approx(numbers[1], rel=1e-4, abs=1e-9)
    pictures = [output for cell in executed.cells if cell.cell_type == "code" for output in cell.outputs if "image/svg+xml" in output.data]
    assert len(pictures) >= 3
