"""Plain text: valid text to begin with, and what must hold for the sentences of any other."""

from __future__ import annotations

import unicodedata
from contextlib import suppress
from pathlib import Path

from bubbletree.errors import FormatError
from bubbletree.io import format_conllu, read_sentences
from bubbletree.io.lines import whole_lines
from neural.data import text
from proofs_tests.fuzz.readers import MARKS as OF_FORMATS

VALID = (
    "Mr. Smith isn't in. Call him at 5 p.m., please!\n\nSee https://example.org/a?b=c or write to a.b@example.org.\n"
    "Cafe\u0301 o'clock \u2014 \u201cand/or\u201d 1,000.5 km \U0001f469\u200d\U0001f469\u200d\U0001f467!\n\n"
    "Der Tee ist hei\u00df, und z.B. der Kaffee auch.\n\n\u091a\u093e\u092f \u0914\u0930 \u0926\u0942\u0927\u0964\n"
    "\n\u304a\u8336\u3068\u30df\u30eb\u30af\u3002\n\n\u0634\u0627\u064a \u0648\u062d\u0644\u064a\u0628.\n"
).encode()

MARKS = (
    *OF_FORMATS,
    *(b"n't", b"'s", b"...", b"\xe2\x80\xa6", b"http://", b"@", b"/", b":-)", b"U.S.", b"\t", b"\x0b", b"\x1c"),
    *("\u0301\u200d\ufe0f\u0327\u05b0\u064e\u3099\u00ad\u202e\U0001f1e9\u1100\u1161\u0378\uffff\ufb03".encode(),),
)


def check(path: Path) -> None:
    """Raise if anything but FormatError escapes, or a token is not what stands at its place in the text."""
    with suppress(FormatError):
        lines = list(whole_lines(path, "text"))
        whole = "".join(lines)
        for sentences in (text.running(lines), text.one_a_line(lines), text.one_a_line(lines, cut=False)):
            end = 0
            for sentence in sentences:
                assert sentence.offsets is not None
                for row, (start, stop) in zip(sentence.rows, sentence.offsets, strict=True):
                    assert end <= start < stop <= len(whole)
                    assert unicodedata.normalize("NFC", whole[start:stop]) == row.form
                    end = stop
                assert read_sentences(format_conllu(sentence)) == [sentence]
