"""Initiative: the roll, the cards played after it, the winner's choice (KILLTEAM-C.TURN.2,
KILLTEAM-C.TURN.3)."""

from __future__ import annotations

from typing import ClassVar

from affray.engine.actions import Action
from affray.engine.requests import Among, Decide, Procedure, Roll, Seat
from affray.games.killteam import titles
from affray.games.killteam.actions.turns import GIVE, PASS, TAKE, Pass, PlayCard, Take
from affray.games.killteam.dice import FACES, face
from affray.games.killteam.names import team_names
from affray.games.killteam.state import Frame, State, put

CARDS = "KILLTEAM-C.TURN.3"
LAST_CARD = 3
"""After this turning point nobody gains a card any more (KILLTEAM-C.TURN.3)."""


class Initiative(Frame, frozen=True):
    """A turning point begins: both roll for the initiative (KILLTEAM-C.TURN.2)."""

    again: bool = False
    kind: ClassVar[str] = "initiative"
    ongoing: ClassVar[bool] = True

    def run(self, s: State) -> Procedure[None]:
        """One roll of each; then cards, or the winner chooses."""
        if not self.again:
            s.turn += 1
            if s.log is not None:
                s.say("Turning point {turn}", "KILLTEAM-C.TURN.1", turn=s.turn)
        results = []
        for seat in (0, 1):
            counts = yield Roll(1, FACES, "KILLTEAM-C.TURN.2", "initiative", seat=seat)
            results.append(face(counts))
        a, b = results
        if a == b and s.turn == 1 and s.preset.first_tie_again:
            s.frames[-1] = Initiative(True)
            return
        if s.preset.initiative_cards and any(s.cards):
            s.frames[-1] = Cards((a, b), (0, 0), loser((a, b), s.initiative))
        else:
            s.frames[-1] = Winner(1 - _beaten(s, (a, b)))


def loser(totals: tuple[int, int], initiative: Seat) -> Seat:
    """Who is asked for cards first: the current loser, on a tie the player with initiative
    (KILLTEAM-C.TURN.3)."""
    a, b = totals
    return initiative if a == b else int(a > b)


def _beaten(s: State, totals: tuple[int, int]) -> Seat:
    """Who loses the roll: on a tie the player that has initiative (KILLTEAM-C.TURN.2)."""
    return loser(totals, s.initiative)


def cards_of(s: State, seat: Seat) -> list[str]:
    """The ways in which a side can play its initiative cards."""
    found: list[str] = []
    for card in s.cards[seat]:
        found += [card] if card == "reroll" else [f"+{card}", f"-{card}"]
    return found


class Cards(Frame, frozen=True):
    """After the roll the players alternately play one card or pass until both pass in a row
    (KILLTEAM-C.TURN.3)."""

    results: tuple[int, int]
    changes: tuple[int, int]
    seat: Seat
    passes: int = 0
    kind: ClassVar[str] = "cards"
    ongoing: ClassVar[bool] = True

    def totals(self) -> tuple[int, int]:
        """The results with what cards have added."""
        return self.results[0] + self.changes[0], self.results[1] + self.changes[1]

    def run(self, s: State) -> Procedure[None]:
        """Ask one player once."""
        seat = self.seat
        if self.passes >= 2:
            s.frames[-1] = Winner(1 - _beaten(s, self.totals()))
            return
        options: list[Action] = [PASS, *map(PlayCard, cards_of(s, seat))]
        menu = Among(options, CARDS, "play one of your cards or pass")
        answer = yield Decide(seat, menu, CARDS, f"initiative {self.totals()[0]} to {self.totals()[1]}")
        if isinstance(answer, Pass):
            s.frames[-1] = Cards(self.results, self.changes, 1 - seat, self.passes + 1)
            return
        card = answer.card
        s.cards = put(s.cards, seat, _without(s.cards[seat], card.lstrip("+-")))
        if s.log is not None:
            s.say("{seat} play {card}", CARDS, seat=team_names(s)[seat], card=titles.card_title(card))
        results, changes = list(self.results), list(self.changes)
        if card == "reroll":
            counts = yield Roll(1, FACES, CARDS, "initiative again", seat=seat)
            results[seat], changes[seat] = face(counts), 0
        else:
            changes[seat] += int(card)
        s.frames[-1] = Cards((results[0], results[1]), (changes[0], changes[1]), 1 - seat)


def _without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    left = list(cards)
    left.remove(card)
    return tuple(left)


class Winner(Frame, frozen=True):
    """The winner decides who has initiative; the loser gains a card after turning points 1 to 3 (C.TURN.2,
    C.TURN.3)."""

    seat: Seat
    kind: ClassVar[str] = "winner"

    def run(self, s: State) -> Procedure[None]:
        """Take it or give it away."""
        menu = Among((TAKE, GIVE), "KILLTEAM-C.TURN.2", "take the initiative or give it away")
        answer = yield Decide(self.seat, menu, "KILLTEAM-C.TURN.2", "take the initiative?")
        s.frames.pop()
        s.initiative = self.seat if isinstance(answer, Take) else 1 - self.seat
        if s.log is not None:
            s.say("{seat} have the initiative", "KILLTEAM-C.TURN.2", seat=team_names(s)[s.initiative])
        if s.preset.initiative_cards and s.turn <= LAST_CARD:
            other = 1 - self.seat
            s.cards = put(s.cards, other, (*s.cards[other], str(s.turn)))
            if s.log is not None:
                s.say("{seat} gain the card ±{n}", CARDS, seat=team_names(s)[other], n=s.turn)
