"""One model's activation: its Action Points, what it may do with them, how it begins and ends (TERM, ACT.1).

The frames that ask for its Actions and for reactions stand in `windows`.
"""

from __future__ import annotations

from functools import cache

from affray.engine.actions import Action
from affray.engine.rulebook import Refusal
from affray.games.avp import cards, ping
from affray.games.avp.state import Activation, State, changed

FULL_AP = 2
"""AVP-R.5, AVP-C.GEN.1"""
TOKEN_GROUPS = frozenset(("walk", "run", "pass", "sentry"))
"""What a Ping! token may do without being flipped (AVP-R.14)."""
MIMICRY_GROUPS = frozenset(("walk", "run"))
"""AVP-PRD.4"""
AUTOMATED_GROUPS = frozenset(("sentry", "shooting"))
"""AVP-MAR.38"""
REACTION_GROUPS = frozenset(("walk", "shooting", "close_combat"))
"""AVP-ACT.14"""
_STANDING = frozenset(("acting", "window", "own_reaction", "sentry_end"))


# -- what a model may do -------------------------------------------------------------------------------------


def reacting(s: State) -> bool:
    """Whether what is being chosen or done now is a reaction with a Sentry token, not an Action for AP."""
    for frame in reversed(s.frames):
        if frame.kind in _STANDING:
            return frame.kind != "acting"
    return False


def bar(s: State, model: int, cost: int, group: str, verb: str = "") -> str:
    """The first clause that keeps a model from any Action of a group now, or an empty string.

    It looks at locks, turn, AP, what has been done already and what tokens and machines can do, not at the
    Action's own conditions. `group` is the Action for ACT.1, `verb` tells apart those that count as the same.
    """
    if s.locked[model]:
        return "AVP-TERM.8"
    unit = s.unit[model]
    a = s.activation
    if s.frames and s.frames[-1].kind != "acting" and reacting(s):
        if not s.sentry[model]:
            return "AVP-ACT.13"
        if group not in REACTION_GROUPS:
            return "AVP-ACT.14"
        if cost > 1:
            return "AVP-R.20"
    elif a is None or a.model != model:
        return "AVP-TERM.14" if s.used[model] else "AVP-TERM.12"
    elif a.ap < cost:
        return "AVP-R.5" if cost > 1 else "AVP-TERM.16"
    elif group in a.done:
        return "AVP-ACT.1" if not verb or verb in a.done else "AVP-R.58"
    if not s.up[model]:
        if unit is not None and unit.vocal_mimicry:
            if group not in MIMICRY_GROUPS:
                return "AVP-PRD.4"
        elif not s.hidden[model] and group not in TOKEN_GROUPS:
            return "AVP-R.14"
    elif unit is not None and unit.automated_weapon and group not in AUTOMATED_GROUPS:
        return "AVP-MAR.38"
    return ""


_REASONS = {
    "AVP-TERM.8": "{model} is locked until the end of the Round",
    "AVP-TERM.12": "{model} is not the active model",
    "AVP-TERM.14": "{model} is Deactivated",
    "AVP-TERM.16": "{model} has no AP left",
    "AVP-R.5": "{model} has only {ap} AP, this takes {cost}",
    "AVP-ACT.1": "{model} has done that already in this activation",
    "AVP-R.58": "{model} has done an Action that counts as this one in this activation",
    "AVP-ACT.13": "{model} has no Sentry token to react with",
    "AVP-ACT.14": "a model on Sentry may only shoot, fight or walk",
    "AVP-R.20": "a model on Sentry reacts with plain Actions of 1 AP",
    "AVP-PRD.4": "a Vocal Mimicry token may only walk and run",
    "AVP-R.14": "{model} is a Ping! token: flip it first",
    "AVP-MAR.38": "{model} is an Automated Weapon: it may only shoot and go on Sentry",
}


def general_refusal(s: State, model: int, cost: int, group: str, verb: str = "") -> Refusal | None:
    """`bar` in words: why a model may do nothing of a group now, or None."""
    clause = bar(s, model, cost, group, verb)
    if not clause:
        return None
    ap = s.activation.ap if s.activation is not None else 0
    return Refusal(clause, _REASONS[clause].format(model=s.names[model], ap=ap, cost=cost))


def out_of_turn(s: State, action: Action) -> Refusal:
    """Why an Action of a model is refused where the question is another one (no such choice now)."""
    model = getattr(action, "model", None)
    if isinstance(model, int):
        clause = "AVP-TERM.8" if s.locked[model] else "AVP-TERM.14" if s.used[model] else "AVP-TERM.12"
        return Refusal(clause, _REASONS[clause].format(model=s.names[model]))
    return Refusal("AVP-TERM.12", "this is not the time for that")


# -- paying --------------------------------------------------------------------------------------------------


def declare(s: State, model: int) -> None:
    """Declare an Action that ends hiding: a Hidden model is revealed before it acts (AVP-ALN.9, AVP-R.43).

    Pass and Sneak do not call this (AVP-ALN.11).
    """
    if s.hidden[model]:
        ping.reveal(s, model, "AVP-ALN.9", "AVP-R.43")


@cache
def _with(done: frozenset[str], group: str, verb: str) -> frozenset[str]:
    return done | {group, verb} if verb else done | {group}


def pay(s: State, cost: int, group: str, verb: str = "") -> None:
    """Take the AP of an Action of the active model and note it as done (AVP-ACT.1).

    A reaction costs its Sentry token instead, which the window takes; then this does nothing. Call it before
    any frame is pushed. `verb` as in `bar`.
    """
    a = s.activation
    if a is None or (s.frames[-1].kind != "acting" and reacting(s)):
        return
    done = _with(a.done, group, verb)
    s.activation = Activation(a.model, a.ap - cost, True, done, a.steps, a.aim, a.boosts, a.over)


# -- beginning and end ---------------------------------------------------------------------------------------


def points(s: State, model: int, boosts: frozenset[str]) -> int:
    """The AP of an activation: 2, with Adrenaline 3; Hiss takes one away (AVP-R.5, AVP-C.CARD.1)."""
    ap = FULL_AP
    if "adrenaline" in boosts:
        ap += 1
    if cards.in_force(s, "hiss", model):
        ap -= 1
    return ap


def end(s: State) -> None:
    """End the activation: what helped for it lapses, the model is Deactivated (AVP-TERM.13, AVP-R.28)."""
    a = s.activation
    if a is None:
        return
    s.used = changed(s.used, a.model, True)
    s.activation = None
    if s.log is not None and s.tile[a.model] >= 0:
        s.say("{model} is Deactivated", "AVP-TERM.13", model=s.names[a.model])


def over(s: State) -> None:
    """Let the activation end when the current window closes, whatever AP are left."""
    a = s.activation
    if a is not None:
        s.activation = Activation(a.model, a.ap, a.spent, a.done, a.steps, a.aim, a.boosts, True)
