"""Readings: how many there are, what stays, what goes, and where the words come from."""

from __future__ import annotations

from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bubbletree import BubbleTree, Collective, InvalidTreeError, TooManyReadingsError, coordinations, split, validate
from bubbletree.io import parse_brackets, parse_conllu
from bubbletree.readings import UnknownLanguageError, UnknownRuleError, split_lazily
from bubbletree.tree import CONJ
from proofs_tests.support.strategies import projective_trees


def texts(brackets: str, **options: object) -> list[str]:
    return [reading.text for reading in split(parse_brackets(brackets), **options)]  # type: ignore[arg-type]  # options by name


def ways(tree: BubbleTree, bubble: int) -> int:
    """The number of readings below a bubble, by its definition."""
    parts = tree.parts(bubble)
    if sum(tree.label(part) == CONJ for part in parts) < 2:
        return prod(ways(tree, child) for child in tree.children(bubble))
    total, before = 0, 1
    for part in parts:
        if tree.label(part) == CONJ:
            total += before * ways(tree, part)
            before = 1
        elif tree.label(part) not in ("cc", "punct"):
            before *= ways(tree, part)
    outside = [child for child in tree.children(bubble) if not tree.is_inside(child, bubble)]
    return total * prod(ways(tree, child) for child in outside)


@given(projective_trees(max_words=9))
def test_readings_are_valid_trees_without_coordination_and_as_many_as_there_are_choices(tree: BubbleTree) -> None:
    readings = split(tree, collective="split", language="xx", limit=10**6)
    [root] = (bubble for bubble in tree.bubbles if 0 in tree.contents[bubble])
    assert len(readings) == ways(tree, root)
    for reading in readings:
        assert validate(reading.tree)
        assert all(len(found.conjuncts) < 2 for found in coordinations(reading.tree))
        assert list(reading.tokens) == sorted(set(reading.tokens))
        assert reading.words == tuple(tree.words[token - 1] for token in reading.tokens)
        assert len(reading.offsets) == len(reading.tokens)
    assert len({(reading.tokens, reading.choices) for reading in readings}) == len(readings)


def test_a_sentence_without_coordination_is_its_own_reading() -> None:
    tree = parse_brackets("nsubj=Tom left punct=.")
    [reading] = split(tree)
    assert (reading.tree, reading.tokens, reading.choices) == (tree, (1, 2, 3), ())
    assert split(BubbleTree([], [{0}], []))[0].text == ""


def test_shared_modifiers_go_to_each_conjunct_and_keep_their_relations() -> None:
    tree = parse_brackets("nsubj=We sell obj=(amod=fresh [(amod=brown bread) cc=and rolls])")
    bread, rolls = split(tree)
    assert bread.tree == parse_brackets("nsubj=We sell obj=(amod=fresh amod=brown bread)")
    assert rolls.tree == parse_brackets("nsubj=We sell obj=(amod=fresh rolls)")
    assert rolls.tokens == (1, 2, 3, 7)


def test_the_root_can_be_coordinated() -> None:
    tree = parse_brackets("[(nsubj=Tom sang) cc=and (nsubj=Ann danced)] punct=.")
    assert [reading.tree for reading in split(tree)] == [
        parse_brackets("nsubj=Tom sang punct=."),
        parse_brackets("nsubj=Ann danced punct=."),
    ]


def test_a_kept_coordination_is_still_a_bubble_and_what_is_inside_is_split() -> None:
    tree = parse_brackets("war nmod=(case=between [(amod=[old cc=or new] Rome) cc=and Carthage])")
    first, second = split(tree)
    assert first.tree == parse_brackets("war nmod=(case=between [(amod=old Rome) cc=and Carthage])")
    assert second.text == "war between new Rome and Carthage"


def test_choices_name_the_coordination_the_conjunct_and_the_coordinator() -> None:
    tree = parse_brackets("nsubj=[Tom punct=, (det=a friend) cc=or Ann] left obl=(case=in [May punct=, June])")
    readings = split(tree)
    assert [reading.choices for reading in readings[2:4]] == [
        (((1, 6), (3, 4), "or", ""), ((9, 11), (9, 9), "", "")),
        (((1, 6), (3, 4), "or", ""), ((9, 11), (11, 11), "", "")),
    ]


