"""Records: written, read back, replayed and verified; anything else gives one error with its line."""

from __future__ import annotations

import os
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest
import toy
from hypothesis import example, given, settings
from hypothesis import strategies as st
from toyplay import decisions, played, toy_match

from affray.engine.dice import DiceStream, Supplied, seed_hash
from affray.engine.game import digest_of
from affray.engine.lines import Fall, Jump, Mark, Move, RecordError, braces, read_fall
from affray.engine.match import Match, new_match
from affray.engine.record import load, parse, read, record_of, redacted_record

SEEDS = [str(n) for n in range(8)]
SHORT = """\
[Game "toy"]
[Version "1"]
[Option life 5]
[Option solo false]
[Result "*"]

{1 1 4 1 feint guard rag feint}
red: take red {guard}
blue: move blue @ hill
"""


def broken(text: str) -> str:
    with pytest.raises(RecordError) as caught:
        load(text)
    return str(caught.value)


def assert_clear(text: str) -> None:
    """The text is a record, or there is one error that names it."""
    message = "record"
    try:
        load(text)
    except RecordError as error:
        message = str(error)
    assert message.startswith("record")


@pytest.mark.parametrize("seed", SEEDS)
def test_finished_game_round_trip(seed: str) -> None:
    match = played(seed, options={"life": 3, "solo": seed == "3"})
    text = str(record_of(match, players={"red": "Ann", "blue": "Bo"}, tags={"Date": "2024-01-01"}))
    record = parse(text)
    assert str(record) == text
    assert record.players == {"red": "Ann", "blue": "Bo"}
    assert record.tags == {"Date": "2024-01-01"}
    assert record.options == {"life": 3, "solo": seed == "3"}
    again = load(text)
    assert again.result == match.result
    assert again.state.digest() == match.state.digest()
    assert again.tape == match.tape
    assert again.marks == match.marks


@pytest.mark.parametrize("seed", SEEDS)
def test_save_anywhere_and_go_on(seed: str) -> None:
    for match in decisions(toy_match(seed), seed):
        again = load(match.record)
        assert again.record == match.record
        assert again.state.digest() == match.state.digest()
        assert list(again.legal) == list(match.legal)
        fork = match.fork(DiceStream(seed, match.chance.counter))
        for option in (match.legal[0], match.legal[-1]):
            fork.push(option)
            again.push(option)
            assert fork.state.digest() == again.state.digest()
            fork.pop()
            again.pop()
            again.chance.counter = fork.chance.counter = match.chance.counter


