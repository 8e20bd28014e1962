"""The Environment card of the Round, and the two cards that ask for a choice (AVP-ROUND.2, AVP-C.ENV.1).

What the other cards change stands where it counts: modifiers in `numbers`, sight in `ground`, costs in the
Actions.
"""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

from affray.boards.zones import bits
from affray.engine.requests import Among, Decide, Draw, Procedure, Seat
from affray.games.avp import doors, ground, ping
from affray.games.avp.actions.setup import FaultDoor, SpreadResin
from affray.games.avp.board import HALF, NORMAL
from affray.games.avp.names import door_name
from affray.games.avp.state import Frame, State


class TurnCard(Frame, frozen=True):
    """The initiative player turns over a card; the one before it is in force no longer."""

    kind: ClassVar[str] = "environment"

    def run(self, s: State) -> Procedure[None]:
        s.frames.pop()
        if not s.env_deck:
            if not s.env_discard:
                return
            s.env_deck, s.env_discard = s.env_discard, ()
        lot = Counter(s.env_deck)
        card = yield Draw(tuple(lot), tuple(lot.values()), "AVP-ROUND.2", "Environment card")
        deck = list(s.env_deck)
        deck.remove(card)
        s.env_deck = tuple(deck)
        if s.env:
            s.env_discard = tuple(sorted((*s.env_discard, s.env)))
        s.env = card
        if s.log is not None:
            found = s.content.environment[card]
            s.say(
                "{who} turn over {card}: {text}", "AVP-ROUND.2", "AVP-C.ENV.1",
                who=s.factions[s.order[0]], card=found.name, text=found.text,
            )  # fmt: skip
        take_effect(s)


def take_effect(s: State) -> None:
    """Put the question that a card asks on the stack, or a check for flips as sight may have changed."""
    if s.env == "door_fault" and s.layout.closed:
        s.frames.append(DoorFault(s.order[0]))
    elif s.env == "spreading_resin" and resin_tiles(s):
        chooser = s.factions.index("aliens") if "aliens" in s.factions else s.order[0]
        s.frames.append(Resin(chooser))
    elif s.env != "steam":
        s.frames.append(SightCheck())


class SightCheck(Frame, frozen=True):
    """A check for flips: the Steam of the last Round has cleared."""

    kind: ClassVar[str] = "sight_check"

    def run(self, s: State) -> Procedure[None]:
        s.frames.pop()
        yield from ping.check(s)


class DoorFault(Frame, frozen=True):
    """The initiative player removes one Door of his choice."""

    seat: Seat
    kind: ClassVar[str] = "door_fault"

    def run(self, s: State) -> Procedure[None]:
        s.frames.pop()
        options = [FaultDoor(edge) for edge in bits(s.layout.closed)]
        menu = Among(options, "AVP-C.ENV.1", "not a closed Door")
        answer = yield Decide(self.seat, menu, "AVP-C.ENV.1", "Door Fault: which Door opens?")
        if s.log is not None:
            s.say("The Door {door} fails", "AVP-C.ENV.1", door=door_name(s, answer.door))
        yield from doors.open_door(s, answer.door, self.seat, -1, "AVP-C.ENV.1")


def resin_tiles(s: State) -> list[int]:
    """The normal corridor Tiles that are adjacent to an Infested Tile."""
    near = s.layout.neighbours
    return [
        tile
        for tile in bits(s.board.corridors & ~s.layout.gone)
        if s.surface[tile] == NORMAL and any(ground.is_infested(s, other) for other in near[tile])
    ]


class Resin(Frame, frozen=True):
    """The Alien player turns one such Tile half-infested for the rest of the game."""

    seat: Seat
    kind: ClassVar[str] = "resin"

    def run(self, s: State) -> Procedure[None]:
        s.frames.pop()
        options = [SpreadResin(tile) for tile in resin_tiles(s)]
        reason = "not a normal corridor Tile adjacent to an Infested one"
        answer = yield Decide(
            self.seat,
            Among(options, "AVP-C.ENV.1", reason),
            "AVP-C.ENV.1",
            "Which Tile does the resin reach?",
        )
        surface = list(s.surface)
        surface[answer.tile] = HALF
        s.surface = tuple(surface)
        if s.log is not None:
            s.say("The resin reaches {tile}", "AVP-C.ENV.1", tile=s.board.zones.names[answer.tile])
        yield from ping.check(s)
