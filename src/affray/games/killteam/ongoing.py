"""What is under way, in words: the activation, and the attacks and rules in the middle of it. Whoever has to
decide something then reads what set it off.
"""

from __future__ import annotations

from affray.engine.present import Line
from affray.games.killteam import activation, fight_figures, firefight, volley
from affray.games.killteam.dashing import FreeDash
from affray.games.killteam.fighting import Clash, Drawing
from affray.games.killteam.firefight import Firefight
from affray.games.killteam.names import team_names
from affray.games.killteam.shooting import Shooting
from affray.games.killteam.state import State
from affray.games.killteam.triggers import words_of
from affray.games.killteam.volley_frame import Volley


def lines(view: State) -> tuple[Line, ...]:
    """From the outside in."""
    found: list[Line] = []
    acting = view.activation
    if acting is not None:
        found.append(Line("Counteraction" if acting.counter else "Activation", _active(view)))
    for frame in view.frames:
        match frame:
            case Shooting():
                weapon = view.content.weapons[frame.weapon].title
                targets = ", ".join(view.names[o] for o in frame.queue)
                if targets:
                    found.append(Line("Shooting", f"{view.names[frame.shooter]} → {targets}: {weapon}"))
            case Volley():
                found.append(Line("Attack", _volley(view, frame)))
            case Drawing():
                found.append(
                    Line("Fight", f"{view.names[frame.attacker]} fights {view.names[frame.defender]}")
                )
            case Clash():
                found.append(Line("Fight", _clash(view, frame)))
            case FreeDash():
                found.append(Line("Free Dash", view.names[frame.who]))
            case Firefight() if acting is None and not frame.only:
                found += _turn(view, frame)
            case _:
                pass
    return tuple(found)


def _turn(view: State, frame: Firefight) -> list[Line]:
    """Why a side counteracts, where it would activate (KILLTEAM-C.TURN.6)."""
    seat = frame.seat
    if firefight.able(view, seat) or not firefight.able(view, 1 - seat):
        return []
    own, other = team_names(view)[seat], team_names(view)[1 - seat]
    return [Line("Counteraction", f"all {own} are expended, {other} are not: one may counteract")]


def _active(view: State) -> str:
    acting = view.activation
    assert acting is not None
    text = f"{view.names[acting.who]}, {activation.ap_left(view, acting.who)} AP left"
    if acting.done:
        text += f"; done: {', '.join(done.replace('_', ' ') for done in acting.done)}"
    return text


def _volley(view: State, frame: Volley) -> str:
    """Who is shot with what, and the dice as they lie."""
    weapon = view.content.weapons[frame.weapon].title
    text = f"{view.names[frame.shooter]} shoots at {view.names[frame.target]} with {weapon}"
    now = frame.now
    held = getattr(now, "held", None)
    if held is not None and any(held):
        text += f"; hits {words_of(*held)}"
    own = getattr(now, "own", None)
    if own is not None:
        text += f"; saves {words_of(*own)}"
    if isinstance(now, volley.Hurting):
        text += f"; unblocked {words_of(now.normals, now.criticals)}"
    return text


def _clash(view: State, frame: Clash) -> str:
    """Who fights whom, and the dice that are left."""
    a, b = (view.names[who] for who in frame.who)
    text = f"{a} fights {b}"
    now = frame.now
    dice = now.dice if isinstance(now, fight_figures.Melee | fight_figures.Last) else None
    if isinstance(now, fight_figures.Facing | fight_figures.Resisting):
        dice = now.then.dice
        struck = view.names[frame.who[1 - now.then.side]]
        text += f"; a strike of {now.damage} damage at {struck}"
    if dice is not None:
        text += f"; dice left: {a} {words_of(*dice[:2])}, {b} {words_of(*dice[2:])}"
    return text
