"""What a ruleset provides to the kernel, and the registry through which installed rulesets are found."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from importlib.metadata import entry_points
from typing import Any, ClassVar, Protocol, Self, TypeVar

from msgspec.json import Encoder

from affray.engine.actions import Action, Names, Vocabulary
from affray.engine.events import Event
from affray.engine.present import Presenter
from affray.engine.requests import Decide, Procedure, Seat
from affray.engine.rulebook import Rulebook
from affray.engine.subgame import Subgame
from affray.engine.words import clip


class State(Protocol):
    """A game at rest: pure data.

    `log` takes the events while somebody listens, else it is None; it is neither copied nor hashed.
    """

    log: list[Event] | None

    def copy(self) -> Self:
        """An independent copy without a listener."""

    def digest(self) -> str:
        """A short hash of everything that matters; equal histories give equal digests on every machine."""


def digest_of(facts: Any) -> str:
    """A short hash of plain values (texts, whole numbers, truth values, None, tuples of them), equal on every
    machine."""
    return blake2b(_WRITER.encode(facts), digest_size=8).hexdigest()


_WRITER = Encoder()
S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: the winning seats (none: a draw), a score per seat if the game keeps one, and why."""

    winners: tuple[Seat, ...]
    reason: str
    clause: str
    scores: tuple[int, ...] = ()


class SetupError(ValueError):
    """Options that make no match; the message names the option and what it may be."""


class Game(Protocol[S]):
    """A ruleset. Every method is a pure function of its arguments, except `step`, which advances the
    state."""

    id: str
    title: str
    version: str
    """Rules version: recorded with each match; changes when an old record would play differently."""
    vocabulary: Vocabulary

    @property
    def rulebook(self) -> Rulebook:
        """All clauses of the game."""

    @property
    def presenter(self) -> Presenter[S]:
        """How the game shows itself to a page."""

    def setup(self, options: Mapping[str, Any]) -> S:
        """The first state of a match. `options` are the game's own (mission, map, armies) and may be
        incomplete: defaults fill in. Raises SetupError."""

    def options(self, state: S) -> Mapping[str, Any]:
        """The options that `setup` turned into this match, complete (they head the record)."""

    def position(self, table: Mapping[str, Any]) -> S:
        """A state from a position table. Raises SetupError naming the key at fault."""

    def step(self, state: S) -> Procedure[None]:
        """One short procedure from this rest point to the next."""

    def result(self, state: S) -> Result | None:
        """The result if the game is over."""

    def seats(self, state: S) -> tuple[str, ...]:
        """The names of the seats, in seat order."""

    def names(self, state: S) -> Names:
        """The naming of models and places in notation."""

    def parse(self, state: S, text: str) -> Action:
        """An action from its notation. Raises NotationError."""

    def text(self, state: S, action: Action) -> str:
        """The notation of an action."""

    def redacted(self, state: S, action: Action, seat: Seat | None) -> str:
        """The notation of an action, about to be taken in `state` by another seat, as `seat` (None: a
        spectator) may read it while the match is going on: words it may not know are ``?``."""

    def automatic(self, state: S, decide: Decide) -> Action | None:
        """The answer where the rules themselves play a seat, else None."""

    def landmark(self, state: S) -> str | None:
        """A name for rest points at which records carry a digest (the start of a round, say), else None."""

    def view(self, state: S, seat: Seat | None, live: S | None = None) -> S:
        """What a seat (None: a spectator) knows: a copy in which everything hidden from it is blanked.

        With `live`, a later state of the same step, what has become known since `state` is not blanked: the
        answers given between the two fit the view.
        """

    def guess(self, view: S, choose: Callable[[int], int]) -> S:
        """A full state consistent with a view; ``choose(n)`` gives an index below n."""

    def worlds(self, view: S, action: Action, limit: int) -> Sequence[tuple[int, S]] | None:
        """All full states consistent with a view, as far as they can differ for the odds of an action, with
        integer weights; None if there are more than `limit`."""

    def reveals(self, state: S) -> int:
        """A counter that grows whenever something hidden becomes known (a takeback would abuse it)."""

    def settled(self, start: S, now: S) -> bool:
        """Whether at rest point `now` everything that an action taken at rest point `start` sets off has
        ended."""

    def outcome(self, start: S, now: S) -> Hashable:
        """What odds tell apart: the named consequences between two states. Readable (a tuple of strings)."""

    def facet(self, start: S, now: S) -> Hashable:
        """The part of a rest state on which the outcome of the rest of an action depends (odds merge equal
        ones)."""

    def measure(self, state: S) -> tuple[int, ...]:
        """How good a state is for each seat, in the game's own points; higher is better. For choices inside
        odds."""

    def subgame(self, state: S) -> Subgame | None:
        """The stretch of play on a few figures alone that a rest state is in, which odds solve as such; None:
        it is in none."""

    def read(self, state: S, path: str) -> Any:
        """A value of a state by its path in case files, for example ``hudson.wounds``. Raises SetupError."""


class UnknownGame(LookupError):
    """No installed package registers a game of this id."""


class Registry:
    """Games by their ids: those added in this process, else those of the entry point group
    ``affray.games``."""

    group = "affray.games"
    _added: ClassVar[dict[str, Game[Any]]] = {}

    @classmethod
    def add(cls, game: Game[Any]) -> None:
        """Make a game known in this process, in place of any other of its id."""
        cls._added[game.id] = game

    @classmethod
    def ids(cls) -> list[str]:
        """Ids of all games, sorted."""
        return sorted({*cls._added, *(point.name for point in entry_points(group=cls.group))})

    @classmethod
    def load(cls, game_id: str) -> Game[Any]:
        """The game of an id. Raises UnknownGame, listing those there are."""
        found = cls._added.get(game_id)
        if found is not None:
            return found
        for point in entry_points(group=cls.group):
            if point.name == game_id:
                game: Game[Any] = point.load()
                cls._added[game_id] = game
                return game
        raise UnknownGame(f"no game {clip(game_id)}; there are: {', '.join(cls.ids()) or 'none'}")
