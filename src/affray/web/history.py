"""From what a store keeps to a match: its set-up played up to where its log leads.

The server and its worker processes both do this; the latter entry by entry, as the log grows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from affray.engine.actions import Action
from affray.engine.dice import DiceStream
from affray.engine.game import Registry
from affray.engine.match import Match
from affray.engine.record import parse
from affray.web.store import Entry, MatchRow


class Outdated(Exception):
    """A match was played by other rules than those installed: it cannot be gone on with or looked at here."""


class Act(NamedTuple):
    """An action on the tape: whose it is, and how much had been revealed and how long the tape was before."""

    seat: int
    reveals: int
    tape: int


class History:
    """A match and how it came about."""

    __slots__ = ("acts", "log", "match", "row")

    def __init__(self, row: MatchRow, *, listen: bool) -> None:
        """The match at its beginning.

        Raises Outdated; UnknownGame, SetupError or RecordError where the set-up cannot be played.
        """
        game = Registry.load(row.game)
        if row.version != game.version:
            raise Outdated(
                f"this match is played by version {row.version} of the rules; this server has {game.version}"
            )
        self.row = row
        self.acts: list[Act] = []
        self.log: list[Entry] = []
        dice = DiceStream(row.seed)
        self.match: Match[Any]
        if "record" in row.setup:
            record = parse(row.setup["record"])
            # It was verified when it came in.
            self.match = record.replay(verify=False, listen=listen)
            if self.match.decision is not None:
                # Whoever brought the record may know its seed: what comes now is not foreseen by anybody.
                self.match.chance = dice
                self.match.jumps = [(0, -1), (len(self.match.tape), 0)]
        elif "position" in row.setup:
            table = row.setup["position"]
            self.match = Match(game, game.position(table), dice, listen=listen, position=table)
        else:
            self.match = Match(game, game.setup(row.setup["options"]), dice, listen=listen)
        self.match.takeback = row.takeback

    def follow(self, entries: Sequence[Entry]) -> None:
        """Play further entries of the log.

        Raises Refused or NotationError where the log is not playable.
        """
        for entry in entries:
            self.match.chance.counter = entry.counter
            if entry.kind == "act":
                self.act(self.match.parse(entry.text))
            else:
                self.back()
            self.log.append(entry)

    def act(self, action: Action) -> None:
        """Take an action. Raises Refused; then nothing has changed."""
        match = self.match
        seat = -1 if match.decision is None else match.seat
        before = Act(seat, match.game.reveals(match.state), len(match.tape))
        match.push(action)
        self.acts.append(before)

    def back(self) -> None:
        """Take the last action back. The dice that fell are used up."""
        self.acts.pop()
        self.match.takeback = "free"
        self.match.pop()
        self.match.takeback = self.row.takeback

    def fell_since(self, count: int) -> bool:
        """Whether dice have fallen or something has been revealed since before the last so many actions."""
        before = self.acts[-count]
        return (
            len(self.match.tape) > before.tape + count
            or self.match.game.reveals(self.match.state) != before.reveals
        )
