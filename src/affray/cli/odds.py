"""``affray odds``: exact odds in a situation that a case, a position or a record sets up."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from affray.cli.bars import as_json as distribution_as_json
from affray.cli.bars import chart
from affray.cli.faults import NO, OK, BadInput, one_line
from affray.cli.screen import Screen
from affray.cli.table import load_game, toml_file
from affray.engine.actions import NotationError
from affray.engine.cases import Case, CaseError, Step, acts, load_cases
from affray.engine.dice import ChanceError, DiceStream, Supplied
from affray.engine.game import Game, SetupError
from affray.engine.match import Match
from affray.engine.odds import Distribution
from affray.engine.record import Line, Move, RecordError, read
from affray.engine.rulebook import Refused


def odds(
    game_id: str,
    action: str,
    cases: Sequence[Path],
    position: Path | None,
    record: Path | None,
    at: int | None,
    all_seeing: bool,
    as_json: bool,
) -> int:
    """Work out odds and show them; returns the exit code: 1 if the action is refused."""
    game = load_game(game_id)
    scenes = [bool(cases), position is not None, record is not None]
    if sum(scenes) != 1:
        raise BadInput("odds: give the scene by one of --case, --position and --record")
    if at is not None and position is not None:
        raise BadInput("--at: a position stands still; only records and cases have moves")
    if not action and not cases:
        raise BadInput("odds: say which action, in notation and in quotes")
    found: list[tuple[str, str, Distribution]] = []
    try:
        if position is not None:
            found.append((str(position), action, _from_position(game, position, action, all_seeing)))
        elif record is not None:
            found.append((str(record), action, _from_record(game, record, at, action, all_seeing)))
        else:
            for path in cases:
                found += _from_cases(game, path, at, action, all_seeing)
    except Refused as error:
        if as_json:
            print(json.dumps({"refused": error.clause, "reason": error.reason}))
        else:
            Screen().say(f"{action} is forbidden: {error.reason} {error.clause}", "bad")
        return NO
    _show(game, found, as_json)
    return OK


def _show(game: Game[Any], found: list[tuple[str, str, Distribution]], as_json: bool) -> None:
    if as_json:
        rows = [
            {"scene": scene, "action": text, "game": game.id, **distribution_as_json(distribution)}
            for scene, text, distribution in found
        ]
        print(json.dumps(rows, indent=2, ensure_ascii=False))
        return
    screen = Screen()
    for scene, text, distribution in found:
        screen.say(scene, "quiet")
        chart(screen, text, distribution)


def _weighed(match: Match[Any], where: str, action: str, all_seeing: bool) -> Distribution:
    """The odds of an action here. Raises Refused or BadInput."""
    if match.decision is None:
        raise BadInput(f"{where}: the game is over there: nothing can be done")
    try:
        return match.odds(action, all_seeing=all_seeing)
    except NotationError as error:
        raise BadInput(f"{where}: {one_line(error)}") from None


def _from_position(game: Game[Any], path: Path, action: str, all_seeing: bool) -> Distribution:
    table = toml_file(path)
    try:
        state = game.position(table)
    except SetupError as error:
        raise BadInput(f"{path}: {one_line(error)}") from None
    return _weighed(Match(game, state, DiceStream("odds")), str(path), action, all_seeing)


def _from_record(game: Game[Any], path: Path, at: int | None, action: str, all_seeing: bool) -> Distribution:
    try:
        record = read(path)
        if record.game != game.id:
            raise BadInput(f"{path}: is a record of {record.game}, not of {game.id}")
        body = _first_moves(record.body, at)
        if body is None:
            moves = sum(isinstance(line, Move) for line in record.body)
            raise BadInput(f"--at {at}: {path} has only {moves} moves")
        match = replace(record, body=body).replay(verify=False)
    except RecordError as error:
        raise BadInput(one_line(error)) from None
    return _weighed(match, str(path), action, all_seeing)


def _first_moves(body: tuple[Line, ...], count: int | None) -> tuple[Line, ...] | None:
    """The lines up to and with move number `count` and what fell after it; None if there are fewer moves."""
    if count is None:
        return body
    seen = 0
    for i, line in enumerate(body):
        if isinstance(line, Move):
            if seen == count:
                return body[:i]
            seen += 1
    return body if seen == count else None


def _from_cases(
    game: Game[Any], path: Path, at: int | None, action: str, all_seeing: bool
) -> list[tuple[str, str, Distribution]]:
    """The odds of an action in each case of a file, or of the actions whose odds the cases ask for."""
    found: list[tuple[str, str, Distribution]] = []
    try:
        loaded = load_cases(path)
    except CaseError as error:
        raise BadInput(one_line(error)) from None
    for case in loaded:
        if case.question.game != game.id:
            raise BadInput(f"{case.name}: is a case of {case.question.game}, not of {game.id}")
        if action:
            found.append(
                (case.name, action, _weighed(_scene(game, case, at or 0), case.name, action, all_seeing))
            )
            continue
        for text, blind in _asked(case):
            seeing = all_seeing or not blind
            found.append((case.name, text, _weighed(_scene(game, case, 0), case.name, text, seeing)))
    if not found:
        raise BadInput(f"{path}: asks for no odds at its start; say which action")
    return found


def _asked(case: Case) -> list[tuple[str, bool]]:
    """The actions whose odds a case asks for at its start, each once, and whether blindly."""
    return list(
        dict.fromkeys((check.do, check.blind) for check in case.question.odds if check.do is not None)
    )


def _scene(game: Game[Any], case: Case, at: int) -> Match[Any]:
    """The match of a case after `at` of its steps. Raises BadInput."""
    question = case.question
    steps = list(question.step)
    dice = Supplied()
    opening = steps.pop(0) if steps and not acts(steps[0]) else Step()
    if at > len(steps):
        raise BadInput(f"--at {at}: {case.name} has only {len(steps)} steps")
    dice.feed(opening.dice)
    try:
        if question.position is not None:
            state = game.position(question.position)
        else:
            state = game.setup(question.setup or {})
        match: Match[Any] = Match(game, state, dice)
        for step in steps[:at]:
            dice.feed(step.dice)
            if step.ask is None and step.refused is None:
                for text in acts(step):
                    match.push(text)
    except (SetupError, ChanceError, NotationError, Refused) as error:
        raise BadInput(f"{case.name}: {one_line(error)}") from None
    return match