@pytest.mark.parametrize("treatment", ["keep", "split", "mark", *Collective])
def test_collective_coordinations_are_kept_split_or_marked(treatment: str | Collective) -> None:
    tree = parse_brackets("nsubj=[Tom cc=and Ann] met obl=(case=in [May cc=or June])")
    readings = split(tree, collective=treatment)
    kept = Collective(treatment) is Collective.KEEP
    assert len(readings) == (2 if kept else 4)
    marks = {choice.collective for reading in readings for choice in reading.collective}
    assert marks == ({"meeting"} if Collective(treatment) is Collective.MARK else set())


def test_rules_can_be_switched_off() -> None:
    met = "nsubj=[Tom cc=and Ann] met"
    assert texts(met) == ["Tom and Ann met"]
    assert texts(met, without=["meeting"]) == ["Tom met", "Ann met"]
    both = "nsubj=(cc:preconj=both [Tom cc=and Ann]) left"
    assert texts(both, without=["correlatives"]) == ["both Tom left", "both Ann left"]
    rest = "nsubj=[Tom cc=and (advmod=so on)] left"
    assert texts(rest) == ["Tom left"]
    assert texts(rest, without=["rest"]) == ["Tom left", "so on left"]
    nor = "[(nsubj=Tom advmod=not left) cc=nor (nsubj=Ann did)]"
    assert texts(nor) == ["Tom not left", "nor Ann did"]
    assert texts(nor, without=["negative-coordinator"]) == ["Tom not left", "Ann did"]
    floating = "nsubj=[Tom cc=and Ann] advmod=both left"
    assert texts(floating, without=["floating"]) == ["Tom both left", "Ann both left"]
    also = "advmod=(advmod=not only) [sang cc=but (advmod=also danced)]"
    assert texts(also) == ["sang", "danced"]
    assert texts(also, without=["continuations"]) == ["sang", "also danced"]
    comma = "mark=that nsubj=([you punct=, (advmod=not they)] punct=,) stay"
    assert texts(comma) == ["that you stay", "that not they stay"]
    assert texts(comma, without=["closing-comma"]) == ["that you, stay", "that not they, stay"]


def test_nothing_but_lists_of_more_is_left_alone() -> None:
    assert texts("[etc punct=, etc.]") == ["etc", "etc."]


def test_negations_stay_in_scope() -> None:
    assert texts("aux=do advmod=not [sing cc=nor dance]") == ["do not sing", "do not dance"]
    assert texts("cc:preconj=neither [sing cc=nor dance]") == ["neither sing", "neither dance"]
    assert texts("obj=[(advmod=not tea) cc=but coffee] take") == ["not tea take", "coffee take"]


@pytest.mark.parametrize("excluding", ["(but fixed=not)", "[but not]", "not", "(instead fixed=of)", "but cc=not"])
def test_what_a_coordinator_excludes_has_no_reading(excluding: str) -> None:
    genes = f"nsubj=[c-Rel punct=, cc={excluding} RelB] accumulated"
    assert texts(genes) == ["c-Rel accumulated"]
    assert texts(genes, without=["excluded"]) == ["c-Rel accumulated", "RelB accumulated"]
    assert texts("nsubj=[oil punct=, tea cc=(but fixed=not) milk cc=or jam] ran") == ["oil ran", "tea ran", "jam ran"]


def test_the_not_of_not_but_ends_at_the_but() -> None:
    assert texts("nsubj=(advmod=Not [Tom cc=but Mary]) won") == ["Not Tom won", "Mary won"]
    cold = "nsubj=It cop=was advmod=not [cold cc=or wet cc=but dry]"
    assert texts(cold) == ["It was not cold", "It was not wet", "It was dry"]
    assert texts(cold, without=["corrected"])[-1] == "It was not dry"
    assert texts("nsubj=I aux=did advmod=not eat obj=[meat cc=but fish]") == ["I did not eat meat", "I did eat fish"]


