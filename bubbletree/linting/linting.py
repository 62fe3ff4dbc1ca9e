"""What is doubtful in the annotation of a sentence."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from bubbletree._arguments import expect, several
from bubbletree.convert.heads import tree_heads
from bubbletree.convert.syntax import Syntax
from bubbletree.convert.to_ud import to_ud
from bubbletree.errors import BubbletreeError, did_you_mean
from bubbletree.linting.finding import Finding
from bubbletree.linting.rules import RULES, Rule
from bubbletree.sentence import Row, Sentence, split_comment
from bubbletree.tree import BubbleTree

ALL = "all"
"""In place of a rule: every rule."""
SUPPRESS = "nolint"
"""The comment, and the item in MISC, that suppress findings."""

_BY_NAME: Mapping[str, Rule] = {name: rule for rule in RULES for name in (rule.code, rule.name)}


class UnknownLintError(BubbletreeError, ValueError):
    """A rule that is selected or ignored does not exist.

    Attributes
    ----------
    name : str
        Its name.
    """

    def __init__(self, name: str) -> None:
        rules = ", ".join(f"{rule.code} ({rule.name})" for rule in RULES)
        near = did_you_mean(name, (given for rule in RULES for given in (rule.name, rule.code)))
        super().__init__(f"there is no rule {name!r}{near or f'; the rules are {rules}'}")
        self.name = name


def chosen_rules(select: Collection[str] | None = None, ignore: Collection[str] = ()) -> tuple[Rule, ...]:
    """The rules of some codes or names, without others.

    Parameters
    ----------
    select : collection of str, optional
        The rules, by code or name, or ``"all"``; if left out, those that are on by default.
    ignore : collection of str
        Rules that are left out.

    Raises
    ------
    UnknownLintError
        There is no such rule.

    Examples
    --------
    >>> [rule.name for rule in chosen_rules(["BT002", "chain"], ignore=["chain"])]
    ['coordinator-side']
    """
    ignored = {_rule(name).code for name in several(ignore, "names of rules")}
    if select is not None:
        several(select, "names of rules")
    if select is None:
        chosen = {rule.code for rule in RULES if rule.is_default}
    elif ALL in select:
        chosen = {rule.code for rule in RULES}
    else:
        chosen = {_rule(name).code for name in select}
    return tuple(rule for rule in RULES if rule.code in chosen - ignored)


def _rule(name: str) -> Rule:
    found = _BY_NAME.get(name) or _BY_NAME.get(name.upper())
    if found is None:
        raise UnknownLintError(name)
    return found


def lint(
    source: Sentence | BubbleTree, *, select: Collection[str] | None = None, ignore: Collection[str] = ()
) -> tuple[Finding, ...]:
    """What is doubtful in the annotation of coordination in a UD sentence.

    Parameters
    ----------
    source : Sentence or BubbleTree
        A sentence with HEAD and DEPREL as in UD version 2, or a tree, of which the UD conversion is taken.
    select, ignore
        As for :func:`bubbletree.linting.chosen_rules`.

    Returns
    -------
    tuple of Finding
        From left to right. A comment ``# nolint`` suppresses all findings of a sentence, ``# nolint = BT001 chain``
        those of some rules; ``nolint`` and ``nolint=BT001`` in MISC suppress those about the word.

    Raises
    ------
    ConversionError
        A word has no head, or the heads do not form a tree.
    UnknownLintError
        There is no such rule.

    Examples
    --------
    >>> sentence = Sentence.from_columns(
    ...     ["tea", "and", "buns"], heads=[0, 1, 1], deprels=["root", "cc", "conj"]
    ... )
    >>> [(found.code, found.word) for found in lint(sentence)]
    [('BT002', 2)]
    """
    expect(source, (Sentence, BubbleTree), "a Sentence or a BubbleTree")
    rules = chosen_rules(select, ignore)
    sentence = to_ud(source) if isinstance(source, BubbleTree) else source
    syntax = Syntax(sentence, tree_heads(sentence), sentence.deprels)
    suppressed = _suppressed(sentence)
    findings = [
        Finding(rule.code, rule.name, word, reason)
        for rule in rules
        if not suppressed & {ALL, rule.code, rule.name}
        for word, reason in rule.find(syntax)
        if not _suppressed_at(syntax.rows[word]) & {ALL, rule.code, rule.name}
    ]
    return tuple(sorted(findings, key=lambda found: (found.word, found.code)))


def _suppressed(sentence: Sentence) -> set[str]:
    """The rules that comments suppress in a whole sentence."""
    found: set[str] = set()
    for name, value in map(split_comment, sentence.comments):
        if name == SUPPRESS:
            found |= _names(value)
    return found


def _suppressed_at(row: Row) -> set[str]:
    """The rules that MISC suppresses at a word."""
    found: set[str] = set()
    for item in row.misc.split("|"):
        name, equals, value = item.partition("=")
        if name == SUPPRESS:
            found |= _names(value if equals else None)
    return found


def _names(value: str | None) -> set[str]:
    return {ALL} if value is None else set(value.replace(",", " ").split())
