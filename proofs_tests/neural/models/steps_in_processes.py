"""Run in several processes, or alone: train a small network, and write down the loss of each step.

The argument is a file to write to.
"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path

import torch

from neural.evaluation.scores import score_parser
from neural.models.parser import Parser
from neural.models.processes import Processes, launched
from neural.training.examples import learnable
from neural.training.trainer import Trainer
from proofs_tests.neural import tiny

NO_CHANCE = {
    "encoder.dropout": 0.0,
    "encoder.word_dropout": 0.0,
    "scorer.dropout": 0.0,
    "training.epochs": 2,
    "training.warmup_steps": 0,
    "training.learning_rate": 0.01,
}
"""Without dropout, which differs between processes."""


BATCH_SIZES = (7, 1)
"""Of batches of one sentence, a second process gets none."""


def main(path: str) -> None:
    """Train with each batch size, and write what came of it."""
    torch.set_num_threads(1)
    processes = launched(torch.device("cpu"))
    results = [trained(processes, batch_size) for batch_size in BATCH_SIZES]
    if processes.is_first:
        Path(path).write_text(json.dumps({"processes": processes.count, "results": results}), encoding="utf-8")


def trained(processes: Processes, batch_size: int) -> dict[str, object]:
    """The losses of all steps, the sums of squares of the final weights, and the scores."""
    gold = tiny.gold(15, 9, seed=3)
    trees = [one.tree for one in gold if one.tree is not None]
    _, _, network = tiny.network(trees, {**NO_CHANCE, "training.batch_size": batch_size})
    examples, _ = learnable(gold, network)
    trainer = Trainer(network, examples, processes=processes)
    losses = [step.loss.item() for step in trainer.steps(math.inf)]
    scores = score_parser(Parser(network.eval(), batch_size=4, processes=processes), gold)
    squares = [parameter.detach().square().sum().item() for parameter in network.parameters()]
    return {"losses": losses, "squares": squares, "scores": scores.to_dict()}


if __name__ == "__main__":
    main(sys.argv[1])
