"""Bad input, told in one line, and the reading of files that may be bad."""

from __future__ import annotations

import sys
from pathlib import Path

OK, NO, BAD, INTERRUPTED = 0, 1, 2, 130
"""Exit codes: done, the answer is no, bad input, Ctrl-C."""


class BadInput(Exception):
    """What is given on the command line cannot be used; the message is one line naming file and place."""


def read_text(path: Path) -> str:
    """A file's text. Raises BadInput."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: is not UTF-8 text: {error.reason} at byte {error.start}") from None
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror or error}") from None


def one_line(error: BaseException) -> str:
    """The message of an error on a single line."""
    return " ".join(str(error).split()) or type(error).__name__


def complain(message: str) -> None:
    """One line on stderr."""
    print(f"affray: {message}", file=sys.stderr)
