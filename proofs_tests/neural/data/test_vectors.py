"""Pre-trained vectors in GloVe's format."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from bubbletree import FormatError
from neural.config import Config
from neural.data.features import featurise
from neural.data.vectors import read_vectors
from neural.data.words import Words
from neural.training.start import new_network
from proofs_tests.neural import tiny


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "vectors.txt"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_words_and_numbers_are_read_in_order(tmp_path: Path) -> None:
    path = written(tmp_path, "tea 1 2.5 -3e-1\nhot tea 4 5 6\r\ntea 7 8 9\nbuns 0 0 0")
    words, vectors = read_vectors(path)
    assert words == ["tea", "hot tea", "buns"]
    torch.testing.assert_close(vectors, torch.tensor([[1, 2.5, -0.3], [4, 5, 6], [0, 0, 0]]))


def test_a_header_like_word2vecs_is_skipped(tmp_path: Path) -> None:
    words, vectors = read_vectors(written(tmp_path, "2 3\ntea 1 2 3\nbuns 4 5 6\n"))
    assert (words, vectors.shape) == (["tea", "buns"], (2, 3))


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("tea 1 2\nbuns 1\n", 2, "expected a word and 2 numbers"),
        ("tea\n", 1, "expected a word and its numbers"),
        ("tea 1 2\nbuns 1 x\n", 2, "'buns' has a field that is not a number"),
        ("tea 1 nan\n", 1, "not finite"),
        (b"tea 1 2\nb\xff 1 2\n", 2, "UTF-8"),
        ("", 0, "no vectors"),
    ],
)
def test_broken_files_are_refused_by_line(tmp_path: Path, text: str | bytes, line: int, message: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(FormatError, match=message) as raised:
        read_vectors(path)
    assert (raised.value.source, raised.value.line) == (str(path), line)


def test_a_network_uses_them_and_keeps_them_fixed(tmp_path: Path) -> None:
    path = written(tmp_path, "tea 1 2 3\nzebra 4 5 6\n")
    gold = tiny.gold(6, 6, seed=1)
    config = Config().replace({**tiny.SMALL, "encoder.pretrained": str(path), "encoder.characters": "none"})
    network = new_network(config, gold)
    vocabulary = network.vocabulary
    assert vocabulary.pretrained == ("", "", "tea", "zebra")
    table = network.encoder.get_buffer("pretrained")
    torch.testing.assert_close(table, torch.tensor([[0.0, 0, 0], [0, 0, 0], [1, 2, 3], [4, 5, 6]]))
    assert "encoder.pretrained" in network.state_dict()
    assert all(parameter is not table for parameter in network.parameters())
    # Words that training never saw differ only if the file knows them.
    network.eval()
    words = [Words((word,), ("_",)) for word in ("zebra", "Zebra", "okapi", "tapir")]
    zebra, capital, okapi, tapir = (network.encode(featurise([word], vocabulary)).tokens for word in words)
    assert torch.equal(zebra, capital)
    assert torch.equal(okapi, tapir)
    assert not torch.allclose(zebra, okapi)
