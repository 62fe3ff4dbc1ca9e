"""Help texts: descriptions, which are one line, are wrapped; texts of several lines, such as examples, stay."""

from __future__ import annotations

import argparse


class HelpFormatter(argparse.HelpFormatter):
    """Formats help for ``argparse``, which either wraps all texts or none."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        if "\n" in text:
            return "".join(indent + line for line in text.splitlines(keepends=True))
        return super()._fill_text(text, width, indent)
