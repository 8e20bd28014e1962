"""The Round, phase by phase, and the players' turns in it (section ROUND, C.GEN.1 to C.GEN.3, AVP-R.60).

`Round` lies at the bottom of the stack and puts the frames of one phase after the other on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import ClassVar

from msgspec import Struct

from affray.engine.actions import Action
from affray.engine.requests import Counts, Decide, Menu, Procedure, Roll, Seat
from affray.engine.rulebook import Refusal
from affray.games.avp import card_effects, cards, environment, missions, numbers, ping, windows
from affray.games.avp.actions.cards import NoCard
from affray.games.avp.actions.setup import Activate, activate
from affray.games.avp.content import Unit
from affray.games.avp.reserves import Arriving, HordeArriving, reserve_limit
from affray.games.avp.skill import D20
from affray.games.avp.state import Frame, State, changed

ACUMEN = 2
"""AVP-C.SKILL.4"""
PHASES = ("initiative", "environment", "draw", "refresh", "reserves", "start", "turns", "sentries", "victory")


class Round(Frame, frozen=True):
    """What comes next in the Round once everything above on the stack has ended."""

    phase: str
    kind: ClassVar[str] = "round"

    def run(self, s: State) -> Procedure[None]:
        following = PHASES[(PHASES.index(self.phase) + 1) % len(PHASES)]
        s.frames[-1] = Round(following)
        match self.phase:
            case "initiative":
                s.frames.append(Initiative())
            case "environment":
                s.frames.append(environment.TurnCard())
            case "draw":
                s.frames += [DrawCards(seat) for seat in reversed(s.order)]
            case "refresh":
                refresh(s)
            case "reserves":
                _reserves(s)
            case "start":
                start_of_round(s)
            case "turns":
                s.frames.append(Turn(0))
            case "sentries":
                if any(s.sentry):
                    s.frames.append(windows.SentryEnd())
            case _:
                end_of_round(s)
        yield from ()


# -- initiative ----------------------------------------------------------------------------------------------


class Initiative(Frame, frozen=True):
    """A new Round begins: every player rolls for the initiative (AVP-ROUND.1)."""

    kind: ClassVar[str] = "initiative"
    ongoing: ClassVar[bool] = True

    def run(self, s: State) -> Procedure[None]:
        s.round += 1
        # Nobody has been activated in the new Round: its Environment card may bring tokens to light that stay
        # Hidden (AVP-ALN.2), and those are Deactivated for all of it (AVP-ALN.3), so `refresh` is too late.
        s.used = (False,) * len(s.used)
        if s.log is not None:
            s.say("Round {round}", "AVP-ROUND.1", map_clause(s), round=s.round)
        s.frames[-1] = RollOff((tuple(range(len(s.factions))),))
        yield from s.frames[-1].run(s)


class RollOff(Frame, frozen=True):
    """Players in the order found so far; those who stand together are tied and roll, in seat order (C.GEN.5).

    With three players only the tied ones roll again (AVP-R.60).
    """

    groups: tuple[tuple[Seat, ...], ...]
    kind: ClassVar[str] = "roll_off"
    ongoing: ClassVar[bool] = True

    def run(self, s: State) -> Procedure[None]:
        at = next((i for i, group in enumerate(self.groups) if len(group) > 1), -1)
        if at >= 0:
            split = yield from _roll_off(s, self.groups[at])
            groups = (*self.groups[:at], *split, *self.groups[at + 1 :])
            if len(groups) < len(s.factions):
                s.frames[-1] = RollOff(groups)
                return
        else:
            groups = self.groups
        s.frames.pop()
        s.order = tuple(group[0] for group in groups)
        if s.log is not None:
            order = ", ".join(s.factions[seat] for seat in s.order)
            three = ("AVP-R.60",) if len(s.order) > 2 else ()
            s.say("Initiative: {order}", "AVP-ROUND.1", *three, order=order)


def _roll_off(s: State, group: tuple[Seat, ...]) -> Procedure[list[tuple[Seat, ...]]]:
    """One roll of each tied player; those with equal results stay together, the highest first."""
    results: list[tuple[int, list[Seat]]] = []
    for seat in group:
        bonus = ACUMEN if missions.army_has(s, seat, _has_acumen) else 0
        cites = ("AVP-C.GEN.5", "AVP-C.SKILL.4") if bonus else ("AVP-C.GEN.5",)
        last = seat == group[-1]
        # The last die matters only as far as it is below, equal to or above the others.
        totals = sorted(total for total, _ in results)
        tops = [top for total in totals for top in (total - bonus - 1, total - bonus)]
        bands = D20.bands(*tops) if last else D20.faces()
        rolled: Counts = yield Roll(1, bands, "AVP-ROUND.1", "initiative", seat=seat, cites=cites)
        band = rolled.index(1)
        if not last:
            total = band + 1 + bonus
            same = next((seats for other, seats in results if other == total), None)
            if same is None:
                results.append((total, [seat]))
            else:
                same.append(seat)
        elif band % 2:
            next(seats for total, seats in results if total == totals[band // 2]).append(seat)
        else:
            below = totals[band // 2 - 1] if band else -99
            results.append((below, [seat]))
            # Equal keys keep their order when sorted: the newcomer is above the result that it shares.
            results.sort(key=lambda result: result[0])
            return [tuple(seats) for _, seats in reversed(results)]
    results.sort(key=lambda result: result[0])
    return [tuple(seats) for _, seats in reversed(results)]


def _has_acumen(unit: Unit) -> bool:
    return unit.tactical_acumen


def map_clause(s: State) -> str:
    """The clause that draws the map: Map A is AVP-C.MAP.1 and so on."""
    return f"AVP-C.MAP.{ord(s.board.data.id) - ord('a') + 1}"


# -- cards and tokens ----------------------------------------------------------------------------------------


class DrawCards(Frame, frozen=True):
    """A player draws up to a full hand (AVP-ROUND.3)."""

    seat: Seat
    kind: ClassVar[str] = "draw_cards"

    def run(self, s: State) -> Procedure[None]:
        s.frames.pop()
        yield from cards.fill_hand(s, self.seat)


def refresh(s: State) -> None:
    """Take everything away that lasted for the Round: markers, locks, effects (AVP-ROUND.4, AVP-R.4).

    Who is Deactivated by then is so in this Round (see `Initiative`).
    """
    count = len(s.names)
    s.locked = (False,) * count
    s.raging = (False,) * count
    s.moved = [0] * count
    seats = len(s.factions)
    s.opened = (False,) * seats
    s.played = (0,) * seats
    s.effects = ()
    if s.log is not None:
        s.say("All Activated markers are removed", "AVP-ROUND.4", "AVP-R.4")


def _reserves(s: State) -> None:
    """Reserves in initiative order; in Last Stand the horde, in Round 1 too (AVP-C.MIS.0, AVP-C.MIS.5)."""
    if s.mission.horde is not None:
        s.frames.append(HordeArriving(s.mission.horde.groups_per_round))
        return
    for seat in reversed(s.order):
        limit = reserve_limit(s, seat)
        if limit and s.stock[seat]:
            s.frames.append(Arriving(seat, limit))


def start_of_round(s: State) -> None:
    """Auto-Sentry and Improved Hide, before any model is activated (AVP-MAR.33, AVP-ALN.36–37, AVP-R.46)."""
    for model, unit in enumerate(s.unit):
        if unit is None or s.tile[model] < 0 or not s.up[model]:
            continue
        if unit.auto_sentry and not s.sentry[model]:
            s.sentry = changed(s.sentry, model, True)
            if s.log is not None:
                s.say("{model} goes on Sentry", "AVP-MAR.33", model=s.names[model])
        if unit.improved_hide and ping.can_hide_on(s, s.tile[model]):
            ping.hide(s, model, "AVP-ALN.36", "AVP-ALN.37", "AVP-R.46")


# -- turns ---------------------------------------------------------------------------------------------------


def eligible(s: State, seat: Seat) -> list[int]:
    """The models a seat can still activate: on the board, not Deactivated, not locked."""
    used, locked = s.used, s.locked
    return [m for m in s.army[seat] if not used[m] and not locked[m]]


def may_open(s: State, seat: Seat, models: Sequence[int]) -> list[int]:
    """Of the eligible models those that may be the first of the Round.

    The last one of the Round before may not, unless it is the only one (AVP-C.GEN.3).
    """
    if s.opened[seat] or len(models) < 2:
        return list(models)
    return [m for m in models if m != s.last[seat]]


class Turn(Frame, frozen=True):
    """The player at place `at` of the initiative order is to play a card and activate a model (AVP-ROUND.5).

    Players without an eligible model are skipped; when nobody has one the phase ends (AVP-ROUND.6, AVP-R.60).
    """

    at: int
    kind: ClassVar[str] = "turn"

    def run(self, s: State) -> Procedure[None]:
        count = len(s.order)
        for k in range(count):
            at = (self.at + k) % count
            seat = s.order[at]
            if eligible(s, seat):
                s.frames[-1] = _turn((at + 1) % count)
                if s.log is not None and k:
                    self._say_skipped(s, at)
                s.frames.append(_card_question(seat) if s.hands[seat] else _choose(seat))
                yield from s.frames[-1].run(s)
                return
        s.frames.pop()

    def _say_skipped(self, s: State, at: int) -> None:
        """A player with more models activates the rest at the end (AVP-C.GEN.2)."""
        s.say("{who} go on alone: the others have no model left to activate" if len(s.order) == 2
              else "{who} are next to have a model left to activate",
              "AVP-ROUND.6", "AVP-C.GEN.2", "AVP-R.60", who=s.factions[s.order[at]])  # fmt: skip


class CardQuestion(Frame, frozen=True):
    """A player may play one ACT card before he chooses a model (AVP-ROUND.5, AVP-C.CARD.1)."""

    seat: Seat
    kind: ClassVar[str] = "card_question"

    def run(self, s: State) -> Procedure[None]:
        seat = self.seat
        answer = yield Decide(seat, card_effects.CardMenu(s, seat), "AVP-ROUND.5", "play a Strategy card?")
        if isinstance(answer, NoCard):
            s.frames[-1] = _choose(seat)
            yield from s.frames[-1].run(s)
            return
        s.frames[-1] = _choose(seat, answer.card if answer.card in card_effects.BOOSTS else "")
        yield from card_effects.play_card(s, seat, answer)


class ChooseMenu(Struct, Menu, eq=False):
    """The models that may be activated now; after Swarm only Troops."""

    s: State
    seat: Seat
    swarm: bool
    models: Sequence[int] = ()

    def __post_init__(self) -> None:
        models = may_open(self.s, self.seat, eligible(self.s, self.seat))
        self.models = [m for m in models if _is_troop(self.s, m)] if self.swarm else models

    def options(self) -> Sequence[Action]:
        return [activate(m) for m in self.models]

    def forced(self) -> Action | None:
        return activate(self.models[0]) if len(self.models) == 1 else None

    def refusal(self, action: Action) -> Refusal | None:
        s = self.s
        if not isinstance(action, Activate):
            return Refusal("AVP-C.GEN.2", f"the {s.factions[self.seat]} must activate a model first")
        model = action.model
        if model in self.models:
            return None
        name = s.names[model]
        if s.side[model] != self.seat:
            return Refusal("AVP-ROUND.5", f"{name} is not a model of the {s.factions[self.seat]}")
        if s.tile[model] < 0:
            return Refusal("AVP-ROUND.5", f"{name} is not on the board")
        if s.locked[model]:
            return Refusal("AVP-R.4", f"{name} is locked until the end of the Round")
        if s.used[model]:
            return Refusal("AVP-TERM.13", f"{name} is Deactivated")
        if self.swarm and not _is_troop(s, model):
            return Refusal("AVP-C.CARD.1", f"{name} is no Troop model")
        return Refusal("AVP-C.GEN.3", f"{name} was activated last in the Round before")


def _is_troop(s: State, model: int) -> bool:
    unit = s.unit[model]
    return unit is not None and unit.kind == "Troop"


class Choose(Frame, frozen=True):
    """A player chooses the model to activate, `card` having been played for it; `swarm`: a second one."""

    seat: Seat
    card: str = ""
    swarm: bool = False
    kind: ClassVar[str] = "choose"

    def player(self) -> Seat:
        """The player is the active one from his card on."""
        return self.seat

    def run(self, s: State) -> Procedure[None]:
        menu = ChooseMenu(s, self.seat, self.swarm)
        if not menu.models:
            s.frames.pop()
            return
        prompt = "activate a second Troop model" if self.swarm else "activate a model"
        answer = yield Decide(self.seat, menu, "AVP-ROUND.5", prompt)
        model = answer.model
        if self.card == "swarm":
            s.frames[-1] = _choose(self.seat, swarm=True)
        else:
            s.frames.pop()
        s.last = changed(s.last, self.seat, model)
        s.opened = changed(s.opened, self.seat, True)
        if s.log is not None:
            self._say(s, model)
        windows.begin(s, model, frozenset((self.card,)) if self.card else frozenset())

    def _say(self, s: State, model: int) -> None:
        clauses = ["AVP-ROUND.5", "AVP-ROUND.6"]
        if len(s.order) > 2:
            clauses.append("AVP-R.60")
        if s.solo and s.factions[self.seat] == "aliens":
            clauses.append("AVP-C.SOLO.1")
        unit = s.unit[model] if s.known[model] else None
        if unit is None:
            s.say("{who} activate {model}", *clauses, who=s.factions[self.seat], model=s.names[model])
        else:
            s.say("{who} activate {model}, {unit}", *clauses, numbers.PROFILE[unit.faction],
                  who=s.factions[self.seat], model=s.names[model], unit=unit.name)  # fmt: skip


# Frames that come again in every turn are made once.
_turn = cache(Turn)
_card_question = cache(CardQuestion)
_choose = cache(Choose)


# -- the end of the Round ------------------------------------------------------------------------------------


def end_of_round(s: State) -> None:
    """Discard what is left of the Sentry tokens and look for a winner (AVP-ACT.17, AVP-ROUND.7)."""
    if any(s.sentry):
        s.sentry = (False,) * len(s.sentry)
        if s.log is not None:
            s.say("All Sentry tokens are discarded", "AVP-ACT.17")
    # Who has activated nobody in this Round has no model that was the last (AVP-C.GEN.3).
    s.last = tuple(last if opened else -1 for last, opened in zip(s.last, s.opened, strict=True))
    missions.round_check(s)
    if s.outcome is None and s.log is not None:
        s.say("Victory check: Round {round} decides nothing", "AVP-ROUND.7", round=s.round)


class PingCheck(Frame, frozen=True):
    """The check for flips when all armies have been deployed (AVP-R.15)."""

    kind: ClassVar[str] = "ping_check"

    def run(self, s: State) -> Procedure[None]:
        s.frames.pop()
        yield from ping.check(s)
