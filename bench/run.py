"""Speed of the engine, side by side with what else people use: ``python bench/run.py [--json] [--quick]``.

Everything is a ratio or is measured in turns with its counterpart, so that a busy machine does not spoil it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from math import log
from pathlib import Path
from statistics import mean, median
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.contract.conftest import load
from tests.contract.fixture import Fixture

from affray.engine.dice import DiceStream
from affray.engine.game import Registry
from affray.engine.match import Match
from affray.engine.record import parse
from affray.players import make_player, play
from bench import killteam, volley
from bench.timing import ChessPlay, RandomPlay, interleave, ratio, repeat

OWN = {"killteam": killteam.figures}
"""What is measured for one game alone."""


def speed(fixture: Fixture, rounds: int, seconds: float) -> dict[str, Any]:
    """Decisions per second of random play over all missions, beside random chess.

    ``ratio_to_chess`` compares whole games, ``ratio_to_chess_plies`` does not ask chess whether a game is
    over.
    """
    play = RandomPlay(fixture.game, fixture.played(), "speed")
    play.warm()
    works = {
        "games": ChessPlay("speed", games=True).work,
        "plies": ChessPlay("speed", games=False).work,
        "play": play.work,
    }
    times = interleave(works, rounds, seconds)
    return {
        "decisions_per_s": round(1 / median(times["play"])),
        "chess_decisions_per_s": round(1 / median(times["games"])),
        "ratio_to_chess": round(ratio(times["games"], times["play"]), 2),
        "ratio_to_chess_plies": round(ratio(times["plies"], times["play"]), 2),
    }


def forks(fixture: Fixture, rounds: int, seconds: float) -> dict[str, Any]:
    """A fork over a decision of the same play: at rest, and in the middle of a step (nested choices)."""
    chance = DiceStream("fork")
    rest: list[float] = []
    middle: list[float] = []
    play = RandomPlay(fixture.game, fixture.played(), "forks")
    play.warm()
    for _ in range(rounds):
        spent: dict[bool, list[float]] = {True: [], False: []}
        decisions = decided = 0.0
        end = process_time() + 2 * seconds
        while process_time() < end:
            match = play.match
            start = process_time()
            for _ in range(4):
                match.fork(chance)
            spent[match.at_rest].append((process_time() - start) / 4)
            start = process_time()
            for _ in range(8):
                play.decide()
            decided += process_time() - start
            decisions += 8
        rest.append(mean(spent[True]) / (decided / decisions))
        if spent[False]:
            middle.append(mean(spent[False]) / (decided / decisions))
    found = {"fork_rest_ratio": round(median(rest), 2)}
    if middle:  # else every decision stands at rest
        found["fork_mid_ratio"] = round(median(middle), 2)
    return found


def odds(fixture: Fixture, rounds: int) -> dict[str, Any]:
    """Time of exact odds over all kinds of attacks on all kinds of targets."""
    times: dict[str, float] = {}
    paths: dict[str, int] = {}
    for attack in fixture.attacks():
        best: list[float] = []
        for _ in range(rounds):
            start = process_time()
            found = attack.match.odds(attack.action, all_seeing=True)
            best.append(process_time() - start)
            assert found.exact, attack.name
            paths[attack.name] = found.paths
        times[attack.name] = median(best) * 1000
    worst = max(times, key=lambda name: times[name])
    return {
        "odds_typical_ms": round(median(times.values()), 2),
        "odds_worst_ms": round(times[worst], 2),
        "odds_worst": f"{worst} ({paths[worst]} paths)",
        "odds_kinds": len(times),
    }


def replay(fixture: Fixture, rounds: int) -> dict[str, Any]:
    """Reading and replaying a record, over the match as two random players played it.

    ``replay_ratio`` replays as a match is loaded that the program itself has stored; ``verify_ratio`` checks
    every action by the rules, every die by the seed and every digest too. ``replay_ratio_bare`` is over
    random choices put into the match unseen and unchecked, without players.
    """
    works: dict[str, list[float]] = {"played": [], "bare": [], "replayed": [], "verified": []}
    setups = fixture.played()
    for turn in range(rounds):
        setup = setups[turn % len(setups)]
        start = process_time()
        match = Match(fixture.game, fixture.game.setup(setup), DiceStream(f"replay/{turn}"))
        names = fixture.game.seats(match.state)
        play(match, [make_player("random", f"{turn}/{name}") for name in names])
        works["played"].append((process_time() - start) / len(match.tape))
        unseen = RandomPlay(fixture.game, [setup], f"replay/{turn}")
        start = process_time()
        other = unseen.match = unseen.next_match()
        while other.decision is not None:
            unseen.decide()
        works["bare"].append((process_time() - start) / len(other.tape))
        text = match.record
        for name, verify in (("replayed", False), ("verified", True)):
            start = process_time()
            replayed = parse(text).replay(verify)
            works[name].append((process_time() - start) / len(replayed.tape))
    return {
        "replay_ratio": round(ratio(works["played"], works["replayed"]), 2),
        "replay_ratio_bare": round(ratio(works["bare"], works["replayed"]), 2),
        "verify_ratio": round(ratio(works["played"], works["verified"]), 2),
    }


def growth(fixture: Fixture, rounds: int, seconds: float) -> dict[str, Any]:
    """The cost of a decision when the armies double, and double again."""
    works = {str(size): Restarting(match).work for size, match in fixture.armies().items()}
    times = interleave(works, rounds, seconds)
    sizes = [int(name) for name in times]
    costs = [median(times[name]) for name in times]
    exponent = log(costs[-1] / costs[0]) / log(sizes[-1] / sizes[0])
    return {
        "growth": {size: round(cost * 1e6, 1) for size, cost in zip(sizes, costs, strict=True)},
        "growth_exponent": round(exponent, 2),
    }


class Restarting:
    """Random play from one position, begun anew after some decisions."""

    def __init__(self, match: Match[Any], most: int = 60) -> None:
        self.start = match
        self.most = most
        self.runs = 0

    def work(self, seconds: float) -> tuple[int, float]:
        done, spent = 0, 0.0
        while spent < seconds:
            self.runs += 1
            match = self.start.fork(DiceStream(f"growth/{self.runs}"))
            dice = DiceStream(f"choices/{self.runs}")
            start = process_time()
            for _ in range(self.most):
                if match.decision is None:
                    break
                options = match.legal
                match.trust(options[dice.choice(len(options))])
                done += 1
            spent += process_time() - start
        return done, spent


def kernel(rounds: int, seconds: float) -> dict[str, Any]:
    """The odds of a pool attack, by the engine and by `dyce`: equal answers, and the time of each."""
    by_dyce = volley.dyce_query()
    assert volley.by_affray() == by_dyce(), "the engine and dyce disagree"
    times = interleave({"affray": repeat(volley.by_affray), "dyce": repeat(by_dyce)}, rounds, seconds)
    return {
        "volley_ms": round(median(times["affray"]) * 1000, 3),
        "volley_dyce_ms": round(median(times["dyce"]) * 1000, 3),
        "volley_speedup_over_dyce": round(ratio(times["dyce"], times["affray"]), 2),
    }


def report(games: Sequence[str], quick: bool) -> dict[str, Any]:
    """All figures."""
    rounds, seconds = (3, 0.15) if quick else (9, 0.5)
    found: dict[str, Any] = {"kernel": kernel(rounds, seconds), "games": {}}
    for game in games:
        fixture = load(game)
        figures = speed(fixture, rounds, seconds)
        figures |= forks(fixture, rounds, seconds)
        figures |= odds(fixture, 1 if quick else 3)
        figures |= replay(fixture, 4 if quick else 12)
        figures |= growth(fixture, rounds, seconds)
        if game in OWN:
            figures |= OWN[game]()
        found["games"][game] = figures
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--quick", action="store_true", help="shorter slices, rougher figures")
    parser.add_argument("games", nargs="*", help="games to measure; all by default")
    args = parser.parse_args()
    found = report(args.games or Registry.ids(), args.quick)
    if args.json:
        print(json.dumps(found, indent=2))
        return
    for part, figures in [("kernel", found["kernel"]), *found["games"].items()]:
        print(part)
        for name, value in figures.items():
            print(f"  {name:26} {value}")


if __name__ == "__main__":
    main()
