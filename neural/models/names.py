"""What commands say of models before one is loaded, and before PyTorch is."""

from __future__ import annotations

SHIPPED_NAMES = "english", "english-fast"
"""The names of the English model and of the small and fast one where a model is named."""

PRECISIONS = "float32", "bfloat16", "int8"
"""The numbers that an encoder can compute in."""

MODEL = (
    "a model directory; english or english-fast, the models that come with the package; or OWNER/NAME[@REVISION] on "
    "the Hugging Face hub"
)
"""What :func:`neural.models.loading.model_directory` takes, for help texts."""
