"""CoNLL-U as tests write it."""

from __future__ import annotations


def conllu(*lines: str, end: str = "\n\n") -> str:
    """Lines as CoNLL-U text, with blanks for tabs."""
    return "\n".join(line if line.startswith("#") else line.replace(" ", "\t") for line in lines) + end


PLAIN = conllu("# sent_id = a", "1 tea _ _ _ _ 2 dep _ _", "2 pot _ _ _ _ 0 root _ _")
W1, W2 = "1 a _ _ _ _ 0 root _ _", "2 b _ _ _ _ 1 dep _ _"
