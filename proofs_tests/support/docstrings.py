"""Docstrings in numpydoc style as Markdown."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

COLUMNS = 118

ROLE = re.compile(r":(?P<role>\w+):`(?P<target>[^`]+)`")
ITEM = re.compile(r"(?P<names>[\w*]+(?:, [\w*]+)*)(?: : (?P<kind>.*))?")
UNNAMED = ("Raises", "Returns", "Yields")
"""Sections whose items begin with a type, not with a name."""

Link = Callable[[str], str]
"""From the target of a cross-reference to Markdown."""


class Section(NamedTuple):
    """A section of a docstring; the text before all headings has no title."""

    title: str
    lines: list[str]


def sections(docstring: str) -> list[Section]:
    """The sections of a docstring whose indentation is gone."""
    found = [Section("", [])]
    lines = docstring.splitlines()
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        if line and below == "-" * len(line):
            found.append(Section(line, []))
        elif not re.fullmatch(r"-{3,}", line):
            found[-1].lines.append(line)
    return found


def first_sentence(docstring: str) -> str:
    """The first sentence of a docstring, on one line and without the stop."""
    paragraph = " ".join(docstring.split("\n\n", maxsplit=1)[0].split())
    return re.split(r"(?<=[.])\s", paragraph + " ")[0].rstrip(" .:")


def markdown(docstring: str, link: Link) -> Iterator[str]:
    """The blocks of Markdown that say what a docstring says."""
    for title, lines in sections(docstring):
        if title:
            yield f"**{title}**"
        if title in ("", "Examples", "Notes"):
            yield from blocks(lines, link)
        else:
            yield "\n".join(items(title, lines, link))


def items(title: str, lines: Sequence[str], link: Link) -> Iterator[str]:
    """A list of parameters, attributes, exceptions or results: lines that stand out, and what is indented below."""
    for part in _chunks(lines):
        head, text = part[0], " ".join(" ".join(part[1:]).split())
        found = ITEM.fullmatch(head)
        if title in UNNAMED or found is None:
            named = f"*{head}*" if title != "Raises" else ", ".join(map(link, head.split(", ")))
        else:
            named = ", ".join(f"`{name}`" for name in found["names"].split(", "))
            named += f" (*{found['kind']}*)" if found["kind"] else ""
        yield wrapped(f"{named}: {inline(text, link)}" if text else named, "- ")


def _chunks(lines: Sequence[str]) -> Iterator[list[str]]:
    part: list[str] = []
    for line in lines:
        if line and not line.startswith(" ") and part:
            yield part
            part = []
        if line:
            part.append(line)
    if part:
        yield part


def blocks(lines: Sequence[str], link: Link) -> Iterator[str]:
    """Paragraphs, lists, examples and code."""
    paragraphs = [block.split("\n") for block in re.split(r"\n\s*\n", "\n".join(lines).strip("\n")) if block.strip()]
    code = ""
    """The language of the code that follows, if there is any."""
    for number, paragraph in enumerate(paragraphs):
        if code and paragraph[0].startswith(" "):
            more = number + 1 < len(paragraphs) and paragraphs[number + 1][0].startswith(" ")
            yield f"```{code}\n{textwrap.dedent(chr(10).join(paragraph))}\n```"
            code = code if more else ""
        elif paragraph[0].startswith(">>>"):
            yield "\n".join(["```pycon", *paragraph, "", "```"])
        elif directive := re.fullmatch(r"\.\. code-block:: (\w+)", paragraph[0]):
            code = directive[1]
        elif paragraph[0].startswith(("* ", "- ")):
            bullets = re.split(r"\n[*-] ", "\n".join(paragraph)[2:])
            yield "\n".join(wrapped(inline(" ".join(bullet.split()), link), "- ") for bullet in bullets)
        elif len(paragraph) > 1 and all(line.startswith(" ") for line in paragraph[1:]):
            yield "\n".join(items("", paragraph, link))
        else:
            text = " ".join(" ".join(paragraph).split())
            if text.endswith("::"):
                text, code = text[:-1], "text"
            yield wrapped(inline(text, link))


def inline(text: str, link: Link) -> str:
    """Text with the marks of Markdown in place of those of reStructuredText."""
    text = ROLE.sub(lambda role: link(role["target"]), text)
    return re.sub(r"``([^`]+)``", r"`\1`", text)


def wrapped(text: str, bullet: str = "") -> str:
    """A paragraph in lines that are not too long, never broken inside of code."""
    held = re.sub(r"`[^`]*`", lambda code: code[0].replace(" ", "\0"), text)
    lines = textwrap.wrap(
        held,
        COLUMNS,
        initial_indent=bullet,
        subsequent_indent=" " * len(bullet),
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join(lines).replace("\0", " ")
