"""What is said to people names things by their titles, not by their ids."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from tests.contract.killteam import FIXTURE

from affray.games.killteam import titles
from affray.games.killteam.game import GAME
from affray.games.killteam.loading import content
from affray.games.killteam.position import position

BOY, AIW = {"card": "BOY", "at": [5, 10]}, {"card": "AIW", "at": [24, 10]}

MATCHES = 16


def spoken() -> Iterator[str]:
    """Lines of the log, options, and refusals of what is no choice about dice, from random matches with all
    kinds of setups."""
    for number in range(MATCHES):
        rng = random.Random(f"titles/{number}")
        match = FIXTURE.match(FIXTURE.any_setup(number), f"titles/{number}", listen=True)
        while match.decision is not None:
            options = match.legal
            for action in rng.sample(options, min(2, len(options))):
                yield GAME.presenter.option(match.view(match.seat), action).text
                for mutant in FIXTURE.mutants(match.state, action, rng, 1):
                    refusal = match.why_not(mutant)
                    if refusal is not None and mutant.verb not in ("reroll", "use"):
                        yield refusal.reason
            match.trust(rng.choice(options))
        yield from (event.text() for event in match.events)


def test_nothing_is_called_by_an_id() -> None:
    ids = {*content().teams, *content().weapons}
    seen = set(spoken())
    assert len(seen) > 1000
    for line in seen:
        words = set(re.findall(r"[a-z0-9_]+(?:\.[a-z0-9_]+)*", line))
        assert not [word for word in words if "_" in word or word in ids], line


def test_notes_of_markers_are_told_with_the_side() -> None:
    s = position({"map": "c", "scenario": "O1", "operatives": {"boy": BOY, "aiw": AIW}, "active": "boy"})
    kind = s.markers[1].kind
    s.markers = (s.markers[0], s.markers[1]._replace(notes=frozenset(("secured:0", "tp:looted"))))
    assert kind == "objective"
    assert titles.marker_title(s, 1) == "the west objective"
    assert titles.marker_notes(s, 0) == ""
    assert titles.marker_notes(s, 1) == " (looted, secured: Kommandos)"


def test_sides_of_the_same_team_are_told_apart() -> None:
    """The seats have the titles by which the log calls them."""
    for teams in (["kom", "kom"], ["aod", "kom"]):
        match = FIXTURE.match(
            {"preset": "lite", "map": "a", "scenario": "L1", "teams": teams}, "t", listen=True
        )
        while match.state.turn == 0:
            match.trust(match.legal[0])
        titles = {chair.title for chair in GAME.chairs(match.state.options)}
        assert len(titles) == 2
        told = [event.args["seat"] for event in match.events if "have the initiative" in event.message]
        assert set(told) <= titles
