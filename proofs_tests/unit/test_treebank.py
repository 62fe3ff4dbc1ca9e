"""The shipped treebank: valid, derivable, consistently annotated, and as varied as it claims to be."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from bubbletree import BubbleTree, FormatError, coordinations, derive, oracle, treebank, validate
from bubbletree.io.brackets import parse_brackets, read_brackets, write_brackets
from bubbletree.treebank import load
from proofs_tests.support.examples import FIGURE_1

TREES = load()

TAGS = [
    "ADJ",
    "ADP",
    "ADV",
    "AUX",
    "CCONJ",
    "DET",
    "INTJ",
    "NOUN",
    "NUM",
    "PART",
    "PRON",
    "PROPN",
    "PUNCT",
    "SCONJ",
    "VERB",
]

DEPENDENTS = {
    "acl": "VERB",
    "acl:relcl": "VERB ADJ",
    "advcl": "VERB ADJ ADV",
    "advmod": "ADV PART",
    "amod": "ADJ",
    "appos": "NOUN",
    "aux": "AUX",
    "aux:pass": "AUX",
    "case": "ADP PART",
    "cc": "CCONJ ADV",
    "cc:preconj": "CCONJ PART",
    "ccomp": "VERB ADJ",
    "compound": "NOUN PROPN",
    "compound:prt": "ADP",
    "conj": "ADJ ADP ADV DET NOUN NUM PRON PROPN VERB",
    "cop": "AUX",
    "csubj": "VERB",
    "det": "DET",
    "det:predet": "DET",
    "discourse": "INTJ",
    "expl": "PRON",
    "fixed": "ADP ADV",
    "flat": "PROPN",
    "iobj": "NOUN PRON",
    "mark": "SCONJ PART",
    "nmod": "NOUN PRON PROPN",
    "nmod:desc": "PROPN",
    "nmod:poss": "NOUN PRON PROPN",
    "nmod:unmarked": "NOUN",
    "nsubj": "ADJ DET NOUN PRON PROPN",
    "nsubj:pass": "NOUN PRON PROPN",
    "nummod": "NUM",
    "obj": "NOUN NUM PRON PROPN",
    "obl": "NOUN NUM PRON PROPN",
    "obl:agent": "NOUN PROPN",
    "obl:unmarked": "NOUN",
    "parataxis": "VERB",
    "punct": "PUNCT",
    "root": "ADJ ADV NOUN VERB",
    "vocative": "NOUN PROPN",
    "xcomp": "ADJ NOUN VERB",
}
"""The relations of the treebank, and the parts of speech of their dependents."""

HEADS = {
    "amod": "NOUN PROPN",
    "aux": "ADJ VERB",
    "aux:pass": "VERB",
    "case": "NOUN NUM PRON PROPN",
    "compound": "NOUN PROPN",
    "compound:prt": "VERB",
    "cop": "ADJ ADV NOUN",
    "det": "NOUN PROPN",
    "iobj": "VERB",
    "mark": "ADJ ADV VERB",
    "nmod:poss": "NOUN",
    "nsubj": "ADJ ADV NOUN VERB",
    "nsubj:pass": "VERB",
    "nummod": "NOUN",
    "obj": "VERB",
    "obl": "ADJ VERB",
    "xcomp": "VERB",
}
"""The parts of speech of what some relations depend on."""


def tags(tree: BubbleTree, bubble: int) -> set[str]:
    """The parts of speech of the words that head a bubble."""
    if len(tree.contents[bubble]) == 1:
        [token] = tree.contents[bubble]
        assert tree.sentence is not None
        return {tree.sentence.upos[token - 1]}
    return {tag for child in tree.children(bubble) if tree.label(child) == "conj" for tag in tags(tree, child)}


def inside(tree: BubbleTree, bubble: int) -> list[int]:
    """The internal children of a bubble from left to right."""
    children = [child for child in tree.children(bubble) if tree.contents[child] <= tree.contents[bubble]]
    return sorted(children, key=lambda child: min(tree.contents[child]))


def trees_are_valid_and_derivable(tree: BubbleTree) -> None:
    assert validate(tree).ok, str(validate(tree))
    assert derive(tree.words, oracle(tree)) == tree
    [root] = [bubble for bubble in tree.bubbles if 0 in tree.contents[bubble]]
    assert [tree.label(child) for child in tree.children(root)] == ["root"]


def relations_go_with_parts_of_speech(tree: BubbleTree) -> None:
    assert tree.sentence is not None
    assert set(tree.sentence.upos) <= set(TAGS)
    for arc in tree.arcs:
        assert tags(tree, arc.dependent) <= set(DEPENDENTS[arc.label].split()), tree.text(arc.dependent)
        if arc.label in HEADS:
            assert tags(tree, arc.head) <= set(HEADS[arc.label].split()), tree.text(arc.dependent)


def bubbles_follow_the_conventions(tree: BubbleTree) -> None:
    for bubble in tree.bubbles:
        children = inside(tree, bubble)
        if len(tree.contents[bubble]) < 2:
            continue
        labels = [tree.label(child) for child in children]
        assert labels[0] == labels[-1] == "conj"
        assert set(labels) <= {"conj", "cc", "punct"}
        # Between two conjuncts: a comma, a coordinator, or both.
        between = " ".join(str(label) for label in labels).split("conj")[1:-1]
        assert {part.strip() for part in between} <= {"punct", "cc", "punct cc"}
    for arc in tree.arcs:
        if arc.label in {"conj", "cc", "cc:preconj"}:
            assert len(tree.contents[arc.head]) > 1
        if arc.label == "cc:preconj":
            assert max(tree.contents[arc.dependent]) < min(tree.contents[arc.head])


def clauses_are_consistent(tree: BubbleTree) -> None:
    for bubble in tree.bubbles:
        below = [str(tree.label(child)) for child in tree.children(bubble)]
        counts = Counter(below)
        for once in ("nsubj", "nsubj:pass", "obj", "cop", "case", "expl"):
            assert counts[once] <= 1, (once, tree.text(bubble))
        assert not ("nsubj" in below and "aux:pass" in below)
        assert not ("nsubj:pass" in below and "aux:pass" not in below)
        assert not ({"cop", "obj"} <= set(below))
        if tree.label(bubble) == "punct":
            assert below == []


def sentences_are_labelled_with_their_text(tree: BubbleTree) -> None:
    assert tree.sentence is not None
    key, text = tree.sentence.comments[-1].split(" = ")
    assert key == "# text"
    assert text.replace(" ", "") == "".join(tree.words)
    assert tree.words[0][0].isupper() or tree.words[0] == "“"


@pytest.mark.parametrize(
    "check",
    [
        trees_are_valid_and_derivable,
        relations_go_with_parts_of_speech,
        bubbles_follow_the_conventions,
        clauses_are_consistent,
        sentences_are_labelled_with_their_text,
    ],
)
def test_every_tree(check: Callable[[BubbleTree], None]) -> None:
    failures = {}
    for tree in TREES:
        try:
            check(tree)
        except AssertionError as error:
            failures[tree.sentence and tree.sentence.sent_id] = str(error)
    assert failures == {}


def test_the_file_is_in_order() -> None:
    assert [tree.sentence and tree.sentence.sent_id for tree in TREES] == [
        f"bank-{number:03}" for number in range(1, len(TREES) + 1)
    ]
    assert len({tree.words for tree in TREES}) == len(TREES) >= 250
    assert load() is TREES


def test_the_first_tree_is_figure_1() -> None:
    assert TREES[0] == FIGURE_1


def test_categories() -> None:
    found = {
        " ".join(tree.words[each.whole.first - 1 : each.whole.last]): each.category
        for tree in TREES
        for each in coordinations(tree)
    }
    assert None not in found.values()
    examples = {
        "hot coffee or tea and a bun": "NP",
        "Anna and I": "NP",
        "washed and ironed": "VP",
        "was a miner and played the accordion": "VP",
        "The bell rang and the children ran outside": "S",
        "I called twice , but nobody answered , and I went home": "S",
        "fast but safely": "ADVP",
        "young and old": "ADJP",
        "by card or in cash": "PP",
        "Two or three": "QP",
    }
    assert {text: found[text] for text in examples} == examples


@pytest.mark.parametrize(
    ("brackets", "category"),
    [
        ("[he/PRON cc=or she/PRON]", "NP"),
        ("[Tom/PROPN cc=and (det=a cat/NOUN)]", "NP"),
        ("[came/VERB cc=and saw/VERB]", "VP"),
        ("[warm/ADJ cc=and dry/ADJ]", "ADJP"),
        ("[here/ADV cc=and there/ADV]", "ADVP"),
        ("[two/NUM cc=or three/NUM]", "QP"),
        ("[in/ADP cc=or near/ADP]", "IN"),
        ("[(nsubj=I/PRON came/VERB) cc=and saw/VERB]", "S"),
        ("[(nsubj:pass=it/PRON aux:pass=was/AUX seen/VERB) cc=and known/VERB]", "S"),
        ("[(csubj=singing/VERB helps/VERB) cc=and heals/VERB]", "S"),
        ("[(case=by/ADP sea/NOUN) cc=or (case=by/ADP land/NOUN)]", "PP"),
        ("[(cop=is/AUX tea/NOUN) cc=and (cop=was/AUX warm/ADJ)]", "VP"),
        ("[(nsubj=[he/PRON cc=or she/PRON] came/VERB) cc=and saw/VERB]", "NP S"),
        ("[big/ADJ old/ADJ]", "ADJP"),
        ("[cc=both [warm/ADJ cc=and dry/ADJ] cc=and clean/ADJ]", "ADJP ADJP"),
        ("[[(case=by/ADP sea/NOUN) cc=or (case=by/ADP land/NOUN)] cc=or here/ADV]", "PP PP"),
    ],
)
def test_the_category_is_that_of_the_first_conjunct(brackets: str, category: str) -> None:
    tree = treebank._with_categories(parse_brackets(brackets))
    assert tree == parse_brackets(brackets)
    assert tree.sentence is not None
    spans = sorted((min(content), max(content)) for content in tree.contents if len(content) > 1)
    assert [span for span, _ in tree.sentence.categories] == spans
    assert sorted(each for _, each in tree.sentence.categories) == category.split()


def test_reading_the_file_anew_gives_the_same() -> None:
    again = load.__wrapped__()
    assert [(tree, tree.sentence) for tree in again] == [(tree, tree.sentence) for tree in TREES]
    assert isinstance(again, tuple)


def test_the_file_is_read_as_utf_8_and_named_in_errors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(io, "text_encoding", lambda encoding, *_: encoding or "ascii")
    monkeypatch.setattr(treebank, "files", lambda _: tmp_path)
    path = tmp_path / treebank.FILE
    path.write_text("[茶/NOUN cc=和/CCONJ 咖啡/NOUN]\n", encoding="utf-8")
    assert [tree.words for tree in load.__wrapped__()] == [("茶", "和", "咖啡")]
    path.write_text("\n[tea\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"^english\.brackets:2: "):
        load.__wrapped__()


def test_there_is_some_of_everything() -> None:
    plain = [tree for tree in TREES if not coordinations(tree)]
    assert 0.15 < len(plain) / len(TREES) < 0.25
    found = [(tree, coordination) for tree in TREES for coordination in coordinations(tree)]
    labels = Counter(arc.label for tree in TREES for arc in tree.arcs)
    nested = [tree for tree, c in found if any(len(tree.contents[b]) > 1 for b in inside(tree, c.bubble))]
    heads = Counter(tuple(sorted(tags(tree, c.bubble))) for tree, c in found)
    assert len(nested) >= 10
    assert sum(len(c.conjuncts) > 2 for _, c in found) >= 35
    assert sum(not c.coordinators for _, c in found) >= 6
    assert sum(c.coordinators != () and c.coordinators[0].width > 1 for _, c in found) >= 3
    assert sum(any(m.label != "punct" for m in c.shared_left) for _, c in found) >= 100
    assert sum(any(m.label != "punct" for m in c.shared_right) for _, c in found) >= 30
    assert sum(len(coordinations(tree)) > 1 for tree in TREES) >= 50
    assert labels["cc:preconj"] >= 12
    assert heads["NOUN",] >= 100
    assert heads["VERB",] >= 60
    assert min(heads["ADJ",], heads["ADV",] + heads["ADP",]) >= 3


def test_the_treebank_survives_a_file(tmp_path: Path) -> None:
    path = tmp_path / "again.brackets"
    write_brackets(TREES, path)
    again = read_brackets(path)
    assert again == list(TREES)
    for tree, original in zip(again, TREES, strict=True):
        assert tree.sentence is not None
        assert original.sentence is not None
        assert (tree.sentence.upos, tree.sentence.comments) == (original.sentence.upos, original.sentence.comments)
