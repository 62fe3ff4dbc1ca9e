"""Findings as SARIF 2.1.0, which code hosts show beside the lines of a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import PurePath
from typing import NamedTuple
from urllib.parse import quote

from bubbletree.linting.finding import Finding
from bubbletree.linting.rules import RULES

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
BASE = "%SRCROOT%"
"""The name of the folder at which relative paths begin, as code hosts know it."""
_FOLDER = "The folder in which the command ran."
PAGE = "docs/guide/lint.md"
"""The page that describes the rules."""


class Placed(NamedTuple):
    """A finding with its place: the file, and the line of the word."""

    path: str
    line: int
    sent_id: str | None
    finding: Finding


def to_sarif(findings: Iterable[Placed], version: str) -> Mapping[str, object]:
    """The log of one run.

    Parameters
    ----------
    findings : iterable of Placed
        The findings.
    version : str
        The version of the program.

    Examples
    --------
    >>> found = Placed("a.conllu", 3, None, Finding("BT002", "coordinator-side", 2, "'and' depends on 'tea'"))
    >>> log = to_sarif([found], "1.0")
    >>> log["version"]
    '2.1.0'
    """
    rules = [
        {
            "id": rule.code,
            "name": rule.name,
            "shortDescription": {"text": rule.says},
            "help": {"text": f"{PAGE}#{anchor(rule.code, rule.name)}"},
            "defaultConfiguration": {"enabled": rule.is_default, "level": "warning"},
        }
        for rule in RULES
    ]
    numbers = {rule.code: number for number, rule in enumerate(RULES)}
    results = [
        {
            "ruleId": placed.finding.code,
            "ruleIndex": numbers[placed.finding.code],
            "level": "warning",
            "message": {"text": _message(placed)},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": _location(placed.path),
                        "region": {"startLine": placed.line},
                    }
                }
            ],
        }
        for placed in findings
    ]
    driver = {"name": "bubbletree lint", "semanticVersion": version, "rules": rules}
    run = {
        "tool": {"driver": driver},
        "originalUriBaseIds": {BASE: {"description": {"text": _FOLDER}}},
        "results": results,
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


STDIN = "<stdin>"
"""What findings in standard input have as their path; the log calls it ``stdin``."""


def _location(path: str) -> dict[str, str]:
    """A file as a URI: a relative one begins at the folder in which the command ran."""
    if path == STDIN:
        return {"uri": "stdin", "uriBaseId": BASE}
    if PurePath(path).is_absolute():
        return {"uri": PurePath(path).as_uri()}
    return {"uri": quote(PurePath(path).as_posix()), "uriBaseId": BASE}


def anchor(code: str, name: str) -> str:
    """Where a rule stands in the page that describes the rules.

    Examples
    --------
    >>> anchor("BT002", "coordinator-side")
    'bt002-coordinator-side'
    """
    return f"{code} {name}".lower().replace(" ", "-")


def _message(placed: Placed) -> str:
    where = f"{placed.sent_id}: " if placed.sent_id else ""
    return f"{where}{placed.finding.reason}"
