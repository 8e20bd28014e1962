"""What is told to whoever decides in the middle of something (`affray.games.avp.ongoing`)."""

from __future__ import annotations

import affray
from affray.engine.match import Match
from affray.games.avp.state import State

SENTRY = {
    "map": "a",
    "active": "drone",
    "models": {
        "hudson": {"unit": "marine", "tile": "C1", "sentry": True},
        "drone": {"unit": "infant", "tile": "E1"},
        "gorman": {"unit": "marine", "tile": "A2", "token": True},
    },
}


def told(match: Match[State]) -> list[tuple[str, str]]:
    table = match.game.presenter.table(match.view(match.seat), match.seat)  # type: ignore[attr-defined]
    return [(line.label, line.text) for line in table.ongoing]


def test_whoever_reacts_reads_to_what() -> None:
    match = affray.new_match("avp", position=SENTRY, seed="1")
    assert told(match) == [], "the question itself says whose activation it is"
    match.push("walk drone @ D1")
    assert match.decision is not None
    assert match.decision.prompt == "React?"
    assert told(match) == [
        ("Activation", "drone, 1 AP left"),
        ("Reactions", "after this Action, with Sentry tokens (AVP-R.19)"),
    ]


def test_a_move_tells_where_it_came_from() -> None:
    match = affray.new_match("avp", position=SENTRY, seed="1")
    match.push("run drone @ F1")
    assert told(match) == [("Activation", "drone, 0 AP left"), ("Move", "drone, from E1")]


def test_what_the_mission_is_about_stays_in_sight() -> None:
    match: Match[State] = affray.new_match("avp", mission="seal_the_ducts", seed="1")
    for seat in (None, 0, 1):
        table = match.game.presenter.table(match.view(seat), seat)  # type: ignore[attr-defined]
        last = table.lines[-1]
        assert (last.label, last.text) == ("Mission", match.state.mission.brief)
