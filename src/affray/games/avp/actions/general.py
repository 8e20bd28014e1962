"""Actions without movement, attack or object, and free choices beside them (AVP-ACT.9–17, MAR.3, ALN.6)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import ClassVar

from affray.engine.actions import Action, Part, actor
from affray.engine.requests import Procedure, Seat
from affray.engine.rulebook import Refusal
from affray.games.avp import ground, moves, ping, skill
from affray.games.avp.actions.own import OwnAction
from affray.games.avp.activation import declare, general_refusal, over, pay
from affray.games.avp.content import Unit
from affray.games.avp.state import REAL, Activation, State, changed

FIRST_AID_TOP = 10
"""Highest face at which First Aid helps (AVP-PRD.18)."""
_ACTOR = (actor("model", "model"),)


def _is_predator(s: State, model: int) -> bool:
    return s.factions[s.side[model]] == "predators"


# -- Actions of all armies -----------------------------------------------------------------------------------


class Pass(OwnAction, frozen=True):
    """End the activation for 1 AP (AVP-ACT.9, AVP-PRD.9); a Hidden model stays Hidden (AVP-ALN.11)."""

    model: int
    verb: ClassVar[str] = "pass"
    group: ClassVar[str] = "pass"
    form: ClassVar[tuple[Part, ...]] = _ACTOR

    @classmethod
    def forms(cls, s: State, model: int) -> Iterable[Action]:
        """The Pass of the active model."""
        return (pass_(model),)

    def refusal(self, s: State) -> Refusal | None:
        return general_refusal(s, self.model, self.cost, "pass")

    def perform(self, s: State) -> Procedure[None]:
        pay(s, self.cost, "pass")
        over(s)
        if s.log is not None:
            rules = ["AVP-PRD.9" if _is_predator(s, self.model) else "AVP-ACT.9"]
            if s.hidden[self.model]:
                rules.append("AVP-ALN.11")
            s.say("{model} passes", *rules, model=skill.who(s, self.model))
        yield from ()


class Sentry(OwnAction, frozen=True):
    """Go on Sentry, which ends the activation (AVP-ACT.12, AVP-PRD.11, AVP-R.18)."""

    model: int
    verb: ClassVar[str] = "sentry"
    group: ClassVar[str] = "sentry"
    form: ClassVar[tuple[Part, ...]] = _ACTOR

    @classmethod
    def forms(cls, s: State, model: int) -> Iterable[Action]:
        """The Sentry Action of the active model."""
        return (sentry(model),)

    def refusal(self, s: State) -> Refusal | None:
        return general_refusal(s, self.model, self.cost, "sentry")

    def perform(self, s: State) -> Procedure[None]:
        model = self.model
        declare(s, model)
        pay(s, self.cost, "sentry")
        s.sentry = changed(s.sentry, model, True)
        over(s)
        if s.log is not None:
            rule = "AVP-PRD.11" if _is_predator(s, model) else "AVP-ACT.12"
            s.say("{model} goes on Sentry", rule, "AVP-ACT.17", "AVP-R.18", model=skill.who(s, model))
        if _is_predator(s, model):
            moves.give_away(s, model, REAL, "AVP-PRD.4")
        yield from ()


# -- Marines -------------------------------------------------------------------------------------------------


class Aim(OwnAction, frozen=True):
    """Aim: +4 to the next RS Test of this activation (AVP-MAR.3, AVP-MAR.4, AVP-R.28)."""

    model: int
    verb: ClassVar[str] = "aim"
    group: ClassVar[str] = "aim"
    form: ClassVar[tuple[Part, ...]] = _ACTOR

    @staticmethod
    def fits(unit: Unit) -> bool:
        return unit.marine_actions

    @classmethod
    def forms(cls, s: State, model: int) -> Iterable[Action]:
        """The Aim of the active model."""
        return (aim(model),)

    def refusal(self, s: State) -> Refusal | None:
        general = general_refusal(s, self.model, self.cost, "aim")
        if general is not None:
            return general
        unit = s.unit[self.model]
        if unit is None or not unit.marine_actions:
            return Refusal("AVP-C.UNIT.1", f"{s.names[self.model]} is not one of the Marines that Aim")
        return None

    def perform(self, s: State) -> Procedure[None]:
        pay(s, self.cost, "aim")
        a = s.activation
        assert a is not None
        s.activation = Activation(a.model, a.ap, a.spent, a.done, a.steps, True, a.boosts, a.over)
        if s.log is not None:
            s.say("{model} aims", "AVP-MAR.3", "AVP-R.28", model=skill.who(s, self.model))
        yield from ()


# -- Aliens --------------------------------------------------------------------------------------------------


class Hide(OwnAction, frozen=True):
    """Become Hidden on an Infested Tile that is not Engaged (AVP-ALN.6, AVP-ALN.7)."""

    model: int
    verb: ClassVar[str] = "hide"
    group: ClassVar[str] = "hide"
    engaged: ClassVar[bool | None] = False
    form: ClassVar[tuple[Part, ...]] = _ACTOR

    @staticmethod
    def hindrance(s: State, model: int) -> str:
        """The clause that forbids hiding here, or an empty string."""
        if s.factions[s.side[model]] != "aliens" or not ground.is_infested(s, s.tile[model]):
            return "AVP-ALN.6"
        return "AVP-R.43" if ground.is_engaged(s, model) else ""

    @staticmethod
    def fits(unit: Unit) -> bool:
        return unit.faction == "aliens"

    @classmethod
    def forms(cls, s: State, model: int) -> Iterable[Action]:
        """The Hide of the active model."""
        return () if cls.hindrance(s, model) else (hide(model),)

    def refusal(self, s: State) -> Refusal | None:
        general = general_refusal(s, self.model, self.cost, "hide")
        if general is not None:
            return general
        clause = self.hindrance(s, self.model)
        if clause:
            return Refusal(clause, "only Aliens hide, on Infested Tiles that are not Engaged")
        return None

    def perform(self, s: State) -> Procedure[None]:
        model = self.model
        declare(s, model)
        pay(s, self.cost, "hide")
        ping.hide(s, model, "AVP-ALN.6", "AVP-R.43", "AVP-R.11")
        yield from ()


# -- Predators -----------------------------------------------------------------------------------------------


class FirstAid(OwnAction, frozen=True):
    """Recover a lost Wound on a D20 of 1–10 (AVP-PRD.18 to AVP-PRD.20)."""

    model: int
    verb: ClassVar[str] = "first_aid"
    group: ClassVar[str] = "first_aid"
    cost: ClassVar[int] = 2
    engaged: ClassVar[bool | None] = False
    form: ClassVar[tuple[Part, ...]] = _ACTOR

    @staticmethod
    def hindrance(s: State, model: int) -> str:
        """The clause that forbids First Aid now, or an empty string."""
        unit = s.unit[model]
        if unit is None or not unit.first_aid:
            return "AVP-C.UNIT.3"
        if ground.is_engaged(s, model):
            return "AVP-PRD.19"
        if s.aided[model]:
            return "AVP-PRD.20"
        return "AVP-R.54" if s.wounds[model] >= unit.wounds else ""

    @staticmethod
    def fits(unit: Unit) -> bool:
        return unit.first_aid

    @classmethod
    def forms(cls, s: State, model: int) -> Iterable[Action]:
        """The First Aid of the active model."""
        return () if cls.hindrance(s, model) else (cls(model),)

    def refusal(self, s: State) -> Refusal | None:
        general = general_refusal(s, self.model, self.cost, "first_aid")
        if general is not None:
            return general
        clause = self.hindrance(s, self.model)
        if not clause:
            return None
        reasons = {
            "AVP-C.UNIT.3": "{model} cannot give First Aid",
            "AVP-PRD.19": "{model} is on an Engaged Tile",
            "AVP-PRD.20": "{model} has recovered a Wound in this game",
            "AVP-R.54": "{model} has lost no Wound",
        }
        return Refusal(clause, reasons[clause].format(model=s.names[self.model]))

    def perform(self, s: State) -> Procedure[None]:
        model = self.model
        pay(s, self.cost, "first_aid")
        label = f"First Aid of {skill.who(s, model)}"
        cites = ("AVP-PRD.19", "AVP-PRD.20")
        if (yield from skill.chance(s, FIRST_AID_TOP, "AVP-PRD.18", label, s.side[model], cites)):
            s.wounds = changed(s.wounds, model, s.wounds[model] + 1)
            s.aided = changed(s.aided, model, True)
            if s.log is not None:
                s.say(
                    "{model} recovers a Wound", "AVP-PRD.18", "AVP-PRD.20", "AVP-R.54", model=s.names[model]
                )


class Rage(OwnAction, frozen=True):
    """Declare Rage! before any AP is used; it costs none (AVP-PRD.21, AVP-R.53)."""

    model: int
    verb: ClassVar[str] = "rage"
    group: ClassVar[str] = "rage"
    cost: ClassVar[int] = 0
    form: ClassVar[tuple[Part, ...]] = _ACTOR

    @staticmethod
    def hindrance(s: State, model: int) -> str:
        """The clause that forbids Rage! now, or an empty string."""
        unit = s.unit[model]
        a = s.activation
        if unit is None or not unit.rage or (a is not None and a.spent):
            return "AVP-PRD.21"
        return "AVP-R.53" if s.raging[model] else ""

    @staticmethod
    def fits(unit: Unit) -> bool:
        return unit.rage

    @classmethod
    def forms(cls, s: State, model: int) -> Iterable[Action]:
        """The Rage! of the active model."""
        return () if cls.hindrance(s, model) else (cls(model),)

    def refusal(self, s: State) -> Refusal | None:
        general = general_refusal(s, self.model, self.cost, "rage")
        if general is not None:
            return general
        clause = self.hindrance(s, self.model)
        if clause:
            return Refusal(clause, "Rage! is declared once, before any AP is used, by a model that has it")
        return None

    def perform(self, s: State) -> Procedure[None]:
        s.raging = changed(s.raging, self.model, True)
        if s.log is not None:
            s.say("{model} rages", "AVP-PRD.21", "AVP-R.53", model=skill.who(s, self.model))
        yield from ()


# -- free choices --------------------------------------------------------------------------------------------


class Flip(Action, frozen=True):
    """Replace an own Ping! token by its model of one's own will (AVP-PING.2, AVP-R.61)."""

    model: int
    verb: ClassVar[str] = "flip"
    form: ClassVar[tuple[Part, ...]] = _ACTOR

    @staticmethod
    def of_seat(s: State, seat: Seat) -> Iterable[Action]:
        """The flips open to a seat."""
        up = s.up
        return [flip(m) for m in s.army[seat] if not up[m]]

    def refused_to(self, s: State, seat: Seat) -> Refusal | None:
        """Why a seat may not flip this, or None."""
        model = self.model
        if s.side[model] != seat or s.up[model] or s.tile[model] < 0:
            return Refusal(
                "AVP-PING.2", f"{s.names[model]} is not a token of {s.factions[seat]} on the board"
            )
        return None

    def perform(self, s: State) -> Procedure[None]:
        if s.log is not None:
            s.say("{model} is flipped by its owner", "AVP-PING.2", "AVP-R.61", model=s.names[self.model])
        yield from ping.flip(s, self.model, forced=False, may_hide=False)
        yield from ping.check(s)


