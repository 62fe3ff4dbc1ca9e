"""What turns the Markdown pages, which can be read as they are, into a site.

The README is the first page of the site, and other pages from outside of docs/ get a place in it. The page of all
public names becomes a page for each of its chapters, and notebooks become pages with their outputs. Links are changed
to fit.
"""

from __future__ import annotations

import json
import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[2]

OUTSIDE = {
    "README.md": "index.md",
    "docs/README.md": "contents.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "CITATION.cff": "CITATION.cff",
    "neural/english/README.md": "results/english.md",
    "neural/english-fast/README.md": "results/english-fast.md",
}
"""Where files are in the checkout and where on the site, for those that are somewhere else."""

PLACE = {place: source for source, place in OUTSIDE.items()}

API = "reference/api.md"
"""The page that is divided into chapters, ``reference/api/....md``."""

LINK = re.compile(r"\[([^]]*)\]\(([^)\s#:]*)(#[^)\s]*)?\)")
HEADING = re.compile(r"^#{2,3} (.*)$", re.MULTILINE)


def slug(heading: str) -> str:
    """What a heading is called in links, here and where the code is hosted."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def chapters() -> dict[str, str]:
    """The chapters of the page of all public names by title, each with its text."""
    _, *parts = re.split(r"^## ", (ROOT / "docs" / API).read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {part.partition("\n")[0]: part.partition("\n")[2] for part in parts}


def chapter_page(title: str) -> str:
    """The page of a chapter."""
    return f"reference/api/{slug(title)}.md"


def notebook_page(path: Path) -> str:
    """A notebook as Markdown."""
    parts = []
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        parts.append(source if cell["cell_type"] == "markdown" else f"```python\n{source}\n```")
        parts += [shown for output in cell.get("outputs", ()) if (shown := output_shown(output))]
    return "\n\n".join(parts) + "\n"


def output_shown(output: dict[str, Any]) -> str:
    """What a cell of a notebook printed or drew, as Markdown."""
    data = output.get("data", {"text/plain": output.get("text", "")})
    for kind in ("image/svg+xml", "text/html"):
        if kind in data:
            return f'<div class="output">{"".join(data[kind])}</div>'
    text = "".join(data["text/plain"]).rstrip()
    return f"```text {{ .output }}\n{text}\n```" if text else ""


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """List the chapters beside their page."""
    for section in config.nav or ():
        for entries in section.values():
            for position, entry in enumerate(entries if isinstance(entries, list) else ()):
                if isinstance(entry, dict) and API in entry.values():
                    [name] = entry
                    entries[position] = {name: [API, *({title: chapter_page(title)} for title in chapters())]}
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages from outside, and the chapters."""
    files.remove(next(file for file in files if file.src_uri == "README.md"))
    for source, place in OUTSIDE.items():
        files.append(File.generated(config, place, abs_src_path=str(ROOT / source)))
    for path in sorted((ROOT / "docs" / "notebooks").glob("*.ipynb")):
        place = f"notebooks/{path.stem}.md"
        files.append(File.generated(config, place, content=notebook_page(path)))
    for title, text in chapters().items():
        files.append(File.generated(config, chapter_page(title), content=f"# {title}\n{text}"))
    return files


def title(files: Files, place: str) -> str | None:
    """The first heading of a page."""
    file = files.get_file_from_path(place)
    found = re.search(r"^# (.+)$", file.content_string, re.MULTILINE) if file and file.is_documentation_page() else None
    return found[1] if found else None


def on_page_markdown(markdown: str, page: Page, files: Files, **_config: object) -> str:
    """Let links lead to where pages are on the site."""
    here = page.file.src_uri
    is_chapter = here.startswith("reference/api/")
    source = PLACE.get(here, f"docs/{API}" if is_chapter else f"docs/{here}")
    parts = {slug(found): chapter_page(title) for title, text in chapters().items() for found in HEADING.findall(text)}
    parts |= {slug(title): chapter_page(title) for title in chapters()}
    if here == API:
        markdown = re.split(r"^## ", markdown, maxsplit=1, flags=re.MULTILINE)[0]

    def changed(match: re.Match[str]) -> str:
        text, path, anchor = match.groups(default="")
        target = posixpath.normpath(posixpath.join(posixpath.dirname(source), path)) if path else source
        place = OUTSIDE.get(target, target.removeprefix("docs/") if target.startswith("docs/") else None)
        if place is not None and place.endswith(".ipynb"):
            place = f"{place.removesuffix('.ipynb')}.md"
        if place == API and anchor[1:] in parts:
            place = parts[anchor[1:]]
            anchor = "" if place == chapter_page(anchor[1:]) else anchor
        if place is None or files.get_file_from_path(place) is None or (not path and place == here):
            return match[0]
        if text == posixpath.basename(path):  # the name of a file means nothing on a site
            text = title(files, place) or text
        return f"[{text}]({posixpath.relpath(place, posixpath.dirname(here) or '.')}{anchor})"

    return LINK.sub(changed, markdown)


def on_post_build(config: MkDocsConfig) -> None:
    """Leave out the page for addresses that are not there: without a server at the root, it would have no style."""
    (Path(config.site_dir) / "404.html").unlink(missing_ok=True)
