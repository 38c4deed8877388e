"""The examples that issues of other tools asked for: each prints what docs/comparison.md shows. `LUZTAR_BLESS=1` writes that anew."""

import os
import re

import pytest

from catalogue import ROOT
from told import run_as_told

PAGE = ROOT / "docs/comparison.md"
SCRIPTS = sorted(path.name for path in (ROOT / "examples/comparisons").glob("*.py"))


@pytest.mark.parametrize("script", SCRIPTS)
def test_example_prints_what_the_page_shows(script, tmp_path):
    # What is built is told before, in two lines.
    printed = "".join(run_as_told(f"comparisons/{script}", tmp_path).splitlines(keepends=True)[2:])
    page = PAGE.read_text(encoding="utf-8")
    shown = re.compile(rf"(\(\.\./examples/comparisons/{re.escape(script)}\).*?```text\n)(.*?)(```)", re.DOTALL)
    assert shown.search(page), f"docs/comparison.md does not show {script}"
    if "LUZTAR_BLESS" in os.environ:
        page = shown.sub(lambda match: match[1] + printed + match[3], page, count=1)
        PAGE.write_text(page, encoding="utf-8")
    assert shown.search(page)[2] == printed
