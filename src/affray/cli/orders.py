"""What a person can say at a decision besides making it: look, ask why, weigh odds, go back, save, leave."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from affray.cli.asking import Next, Question, Unclear
from affray.cli.bars import chart, overview
from affray.cli.faults import BadInput
from affray.cli.rules import find
from affray.cli.store import write_safely
from affray.cli.telling import ALL, FEW, tell
from affray.engine.actions import Action, NotationError
from affray.engine.match import TakebackRefused

if TYPE_CHECKING:
    from affray.cli.sitting import Sitting

Order: TypeAlias = Callable[["Sitting", Question, str], Next]

HELP = """\
Choose by number (1), in notation ({option}), or by words that only one option has.

  ?              this help                  ? CLAUSE       the text of a clause, such as ? {clause}
  Enter, options the options again (all)    rules WORDS    clauses that contain all words
  why ACTION     the clause that forbids it odds [ACTION]  exact chances of what it leads to
  undo           take back your last choice log [N]        the last N lines of what happened (20)
  board          the whole table again      models [NAME…] models with their profiles
  hand           your cards with their text legend         what the signs on the board mean
  see A B        distance and sight between two models or places, and what blocks it
  save [FILE]    write the record           quit           leave; the match can be kept
  set flips on|off    also ask in reaction windows in which tokens can only be turned over
  set board large|small|auto    two lines or one for models on each Tile
  set clauses few|all|none      how many clauses are named behind what happens (log names all)
