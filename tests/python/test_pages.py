"""The form of pages: short lines and short sentences, measured outside code and tables.

A page that is brought into form joins IN_FORM; none leaves it. `python tests/python/test_pages.py` prints how far the others are."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
IN_FORM = [
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "README.md",
    "docs/architecture.md",
    "docs/benchmarks.md",
    "docs/c.md",
    "docs/calibrate.md",
    "docs/choose-a-law.md",
    "docs/command-line.md",
    "docs/comparison.md",
    "docs/cookbook.md",
    "docs/elements.md",
    "docs/corrections.md",
    "docs/coupling.md",
    "docs/events.md",
    "docs/friction-laws.md",
    "docs/glossary.md",
    "docs/hosts.md",
    "docs/hosts/c.md",
    "docs/hosts/compliance-checker.md",
    "docs/hosts/drake.md",
    "docs/hosts/exudyn.md",
    "docs/hosts/fmpy.md",
    "docs/hosts/fmusim.md",
    "docs/hosts/libcosim.md",
    "docs/hosts/mastersim.md",
    "docs/hosts/mujoco.md",
    "docs/hosts/multibody.md",
    "docs/hosts/omsimulator.md",
    "docs/hosts/openmodelica.md",
    "docs/hosts/simulink.md",
    "docs/keys.md",
    "docs/limit-cycles.md",
    "docs/methods.md",
    "docs/model-a-mechanism.md",
    "docs/models.md",
    "docs/network-format.md",
    "docs/platforms.md",
    "docs/published-forms.md",
    "docs/python.md",
    "docs/releasing.md",
    "docs/reproduction/A1.md",
    "docs/reproduction/J1.md",
    "docs/reproduction/J2.md",
    "docs/reproduction/J3.md",
    "docs/reproduction/S1.md",
    "docs/studies/bifurcation.md",
    "docs/studies/characteristic.md",
    "docs/studies/cycle.md",
    "docs/studies/energy.md",
    "docs/studies/fit.md",
    "docs/studies/frequency-response.md",
    "docs/studies/lyapunov.md",
    "docs/studies/phase.md",
    "docs/studies/poincare.md",
    "docs/studies/reduce.md",
    "docs/studies/reproduce.md",
    "docs/studies/sweep.md",
    "docs/theory.md",
    "docs/tutorial.md",
    "docs/variable-list.md",
    "docs/variables.md",
]
# Characters of a line that has more than one sentence; one sentence may have a line of its own.
LONGEST_LINE = 100
# Words of a sentence.
LONGEST_SENTENCE = 30
# Lines of the pages that a newcomer opens first.
SHORT = {"README.md": 120, "CONTRIBUTING.md": 120, "docs/architecture.md": 100}

FENCED = re.compile(r"^( *)```.*?^\1```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
ITEM = re.compile(r" *(?:[-*]|\d+\.) ")
# Where the next sentence begins: behind a full stop, but not that of an initial or an abbreviation.
SHORTENED = ["e.g", "i.e", "fig", "figs", "eq", "eqs", "Appl", "Mech", "Rev", "Trans", "Phys", "Vib", "Bull", "Seism", "Soc", "Am", "Figs", "Fig"]
NEXT = re.compile(
    r"(?<=[.!?])(?<!\b[A-Z]\.)" + "".join(rf"(?<!\b{re.escape(word)}\.)" for word in SHORTENED) + r"[)*\"]*\s+"
)


def prose(text):
    """Lines outside code, tables and headings, without targets of links; "" between paragraphs."""
    lines = LINK.sub(r"\1", FENCED.sub("", text)).splitlines()
    return ["" if line.startswith(("|", "#")) else line.rstrip() for line in lines]


def sentences(text):
    """Sentences of paragraphs and list items."""
    parts, part = [], ""
    for line in [*prose(text), ""]:
        if not line or ITEM.match(line):
            parts.append(part)
            part = ""
        part = f"{part} {ITEM.sub('', line, count=1)}".strip()
    return [sentence for part in parts if part for sentence in NEXT.split(part)]


def long_sentences(text):
    return [sentence for sentence in sentences(text) if len(sentence.split()) > LONGEST_SENTENCE]


def long_lines(text):
    """Lines that are too long and are not one sentence."""
    return [line for line in prose(text) if len(line) > LONGEST_LINE and len(NEXT.split(line)) > 1]


@pytest.mark.parametrize("page", IN_FORM)
def test_page_has_short_lines(page):
    assert long_lines((ROOT / page).read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("page", IN_FORM)
def test_page_has_short_sentences(page):
    assert long_sentences((ROOT / page).read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("page, most", SHORT.items())
def test_first_pages_are_short(page, most):
    assert len((ROOT / page).read_text(encoding="utf-8").splitlines()) <= most


def test_changes_have_one_line_each():
    lines = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split("## [Unreleased]")[1].splitlines()
    assert [line for line in lines if line and not line.startswith(("- ", "#"))] == []


def test_what_is_long_is_found():
    words = " ".join(["word"] * LONGEST_SENTENCE)
    assert long_sentences(f"{words}.\nNext one.") == []
    assert len(long_sentences(f"- One\n{words}.\n\nA table:\n| {words} {words} |\n```\n{words} {words}\n```\n")) == 1
    line = "x" * LONGEST_LINE
    assert long_lines(f"{line}x.\n[One](target) {line[:90]}. Two.\n[a]({line}). B.") == []
    assert len(long_lines(f"One. {line}")) == 1


def report():
    """Longest line and sentence of every page, and how many are too long."""
    print("page  longest line  too long  longest sentence, words  too long")
    for path in [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]:
        text = path.read_text(encoding="utf-8")
        lines, found = prose(text), sentences(text)
        page = path.relative_to(ROOT).as_posix()
        numbers = (
            max(map(len, lines), default=0),
            len(long_lines(text)),
            max((len(sentence.split()) for sentence in found), default=0),
            len(long_sentences(text)),
        )
        print(page, *numbers, "in form" if page in IN_FORM else "", sep="  ")


if __name__ == "__main__":
    report()
