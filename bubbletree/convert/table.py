"""Converting many sentences, and counting what became of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from bubbletree.convert.errors import Reason, RepairKind
from bubbletree.convert.from_ud import Conversion, Failure
from bubbletree.convert.sharing import RULE_NAMES
from bubbletree.convert.to_ud import Punctuation, ud_columns
from bubbletree.sentence import Sentence
from bubbletree.static_oracle import OracleError, oracle
from bubbletree.tree import ROOT, BubbleTree
from bubbletree.validation import InvalidTreeError


@dataclass(slots=True)
class ConversionTable:
    """A tally of conversions.

    Every outcome of :func:`convert_all` goes through :meth:`add`.  For each tree, the table also makes
    the way back (:func:`bubbletree.to_ud`) and counts the words that get their old head.

    Parameters
    ----------
    punctuation : Punctuation
        The custom of the source, for the way back.

    Attributes
    ----------
    total : int
        Sentences that came.
    converted : int
        Of these, the ones that have a tree.
    unchanged : int
        Of these, the ones that needed no repair.
    projective, derivable : int
        Trees that are projective, and that the oracle can derive.
    bubbles : int
        Bubbles of two words or more, in all trees.
    reasons : Counter of Reason
        Failures.
    repaired_sentences, repaired_words : Counter of RepairKind
        Sentences with a repair, and words concerned.
    several_roots : int
        Trees in which several words depend on RT, as in the source. UD allows one.
    rules : Counter of (str, bool)
        Dependents at the edges of coordinations that were read off UD, by the rule that decided and whether
        they are shared.
    words, heads, labels : int
        Words of all trees, punctuation included; of these, the ones that get their head back, and the
        ones that get back head and label.
    tree_heads, tree_labels : int
        The same for the trees alone, without what they were made from.

    Examples
    --------
    >>> from bubbletree.convert import convert_all
    >>> table = ConversionTable()
    >>> sentence = Sentence.from_columns(["tea", "please"], heads=[0, 1], deprels=["root", "discourse"])
    >>> for outcome in convert_all([sentence]):
    ...     table.add(outcome)
    >>> print(table.to_text())
    sentences                                                                                 1
    converted to a bubble tree                                                                1  100.00%
      without any change                                                                      1  100.00%
      projective                                                                              1  100.00%
      derivable by the oracle                                                                 1  100.00%
    not converted                                                                             0    0.00%
    coordinations                                                                             0
    words of the trees                                                                        2
      head restored by bubbles -> UD                                                          2  100.00%
      head and label restored                                                                 2  100.00%
      head restored by the tree alone (punctuation: following)                                2  100.00%
      head and label restored by the tree alone                                               2  100.00%
    """

    punctuation: Punctuation = Punctuation.FOLLOWING
    total: int = 0
    converted: int = 0
    unchanged: int = 0
    projective: int = 0
    derivable: int = 0
    bubbles: int = 0
    several_roots: int = 0
    words: int = 0
    heads: int = 0
    labels: int = 0
    tree_heads: int = 0
    tree_labels: int = 0
    rules: Counter[tuple[str, bool]] = field(default_factory=Counter)
    reasons: Counter[Reason] = field(default_factory=Counter)
    repaired_sentences: Counter[RepairKind] = field(default_factory=Counter)
    repaired_words: Counter[RepairKind] = field(default_factory=Counter)

    def add(self, outcome: Conversion | Failure) -> None:
        """Count one outcome."""
        if isinstance(outcome, Failure):
            self.reasons[outcome.error.reason] += 1
            self.total += outcome.sentence is not None
            return
        tree = outcome.tree
        self.total += 1
        self.converted += 1
        self.unchanged += not outcome.repairs
        self.repaired_sentences.update({repair.kind for repair in outcome.repairs})
        for repair in outcome.repairs:
            self.repaired_words[repair.kind] += len(repair.tokens)
        self.rules.update((decision.rule, decision.shared) for decision in outcome.decisions)
        self.several_roots += sum(arc.head == ROOT for arc in tree.arcs) > 1
        self.bubbles += sum(hull.first != hull.last for hull in tree.hulls)
        try:
            oracle(tree)
        except InvalidTreeError:
            pass
        except OracleError:
            self.projective += 1
        else:
            self.projective += 1
            self.derivable += 1
        if tree.sentence is not None:
            self._compare(tree, tree.sentence)

    def _compare(self, tree: BubbleTree, sentence: Sentence) -> None:
        rows = [(row.head, row.deprel) for row in sentence.word_rows]
        alone = [(str(head), label) for head, label in ud_columns(tree, self.punctuation)]
        back = alone if tree.source is None else [(row.head, row.deprel) for row in tree.source.word_rows]
        self.words += len(rows)
        self.heads += sum(one[0] == other[0] for one, other in zip(rows, back, strict=True))
        self.labels += sum(one == other for one, other in zip(rows, back, strict=True))
        self.tree_heads += sum(one[0] == other[0] for one, other in zip(rows, alone, strict=True))
        self.tree_labels += sum(one == other for one, other in zip(rows, alone, strict=True))

    def to_text(self) -> str:
        """The table for people: counts, and shares where they mean something."""
        lines = [
            _line("sentences", self.total),
            _line("converted to a bubble tree", self.converted, self.total),
            _line("  without any change", self.unchanged, self.total),
            _line("  projective", self.projective, self.total),
            _line("  derivable by the oracle", self.derivable, self.total),
            _line("not converted", self.total - self.converted, self.total),
        ]
        lines.extend(_line(f"  {reason.value}", self.reasons[reason]) for reason in Reason if self.reasons[reason])
        repairs = [kind for kind in RepairKind if self.repaired_sentences[kind]]
        if repairs:
            lines.append("changed (sentences, words)")
        lines.extend(
            f"{_line(f'  {kind.value}', self.repaired_sentences[kind])}  {self.repaired_words[kind]:7,}"
            for kind in repairs
        )
        if self.several_roots:
            lines.append(_line("with several roots (UD allows one): kept", self.several_roots))
        alone = f"  head restored by the tree alone (punctuation: {self.punctuation.value})"
        lines += [
            _line("coordinations", self.bubbles),
            _line("words of the trees", self.words),
            _line("  head restored by bubbles -> UD", self.heads, self.words),
            _line("  head and label restored", self.labels, self.words),
            _line(alone, self.tree_heads, self.words),
            _line("  head and label restored by the tree alone", self.tree_labels, self.words),
        ]
        return "\n".join(lines)

    def to_dict(self) -> dict[str, object]:
        """The same as data for JSON; reasons and repairs under the lower-case names of their members."""
        return {
            "punctuation": self.punctuation.value,
            "sentences": self.total,
            "converted": self.converted,
            "unchanged": self.unchanged,
            "projective": self.projective,
            "derivable": self.derivable,
            "bubbles": self.bubbles,
            "reasons": {reason.name.lower(): self.reasons[reason] for reason in Reason if self.reasons[reason]},
            "repairs": {
                kind.name.lower(): {"sentences": self.repaired_sentences[kind], "words": self.repaired_words[kind]}
                for kind in RepairKind
                if self.repaired_sentences[kind]
            },
            **({"several_roots": self.several_roots} if self.several_roots else {}),
            "words": self.words,
            "heads_restored": self.heads,
            "labels_restored": self.labels,
            "heads_restored_by_tree": self.tree_heads,
            "labels_restored_by_tree": self.tree_labels,
            "rules": {
                rule: {"shared": self.rules[rule, True], "private": self.rules[rule, False]}
                for rule in RULE_NAMES
                if self.rules[rule, True] or self.rules[rule, False]
            },
        }


_WIDTH = 80
"""Columns for the names of the rows: the longest fits."""


def _line(name: str, count: int, of: int | None = None) -> str:
    share = "" if of is None else f"  {100 * count / of if of else 0:6.2f}%"
    return f"{name:<{_WIDTH}}{count:>11,}{share}"
