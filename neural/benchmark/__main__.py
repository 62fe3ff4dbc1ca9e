"""``python -m neural.benchmark``."""

import sys

from neural.benchmark.command import main

sys.exit(main())
