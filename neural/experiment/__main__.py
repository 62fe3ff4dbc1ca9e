"""``python -m neural.experiment``."""

import sys

from neural.experiment.command import main

sys.exit(main())
