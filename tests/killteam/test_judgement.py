"""What players and odds choose by: no kill is for the worse, and no loss for the better."""

from __future__ import annotations

import pytest
from tests.killteam.test_strength import PAIRS

from affray.engine.dice import DiceStream
from affray.engine.match import Match
from affray.games.killteam import judgement
from affray.games.killteam.game import GAME
from affray.games.killteam.state import State, put
from affray.players import make_player


def without(s: State, fallen: int) -> State:
    """The same state with an operative killed by the enemy."""
    seat = 1 - s.side[fallen]
    after = s.copy()
    after.on[fallen], after.dead[fallen], after.wounds[fallen], after.counted[fallen] = False, True, 0, True
    after.kills = put(after.kills, seat, after.kills[seat] + 1)
    return after


@pytest.mark.parametrize("scenario", ["lite:L1", "lite:L2", "standard:random"])
def test_no_kill_is_for_the_worse(scenario: str) -> None:
    """In random battles, thinned out more and more, to the last operatives of both sides."""
    looked = 0
    for number, teams in enumerate(PAIRS[1::4]):
        preset, _, name = scenario.partition(":")
        options = {"preset": preset, "scenario": name, "teams": teams}
        match = Match(GAME, GAME.setup(options), DiceStream(f"kill{number}"))
        players = [make_player("random", f"{number}/{seat}", GAME) for seat in (0, 1)]
        while match.decision is not None:
            view = match.seat_view()
            match.push(players[view.seat].choose(view))
            if len(match.tape) % 60 == 0 and match.state.turn and match.state.outcome is None:
                s = match.state
                while s.present(0) and s.present(1):
                    before = judgement.measure(s)
                    for fallen in (*s.present(0), *s.present(1)):
                        after = judgement.measure(without(s, fallen))
                        loser = s.side[fallen]
                        assert after[1 - loser] > before[1 - loser], (match.record, s.names[fallen])
                        assert after[loser] < before[loser], (match.record, s.names[fallen])
                        looked += 1
                    seat = 0 if len(s.present(0)) > len(s.present(1)) else 1
                    s = without(s, s.present(seat)[-1])
    assert looked > 1000
