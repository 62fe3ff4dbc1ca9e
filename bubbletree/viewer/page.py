"""The page: one HTML file with its style, its programs and its data.

The page loads nothing and sends nothing: its Content-Security-Policy allows only its own style and programs, which it
names by their hashes. Data is JSON that the browser does not run, and the programs show it as text only.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from importlib.resources import files
from string import Template
from typing import Final

from bubbletree._arguments import several
from bubbletree.draw.elements import shown
from bubbletree.plugins import Parser
from bubbletree.viewer.entries import Entry
from bubbletree.viewer.records import entry_record, rules_record

SCRIPTS: Final = (
    "dom.js",
    "tree.js",
    "layout.js",
    "crossing.js",
    "draw.js",
    "transitions.js",
    "filters.js",
    "list.js",
    "sentence.js",
    "derivation.js",
    "edit.js",
    "app.js",
)
"""The programs, each before those that use it."""

STYLE: Final = "page.css"
SKELETON: Final = "page.html"


def page(
    entries: Iterable[Entry],
    *,
    title: str = "Bubble trees",
    file: str = "this file",
    against: str | None = None,
    model: str | None = None,
    parser: Parser | None = None,
    served: Mapping[str, object] | None = None,
) -> str:
    """A page with all sentences.

    Parameters
    ----------
    entries : iterable of Entry
        The sentences, in this order.
    title : str
        The title of the page.
    file : str
        What to call the analysis.
    against : str, optional
        What to call the other one, if there is one.
    model : str, optional
        What to call the model that says how probable each step of a derivation is.
    parser : Parser, optional
        The model itself. It is asked at once, for all derivations. A served page has none: it asks its server when it
        shows a derivation.
    served : mapping, optional
        What the page can ask the server that it comes from. A page in a file asks nobody.

    Examples
    --------
    >>> from bubbletree import parse_brackets
    >>> from bubbletree.viewer.entries import entry
    >>> made = page([entry(parse_brackets("[tea cc=or milk]"))], title="Drinks")
    >>> "<title>Drinks</title>" in made
    True
    """
    data = {
        "title": title,
        "file": file,
        "against": against,
        "model": model,
        "served": served,
        "rules": rules_record(),
        "sentences": [entry_record(one, parser) for one in several(entries, "entries")],
    }
    style = asset(STYLE)
    return Template(asset(SKELETON)).substitute(
        policy=policy(connects=served is not None),
        title=escape(shown(title)),
        style=style,
        data=embedded(data),
        scripts="\n".join(f"<script>{asset(name)}</script>" for name in SCRIPTS),
    )


def policy(*, connects: bool = False) -> str:
    """The Content-Security-Policy of a page: its own style and programs, and nothing else.

    Parameters
    ----------
    connects : bool
        Whether the page may ask its own server.
    """
    rules = {
        "default-src": "'none'",
        "script-src": " ".join(_hashed(asset(name)) for name in SCRIPTS),
        "style-src": _hashed(asset(STYLE)),
        "connect-src": "'self'" if connects else "'none'",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def _hashed(source: str) -> str:
    digest = base64.b64encode(hashlib.sha256(source.encode()).digest()).decode("ascii")
    return f"'sha256-{digest}'"


def embedded(data: object) -> str:
    r"""Data as JSON that can stand inside an element of HTML: nothing in it looks like a tag.

    Parameters
    ----------
    data : object
        What JSON can hold.

    Examples
    --------
    >>> print(embedded(["</script>", "th\xe9"]))
    ["\u003c/script>","thé"]
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", r"\u003c")
    # Lone surrogates, which no file can hold, and the line ends of JavaScript.
    return text.encode("utf-8", errors="backslashreplace").decode("utf-8")


@cache
def asset(name: str) -> str:
    """A file of this folder.

    Parameters
    ----------
    name : str
        Its name.
    """
    return (files("bubbletree.viewer") / name).read_text(encoding="utf-8")
