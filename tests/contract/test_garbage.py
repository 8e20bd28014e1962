"""Contract 15: whatever comes in malformed gives one clear error that names the place and changes nothing."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.contract.fixture import Fixture, stroll

from affray.engine.actions import NotationError
from affray.engine.datafiles import ContentError
from affray.engine.game import SetupError
from affray.engine.lines import RecordError
from affray.engine.record import parse

SOME = settings(
    max_examples=250,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    derandomize=True,
    database=None,
)
JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**6), 10**6),
    st.integers(),
    st.floats(allow_nan=True),
    st.text(max_size=12),
    st.lists(st.one_of(st.text(max_size=4), st.integers()), max_size=3),
    st.dictionaries(st.text(max_size=6), st.integers(), max_size=2),
)
SIGNS = st.text(alphabet="abcM1A2> @=,/-_ \t\"'{}[]\\é\x00", max_size=24)


def one_line(error: Exception) -> None:
    """An error is one line of words, not a dump."""
    assert str(error).strip()
    assert "\n" not in str(error)
    assert len(str(error)) < 800


def test_notation(fixture: Fixture) -> None:
    """Any text is an action or a NotationError; actions that it makes are legal or refused, nothing else."""
    rng = random.Random("notation")
    match = fixture.match(next(iter(fixture.setups().values())), "notation")
    for _ in stroll(match, rng, 40):
        pass
    texts = [match.text(option) for option in match.legal]
    verbs = list(fixture.game.vocabulary.verbs)

    @SOME
    @given(st.sampled_from(texts), st.sampled_from(verbs), SIGNS, st.integers(0, 30), st.booleans())
    def check(text: str, verb: str, junk: str, at: int, anew: bool) -> None:
        words = f"{verb} {junk}" if anew else text[:at] + junk + text[at + len(junk) :]
        before = match.state.digest()
        try:
            action = match.parse(words)
        except NotationError as error:
            one_line(error)
        else:
            match.why_not(action)
            assert match.parse(match.text(action)) == action
        assert match.state.digest() == before

    check()


def paths(table: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The places in a nested table."""
    found = [at] if at else []
    if isinstance(table, Mapping):
        for key, value in table.items():
            found += paths(value, (*at, key))
    elif isinstance(table, list):
        for i, value in enumerate(table):
            found += paths(value, (*at, i))
    return found


def replaced(table: Any, at: tuple[Any, ...], value: Any) -> Any:
    """The table with the value at a place replaced."""
    if not at:
        return value
    if isinstance(table, Mapping):
        return {key: replaced(each, at[1:], value) if key == at[0] else each for key, each in table.items()}
    return [replaced(each, at[1:], value) if i == at[0] else each for i, each in enumerate(table)]


def faulty(make: Callable[[Any], object], tables: list[Any]) -> None:
    """Tables with junk somewhere, or an unknown key, make what they say or raise SetupError."""
    places = [(table, at) for table in tables for at in paths(table)]

    @SOME
    @given(st.sampled_from(places), JUNK, st.text(max_size=8), st.booleans())
    def check(place: tuple[Any, tuple[Any, ...]], junk: Any, key: str, more: bool) -> None:
        table, at = place
        spoilt = {**table, key: junk} if more else replaced(table, at, junk)
        try:
            make(spoilt)
        except SetupError as error:
            one_line(error)

    check()


def test_positions(fixture: Fixture) -> None:
    faulty(fixture.game.position, list(fixture.tables()))


def test_options(fixture: Fixture) -> None:
    game = fixture.game
    faulty(game.setup, [dict(game.options(game.setup(setup))) for setup in fixture.setups().values()])


def test_records(fixture: Fixture) -> None:
    """A record with junk in it replays or raises RecordError."""
    rng = random.Random("records")
    match = fixture.match(next(iter(fixture.setups().values())), "records")
    for _ in stroll(match, rng, 50):
        pass
    lines = match.record.split("\n")

    @SOME
    @given(
        st.integers(0, len(lines) - 1),
        SIGNS,
        st.integers(0, 40),
        st.sampled_from(["cut", "put", "line", "end"]),
    )
    def check(number: int, junk: str, at: int, how: str) -> None:
        spoilt = lines[:]
        line = spoilt[number]
        if how == "cut":
            spoilt[number] = line[:at]
        elif how == "put":
            spoilt[number] = line[:at] + junk + line[at:]
        elif how == "line":
            spoilt.insert(number, junk)
        else:
            del spoilt[number:]
        try:
            parse("\n".join(spoilt)).replay()
        except RecordError as error:
            one_line(error)

    check()


def test_data_files(fixture: Fixture, tmp_path: Path) -> None:
    """Data files with junk in them load or raise the game's own error, which names the file."""
    texts = fixture.data()

    @SOME
    @given(st.sampled_from(sorted(texts)), st.floats(0, 1), SIGNS, st.sampled_from(["cut", "put", "drop"]))
    def check(name: str, share: float, junk: str, how: str) -> None:
        for each, text in texts.items():
            (tmp_path / each).write_text(text, encoding="utf-8")
        text = texts[name]
        at = int(share * len(text))
        if how == "cut":
            spoilt = text[:at]
        elif how == "put":
            spoilt = text[:at] + junk + text[at:]
        else:
            end = text.find("\n", at) + 1
            spoilt = text[:at] + text[end:]
        (tmp_path / name).write_text(spoilt, encoding="utf-8")
        try:
            fixture.load_data(tmp_path)
        except ContentError as error:
            one_line(error)
            told.append(str(error))

    told: list[str] = []
    if not texts:
        pytest.skip("the game reads no data files")
    check()
    assert told
    assert all(any(name in line for name in texts) for line in told), told
