"""Lines typed by a person or piped in by a script."""

from __future__ import annotations

import io
import select
import sys


class Keyboard:
    """Reads lines from stdin: at a terminal with line editing and history.

    A piped line is echoed, so that what a script did can be read in its output.
    """

    def __init__(self) -> None:
        self.terminal = sys.stdin.isatty()
        if self.terminal:
            try:
                import readline  # noqa: F401  (importing it gives input() its line editing)
            except ImportError:  # not on every platform
                pass

    def line(self, prompt: str = "> ") -> str:
        """The next line, stripped. Raises EOFError at the end of input."""
        if self.terminal:
            return input(prompt).strip()
        text = sys.stdin.readline()
        if not text:
            raise EOFError
        print(f"{prompt}{text.strip()}", flush=True)
        return text.strip()

    def waiting(self) -> bool:
        """Whether the next line has still to be typed (if that cannot be told: yes)."""
        if self.terminal:
            return True
        try:
            return not select.select([sys.stdin], [], [], 0)[0]
        except io.UnsupportedOperation:  # no file at all, as in tests
            return False
        except (OSError, ValueError):
            return True

    def pause(self, prompt: str) -> None:
        """Wait for Enter; a script is not waited for."""
        if self.terminal:
            input(prompt)
        else:
            print(prompt, flush=True)
