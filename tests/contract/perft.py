"""Writes the numbers of decision sequences from small positions: ``python -m tests.contract.perft``.

A change of these numbers is a change of rules; say in the commit what it is.
"""

from __future__ import annotations

from tests.contract.conftest import GAMES, load
from tests.contract.test_offers import PERFT, perft

from affray.engine.dice import DiceStream

MOST = 6_000
"""The deepest count on file is the last one up to this size."""


def write() -> None:
    """Write one file per game."""
    for game in GAMES:
        fixture = load(game)
        lines = ["# Numbers of decision sequences by depth; written by `python -m tests.contract.perft`."]
        for name, start in fixture.small().items():
            counts = [perft(start.fork(DiceStream("perft")), 1)]
            while counts[-1] * 4 < MOST and len(counts) < 6:
                counts.append(perft(start.fork(DiceStream("perft")), len(counts) + 1))
            lines.append(f"{name} = {counts}")
        (PERFT / f"perft_{game}.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
