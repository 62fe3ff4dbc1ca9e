"""Comments that ``neural.parse`` adds to trees."""

from __future__ import annotations

from dataclasses import replace

from bubbletree import BubbleTree, Candidate, Sentence
from neural.cli.comments import ranked_trees, with_comments


def tree(*comments: str) -> BubbleTree:
    sentence = replace(Sentence.from_columns(["tea"], heads=[0], deprels=["root"]), comments=comments)
    return BubbleTree(["tea"], [{0}, {1}], [(0, "root", 1)], sentence)


def comments_of(made: BubbleTree) -> list[str]:
    assert made.sentence is not None
    return list(made.sentence.comments)


def test_comments_take_the_place_of_older_ones() -> None:
    plain = tree("# a = 1", "#confidence=1-2:0.5", "# confidence", "# confidence_x = 2")
    made = with_comments(plain, {"confidence": "", "b": "x y"})
    assert comments_of(made) == ["# a = 1", "# confidence_x = 2", "# b = x y"]
    assert made == plain


def test_trees_of_a_sentence_have_different_ids_and_open_a_document_once() -> None:
    opening = ("# newdoc id = d", "# newpar", "# sent_id = s", "# text = tea")
    first, second = ranked_trees([Candidate(tree(*opening), -0.25), Candidate(tree(*opening), -1.0)])
    assert comments_of(first)[:4] == list(opening)
    assert comments_of(second)[:3] == ["# sent_id = s-2", "# text = tea", "# n_best = 2"]


def test_trees_of_a_sentence_are_numbered_from_the_best() -> None:
    old = tree("# n_best = 7", "# text = tea")
    made = list(ranked_trees([Candidate(old, -0.25), Candidate(tree(), -1.0)]))
    assert [comments_of(one) for one in made] == [
        ["# text = tea", "# n_best = 1", "# log_probability = -0.2500"],
        ["# n_best = 2", "# log_probability = -1.0000"],
    ]
