"""Contracts 7 and 8: a changed hidden fact shows nowhere to those who do not know it; players are blind."""

from __future__ import annotations

import random
from typing import Any

from tests.contract.fixture import Fixture, sampled, stroll

from affray.engine.dice import DiceStream
from affray.engine.match import Match, SeatView, resume
from affray.players import make_player


def strangers(match: Match[Any], knower: int) -> list[int | None]:
    """The seats that do not know, and the spectator."""
    return [None, *(seat for seat in range(len(match.game.seats(match.state))) if seat != knower)]


def shown(match: Match[Any], seat: int | None) -> object:
    """All that a seat gets to see of a match: its view and, where it has to decide, question and options."""
    view = match.game.view(match.state, seat).digest()
    if match.decision is None or match.decision.seat != seat:
        return view, match.decision is None
    decision = match.decision
    return view, decision.clause, decision.prompt, [match.text(option) for option in match.legal]


def standing(match: Match[Any], rest: Any, seed: str) -> Match[Any]:
    """The match where it stands, on another rest state."""
    tape = match.tape[match._steps[-1][0] :]
    return resume(match.game, rest.copy(), match._answers, tape, DiceStream(seed), elsewhere=True)


def test_hidden_facts_show_nowhere(fixture: Fixture, setup_name: str) -> None:
    """View, options, refusals and odds of every stranger stay as they are."""
    rng = random.Random(f"secrecy/{setup_name}")
    checked = 0
    for match in sampled(fixture.match(fixture.setups()[setup_name], "secrecy"), rng, 0.06):
        for label, knower, rest in fixture.twins(match):
            twin = standing(match, rest, "twin")
            assert twin.state.digest() != match.state.digest(), f"{label}: nothing was changed"
            for seat in strangers(match, knower):
                assert shown(twin, seat) == shown(match, seat), label
            checked += 1
            if match.seat == knower:
                continue
            option = rng.choice(match.legal)
            for mutant in fixture.mutants(match.view(match.seat), option, rng, 4):
                assert match.why_not(mutant) == twin.why_not(mutant), (label, mutant)
            if rng.random() < 0.2:
                assert match.odds(option, budget=300, samples=20) == twin.odds(
                    option, budget=300, samples=20
                ), label
    assert checked > 20


def test_hidden_facts_show_in_no_log(fixture: Fixture, setup_name: str) -> None:
    """Twins go on alike, with the same dice, as long as nothing is revealed: strangers read the same."""
    rng = random.Random(f"logs/{setup_name}")
    went_on = 0
    for match in sampled(fixture.match(fixture.setups()[setup_name], "logs"), rng, 0.025):
        twins = list(fixture.twins(match))
        if not twins:
            continue
        label, knower, rest = rng.choice(twins)
        pair = [standing(match, match.rest, "log"), standing(match, rest, "log")]
        for each in pair:
            each.listen = True
        for _ in range(25):
            first, second = pair
            if first.decision is None or second.decision is None or first.seat != second.seat:
                break
            common = [option for option in first.legal if option in second.legal]
            if not common:
                break
            action = rng.choice(common)
            known = match.game.reveals(first.state)
            for each in pair:
                each.trust(action)
            if {match.game.reveals(first.state), match.game.reveals(second.state)} != {known}:
                break
            if [type(e) for e in first.tape] != [type(e) for e in second.tape]:
                break  # the fact came into play openly: another number of dice was rolled
            together = asked(first) == asked(second)
            for seat in strangers(match, knower):
                lines, others = read(first, seat), read(second, seat)
                if together:
                    assert lines == others, label
                    assert shown(first, seat) == shown(second, seat), label
                else:
                    # One of them waits for a choice that is forced in the other, which has gone on.
                    least = min(len(lines), len(others))
                    assert lines[:least] == others[:least], label
            went_on += 1
            if not together:
                break
    assert went_on > 4


def asked(match: Match[Any]) -> object:
    """Who has to decide what, and how much has happened until then."""
    if match.decision is None:
        return len(match.tape)
    return match.seat, match.decision.clause, len(match._answers), len(match.tape)


def read(match: Match[Any], seat: int | None) -> list[tuple[str, tuple[str, ...]]]:
    """The lines of the log that a seat reads, with the clauses that stand beside them."""
    return [(line, event.clauses) for event in match.events if (line := event.seen_by(seat)) is not None]


def test_what_a_view_allows_can_be_imagined(fixture: Fixture, setup_name: str) -> None:
    """At every decision, also in mid-step, the deciding seat can imagine the match, with the same options."""
    rng = random.Random(f"imagine/{setup_name}")
    for match in stroll(fixture.match(fixture.setups()[setup_name], "imagine"), rng):
        if match.at_rest and rng.random() < 0.8:
            continue
        view = match.seat_view()
        world = view.imagine(f"{rng.random()}")
        assert world.seat == view.seat
        assert world.legal == view.options
        assert shown(world, view.seat) == shown(match, view.seat)
        before, length = world.state.digest(), len(world.tape)
        for _ in stroll(world, rng, 3):
            assert world.rest.digest()
        while len(world.tape) > length:
            world.pop()
        assert world.state.digest() == before, "an imagined match does not find its way back"


def test_players_are_blind(fixture: Fixture, setup_name: str) -> None:
    """The choice of a player changes neither with the dice to come nor with what it cannot know."""
    rng = random.Random(f"blind/{setup_name}")
    asked = 0
    for match in sampled(fixture.match(fixture.setups()[setup_name], "blind"), rng, 0.015):
        if len(match.legal) < 2:
            continue
        for name in fixture.players:
            ways = [match.fork(DiceStream("one")), match.fork(DiceStream("two"))]
            ways += [
                standing(match, rest, "x") for _, who, rest in fixture.twins(match) if who != match.seat
            ][:2]
            choices = {make_player(name, "blind").choose(SeatView(way, way.seat)) for way in ways}
            assert len(choices) == 1, (name, choices)
            assert choices <= set(match.legal)
        asked += 1
    assert asked
