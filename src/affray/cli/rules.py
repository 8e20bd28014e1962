"""``affray rules`` and ``affray games``: the rulebooks, and which clauses are proved by cases."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from affray.cli.faults import NO, OK, BadInput, one_line
from affray.cli.screen import Screen
from affray.cli.table import load_game
from affray.engine.game import Game, Registry
from affray.engine.rulebook import Clause, Rulebook, RulebookError


def find(book: Rulebook, words: str) -> list[Clause]:
    """The clause of an id (the game's prefix may be missing), or the clauses that contain all words."""
    wanted = words.upper()
    exact = [c for key, c in book.items() if wanted in (key.upper(), key.upper().partition("-")[2])]
    return exact or book.search(words)


def _book(game: Game[Any]) -> Rulebook:
    try:
        return game.rulebook
    except RulebookError as error:
        raise BadInput(one_line(error)) from None


def rules(game_id: str, words: Sequence[str], coverage: bool, cases: Path | None, as_json: bool) -> int:
    """Show clauses, or what covers them; returns the exit code."""
    game = load_game(game_id)
    book = _book(game)
    if coverage:
        if words:
            raise BadInput(f"--coverage: speaks of all clauses, not of {' '.join(words)}")
        return _coverage(game, book, cases, as_json)
    text = " ".join(words)
    found = find(book, text) if text else list(book.values())
    if as_json:
        print(json.dumps([_as_json(clause) for clause in found], indent=2, ensure_ascii=False))
        return OK if found else NO
    screen = Screen()
    if not found:
        screen.say(f"No clause of {game.id} has {text!r}.", "bad")
        return NO
    if text:
        show(screen, found)
    else:
        listing(screen, found)
    return OK


def show(screen: Screen, found: Sequence[Clause]) -> None:
    """Clauses in full."""
    for clause in found:
        screen.say(f"{clause.id} {clause.title}", "head")
        screen.say(clause.text, indent=2)
        screen.say(f"{clause.section}; source: {clause.source}", "quiet", indent=2)


def listing(screen: Screen, found: Sequence[Clause]) -> None:
    """Ids and titles by section."""
    section = None
    for clause in found:
        if clause.section != section:
            section = clause.section
            screen.say()
            screen.say(section, "head")
        screen.say(f"{clause.id:<14} {clause.title}", indent=2)


def _as_json(clause: Clause) -> dict[str, str]:
    return {
        "id": clause.id,
        "title": clause.title,
        "text": clause.text,
        "section": clause.section,
        "source": clause.source,
    }


def _coverage(game: Game[Any], book: Rulebook, folder: Path | None, as_json: bool) -> int:
    from affray.engine.casework import coverage

    folder = folder or Path("tests") / "cases" / game.id
    if not folder.is_dir():
        raise BadInput(f"{folder}: there is no such folder of cases; name one with --cases")
    found = coverage(game, [folder])
    failures = [failure for report in found.reports for failure in report.failures]
    if as_json:
        report = {
            "game": game.id,
            "clauses": list(found.clauses),
            "covered": {clause: list(names) for clause, names in found.covered.items()},
            "missing": list(found.missing),
            "failures": failures,
        }
        print(json.dumps(report, indent=2, ensure_ascii=False))
    else:
        screen = Screen()
        for failure in failures:
            screen.say(failure, "bad")
        for clause in found.missing:
            screen.say(f"no case for {clause} {book[clause].title}", "bad")
        count = f"{len(found.covered)} of {len(found.clauses)} clauses of {game.id}"
        screen.say(f"{count} have a passing case that makes the engine cite them", "head")
    return NO if found.missing or failures else OK


def games(as_json: bool) -> int:
    """List the installed games; returns the exit code."""
    found = [load_game(game_id) for game_id in Registry.ids()]
    if as_json:
        rows = [{"id": g.id, "title": g.title, "version": g.version, "clauses": len(_book(g))} for g in found]
        print(json.dumps(rows, indent=2, ensure_ascii=False))
        return OK
    screen = Screen()
    for game in found:
        screen.say(f"{game.id:<12} {game.title}, rules version {game.version}, {len(_book(game))} clauses")
    return OK
