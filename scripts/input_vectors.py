r"""Word vectors from the input layer of a transformer, for encoders that are faster than a transformer.

    python scripts/input_vectors.py MODEL -o vectors.txt [--size 100] [--words train.conllu ...]

MODEL is a model whose encoder is a transformer.  The vector of a word is the mean of the vectors of its word pieces,
before any layer has seen the sentence.  The vectors are cut to their first principal components.  The words are the
pieces that are whole words, and those of the files in lower case.  The output has GloVe's format, which
``encoder.pretrained`` reads.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import torch
from torch import Tensor
from tqdm import tqdm

from bubbletree.cli.guard import UsageError, guarded
from bubbletree.cli.inputs import positive
from bubbletree.io import atomic_writer, iter_sentences
from neural.encoders.bert import Bert
from neural.encoders.transformer import TransformerEncoder
from neural.models.loading import load
from neural.models.names import MODEL


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("model", help=MODEL)
    parser.add_argument("-o", "--output", required=True, help="the file of vectors")
    parser.add_argument("--size", type=positive, default=100, help="how many numbers a vector has (100)")
    parser.add_argument("--words", nargs="*", default=[], metavar="FILE", help="CoNLL-U files with more words")
    options = parser.parse_args(arguments)
    return guarded("input_vectors", lambda: _run(options))


def _run(options: argparse.Namespace) -> int:
    encoder = load(options.model).network.encoder
    if not isinstance(encoder, TransformerEncoder) or not isinstance(encoder.reader, Bert):
        raise UsageError(f"{options.model}: its encoder has no input layer of word pieces")
    table = encoder.reader.pieces.weight.detach()
    if options.size > table.size(1):
        raise UsageError(f"--size: the vectors of {options.model} have {table.size(1)} numbers, not {options.size}")
    pieces = encoder.pieces
    words = dict.fromkeys(_whole_words(pieces.vocabulary))
    for path in options.words:
        words.update(dict.fromkeys(form.lower() for one in iter_sentences(path) for form in one.words))
    listed = [word for word in words if " " not in word]
    means = torch.stack([table[numbers].mean(dim=0) for numbers in tqdm(pieces.of(listed), disable=None)])
    vectors = _cut(means, options.size)
    with atomic_writer(Path(options.output)) as file:
        for word, vector in zip(listed, vectors.tolist(), strict=True):
            file.write(" ".join([word, *(f"{value:.4f}" for value in vector)]) + "\n")
    print(f"{len(listed)} words, {vectors.size(1)} numbers each", file=sys.stderr)
    return 0


def _whole_words(vocabulary: Iterable[str]) -> list[str]:
    """The word pieces that are words: neither the rest of a word (``##ing``), nor a special piece (``[CLS]``)."""
    return sorted(
        piece for piece in vocabulary if not piece.startswith("##") and not (piece[0] == "[" and piece[-1] == "]")
    )


def _cut(vectors: Tensor, size: int) -> Tensor:
    """The first principal components of the vectors, scaled so that all numbers together have a variance of 1."""
    centred = vectors - vectors.mean(dim=0)
    _, _, directions = torch.linalg.svd(centred, full_matrices=False)
    kept = centred @ directions[:size].T
    scaled: Tensor = kept / kept.std()
    return scaled


if __name__ == "__main__":
    sys.exit(main())