def test_what_a_record_looks_like() -> None:
    match = toy_match("7")
    for text in ("take red", "move blue @ hill", "hit red > blue dice=1", "let"):
        match.push(text)
    assert (
        match.record
        == f"""\
[Game "toy"]
[Version "1"]
[Option life 5]
[Option solo false]
[Seed "7"]
[SeedHash "{seed_hash("7")}"]
[Result "*"]

{{1 1 4 1 feint guard rag feint}}
= 6571e33bc454b4e0 turn 1
red: take red {{guard}}
blue: move blue @ hill
red: hit red > blue dice=1
blue: let {{4}}
"""
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_takebacks_leave_a_verifiable_record(seed: str) -> None:
    match = toy_match(seed)
    chooser = DiceStream("takeback" + seed)
    for _ in range(60):
        if match.decision is None or (chooser.choice(3) == 0 and len(match.tape) > 8):
            for _ in range(chooser.choice(3) + 1):
                if any(not isinstance(entry, (tuple, str)) for entry in match.tape):
                    match.pop()
        else:
            match.push(match.legal[chooser.choice(len(match.legal))])
        again = load(match.record)
        assert again.record == match.record
        assert again.chance.counter == match.chance.counter
    assert "@" in match.record.split("\n\n")[1].replace(" @ ", "")


def test_position_is_recorded() -> None:
    position = {"red": {"hand": ["feint"]}, "blue": {"life": 2}}
    match = new_match("toy", position=position, seed="4")
    match.push(match.legal[0])
    again = load(match.record)
    assert again.position == position
    assert again.state.digest() == match.state.digest()
    assert again.record == match.record
    assert '[Position red {"hand": ["feint"]}]' in match.record
    with pytest.raises(RecordError, match="plain values"):
        _ = new_match("toy", position={"red": {"hand": {"rag"}}}, seed="4").record
    empty = new_match("toy", position={}, seed="4")
    assert load(empty.record).record == empty.record


def test_seed_may_be_withheld() -> None:
    match = played("5")
    published = str(record_of(match, seed="hash"))
    assert '[Seed "' not in published
    assert seed_hash("5") in published
    assert load(published, seed="5").tape == match.tape
    with pytest.raises(RecordError, match=r"record:\d: this is not the hash of the seed given"):
        load(published, seed="6")
    none = str(record_of(match, seed="none"))
    assert "Seed" not in none
    assert load(none).tape == match.tape


def test_a_record_without_seed_goes_on_with_other_dice() -> None:
    match = load(SHORT)
    for option in ("hit red > blue dice=3", "let"):
        match.push(option)
    text = match.record
    assert "{@? 1 1 4 1 feint" in text
    assert "blue: let {@0 " in text
    again = load(text)
    assert again.tape == match.tape
    assert again.record == text


def test_supplied_chance_has_no_seed() -> None:
    match = Match(toy.GAME, toy.GAME.position({"red": {}}), Supplied([3]), position={"red": {}})
    match.push("hit red > blue dice=1")
    assert "Seed" not in match.record
    assert load(match.record).tape == match.tape


def test_forks_have_no_record() -> None:
    match = toy_match("1")
    with pytest.raises(RecordError, match="fork"):
        _ = match.fork().record
    with pytest.raises(RecordError, match="fork"):
        _ = played("1").fork().record


def test_takeback_policy_is_kept() -> None:
    match = toy_match("1", takeback="until-chance")
    assert load(match.record).takeback == "until-chance"


def test_draws_may_be_anything() -> None:
    values = ("two words", "12", "a}b{", '"', "@3", "?", "#", "ü", "x\ny", "\\", "")
    fall = Fall((*values, 3, Jump(4), Jump(-1)))
    assert read_fall(braces(fall), 0) == fall


def test_replay_without_verification_trusts() -> None:
    match = played("2")
    text = match.record.replace('[Seed "2"]\n', "").replace(f'[SeedHash "{seed_hash("2")}"]\n', "")
    lines = [line if not line.startswith("=") else "= 00ff nonsense" for line in text.split("\n")]
    record = parse("\n".join(lines))
    assert record.replay(verify=False).tape == match.tape
    with pytest.raises(RecordError, match="no landmark 'nonsense' here"):
        record.replay()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"toy"', '"tooy"', "record:1: no game 'tooy'"),
        ('[Version "1"]', '[Version "0"]', "record:2: played by version '0' of the rules; these are '1'"),
        ("Option life 5", "Option lives 5", "record:3: no option 'lives'"),
        ("Option life 5", "Option life 500", "record:3: life is 1 to 99"),
        ("red: take red", "blue: take red", "record:8: red decide here, not 'blue'"),
        ("red: take red", "red: take green", "record:8: no seat 'green'"),
        ("red: take red", "red: grab", "record:8: unknown verb 'grab'"),
        ("red: take red", "red: take blue", "record:8: refused: it is not blue's turn (TOY-4)"),
        ("{guard}", "{nothing}", "record:8: 'nothing' is not in the lot of draw card (TOY-3)"),
        ("{guard}", "{}", "record:8: nothing left for draw card (TOY-3)"),
        ("{guard}", "{3}", "record:8: 3 is not in the lot"),
        ("{guard}", "{guard rag}", "record:8: nothing asked for rag"),
        ("{guard}", "{guard", "record:8: not a line of a record"),
        ("{guard}", "{gu{ard}", "record:8: no face and no item"),
        ("{guard}", "{guard @7}", "record:8: the dice stream jumps only behind a move"),
        ("{1 1", "{1 7", "record:7: 7 is no face of 1D6 blue's die (TOY-2)"),
        ("{1 1", "{1 1 1", "record:7: 1 is not in the lot"),
        ("\nblue: move", "\n= 0123 turn 1\nblue: move", "record:9: no landmark 'turn 1' here"),
        ("\nred: take", "\n= 0123 turn 1\nred: take", "record:8: the state at turn 1 is "),
        ("\nred: take", "\nhuh\nred: take", "record:8: not a line of a record: 'huh'"),
        ("\nred: take", "\n= huh\nred: take", "record:8: not a landmark: '= huh'"),
        ("\nred: take", '\n[Late "x"]\nred: take', "record:8: a tag may not stand behind the first move"),
        ('[Result "*"]', '[Result "red"]', "record:5: the result is '*', not 'red'"),
        ('[Result "*"]', '[Result "*"]\n[Reason "tired"]', "record:6: the reason is '', not 'tired'"),
        ('[Result "*"]', "[Result 5]", "record:5: Result takes a text in quotes"),
        ('[Result "*"]', '[Result "*"]\n[Score red 2]', "record:6: the score of 'red' is None, not 2"),
        ('[Result "*"]', '[Score red "2"]', "record:5: Score red cannot be '2'"),
        (
            '[Result "*"]',
            '[Takeback "often"]',
            "record:5: Takeback is one of free, until-chance, none, not 'often'",
        ),
        ('[Result "*"]', "[Position red {}]", "record:5: a record has options or a position, not both"),
        ('[Result "*"]', '[Seed "1"]\n[SeedHash "00"]', "record:6: this is not the hash of the seed"),
        ('[Result "*"]', '[Seed "1"]', "record:7: by the seed the dice are"),
        ('[Result "*"]', '[Redacted "red"]', "record:5: this record leaves out what its reader may not know"),
        ("[Option life 5]", "[Option life 5]\n[Option life 5]", "record:4: a doubled or unnamed Option"),
        ("[Option life 5]", "[Option 5]", "record:3: a doubled or unnamed Option"),
        ("[Option life 5]", '[Game "toy"]', "record:3: a doubled or unknown tag Game"),
        ("[Option life 5]", "[Option life NaN]", "record:3: the value of Option is no JSON"),
        ("[Option life 5]", "[Option life 5", "record:3: not a tag"),
        (
            "[Option life 5]",
            "[Option life " + "[" * 100_000 + "]",
            "record:3: the value of Option is no JSON",
        ),
        ("[Option life 5]", "[Option life " + "9" * 10_000 + "]", "record:3: the value of Option is no JSON"),
        ('[Version "1"]\n', "", "record: the tag [Version …] is missing"),
    ],
)
def test_the_first_bad_line_is_named(old: str, new: str, message: str) -> None:
    assert old in SHORT
    assert message in broken(SHORT.replace(old, new, 1))


