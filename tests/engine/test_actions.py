"""Notation: actions are written and read back; anything else gives one error that names the place."""

from __future__ import annotations

from typing import ClassVar

import pytest
import toy
from hypothesis import example, given
from hypothesis import strategies as st

from affray.engine.actions import Action, NotationError, Part, Vocabulary, actor, key, place, target

VOCABULARY = toy.GAME.vocabulary
SEAT = st.integers(0, 1)
ACTIONS = st.one_of(
    st.builds(toy.Hit, SEAT, SEAT, st.integers(0, 99999)),
    st.builds(toy.Move, SEAT, SEAT),
    st.builds(toy.Take, SEAT),
    st.builds(toy.Show, st.sampled_from(["guard", "feint", "rag"])),
    st.just(toy.Let()),
    st.builds(toy.Burn, st.lists(st.sampled_from(["guard", "feint"]), max_size=4).map(tuple)),
)


@given(ACTIONS)
def test_round_trip(action: Action) -> None:
    text = VOCABULARY.text(action, toy.NAMES)
    assert VOCABULARY.parse(text, toy.NAMES) == action


@given(ACTIONS, st.lists(st.sampled_from(["", " ", "  ", "\t"]), min_size=8, max_size=8))
def test_space_does_not_matter(action: Action, spaces: list[str]) -> None:
    text = VOCABULARY.text(action, toy.NAMES)
    loose = "".join(f" {gap}{word}" for word, gap in zip(text.split(), spaces, strict=False))
    assert VOCABULARY.parse(loose, toy.NAMES) == action
    assert VOCABULARY.parse(text.replace(" > ", ">").replace(" @ ", "@"), toy.NAMES) == action


def test_the_written_form() -> None:
    written = {
        toy.Hit(0, 1, 2): "hit red > blue dice=2",
        toy.Move(1, 1): "move blue @ hill",
        toy.Burn(("rag", "guard")): "burn rag,guard",
        toy.Burn(()): "burn",
        toy.Let(): "let",
    }
    for action, text in written.items():
        assert VOCABULARY.text(action, toy.NAMES) == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "unknown verb ''; verbs: burn, hit,"),
        ("kick red", "unknown verb 'kick'"),
        ("hit red dice=1", "> seat is missing in 'hit red dice=1'"),
        ("hit red > blue", "dice=int is missing"),
        ("hit > blue dice=1", "seat is missing"),
        ("hit red > blue dice=many", "no number 'many'"),
        ("hit red > green dice=1", "no seat 'green'"),
        ("hit red > blue dice=1 dice=2", "cannot read '2'"),
        ("hit red > blue dice=1 speed=2", "'2' has no place in 'hit SEAT > SEAT dice=INT'"),
        ("hit red blue dice=1", "cannot read 'blue'"),
        ("hit red > > blue", "nothing stands before '>'"),
        ("move red @", "nothing follows @"),
        ("move red @ hill @ field", "cannot read 'field'"),
        ("hit red > dice=1", "cannot read '1'"),
        ("move actor=red @ hill", "cannot read 'red'"),
        ("move red place=hill", "cannot read 'hill'"),
        ("burn rag,,guard", "cannot read 'rag,,guard'"),
        ("show =rag", "cannot read 'rag'"),
        ("show {rag}", "cannot read '{rag}'"),
    ],
)
def test_what_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        VOCABULARY.parse(text, toy.NAMES)
    assert message in str(caught.value)


WORDS = st.sampled_from(
    ["hit", "move", "burn", "red", "blue", ">", "@", "=", "dice=2", ",", "hill", "{", " ", "\n"]
)


@given(st.one_of(st.text(), st.lists(WORDS).map(" ".join), st.lists(WORDS).map("".join)))
@example("hit " * 10000)
@example("hit " + "9" * 10000)
@example("\x00")
@example("hit red > blue dice=" + "9" * 5000)
@example("hit red > blue dice=²")
def test_garbage(text: str) -> None:
    message = ""
    try:
        action = VOCABULARY.parse(text, toy.NAMES)
        assert VOCABULARY.parse(VOCABULARY.text(action, toy.NAMES), toy.NAMES) == action
    except NotationError as error:
        message = str(error)
    assert len(message) < 500


@given(st.lists(WORDS).map(" ".join))
@example("hit red > blue dice=2")
@example("hit red > blue dice=2 dice=2")
@example("move red @ hill actor=red")
def test_spacing_does_not_matter(text: str) -> None:
    """What is written as the engine writes it is read on a way of its own."""

    def read(text: str) -> Action | None:
        try:
            return VOCABULARY.parse(text, toy.NAMES)
        except NotationError:
            return None

    assert read(text) == read(" " + text.replace(" ", "  "))


def test_usage() -> None:
    assert "hit SEAT > SEAT dice=INT" in VOCABULARY.usage()
    assert "burn [CARD,…]" in VOCABULARY.usage()


def test_verbs_are_told_apart() -> None:
    with pytest.raises(ValueError, match="verb 'let' of Let is missing or taken"):
        Vocabulary((toy.Let, toy.Let))
    with pytest.raises(ValueError, match="missing or taken"):
        Vocabulary((Action,))


def test_a_form_has_a_part_for_each_field_in_their_order() -> None:
    class Swapped(Action, frozen=True):
        one: int
        two: int
        verb: ClassVar[str] = "swap"
        form: ClassVar[tuple[Part, ...]] = (key("two", "int"), key("one", "int"))

    with pytest.raises(ValueError, match="the form of Swapped is not that of its fields"):
        Vocabulary((Swapped,))


class Everything(Action, frozen=True):
    verb: ClassVar = "all"
    form: ClassVar = (
        actor("a", "card", optional=True),
        target("b", "card", many=True, optional=True),
        place("c", "place", optional=True),
        key("d", "int", optional=True),
        key("e", "int", many=True),
    )
    a: str | None
    b: tuple[str, ...]
    c: int | None
    d: int | None
    e: tuple[int, ...]


@given(
    st.builds(
        Everything,
        st.none() | st.just("rag"),
        st.lists(st.just("guard"), max_size=3).map(tuple),
        st.none() | SEAT,
        st.none() | st.integers(0, 9),
        st.lists(st.integers(0, 9), min_size=1).map(tuple),
    )
)
def test_optional_and_many_parts(action: Everything) -> None:
    vocabulary = Vocabulary((Everything,))
    assert vocabulary.parse(vocabulary.text(action, toy.NAMES), toy.NAMES) == action
