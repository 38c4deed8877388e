"""What MkDocs does not know about these pages: README.md and its like are pages, links may lead to files of the source tree,
and a list may follow its paragraph without a blank line, as in forges."""

import os
import posixpath
import re
from pathlib import Path

from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parent.parent
# Pages of the source tree beside docs/, with their names in the site.
PAGES = {"README.md": "index.md", "CONTRIBUTING.md": "CONTRIBUTING.md", "CHANGELOG.md": "CHANGELOG.md"}
# The page that runs luztar in a browser, as tools/web makes it, and where it stands in the site.
WEB = Path(os.environ.get("LUZTAR_WEB", ROOT / "target/web"))
TRY, PAGE_OF_WEB = "try", "web/page/"
# Its title there leads back.
TITLE, LINKED = "<h1>luztar</h1>", '<h1><a href="../index.html">luztar</a></h1>'
# Where files of the source tree stand in the site.
SOURCE = "source"

LINK = re.compile(r"(!?\[[^\]]*\]\()([^)\s#]+)(#[^)\s]*)?\)")
ITEM = re.compile(r"([-*]|\d+\.) ")


def on_files(files, config):
    """Adds the pages beside docs/ and the files that links lead to."""
    for page, name in PAGES.items():
        files.append(File.generated(config, name, content=(ROOT / page).read_text(encoding="utf-8")))
    for path in (path for path in sorted(WEB.rglob("*")) if path.is_file()):
        add_web(files, config, path)
    for file in list(files.documentation_pages()):
        for match in LINK.finditer(file.content_string):
            place = place_of(file.src_uri, match[2])
            if place is not None and name_of(place).startswith(SOURCE):
                add_source(files, config, place)
    return files


def on_page_markdown(markdown, page, **_):
    """Rewrites links and lists of a page."""
    home = posixpath.dirname(page.file.src_uri)

    def rewritten(match):
        place = place_of(page.file.src_uri, match[2])
        target = match[2] if place is None else posixpath.relpath(name_of(place), home or ".")
        return f"{match[1]}{target}{match[3] or ''})"

    return spaced(LINK.sub(rewritten, markdown))


def place_of(page, link):
    """Path of what a relative link leads to in the source tree; None where nothing is there, or the link is none of a file."""
    if ":" in link or link.startswith("/"):
        return None
    of_root = {name: source for source, name in PAGES.items()}
    folder = "" if page in of_root else posixpath.dirname("docs/" + page)
    place = posixpath.normpath(posixpath.join(folder, link))
    inside = not place.startswith("..") and (ROOT / place).exists()
    return place if inside else None


def name_of(place):
    """Path in the site of a path in the source tree."""
    if place in PAGES:
        return PAGES[place]
    if place.startswith(PAGE_OF_WEB):
        return f"{TRY}/{place.removeprefix(PAGE_OF_WEB)}"
    if place.startswith("docs/"):
        return place.removeprefix("docs/")
    path = ROOT / place
    # The site has no hidden folders.
    place = place.removeprefix(".")
    return f"{SOURCE}/{place}/index.txt" if path.is_dir() else f"{SOURCE}/{place}.txt"


def add_web(files, config, path):
    """A file of the page that runs luztar in a browser."""
    name = f"{TRY}/{path.relative_to(WEB).as_posix()}"
    if path.name != "index.html":
        files.append(File.generated(config, name, abs_src_path=str(path)))
        return
    html = path.read_text(encoding="utf-8")
    assert TITLE in html, f"{path}: {TITLE} is missing"
    files.append(File.generated(config, name, content=html.replace(TITLE, LINKED)))


def add_source(files, config, place):
    """A file of the source tree as text; of a folder the names of what it has."""
    path, name = ROOT / place, name_of(place)
    if files.get_file_from_path(name) is not None:
        return
    if path.is_dir():
        content = "".join(f"{file.name}\n" for file in sorted(path.iterdir()) if not file.name.startswith("_"))
    else:
        content = path.read_text(encoding="utf-8")
    files.append(File.generated(config, name, content=content))


def spaced(markdown):
    """The text with a blank line before each list that follows a paragraph."""
    lines, fenced, before = [], False, ""
    for line in markdown.splitlines():
        if line.lstrip().startswith("```"):
            fenced = not fenced
        begins = ITEM.match(line) and before.strip() and not ITEM.match(before.lstrip())
        if begins and not fenced and not before.startswith(" "):
            lines.append("")
        lines.append(line)
        before = line
    return "\n".join(lines) + "\n"
