"""``python -m neural.experiment``."""

import sys

from bubbletree._start import starting

with starting():
    from neural.experiment.command import main

sys.exit(main())
