"""Tests: a D20 against a difficulty, with rerolls, Bull's-eyes and locks; plain D20 rolls (section TERM)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from affray.engine.actions import Action
from affray.engine.requests import Bands, ClauseId, Counts, Decide, Die, Menu, Procedure, Roll, Seat
from affray.engine.rulebook import Refusal, Tally
from affray.games.avp import cards, experience
from affray.games.avp.actions.attack_choices import KEEP, REROLLS, Keep, Reroll
from affray.games.avp.state import State, changed

D20 = Die(20, clause="AVP-TERM.1")
SkillTest: TypeAlias = Literal["RS", "CC", "A", "Con"]
"""The Tests of a printed characteristic: those that can lock (AVP-R.1)."""


class Verdict(NamedTuple):
    """How a Test ended. A Bull's-eye is a success too (AVP-TERM.5)."""

    success: bool
    bullseye: bool = False


BULLSEYE = Verdict(True, True)
SUCCESS = Verdict(True)
FAILURE = Verdict(False)

_CLAUSES: dict[str, ClauseId] = {
    "RS": "AVP-SHOOT.1",
    "CC": "AVP-CC.1",
    "A": "AVP-C.GEN.4",
    "Con": "AVP-C.DMG.1",
}
_CITES = ("AVP-TERM.1", "AVP-TERM.5", "AVP-TERM.7", "AVP-TERM.10", "AVP-TERM.11", "AVP-R.1")
_AGAIN = (*_CITES, "AVP-TERM.3", "AVP-TERM.4", "AVP-R.2")
_RIGHTS: dict[str, ClauseId] = {
    "aimed_fire": "AVP-MAR.37",
    "rage": "AVP-PRD.22",
    "xp": "AVP-C.XP.2",
    "card": "AVP-C.CARD.1",
}
_REROLL_CARDS = {
    ("RS", "marines"): "steady_hand",
    ("CC", "aliens"): "relentless",
    ("CC", "predators"): "honour",
}
"""RE cards that reroll an own failed Test (AVP-C.CARD.1)."""

_OUTCOMES = ("bullseye", "success", "failure", "twenty")


def who(s: State, model: int) -> str:
    """A model as logs call it: its label, and its unit once everybody knows it."""
    unit = s.unit[model]
    if unit is None or not s.known[model]:
        return s.names[model]
    return f"{unit.name} {s.names[model]}"


def clamp(difficulty: int) -> int:
    """The highest face that succeeds: 1 always does, 20 never (AVP-TERM.5, AVP-TERM.7, AVP-TERM.10)."""
    return 1 if difficulty < 1 else 19 if difficulty > 19 else difficulty


# -- Skill Tests ---------------------------------------------------------------------------------------------


def skill_test(
    s: State,
    model: int,
    tally: Tally,
    kind: SkillTest,
    label: str = "",
    *,
    hits: bool = False,
    doomed: bool = False,
) -> Procedure[Verdict]:
    """Make a Skill Test of a model, with the rerolls its player wants and a lock on a final 20 (AVP-TERM.8).

    `hits`: the Test is for a Hit, so that a Bull's-eye counts. `doomed`: a failure removes the model in any
    case, so that a lock would not matter to it.
    """
    seat = s.side[model]
    bands, names = _bands(s, model, tally, hits, doomed)
    roll = Roll(1, bands, _CLAUSES[kind], label or f"{kind} Test of {s.names[model]}", tally, seat, _CITES)
    shown = names[(yield roll).index(1)]
    if shown in ("failure", "twenty"):
        right = yield from _reroll_right(s, model, kind, seat, shown == "twenty")
        if right:
            shown = yield from _roll_again(s, model, tally, kind, right, hits, doomed)
    return _conclude(s, model, shown)


def reroll_success(
    s: State, model: int, tally: Tally, kind: SkillTest, clause: ClauseId, doomed: bool
) -> Procedure[Verdict]:
    """A Skill Test of which a success on the first die must be rerolled (Hot Plasma, AVP-PRD.25).

    A die is rerolled once only (AVP-TERM.3): a success by the player's own reroll stands.
    """
    seat = s.side[model]
    bands, names = _bands(s, model, tally, False, doomed)
    roll = Roll(1, bands, _CLAUSES[kind], f"{kind} Test of {s.names[model]}", tally, seat, _CITES)
    shown = names[(yield roll).index(1)]
    if shown == "success":
        again = Roll(1, bands, clause, f"{kind} Test of {s.names[model]} again", tally, seat, _AGAIN)
        shown = names[(yield again).index(1)]
    else:
        right = yield from _reroll_right(s, model, kind, seat, shown == "twenty")
        if right:
            shown = yield from _roll_again(s, model, tally, kind, right, False, doomed)
    return _conclude(s, model, shown)


