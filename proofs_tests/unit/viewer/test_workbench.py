"""What a served page can ask for."""

from __future__ import annotations

import json
import math
import warnings
from dataclasses import replace
from typing import Any, cast

import pytest

import bubbletree as bt
from bubbletree import BubbleTree, BubbletreeError, Candidate, Sentence, parse_brackets, parse_conllu, read_conllu
from bubbletree.io.jsonl import fields
from bubbletree.plugins import Parsable, Parser
from bubbletree.viewer import Entry, entry
from bubbletree.viewer.edits import EditError
from bubbletree.viewer.workbench import LONGEST, Workbench
from proofs_tests.support.layouts import renumbered
from proofs_tests.unit.viewer.stub import Stub

DRINKS = parse_conllu(
    "# sent_id = drinks\n"
    "1\ttea\ttea\tNOUN\t_\t_\t0\troot\t_\t_\n"
    "2\tor\tor\tCCONJ\t_\t_\t1\tcc\t_\t_\n"
    "3\tmilk\tmilk\tNOUN\t_\t_\t1\tconj\t_\t_\n"
)


def sent(tree: BubbleTree) -> dict[str, object]:
    """A tree as a page sends it."""
    told: dict[str, object] = json.loads(json.dumps(fields(renumbered(tree))))
    return told


def told(answer: dict[str, object]) -> Any:  # noqa: ANN401  # JSON
    """An answer as a page gets it."""
    return json.loads(json.dumps(answer))


def bench(**options: Any) -> Workbench:  # noqa: ANN401  # of the stub
    return Workbench([entry(DRINKS), Entry("bad", (), "line 3: no")], lambda: Stub(**options))


def test_a_parsed_sentence_has_its_alternatives_with_their_probabilities() -> None:
    answer = told(bench().parse({"text": "We sell tea or milk"}))
    assert answer["sentence"] == 3
    first, second = answer["alternatives"]
    assert first["record"]["bubbles"] == [[3, 5]]
    assert first["record"]["confidences"] == {"6": 0.75}
    assert second["record"]["bubbles"] == []
    assert (first["probability"], second["probability"]) == pytest.approx((0.5, 0.25))


def test_a_parser_without_alternatives_or_confidences_still_parses() -> None:
    answer = told(bench(is_simple=True).parse({"text": "We sell tea or milk"}))
    [only] = answer["alternatives"]
    assert only["probability"] is None
    assert "confidences" not in only["record"]


def test_the_steps_of_a_tree_have_probabilities_by_letter() -> None:
    found = told(bench().steps({"sentence": 1, "tree": sent(DRINKS)}))
    third = {"S": 0.0833, "L": 0.0833, "R": 0.75, "O": 0.0833, "label": 0.5}
    assert found["steps"][:3] == [{"S": 1.0}, {"S": 0.75, "L": 0.25}, third]


def test_a_parser_without_probabilities_of_steps_says_why() -> None:
    question = {"sentence": 1, "tree": sent(DRINKS)}
    assert bench(is_simple=True).steps(question) == {"no_steps": "it only guesses"}
    other = cast(Parser, object())  # one that knows nothing of steps
    expected = {"no_steps": "this parser has no probabilities of transitions"}
    assert Workbench([entry(DRINKS)], lambda: other).steps(question) == expected


def test_the_parser_is_loaded_once_and_only_when_it_is_asked() -> None:
    loaded = []

    def load() -> Stub:
        loaded.append(Stub())
        return loaded[-1]

    found = Workbench([], load)
    assert loaded == []
    found.parse({"text": "tea"})
    found.parse({"text": "tea"})
    assert len(loaded) == 1


def test_a_changed_tree_is_saved_with_the_columns_of_its_sentence() -> None:
    found = bench()
    question = {"sentence": 1, "tree": sent(DRINKS), "change": "coordinate", "members": [1, 3]}
    answer = told(found.edit(question))
    saved = told(found.save({"edited": {"1": answer["tree"]}}))
    assert saved["left_out"] == []
    [tree] = read_conllu(str(saved["text"]).splitlines())
    assert tree == parse_brackets("[tea cc=or milk]")
    assert tree.sentence is not None
    assert tree.sentence.sent_id == "drinks"
    assert tree.sentence.upos == ("NOUN", "CCONJ", "NOUN")


def test_a_changed_tree_that_is_not_well_formed_is_not_saved_nor_anything_else() -> None:
    found = bench()
    question = {"sentence": 1, "tree": sent(DRINKS), "change": "attach"}
    broken = told(found.edit({**question, "dependent": 1, "head": 3, "label": "x"}))
    assert "problems" in broken["record"]
    saved = told(found.save({"edited": {"1": broken["tree"]}}))
    [refused] = saved["refused"]
    assert refused["sentence"] == 1
    assert "bubbles are on a cycle" in refused["reason"]
    assert "text" not in saved
    assert str(found.save({"edited": {}})["text"]).startswith("# sent_id = drinks\n")


