"""A room without any server: changes, takebacks, what is told, and what a failing store does to it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.web.rooms import LINKS, play, room

from affray.web.history import History, Outdated
from affray.web.messages import Ask
from affray.web.room import SPECTATOR, TAIL, Lost, NotAllowed, NotKept, Room, seats_of
from affray.web.sqlite_store import SqliteStore
from affray.web.store import Entry, StoreError

NOBODY = (False, False)


class Unsteady(SqliteStore):
    """A store that can be told to fail: before it writes, after it, or at everything."""

    fails = ""

    def append(self, match_id: str, at: int, entries: list[Entry]) -> None:
        if self.fails in ("before", "all"):
            raise StoreError("disk full")
        super().append(match_id, at, entries)
        if self.fails == "after":
            raise StoreError("connection lost")

    def entries(self, match_id: str, start: int = 0) -> list[Entry]:
        if self.fails == "all":
            raise StoreError("disk full")
        return super().entries(match_id, start)

    def finish(self, match_id: str, result: str) -> None:
        if self.fails:
            raise StoreError("disk full")
        super().finish(match_id, result)


def digest(room: Room) -> tuple[str, int, int]:
    return room.match.state.digest(), room.match.chance.counter, room.number


def take_back(room: Room) -> None:
    """Take back the last action, with everybody's consent."""
    room.undo((room.history.acts[-1].seat,))
    if room.wish is not None:
        room.consent(tuple(room.asked), True)


# -- keys ----------------------------------------------------------------------------------------------------


def test_keys_open_their_seats(tmp_path: Path) -> None:
    one, links = room(tmp_path)
    assert seats_of(one.row, links.links[0].key) == (0,)
    assert seats_of(one.row, links.links[1].key) == (1,)
    assert seats_of(one.row, links.watch) == ()
    for wrong in ("", "x", links.watch + "x", one.row.watch_hash, one.row.seats[0].key_hash):
        assert seats_of(one.row, wrong) is None


def test_one_screen_opens_its_seats_together(tmp_path: Path) -> None:
    one, links = room(tmp_path, {"marines": "me", "aliens": "here"})
    assert {link.key for link in links.links} >= {links.own}
    for link in links.links:
        assert seats_of(one.row, link.key) == (0, 1)
    alone, links = room(tmp_path, {"marines": "me", "aliens": "link"})
    assert seats_of(alone.row, links.own) == (0,)
    watched, links = room(tmp_path, {"marines": "random", "aliens": "greedy"})
    assert links.own == links.watch
    assert seats_of(watched.row, "") is None


# -- acting --------------------------------------------------------------------------------------------------


def test_only_the_decider_acts_and_only_now(tmp_path: Path) -> None:
    one, _ = room(tmp_path)
    before = digest(one)
    text = one.match.text(one.match.legal[0])
    with pytest.raises(NotAllowed, match="not your turn"):
        one.act((1 - one.decider,), 0, text)
    with pytest.raises(NotAllowed, match="not your turn"):
        one.act((), 0, text)
    with pytest.raises(NotAllowed, match="has passed"):
        one.act((one.decider,), 1, text)
    with pytest.raises(NotAllowed) as caught:
        one.act((one.decider,), 0, "deploy queen @ A1")
    assert caught.value.fault.clause.startswith("AVP-")
    with pytest.raises(NotAllowed, match="unknown verb"):
        one.act((one.decider,), 0, "dance")
    assert digest(one) == before
    assert one.store.entries(one.row.id) == []


def test_a_log_leads_to_the_same_match(tmp_path: Path) -> None:
    one, _ = room(tmp_path, takeback="free")
    for seed in ("a", "b", "c"):
        play(one, 30, seed)
        take_back(one)
    again = Room(one.row, one.store)
    assert digest(again) == digest(one)
    assert again.match.tape == one.match.tape
    assert again.notes(0) == one.notes(0)


def test_the_end_is_noted(tmp_path: Path) -> None:
    one, _ = room(tmp_path)
    play(one, 5000)
    assert one.decider == -1
    update = one.update((0,), 0, NOBODY, -1)
    assert update.result == one.outcome()
    assert update.seed == one.row.seed
    assert update.waiting == -1
    assert not update.may_undo
    with pytest.raises(NotAllowed):
        one.undo((0,))
    kept = one.store.match(one.row.id)
    assert kept is not None
    assert kept.result == one.outcome()
    assert " won: " in kept.result or kept.result.startswith("a draw: ")


# -- taking back ---------------------------------------------------------------------------------------------


def test_taken_back_freely_while_nothing_fell(tmp_path: Path) -> None:
    one, _ = room(tmp_path)
    seat, before = one.decider, digest(one)
    play(one, 1)
    assert one.update((seat,), seat, NOBODY, -1).may_undo
    assert not one.update((seat,), seat, NOBODY, -1).undo_asks
    one.undo((seat,))
    assert digest(one)[:2] == before[:2]
    assert [entry.kind for entry in one.store.entries(one.row.id)] == ["act", "undo"]
    with pytest.raises(NotAllowed, match="nothing to take back"):
        one.undo((seat,))


