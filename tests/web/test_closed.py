"""What is not open now and by which clause, and which actions cannot be taken back."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tests.contract.conftest import GAMES, load
from tests.contract.fixture import sampled
from tests.web.rooms import room

import affray
from affray.engine.dice import DiceStream
from affray.engine.match import resume
from affray.engine.thinkable import forms
from affray.games.avp.actions.attacking import Fight
from affray.games.avp.actions.general import Pass
from affray.web import answers
from affray.web.answers import answer
from affray.web.messages import Ask, Closed
from affray.web.room import Room

HALL = {
    "map": "a",
    "active": "hudson",
    "models": {
        "hudson": {"unit": "marine", "tile": "C1"},
        "hicks": {"unit": "marine", "tile": "B1"},
        "gorman": {"unit": "marine", "tile": "A2", "token": True},
        "drone": {"unit": "infant", "tile": "E1"},
    },
}


def closed(one: Room, text: str, to: str = "") -> dict[str, Closed]:
    found = answer(one, (one.decider,), one.decider, Ask(1, "closed", text, to)).closed
    return {each.option.action.split(" ")[0]: each for each in found}


@pytest.mark.parametrize("game", ["avp", "killteam"])
def test_each_closed_action_is_refused_by_its_clause(tmp_path: Path, game: str) -> None:
    """For every piece at every decision of the first part of a match."""
    seats = {"avp": ("marines", "aliens"), "killteam": ("aod", "kom")}[game]
    one, _ = room(tmp_path, dict.fromkeys(seats, "link"), game=game)
    dice = DiceStream("closed")
    verbs = set()
    for _ in range(90):
        seat, match = one.decider, one.match
        presenter = one.presenter
        view = match.view(seat)
        for piece in presenter.table(view, seat).pieces:
            found = closed(one, piece.id)
            if piece.seat != seat:
                assert not found
            listed = [presenter.option(view, action) for action in match.legal]
            assert found.keys().isdisjoint(o.action.split(" ")[0] for o in listed if o.actor == piece.id)
            for each in found.values():
                refusal = match.why_not(match.parse(each.option.action))
                assert refusal is not None
                assert (refusal.reason, refusal.clause) == (each.text, each.clause)
                assert each.option.actor == piece.id
            verbs |= set(found)
        one.act((seat,), one.number, match.text(match.legal[dice.below(len(match.legal))]))
    assert len(verbs) > 8


def test_aimed_at_something_only_what_reaches_for_it(tmp_path: Path) -> None:
    one, _ = room(tmp_path)
    walks: list[str] = []
    while not walks:
        listed = [one.match.text(action) for action in one.match.legal]
        walks = [text for text in listed if text.startswith("walk M")]
        usual = [text for text in listed if text.split(" ")[0] in ("autodeploy", "no_card", "hold")]
        one.act((one.decider,), one.number, (walks or usual or listed)[0])
        if walks:
            one.undo((0,))
    found = closed(one, walks[0].split(" ")[1], "I7")
    assert found.keys() >= {"walk", "run"}
    assert all(each.option.action.endswith("@ I7") for each in found.values())
    assert not closed(one, walks[0].split(" ")[1], "nowhere")


@pytest.mark.parametrize("game", GAMES)
def test_reasons_rest_on_what_the_seat_knows(tmp_path: Path, game: str) -> None:
    fixture = load(game)
    names = fixture.game.seats(fixture.game.setup({}))
    one, _ = room(tmp_path, dict.fromkeys(names, "link"), game=game)
    checked = 0
    for name, options in fixture.setups().items():
        start = fixture.match(options, "closed")
        if len(start.game.seats(start.state)) > len(names):
            continue
        for match in sampled(start, random.Random(f"closed/{name}"), 0.01):
            for label, knower, rest in fixture.twins(match):
                if knower == match.seat:
                    continue
                tape = match.tape[match._steps[-1][0] :]
                twin = resume(match.game, rest.copy(), match._answers, tape, DiceStream("t"))
                view = match.view(match.seat)
                for piece in one.presenter.table(view, match.seat).pieces:
                    told = []
                    for each in (match, twin):
                        one.history.match = each
                        told.append(closed(one, piece.id))
                    assert told[0] == told[1], (name, label)
                    checked += bool(told[0])
    assert checked > 30


def test_what_cannot_be_taken_back() -> None:
    match = affray.new_match("avp", position=HALL, seed="7")
    assert answers.odds(match, "shoot hudson > drone").final
    assert answers.odds(match, "flip gorman").final
    assert not answers.odds(match, "walk hudson @ D1").final


def test_a_token_thinks_of_what_its_army_can_do() -> None:
    match = affray.new_match("avp", position=HALL, seed="7")
    found = match.game.presenter.thinkable(match.view(0), 0, "gorman", "")  # type: ignore[attr-defined]
    verbs = {action.verb for action in found}
    assert {"flip", "walk", "shoot", "grenade"} <= verbs
    assert verbs.isdisjoint(("spit", "throw_disc", "sneak"))


def test_forms_take_every_value_of_one_part() -> None:
    found = forms([Fight, Pass], 3, lambda kind: [7, 8] if kind == "model" else [])
    assert found == [Fight(3, 7), Fight(3, 8), Pass(3)]
    assert forms([Fight, Pass], 3, lambda kind: [7], aimed=True) == [Fight(3, 7)]