def _bands(s: State, model: int, tally: Tally, hits: bool, doomed: bool) -> tuple[Bands, tuple[str, ...]]:
    """The outcomes that the Test tells apart, and their names, ascending."""
    top = clamp(tally.value)
    # A 20 is like any failure if it cannot lock, unless experience rerolls only the others (AVP-TERM.9).
    plain = (doomed or s.locked[model]) and not s.xp[s.side[model]]
    if hits:
        return (D20.bands(1, top), _OUTCOMES[:3]) if plain else (D20.bands(1, top, 19), _OUTCOMES)
    return (D20.bands(top), _OUTCOMES[1:3]) if plain else (D20.bands(top, 19), _OUTCOMES[1:])


def _roll_again(
    s: State, model: int, tally: Tally, kind: SkillTest, right: str, hits: bool, doomed: bool
) -> Procedure[str]:
    """The second die, which stands whatever it shows (AVP-TERM.3, AVP-TERM.4)."""
    bands, names = _bands(s, model, tally, hits, doomed)
    label = f"{kind} Test of {s.names[model]} again"
    counts: Counts = yield Roll(1, bands, _RIGHTS[right], label, tally, s.side[model], _AGAIN)
    return names[counts.index(1)]


def _conclude(s: State, model: int, shown: str) -> Verdict:
    """The result of the die that stands; only this one can lock (AVP-R.2)."""
    if shown == "bullseye":
        return BULLSEYE
    if shown == "twenty":
        lock(s, model)
    return SUCCESS if shown == "success" else FAILURE


def lock(s: State, model: int) -> None:
    """Lock a model after a final 20: no AP, no Sentry token, Deactivated this Round (AVP-TERM.8, AVP-R.4).

    An Action under way goes on: its AP are paid (AVP-R.3).
    """
    if s.locked[model] or s.tile[model] < 0:
        return
    s.locked = changed(s.locked, model, True)
    s.used = changed(s.used, model, True)
    sentry = s.sentry[model]
    s.sentry = changed(s.sentry, model, False)
    if s.log is not None:
        lost = " and loses its Sentry token" if sentry else ""
        s.say("{model} is locked{lost}", "AVP-TERM.8", "AVP-R.3", "AVP-R.4", model=who(s, model), lost=lost)


# -- rerolls -------------------------------------------------------------------------------------------------


class RerollMenu(Menu):
    """Reroll a failed Test by one of the rights at hand, or keep it."""

    __slots__ = ("rights", "twenty")

    def __init__(self, rights: Sequence[str], twenty: bool) -> None:
        self.rights = rights
        self.twenty = twenty

    def options(self) -> Sequence[Action]:
        return [*(REROLLS[right] for right in self.rights), KEEP]

    def refusal(self, action: Action) -> Refusal | None:
        if isinstance(action, Keep) or (isinstance(action, Reroll) and action.by in self.rights):
            return None
        if isinstance(action, Reroll) and action.by == "xp" and self.twenty:
            return Refusal("AVP-TERM.9", "experience does not reroll a 20")
        return Refusal("AVP-TERM.3", "no such right to reroll this Test")


def _reroll_right(s: State, model: int, kind: SkillTest, seat: Seat, twenty: bool) -> Procedure[str]:
    """The right by which the player rerolls a failed Test, used up; empty if he has none or keeps the die."""
    unit = s.unit[model]
    assert unit is not None
    rights = []
    if kind == "RS" and unit.aimed_fire:
        rights.append("aimed_fire")
    if kind == "CC" and s.raging[model]:
        rights.append("rage")
    if not twenty and experience.rerolls(s, model):
        rights.append("xp")
    if rights:
        prompt = f"Reroll the {kind} Test of {s.names[model]}?"
        answer = yield Decide(seat, RerollMenu(rights, twenty), _RIGHTS[rights[0]], prompt)
        if isinstance(answer, Reroll):
            if answer.by == "xp":
                experience.use_reroll(s, model)
            return answer.by
    card = _REROLL_CARDS.get((kind, s.factions[seat]))
    if card is not None and s.hands[seat]:
        if (yield from cards.reaction(s, seat, card, f"{s.names[model]} has failed its {kind} Test")):
            return "card"
    return ""


# -- other rolls ---------------------------------------------------------------------------------------------


def plain_test(
    s: State, tally: Tally, clause: ClauseId, label: str, seat: Seat, cites: tuple[ClauseId, ...] = ()
) -> Procedure[bool]:
    """A Test that is no Skill Test (Heal, Force the Door): 1 and 20 count, nothing locks (AVP-R.1)."""
    roll = Roll(1, D20.bands(clamp(tally.value)), clause, label, tally, seat, (*_CITES, *cites))
    counts: Counts = yield roll
    return counts[0] == 1


def chance(
    s: State, top: int, clause: ClauseId, label: str, seat: Seat, cites: tuple[ClauseId, ...] = ()
) -> Procedure[bool]:
    """A plain D20 roll: whether it shows 1 to `top`; only the printed bands count (AVP-R.1)."""
    roll = Roll(1, D20.bands(top), clause, label, None, seat, (*cites, "AVP-R.1"))
    counts: Counts = yield roll
    return counts[0] == 1
