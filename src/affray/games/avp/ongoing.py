"""What is under way, in words: the activation, and what goes on in the middle of it. Whoever has to decide
something then reads what set it off.
"""

from __future__ import annotations

from affray.engine.present import Line
from affray.games.avp.attacks import Attack, DiscThrow, SprayTests
from affray.games.avp.hits import AreaHits, Struck, Wounding
from affray.games.avp.moves import Moving
from affray.games.avp.state import Frame, State
from affray.games.avp.windows import Acting, SentryEnd, Window


def lines(view: State) -> tuple[Line, ...]:
    """From the outside in; nothing where a model's own next Action is asked for, as that question says it."""
    if not view.frames or isinstance(view.frames[-1], Acting):
        return ()
    found = [line for frame in view.frames for line in _line(view, frame)]
    acting = view.activation
    if acting is not None:
        name = view.names[acting.model]
        found.insert(0, Line("Activation", f"{name}, {acting.ap} AP left", (name,)))
    return tuple(found)


def _line(view: State, frame: Frame) -> list[Line]:
    """The line of a frame, if it has one."""
    names = view.names
    match frame:
        case Moving():
            return [Line("Move", f"{names[frame.model]}, from {_tile(view, frame.trail[0])}")]
        case Attack():
            weapon = view.content.weapons[frame.weapon].name if frame.weapon in view.content.weapons else ""
            who = names[frame.attacker]
            return [Line("Attack", f"{who}{f' with {weapon}' if weapon else ''}, Tests left: {frame.tests}")]
        case SprayTests():
            return [_of("Attack", view, frame.attacker, frame.targets)]
        case DiscThrow():
            return [Line("Attack", f"{names[frame.thrower]} has thrown the Smart Disc")]
        case AreaHits():
            return [_of("Hits", view, -1, frame.targets)]
        case Struck():
            return [Line("Hit", names[frame.target], (names[frame.target],))]
        case Wounding():
            return [Line("Wounds", f"{names[frame.model]} is about to lose {frame.count}")]
        case Window():
            return [Line("Reactions", "after this Action, with Sentry tokens (AVP-R.19)")]
        case SentryEnd():
            return [Line("End of the Round", "Sentry tokens that are left (AVP-R.21)")]
        case _:
            return []


def _of(label: str, view: State, attacker: int, targets: tuple[int, ...]) -> Line:
    """Who is hit, and by whom."""
    hit = ", ".join(view.names[target] for target in targets)
    return Line(label, f"{view.names[attacker]} on {hit}" if attacker >= 0 else hit)


def _tile(view: State, tile: int) -> str:
    return str(view.board.zones.names[tile])
