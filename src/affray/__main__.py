"""``python -m affray`` is the `affray` command."""

import sys

from affray.cli import main

if __name__ == "__main__":
    sys.exit(main())
