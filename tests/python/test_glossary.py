"""The glossary: one definition of one sentence for each term, and sources that are explained."""

import re

from catalogue import ROOT

PAGE = (ROOT / "docs/glossary.md").read_text(encoding="utf-8")
CHAPTERS = dict(chapter.split("\n", 1) for chapter in PAGE.split("\n## ")[1:])
ROW = re.compile(r"^\| (?!-)(.+?) \|$", re.MULTILINE)
SOURCE = re.compile(r"\[([A-Z][\w ]*|diBernardo)\](?!\()")


def rows(chapter):
    """Cells of the tables of a chapter, without their heads."""
    cells = [row.split(" | ") for row in ROW.findall(CHAPTERS[chapter])]
    return [row for row in cells if row[0] not in ("term", "short name") and not row[0].startswith("---")]


TERMS = {chapter: rows(chapter) for chapter in ("Terms of users", "Terms of developers")}


def test_every_term_has_one_sentence_and_a_source():
    for row in (row for chapter in TERMS.values() for row in chapter):
        term, definition, source = row
        assert term and source, row
        assert definition[0].isupper() and definition.endswith("."), row
        assert re.search(r"[.!?] [A-Z]", definition) is None, f"two sentences: {row}"


def test_a_term_is_explained_once():
    terms = [term for chapter in TERMS.values() for row in chapter for term in re.split(r"[,;] ", row[0])]
    assert len(terms) > 200
    assert sorted(terms) == sorted(set(terms))


def test_sources_are_explained_and_used():
    named = {name for chapter in TERMS.values() for row in chapter for name in SOURCE.findall(row[2])}
    explained = {name for row in rows("Sources") for name in SOURCE.findall(row[0])}
    assert named == explained


def test_states_of_elements_are_terms():
    """The names by which transitions are listed."""
    page = (ROOT / "docs/command-line.md").read_text(encoding="utf-8")
    [shown] = re.findall(r"`time,element,from,to`\.\s+(.*?)\n- ", page, re.DOTALL)
    states = set(re.findall(r"`([a-z ]+)`", shown))
    terms = {term for row in TERMS["Terms of users"] for term in row[0].split(", ")}
    assert len(states) == 10 and states <= terms
