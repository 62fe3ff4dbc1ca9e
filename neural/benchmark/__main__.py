"""``python -m neural.benchmark``."""

import sys

from bubbletree._start import starting

with starting():
    from neural.benchmark.command import main

sys.exit(main())
