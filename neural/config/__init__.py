"""The options of a model and of its training, and named sets of them.

This is the lowest layer: nothing of ``neural`` is imported here.
"""

from __future__ import annotations

from neural.config.options import (
    Config,
    ConfigError,
    DecodingConfig,
    EncoderConfig,
    Json,
    MethodConfig,
    ScorerConfig,
    TrainingConfig,
    parse_settings,
)

__all__ = [
    "Config",
    "ConfigError",
    "DecodingConfig",
    "EncoderConfig",
    "Json",
    "MethodConfig",
    "ScorerConfig",
    "TrainingConfig",
    "parse_settings",
]
