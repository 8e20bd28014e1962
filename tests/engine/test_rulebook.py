"""Rulebooks are read or refused with the place; refusals, tallies and events say what they say."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
import toy

from affray.engine.events import Event
from affray.engine.rulebook import Refusal, Refused, Rulebook, RulebookError, Tally

GOOD = '[[clause]]\nid = "A-1"\ntitle = "t"\ntext = "x"\nsource = "own"\nsection = "s"\n'


def test_toy_rulebook() -> None:
    book = toy.GAME.rulebook
    assert book["TOY-8"].title == "Parry"
    assert list(book)[:2] == ["TOY-1", "TOY-2"]
    assert len(book) == 11
    assert "TOY-99" not in book
    assert [c.id for c in book.search("FEINT parry")] == ["TOY-9"]
    assert [c.id for c in book.search("toy-11")] == ["TOY-11"]
    assert len(book.search("")) == 11


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (GOOD + GOOD, "book.toml: clause 2 A-1: the id is empty or stands twice"),
        (GOOD.replace("A-1", ""), "clause 1 : the id is empty"),
        (GOOD + '[[clause]]\nid = "A-2"\n', "book.toml: clause 2 A-2: Object missing required field `title`"),
        (GOOD.replace('"x"', "5"), "clause 1 A-1: Expected `str`, got `int`"),
        (GOOD + 'colour = "red"\n', "clause 1 A-1: Object contains unknown field `colour`"),
        ("clause = 5", "only [[clause]] entries"),
        ("clause = [5]", "clause 1 : Expected `object`"),
        ("rule = 5", "only [[clause]] entries may stand here, not ['rule']"),
        ("[[clause]", "book.toml: "),
        ("x = " + "[" * 5000, "book.toml: "),
        ("x = " + "9" * 5000, "book.toml: "),
    ],
)
def test_faulty_rulebooks(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "book.toml"
    file.write_text(text)
    with pytest.raises(RulebookError) as caught:
        Rulebook.load("Book", file)
    assert message in str(caught.value)


def test_binary_and_missing_rulebooks(tmp_path: Path) -> None:
    file = tmp_path / "book.toml"
    with pytest.raises(RulebookError, match=r"book\.toml"):
        Rulebook.load("Book", file)
    file.write_bytes(b"\xff\x00\xfe")
    with pytest.raises(RulebookError, match=r"book\.toml"):
        Rulebook.load("Book", file)


def test_refused_says_why_and_travels_between_processes() -> None:
    refused = pickle.loads(pickle.dumps(Refused(Refusal("A-1", "too far"))))
    assert str(refused) == "too far (A-1)"
    assert (refused.clause, refused.reason) == ("A-1", "too far")


def test_tally_lists_its_reasons() -> None:
    tally = Tally(13, "BASE")
    tally.add(-4, "MAP.9")
    tally.add(0, "AIM")
    tally.at_least(5, "FLOOR")
    assert (tally.value, str(tally)) == (9, "9 = 13 BASE -4 MAP.9 +0 AIM")
    tally.at_least(12, "FLOOR")
    assert tally.parts[-1] == ("FLOOR", 3)
    assert sum(amount for _, amount in tally.parts) == tally.value == 12


def test_events_have_an_audience() -> None:
    event = Event(
        "{who} draws {card}", ("A-1",), {"who": "red", "card": "rag"}, frozenset((0,)), "{who} draws"
    )
    assert event.text() == event.seen_by(0) == "red draws rag"
    assert event.seen_by(1) == event.seen_by(None) == "red draws"
    secret = Event("{who}", ("A-1",), {"who": "red"}, frozenset((0,)))
    assert secret.seen_by(1) is None
    assert Event("all", ("A-1",), {}).seen_by(None) == "all"
