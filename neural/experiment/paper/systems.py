"""The systems that the tables compare, and roughly what it takes to train them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum

from neural.experiment.paper import figures
from neural.experiment.plan import System, Trial


class Encoder(StrEnum):
    """What reads the sentences."""

    LSTM = "bilstm"
    BERT = "bert"


PRESETS = {Encoder.LSTM: "paper-bilstm", Encoder.BERT: "paper-bert"}
"""The preset of each encoder."""

EPOCHS = {Encoder.LSTM: 50, Encoder.BERT: 20}
"""How many epochs a training is taken to have until its score falls three times: a guess."""

SPEED = {
    ("cuda", Encoder.LSTM): 300.0,
    ("cuda", Encoder.BERT): 120.0,
    ("cpu", Encoder.LSTM): 12.0,
    ("cpu", Encoder.BERT): 1.0,
}
"""Sentences a second in training: rough, from docs/results/gpu.md and two cores of a server."""


def on_penn(encoders: Sequence[Encoder], vectors: str, bert: str, settings: Sequence[str]) -> list[System]:
    """The systems that are trained on the Penn Treebank.

    Parameters
    ----------
    encoders : sequence of Encoder
        The encoders.
    vectors : str
        The file of word vectors.
    bert : str
        The BERT model.
    settings : sequence of str
        Changes of the options of all systems.
    """
    lstm = ("method.kind=bubble-hybrid", f"encoder.pretrained={vectors}")
    with_bert = f"encoder.model={bert}"
    found = {
        Encoder.LSTM: [
            System(figures.LSTM, PRESETS[Encoder.LSTM], (*lstm, *settings)),
            *(
                System(name, PRESETS[Encoder.LSTM], (*lstm, *settings, change))
                for name, change in (
                    (figures.MEAN, "scorer.composition=mean"),
                    (figures.TWO, "scorer.stack_features=2"),
                    (figures.ONE, "scorer.stack_features=1"),
                    (figures.BUFFER, "scorer.stack_features=0"),
                )
            ),
        ],
        Encoder.BERT: [
            System(name, PRESETS[Encoder.BERT], (f"method.kind={kind}", with_bert, *settings))
            for name, kind in ((figures.BERT, "bubble-hybrid"), (figures.EDGES, "edge-factored"))
        ],
    }
    return [system for encoder in encoders for system in found[encoder]]


def on_genia(encoders: Sequence[Encoder], vectors: str, bert: str, settings: Sequence[str]) -> list[System]:
    """The systems that are trained on GENIA."""
    listed = on_penn(encoders, vectors, bert, settings)
    return [system for system in listed if system.name in (figures.LSTM, figures.BERT)]


def hours(trials: Iterable[Trial], sentences: int, device: str) -> float:
    """How many hours training takes, roughly, one after the other."""
    kind = "cuda" if device.startswith("cuda") else "cpu"
    seconds = 0.0
    for trial in trials:
        encoder = Encoder.BERT if trial.system.preset == PRESETS[Encoder.BERT] else Encoder.LSTM
        epochs = min(EPOCHS[encoder], trial.system.config().training.epochs)
        seconds += epochs * sentences / SPEED[kind, encoder]
    return seconds / 3600
