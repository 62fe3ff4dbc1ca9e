"""Trees built around coordinations: those that the chart has found, or those that somebody gives."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from bubbletree import BubbleTree, HasConjuncts, Sentence, Span, coordinations
from bubbletree.coordination import GivenCoordination
from bubbletree.grammar import Grammar, generate
from bubbletree.io import iter_conllu, iter_sentences
from neural import evaluate, parse, train
from neural.batched.guided import GuidanceError
from neural.config import Config, DecodingConfig, Json
from neural.data.gold import GoldSentence, gold_tree
from neural.data.words import words_of
from neural.methods.bubbles import transition_network
from neural.methods.bubbles.bubble_hybrid import BubbleHybrid
from neural.methods.bubbles.guided_bubbles import DerivationAndSpans, GuidedBubbles
from neural.methods.bubbles.indexing import IndexedDerivation
from neural.methods.bubbles.transition_network import TransitionNetwork
from neural.methods.hypotheses import NoHypothesesError
from neural.methods.interface import LongSentenceWarning, Network
from neural.methods.spans.coordination_spans import CoordinationSpans
from neural.methods.spans.sentence import SentenceSpans
from neural.methods.spans.separators import SeparatorRole, Separators, separators_of
from neural.models.parser import Parser
from neural.training.start import new_network
from proofs_tests.neural import tiny
from proofs_tests.neural.training.command import arguments

GRAMMAR = Grammar(max_words=16, modifier=0.4)


def network(kind: str, gold: Sequence[GoldSentence], changes: Mapping[str, Json] | None = None) -> Network:
    """A network that has learned nothing, in evaluation mode."""
    torch.manual_seed(3)
    settings = {**tiny.SMALL, "method.kind": kind, "method.span_hidden": 7, **(changes or {})}
    return new_network(Config().replace(settings), gold).eval()


def guided(gold: Sequence[GoldSentence]) -> GuidedBubbles:
    """A network for which most words separate."""
    made = network("guided-bubbles", gold)
    assert isinstance(made, GuidedBubbles)
    with torch.no_grad():
        made.spans.roles.second.bias[SeparatorRole.NONE] -= 10
    return made


def generated(count: int, seed: int) -> list[GoldSentence]:
    return [gold_tree(tree) for tree in generate(count, seed=seed, grammar=GRAMMAR)]


def conjuncts(found: Sequence[HasConjuncts]) -> set[tuple[tuple[int, int], ...]]:
    return {tuple((first, last) for first, last in one.conjuncts) for one in found}


def given_of(gold: GoldSentence) -> list[GivenCoordination]:
    """The coordinations as a ``.coord`` file gives them."""
    assert gold.tree is not None
    return [GivenCoordination(one.conjuncts, category="NP") for one in coordinations(gold.tree)]


def test_the_derivation_and_the_separators_are_learned() -> None:
    gold = generated(30, seed=1)
    made = guided(gold)
    for one in gold:
        target = made.target(one)
        assert one.tree is not None
        assert target.derivation.digest() == made.derivation(one.tree).digest()
        assert target.separators.digest() == separators_of(one.coordinations, len(one.sentence.words)).digest()
    first, second = (made.target(one) for one in gold[:2])
    mixed = [replace(first, derivation=second.derivation), replace(first, separators=second.separators)]
    assert len({target.digest() for target in (first, second, *mixed)}) == 4


def test_the_losses_are_those_of_both_parents() -> None:
    gold = generated(20, seed=2)
    made = guided(gold)
    words = [words_of(one.sentence, "none") for one in gold]
    targets = [made.target(one) for one in gold]
    terms = made.losses(words, targets)
    tree = network("bubble-hybrid", gold)
    spans = network("coordination-spans", gold)
    assert isinstance(tree, BubbleHybrid)
    assert isinstance(spans, CoordinationSpans)
    weights = made.state_dict()
    tree.load_state_dict({name: weights[name] for name in tree.state_dict()})
    spans.load_state_dict({name: weights[name] for name in spans.state_dict()})
    derivations: list[IndexedDerivation] = [target.derivation for target in targets]
    separators: list[Separators] = [target.separators for target in targets]
    expected = [*tree.losses(words, derivations), *spans.losses(words, separators)]
    assert len(expected) == 6
    assert [term.decisions for term in terms] == [term.decisions for term in expected]
    assert [term.total.item() for term in terms] == pytest.approx([term.total.item() for term in expected])
    assert all(term.decisions for term in terms)


def log_probability(made: GuidedBubbles, tree: BubbleTree) -> float:
    """What speaks for a tree, alone in a batch, read off the losses."""
    found = coordinations(tree)
    target = DerivationAndSpans(made.derivation(tree), separators_of(found, len(tree.words)))
    terms = made.losses([words_of(tree, "none")], [target])
    assert len(terms) == 6
    transitions, labels, _boundaries, *spans = (term.total.item() for term in terms)
    return -(transitions + labels + sum(spans))


def test_trees_are_as_probable_as_the_losses_say() -> None:
    gold = generated(25, seed=7)
    made = guided(gold)
    trees = [one.tree for one in gold if one.tree is not None]
    with torch.no_grad():
        values = made.log_probabilities(trees, tiny.encoded(made, trees))
    assert values == pytest.approx([log_probability(made, tree) for tree in trees], rel=1e-4)
    assert any(coordinations(tree) for tree in trees)
    assert not all(coordinations(tree) for tree in trees)


@pytest.mark.parametrize("beam", [1, 3])
def test_the_more_probable_tree_is_taken(beam: int) -> None:
    gold = generated(60, seed=3)
    made = guided(gold)
    decoding = DecodingConfig(beam=beam)
    sentences = [one.sentence for one in gold]
    encoded = tiny.encoded(made, sentences)
    with torch.no_grad():
        # So that now the one tree is better, now the other.
        made.spans.roles.second.bias[SeparatorRole.NONE] += 4
        chart = [one.best() for one in made.spans.sentences(encoded)]
        alone = TransitionNetwork.trees(made, encoded, sentences, decoding)
    around = made.trees_around(encoded, sentences, chart, decoding)
    taken = [0, 0]
    for tree, own, other, found in zip(made.trees(encoded, sentences, decoding), alone, around, chart, strict=True):
        assert conjuncts(coordinations(other)) == conjuncts(found)
        if conjuncts(coordinations(own)) == conjuncts(found):
            assert tree == own
            continue
        better = log_probability(made, other) > log_probability(made, own)
        taken[better] += 1
        assert tree == (other if better else own)
    assert min(taken) > 4, taken


@torch.no_grad()
def test_the_same_trees_are_taken_with_and_without_compiled_code(monkeypatch: pytest.MonkeyPatch) -> None:
    gold = generated(25, seed=3)
    made = guided(gold)
    made.spans.roles.second.bias[SeparatorRole.NONE] += 4
    sentences = [one.sentence for one in gold]
    encoded, decoding = tiny.encoded(made, sentences), DecodingConfig()
    monkeypatch.setattr(transition_network, "LEAST_WORDS", 10**6)
    expected, alone = made.trees(encoded, sentences, decoding), made.search(encoded, sentences, decoding).trees
    monkeypatch.setattr(transition_network, "LEAST_WORDS", 0)
    monkeypatch.setattr(transition_network, "applies", lambda *_: True)
    assert made.search(encoded, sentences, decoding).made is not None
    assert made.trees(encoded, sentences, decoding) == expected
    assert sum(one != other for one, other in zip(expected, alone, strict=True)) > 4, "built around the chart's"


def test_the_best_trees_are_ranked_by_both_models() -> None:
    gold = generated(25, seed=8)
    made = guided(gold)
    with torch.no_grad():
        made.spans.roles.second.bias[SeparatorRole.NONE] += 4
    sentences = [one.sentence for one in gold]
    encoded, decoding = tiny.encoded(made, sentences), made.config.decoding
    chosen, rows = made.trees(encoded, sentences, decoding), made.n_best(encoded, sentences, 3, decoding)
    for tree, listed in zip(chosen, rows, strict=True):
        assert 1 <= len(listed) <= 3
        assert len({candidate.tree for candidate in listed}) == len(listed)
        values = [candidate.log_probability for candidate in listed]
        assert values == sorted(values, reverse=True)
        assert values == pytest.approx([log_probability(made, candidate.tree) for candidate in listed], rel=1e-4)
        assert values[0] >= log_probability(made, tree) - 1e-3
    assert any(tree == listed[0].tree for tree, listed in zip(chosen, rows, strict=True))
    assert any(tree != listed[0].tree for tree, listed in zip(chosen, rows, strict=True))
    assert [len(listed) for listed in made.n_best(encoded, sentences, 1, decoding)] == [1] * len(gold)


def test_a_sentence_too_long_for_the_chart_gets_the_tree_of_the_transitions(monkeypatch: pytest.MonkeyPatch) -> None:
    [gold] = generated(1, seed=4)
    made = guided([gold])
    encoded = tiny.encoded(made, [gold.sentence])
    monkeypatch.setattr(SentenceSpans, "fits", False)
    count = len(gold.sentence.words)
    with pytest.warns(LongSentenceWarning, match=f"is too long, with {count} words: it is parsed by transitions alone"):
        found = made.trees(encoded, [gold.sentence], DecodingConfig())
    assert found == TransitionNetwork.trees(made, encoded, [gold.sentence], DecodingConfig())


def test_the_encoder_reads_each_batch_once() -> None:
    gold = generated(12, seed=8)
    made = guided(gold)
    reads: list[object] = []
    made.encoder.register_forward_pre_hook(lambda _, inputs: reads.append(inputs))
    parser = Parser(made, batch_size=6)
    sentences = [one.sentence for one in gold]
    found = list(parser.parse_all(sentences))
    assert any(coordinations(tree) for tree in found), "so that there is a second opinion to ask for"
    assert len(reads) == 2
    list(parser.n_best_all(sentences, 1))
    assert len(reads) == 4


def test_sentences_without_words_have_one_tree() -> None:
    gold = generated(3, seed=9)
    parser = Parser(guided(gold))
    for sentences in ([Sentence(())], [Sentence(()), gold[0].sentence, Sentence(())]):
        assert [tree.words for tree in parser.parse_all(sentences)] == [one.words for one in sentences]
        assert [tree.words for tree in parser.parse_around_all((one, ()) for one in sentences)] == [
            one.words for one in sentences
        ]
        ranked = list(parser.n_best_all(sentences, 2))
        assert [listed[0].tree.words for listed in ranked] == [one.words for one in sentences]
        assert [len(listed) for one, listed in zip(sentences, ranked, strict=True) if not one.words] in ([1], [1, 1])


def test_trees_are_built_around_given_coordinations() -> None:
    gold = generated(40, seed=4)
    for kind in ("bubble-hybrid", "guided-bubbles"):
        made = network(kind, gold)
        pairs = [(one.sentence, given_of(one) if number % 4 else []) for number, one in enumerate(gold)]
        for batch_size in (1, 7):
            trees = Parser(made, batch_size=batch_size).parse_around_all(pairs)
            for (sentence, given), tree in zip(pairs, trees, strict=True):
                assert tree.sentence is not None
                assert tree.sentence.rows == sentence.rows
                assert list(tree.sentence.categories) == sorted({tuple(one.whole): "NP" for one in given}.items())
                assert conjuncts(coordinations(tree)) == conjuncts(given)


def test_what_cannot_be_names_its_sentence() -> None:
    gold = generated(3, seed=5)
    sentences = [
        replace(Sentence.from_columns(["tea", "and", "buns"]), comments=(f"# sent_id = {name}",)) for name in "abc"
    ]
    wrong = GivenCoordination((Span(1, 1), Span(3, 4)))
    with pytest.raises(GuidanceError, match=r"sentence 'b': the coordination 1-1, 3-4 continues after .* 3$") as caught:
        list(Parser(guided(gold)).parse_around_all(zip(sentences, ([], [wrong], []), strict=True)))
    assert caught.value.coordination == wrong
    assert caught.value.sentence == 1
    with pytest.raises(NoHypothesesError, match="no trees around given coordinations"):
        Parser(network("arc-hybrid", gold)).parse_around_all([])


# The commands.

COORD = "a\t1\t*\t1\t3\tNP-COOD\na\t1\t1\t1\t1\tNP-COOD\n# a\t1\t2\t2\t2\tNP-COOD\na\t1\t3\t3\t3\tNP-COOD\n"


def write_input(path: Path, *names: str) -> None:
    sentence = Sentence.from_columns(["tea", "and", "buns"])
    lines = "".join(f"{row.id}\t{row.form}" + "\t_" * 8 + "\n" for row in sentence.rows)
    path.write_text("".join(f"# sent_id = {name}\n{lines}\n" for name in names) or f"{lines}\n")


def test_the_commands_train_score_and_parse_with_given_coordinations(
    files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model, dev = str(tmp_path / "m"), str(files / "dev.conllu")
    settings = ["--set=method.kind=guided-bubbles", "--set=method.span_hidden=7", "--set=training.epochs=1"]
    assert train.main(arguments(files, Path(model), *settings)) == 0
    assert evaluate.main([model, dev, "--json"]) == 0
    capsys.readouterr()

    source, coord, out = tmp_path / "in.conllu", tmp_path / "in.coord", tmp_path / "out.conllu"
    write_input(source, "a", "b")
    coord.write_text(COORD)
    asked = [model, str(source), "--coord", str(coord), "-o", str(out)]
    assert parse.main(asked) == 0
    first, second = iter_conllu(out)
    assert conjuncts(coordinations(first)) == {((1, 1), (3, 3))}
    assert coordinations(second) == ()

    out.unlink()
    for names, problem in (
        (["b"], "in.coord: sentence 'a' is not in the input"),
        ([], "in.coord: sentence 'a' is not in the input, where no sentence has an id"),
    ):
        write_input(source, *names)
        assert parse.main(asked) == 2
        assert problem in capsys.readouterr().err
    write_input(source, "a")
    coord.write_text(COORD.replace("1\t3\tNP", "1\t4\tNP").replace("3\t3\tNP", "3\t4\tNP"))
    assert parse.main(asked) == 2
    assert "in.coord: a: the coordination 1-1, 3-4 continues after" in capsys.readouterr().err
    assert parse.main([*asked, "--n-best", "2"]) == 2
    assert "leave one out" in capsys.readouterr().err
    for more in (["--n-best", "2"], ["--confidence"]):
        assert parse.main([model, str(source), *more, "-o", str(tmp_path / "out.jsonl")]) == 2
        assert "jsonl has no comments" in capsys.readouterr().err
    assert not list(tmp_path.glob("out.*"))

    # One sentence that cannot have its coordinations leaves the others alone.
    report = tmp_path / "report.json"
    write_input(source, "b", "a", "c", "a")
    assert parse.main([*asked, "--report", str(report)]) == 0
    assert [one.sent_id for one in iter_sentences(out)] == ["b", "c"]
    reasons = [(one["sent_id"], one["reason"]) for one in json.loads(report.read_text())["skipped"]]
    assert reasons == [
        ("a", "the coordination 1-1, 3-4 continues after the last word, 3"),
        ("a", "an earlier sentence of the input has this id"),
    ]
    coord.write_text(COORD + COORD.replace("a\t", "z\t"))
    write_input(source, "a")
    assert parse.main(asked) == 0
    assert "bubbletree parse: " + f"{coord}: z: this sentence is not in the input\n" in capsys.readouterr().err


def test_a_model_directory_keeps_it_all(tmp_path: Path) -> None:
    gold = generated(20, seed=6)
    made = guided(gold)
    tiny.saved(made, tmp_path)
    sentences = [one.sentence for one in gold]
    found: list[BubbleTree] = list(Parser.load(tmp_path).parse_all(sentences))
    assert found == list(Parser(made).parse_all(sentences))
    assert any(coordinations(tree) for tree in found)