"""


def _help(sitting: Sitting, question: Question, rest: str) -> Next:
    if rest:
        return _rules(sitting, question, rest)
    decision = sitting.match.decision
    assert decision is not None
    told = HELP.format(option=question.texts[0], clause=decision.clause)
    for line in told.splitlines():
        sitting.screen.spans([[(line, "")]])
    sitting.screen.say(_POLICIES[sitting.match.takeback], "quiet")
    return Next.AGAIN


_POLICIES = {
    "free": "In this match undo always works.",
    "until-chance": "In this match undo works while no die has fallen and nothing was revealed.",
    "none": "This match has no undo.",
}


def _rules(sitting: Sitting, question: Question, rest: str) -> Next:
    book = sitting.match.game.rulebook
    screen = sitting.screen
    if not rest:
        screen.say(f"{len(book)} clauses. Give an id or words: rules close combat")
        return Next.AGAIN
    found = find(book, rest)
    if not found:
        screen.say(f"No clause has {rest!r}.", "bad")
    for clause in found[:8]:
        screen.say(f"{clause.id} {clause.title}", "prompt")
        screen.say(clause.text, indent=2)
    if len(found) > 8:
        screen.say(f"… and {len(found) - 8} more: {' '.join(c.id for c in found[8:40])}", "quiet")
    return Next.AGAIN


def _why(sitting: Sitting, question: Question, rest: str) -> Next:
    action = _action(sitting, question, rest, "why")
    if action is None:
        return Next.AGAIN
    match, screen = sitting.match, sitting.screen
    refusal = match.why_not(action)
    text = match.text(action)
    if refusal is None:
        decision = match.decision
        assert decision is not None
        screen.say(f"{text} is legal {decision.clause}", "good")
        return Next.AGAIN
    screen.say(f"{text} is forbidden: {refusal.reason} {refusal.clause}", "bad")
    clause = match.game.rulebook.get(refusal.clause)
    if clause is not None:
        screen.say(f"{clause.id} {clause.title}: {clause.text}", indent=2)
    return Next.AGAIN


def _odds(sitting: Sitting, question: Question, rest: str) -> Next:
    if not rest:
        overview(sitting.screen, sitting.match, question.listed, question.texts)
        return Next.AGAIN
    action = _action(sitting, question, rest, "odds")
    if action is None:
        return Next.AGAIN
    refusal = sitting.match.why_not(action)
    text = sitting.match.text(action)
    if refusal is not None:
        sitting.screen.say(f"{text} is forbidden: {refusal}", "bad")
        return Next.AGAIN
    chart(sitting.screen, text, sitting.match.odds(action))
    return Next.AGAIN


def _action(sitting: Sitting, question: Question, rest: str, order: str) -> Action | None:
    """The action that an order speaks of, legal or not; None after saying what is wrong."""
    if not rest:
        sitting.screen.say(f"{order}: say which action, by number or in notation: {order} 1", "bad")
        return None
    try:
        meant = question.meant(rest)
    except Unclear as error:
        sitting.screen.say(str(error), "bad")
        return None
    return question.listed[meant] if isinstance(meant, int) else meant


def _undo(sitting: Sitting, question: Question, rest: str) -> Next:
    try:
        sitting.undo()
    except TakebackRefused as error:
        sitting.screen.say(f"Not taken back: {error}", "bad")
        return Next.AGAIN
    sitting.screen.say("Taken back.", "quiet")
    return Next.MOVED


def _save(sitting: Sitting, question: Question, rest: str) -> Next:
    path = Path(rest).expanduser() if rest else sitting.place
    try:
        write_safely(path, sitting.write(sitting.match))
    except BadInput as error:
        sitting.screen.say(str(error), "bad")
        return Next.AGAIN
    sitting.screen.whole(f"Saved: {path}")
    return Next.AGAIN


def _log(sitting: Sitting, question: Question, rest: str) -> Next:
    if rest and not (rest.isascii() and rest.isdigit() and 0 < int(rest[:9]) == int(rest)):
        sitting.screen.say(f"log: {rest[:20]!r} is no number of lines", "bad")
        return Next.AGAIN
    count = int(rest or 20)
    seat = sitting.match.seat
    seen = [event for event in sitting.match.events if event.seen_by(seat) is not None]
    tell(sitting.screen, seen[-count:], seat, ALL)
    return Next.AGAIN


def _board(sitting: Sitting, question: Question, rest: str) -> Next:
    sitting.draw(sitting.match.seat, always=True)
    return _options(sitting, question, "")


def _options(sitting: Sitting, question: Question, rest: str) -> Next:
    sitting.list(question, everything=rest.lower() == "all")
    return Next.AGAIN


def _models(sitting: Sitting, question: Question, rest: str) -> Next:
    lines = sitting.face.models(sitting.match.view(sitting.match.seat), rest.split(), sitting.screen.width)
    sitting.screen.spans(lines)
    if not lines:
        words = f"There is no model {rest!r} on the board." if rest else "No model is on the board."
        sitting.screen.say(words, "bad")
    return Next.AGAIN


def _see(sitting: Sitting, question: Question, rest: str) -> Next:
    match, screen = sitting.match, sitting.screen
    words = rest.split()
    if len(words) != 2:
        screen.say(f"see: name two models or places, such as: {sitting.face.example}", "bad")
        return Next.AGAIN
    try:
        lines = match.game.presenter.measure(match.view(match.seat), *words)
    except NotationError as error:
        screen.say(str(error), "bad")
        return Next.AGAIN
    for line in lines:
        screen.say(f"{line.label}: {line.text}" if line.label else line.text)
    return Next.AGAIN


def _hand(sitting: Sitting, question: Question, rest: str) -> Next:
    seat = sitting.match.seat
    sitting.screen.spans(sitting.face.hand(sitting.match.view(seat), seat, sitting.screen.width))
    return Next.AGAIN


def _legend(sitting: Sitting, question: Question, rest: str) -> Next:
    sitting.screen.spans(sitting.face.legend())
    return Next.AGAIN


_CLAUSES = {"few": FEW, "all": ALL, "none": 0}
_SIZES = {"large": 1000, "small": 1, "auto": 0}


def _set(sitting: Sitting, question: Question, rest: str) -> Next:
    words = rest.lower().split()
    if len(words) == 2 and words[0] == "flips" and words[1] in ("on", "off"):
        sitting.flips = words[1] == "on"
    elif len(words) == 2 and words[0] == "clauses" and words[1] in _CLAUSES:
        sitting.clauses = _CLAUSES[words[1]]
    elif len(words) == 2 and words[0] == "board" and words[1] in _SIZES:
        sitting.tall = _SIZES[words[1]]
        sitting.draw(sitting.match.seat)
    else:
        sitting.screen.say(
            "set what? There are: flips on|off, clauses few|all|none, board large|small|auto", "bad"
        )
        return Next.AGAIN
    sitting.screen.say(f"Set: {rest}", "quiet")
    return Next.AGAIN


def _quit(sitting: Sitting, question: Question, rest: str) -> Next:
    answer = sitting.keyboard.line("Keep the match to go on later? [Y/n] ").lower()
    if answer in ("n", "no"):
        sitting.place.unlink(missing_ok=True)
        sitting.screen.say("The match is not kept.")
    else:
        sitting.keep()
        sitting.screen.whole(f"Saved: {sitting.place}")
        sitting.screen.whole(sitting.resuming(), "quiet")
    return Next.QUIT


ORDERS: Mapping[str, Order] = {
    "?": _help,
    "help": _help,
    "rules": _rules,
    "why": _why,
    "odds": _odds,
    "undo": _undo,
    "save": _save,
    "log": _log,
    "board": _board,
    "options": _options,
    "models": _models,
    "see": _see,
    "hand": _hand,
    "legend": _legend,
    "set": _set,
    "quit": _quit,
    "exit": _quit,
}
