"""Named sets of options.

``paper-bilstm`` and ``paper-bert`` are the models of Shi & Lee (2021, appendix B), meant for a GPU and hours;
``small`` is for two CPU cores and half an hour; ``generated`` is for the generated sentences, and minutes.
"""

from __future__ import annotations

from collections.abc import Mapping

from neural.config import Config, Json

_GENERATED: Mapping[str, Json] = {
    "encoder.word_dimension": 64,
    "encoder.min_count": 1,
    "encoder.characters": "none",
    "encoder.layers": 2,
    "encoder.hidden": 128,
    "encoder.dropout": 0.15,
    "scorer.transition_hidden": 200,
    "scorer.label_hidden": 100,
    "scorer.rescoring_hidden": 100,
    "scorer.dropout": 0.2,
    "training.batch_size": 32,
    "training.schedule": "cosine",
    "training.warmup_steps": 100,
    "training.learning_rate": 0.005,
    "training.epochs": 5,
    "training.evaluate_every": 1250,
}

_SMALL: Mapping[str, Json] = {
    "encoder.characters": "cnn",
    "encoder.layers": 2,
    "encoder.hidden": 200,
    "scorer.transition_hidden": 200,
    "scorer.label_hidden": 100,
    "scorer.rescoring_hidden": 100,
    "training.batch_size": 16,
    "training.schedule": "cosine",
    "training.warmup_steps": 100,
    "training.learning_rate": 0.002,
    "training.epochs": 40,
}

_PAPER_BERT: Mapping[str, Json] = {
    "encoder.kind": "transformer",
    "encoder.model": "bert-base-cased",
    "training.learning_rate": 1e-5,
    "training.pretrained_learning_rate": 1e-5,
}

PRESETS: Mapping[str, Config] = {
    "small": Config().replace(_SMALL),
    "paper-bilstm": Config(),
    "paper-bert": Config().replace(_PAPER_BERT),
    "generated": Config().replace(_GENERATED),
}
"""The options by name of the preset."""
