"""Answers to questions that change nothing: why not, how likely, how far, what does the rule say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from affray.engine.actions import Action, NotationError
from affray.engine.match import Match
from affray.engine.odds import BEST, FIRST, USUAL, Distribution
from affray.engine.present import Pointed
from affray.engine.requests import Draw, Request, Roll
from affray.engine.rulebook import Clause, Refused, Rulebook
from affray.engine.words import clip
from affray.web.messages import Answer, Ask, Chance, ClauseText, Closed
from affray.web.room import SPECTATOR, NotAllowed, Room

MOST_CLAUSES = 12
"""Clauses that a search shows at most."""
MOST_CHANCES = 60
"""Outcomes of odds that are listed at most."""
SEARCHES = ("way", "reach")
"""Questions that may take a moment."""
MOST_POINTS = 8
"""Points of a way that are looked at."""
CHOICES = {
    BEST: "Where a side has to choose on the way, it is taken to do what is best for itself. Cards that you "
    "cannot see are not played.",
    USUAL: "Where a side has to choose on the way, it is taken to do the usual, or what is best for it.",
    FIRST: "Where a side has to choose on the way, its first option is taken. Cards that you cannot see are "
    "not played.",
}
"""How the choices inside odds were made, in people's words."""
BUDGET, SAMPLES = 20_000, 4_000
"""Paths walked for exact odds, and runs of the simulation where they do not suffice."""


def answer(room: Room, own: Sequence[int], perspective: int, ask: Ask) -> Answer:
    """The answer to any question but ``odds``, which takes longer. Raises NotAllowed."""
    match = room.match
    view = match.view(None if perspective == SPECTATOR else perspective)
    try:
        if ask.what == "why":
            return _why(room, own, ask)
        if ask.what == "closed":
            return _closed(room, own, view, ask)
        if ask.what == "plan":
            may_ask(room, own)
            action = match.parse(ask.text)
            refusal = match.why_not(action)
            option = room.presenter.option(view, action)
            if refusal is None:
                return Answer(ask.id, option=option)
            return Answer(ask.id, text=refusal.reason, clause=refusal.clause, option=option)
        if ask.what == "way":
            verb, _, actor = ask.text.partition(" ")
            return Answer(ask.id, text=room.presenter.way(view, verb, actor, _points(ask.to)))
        if ask.what == "reach":
            verb, _, actor = ask.text.partition(" ")
            return Answer(ask.id, reach=room.presenter.reach(view, verb, actor, _points(ask.to)))
        if ask.what == "profile":
            return Answer(ask.id, profile=room.presenter.profile(view, ask.text))
        if ask.what == "measure":
            return Answer(ask.id, lines=room.presenter.measure(view, ask.text, ask.to))
    except NotationError as error:
        raise NotAllowed(str(error)) from None
    if ask.what == "log":
        return Answer(ask.id, notes=tuple(room.notes(perspective)))
    return Answer(ask.id, rules=clause_texts(match.game.rulebook, ask.text, MOST_CLAUSES))


def _points(text: str) -> list[Pointed]:
    """Points written ``x,y x,y,z`` in units. Raises NotationError."""
    found: list[Pointed] = []
    for word in text.split():
        units = [int(part) for part in word.split(",") if part.isascii() and part.isdigit() and len(part) < 8]
        if len(units) != word.count(",") + 1 or len(units) not in (2, 3) or len(found) == MOST_POINTS:
            raise NotationError(f"{clip(word)} is no point, or one too many")
        found.append((units[0], units[1], units[2] if len(units) == 3 else None))
    return found


def may_ask(room: Room, own: Sequence[int]) -> None:
    """Legality and odds are told to the seat that decides: they rest on what it knows. Raises NotAllowed."""
    if room.decider not in own:
        raise NotAllowed("it is not your turn")


def _why(room: Room, own: Sequence[int], ask: Ask) -> Answer:
    may_ask(room, own)
    refusal = room.match.why_not(room.match.parse(ask.text))
    if refusal is None:
        decision = room.match.decision
        assert decision is not None
        return Answer(ask.id, text="", clause=decision.clause)
    return Answer(ask.id, text=refusal.reason, clause=refusal.clause)


def _closed(room: Room, own: Sequence[int], view: Any, ask: Ask) -> Answer:
    """What an own piece may not do, one form for each verb: the likeliest that a player may think of."""
    may_ask(room, own)
    match, presenter = room.match, room.presenter
    open_now = set() if ask.to else {(action.verb, _actor(action)) for action in match.legal}
    found: dict[str, Closed] = {}
    for action in presenter.thinkable(view, room.decider, ask.text, ask.to):
        verb = action.verb
        if verb in found or (verb, _actor(action)) in open_now:
            continue
        refusal = match.why_not(action)
        if refusal is None:
            open_now.add((verb, _actor(action)))
        else:
            found[verb] = Closed(presenter.option(view, action), refusal.reason, refusal.clause)
    return Answer(ask.id, closed=tuple(found.values()))


def _actor(action: Action) -> Any:
    """Who acts, if anybody is named."""
    return next((getattr(action, part.field) for part in action.form if part.slot == "actor"), None)


def clause_texts(book: Rulebook, words: str, most: int) -> tuple[ClauseText, ...]:
    """Clauses that contain all words; the one of that very id comes first."""
    named = book.get(words.strip())
    found: Iterable[Clause] = book.search(words)
    if named is not None:
        found = [named, *(clause for clause in found if clause is not named)]
    return tuple(ClauseText(c.id, c.title, c.text, c.source, c.section) for c in list(found)[:most])


def odds(match: Match[Any], text: str) -> Answer:
    """The odds of an action at the pending decision, as its seat can know them. Raises NotAllowed."""
    met: set[type[Request]] = set()
    try:
        found = match.odds(text, budget=BUDGET, samples=SAMPLES, observer=lambda each: met.add(type(each)))
    except Refused as refused:
        raise NotAllowed(refused.reason, refused.clause) from None
    except NotationError as error:
        raise NotAllowed(str(error)) from None
    final = not met.isdisjoint((Roll, Draw)) or _stirs(match, text)
    return msgspec.structs.replace(odds_answer(found), final=final)


def _stirs(match: Match[Any], text: str) -> bool:
    """Whether an action lets dice fall or reveals something, in a match as it may be for all that its seat
    knows."""
    imagined = match.seat_view().imagine("stirs")
    before = len(imagined.tape) + 1, match.game.reveals(imagined.state)
    imagined.push(text)
    return (len(imagined.tape), match.game.reveals(imagined.state)) != before


def odds_answer(found: Distribution) -> Answer:
    """A distribution as an answer."""
    listed = found.outcomes[:MOST_CHANCES]
    rest = sum((p for _, p in found.outcomes[MOST_CHANCES:]), Fraction(0))
    events = sorted(found.events().items(), key=lambda item: (-item[1], str(item[0])))
    choices = CHOICES.get(found.policy, found.policy)
    return Answer(
        -1,
        text=choices if found.exact else f"{found.samples} games were simulated. {choices}",
        exact=found.exact,
        chances=tuple(_chance(_words(outcome), p) for outcome, p in listed),
        events=tuple(_chance(str(event), p) for event, p in events[:MOST_CHANCES]),
        rest=float(rest),
    )


def _words(outcome: Any) -> str:
    return ", ".join(map(str, outcome)) or "nothing"


def _chance(text: str, p: Fraction) -> Chance:
    """Exact while that can be read, else only the number."""
    exact = str(p)
    return Chance(text, exact if len(exact) <= 40 else "", float(p))
