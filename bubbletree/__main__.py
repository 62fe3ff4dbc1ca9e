"""The command ``bubbletree``, also as ``python -m bubbletree``."""

from __future__ import annotations

from bubbletree._start import starting


def main() -> int:
    """Run the command."""
    with starting():
        from bubbletree.cli import main as run
    return run()


if __name__ == "__main__":
    raise SystemExit(main())
