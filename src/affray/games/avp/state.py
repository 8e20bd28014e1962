"""The state of an AvP match at rest: plain data, one entry per model, and the frames of what is under way.

A model is an index; what is known of it stands at that index in parallel rows. Rows are tuples that are
replaced
(`changed`) rather than written to, so that copies share them; only what changes with every Tile moved is a
list.
"Model" includes Ping! tokens: a token is a model with ``up`` False.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar

from msgspec import Struct

from affray.boards.zones import Layout
from affray.engine.actions import Action
from affray.engine.events import Event
from affray.engine.frames import Frame as EngineFrame
from affray.engine.game import Result, digest_of
from affray.engine.requests import Seat
from affray.games.avp.board import Board
from affray.games.avp.content import Content, Mission, MissionMap, Unit

OFF = -1
"""The `tile` of a model that is not on the board."""
TINY, CLAWS, HOUNDS, REAL = 1, 2, 4, 8
"""What a face-down token has given away (bits of `hint`): it stopped in a vent, passed through a full Tile,
ran a Tile farther than others, went on Sentry as no mimicry token does."""


class Frame(Struct, EngineFrame["State"], frozen=True, gc=False):
    """Something under way in a match."""

    def player(self) -> Seat:
        """Whose turn it is, as far as this frame tells; -1 if it does not (AVP-R.59)."""
        return -1


class Effect(NamedTuple):
    """A card's effect that lasts to the end of the Round (the turn code drops them there, in one place)."""

    card: str
    key: int
    """The model or Tile it lies on."""
    seat: Seat
    """The seat whose card it is."""


class Activation(Struct, frozen=True, gc=False):
    """The activation under way (AVP-TERM.12). `done` holds the action groups used up (AVP-ACT.1)."""

    model: int
    ap: int
    spent: bool = False
    """Whether any AP has been used (AVP-PRD.21, AVP-C.GEN.1)."""
    done: frozenset[str] = frozenset()
    steps: int = 0
    """Tiles moved in this activation (AVP-CARRY.7)."""
    aim: bool = False
    boosts: frozenset[str] = frozenset()
    """Ids of the cards that help this activation and are not used up yet."""
    over: bool = False
    """The activation ends when the current window closes."""

    def facts(self) -> tuple[Any, ...]:
        """The same as plain values."""
        return (
            self.model, self.ap, self.spent, *sorted(self.done), "/", self.steps, self.aim,
            *sorted(self.boosts), self.over,
        )  # fmt: skip


T = TypeVar("T")


