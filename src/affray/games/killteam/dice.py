"""The dice of Kill Team: D6, and D3 as half of one."""

from __future__ import annotations

from typing import Final

from affray.engine.requests import Bands, Counts, Die

D6: Final = Die(6, clause="KILLTEAM-SSEQ.9")
FACES: Final = D6.faces()


class _D3:
    """A D6 halved, rounded up."""

    __slots__ = ("bands",)

    def __init__(self) -> None:
        self.bands: Bands = D6.bands(2, 4)

    def value(self, counts: Counts) -> int:
        """What one die shows, 1 to 3."""
        return counts.index(1) + 1


D3: Final = _D3()


def face(counts: Counts) -> int:
    """What one D6 rolled with `FACES` shows."""
    return counts.index(1) + 1


def succeeds(top: int) -> Bands:
    """Two bands: results below `top`, and those that reach it."""
    return D6.bands(top - 1)
