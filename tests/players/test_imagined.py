"""A match imagined where another world forces what was chosen in the real one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from affray.engine.actions import Action
from affray.engine.dice import DiceStream
from affray.engine.match import Match
from affray.engine.requests import Among, Decide, Die, Menu, Procedure, Roll

D6 = Die(6)


class Say(Action, frozen=True):
    """Yes or no."""

    word: str


YES, NO = Say("yes"), Say("no")


class Answering(Menu):
    """Seat 1 may only say yes if it holds a card."""

    def __init__(self, card: bool) -> None:
        self.card = card

    def options(self) -> Sequence[Action]:
        return [NO, YES] if self.card else [NO]

    def refusal(self, action: Action) -> None:
        return None

    def forced(self) -> Action | None:
        return None if self.card else NO


class State:
    """Whether seat 1 holds a card (None in a view), and what has been said."""

    def __init__(self, card: bool | None, said: tuple[Any, ...] = ()) -> None:
        self.card = card
        self.said = said
        self.log = None

    def copy(self) -> State:
        return State(self.card, self.said)

    def digest(self) -> str:
        return repr((self.card, self.said))


class Game:
    """Each step asks seat 1, rolls a die and asks seat 0."""

    def step(self, s: State) -> Procedure[None]:
        first = yield Decide(1, Answering(bool(s.card)), "", "")
        die = yield Roll(1, D6.faces(), "")
        second = yield Decide(0, Among([NO, YES], ""), "", "")
        s.said = (*s.said, first.word, die.index(1), second.word)

    def result(self, s: State) -> None:
        return None

    def landmark(self, s: State) -> None:
        return None

    def automatic(self, s: State, decide: Decide) -> None:
        return None

    def view(self, s: State, seat: int | None, live: State | None = None) -> State:
        return State(None, s.said)

    def guess(self, view: State, choose: Callable[[int], int]) -> State:
        return State(False, view.said)


def test_what_is_forced_elsewhere_does_not_upset_the_tape() -> None:
    game: Any = Game()
    match: Match[Any] = Match(game, State(True), DiceStream("real"))
    match.trust(NO)
    assert (match.seat, match.at_rest, len(match.tape)) == (0, False, 2)
    world = match.seat_view().imagine("other")
    assert world.state.card is False
    assert len(world.tape) == 1, "the first answer is forced there: only the die is on the tape"
    before = world.state.digest()
    for _ in range(6):
        world.trust(YES)
        assert world.rest.digest()
        assert world.seat == 0
    for _ in range(6):
        assert world.pop() == YES
    assert world.state.digest() == before
