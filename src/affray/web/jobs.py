"""What a server and its worker processes say to each other, and how it is framed on a pipe."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from affray.web.messages import Answer
from affray.web.store import Entry, MatchRow

HEAD = 4
"""Bytes of the length that stands before each message."""


class Job(msgspec.Struct, tag="job"):
    """Something to work out at the pending decision of a match.

    The worker keeps matches and follows their logs: `row` is None where it has the match already, `start` is
    the place in the log of the first of `entries`. With a `player` it chooses for the deciding seat, blind to
    everything that seat does not know; else it finds the odds of `action`. `budget` is in seconds: a player
    that has thought longer takes the best it has found.
    """

    id: int
    match: str
    row: MatchRow | None
    start: int
    entries: list[Entry]
    player: str
    action: str
    budget: float
    forget: list[str]
    """Matches that are no longer needed."""


class Hurry(msgspec.Struct, tag="hurry"):
    """Choose now: to the player at work on this job."""

    id: int


ToWorker: TypeAlias = Job | Hurry


class Chosen(msgspec.Struct, tag="chosen"):
    """The notation of what a player chose."""

    id: int
    action: str


class Odds(msgspec.Struct, tag="odds"):
    """The odds asked for."""

    id: int
    answer: Answer


class Refusal(msgspec.Struct, tag="refusal"):
    """A question that has no answer, and why."""

    id: int
    text: str
    clause: str


class Failed(msgspec.Struct, tag="failed"):
    """The job met a fault of the program."""

    id: int
    text: str


FromWorker: TypeAlias = Chosen | Odds | Refusal | Failed

_ENCODER = msgspec.msgpack.Encoder()


def framed(message: ToWorker | FromWorker) -> bytes:
    """A message as it goes through the pipe."""
    body = _ENCODER.encode(message)
    return len(body).to_bytes(HEAD, "big") + body
