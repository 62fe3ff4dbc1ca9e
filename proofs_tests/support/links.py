"""The links in the pages that lead out of the repository."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

from proofs_tests.support.blocks import blocks_in
from proofs_tests.support.markdown import PAGES, page_name
from proofs_tests.support.paths import ROOT

OTHERS = [ROOT / name for name in ("CITATION.cff", "mkdocs.yml", "pyproject.toml")]
"""Files that are no pages, and have such links."""

HOSTS = frozenset(
    {
        "aclanthology.org",
        "brat.nlplab.org",
        "crosshair.readthedocs.io",
        "docs.ray.io",
        "github.com",
        "huggingface.co",
        "jqlang.org",
        "json-schema.org",
        "keepachangelog.com",
        "mutmut.readthedocs.io",
        "networkx.org",
        "no-color.org",
        "semver.org",
        "universaldependencies.org",
    }
)
"""Where they lead. A name that is new is added here, and a slip of the pen is noticed."""

_LINK = re.compile(r"https?:[^\s\"'<>`]+")


def external_links() -> dict[str, list[str]]:
    """Each link with the files that it is in; examples in code are no links."""
    found: dict[str, list[str]] = {}
    for path in [*PAGES, *(path for path in OTHERS if path.exists())]:
        for link in links_in(text_without_code(path)):
            found.setdefault(link, []).append(page_name(path))
    return found


def text_without_code(path: Path) -> str:
    """A file, if it is a page without its code."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        for block in blocks_in(path):
            text = text.replace(block.text, "")
        text = re.sub(r"`(?:[^`\n]|\n(?!\n))+`", "", text)
    return text


def links_in(text: str) -> list[str]:
    """The links of a text, without the marks that close the sentence or the brackets around them."""
    return [re.split(r"[)\]]", link)[0].rstrip(".,;:") for link in _LINK.findall(text)]


def fault(link: str) -> str | None:
    """What is wrong with a link, as far as it can be told without asking; None if nothing is."""
    parts = urlsplit(link)
    if parts.scheme != "https":
        return "it does not begin with https"
    if parts.hostname not in HOSTS:
        return f"its host is not among those in {Path(__file__).relative_to(ROOT).as_posix()}"
    if parts.port is not None or parts.username is not None or parts.query:
        return "it has a port, a user or a question"
    if not re.fullmatch(r"(?:/[\w.~-]+)*/?", parts.path, re.ASCII):
        return "its path has odd characters"
    return None
