"""A tiny complete game for tests of the kernel: a duel with hidden hands, nested reactions, draws, dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from itertools import combinations
from pathlib import Path
from typing import Any, ClassVar

from affray.engine.actions import Action, NotationError, Vocabulary, actor, key, place, target
from affray.engine.events import Event
from affray.engine.game import Registry, Result, SetupError
from affray.engine.requests import Decide, Die, Draw, Menu, Procedure, Roll, Seat
from affray.engine.rulebook import Refusal, Rulebook, Tally
from affray.engine.subgame import Subgame

SEATS = ("red", "blue")
PLACES = ("field", "hill")
D6 = Die(6, clause="TOY-1")
DECK = ("feint",) * 3 + ("guard",) * 4 + ("rag",) * 3
TURNS = 12


class State:
    """Two fighters; `frames` is what is under way, the last one topmost."""

    __slots__ = (
        "begins",
        "breath",
        "deck",
        "frames",
        "hands",
        "life",
        "log",
        "options",
        "places",
        "reveals",
        "solo",
        "turn",
    )

    def __init__(self, life: int = 5, solo: bool = False) -> None:
        self.begins = 0
        self.life = [life, life]
        self.breath = [3, 3]
        self.places = [0, 0]
        self.hands: list[tuple[str, ...]] = [(), ()]
        self.deck: tuple[str, ...] = DECK
        self.frames: tuple[tuple[Any, ...], ...] = ()
        self.turn = 0
        self.reveals = 0
        self.solo = solo
        self.options: dict[str, Any] = {"life": life, "solo": solo}
        self.log: list[Event] | None = None

    def copy(self) -> State:
        new = State.__new__(State)
        new.begins = self.begins
        new.life = self.life[:]
        new.breath = self.breath[:]
        new.places = self.places[:]
        new.hands = self.hands[:]
        new.deck = self.deck
        new.frames = self.frames
        new.turn = self.turn
        new.reveals = self.reveals
        new.solo = self.solo
        new.options = self.options
        new.log = None
        return new

    def facts(self) -> tuple[Any, ...]:
        return (
            self.begins, tuple(self.life), tuple(self.breath), tuple(self.places), tuple(self.hands),
            self.deck, self.frames, self.turn, self.reveals, self.solo,
        )  # fmt: skip

    def digest(self) -> str:
        return blake2b(repr(self.facts()).encode(), digest_size=8).hexdigest()

    @property
    def seat(self) -> Seat:
        return (self.begins + self.turn) % 2

    def say(self, message: str, *clauses: str, **args: Any) -> None:
        if self.log is not None:
            self.log.append(Event(message, clauses, args))


# -- actions ------------------------------------------------------------------------------------------------


class Hit(Action, frozen=True):
    verb: ClassVar = "hit"
    form: ClassVar = (actor("who", "seat"), target("whom", "seat"), key("dice", "int"))
    who: Seat
    whom: Seat
    dice: int


class Move(Action, frozen=True):
    verb: ClassVar = "move"
    form: ClassVar = (actor("who", "seat"), place("to", "place"))
    who: Seat
    to: int


class Take(Action, frozen=True):
    verb: ClassVar = "take"
    form: ClassVar = (actor("who", "seat"),)
    who: Seat


class Wait(Action, frozen=True):
    verb: ClassVar = "wait"
    form: ClassVar = (actor("who", "seat"),)
    who: Seat


class Show(Action, frozen=True):
    """Show a card in answer to something."""

    verb: ClassVar = "show"
    form: ClassVar = (actor("card", "card"),)
    card: str


class Let(Action, frozen=True):
    verb: ClassVar = "let"


class Burn(Action, frozen=True):
    """Put cards back, unseen by the other. Only positions with the frame ``burn`` ask for it."""

    verb: ClassVar = "burn"
    form: ClassVar = (actor("cards", "card", many=True, optional=True),)
    cards: tuple[str, ...]


def turn_refusal(s: State, action: Action) -> Refusal | None:
    """Why an action may not be taken by the player whose turn it is."""
    if not isinstance(action, (Hit, Move, Take, Wait)):
        return Refusal("TOY-4", "this is no action of a turn")
    if action.who != s.seat:
        return Refusal("TOY-4", f"it is not {SEATS[action.who]}'s turn")
    if isinstance(action, Hit):
        if action.whom == action.who:
            return Refusal("TOY-4", "nobody hits himself")
        if not 1 <= action.dice <= s.breath[action.who]:
            return Refusal("TOY-5", f"{action.dice} dice with {s.breath[action.who]} breath")
    if isinstance(action, Move):
        if action.to == s.places[action.who]:
            return Refusal("TOY-11", "already there")
        if action.to and s.places[1 - action.who]:
            return Refusal("TOY-11", "the hill is taken")
    if isinstance(action, Take) and not s.deck:
        return Refusal("TOY-4", "the deck is empty")
    return None


class TurnMenu(Menu):
    __slots__ = ("s",)

    def __init__(self, s: State) -> None:
        self.s = s

    def options(self) -> Sequence[Action]:
        s, seat = self.s, self.s.seat
        found: list[Action] = [Hit(seat, 1 - seat, n) for n in range(1, s.breath[seat] + 1)]
        to = 1 - s.places[seat]
        if not (to and s.places[1 - seat]):
            found.append(Move(seat, to))
        if s.deck:
            found.append(Take(seat))
        found.append(Wait(seat))
        return found

    def refusal(self, action: Action) -> Refusal | None:
        return turn_refusal(self.s, action)


class ShowMenu(Menu):
    """Show the one useful card or let it be. It is asked without the card too: the other learns nothing."""

    __slots__ = ("card", "clause", "hand")

    def __init__(self, hand: tuple[str, ...], card: str, clause: str) -> None:
        self.hand = hand
        self.card = card
        self.clause = clause

    def options(self) -> Sequence[Action]:
        return (Show(self.card), Let()) if self.card in self.hand else (Let(),)

    def refusal(self, action: Action) -> Refusal | None:
        if isinstance(action, Let) or (isinstance(action, Show) and action.card == self.card in self.hand):
            return None
        return Refusal(self.clause, f"only a {self.card} in hand may be shown")


class BurnMenu(Menu):
    __slots__ = ("hand",)

    def __init__(self, hand: tuple[str, ...]) -> None:
        self.hand = hand

    def options(self) -> Sequence[Action]:
        subsets = {c for n in range(len(self.hand) + 1) for c in combinations(self.hand, n)}
        return [Burn(cards) for cards in sorted(subsets)]

    def refusal(self, action: Action) -> Refusal | None:
        if isinstance(action, Burn) and not Counter(action.cards) - Counter(self.hand):
            return None
        return Refusal("TOY-3", "not in hand")


# -- steps --------------------------------------------------------------------------------------------------


def step(s: State) -> Procedure[None]:
    kind, *args = s.frames[-1]
    return STEPS[kind](s, *args)


def first_move(s: State) -> Procedure[None]:
    """TOY-2; a tie leaves everything as it was: the same step comes again."""
    red = (yield Roll(1, D6.faces(), "TOY-2", "red's die", seat=0)).index(1)
    blue = (yield Roll(1, D6.faces(), "TOY-2", "blue's die", seat=1)).index(1)
    if red != blue:
        s.begins = int(blue > red)
        s.frames = s.frames[:-1]
        s.say("{who} begins", "TOY-2", who=SEATS[s.begins])


def deal(s: State, seat: Seat) -> Procedure[None]:
    """One card to a player, seen by nobody else (TOY-3)."""
    counts = Counter(s.deck)
    card: str = yield Draw(
        sorted(counts), [counts[c] for c in sorted(counts)], "TOY-3", "card", secret_to=seat
    )
    at = s.deck.index(card)
    s.deck = (*s.deck[:at], *s.deck[at + 1 :])
    s.hands[seat] = tuple(sorted((*s.hands[seat], card)))
    s.frames = s.frames[:-1]


def burn(s: State, seat: Seat) -> Procedure[None]:
    action = yield Decide(seat, BurnMenu(s.hands[seat]), "TOY-3", "put cards back")
    left = Counter(s.hands[seat]) - Counter(action.cards)
    s.hands[seat] = tuple(sorted(left.elements()))
    s.deck = tuple(sorted((*s.deck, *action.cards)))
    s.frames = s.frames[:-1]


def take_turn(s: State) -> Procedure[None]:
    """One turn (TOY-4) with all reactions to a hit; the dice of the hit are steps of their own."""
    if s.turn >= TURNS or min(s.life) <= 0:
        s.frames = (("over",),)
        return
    seat = s.seat
    action = yield Decide(seat, TurnMenu(s), "TOY-4", "your turn")
    s.turn += 1
    if isinstance(action, Wait):
        s.breath[seat] = min(3, s.breath[seat] + 2)
        s.say("{who} waits", "TOY-5", who=SEATS[seat])
    elif isinstance(action, Move):
        s.places[seat] = action.to
        s.say("{who} goes to the {to}", "TOY-11", who=SEATS[seat], to=PLACES[action.to])
    elif isinstance(action, Take):
        s.frames = (*s.frames, ("deal", seat))
    else:
        s.breath[seat] -= action.dice
        s.say("{who} hits", "TOY-6", who=SEATS[seat])
        if not (yield from parried(s, seat)):
            s.frames = (*s.frames, ("blows", seat, action.dice))


def parried(s: State, seat: Seat) -> Procedure[bool]:
    """The reactions to a hit: parry (TOY-8), and feint against it (TOY-9)."""
    other = 1 - seat
    if not s.hands[other]:
        return False
    answer = yield Decide(other, ShowMenu(s.hands[other], "guard", "TOY-8"), "TOY-8", "parry?")
    if isinstance(answer, Let):
        return False
    show(s, other, "guard")
    s.say("{who} parries", "TOY-8", who=SEATS[other])
    if not (yield Roll(1, D6.bands(3), "TOY-8", "parry", seat=other))[1]:
        return False
    if not s.hands[seat]:
        return True
    answer = yield Decide(seat, ShowMenu(s.hands[seat], "feint", "TOY-9"), "TOY-9", "feint?")
    if isinstance(answer, Let):
        return True
    show(s, seat, "feint")
    return not (yield Roll(1, D6.bands(2), "TOY-9", "feint", seat=seat))[1]


def show(s: State, seat: Seat, card: str) -> None:
    at = s.hands[seat].index(card)
    s.hands[seat] = (*s.hands[seat][:at], *s.hands[seat][at + 1 :])
    s.reveals += 1


def difficulty(s: State, seat: Seat) -> Tally:
    tally = Tally(4, "TOY-6")
    if s.places[seat]:
        tally.add(1, "TOY-7")
    return tally


def blow(s: State, seat: Seat, left: int) -> Procedure[None]:
    """One die of a hit (TOY-6)."""
    tally = difficulty(s, seat)
    counts = yield Roll(1, D6.bands(1, tally.value), "TOY-6", "blow", tally, seat, cites=("TOY-10",))
    s.life[1 - seat] -= 2 * counts[0] + counts[1]
    s.frames = s.frames[:-1]
    if left > 1:
        s.frames = (*s.frames, ("blows", seat, left - 1))


STEPS: Mapping[str, Callable[..., Procedure[None]]] = {
    "first": first_move,
    "deal": deal,
    "burn": burn,
    "turn": take_turn,
    "blows": blow,
}


# -- the game -----------------------------------------------------------------------------------------------


class ToyNames:
    def text(self, kind: str, value: Any) -> str:
        if kind == "seat":
            return SEATS[value]
        return PLACES[value] if kind == "place" else str(value)

    def value(self, kind: str, text: str) -> Any:
        lists = {"seat": SEATS, "place": PLACES, "card": tuple(sorted({*DECK, "?"}))}
        if kind in lists:
            if text not in lists[kind]:
                raise NotationError(f"no {kind} {text[:40]!r}; there are {', '.join(lists[kind])}")
            return text if kind == "card" else lists[kind].index(text)
        if not (text.isascii() and text.isdigit() and len(text) < 6):
            raise NotationError(f"no number {text[:40]!r}")
        return int(text)


NAMES = ToyNames()


class ToyGame:
    id = "toy"
    title = "Duel"
    version = "1"
    vocabulary = Vocabulary((Hit, Move, Take, Wait, Show, Let, Burn))

    @cached_property
    def rulebook(self) -> Rulebook:
        return Rulebook.load(self.title, Path(__file__).with_name("toy.toml"))

    def setup(self, options: Mapping[str, Any]) -> State:
        unknown = sorted(set(options) - {"life", "solo"})
        if unknown:
            raise SetupError(f"no option {unknown[0]!r}; there are life, solo")
        life, solo = options.get("life", 5), options.get("solo", False)
        if not isinstance(life, int) or not 1 <= life <= 99 or not isinstance(solo, bool):
            raise SetupError("life is 1 to 99, solo true or false")
        s = State(life, solo)
        s.frames = (("turn",), ("deal", 1), ("deal", 1), ("deal", 0), ("deal", 0), ("first",))
        return s

    def options(self, state: State) -> Mapping[str, Any]:
        return state.options

    def position(self, table: Mapping[str, Any]) -> State:
        s = State()
        s.frames = (("turn",),)
        for name, value in table.items():
            if name in ("red", "blue") and isinstance(value, dict):
                seat = SEATS.index(name)
                s.life[seat] = value.get("life", 5)
                s.breath[seat] = value.get("breath", 3)
                s.places[seat] = PLACES.index(value.get("at", "field"))
                s.hands[seat] = tuple(sorted(value.get("hand", ())))
            elif name == "turn" and isinstance(value, int):
                s.turn = value
            elif name == "do" and isinstance(value, list):
                s.frames = (("turn",), *(tuple(frame) for frame in value))
            elif name == "solo" and isinstance(value, bool):
                s.solo = value
            else:
                raise SetupError(f"no position key {name!r}")
        s.deck = tuple(sorted((Counter(DECK) - Counter(s.hands[0]) - Counter(s.hands[1])).elements()))
        return s

    def step(self, state: State) -> Procedure[None]:
        return step(state)

    def result(self, state: State) -> Result | None:
        if state.frames[-1][0] != "over":
            return None
        red, blue = state.life
        winners = () if red == blue else (int(blue > red),)
        return Result(winners, "more life", "TOY-10", tuple(state.life))

    def seats(self, state: State) -> tuple[str, ...]:
        return SEATS

    def names(self, state: State) -> ToyNames:
        return NAMES

    def parse(self, state: State, text: str) -> Action:
        return self.vocabulary.parse(text, NAMES)

    def text(self, state: State, action: Action) -> str:
        return self.vocabulary.text(action, NAMES)

    def redacted(self, state: State, action: Action, seat: Seat | None) -> str:
        if isinstance(action, Burn):
            return "burn " + ",".join("?" for _ in action.cards) if action.cards else "burn"
        return self.text(state, action)

    def automatic(self, state: State, decide: Decide) -> Action | None:
        """Blue of a solo match hits while it can."""
        if state.solo and decide.seat == 1:
            return decide.menu.options()[0]
        return None

    def landmark(self, state: State) -> str | None:
        return f"turn {state.turn + 1}" if state.frames == (("turn",),) and state.turn % 4 == 0 else None

    def view(self, state: State, seat: Seat | None, live: State | None = None) -> State:
        new = state.copy()
        for other in (0, 1):
            if other != seat:
                shown = (
                    ()
                    if live is None
                    else sorted((Counter(state.hands[other]) - Counter(live.hands[other])).elements())
                )
                new.hands[other] = tuple(sorted((*shown, *("?" for _ in state.hands[other][len(shown) :]))))
        new.deck = tuple("?" for _ in state.deck)
        return new

    def _hidden(self, view: State) -> Counter[str]:
        """The cards that a view does not show, less those shown before (they are out of the game)."""
        seen = Counter(card for hand in view.hands for card in hand if card != "?")
        return Counter(DECK) - seen

    def guess(self, view: State, choose: Callable[[int], int]) -> State:
        new = view.copy()
        pool = sorted(self._hidden(view).elements())
        for seat in (0, 1):
            hand = [pool.pop(choose(len(pool))) if card == "?" else card for card in view.hands[seat]]
            new.hands[seat] = tuple(sorted(hand))
        while len(pool) > len(view.deck):
            pool.pop(choose(len(pool)))
        new.deck = tuple(sorted(pool))
        return new

    def worlds(self, view: State, action: Action, limit: int) -> Sequence[tuple[int, State]] | None:
        """The hands that others may hold, each with its number of ways."""
        pool = sorted(self._hidden(view).elements())
        unknown = [(seat, card) for seat in (0, 1) for card in view.hands[seat] if card == "?"]
        found: Counter[tuple[str, ...]] = Counter(combinations(pool, len(unknown)))
        if len(found) > limit or len({seat for seat, _ in unknown}) > 1:
            return None
        worlds = []
        for cards, ways in sorted(found.items()):
            new = view.copy()
            for seat, _ in unknown[:1]:
                new.hands[seat] = tuple(sorted((*(c for c in view.hands[seat] if c != "?"), *cards)))
            worlds.append((ways, new))
        return worlds

    def reveals(self, state: State) -> int:
        return state.reveals

    def settled(self, start: State, now: State) -> bool:
        return now.frames[-1][0] in ("turn", "over")

    def outcome(self, start: State, now: State) -> Hashable:
        return tuple(self._consequences(start, now))

    def _consequences(self, start: State, now: State) -> Iterator[str]:
        for seat in (0, 1):
            lost = start.life[seat] - now.life[seat]
            if now.life[seat] <= 0:
                yield f"{SEATS[seat]} dies"
            elif lost:
                yield f"{SEATS[seat]} loses {lost}"
        if start.frames[-1][0] == "first" and now.frames[-1][0] != "first":
            yield f"{SEATS[now.begins]} begins"

    def facet(self, start: State, now: State) -> Hashable:
        return (now.frames, tuple(now.life), now.begins)

    def measure(self, state: State) -> tuple[int, ...]:
        red, blue = (max(0, life) for life in state.life)
        return (red - blue, blue - red)

    def subgame(self, state: State) -> Subgame | None:
        """None: everything here is played with states."""
        return None

    def read(self, state: State, path: str) -> Any:
        name, _, what = path.partition(".")
        if path == "turn":
            return state.turn
        if name not in SEATS or what not in ("life", "breath", "at", "hand"):
            raise SetupError(f"nothing is called {path!r}")
        seat = SEATS.index(name)
        return {
            "life": state.life[seat],
            "breath": state.breath[seat],
            "at": PLACES[state.places[seat]],
            "hand": state.hands[seat],
        }[what]


GAME = ToyGame()
Registry.add(GAME)
