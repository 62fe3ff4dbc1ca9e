"""What a page holds of each tree, and the page as text."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pytest

import bubbletree as bt
from bubbletree import BubbleTree, Sentence, treebank
from bubbletree.draw import text
from bubbletree.grammar import generate
from bubbletree.viewer import Entry, compared, entry, page
from bubbletree.viewer.page import embedded
from bubbletree.viewer.records import entry_record, tree_record
from proofs_tests.support.examples import FIGURE_1

CROSSING = BubbleTree(["a", "b", "c"], [{0}, {1}, {2}, {3}], [(0, "root", 2), (1, "x", 3), (2, "y", 1)])
TWO_HEADS = BubbleTree(["hot", "tea"], [{0}, {1}, {2}], [(0, "root", 2), (0, "root", 1), (2, "x", 1)])
TEA = bt.parse_brackets("nsubj=I drink obj=[tea cc=or milk]")
MILK = bt.parse_brackets("nsubj=I drink obj=tea cc=or obj=milk")


def rebuilt(record: dict[str, object]) -> BubbleTree:
    """The tree of a record."""
    words, bubbles, heads, labels = (record[name] for name in ("words", "bubbles", "heads", "labels"))
    assert isinstance(words, tuple)
    assert isinstance(bubbles, list)
    assert isinstance(heads, list)
    assert isinstance(labels, list)
    contents = [*({token} for token in range(len(words) + 1)), *(range(first, last + 1) for first, last in bubbles)]
    return BubbleTree(words, contents, [(head, labels[n - 1], n) for n, head in enumerate(heads, start=1)])


@pytest.mark.parametrize("number", range(0, 250, 10))
def test_a_record_holds_the_whole_tree(number: int) -> None:
    tree = treebank.load()[number]
    assert rebuilt(tree_record(tree)) == tree


def test_bubbles_are_numbered_by_place_whatever_their_order_was() -> None:
    turned = [11, 10, *range(10)]
    place = {old: new for new, old in enumerate(turned)}
    arcs = [(place[head], label, place[dependent]) for head, label, dependent in FIGURE_1.arcs]
    other = BubbleTree(FIGURE_1.words, [FIGURE_1.contents[old] for old in turned], arcs)
    assert tree_record(other) == tree_record(FIGURE_1)
    assert tree_record(FIGURE_1)["bubbles"] == [[3, 9], [4, 6]]


def test_categories_confidences_and_missing_blanks_are_kept() -> None:
    rows = Sentence.from_columns(TEA.words).rows
    comments = ("# sent_id = s", "# text = I drinktea or milk", "# confidence = 3-5:0.25")
    tree = BubbleTree(TEA.words, TEA.contents, TEA.arcs, Sentence(rows, comments, (((3, 5), "NP"),)))
    record = tree_record(tree)
    assert record["categories"] == {6: "NP"}
    assert record["confidences"] == {6: 0.25}
    assert record["glued"] == [2]
    assert not {"categories", "confidences", "glued", "rtl"} & set(tree_record(TEA))


def test_a_tree_that_cannot_be_drawn_has_its_problems_and_an_outline_if_that_can() -> None:
    crossing, two_heads = tree_record(CROSSING), tree_record(TWO_HEADS)
    report = bt.validate(CROSSING)
    assert crossing["problems"] == [report.explain(violation) for violation in report.violations]
    assert crossing["outline"] == text(CROSSING, "outline")
    assert "outline" not in two_heads
    assert "heads" not in two_heads


def test_labels_that_cannot_be_derived_leave_the_derivation_out() -> None:
    tree = BubbleTree(["x", "y"], [{0}, {1}, {2}, {1, 2}], [(0, "root", 3), (3, "dep", 1), (3, "conj", 2)])
    record = tree_record(tree)
    assert "derivation" not in record
    assert "BubbleOpen" in str(record["underivable"])


def test_sentences_are_compared_with_those_of_the_same_text() -> None:
    other = bt.parse_brackets("nsubj=I drink obj=tea cc=or obj=milk")
    left = [entry(TEA), Entry("bad", (), "line 3: not a tree")]
    found = list(compared(left, [entry(other), entry(CROSSING)]))
    assert [(one.trees, one.gold) for one in found] == [((TEA,), (other,)), ((), ()), ((), (CROSSING,))]
    assert [one.problem for one in found] == [None, "line 3: not a tree", None]
    assert entry_record(found[2])["trees"] == []


def test_differences_are_those_of_diff() -> None:
    record = entry_record(Entry(None, (TEA,), None, (MILK,)))
    [found] = bt.diff(TEA, MILK)
    assert record["differences"] == [
        {"change": found.change.value, "left": found.left, "right": found.right, "edits": found.edits}
    ]
    assert entry_record(Entry(None, (TEA,), None, (TEA,)))["differences"] == []
    assert entry_record(Entry(None, (TEA,), None, ()))["differences"] is None
    assert entry_record(Entry(None, (TWO_HEADS,), None, (TWO_HEADS,)))["differences"] is None


def test_a_sentence_takes_less_than_a_thousand_bytes_on_average() -> None:
    trees = list(generate(200, 3))
    assert len(page(map(entry, trees)).encode()) - len(page([]).encode()) < 1_000 * len(trees)


class Elements(HTMLParser):
    """Counts elements, and collects what is in scripts."""

    def __init__(self) -> None:
        super().__init__()
        self.started: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.started.append((tag, dict(attrs)))


def test_a_page_has_no_address_in_it_and_nothing_that_policies_forbid() -> None:
    parser = Elements()
    parser.feed(page([entry(TEA)], title="T"))
    attributes = {name for _, found in parser.started for name in found}
    assert not {name for name in attributes if name.startswith("on") or name in ("style", "src", "action")}
    assert {found["href"] for _, found in parser.started if "href" in found} == {"#", "#content"}
    assert sum(tag == "script" for tag, _ in parser.started) > 5


def test_the_policy_names_each_program_by_its_hash() -> None:
    made = page([])
    [policy] = re.findall(r'Content-Security-Policy" content="([^"]*)"', made)
    programs = made.count("<script>")
    assert policy.count("'sha256-") == programs + 1
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy
    assert "connect-src 'none'" in policy
    assert "connect-src 'self'" in page([], served={"parses": False})


@pytest.mark.parametrize("text", ["</script>", "<!--<script", "\ud800", "\u2028", "$data", "&amp;"])
def test_data_in_the_page_is_what_was_put_in(text: str) -> None:
    made = embedded({"word": text})
    assert "<" not in made
    assert made.encode("utf-8")
    assert json.loads(made) == {"word": text}
