"""The `affray` command. Nothing heavy is imported before a command runs: ``affray --help`` is quick."""

from __future__ import annotations


def main() -> int:
    """Run the command line; the exit code is 0 done, 1 the answer is no, 2 bad input, 130 interrupted."""
    from affray.cli.app import run

    return run()
