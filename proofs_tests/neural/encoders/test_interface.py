"""What networks know of sentences, in one value."""

from __future__ import annotations

import torch

from neural.encoders.interface import Encoded

ENCODED = Encoded((2, 0, 1), torch.arange(12.0).view(6, 2))


def test_rt_is_the_first_token_of_each_sentence() -> None:
    assert ENCODED.roots.tolist() == [0, 3, 4]
    assert Encoded((), torch.empty(0, 2)).roots.tolist() == []


def test_sentences_are_chosen_with_all_their_tokens() -> None:
    chosen = ENCODED.select([2, 0, 2])
    assert chosen.lengths == (1, 2, 1)
    assert chosen.tokens[:, 0].tolist() == [8, 10, 0, 2, 4, 8, 10]
    none = ENCODED.select([])
    assert none.lengths == ()
    assert none.tokens.shape == (0, 2)