def test_moves_after_the_end() -> None:
    match = played("2")
    assert "the game is over, but moves follow" in broken(match.record + "red: wait red\n")


def test_dice_are_checked_against_the_seed() -> None:
    match = played("2")
    text = match.record
    at = text.index("{")
    line = text[:at].count("\n") + 1
    wrong = text[:at] + "{" + ("1" if text[at + 1] != "1" else "2") + text[at + 2 :]
    assert broken(wrong).startswith(f"record:{line}: by the seed the dice are {text[at + 1]}, not ")


def test_stream_cannot_go_back() -> None:
    match = toy_match("7")
    match.push("take red")
    text = match.record.replace("{guard}", "{@3 guard}")
    assert "record:11: the dice stream cannot go back from number 8 to 3" in broken(text)
    assert "record:12: the dice stream cannot go back from number 9 to 3" in broken(match.record + "{@3}\n")


def test_truncated_anywhere() -> None:
    """A record cut off at any place is a shorter record or one clear error."""
    text = played("2", options={"life": 2}).record
    for at in range(len(text)):
        assert_clear(text[:at] + "\n")


def test_comments_blank_lines_and_line_ends() -> None:
    loose = "# a comment\r\n\r\n" + SHORT.replace("\n", "\r\n\r\n# more\r\n")
    assert load(loose).tape == load(SHORT).tape


