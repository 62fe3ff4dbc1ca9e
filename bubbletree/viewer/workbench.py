"""What a served page can ask for: parsing, what was parsed, changing a tree, what a model thinks of it, CoNLL-U.

Questions and answers are objects of JSON. A question that makes no sense raises a :class:`bubbletree.BubbletreeError`.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, count
from typing import Final, TypeAlias

from bubbletree.confidence import CONFIDENCE, confidence_comment
from bubbletree.errors import BubbletreeError, UnwritableError
from bubbletree.io.conllu import format_conllu
from bubbletree.io.jsonl import fields, structure
from bubbletree.plugins import Candidate, Parser
from bubbletree.sentence import Sentence
from bubbletree.tree import BubbleTree
from bubbletree.viewer.edits import EditError, attach, coordinate, dissolve
from bubbletree.viewer.entries import Entry
from bubbletree.viewer.records import Record, steps_record, tree_record

SHOWN: Final = 5
"""How many trees of a sentence are shown at most."""

LONGEST: Final = 2_000
"""How many characters a sentence to parse may have."""

Question: TypeAlias = Mapping[str, object]


class Workbench:
    """The sentences of a served page, and a parser.

    Parameters
    ----------
    entries : iterable of Entry
        The sentences of the page; those that are typed in come after them.
    load : callable, optional
        Loads the parser, when it is asked for the first time.
    max_words : int, optional
        How many words a sentence that is typed may have.  If left out, there is no limit.

    Examples
    --------
    >>> from bubbletree import parse_brackets
    >>> from bubbletree.viewer.entries import entry
    >>> bench = Workbench([entry(parse_brackets("tea cc=or conj=milk"))])
    >>> tree = {"words": ["tea", "or", "milk"], "contents": [[0], [1], [2], [3]],
    ...         "arcs": [[0, "root", 1], [1, "cc", 2], [1, "conj", 3]]}
    >>> answer = bench.edit({"sentence": 1, "tree": tree, "change": "coordinate", "members": [1, 3]})
    >>> answer["record"]["bubbles"]
    [[1, 3]]
    """

    def __init__(
        self, entries: Iterable[Entry], load: Callable[[], Parser] | None = None, max_words: int | None = None
    ) -> None:
        listed = list(entries)
        self._sentences: list[tuple[BubbleTree, ...]] = [one.trees for one in listed]
        self._ids = {one.sent_id for one in listed} | set(map(_sent_id, chain.from_iterable(self._sentences)))
        self._typed: list[Record] = []
        self._load = load
        self._max_words = math.inf if max_words is None else max_words
        self._parser: Parser | None = None

    @property
    def answers(self) -> Mapping[str, Callable[[Question], Record]]:
        """What answers each question, by the name that the page asks it by."""
        return {"parse": self.parse, "typed": self.typed, "steps": self.steps, "edit": self.edit, "save": self.save}

    @property
    def can_parse(self) -> bool:
        """Whether there is a parser to load."""
        return self._load is not None

    def parse(self, question: Question) -> Record:
        """The most probable trees of a ``text``, and the number and the id of the new sentence.

        Parameters
        ----------
        question : mapping
            The field ``text``.
        """
        text = question.get("text")
        if not isinstance(text, str) or not text.strip():
            raise EditError("there is no text to parse")
        if len(text) > LONGEST:
            raise EditError(f"the text has {len(text):,} characters, and {LONGEST:,} are the most for one sentence")
        parser = self._loaded()
        number = len(self._sentences) + 1
        sent_id = self._new_id(number)
        candidates = _candidates(parser, text, sent_id)
        if (words := len(candidates[0].tree.words)) > self._max_words:
            raise EditError(f"the sentence has {words:,} words, and {self._max_words:,} are the most (--max-words)")
        trees = [_named(_with_confidences(parser, one.tree), sent_id) for one in candidates]
        self._sentences.append(tuple(trees[:1]))
        self._ids.add(sent_id)
        answer: Record = {
            "sentence": number,
            "id": sent_id,
            "alternatives": [
                {"record": tree_record(tree), "probability": math.exp(one.log_probability) if len(trees) > 1 else None}
                for one, tree in zip(candidates, trees, strict=True)
            ],
        }
        self._typed.append(answer)
        return answer

    def typed(self, question: Question) -> Record:
        """What was parsed before, as :meth:`parse` answered: a page that is loaded again has forgotten it.

        Parameters
        ----------
        question : mapping
            ``after``: how many sentences the page has.
        """
        after = question.get("after")
        if type(after) is not int or after < 0:
            raise EditError("there is no number of sentences")
        return {"typed": self._typed[max(0, after - len(self._sentences) + len(self._typed)) :]}

    def _new_id(self, number: int) -> str:
        """An id for a typed sentence that no other sentence has."""
        names = chain([f"typed-{number}"], (f"typed-{number}-{more}" for more in count(2)))
        return next(name for name in names if name not in self._ids)

    def steps(self, question: Question) -> Record:
        """How probable the steps of a tree's derivation are: see :func:`bubbletree.viewer.records.steps_record`.

        Parameters
        ----------
        question : mapping
            ``sentence``: its number. ``tree``: words, contents and arcs.
        """
        return steps_record(self._loaded(), self._tree(question.get("sentence"), question.get("tree")))

    def _loaded(self) -> Parser:
        """The parser, loaded when it is needed for the first time."""
        if self._parser is None:
            if self._load is None:
                raise EditError("no model was given: start with --model")
            self._parser = self._load()
        return self._parser

    def edit(self, question: Question) -> Record:
        """A tree after a change: how the page shows it, and its fields.

        Parameters
        ----------
        question : mapping
            ``sentence``: its number. ``tree``: words, contents and arcs. ``change``: ``attach`` with ``dependent``,
            ``head`` and ``label``; ``coordinate`` with ``members``; ``dissolve`` with ``bubble``.
        """
        tree = self._tree(question.get("sentence"), question.get("tree"))
        match question:
            case {"change": "attach", "dependent": int(dependent), "head": int(head), "label": str(label)}:
                changed = attach(tree, dependent, head, label.strip())
            case {"change": "coordinate", "members": list(members)} if all(type(one) is int for one in members):
                changed = coordinate(tree, members)
            case {"change": "dissolve", "bubble": int(bubble)}:
                changed = dissolve(tree, bubble)
            case _:
                raise EditError("no such change")
        return {"record": tree_record(changed), "tree": fields(changed)}

    def save(self, question: Question) -> Record:
        """All sentences as CoNLL-U, and which of them could not be written as they were read.

        A changed sentence that is not a well-formed tree is in no file yet. So then nothing is written, and the answer
        says which sentences have to be mended first, and why.

        Parameters
        ----------
        question : mapping
            ``edited``: for each sentence that was changed, by its number, words, contents and arcs.
        """
        edited = question.get("edited")
        if not isinstance(edited, dict):
            raise EditError("there are no trees to save")
        blocks: list[str] = []
        left_out: list[Record] = []
        refused: list[Record] = []
        for number, trees in enumerate(self._sentences, start=1):
            key = str(number)
            chosen = [self._tree(number, edited[key])] if key in edited else trees
            try:
                blocks.extend(map(format_conllu, chosen))
            except UnwritableError as error:
                (refused if key in edited else left_out).append({"sentence": number, "reason": str(error)})
        if refused:
            return {"refused": refused}
        return {"text": "".join(blocks), "left_out": left_out}

    def _tree(self, number: object, value: object) -> BubbleTree:
        """A tree from a question, with the columns and comments of its sentence."""
        if not isinstance(number, int) or not 1 <= number <= len(self._sentences):
            raise EditError("there is no such sentence")
        if not isinstance(value, dict):
            raise EditError("there is no tree")
        tree = structure(value)
        trees = self._sentences[number - 1]
        known: Sequence[Sentence | None] = [one.sentence for one in trees if one.words == tree.words]
        sentence = next(iter(known), None)
        return tree.with_sentence(sentence)


def _candidates(parser: Parser, text: str, sent_id: str) -> list[Candidate]:
    """The best trees of a text; one, if the parser has no others to offer.

    What the parser warns of names the sentence as the page does, and not as the parser called it.
    """
    with warnings.catch_warnings(record=True) as told:
        try:
            found = parser.n_best(text, SHOWN)
        except BubbletreeError:
            found = [Candidate(parser.parse(text), 0.0)]
    own = _sent_id(found[0].tree)
    for one in told:
        message = str(one.message).replace(f"sentence {own} ", f"sentence {sent_id} ", 1)
        warnings.warn(message, one.category, stacklevel=2)
    return found


def _sent_id(tree: BubbleTree) -> str | None:
    return None if tree.sentence is None else tree.sentence.sent_id


def _named(tree: BubbleTree, sent_id: str) -> BubbleTree:
    """The tree of a sentence with this id, whatever the parser called it."""
    sentence = tree.sentence or Sentence.from_columns(tree.words)
    others = sentence.with_comments({"sent_id": ""}).comments
    return tree.with_sentence(replace(sentence, comments=(f"# sent_id = {sent_id}", *others)))


def _with_confidences(parser: Parser, tree: BubbleTree) -> BubbleTree:
    """The tree with a comment on how sure the parser is of its coordinations, if it can tell."""
    if tree.sentence is None:
        return tree
    try:
        found = parser.confidences(tree)
    except BubbletreeError:
        return tree
    return tree.with_sentence(tree.sentence.with_comments({CONFIDENCE: confidence_comment(found)}))
