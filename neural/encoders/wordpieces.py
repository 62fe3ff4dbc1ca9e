"""The word pieces that a transformer reads, made by the library ``tokenizers``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from tokenizers import Tokenizer

from bubbletree.io import atomic_writer
from neural.config import ConfigError
from neural.encoders.architecture import read_object

TOKENIZER, LIMITS = "tokenizer.json", "pieces.json"

MOST_KNOWN = 2**17
"""How many words' pieces are remembered from call to call: about 40 MB of them."""


class WordPieces:
    """Cuts words into pieces.

    Parameters
    ----------
    tokenizer : Tokenizer
        Knows the pieces, and those that stand before and after a text.
    unknown : int or None
        The number of the piece for unknown characters.
    longest : int
        How many pieces the transformer can read at once.

    Attributes
    ----------
    before, after : list of int
        The special pieces around those of a text.
    longest : int
        As above.

    Raises
    ------
    ConfigError
        The transformer marks no beginning of a text.
    """

    def __init__(self, tokenizer: Tokenizer, unknown: int | None, longest: int) -> None:
        # Some published tokenizers cut or pad texts to a certain length.
        tokenizer.no_truncation()
        tokenizer.no_padding()
        self.longest = longest
        self._tokenizer = tokenizer
        self._unknown = unknown
        self._known: dict[str, list[int]] = {}
        bare = tokenizer.encode(["a"], is_pretokenized=True, add_special_tokens=False).ids
        self.before, self.after = _around(bare, tokenizer.encode(["a"], is_pretokenized=True).ids)

    @property
    def highest(self) -> int:
        """The highest number of a piece."""
        numbers = self._tokenizer.get_vocab().values()
        return max([*numbers, *self.before, *self.after, self._unknown or 0])

    @property
    def vocabulary(self) -> tuple[str, ...]:
        """All word pieces, in no order: whole words, ends of words (``##s``), and special ones (``[CLS]``)."""
        return tuple(self._tokenizer.get_vocab())

    def of(self, forms: Sequence[str]) -> list[list[int]]:
        """The pieces of each word, at least one: a word without any becomes the unknown piece."""
        self._learn(forms)
        found = [self._known[form] for form in forms]
        if len(self._known) > MOST_KNOWN:
            self._known.clear()
        return found

    def save(self, directory: Path) -> None:
        """Write what :meth:`load` reads."""
        with atomic_writer(directory / TOKENIZER) as file:
            file.write(self._tokenizer.to_str())
        with atomic_writer(directory / LIMITS) as file:
            json.dump({"unknown": self._unknown, "longest": self.longest}, file)

    @classmethod
    def load(cls, directory: Path) -> WordPieces:
        """What :meth:`save` wrote.

        Raises
        ------
        OSError, ValueError
            It is missing or broken.
        """
        limits = read_object(directory / LIMITS)
        text = (directory / TOKENIZER).read_text(encoding="utf-8")
        match limits:
            case {"unknown": int() | None as unknown, "longest": int(longest)} if longest > 0 and (
                unknown is None or unknown >= 0
            ):
                try:
                    return cls(Tokenizer.from_str(text), unknown, longest)
                except Exception as error:  # the library raises nothing more special
                    raise ValueError(f"{TOKENIZER}: {error}") from error
        raise ValueError(f"{LIMITS} must have the numbers unknown and longest")

    def _learn(self, forms: Iterable[str]) -> None:
        new = [form for form in dict.fromkeys(forms) if form not in self._known]
        if not new:
            return
        found = self._tokenizer.encode_batch([[form] for form in new], is_pretokenized=True, add_special_tokens=False)
        for form, pieces in zip(new, found, strict=True):
            self._known[form] = pieces.ids or [0 if self._unknown is None else self._unknown]


def _around(bare: Sequence[int], whole: Sequence[int]) -> tuple[list[int], list[int]]:
    """The special pieces before and after the bare pieces of a text."""
    for start in range(1, len(whole) - len(bare) + 1):
        if list(whole[start : start + len(bare)]) == list(bare):
            return list(whole[:start]), list(whole[start + len(bare) :])
    raise ConfigError("encoder.model", "this model has no mark for the beginning of a text, which RT needs")
