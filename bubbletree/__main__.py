"""``python -m bubbletree``: the same as the command ``bubbletree``."""

from bubbletree.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
