"""The component for spaCy, with a parser that knows its sentences by heart."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from bubbletree import (
    BubbleTree,
    FormatError,
    Sentence,
    TreeCoordination,
    UnwritableError,
    coordinations,
    describe,
    parse_brackets,
    to_ud,
    write_conllu,
)
from bubbletree.cli import main
from bubbletree.grammar import generate
from bubbletree.treebank import load

spacy = pytest.importorskip("spacy")
interop = pytest.importorskip("bubbletree.interop.spacy")

MENU = "nsubj=I prefer obj=[(amod=hot [coffee cc=or tea]) cc=and (det=a bun)] punct=."
KNOWN = [
    parse_brackets(text)
    for text in (
        MENU,
        "nsubj=She sang punct=.",
        "[tea cc=or milk] punct=?",
        "[tea cc=or milk]",
        "one nmod=(case=of us)",
        "nsubj=[Tom cc=and Mary] met punct=.",
    )
]


class Scripted:
    """A parser that knows a few sentences."""

    def __init__(self) -> None:
        self.seen: list[Sentence] = []
        self.batches: list[int] = []

    def parse_all(self, sentences: Iterable[Sentence]) -> Iterator[BubbleTree]:
        listed = list(sentences)
        self.seen += listed
        self.batches.append(len(listed))
        return (next(tree for tree in KNOWN if tree.words == sentence.words) for sentence in listed)

    def confidences_all(self, trees: Iterable[BubbleTree]) -> Iterator[dict[TreeCoordination, float]]:
        for tree in trees:
            yield {one: 0.5 + number / 4 for number, one in enumerate(coordinations(tree))}


@pytest.fixture
def parser(monkeypatch: pytest.MonkeyPatch) -> Scripted:
    scripted = Scripted()
    monkeypatch.setattr(interop, "load", lambda *_model, **_options: scripted)
    return scripted


def pipeline(**config: object) -> Any:  # noqa: ANN401  # spaCy may not be installed
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    nlp.add_pipe("bubble_parser", config=config)
    return nlp


def texts(spans: Iterable[Any]) -> list[str]:
    return [span.text for span in spans]


def test_coordinations_are_spans_of_the_document(parser: Scripted) -> None:
    doc = pipeline()("She sang. I prefer hot coffee or tea and a bun.")
    outer, inner = doc._.coordinations
    assert outer.span.text == "hot coffee or tea and a bun"
    assert texts(outer.conjuncts) == ["hot coffee or tea", "a bun"]
    assert texts(outer.coordinators) == ["and"]
    assert (outer.relation, outer.governor.text, outer.depth, outer.confidence) == ("obj", "prefer", 1, None)
    assert texts(inner.conjuncts) == ["coffee", "tea"]
    assert [(span.text, span.label_) for span in inner.shared_left] == [("hot", "amod")]
    assert (inner.governor.text, inner.depth) == ("hot coffee or tea and a bun", 2)
    assert [span.label_ for span in inner.conjuncts] == ["conj", "conj"]


def test_tokens_and_spans_know_their_coordinations(parser: Scripted) -> None:
    doc = pipeline()("She sang. I prefer hot coffee or tea and a bun.")
    found = {token.text: token._.coordination for token in doc}
    assert found["tea"].span.text == "coffee or tea"
    assert found["hot"].span.text == "hot coffee or tea and a bun"
    assert found["or"].span.text == "hot coffee or tea and a bun"
    assert found["and"] is found["prefer"] is found["sang"] is None
    first, second = doc.sents
    assert (len(first._.coordinations), len(second._.coordinations)) == (0, 2)


def test_white_space_is_no_word(parser: Scripted) -> None:
    doc = pipeline()("  tea  or\nmilk?")
    assert [sentence.words for sentence in parser.seen] == [("tea", "or", "milk", "?")]
    [found] = doc._.coordinations
    assert texts(found.conjuncts) == ["tea", "milk"]
    assert found.span.start_char == 2


def test_confidences_come_if_they_are_asked_for(parser: Scripted) -> None:
    doc = pipeline(confidence=True)("I prefer hot coffee or tea and a bun. tea or milk?")
    assert [one.confidence for one in doc._.coordinations] == [0.5, 0.75, 0.5]


def test_a_document_without_sentences_is_one_sentence(parser: Scripted) -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("bubble_parser")
    assert len(nlp("tea or milk")._.coordinations) == 1
    assert nlp("")._.coordinations == nlp("  ")._.coordinations == ()


def test_documents_are_parsed_in_batches_and_stay_in_order(parser: Scripted) -> None:
    given = ["tea or milk?", "She sang. tea or milk?", "one of us"] * 5
    docs = list(pipeline().pipe(given, batch_size=4))
    assert [doc.text for doc in docs] == given
    assert [len(doc._.coordinations) for doc in docs] == [1, 1, 0] * 5
    assert parser.batches == [5, 6, 5, 4]


def test_another_parser_keeps_its_heads_and_gives_its_tags(parser: Scripted) -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("bubble_parser")
    words, heads = ["tea", "or", "milk"], [2, 2, 2]
    doc = spacy.tokens.Doc(nlp.vocab, words, heads=heads, deps=["x", "y", "ROOT"], pos=["NOUN", "CCONJ", "NOUN"])
    doc = nlp.get_pipe("bubble_parser")(doc)
    assert [token.head.i for token in doc] == heads
    assert parser.seen[0].upos == ("NOUN", "CCONJ", "NOUN")
    assert len(doc._.coordinations) == 1


def test_documents_keep_their_coordinations_on_disk(parser: Scripted) -> None:
    nlp = pipeline(confidence=True)
    doc = nlp("I prefer hot coffee or tea and a bun.")
    [again] = spacy.tokens.DocBin(docs=[doc], store_user_data=True).get_docs(nlp.vocab)
    stored = spacy.tokens.DocBin(store_user_data=True).from_bytes(
        spacy.tokens.DocBin(docs=[doc], store_user_data=True).to_bytes()
    )
    for other in (again, *stored.get_docs(nlp.vocab)):
        shown = [(one.span.text, texts(one.conjuncts), one.confidence) for one in other._.coordinations]
        assert shown == [(one.span.text, texts(one.conjuncts), one.confidence) for one in doc._.coordinations]


def test_trees_are_kept_and_rendered(parser: Scripted) -> None:
    doc = pipeline()("She sang. tea or milk?")
    assert list(doc._.bubble_trees) == [KNOWN[1], KNOWN[2]]
    page = interop.render(doc)
    assert page.count("<svg") == 2


def test_a_pipeline_is_saved_and_loaded(parser: Scripted, tmp_path: Path) -> None:
    pipeline(confidence=True).to_disk(tmp_path / "pipeline")
    again = spacy.load(tmp_path / "pipeline")
    assert again.pipe_names == ["sentencizer", "bubble_parser"]
    assert again("tea or milk?")._.coordinations[0].confidence == 0.5


def test_options_go_to_the_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Sequence[object]] = []

    def loaded(model: str | None, parser: str, **options: object) -> Scripted:
        asked.append((model, parser, options))
        return Scripted()

    monkeypatch.setattr(interop, "load", loaded)
    pipeline(model="models/mine", parser="other", options={"beam": 4})
    assert asked == [("models/mine", "other", {"beam": 4})]


def test_documents_that_the_component_has_not_seen_have_none(parser: Scripted) -> None:
    pipeline()
    doc = spacy.blank("en")("tea or milk")
    assert (doc._.coordinations, doc._.bubble_trees, doc[0]._.coordination) == ((), (), None)


def test_documents_are_split_into_readings_of_their_sentences(parser: Scripted) -> None:
    doc = pipeline()("She sang. I prefer hot coffee or tea and a bun.")
    readings = doc._.split()
    assert [reading.text for reading in readings] == [
        "She sang.",
        "I prefer hot coffee.",
        "I prefer hot tea.",
        "I prefer a bun.",
    ]
    assert not any(reading.collective for reading in readings)
    assert [token.i for token in readings[3].tokens] == [3, 4, 10, 11, 12]


def test_what_is_said_together_is_kept_or_marked_by_the_tables_of_a_language(parser: Scripted) -> None:
    doc = pipeline()("Tom and Mary met.")
    assert [reading.text for reading in doc._.split()] == ["Tom and Mary met."]
    marked = doc._.split(collective="mark")
    assert [reading.text for reading in marked] == ["Tom met.", "Mary met."]
    assert [texts(reading.collective) for reading in marked] == [["Tom and Mary"]] * 2
    assert [reading.text for reading in doc._.split(language="de")] == ["Tom met.", "Mary met."]


def test_trees_with_words_and_comments_come_back_from_a_docbin(tmp_path: Path) -> None:
    trees = [*load(), *generate(40, seed=3)]
    interop.write_docbin(trees, tmp_path / "x.spacy")
    again = list(interop.iter_docbin(tmp_path / "x.spacy"))
    assert again == trees
    for tree, other in zip(trees, again, strict=True):
        assert tree.sentence is not None
        assert other.sentence is not None
        assert other.sentence.comments == tree.sentence.comments
        assert other.sentence.upos == tree.sentence.upos


def test_a_docbin_holds_what_spacy_asks_for(tmp_path: Path) -> None:
    tree = parse_brackets("nsubj=I/PRON prefer/VERB obj=[tea/NOUN cc=or/CCONJ milk/NOUN] punct=./PUNCT")
    interop.write_docbin([tree], tmp_path / "x.spacy")
    nlp = spacy.blank("en")
    [doc] = spacy.tokens.DocBin().from_disk(tmp_path / "x.spacy").get_docs(nlp.vocab)
    ud = to_ud(tree)
    assert [token.text for token in doc] == list(tree.words)
    assert tuple(0 if token.head.i == token.i else token.head.i + 1 for token in doc) == ud.heads
    assert tuple(token.dep_ for token in doc) == ud.deprels
    assert tuple(token.pos_ for token in doc) == ud.upos
    assert len(list(doc.sents)) == 1


def test_what_the_component_has_found_is_read_with_its_confidences(parser: Scripted, tmp_path: Path) -> None:
    doc = pipeline(confidence=True)("I prefer hot coffee or tea and a bun. tea or milk?")
    binned = spacy.tokens.DocBin(store_user_data=True)
    binned.add(doc)
    binned.to_disk(tmp_path / "x.spacy")
    first, second = interop.iter_docbin(tmp_path / "x.spacy")
    assert (first, second) == (KNOWN[0], KNOWN[2])
    assert [one.confidence for one in describe(first).coordinations] == [0.5, 0.75]


def test_commands_read_and_write_docbins(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, out = tmp_path / "x.conllu", tmp_path / "x.spacy"
    write_conllu(load(), source)
    assert main(["convert", str(source), "-o", str(out)]) == 0
    assert main(["convert", str(out), "--to", "brackets"]) == 0
    printed = capsys.readouterr().out
    assert main(["convert", str(source), "--to", "brackets"]) == 0
    assert capsys.readouterr().out == printed


@pytest.mark.parametrize("content", [b"", b"tea", b"DocBin\n", b"x\x9c\x03\x00"])
def test_other_bytes_are_a_bad_sentence(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "x.spacy"
    path.write_bytes(content)
    with pytest.raises(FormatError, match=r"x\.spacy:1: not a DocBin with bubble trees"):
        list(interop.iter_docbin(path))


def test_a_document_that_no_component_saw_is_named(tmp_path: Path) -> None:
    spacy.tokens.DocBin(docs=[spacy.blank("en")("tea")]).to_disk(tmp_path / "x.spacy")
    [bad] = interop.scan_docbin(tmp_path / "x.spacy")
    assert str(bad) == f"{tmp_path / 'x.spacy'}:1: the document has no bubble trees: no bubble_parser saw it"


def test_a_word_that_spacy_cannot_hold_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnwritableError, match=r"^cannot be written as docbin"):
        interop.write_docbin([BubbleTree([" "], [{0}, {1}], [(0, "root", 1)])], tmp_path / "x.spacy")
    assert list(tmp_path.iterdir()) == []


def test_without_spacy_the_command_names_the_extra(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "bubbletree.interop.docbin")
    monkeypatch.setitem(sys.modules, "spacy.tokens", None)
    assert main(["treebank", "-o", str(tmp_path / "x.spacy")]) == 2
    assert "docbin files need the extra 'spacy'; to install it" in capsys.readouterr().err
