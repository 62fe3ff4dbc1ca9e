"""Described sentences: what a line holds, that the published schema fits, what is read back."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given

from bubbletree import BubbleTree, FormatError, InvalidTreeError, Sentence, from_ud, read_sentences, to_ud
from bubbletree.grammar import generate
from bubbletree.io import format_json, format_jsonl, parse_json, read_json, scan_json, write_json
from bubbletree.io.json import iter_marked_json
from bubbletree.marked import MarkedSentence, marked
from bubbletree.sentence import Row
from bubbletree.treebank import load
from proofs_tests.support.examples import FIGURE_1
from proofs_tests.support.paths import ROOT
from proofs_tests.support.strategies import projective_trees

SCHEMA = json.loads(resources.files("bubbletree.io").joinpath("json.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def line(tree: BubbleTree) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(format_json(tree))
    return found


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@given(projective_trees(max_words=7))
def test_the_schema_fits_and_trees_come_back(tree: BubbleTree) -> None:
    VALIDATOR.validate(line(tree))
    assert parse_json(format_json(tree)) == tree


def test_the_schema_fits_whole_treebanks() -> None:
    gold = [
        from_ud(one) for path in sorted((ROOT / "proofs_tests/data/gold").iterdir()) for one in read_sentences(path)
    ]
    for tree in [*load(), *generate(100, seed=3), *gold]:
        VALIDATOR.validate(line(tree))


@pytest.mark.parametrize(
    "change",
    [
        lambda found: found.pop("text"),
        lambda found: found.update(more=1),
        lambda found: found["tokens"][0].update(id="1"),
        lambda found: found["tokens"][0].update(more=1),
        lambda found: found["coordinations"][0].pop("parent"),
        lambda found: found["coordinations"][0].update(confidence=2),
        lambda found: found["coordinations"][0].update(conjuncts=[]),
        lambda found: found["coordinations"][0]["conjuncts"][0].update(more=1),
        lambda found: found["coordinations"][0]["governor"].pop("text"),
        lambda found: found["coordinations"][1]["shared_left"][0].pop("relation"),
        lambda found: found["tree"]["arcs"][0].pop(),
    ],
)
def test_the_schema_fits_nothing_else(change: Callable[[dict[str, Any]], object]) -> None:
    found = line(FIGURE_1)
    VALIDATOR.validate(found)
    change(found)
    with pytest.raises(jsonschema.ValidationError):
        VALIDATOR.validate(found)


def test_columns_comments_and_categories_come_back() -> None:
    rows = (
        Row("1", "Tea", "tea", "NOUN", "NN", "Number=Sing", "0", "root", "0:root", "SpaceAfter=No|TokenRange=9:12"),
        Row("2", "!", head="1", deprel="punct", misc="TokenRange=12:13"),
    )
    sentence = Sentence(rows, ("# sent_id = a", "# text = Tea!"), (((1, 2), "NP"),))
    tree = BubbleTree(
        ["Tea", "!"], [{0}, {1}, {2}, {1, 2}], [(0, "root", 3), (3, "conj", 1), (3, "punct", 2)], sentence
    )
    again = parse_json(format_json(tree))
    assert again.sentence is not None
    assert again.sentence.rows == sentence.rows
    assert again.sentence.comments == sentence.comments
    assert line(tree)["offset"] == 9


def test_a_category_comes_back() -> None:
    sentence = Sentence.from_columns(["a", "b"])
    tree = BubbleTree(
        ["a", "b"],
        [{0}, {1}, {2}, {1, 2}],
        [(0, "root", 3), (3, "conj", 1), (3, "conj", 2)],
        Sentence(sentence.rows, (), (((1, 2), "NP"),)),
    )
    again = parse_json(format_json(tree)).sentence
    assert again is not None
    assert again.categories == (((1, 2), "NP"),)


def test_a_tree_alone_is_read_too() -> None:
    assert read_json(format_jsonl(FIGURE_1) + "\n" + format_json(FIGURE_1)) == [FIGURE_1, FIGURE_1]


def test_only_well_formed_trees_are_written(tmp_path: Path) -> None:
    with pytest.raises(InvalidTreeError):
        write_json([FIGURE_1, BubbleTree(["a"], [{0}, {1}], [])], tmp_path / "x.json")
    assert list(tmp_path.iterdir()) == []


def test_each_sentence_is_a_line_whatever_its_words() -> None:
    stream = io.StringIO()
    tree = BubbleTree(["a\u2028b\n", "\ud800"], [{0}, {1}, {2}], [(0, "root", 1), (1, "x", 2)])
    write_json([tree, tree], stream)
    assert len(stream.getvalue().splitlines()) == 2
    assert read_json(stream.getvalue()) == [tree, tree]


def changed(**fields: object) -> str:
    return json.dumps({**line(FIGURE_1), **fields})


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (changed(tree=[]), "the field 'tree' must be an object"),
        (changed(tokens={}), "the field 'tokens' must be a list"),
        (changed(tokens=[]), "the words of the tokens and of the tree differ"),
        (changed(tokens=[1]), "token 1 must be an object with a text"),
        (changed(tokens=[{"text": "I", "lemma": ""}]), "token 1 has no value of the column lemma: ''"),
        (changed(tokens=[{"text": "I", "misc": "a\tb"}]), "token 1 has no value of the column misc: 'a\\tb'"),
        (changed(tokens=[{"text": "I", "head": True}]), "token 1 has no value of the column head: 'None'"),
        (changed(comments=["text"]), "a comment must be a line of text that begins with #"),
        (changed(comments=["# a\n1"]), "a comment must be a line of text that begins with #"),
        (changed(comments=None), "the field 'comments' must be a list"),
        (changed(coordinations=None), "the field 'coordinations' must be a list"),
        (changed(coordinations=[{"category": 1}]), "coordination 1 must have a category, or null in its place"),
        ("{}", "expected the fields words, contents, arcs, but found none"),
        ("[" * 100_000, "brackets are nested too deeply"),
    ],
)
def test_errors_say_what_is_wrong(text: str, reason: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_json([text], "menu.json")
    assert str(caught.value) == f"menu.json:1: {reason}"


def test_sentences_of_too_many_words_are_left_out() -> None:
    [bad] = scan_json([format_json(FIGURE_1)], max_words=8)
    assert "more than 8 words" in str(bad)


WITH_ALL_LINES = """\
# sent_id = all
# text = won't go and do
0.1\tyou\tyou\tPRON\t_\tCase=Nom\t_\t_\t3:nsubj\tCopyOf=7
1-2\twon't\t_\t_\t_\tTypo=Yes\t_\t_\t_\tLang=en
1\two\twill\tAUX\tMD\t_\t3\taux\t3:aux\t_
2\tn't\tnot\tPART\t_\t_\t3\tadvmod\t_\t_
2.1\te\t_\t_\t_\t_\t_\t_\t3:dep\t_
2.2\tf\t_\t_\t_\t_\t_\t_\t3:dep\t_
3\tgo\tgo\tVERB\t_\t_\t0\troot\t_\t_
4\tand\tand\tCCONJ\t_\t_\t5\tcc\t_\t_
5\tdo\tdo\tVERB\t_\t_\t3\tconj\t_\t_