def test_what_was_not_well_formed_when_it_was_read_is_left_out_and_named() -> None:
    broken = BubbleTree(["a"], [{0}, {1}], [])
    saved = told(Workbench([entry(broken), entry(DRINKS)]).save({"edited": {}}))
    [left_out] = saved["left_out"]
    assert left_out["sentence"] == 1
    assert saved["text"].startswith("# sent_id = drinks\n")


def test_typed_sentences_are_saved_too() -> None:
    found = bench()
    found.parse({"text": "We sell tea or milk"})
    assert str(found.save({"edited": {}})["text"]).count("\n\n") == 2


def test_typed_sentences_have_ids_that_no_other_sentence_has() -> None:
    taken = Entry("typed-2 + other", (replaced_id(DRINKS, "typed-2"), replaced_id(DRINKS, "other")))
    found = Workbench([taken], Stub)
    assert [found.parse({"text": text})["id"] for text in ("tea", "We sell tea or milk")] == ["typed-2-2", "typed-3"]
    lines = str(found.save({"edited": {}})["text"]).splitlines()
    ids = [line.removeprefix("# sent_id = ") for line in lines if line.startswith("# sent_id")]
    assert ids == ["typed-2", "other", "typed-2-2", "typed-3"]


def replaced_id(tree: BubbleTree, sent_id: str) -> BubbleTree:
    assert tree.sentence is not None
    return replace(tree, sentence=tree.sentence.with_comments({"sent_id": sent_id}))


def test_the_name_that_the_parser_gave_is_replaced() -> None:
    class Naming(Stub):
        def parse(self, sentence: Parsable, /) -> BubbleTree:
            return replaced_id(super().parse(sentence), "1")

    found = Workbench([], Naming)
    for _ in range(2):
        found.parse({"text": "We sell tea or milk"})
    text = str(found.save({"edited": {}})["text"])
    assert [line for line in text.splitlines() if "sent_id" in line] == ["# sent_id = typed-1", "# sent_id = typed-2"]


def test_a_warning_names_the_sentence_as_the_page_does() -> None:
    class Complaining(Stub):
        def parse(self, sentence: Parsable, /) -> BubbleTree:
            warnings.warn("sentence 1 is too long, with 31 words", UserWarning, stacklevel=1)
            return replaced_id(super().parse(sentence), "1")

    found = Workbench([entry(DRINKS)], lambda: Complaining(is_simple=True))
    with pytest.warns(UserWarning, match="^sentence typed-2 is too long, with 31 words$"):
        found.parse({"text": "tea"})


def test_what_was_typed_is_told_again_to_a_page_that_does_not_have_it() -> None:
    found = bench()
    answers = [found.parse({"text": text}) for text in ("tea", "We sell tea or milk")]
    assert found.typed({"after": 2}) == {"typed": answers}
    assert found.typed({"after": 3}) == {"typed": answers[1:]}
    assert found.typed({"after": 4}) == {"typed": []}
    assert found.typed({"after": 0}) == {"typed": answers}


TREE = sent(DRINKS)


@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("parse", {}),
        ("parse", {"text": 3}),
        ("parse", {"text": "  "}),
        ("parse", {"text": "x" * (LONGEST + 1)}),
        ("typed", {}),
        ("typed", {"after": "2"}),
        ("typed", {"after": -1}),
        ("edit", {}),
        ("edit", {"sentence": 1, "tree": TREE}),
        ("edit", {"sentence": 0, "tree": TREE, "change": "dissolve", "bubble": 4}),
        ("edit", {"sentence": 99, "tree": TREE, "change": "dissolve", "bubble": 4}),
        ("edit", {"sentence": 1, "tree": [], "change": "dissolve", "bubble": 4}),
        ("edit", {"sentence": 1, "tree": {**TREE, "contents": [[7]]}, "change": "dissolve", "bubble": 4}),
        ("edit", {"sentence": 1, "tree": TREE, "change": "coordinate", "members": ["1", None]}),
        ("edit", {"sentence": 1, "tree": TREE, "change": "bake"}),
        ("save", {}),
        ("save", {"edited": {"1": 3}}),
    ],
)
def test_questions_without_sense_are_errors_of_the_library(name: str, question: dict[str, object]) -> None:
    with pytest.raises(BubbletreeError):
        getattr(bench(), name)(question)


def test_a_typed_sentence_with_too_many_words_is_refused_and_not_kept() -> None:
    found = Workbench([], Stub, max_words=5)
    reason = r"^the sentence has 6 words, and 5 are the most \(--max-words\)$"
    with pytest.raises(EditError, match=reason):
        found.parse({"text": "we sell tea or milk here"})
    assert found.typed({"after": 0}) == {"typed": []}
    assert found.parse({"text": "we sell tea or milk"})["id"] == "typed-1"


def test_without_a_model_nothing_can_be_parsed() -> None:
    found = Workbench([])
    assert not found.can_parse
    with pytest.raises(EditError, match="--model"):
        found.parse({"text": "tea"})


def test_the_stub_parses_as_it_says() -> None:
    [best, _] = Stub().n_best("We sell tea or milk", 5)
    assert isinstance(best, Candidate)
    assert best.log_probability == math.log(0.5)
    assert bt.validate(best.tree)
    assert isinstance(best.tree.sentence, Sentence)
