"""Chance: the dice stream is fair, verifiable and reproducible; supplied dice fit or are refused."""

from __future__ import annotations

import hashlib
from itertools import pairwise

import pytest
from scipy.stats import chisquare
from toy import D6

from affray.engine.dice import ChanceError, DiceStream, Supplied, new_seed, seed_hash
from affray.engine.requests import Die, Draw, Roll

D20 = Die(20)


@pytest.mark.parametrize("sides", [2, 6, 10, 20])
def test_faces_are_fair(sides: int) -> None:
    stream = DiceStream(f"fair {sides}")
    roll = Roll(3000 * sides, Die(sides).faces(), "X")
    faces = stream.faces(roll)
    counts = [faces.count(face) for face in range(1, sides + 1)]
    assert sum(counts) == len(faces)
    assert chisquare(counts).pvalue > 1e-3


def test_successive_faces_are_independent() -> None:
    faces = DiceStream("pairs").faces(Roll(72_001, D6.faces(), "X"))
    pairs = [0] * 36
    for a, b in pairwise(faces):
        pairs[6 * (a - 1) + b - 1] += 1
    assert chisquare(pairs).pvalue > 1e-3


def test_draws_follow_the_weights() -> None:
    stream = DiceStream("lot")
    draw = Draw(("a", "b", "c", "d"), (1, 0, 5, 2), "X")
    drawn = [stream.item(draw) for _ in range(16_000)]
    assert "b" not in drawn
    assert chisquare([drawn.count(i) for i in "acd"], [2000, 10_000, 4000]).pvalue > 1e-3


def test_rejection_keeps_it_unbiased(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers at the ragged end of the range are not used but skipped."""
    values = iter([(1 << 64) - 1, (1 << 64) // 6 * 6, (1 << 64) // 6 * 6 - 1])

    class Hash:
        def copy(self) -> Hash:
            return self

        def update(self, data: bytes) -> None:
            pass

        def digest(self) -> bytes:
            return next(values).to_bytes(8, "big") + b"rest"

    stream = DiceStream("x")
    monkeypatch.setattr(stream, "_base", Hash())
    assert stream.below(6) == 5
    assert stream.counter == 3


def test_anybody_can_verify_a_die() -> None:
    """What docs/records.md says: SHA-256 of seed, slash and number; the first 8 bytes modulo the sides."""
    faces = DiceStream("seed").faces(Roll(50, D20.bands(10), "X"))
    for number, face in enumerate(faces):
        digest = hashlib.sha256(f"seed/{number}".encode()).digest()
        assert face == int.from_bytes(digest[:8], "big") % 20 + 1


def test_streams_can_be_taken_up_again() -> None:
    roll = Roll(5, D20.faces(), "X")
    stream = DiceStream("s")
    first, second = stream.faces(roll), stream.faces(roll)
    assert stream.counter == 10
    assert DiceStream("s").faces(roll) == first
    assert DiceStream("s", 5).faces(roll) == second
    assert DiceStream("t").faces(roll) != first


def test_seeds() -> None:
    assert len({new_seed() for _ in range(100)}) == 100
    assert seed_hash("7") == hashlib.sha256(b"7").hexdigest()


def test_choice() -> None:
    stream = DiceStream("choice")
    assert {stream.choice(3) for _ in range(100)} == {0, 1, 2}


def test_supplied_values_are_used_in_order() -> None:
    dice = Supplied([3, "rag"])
    dice.feed([6, 5])
    assert dice.faces(Roll(1, D6.faces(), "X")) == (3,)
    assert dice.item(Draw(("guard", "rag"), (1, 2), "X")) == "rag"
    assert dice.left == [6, 5]
    assert dice.faces(Roll(2, D6.faces(), "X")) == (6, 5)
    assert dice.left == []


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([], r"no die left for 2D6 damage \(X-1\)"),
        ([4], r"no die left for 2D6 damage \(X-1\)"),
        ([4, 7], r"7 is no face of 2D6 damage \(X-1\)"),
        ([0, 4], "0 is no face"),
        (["rag", 4], "'rag' is no face"),
    ],
)
def test_dice_that_do_not_fit(values: list[int | str], message: str) -> None:
    dice = Supplied(values)
    with pytest.raises(ChanceError, match=message):
        dice.faces(Roll(2, D6.faces(), "X-1", "damage"))
    assert dice.counter == 0


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([], r"nothing left for draw card \(X-1\)"),
        (["feint"], "'feint' is not in the lot"),
        ([3], "3 is not in the lot"),
        (["gone"], "'gone' is not in the lot"),
    ],
)
def test_items_that_do_not_fit(values: list[int | str], message: str) -> None:
    with pytest.raises(ChanceError, match=message):
        Supplied(values).item(Draw(("guard", "gone"), (1, 0), "X-1", "card"))
