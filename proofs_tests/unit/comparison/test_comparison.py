"""What two analyses have in common: the kinds of differences, edits in words, tokens that differ."""

from __future__ import annotations

import pytest
from hypothesis import given

from bubbletree import BubbleTree, Change, DifferentTextError, InvalidTreeError, coordinations, diff, parse_brackets
from proofs_tests.support.strategies import projective_trees


def changes(left: str, right: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(one.change.value, one.edits) for one in diff(parse_brackets(left), parse_brackets(right))]


@given(projective_trees(max_words=8))
def test_an_analysis_is_the_same_as_itself(tree: BubbleTree) -> None:
    found = diff(tree, tree)
    assert {one.change for one in found} <= {Change.SAME}
    assert len(found) == len(coordinations(tree))


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("[tea cc=or milk]", "[tea cc=or milk]", [("same", ())]),
        (
            "[(amod=hot tea) cc=or milk]",
            "amod=hot [tea cc=or milk]",
            [("other span", ("take 'hot' out of conjunct 1",))],
        ),
        (
            "[tea cc=or milk] nmod=(case=from Wu)",
            "[tea cc=or (milk nmod=(case=from Wu))]",
            [("other span", ("put 'from Wu' into conjunct 2",))],
        ),
        (
            "[tea punct=, milk cc=or jam]",
            "[tea punct=, [milk cc=or jam]]",
            [
                ("other nesting", ("make [tea | milk or jam] of [tea | milk | jam]",)),
                ("only right", ("add [milk | jam]",)),
            ],
        ),
        ("[tea cc=or milk]", "tea cc=or dep=milk", [("only left", ("remove [tea | milk]",))]),
        ("tea cc=or dep=milk", "[tea cc=or milk]", [("only right", ("add [tea | milk]",))]),
        (
            "dep=x dep=[tea cc=or milk] y",
            "dep=[x dep=tea cc=or milk] y",
            [("other span", ("make 'x' conjunct 1, not 'tea'",))],
        ),
    ],
)
def test_differences_are_told_apart_and_edits_put_in_words(
    left: str, right: str, expected: list[tuple[str, tuple[str, ...]]]
) -> None:
    assert changes(left, right) == expected


def test_coordinations_of_the_same_stretch_are_paired_first() -> None:
    found = diff(
        parse_brackets("[[a cc=or b] cc=or c]"),
        parse_brackets("[a cc=or [b cc=or c]]"),
    )
    assert [(one.change.value, one.left, one.right) for one in found] == [
        ("other nesting", ("a or b", "c"), ("a", "b or c")),
        ("only left", ("a", "b"), ()),
        ("only right", (), ("b", "c")),
    ]


def test_tokens_may_differ() -> None:
    whole = parse_brackets("nsubj=I obj=[tea cc=or (amod=hot milk)] want")
    parts = parse_brackets("nsubj=I obj=[(t flat=ea) cc=or (amod=hot milk)] want")
    [found] = diff(whole, parts)
    assert (found.change, found.left, found.right) == (Change.SAME, ("tea", "hot milk"), ("t ea", "hot milk"))


def test_sentences_may_differ() -> None:
    one = parse_brackets("[tea cc=or milk] parataxis=[come cc=and go]")
    first, second = parse_brackets("[tea cc=or milk]"), parse_brackets("[come cc=and go]")
    found = diff(one, [first, second])
    assert [(item.change, item.start, item.end) for item in found] == [(Change.SAME, 0, 9), (Change.SAME, 9, 18)]


def test_other_texts_are_refused() -> None:
    with pytest.raises(DifferentTextError, match=r"^the texts differ: 'jam' and 'now'$") as raised:
        diff(parse_brackets("tea dep=jam"), parse_brackets("tea dep=now"))
    assert (raised.value.left, raised.value.right) == ("jam", "now")
    with pytest.raises(DifferentTextError, match=r"^the texts differ: 'now' and ''$"):
        diff(parse_brackets("tea dep=now"), parse_brackets("tea"))
    with pytest.raises(InvalidTreeError):
        diff(BubbleTree(["a"], [{0}, {1}], []), BubbleTree(["a"], [{0}, {1}], []))


def test_wrong_arguments_are_named() -> None:
    tree = parse_brackets("tea")
    with pytest.raises(TypeError, match="expected a BubbleTree, not int"):
        diff(tree, [5])  # type: ignore[list-item]  # on purpose
    with pytest.raises(TypeError, match="expected several trees"):
        diff(5, tree)  # type: ignore[arg-type]  # on purpose