def test_taken_back_by_consent_after_others_acted(tmp_path: Path) -> None:
    one, _ = room(tmp_path)
    first = one.decider
    while one.decider == first:
        play(one, 1)
    play(one, 1)
    other = 1 - first
    assert one.history.acts[-1].seat == other
    one.undo((first,))
    asked = one.update((other,), other, NOBODY, -1)
    assert (asked.wish, asked.consents) == (one.row.seats[first].name, True)
    assert not one.update((first,), first, NOBODY, -1).consents
    with pytest.raises(NotAllowed, match="consent"):
        one.consent((first,), True)
    one.consent((other,), False)
    assert one.wish is None
    number = one.number
    one.undo((first,))
    one.consent((other,), True)
    assert one.number == number + 2
    assert one.decider == first
    with pytest.raises(NotAllowed, match="consent"):
        one.consent((other,), True)


def test_a_wish_is_withdrawn_or_lapses(tmp_path: Path) -> None:
    one, _ = room(tmp_path)
    first = one.decider
    while one.decider == first:
        play(one, 1)
    play(one, 1)
    one.undo((first,))
    one.consent((first,), False)
    assert one.wish is None
    one.undo((first,))
    play(one, 1)
    assert one.wish is None


@pytest.mark.parametrize("takeback", ["free", "until-chance", "none"])
def test_dice_and_policies(tmp_path: Path, takeback: str) -> None:
    """Against a computer nobody can consent: dice stay as they fell, unless the match allows everything."""
    one, _ = room(tmp_path, {"marines": "me", "aliens": "greedy"}, takeback=takeback)
    while not one.history.acts or not (one.history.acts[-1].seat == 0 and one.history.fell_since(1)):
        play(one, 1)
    before = digest(one)
    if takeback == "free":
        one.undo((0,))
        assert one.history.acts == one.history.acts[: len(one.history.log) - 2]
        assert one.match.chance.counter == before[1], "dice that have fallen are used up"
        return
    assert not one.update((0,), 0, NOBODY, -1).may_undo
    with pytest.raises(NotAllowed):
        one.undo((0,))
    assert digest(one) == before


def test_what_computers_did_since_goes_too(tmp_path: Path) -> None:
    one, _ = room(tmp_path, {"marines": "me", "aliens": "greedy"}, takeback="free")
    play(one, 60)
    while one.history.acts[-1].seat == 0:
        play(one, 1)
    own = [i for i, act in enumerate(one.history.acts) if act.seat == 0][-1]
    one.undo((0,))
    assert len(one.history.acts) == own
    assert one.decider == 0


# -- what is told --------------------------------------------------------------------------------------------


def test_updates_continue_the_log(tmp_path: Path) -> None:
    """Whatever a connection misses, its log is that of the room."""
    one, _ = room(tmp_path, takeback="free")
    play(one, 40)
    log = list(one.notes(0))
    known = len(log)
    for step in range(60):
        if step % 7 == 3:
            take_back(one)
            known = min(known, len(one.notes(0)))
        else:
            play(one, 1, f"more {step}")
        if step % 3 == 0:
            update = one.update((0,), 0, NOBODY, known)
            log[update.first :] = update.notes
            known = len(log)
            assert log == one.notes(0)


def test_who_comes_in_gets_the_last_lines(tmp_path: Path) -> None:
    one, _ = room(tmp_path)
    play(one, 300)
    lines = one.notes(SPECTATOR)
    assert len(lines) > TAIL
    update = one.update((), SPECTATOR, NOBODY, -1)
    assert update.first == len(lines) - TAIL
    assert list(update.notes) == lines[-TAIL:]
    assert update.decision is None
    assert any(note.faces and note.sides == 20 for note in lines)


def test_only_the_decider_is_told_the_options(tmp_path: Path) -> None:
    one, _ = room(tmp_path)
    for _ in range(50):
        play(one, 1)
        decider = one.decider
        told = one.update((decider,), decider, NOBODY, -1).decision
        assert told is not None
        assert [option.action for option in told.options] == [one.match.text(a) for a in one.match.legal]
        assert one.update((1 - decider,), 1 - decider, NOBODY, -1).decision is None
        assert one.update((), SPECTATOR, NOBODY, -1).decision is None


# -- when things fail ----------------------------------------------------------------------------------------


def test_what_is_not_written_has_not_happened(tmp_path: Path) -> None:
    store = Unsteady(tmp_path / "rooms.db")
    one, _ = room(store, LINKS)
    play(one, 20)
    before, version = digest(one), one.version
    store.fails = "before"
    with pytest.raises(NotKept):
        play(one, 1)
    assert digest(one) == before
    assert one.version > version, "everybody is told again how it stands"
    with pytest.raises(NotKept):
        take_back(one)
    assert digest(one) == before
    store.fails = ""
    play(one, 20)
    assert digest(Room(one.row, store)) == digest(one)


