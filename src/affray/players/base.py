"""What a player is, how players are named, and how they play a match to its end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from affray.engine.actions import Action
from affray.engine.game import Result
from affray.engine.match import Match, SeatView
from affray.players.chance import RandomPlayer
from affray.players.greedy import GreedyPlayer


class Player(Protocol):
    """Somebody who decides for a seat. `name` is what records and tables call it."""

    name: str

    def choose(self, view: SeatView[Any]) -> Action:
        """One of ``view.options``. The choice rests on the view and the player's own seed alone."""


@runtime_checkable
class Hurried(Protocol):
    """A player that thinks for a while and can be told, by an answer of `hurry`, to choose at once."""

    hurry: Callable[[], bool]


@runtime_checkable
class OffersPlayers(Protocol):
    """A game that brings players of its own: how they choose, by name."""

    policies: Mapping[str, Callable[[SeatView[Any]], Action]]


class UnknownPlayer(LookupError):
    """No player of this name; the message lists those there are."""


class PolicyPlayer:
    """A player whose behaviour the game itself defines."""

    __slots__ = ("_policy", "name")

    def __init__(self, name: str, policy: Callable[[SeatView[Any]], Action]) -> None:
        self.name = name
        self._policy = policy

    def choose(self, view: SeatView[Any]) -> Action:
        return self._policy(view)


_EVERYWHERE: Mapping[str, Callable[[str], Player]] = {"random": RandomPlayer, "greedy": GreedyPlayer}


def player_names(game: object = None) -> list[str]:
    """The players there are: those of every game and, if one is given, the game's own."""
    own = sorted(game.policies) if isinstance(game, OffersPlayers) else []
    return [*_EVERYWHERE, *own]


def make_player(spec: str, seed: str | int, game: object = None) -> Player:
    """The player of a name: ``random``, ``greedy`` or one that `game` brings along.

    Two players of equal name and seed choose alike in equal views. Raises UnknownPlayer.
    """
    if spec in _EVERYWHERE:
        return _EVERYWHERE[spec](str(seed))
    if isinstance(game, OffersPlayers) and spec in game.policies:
        return PolicyPlayer(spec, game.policies[spec])
    raise UnknownPlayer(f"no player {spec!r}; there are: {', '.join(player_names(game))}")


def play(match: Match[Any], players: Sequence[Player]) -> Result:
    """Let players, one per seat, play a match to its end. Raises Refused if one chooses what is illegal."""
    while match.decision is not None:
        view = match.seat_view()
        match.push(players[view.seat].choose(view))
    assert match.result is not None
    return match.result