def changed(row: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """The row with one entry replaced."""
    entries = list(row)
    entries[at] = value
    return tuple(entries)


class State:
    """Everything of a match at rest; see the class's slots. Rows are indexed by model, Tile or seat as
    named."""

    __slots__ = (
        # shared by all copies
        "board", "content", "factions", "mission", "options", "site", "solo",
        # per model
        "aided", "cargo", "hidden", "hint", "known", "locked", "moved", "names", "raging", "sentry", "side",
        "size",
        "tile", "unit", "up", "used", "wounds",
        # per Tile and edge
        "acid", "layout", "on", "surface",
        # objective tokens
        "goal_at", "goal_kind", "goal_round",
        # per seat
        "army", "decks", "discards", "frags", "hands", "last", "opened", "played", "scores", "stock",
        "to_place", "xp",
        # the rest
        "activation", "effects", "env", "env_deck", "env_discard", "frames", "order", "outcome", "reveals",
        "round",
        "sealed", "welded",
        # not part of the game
        "log", "_engaged", "notation",
    )  # fmt: skip

    def __init__(
        self, content: Content, mission: Mission, site: MissionMap, board: Board, factions: tuple[str, ...]
    ) -> None:
        self.content = content
        self.mission = mission
        self.site = site
        """The mission's variant for this map: deployment, objectives, Nests."""
        self.board = board
        self.factions = factions
        """The faction of each seat, in seat order (AVP-C.GEN.5)."""
        self.solo = False
        """The Alien seat is played by the rules (AVP-C.SOLO.1)."""
        self.options: dict[str, Any] = {}
        tiles, seats = len(board.zones.names), len(factions)

        self.names: tuple[str, ...] = ()
        """Public labels, M1, A4 …, in the order in which tokens came into play; they tell nothing of the
        identity."""
        self.side: tuple[Seat, ...] = ()
        self.unit: tuple[Unit | None, ...] = ()
        """None: a Marine token whose model is not chosen yet (AVP-R.17), or, in a view, an unknown
        identity."""
        self.size: tuple[int, ...] = ()
        self.tile: list[int] = []
        self.up: tuple[bool, ...] = ()
        """Whether it is a model; False: a Ping! token."""
        self.hidden: tuple[bool, ...] = ()
        self.known: tuple[bool, ...] = ()
        """Whether everybody knows the identity (AVP-R.12)."""
        self.hint: tuple[int, ...] = ()
        self.used: tuple[bool, ...] = ()
        """Deactivated (AVP-TERM.13)."""
        self.locked: tuple[bool, ...] = ()
        self.sentry: tuple[bool, ...] = ()
        self.wounds: tuple[int, ...] = ()
        """Wounds left."""
        self.aided: tuple[bool, ...] = ()
        """First Aid has succeeded in this game (AVP-PRD.20)."""
        self.cargo: tuple[int, ...] = ()
        """Index of the objective token carried, or -1."""
        self.raging: tuple[bool, ...] = ()
        self.moved: list[int] = []
        """Tiles moved by Movement Actions this Round (AVP-PRD.24)."""

        self.on: list[tuple[int, ...]] = [()] * tiles
        """The models on each Tile, in the order of their coming."""
        self.acid: tuple[int, ...] = (0,) * tiles
        self.surface: tuple[int, ...] = board.surface
        self.layout: Layout = board.start
        """The map as it is now: closed Doors are closed edges, welded vents are gone zones."""

        self.goal_kind: tuple[str, ...] = ()
        """Objective tokens of the mission: ``fire``, ``recorder`` …"""
        self.goal_at: tuple[int, ...] = ()
        """The Tile of each objective token; OFF while it is carried or when it is gone."""
        self.goal_round: tuple[int, ...] = ()
        """The Round in which it was last picked up (AVP-CARRY.6)."""

        self.army: tuple[tuple[int, ...], ...] = ((),) * seats
        """The models of each seat on the board, in the order of their labels; `ground.put` keeps it."""
        self.stock: tuple[tuple[Unit, ...], ...] = ((),) * seats
        """Units not on the board: to be deployed, in reserve, or the Marine pool that face-down tokens stand
        for."""
        self.to_place: tuple[tuple[int, ...], ...] = ((),) * seats
        """Marines: base sizes of the tokens still to deploy."""
        self.hands: tuple[tuple[str, ...], ...] = ((),) * seats
        """Card ids, sorted; ``?`` in a view for a card not known."""
        self.decks: tuple[tuple[str, ...], ...] = ((),) * seats
        """Undrawn cards as a multiset, sorted: nobody has looked into a deck, so it has no order."""
        self.discards: tuple[tuple[str, ...], ...] = ((),) * seats
        self.played: tuple[int, ...] = (0,) * seats
        """Strategy cards played this Round (Eerie Silence)."""
        self.last: tuple[int, ...] = (-1,) * seats
        """The model a seat activated last (AVP-C.GEN.3), carried over from Round to Round."""
        self.opened: tuple[bool, ...] = (False,) * seats
        """Whether the seat has activated a model this Round."""
        self.scores: tuple[int, ...] = (0,) * seats
        self.frags: tuple[tuple[tuple[str, int], ...], ...] = ((),) * seats
        """What earned frags, and how many, for each enemy removed (AVP-C.XP.1); keys as in `experience`."""
        self.xp: tuple[tuple[tuple[str, int], ...], ...] = ((),) * seats
        """Experience rerolls left this mission, by key (AVP-C.XP.2)."""

        self.round = 0
        self.order: tuple[Seat, ...] = tuple(range(seats))
        self.env = ""
        """Id of the Environment card in force, or empty."""
        self.env_deck: tuple[str, ...] = ()
        self.env_discard: tuple[str, ...] = ()
        self.effects: tuple[Effect, ...] = ()
        self.activation: Activation | None = None
        self.frames: list[Frame] = []
        self.welded = 0
        self.sealed = 0
        self.reveals = 0
        """Grows whenever something hidden becomes known."""
        self.outcome: Result | None = None
        self.log: list[Event] | None = None
        self.notation: dict[str, Action] = {}
        """What notation has been read as (see `AvpGame.parse`). Copies share it until one gives out a new
        label."""
        self._engaged: int = -1
        """Cache of the mask of Engaged Tiles; -1 when it has to be worked out again (see
        `ground.engaged`)."""

    def copy(self) -> State:
        """An independent copy without a listener."""
        new = State.__new__(State)
        new.content = self.content
        new.mission = self.mission
        new.site = self.site
        new.board = self.board
        new.factions = self.factions
        new.solo = self.solo
        new.options = self.options
        new.names = self.names
        new.side = self.side
        new.unit = self.unit
        new.size = self.size
        new.tile = self.tile[:]
        new.up = self.up
        new.hidden = self.hidden
        new.known = self.known
        new.hint = self.hint
        new.used = self.used
        new.locked = self.locked
        new.sentry = self.sentry
        new.wounds = self.wounds
        new.aided = self.aided
        new.cargo = self.cargo
        new.raging = self.raging
        new.moved = self.moved[:]
        new.on = self.on[:]
        new.acid = self.acid
        new.surface = self.surface
        new.layout = self.layout
        new.goal_kind = self.goal_kind
        new.goal_at = self.goal_at
        new.goal_round = self.goal_round
        new.army = self.army
        new.stock = self.stock
        new.to_place = self.to_place
        new.hands = self.hands
        new.decks = self.decks
        new.discards = self.discards
        new.played = self.played
        new.last = self.last
        new.opened = self.opened
        new.scores = self.scores
        new.frags = self.frags
        new.xp = self.xp
        new.round = self.round
        new.order = self.order
        new.env = self.env
        new.env_deck = self.env_deck
        new.env_discard = self.env_discard
        new.effects = self.effects
        new.activation = self.activation
        new.frames = self.frames[:]
        new.welded = self.welded
        new.sealed = self.sealed
        new.reveals = self.reveals
        new.outcome = self.outcome
        new.notation = self.notation
        new.log = None
        new._engaged = self._engaged
        return new

    def facts(self) -> tuple[Any, ...]:
        """Everything that matters, as plain values in a fixed order: equal facts are equal states."""
        return (
            self.mission.id, self.board.data.id, self.factions, self.solo, self.names, self.side,
            tuple(u.id if u else "" for u in self.unit), self.size, tuple(self.tile), self.up,
            self.hidden, self.known, self.hint, self.used, self.locked,
            self.sentry, self.wounds, self.aided, self.cargo, self.raging,
            tuple(self.moved), tuple(self.on), self.acid, self.surface, self.layout.closed,
            self.layout.gone, self.goal_kind, self.goal_at, self.goal_round,
            tuple(tuple(u.id for u in units) for units in self.stock), self.to_place, self.hands,
            self.decks, self.discards, self.played, self.last, self.opened,
            self.scores, self.frags, self.xp, self.round, self.order, self.env, self.env_deck,
            self.env_discard, self.effects,
            None if self.activation is None else self.activation.facts(),
            tuple(repr(frame) for frame in self.frames), self.welded, self.sealed, self.reveals,
            None if self.outcome is None else repr(self.outcome),
        )  # fmt: skip

    def digest(self) -> str:
        """A short hash of `facts`, equal on every machine."""
        return digest_of(self.facts())

    def say(self, message: str, *clauses: str, to: frozenset[Seat] | None = None, **args: Any) -> None:
        """Report an event. Call it behind ``if s.log is not None`` so that nobody pays who does not
        listen."""
        if self.log is not None:
            self.log.append(Event(message, clauses, args, to))

    def whisper(self, message: str, redacted: str, to: Seat, *clauses: str, **args: Any) -> None:
        """Report an event that only one seat may read in full; the others read `redacted`."""
        if self.log is not None:
            self.log.append(Event(message, clauses, args, frozenset((to,)), redacted))