def test_adverbs_between_conjuncts_stay_with_the_conjunct_after_them() -> None:
    assert texts("[fell cc=and advmod=then slept]") == ["fell", "then slept"]
    assert texts("[fell advmod=then cc=and slept]") == ["fell", "then slept"]
    assert texts("[fell advmod=[then cc=or later] slept]") == ["fell", "then slept", "later slept"]


def test_brackets_and_quotation_marks_go_in_pairs() -> None:
    tree = 'nsubj=(det=the [date punct="(" cc=or (det=the end)] punct=")") cop=is near'
    assert texts(tree) == ["the date is near", "the the end is near"]
    whole = 'nsubj=(room nmod=(punct="(" case=with [bath cc=and bed] punct=")")) cop=is near'
    assert texts(whole) == ["room (with bath) is near", "room (with bed) is near"]


def test_too_many_readings_are_counted_and_not_made() -> None:
    tree = parse_brackets("nsubj=[a cc=or b] x dep=[c cc=or d cc=or e]")
    assert len(split(tree, limit=6)) == 6
    with pytest.raises(TooManyReadingsError, match=r"^6 readings, more than the limit of 5$") as raised:
        split(tree, limit=5)
    assert (raised.value.readings, raised.value.limit) == (6, 5)
    many = " ".join(f"dep=[a{number} cc=or b{number}]" for number in range(100))
    with pytest.raises(TooManyReadingsError, match=r"^more than 10\^18 readings, more than the limit of 1,000$"):
        split(parse_brackets(f"x {many}"))


def test_deep_nesting_is_no_problem() -> None:
    depth = 60
    tree = parse_brackets("[a cc=or " * depth + "b" + "]" * depth)
    assert len(split(tree)) == depth + 1


def test_counting_looks_at_each_bubble_a_few_times_only(monkeypatch: pytest.MonkeyPatch) -> None:
    counts: list[int] = []
    inside = BubbleTree.is_inside

    def counted(self: BubbleTree, child: int, bubble: int) -> bool:
        counts[-1] += 1
        return inside(self, child, bubble)

    monkeypatch.setattr(BubbleTree, "is_inside", counted)
    for conjuncts in (100, 200):
        tree = parse_brackets("[" + " cc=or ".join(["a", *map(str, range(conjuncts))]) + "]")
        counts.append(0)
        with pytest.raises(TooManyReadingsError):
            split(tree, limit=2)
    assert counts[1] < 3 * counts[0]


def test_readings_are_made_when_they_are_asked_for() -> None:
    many = " ".join(f"dep=[a{number} cc=or b{number}]" for number in range(40))
    readings = split_lazily(parse_brackets(f"x {many}"), limit=10**15)
    assert readings.count == 2**40
    assert next(iter(readings)).words[:3] == ("x", "a0", "a1")