def test_redacted_record() -> None:
    match = toy_match("7")
    for text in ("take red", "take blue", "wait red"):
        match.push(text)
    seen = {
        0: ["{1 1 4 1 feint guard ? ?}", "red: take red {guard}", "blue: take blue {?}"],
        1: ["{1 1 4 1 ? ? rag feint}", "red: take red {?}", "blue: take blue {guard}"],
        None: ["{1 1 4 1 ? ? ? ?}", "red: take red {?}", "blue: take blue {?}"],
    }
    for seat, lines in seen.items():
        record = redacted_record(match, seat, players={"red": "Ann"})
        text = str(record)
        assert text.split("\n\n")[1].split("\n")[:3] == lines
        assert str(parse(text)) == text
        assert "= " not in text.split("\n\n")[1]
        assert '[Seed "' not in text
        assert "cannot be replayed" in broken(text)
    position = {"red": {"hand": ["rag", "guard"]}, "blue": {"hand": ["feint"]}, "do": [["burn", 0]]}
    match = new_match("toy", position=position, seed="1")
    match.push("burn rag")
    assert "red: burn rag" in str(redacted_record(match, 0))
    assert "red: burn ?" in str(redacted_record(match, 1))
    assert "guard" not in str(redacted_record(match, 1))


def test_files(tmp_path: Path) -> None:
    match = played("2")
    file = tmp_path / "game.affray"
    file.write_text(match.record, encoding="utf-8-sig")
    assert load(file).tape == load(str(file)).tape == match.tape
    file.write_bytes(b"[Game \xff]")
    with pytest.raises(RecordError, match=r"game\.affray: not a text file \(byte 6\)"):
        read(file)
    with pytest.raises(RecordError, match="no such file"):
        read(tmp_path / "nothing")
    with pytest.raises(RecordError, match="no such file"):
        read(tmp_path)
    with pytest.raises(RecordError):
        load("no\x00file")
    with pytest.raises(RecordError):
        load("a" * 5000)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(RecordError, match="no such file"):
        read(tmp_path / "pipe")
    file.write_text("[Game 5]\n")
    with pytest.raises(RecordError, match=r"^game\.affray:1: Game takes a text"):
        load(file)


def test_huge_files(tmp_path: Path) -> None:
    file = tmp_path / "huge"
    with file.open("wb") as handle:
        handle.truncate(1 << 33)
    with pytest.raises(RecordError, match="longer than"):
        read(file)
    for piece in ("{1 ", "red: ", "[Game ", '{"', "\\", "= ", "x", "red: hit { ", '[A "\\'):
        assert broken(SHORT + piece * 200_000 + "\n").startswith("record:10: ")


LINES = [*SHORT.split("\n"), "= 00 x", "{1 2 rag}", "{@3 1}", "red: let", '[Seed "1"]', "# x"]


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.text(), st.lists(st.sampled_from(LINES) | st.text(max_size=20)).map("\n".join)))
@example("\x00\n")
@example("\ud800\n")
@example('[Game "toy"]\n[Version "1"]')
def test_garbage(text: str) -> None:
    record = None
    message = "record"
    try:
        record = parse(text)
    except RecordError as error:
        message = str(error)
    assert message.startswith("record")
    assert record is None or str(parse(str(record))) == str(record)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_changed_record_is_refused_or_means_another_match(data: Any) -> None:
    text = SHORT
    at = data.draw(st.integers(0, len(text) - 1))
    sign = data.draw(st.sampled_from('1 2a{}[]:=@>\n"#,-?'))
    assert_clear(text[:at] + sign + text[at + 1 :])


def test_body_lines() -> None:
    assert parse(SHORT + "= 00 a b\n").body == (
        Fall((1, 1, 4, 1, "feint", "guard", "rag", "feint"), 7),
        Move("red", "take red", 8),
        Fall(("guard",), 8),
        Move("blue", "move blue @ hill", 9),
        Mark("00", "a b", 10),
    )


def test_digests_tell_values_of_other_kinds_apart() -> None:
    values = [(1,), (True,), ("1",), (None,), (), ((1,),), (1 << 100,), (1 << 101,)]
    assert len({digest_of(value) for value in values}) == len(values)
    assert digest_of((1, "a", None, (True,))) == blake2b(b'[1,"a",null,[true]]', digest_size=8).hexdigest()
