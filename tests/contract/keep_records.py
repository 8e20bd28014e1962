"""Finished matches that must go on replaying: ``python -m tests.contract.keep_records --help``.

Plays every mission with random and greedy players and keeps, in ``tests/records/``, the shortest record of
each way in which it ended. Records already there must still replay: one that does not is a change of the
rules' version.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

from tests.contract.conftest import GAMES, load

from affray.engine.dice import DiceStream
from affray.engine.match import Match
from affray.engine.record import read, record_of
from affray.players import make_player, play

RECORDS = Path(__file__).parents[1] / "records"


def ending(match: Match[Any], name: str) -> str:
    """How a match ended, as part of a file name: setup or mission, winners, reason without numbers."""
    assert match.result is not None
    seats = match.game.seats(match.state)
    winners = "-".join(seats[seat] for seat in match.result.winners) or "draw"
    reason = re.sub(r"[^a-z]+", "-", re.sub(r"\d+", "n", match.result.reason.lower())).strip("-")
    return f"{match.game.id}-{name}-{winners}-{reason}"


def keep(games: Sequence[str], missions: Sequence[str], players: Sequence[str], tries: int) -> None:
    """Play, and write what is new or shorter."""
    shortest = {path.stem: len(read(path).replay().tape) for path in RECORDS.glob("*.record")}
    for game in games:
        fixture = load(game)
        for setup_name, setup in fixture.missions().items():
            if missions and setup_name not in missions:
                continue
            seats = len(fixture.game.seats(fixture.game.setup(setup)))
            for number, names in product(range(tries), product(players, repeat=seats)):
                seed = f"keep/{setup_name}/{'/'.join(names)}/{number}"
                state = fixture.game.setup(setup)
                match = Match(fixture.game, state, DiceStream(seed))
                play(match, [make_player(name, f"{seed}/{i}") for i, name in enumerate(names)])
                stem = ending(match, setup_name)
                if stem not in shortest or len(match.tape) < shortest[stem]:
                    shortest[stem] = len(match.tape)
                    seated = dict(zip(fixture.game.seats(state), names))
                    text = str(record_of(match, players=seated))
                    (RECORDS / f"{stem}.record").write_text(text, encoding="utf-8")
                    print(stem, len(match.tape), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="*", default=GAMES)
    parser.add_argument("--missions", nargs="*", default=[], help="all by default")
    parser.add_argument("--players", nargs="*", default=["random", "greedy"])
    parser.add_argument("--tries", type=int, default=3, help="matches of every mission and pair of players")
    args = parser.parse_args()
    keep(args.games, args.missions, args.players, args.tries)
