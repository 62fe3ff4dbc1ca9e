"""Testing a trained model, with and without rescoring, greedily and with a beam."""

from __future__ import annotations

from operator import ne
from pathlib import Path

from bubbletree.boundary import boundaries
from bubbletree.convert import to_ud
from bubbletree.io import write_conllu
from neural.data.gold import read_gold
from neural.evaluation.scores import Rank, score_parser, total
from neural.experiment import assess, plan
from neural.experiment.outcome import Outcome
from neural.methods.bubbles.bubble_hybrid import BubbleHybrid
from neural.models import checkpoint
from neural.models.loading import load
from neural.models.parser import Parser
from neural.training.examples import learnable
from neural.training.state import Evaluation, TrainingState
from neural.training.trainer import Trainer
from proofs_tests.neural import tiny


def load_bubble_hybrid(directory: Path) -> BubbleHybrid:
    network = checkpoint.load_model(directory)
    assert isinstance(network, BubbleHybrid)
    return network


def test_assessment_counts_with_and_without_rescoring(tmp_path: Path) -> None:
    # With few labels, some random weights find coordinations with modifiers; what they find is made the gold standard.
    trees = tiny.trees(40, 12, seed=3, single_root=True)
    _, _, network = tiny.network(trees, seed=5)
    write_conllu(Parser(network).parse_all(map(to_ud, trees)), tmp_path / "gold.conllu")
    gold = list(read_gold(tmp_path / "gold.conllu"))
    tiny.saved(network, tmp_path)
    examples, _ = learnable(gold, network)
    state = TrainingState(epoch=2, position=1, step=5, seconds=3.0, evaluations=(Evaluation(4, Rank(0.5, 0.25)),))
    Trainer(network, examples[:12], state).save(tmp_path, {})
    assert assess.main([str(tmp_path), f"--file={tmp_path / 'gold.conllu'}"]) == 0
    plain = Outcome.read(tmp_path / plan.outcome_file())
    assert (plain.unrescored, plain.contradictions) == (None, None)
    assert (plain.training.epochs, plain.training.evaluations) == (2.5, ((4, 0.5, 0.25),))
    assert assess.main([str(tmp_path), f"--file={tmp_path / 'gold.conllu'}", "--without-rescoring"]) == 0
    both = Outcome.read(tmp_path / plan.outcome_file())
    network = load_bubble_hybrid(tmp_path)
    assert both.scores == plain.scores
    assert total(both.scores) == score_parser(Parser(network), gold)
    rescored = [one.tree for one in Parser(network).analyse_all(one.sentence for one in gold)]
    network.rescoring = None
    assert both.unrescored is not None
    assert total(both.unrescored) == score_parser(Parser(network), gold)
    full, less = total(both.scores).strict.overall.exact, total(both.unrescored).strict.overall.exact
    assert 0 < less.correct < full.correct == full.gold
    found = [one.tree for one in Parser(network).analyse_all(one.sentence for one in gold)]
    assert both.contradictions is not None
    assert both.contradictions.boundaries == sum(len(list(boundaries(tree))) for tree in found if tree is not None) > 0
    assert both.contradictions.changed_boundaries >= sum(map(ne, found, rescored)) > 0

    # With a beam, what evaluation finds with it; what there was stays.
    assert assess.main([str(tmp_path), f"--file={tmp_path / 'gold.conllu'}", "--beam=3"]) == 0
    searched = Outcome.read(tmp_path / plan.outcome_file(3))
    assert Outcome.read(tmp_path / plan.outcome_file()) == both
    assert total(searched.scores) == score_parser(load(tmp_path, beam=3), gold)
    assert searched.scores != plain.scores