def test_what_was_written_has_happened(tmp_path: Path) -> None:
    """The confirmation of the store was lost: the log tells that it has happened."""
    store = Unsteady(tmp_path / "rooms.db")
    one, _ = room(store, LINKS)
    play(one, 20)
    store.fails = "after"
    play(one, 1)
    assert one.number == 21
    assert digest(Room(one.row, store)) == digest(one)


def test_a_room_without_its_store_is_lost(tmp_path: Path) -> None:
    store = Unsteady(tmp_path / "rooms.db")
    one, _ = room(store, LINKS)
    play(one, 20)
    store.fails = "all"
    with pytest.raises(Lost):
        play(one, 1)
    store.fails = ""
    # What waited for its turn meanwhile must not be done to a match that is not what is written.
    for change in (lambda: play(one, 1), lambda: one.undo((0,)), lambda: one.consent((0,), True)):
        with pytest.raises(Lost):
            change()
    assert Room(one.row, store).number == store.count(one.row.id) == 20


def test_another_server_has_gone_on(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "rooms.db")
    one, _ = room(store, LINKS)
    play(one, 10)
    other = Room(one.row, store)
    play(other, 3)
    with pytest.raises(NotKept):
        play(one, 1, "else")
    assert digest(one) == digest(other)


def test_the_result_can_be_found_out_again(tmp_path: Path) -> None:
    store = Unsteady(tmp_path / "rooms.db")
    one, _ = room(store, LINKS)
    play(one, 5000)
    moves = store.entries(one.row.id)
    other, _ = room(store, LINKS)
    again = Room(type(one.row)(**{**_fields(one), "id": other.row.id}), store)
    again.history.follow(moves[:-1])
    store.append(other.row.id, 0, moves[:-1])
    store.finish = lambda match_id, result: (_ for _ in ()).throw(StoreError("disk full"))  # type: ignore[method-assign]
    again.act((again.decider,), again.number, moves[-1].text)
    assert again.outcome() == one.outcome()


def _fields(one: Room) -> dict[str, object]:
    return {name: getattr(one.row, name) for name in one.row.__struct_fields__}


def test_other_rules(tmp_path: Path) -> None:
    one, _ = room(tmp_path)
    old = type(one.row)(**{**_fields(one), "version": "0"})
    with pytest.raises(Outdated, match="version 0"):
        History(old, listen=False)


# -- questions -----------------------------------------------------------------------------------------------


def test_questions(tmp_path: Path) -> None:
    from affray.web.answers import answer

    one, _ = room(tmp_path)
    play(one, 60)
    seat = one.decider
    own = (seat,)
    legal = one.match.text(one.match.legal[0])

    def ask(what: str, text: str = "", to: str = "", own: tuple[int, ...] = own) -> object:
        looking = own[0] if own else SPECTATOR
        return answer(one, own, looking, Ask(1, what, text, to))  # type: ignore[arg-type]  # one of them

    why = ask("why", legal)
    assert why.text == ""  # type: ignore[attr-defined]
    planned = ask("plan", legal)
    assert planned.option.action == legal  # type: ignore[attr-defined]
    with pytest.raises(NotAllowed, match="not your turn"):
        ask("why", legal, own=(1 - seat,))
    with pytest.raises(NotAllowed):
        ask("plan", "walk nobody @ nowhere")
    with pytest.raises(NotAllowed):
        ask("measure", "A1", "nowhere")
    with pytest.raises(NotAllowed, match="Tile by Tile"):
        ask("way", "walk M1", "100,200")
    assert [line.label for line in ask("measure", "A1", "B1").lines] == ["Distance", "Sight"]  # type: ignore[attr-defined]
    assert ask("profile", "M1", own=()).profile.id == "M1"  # type: ignore[attr-defined]
    assert ask("profile", "nobody").profile is None  # type: ignore[attr-defined]
    assert ask("rules", "AVP-ACT.2").rules[0].id == "AVP-ACT.2"  # type: ignore[attr-defined]
    assert len(ask("rules", "marine").rules) == 12  # type: ignore[attr-defined]
    assert list(ask("log").notes) == one.notes(seat)  # type: ignore[attr-defined]


def test_a_way_drawn_on_a_plane(tmp_path: Path) -> None:
    """Points clicked become the notation of a move, which is read back and judged like a typed one."""
    from affray.web.answers import answer

    one, _ = room(tmp_path, {"aod": "link", "kom": "link"}, game="killteam")
    play(one, 40)
    own = (one.decider,)
    name = one.match.state.names[0]
    said = answer(one, own, own[0], Ask(1, "way", f"reposition {name}", "12700,6350 15240,6350"))
    assert said.text == f"reposition {name} @ walk:5:2.5+walk:6:2.5"
    assert one.match.text(one.match.parse(said.text)) == said.text
    for points in ("", "5,x", "1,2,3", "1,2,3,4", "٣,4"):
        for what in ("way", "reach"):
            if points or what == "way":
                with pytest.raises(NotAllowed):
                    answer(one, own, own[0], Ask(1, what, f"reposition {name}", points))
    answer(one, own, own[0], Ask(1, "way", f"reposition {name}", "9999999,9999999"))
