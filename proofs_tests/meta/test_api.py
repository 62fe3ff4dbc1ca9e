"""The page docs/reference/api.md: complete, as the docstrings are now, and made of docstrings that say enough."""

from __future__ import annotations

import inspect
import re
from types import FunctionType

import pytest

from proofs_tests.support import api
from proofs_tests.support.docstrings import first_sentence, markdown, sections, wrapped
from proofs_tests.support.names import call, documentation, resolved, signature

FUNCTIONS = [name for name in api.NAMES if isinstance(resolved(name), FunctionType)]


def test_the_page_is_up_to_date() -> None:
    assert api.PAGE.read_text(encoding="utf-8") == api.page(), f"write it again: {api.COMMAND}"


def test_every_public_name_is_on_the_page_once() -> None:
    assert sorted(set(api.NAMES)) == sorted(api.NAMES)
    assert api.public_names() - set(api.NAMES) == set()


def test_every_heading_has_an_anchor_of_its_own() -> None:
    headings = re.findall(r"^#+ (.*)$", api.page(), re.MULTILINE)
    anchors = [api.link("", heading) for heading in headings]
    assert len(set(anchors)) == len(anchors) > len(api.NAMES)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_describe_their_parameters_and_show_an_example(name: str) -> None:
    text = documentation(name)
    lines = [line for title, lines in sections(text) if title == "Parameters" for line in lines]
    heads = [line.partition(" : ")[0] for line in lines if line and not line.startswith(" ")]
    described = {one.strip("*") for head in heads for one in head.split(", ")}
    function = resolved(name)
    assert isinstance(function, FunctionType)
    assert described == set(inspect.signature(function).parameters)
    assert ">>>" in text


@pytest.mark.parametrize("name", api.NAMES)
def test_every_name_is_described_in_a_sentence(name: str) -> None:
    assert first_sentence(documentation(name))


def test_checking_the_page_writes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    before = api.PAGE.stat().st_mtime_ns
    assert api.main(["--check"]) == 0
    assert api.PAGE.stat().st_mtime_ns == before
    assert "up to date" in capsys.readouterr().out


DOCSTRING = """\
What it does: see :func:`~bubbletree.validate` and
``two words``, as in::

    one line

* a point
  in two lines;
* another

Parameters
----------
one, two : int
    Some
    numbers.
*rest
    The others.

Raises
------
TeaError, MilkError
    There is none.

Examples
--------
>>> 1 + 1
2
"""


def test_docstrings_become_markdown() -> None:
    assert list(markdown(DOCSTRING, lambda target: f"<{target}>")) == [
        "What it does: see <~bubbletree.validate> and `two words`, as in:",
        "```text\none line\n```",
        "- a point in two lines;\n- another",
        "**Parameters**",
        "- `one`, `two` (*int*): Some numbers.\n- `*rest`: The others.",
        "**Raises**",
        "- <TeaError>, <MilkError>: There is none.",
        "**Examples**",
        "```pycon\n>>> 1 + 1\n2\n\n```",
    ]


def test_lines_are_never_broken_inside_of_code() -> None:
    text = wrapped("tea " * 28 + "`hot tea and buns`", "- ")
    assert text.splitlines() == ["- " + " ".join(["tea"] * 28), "  `hot tea and buns`"]


def test_cross_references_become_links_where_the_page_has_the_name() -> None:
    assert api.reference("~bubbletree.validate") == "[`validate`](#validate)"
    assert api.reference("bubbletree.convert.convert") == "[`convert.convert`](#convertconvert)"
    assert api.reference("svg") == "[`draw.svg`](#drawsvg)"
    assert api.reference("ValueError") == "`ValueError`"


class Tea:
    """Something to describe."""

    def brew(self, leaves: str, /, water: float = 0.5, *cups: int, hot: bool = True) -> None:
        """Make some."""

    def sip(self, *, from_which_of_all_the_cups_on_the_table: int, with_how_much_sugar_and_milk_in_it: float) -> None:
        """Drink some."""


def test_signatures_are_written_as_in_code() -> None:
    text = "brew(leaves: str, /, water: float = 0.5, *cups: int, hot: bool = True) -> None"
    assert signature("brew", Tea.brew, bound=True) == call("brew", Tea.brew) == text
    assert signature("sip", Tea.sip, bound=True).splitlines() == [
        "sip(",
        "    *,",
        "    from_which_of_all_the_cups_on_the_table: int,",
        "    with_how_much_sugar_and_milk_in_it: float,",
        ") -> None",
    ]
    assert call("sip", Tea.sip) == "sip(from_which_of_all_the_cups_on_the_table, with_how_much_sugar_and_milk_in_it)"