class End(OwnAction, frozen=True):
    """End the activation of a Vocal Mimicry token, which needs no Pass (AVP-R.51).

    To all others it is a Pass, with AP, log and reactions (between activations, AVP-ACT.15): the token is to
    look like any other.
    """

    model: int
    verb: ClassVar[str] = "end"
    group: ClassVar[str] = "end"
    cost: ClassVar[int] = 0
    form: ClassVar[tuple[Part, ...]] = _ACTOR

    @staticmethod
    def hindrance(s: State, model: int) -> str:
        """The clause that forbids it, or an empty string."""
        unit = s.unit[model]
        a = s.activation
        if a is None or a.model != model:
            return "AVP-TERM.12"
        return "" if unit is not None and unit.vocal_mimicry else "AVP-R.51"

    @staticmethod
    def fits(unit: Unit) -> bool:
        return unit.vocal_mimicry

    @classmethod
    def forms(cls, s: State, model: int) -> Iterable[Action]:
        """The end of the activation, for mimicry tokens only."""
        return () if cls.hindrance(s, model) else (cls(model),)

    def refusal(self, s: State) -> Refusal | None:
        clause = self.hindrance(s, self.model)
        return Refusal(clause, "only an active Vocal Mimicry token may simply end") if clause else None

    def perform(self, s: State) -> Procedure[None]:
        yield from pass_(self.model).perform(s)
        if s.log is not None:
            only = frozenset((s.side[self.model],))
            s.say("{model} needs no Pass", "AVP-R.51", to=only, model=s.names[self.model])


class Hold(Action, frozen=True):
    """Use no Sentry token now (AVP-R.19)."""

    verb: ClassVar[str] = "hold"


HOLD = Hold()
pass_ = cache(Pass)
sentry = cache(Sentry)
aim = cache(Aim)
hide = cache(Hide)
flip = cache(Flip)
ACTIONS: tuple[type[Action], ...] = (Pass, Sentry, Aim, Hide, FirstAid, Rage, Flip, End, Hold)
