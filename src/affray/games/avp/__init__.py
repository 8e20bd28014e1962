"""Aliens vs Predator: The Hunt Begins. `GAME` is the ruleset for the kernel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from typing import Any

from affray.engine.actions import Action
from affray.engine.forms import Chair, Form
from affray.engine.game import Result
from affray.engine.match import SeatView
from affray.engine.requests import Decide, Procedure, Seat
from affray.engine.rulebook import Rulebook
from affray.engine.subgame import Subgame
from affray.games.avp import form, horde, judgement, knowledge, position, setup
from affray.games.avp.actions.attacking_area import Shotgun, ThrowDisc
from affray.games.avp.actions.general import End, Pass
from affray.games.avp.actions.setup import Arrive, Deploy
from affray.games.avp.names import AvpNames, door_name
from affray.games.avp.present import AvpPresenter
from affray.games.avp.state import OFF, State
from affray.games.avp.verbs import VOCABULARY

REMEMBERED = 2_000
"""So many actions at most are remembered by their notation in a match."""


class AvpGame:
    """The ruleset as the kernel sees it; the rules themselves are in the modules beside."""

    id = "avp"
    title = "Aliens vs Predator: The Hunt Begins"
    version = "1"
    vocabulary = VOCABULARY
    presenter = AvpPresenter()
    policies: Mapping[str, Callable[[SeatView[State]], Action]] = {"horde": horde.player}
    """Computer players that the rules themselves describe (AVP-C.SOLO.1)."""

    @cached_property
    def rulebook(self) -> Rulebook:
        """All clauses, read when first asked for."""
        return Rulebook.load(self.title, files(__package__).joinpath("rulebook.toml"))

    def setup(self, options: Mapping[str, Any]) -> State:
        """The first state of a match; see `setup.setup` for the options."""
        return setup.setup(options)

    def options(self, state: State) -> Mapping[str, Any]:
        """The complete options of a match."""
        return setup.options_of(state)

    def form(self, values: Mapping[str, str]) -> Form:
        """The questions before a match; see `form.form`."""
        return form.form(values)

    def chairs(self, options: Mapping[str, Any]) -> tuple[Chair, ...]:
        """The seats of a match of these options."""
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
        """The factions in seat order."""
        return state.factions

    def names(self, state: State) -> AvpNames:
        """The naming of this match."""
        return AvpNames(state)

    def parse(self, state: State, text: str) -> Action:
        """An action from its notation. Raises NotationError.

        The same words come again and again, and what they mean stays: labels are only added.
        """
        found = state.notation.get(text)
        if found is None:
            found = self.vocabulary.parse(text, AvpNames(state))
            if len(state.notation) < REMEMBERED:
                state.notation[text] = found
        return found

    def text(self, state: State, action: Action) -> str:
        """The notation of an action."""
        return self.vocabulary.text(action, AvpNames(state))

    def redacted(self, state: State, action: Action, seat: Seat | None) -> str:
        """The notation of another seat's action: of a token brought into play only the base size is public
        (AVP-R.12), and how it ends its activation does not tell a mimicry token from others."""
        if isinstance(action, Deploy) and action.what in state.content.units:
            action = Deploy(state.content.units[action.what].base, action.tile)
        elif isinstance(action, Arrive) and action.unit in state.content.units:
            action = Arrive(state.content.units[action.unit].base, action.tile)
        elif isinstance(action, End):
            action = Pass(action.model)
        return self.text(state, action)

    def automatic(self, state: State, decide: Decide) -> Action | None:
        """The horde of a solo mission is played by the rules (AVP-C.SOLO.1)."""
        if state.solo and state.factions[decide.seat] == "aliens":
            return horde.choose(state, decide.seat, decide.menu.options())
        return None

    def landmark(self, state: State) -> str | None:
        """The start of each Round."""
        return f"round {state.round + 1}" if state.frames[-1].kind == "initiative" else None

    def view(self, state: State, seat: Seat | None, live: State | None = None) -> State:
        """What a seat knows; see `knowledge.view`."""
        return knowledge.view(state, seat, live)

    def guess(self, view: State, choose: Callable[[int], int]) -> State:
        """A full state consistent with a view."""
        return knowledge.guess(view, choose)

    def worlds(self, view: State, action: Action, limit: int) -> Sequence[tuple[int, State]] | None:
        """Possible worlds as far as the unknown tokens where an action strikes differ."""
        return knowledge.worlds(view, _struck(view, action), limit)

    def reveals(self, state: State) -> int:
        """How often something hidden has become known."""
        return state.reveals

    def settled(self, start: State, now: State) -> bool:
        """Whether no part of an action is under way any more; reactions to it are another matter."""
        return not any(frame.ongoing for frame in now.frames)

    def outcome(self, start: State, now: State) -> Hashable:
        """The named consequences: Wounds, removals, models placed, Doors, and who has the initiative."""
        return outcome(start, now)

    def facet(self, start: State, now: State) -> Hashable:
        """What the rest of an action can depend on; locks and markers of defenders cannot."""
        s = now
        return (
            tuple(s.frames), s.activation, tuple(s.tile), s.unit, s.wounds, s.up, s.hidden, s.acid, s.layout,
            s.hands, s.xp, s.cargo, s.goal_at, s.effects, s.stock, s.outcome, s.env, s.order,
        )  # fmt: skip

    def measure(self, state: State) -> tuple[int, ...]:
        """How good a state is for each seat; see `judgement`."""
        return judgement.measure(state)

    def subgame(self, state: State) -> Subgame | None:
        """None: everything here is played with states."""
        return None

    def read(self, state: State, path: str) -> Any:
        """A value for case files; see `position.read`."""
        return position.read(state, path)


def _struck(s: State, action: Action) -> list[int]:
    """The Tiles of an action's target and place, and those on its way: unknown tokens there may be hit."""
    if isinstance(action, (Shotgun, ThrowDisc)):
        return list(action.struck(s))
    found: list[int] = []
    for part in action.form:
        values = getattr(action, part.field)
        for value in values if part.many else (values,):
            if value is None:
                continue
            if part.kind == "model":
                found.append(s.tile[value])
            elif part.kind == "tile":
                found.append(value)
            elif part.kind == "door":
                found += s.board.zones.edges[value]
    return found


def outcome(start: State, now: State) -> tuple[str, ...]:
    """The named consequences between two states, in the order of models, then Doors."""
    found: list[str] = []
    for model, name in enumerate(start.names):
        if start.tile[model] == OFF:
            continue
        if now.tile[model] == OFF:
            found.append(f"{name} removed")
        elif now.unit[model] is start.unit[model]:
            lost = start.wounds[model] - now.wounds[model]
            if lost > 0:
                found.append(f"{name} loses {lost}")
            elif lost < 0:
                found.append(f"{name} recovers {-lost}")
    placed = Counter(unit.id for unit in now.unit[len(start.names) :] if unit is not None)
    found += [f"{count} {unit} placed" for unit, count in sorted(placed.items())]
    changed = start.layout.closed ^ now.layout.closed
    for edge in range(changed.bit_length()):
        if changed >> edge & 1:
            state = "closed" if now.layout.closed >> edge & 1 else "opened"
            found.append(f"{door_name(start, edge)} {state}")
    if now.order != start.order:
        found.append(f"{now.factions[now.order[0]]} have the initiative")
    return tuple(found)


GAME = AvpGame()
