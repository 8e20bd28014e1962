"""States for tests of the board: operatives at places in inches, one of them active."""

from __future__ import annotations

from affray.boards.plane.moves import Kind, Leg
from affray.boards.plane.solids import inches
from affray.games.killteam import army
from affray.games.killteam.content import Member
from affray.games.killteam.loading import content
from affray.games.killteam.state import Activation, State
from affray.games.killteam.terrain import scene_of

Place = tuple[float, ...]


def units(place: Place) -> tuple[int, int, int]:
    """A place in inches, with or without a level, in units."""
    x, y, z = (*map(str, place), "0")[:3]
    return inches(x), inches(y), inches(z)


def ground(map_: str, preset: str = "standard") -> State:
    """An empty killzone."""
    book = content()
    killzone = book.maps[map_]
    s = State(book, book.presets[preset], killzone, scene_of(killzone))
    s.turn = 1
    s.options = {"teams": ("kom", "aod")}
    return s


def put(s: State, key: str, at: Place, side: int = 0, *, name: str = "", engage: bool = True) -> int:
    """Put an operative down and return its number."""
    card = s.content.datacards[key]
    member = Member(card, card.loadouts[0])
    who = army.add_operative(s, side, member, name or f"{'AB'[side]}.{key.lower()}{len(s.names)}")
    s.x[who], s.y[who], s.z[who] = units(at)
    s.on[who] = s.ready[who] = True
    s.engage[who] = engage
    return who


def activate(s: State, who: int, *done: str, counter: bool = False) -> State:
    """Make an operative the active one that has performed some actions."""
    s.activation = Activation(who, done=done, counter=counter)
    return s


def to(kind: str, place: Place) -> Leg:
    """A leg of a kind to a place."""
    return Leg(Kind(kind), *units(place))


def way(*legs: Place | Leg) -> tuple[Leg, ...]:
    """A way of legs, and of places that are walked to."""
    return tuple(leg if isinstance(leg, Leg) else to("walk", leg) for leg in legs)
