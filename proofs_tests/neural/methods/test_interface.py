"""What all methods share: which options they refuse, what they warn of, and how analyses become UD."""

from __future__ import annotations

import pytest

from bubbletree import Sentence
from bubbletree.convert import Punctuation, to_ud
from bubbletree.io import parse_brackets
from neural.config import Config, ConfigError
from neural.data.vocabulary import Vocabulary
from neural.encoders.registry import make_encoder
from neural.methods.interface import Analysis, LongSentenceWarning, UnlearnableError, warn_of
from neural.methods.registry import METHODS, check, make_network
from proofs_tests.neural import tiny

VOCABULARY = Vocabulary(("", "", "tea"), ("", "", "N", "V", "X"), ("", "", "t"), ("conj", "root"))


@pytest.mark.parametrize("beam", [1, 2, 3])
@pytest.mark.parametrize("kind", METHODS.names())
def test_only_methods_that_search_have_a_beam(kind: str, beam: int) -> None:
    config = Config().replace({**tiny.SMALL, "method.kind": kind, "decoding.beam": beam})
    encoder = make_encoder(config.encoder, VOCABULARY)
    if beam == 1 or METHODS.find(kind).searches:
        check(config)
        assert type(make_network(config, VOCABULARY, encoder)) is METHODS.find(kind)
        return
    for refused in (lambda: check(config), lambda: make_network(config, VOCABULARY, encoder)):
        with pytest.raises(
            ConfigError, match=f"only methods that choose transitions have a beam, not {kind}"
        ) as raised:
            refused()
        assert raised.value.key == "decoding.beam"


def test_tags_to_learn_are_scored_from_the_vectors_of_tokens() -> None:
    config = Config().replace({**tiny.SMALL, "training.tags": "upos"})
    encoder = make_encoder(config.encoder, VOCABULARY)
    tagger = make_network(config, VOCABULARY, encoder).tagger
    assert tagger is not None
    assert (tagger.in_features, tagger.out_features) == (encoder.size, 5)
    assert make_network(Config().replace(tiny.SMALL), VOCABULARY, encoder).tagger is None


@pytest.mark.parametrize("comments", [(), ("# sent_id = a-7",)])
def test_a_long_sentence_is_named_and_its_length_and_what_follows_are_said(comments: tuple[str, ...]) -> None:
    plain = Sentence.from_columns([f"w{number}" for number in range(1, 1235)])
    with pytest.warns(LongSentenceWarning) as caught:
        warn_of(Sentence(plain.rows, comments), "it is left out")
    name = "sentence a-7" if comments else "the sentence that begins 'w1 w2 w3 w4 w5'"
    assert [str(one.message) for one in caught] == [f"{name} is too long, with 1,234 words: it is left out"]
    assert caught[0].filename == __file__, "the warning is about who asked for it"


def test_an_analysis_gives_its_dependencies_or_reads_them_off_its_tree() -> None:
    tree = parse_brackets("nsubj=I like obj=[tea punct=, milk punct=, cc=and buns]")
    known = to_ud(tree, Punctuation.FOLLOWING)
    assert Analysis((), tree, known).ud(Punctuation.FIRST) is known
    assert Analysis((), tree).ud() == known
    assert {to_ud(tree, one) for one in Punctuation} != {known}, "conventions differ here"
    for punctuation in Punctuation:
        assert Analysis((), tree).ud(punctuation) == to_ud(tree, punctuation)
    assert Analysis(()).ud() is None


@pytest.mark.parametrize(
    ("words", "labels", "root_children", "single_root", "reason"),
    [
        (("tea",), ("root", "conj"), 1, True, None),
        (("tea", "buns"), ("root",), 2, False, None),
        ((), (), 0, False, "there are no words"),
        (("tea",), ("root", "odd"), 1, False, "the model does not know the label 'odd'"),
        (("tea",), ("root",), 2, True, "RT has several children"),
        (("tea",), ("root",), 0, True, "RT has several children"),
    ],
)
def test_a_tree_must_have_words_known_labels_and_one_child_of_rt_if_the_options_say_so(
    words: tuple[str, ...], labels: tuple[str, ...], root_children: int, single_root: bool, reason: str | None
) -> None:
    config = Config().replace({**tiny.SMALL, "decoding.single_root": single_root})
    network = make_network(config, VOCABULARY, make_encoder(config.encoder, VOCABULARY))
    if reason is None:
        network.require(words, labels, root_children)
        return
    with pytest.raises(UnlearnableError) as raised:
        network.require(words, labels, root_children)
    assert raised.value.reason == reason


def test_the_encoder_is_asked_too_whether_the_options_suit_it() -> None:
    with pytest.raises(ConfigError, match="say which transformer") as raised:
        check(Config().replace({"encoder.kind": "transformer"}))
    assert raised.value.key == "encoder.model"
    check(Config().replace({"encoder.kind": "transformer", "encoder.model": "somewhere"}))


def test_the_reason_why_nothing_can_be_learned_is_the_message() -> None:
    error = UnlearnableError("there are no words")
    assert str(error) == error.reason == "there are no words"
