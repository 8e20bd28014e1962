"""Kill Team. `GAME` is the ruleset for the kernel."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from typing import Any

from affray.engine.actions import Action
from affray.engine.forms import Chair, Form
from affray.engine.game import Result
from affray.engine.requests import Decide, Procedure, Seat
from affray.engine.rulebook import Rulebook
from affray.engine.subgame import Subgame
from affray.games.killteam import form, initiative, judgement, knowledge, position, setup, stats
from affray.games.killteam.fighting import Clash
from affray.games.killteam.names import KillTeamNames, marker_text, seat_names, team_names
from affray.games.killteam.present import KillTeamPresenter
from affray.games.killteam.state import State
from affray.games.killteam.verbs import VOCABULARY
from affray.games.killteam.volley_frame import Volley


class KillTeamGame:
    """The ruleset as the kernel sees it; the rules themselves are in the modules beside."""

    id = "killteam"
    title = "Kill Team"
    version = "1"
    vocabulary = VOCABULARY
    presenter = KillTeamPresenter()

    @cached_property
    def rulebook(self) -> Rulebook:
        """All clauses, read when first asked for."""
        return Rulebook.load(self.title, files(__package__).joinpath("rulebook.toml"))

    def setup(self, options: Mapping[str, Any]) -> State:
        """The first state of a match; see `setup.setup` for the options."""
        return setup.setup(options)

    def options(self, state: State) -> Mapping[str, Any]:
        """The complete options of a match."""
        return state.options

    def form(self, values: Mapping[str, str]) -> Form:
        """The questions before a battle; see `form.form`."""
        return form.form(values)

    def chairs(self, options: Mapping[str, Any]) -> tuple[Chair, ...]:
        """The seats of a battle of these options."""
        return form.chairs(options)

    def position(self, table: Mapping[str, Any]) -> State:
        """A state from a position table; see `position.position`."""
        return position.position(table)

    def step(self, state: State) -> Procedure[None]:
        """One run of the topmost frame."""
        return state.frames[-1].run(state)

    def result(self, state: State) -> Result | None:
        """The result if the game is over."""
        return state.outcome

    def seats(self, state: State) -> tuple[str, ...]:
        """The teams in seat order."""
        return seat_names(state)

    def names(self, state: State) -> KillTeamNames:
        """The naming of this match."""
        return KillTeamNames(state)

    def parse(self, state: State, text: str) -> Action:
        """An action from its notation. Raises NotationError."""
        return self.vocabulary.parse(text, KillTeamNames(state))

    def text(self, state: State, action: Action) -> str:
        """The notation of an action."""
        return self.vocabulary.text(action, KillTeamNames(state))

    def redacted(self, state: State, action: Action, seat: Seat | None) -> str:
        """The notation of another seat's action: of a secret pick only that it was made."""
        hidden = knowledge.HIDDEN.get(type(action))
        return self.text(state, action) if hidden is None else hidden

    def automatic(self, state: State, decide: Decide) -> Action | None:
        """The rules never play a seat."""
        return None

    def landmark(self, state: State) -> str | None:
        """The start of each turning point."""
        top = state.frames[-1]
        if type(top) is initiative.Initiative and not top.again:
            return f"turning point {state.turn + 1}"
        return None

    def view(self, state: State, seat: Seat | None, live: State | None = None) -> State:
        """What a seat knows; see `knowledge.view`."""
        return knowledge.view(state, seat, live)

    def guess(self, view: State, choose: Callable[[int], int]) -> State:
        """A full state consistent with a view."""
        return knowledge.guess(view, choose)

    def worlds(self, view: State, action: Action, limit: int) -> Sequence[tuple[int, State]] | None:
        """One world: what is secret does not change the odds of an action."""
        return knowledge.worlds(view)

    def reveals(self, state: State) -> int:
        """How often something hidden has become known."""
        return state.reveals

    def settled(self, start: State, now: State) -> bool:
        """Whether no part of an action is under way any more."""
        return not any(frame.ongoing for frame in now.frames)

    def outcome(self, start: State, now: State) -> Hashable:
        """The named consequences: wounds, removals, APL, tokens, markers, who won the initiative."""
        return outcome(start, now)

    def facet(self, start: State, now: State) -> Hashable:
        """What the rest of an action can depend on."""
        s = now
        return (
            tuple(s.frames), s.activation, tuple(s.x), tuple(s.y), tuple(s.z), tuple(s.on), tuple(s.dead),
            tuple(s.wounds), tuple(s.engage), tuple(s.ready), tuple(s.marks), s.effects, s.markers,
            s.cp, s.used, s.kills, s.cards, s.initiative, s.outcome,
        )  # fmt: skip

    def measure(self, state: State) -> tuple[int, ...]:
        """How good a state is for each seat; see `judgement`."""
        return judgement.measure(state)

    def subgame(self, state: State) -> Subgame | None:
        """The dice of an attack under way."""
        top = state.frames[-1]
        return top.subgame(state) if isinstance(top, Volley | Clash) else None

    def read(self, state: State, path: str) -> Any:
        """A value for case files; see `reading.read`."""
        return position.read(state, path)


def outcome(start: State, now: State) -> tuple[str, ...]:
    """The named consequences between two states, in the order of operatives, then markers."""
    found: list[str] = []
    for who, name in enumerate(start.names):
        if not start.on[who]:
            continue
        if not now.on[who]:
            found.append(f"{name} removed")
            continue
        lost = start.wounds[who] - now.wounds[who]
        if lost:
            found.append(f"{name} loses {lost}" if lost > 0 else f"{name} regains {-lost}")
        apl = stats.apl_value(now, who) - stats.apl_value(start, who)
        if apl:
            found.append(f"{name} {apl:+d} APL")
        if "battle:poison" in now.marks[who] and "battle:poison" not in start.marks[who]:
            found.append(f"{name} poisoned")
    gone = [marker_text(start, m) for m in range(len(start.markers))]
    kept = [marker_text(now, m) for m in range(len(now.markers))]
    found += [f"{marker} gone" for marker in gone if marker not in kept]
    top = now.frames[-1] if now.frames else None
    if isinstance(top, initiative.Winner):
        found.append(f"{team_names(now)[top.seat]} win the initiative roll")
    return tuple(found)


GAME = KillTeamGame()
