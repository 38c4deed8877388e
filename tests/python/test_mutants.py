"""tools/mutants, without a run: it knows all tests, and what it builds at once is what single mutants are."""

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

TEXT = """\
/// Says `{` in 'µ' and "}".
pub fn sign(x: f64) -> f64 {
    // }
    if x < 0.0 { -1.0 } else { 1.0 }
}

pub const fn one() -> f64 {
    1.0 + 0.0
}

pub fn outer(x: f64) -> f64 {
    fn inner(x: f64) -> f64 {
        x * 2.0
    }
    inner(x) + 1.0
}
"""


@pytest.fixture(scope="module")
def tool():
    loader = SourceFileLoader("mutants", str(ROOT / "tools" / "mutants"))
    module = module_from_spec(spec_from_loader("mutants", loader))
    loader.exec_module(module)
    return module


def place(text, part, nth=0):
    """Span of a part of the text, as cargo-mutants tells it."""
    start = -1
    for _ in range(nth + 1):
        start = text.index(part, start + 1)

    def at(offset):
        before = text[:offset]
        return {"line": before.count("\n") + 1, "column": offset - (before.rfind("\n") + 1) + 1}

    return {"start": at(start), "end": at(start + len(part))}


def mutant(function, part, replacement):
    whole = TEXT[TEXT.index(function) :]
    inside = place(TEXT, whole[: whole.index("\n}\n") + 2])
    return {"file": "src/a.rs", "name": part, "function": {"span": inside}, "span": place(TEXT, part), "replacement": replacement}


def test_every_test_target_is_used_or_left_out(tool):
    tool.check_targets()


def test_mutants_side_by_side_are_what_they_are_alone(tool):
    mutants = {
        1: mutant("pub fn sign", "x < 0.0", "x > 0.0"),
        2: mutant("pub fn sign", "-1.0", "1.0"),
        3: mutant("pub const fn one", "1.0 + 0.0", "1.0 - 0.0"),
        4: mutant("pub fn outer", "inner(x) + 1.0", "inner(x) * 1.0"),
        5: {**mutant("pub fn outer", "x * 2.0", "x / 2.0"), "function": None},
    }
    files = {Path("src/a.rs"): TEXT.encode(), Path("src/lib.rs"): b"pub mod a;\n"}
    choices = tool.Choices(files, mutants)
    assert set(choices.left) == {3, 5}, "where nothing can be chosen a mutant is built on its own"
    made = choices.files[Path("src/a.rs")].decode()
    assert b"pub fn is_mutant(number: u32)" in choices.files[Path("src/lib.rs")]
    # Behind each choice stands the body with its fault, and at the end the body as it was.
    for number, (before, part, after) in {
        1: ("    // }\n    if ", "x > 0.0", " { -1.0 } else { 1.0 }\n}"),
        2: ("    // }\n    if x < 0.0 { ", "1.0", " } else { 1.0 }\n}"),
        4: ("        x * 2.0\n    }\n    ", "inner(x) * 1.0", "\n}"),
    }.items():
        _, chosen = made.split(f"if crate::is_mutant({number}) ", 1)
        body, _ = chosen.split(" else if crate" if number == 1 else "\n} else {", 1)
        assert before + part + after in body + "\n}", (number, body)
    assert made.count("if x < 0.0 { -1.0 } else { 1.0 }") == 1
    # A fault of the compiler is that of the mutant in whose body it is.
    start = len(made[: made.index("x > 0.0")].encode())
    assert choices.blamed("src/a.rs", start, start + 7) == {1}
    start = len(made[: made.index("x < 0.0 { -1.0 }")].encode())
    assert choices.blamed("src/a.rs", start, start + 7) == {1, 2}
    assert choices.blamed("src/a.rs", 0, 3) == set()