def test_languages_are_known_by_codes_in_any_case_and_with_any_region() -> None:
    met = "nsubj=[Tom cc=and Ann] met"
    for code in ("EN", "en-US", "en_GB"):
        assert texts(met, language=code) == ["Tom and Ann met"]
    assert texts(met, language="fi") == ["Tom met", "Ann met"]
    for wrong in ("", "english", "../en"):
        with pytest.raises(UnknownLanguageError, match="expected the code of a language"):
            texts(met, language=wrong)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"language": 5}, TypeError, "expected the code of a language, as 'en', not int: 5"),
        ({"without": "number"}, TypeError, "expected several names of rules"),
        ({"limit": "a"}, TypeError, "expected a whole number as limit, not str"),
        ({"collective": "foo"}, ValueError, "expected one of 'keep', 'split', 'mark', not 'foo'"),
    ],
)
def test_wrong_arguments_are_named(options: dict[str, object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        texts("[a cc=or b]", **options)
    with pytest.raises(TypeError, match="expected a BubbleTree, not int"):
        split(5)  # type: ignore[arg-type]  # on purpose


def test_a_tree_must_be_well_formed() -> None:
    with pytest.raises(InvalidTreeError):
        split(BubbleTree(["a", "b"], [{0}, {1}, {2}], [(0, "root", 1)]))
    with pytest.raises(ValueError, match="tea"):
        split(parse_brackets("[a cc=or b]"), collective="tea")
    with pytest.raises(UnknownRuleError):
        split(parse_brackets("[a cc=or b]"), without=["tea"])


BUBBLES = "4 compound B1 | B1 conj 1 | B1 cc 2 | B1 conj 3 | 0 root B2 | B2 nsubj 4 | B2 aux 5 | B2 advmod 6"
GENES = f"""\
# sent_id = g
# text = alpha and beta genes don't mix/fit.
# bubbles = B1:1-3 B2:7-9
# bubble_arcs = {BUBBLES} | B2 conj 7 | B2 cc 8 | B2 conj 9 | B2 punct 10
1	alpha	alpha	NOUN	NN	_	4	compound	4:compound	TokenRange=10:15
2	and	and	CCONJ	CC	_	3	cc	_	TokenRange=16:19
3	beta	beta	NOUN	NN	_	1	conj	_	TokenRange=20:24
4	genes	gene	NOUN	NNS	_	7	nsubj	_	TokenRange=25:30
5-6	don't	_	_	_	_	_	_	_	Note=1
5	do	do	AUX	VBP	_	7	aux	_	TokenRange=31:33
6	n't	not	PART	RB	_	7	advmod	_	TokenRange=33:36
7	mix	mix	VERB	VB	_	0	root	_	SpaceAfter=No|TokenRange=37:40
8	/	/	SYM	,	_	9	cc	_	SpaceAfter=No|TokenRange=40:41
9	fit	fit	VERB	VB	_	7	conj	_	SpaceAfter=No|TokenRange=41:44
10	.	.	PUNCT	.	_	7	punct	_	TokenRange=44:45

"""


def test_annotation_places_and_multiword_tokens_are_kept() -> None:
    readings = split(parse_conllu(GENES))
    assert [reading.text for reading in readings] == [
        "alpha genes don't mix.", "alpha genes don't fit.", "beta genes don't mix.", "beta genes don't fit.",
    ]  # fmt: skip
    last = readings[-1]
    assert last.offsets == ((20, 24), (25, 30), (31, 33), (33, 36), (41, 44), (44, 45))
    assert last.tree.sentence is not None
    rows = last.tree.sentence.rows
    assert [row.id for row in rows] == ["1", "2", "3-4", "3", "4", "5", "6"]
    assert [row.misc for row in rows] == [
        "TokenRange=20:24", "TokenRange=25:30", "Note=1", "TokenRange=31:33", "TokenRange=33:36",
        "SpaceAfter=No|TokenRange=41:44", "TokenRange=44:45",
    ]  # fmt: skip
    assert {row.deps for row in rows} == {"_"}
    assert rows[1].lemma == "gene"


@given(st.integers(1, 4), st.integers(1, 4))
def test_the_leftmost_coordination_changes_last(left: int, right: int) -> None:
    one = " ".join(f"a{number}" for number in range(left + 1))
    other = " ".join(f"b{number}" for number in range(right + 1))
    found = texts(f"nsubj=[{one}] x obj=[{other}]", language="xx")
    assert found == [f"a{i} x b{j}" for i in range(left + 1) for j in range(right + 1)]


@pytest.mark.parametrize(
    ("brackets", "readings"),
    [
        ("nsubj=([犬 cc=と 猫] cc=と case=が) 走る", ["犬 が 走る", "猫 が 走る"]),
        ("nsubj=[senatus (populus cc=que)] venit", ["senatus venit", "populus venit"]),
        ("obj=([panem vinum] cc=neque) edit", ["panem neque edit", "vinum neque edit"]),
    ],
)
def test_a_coordinator_after_the_last_conjunct_goes_unless_it_negates(brackets: str, readings: list[str]) -> None:
    assert texts(brackets, language="xx") == readings
    assert "que" in texts("nsubj=[senatus (populus cc=que)] venit", without=["closing-coordinator"])[1]