"""


def test_multiword_tokens_and_empty_nodes_come_back() -> None:
    [sentence] = read_sentences(WITH_ALL_LINES)
    tree = from_ud(sentence)
    found = line(tree)
    VALIDATOR.validate(found)
    place = {"first": 1, "last": 2, "start": 0, "end": 5}
    assert found["multiword_tokens"] == [{"text": "won't", **place, "feats": "Typo=Yes", "misc": "Lang=en"}]
    assert [node["id"] for node in found["empty_nodes"]] == ["0.1", "2.1", "2.2"]
    again = parse_json(format_json(tree))
    assert again.sentence is not None
    assert (again.sentence.rows, again.sentence.comments) == (sentence.rows, sentence.comments)
    assert to_ud(again) == sentence
    [marked_up] = iter_marked_json([format_json(tree)])
    assert marked_up.sentence.rows == sentence.rows


def test_lines_without_multiword_tokens_and_empty_nodes_have_no_fields_for_them() -> None:
    assert not {"multiword_tokens", "empty_nodes"} & line(FIGURE_1).keys()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"multiword_tokens": 1}, "the field 'multiword_tokens' must be a list"),
        ({"multiword_tokens": [{}]}, "multiword token 1 must be an object with a text"),
        ({"multiword_tokens": [{"text": "a"}]}, "multiword token 1 has no first and last word"),
        ({"multiword_tokens": [{"text": "a", "first": 2, "last": 4}]}, "multiword token 1 has no first and last word"),
        (
            {"multiword_tokens": [{"text": "a", "first": 1, "last": 2}, {"text": "b", "first": 2, "last": 3}]},
            "ID '2-3' is out of place; the next word is 2",
        ),
        (
            {"multiword_tokens": [{"text": "a", "first": 1, "last": 2, "misc": "\n"}]},
            "multiword token 1 has no value of the column misc: '\\n'",
        ),
        ({"empty_nodes": [{"text": "a"}]}, "empty node 1 has no id of the form 8.1"),
        ({"empty_nodes": [{"text": "a", "id": "1.2"}]}, "ID '1.2' is out of place; the next word is 2"),
        ({"empty_nodes": [{"text": "a", "id": "9.1"}]}, "ID '9.1' is out of place; the next word is 4"),
    ],
)
def test_what_is_wrong_with_multiword_tokens_and_empty_nodes_is_told(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_marked({**TEA, **change})
    assert str(caught.value) == f"x:1: {reason}"


@pytest.mark.parametrize("odd", "\x0b\x0c\x1c\x85\u2028")
def test_characters_that_end_lines_elsewhere_come_back(odd: str) -> None:
    rows = (Row("1", f"t{odd}a", lemma=f"t{odd}e", misc=f"A={odd}b"),)
    tree = BubbleTree([f"t{odd}a"], [{0}, {1}], [(0, "root", 1)], Sentence(rows, (f"# text = t{odd}a",)))
    again = parse_json(format_json(tree))
    assert again.sentence is not None
    assert again.sentence.comments == (f"# text = t{odd}a",)
    assert (again.words, again.sentence.rows[0].lemma) == (tree.words, f"t{odd}e")
    [found] = iter_marked_json([json.dumps({**TEA, "sent_id": f"a{odd}b", "text": f"tea{odd}or milk"})])
    assert (found.sent_id, found.sentence.comment("text")) == (f"a{odd}b", f"tea{odd}or milk")


@pytest.mark.treebank
def test_ewt_comes_back(treebanks: Path) -> None:
    """All but what a tree was made from."""
    for number, one in enumerate(read_sentences(treebanks / "ewt" / "en_ewt-ud-dev.conllu")):
        if number % 20:
            continue
        tree = from_ud(one)
        found = line(tree)
        VALIDATOR.validate(found)
        assert found["text"] == one.comment("text")
        again = parse_json(format_json(tree))
        assert again == tree
        assert again.sentence is not None
        blank = [
            tuple(replace(row, head="_", deprel="_") for row in sentence.rows) for sentence in (again.sentence, one)
        ]
        assert blank[0] == blank[1]


def test_coordinations_are_read_without_trees() -> None:
    trees = [*load(), *generate(50, seed=5)]
    bare = [{key: value for key, value in line(tree).items() if key != "tree"} for tree in trees]
    found = read_marked(*bare)
    assert [(one.words, one.coordinations) for one in found] == [
        (tree.words, marked(tree).coordinations) for tree in trees
    ]
    assert [one.sentence.comments for one in found][:3] == [
        tree.sentence.comments for tree in trees[:3] if tree.sentence
    ]


def read_marked(*objects: object) -> list[MarkedSentence]:
    return list(iter_marked_json(list(map(json.dumps, objects)), "x"))


TEA: dict[str, Any] = {
    "tokens": [{"text": "tea"}, {"text": "or"}, {"text": "milk"}],
    "coordinations": [{"conjuncts": [{"first": 1, "last": 1}, {"first": 3, "last": 3}]}],
}


def test_id_and_text_are_taken_from_comments_or_fields() -> None:
    [one, other] = read_marked(
        {**TEA, "sent_id": "a", "text": "tea or milk"}, {**TEA, "sent_id": "a", "comments": ["# sent_id = b"]}
    )
    assert (one.sent_id, one.sentence.comment("text")) == ("a", "tea or milk")
    assert other.sent_id == "b"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"tokens": None}, "the field 'tokens' must be a list"),
        ({"tokens": []}, "the sentence has no tokens"),
        ({"sent_id": 7}, "the sent_id must be a line of text, not '7'"),
        ({"coordinations": None}, "the field 'coordinations' must be a list"),
        ({"coordinations": [7]}, "coordination 1 must be an object"),
        ({"coordinations": [{"conjuncts": [], "category": 7}]}, "coordination 1 must have a text as category, or null"),
        ({"coordinations": [{}]}, "coordination 1 must have lists of conjuncts and coordinators"),
        ({"coordinations": [{"conjuncts": []}]}, "coordination 1: a coordination needs two conjuncts"),
        ({"coordinations": [{"conjuncts": [{"first": 1}]}]}, "a phrase of coordination 1 has no first and last word"),
        (
            {"coordinations": [{"conjuncts": [{"first": 1, "last": 1}, {"first": 4, "last": 4}]}]},
            "coordination 1: 4-4 is not a span of a sentence of 3 words",
        ),
    ],
)
def test_what_is_wrong_with_coordinations_is_told(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_marked({**TEA, **change})
    assert str(caught.value) == f"x:1: {reason}"


def test_coordinations_without_a_tree_do_not_cross() -> None:
    spans = [[(1, 1), (3, 3)], [(2, 2), (4, 4)]]
    line = {
        "tokens": [{"text": word} for word in "abcd"],
        "coordinations": [
            {"conjuncts": [{"first": first, "last": last} for first, last in conjuncts]} for conjuncts in spans
        ],
    }
    with pytest.raises(FormatError, match="1-3 crosses 2-4 of another coordination"):
        list(iter_marked_json([json.dumps(line)]))
