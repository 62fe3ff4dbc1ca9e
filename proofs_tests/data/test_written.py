"""The sentences written by hand to test the English models: enough of them, well-formed, and seen nowhere else."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from bubbletree import BubbleTree, coordinations, treebank, validate
from bubbletree.io import read_brackets
from bubbletree.static_oracle import oracle

FOLDER = Path(__file__).parent / "written"
TREES = read_brackets(FOLDER / "sentences.brackets")


def bare(tree: BubbleTree) -> tuple[str, ...]:
    """The words that two copies of a sentence share, however they are written."""
    return tuple(word.lower() for word in tree.words if word.isalnum())


def kind(tree: BubbleTree) -> str:
    """What kind of text the sentence is from, by its id: written-KIND-NUMBER."""
    assert tree.sentence is not None
    assert tree.sentence.sent_id is not None
    return tree.sentence.sent_id.split("-")[1]


def test_there_are_as_many_as_the_readme_says() -> None:
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    found = sum(len(coordinations(tree)) for tree in TREES)
    assert readme.splitlines()[2].startswith(
        f"This folder has {len(TREES)} sentences of eleven kinds with {found} coordinations:"
    )
    kinds = Counter(kind(tree) for tree in TREES)
    assert len(kinds) == 11
    assert min(kinds.values()) >= 15


def test_each_has_an_id_a_text_and_a_coordination_in_a_tree_that_can_be_derived() -> None:
    assert len({tree.sentence.sent_id for tree in TREES if tree.sentence is not None}) == len(TREES)
    for tree in TREES:
        assert tree.sentence is not None
        text = tree.sentence.comment("text")
        assert text is not None
        assert text.replace(" ", "") == "".join(tree.words)
        assert validate(tree)
        assert oracle(tree)
        assert coordinations(tree)


def test_none_is_there_twice_or_in_the_other_data_of_the_project() -> None:
    readings = FOLDER.parent / "readings"
    others = [*treebank.load(), *(tree for path in readings.glob("*.brackets") for tree in read_brackets(path))]
    counts = Counter(map(bare, TREES))
    assert len(counts) == len(TREES)
    assert len(others) > 400
    assert [tree.words for tree in others if bare(tree) in counts] == []
