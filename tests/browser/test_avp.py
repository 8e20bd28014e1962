"""Aliens vs Predator in the page, from the lobby to the result."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path

from playwright.sync_api import Locator, Page, expect
from tests.browser import playing
from tests.browser.tours import AVP, cut
from tests.web.server import GENEROUS, Server, serving

import affray
from affray.engine.dice import seed_hash

SHORT = {
    "Mission": "Trophy Hunt",
    "Who meets": "Marines v Predators",
    "Environment cards": "no",
    "Strategy cards": "no",
    "Predators": "computer: random",
}
"""A match of few models and decisions."""
HALL = {
    "map": "a",
    "active": "hudson",
    "models": {
        "hudson": {"unit": "marine", "tile": "C1"},
        "drone": {"unit": "infant", "tile": "E1"},
        "gorman": {"unit": "marine", "tile": "A2", "token": True},
    },
}
"""A Marine in a corridor, a drone in sight."""
MELEE = {
    "map": "a",
    "active": "hudson",
    "models": {"hudson": {"unit": "marine", "tile": "C1"}, "drone": {"unit": "infant", "tile": "C1"}},
}
"""A Marine with a drone on his Tile: there is one way to fight it."""
SEEN = ".piece, .rolled, .hand-card, .why, .notice, .log li, .options *, .standing *, .state *, .strip *"
"""What somebody who looks at the table may see of it."""
ACTIONS = "found => found.map(one => one.dataset.closed)"


def log_line(page: Page, text: str) -> Locator:
    """The last line of the log with a text."""
    page.get_by_role("tab", name="Log").click()
    found = page.locator(".log li").filter(has_text=text).last
    expect(found).to_be_visible()
    return found


def piece(page: Page, name: str) -> Locator:
    return page.locator(f'[data-piece="{name}"]')


def lit(page: Page) -> set[str]:
    """The zones that are lit."""
    return set(page.locator(".zone.can").evaluate_all("found => found.map(one => one.dataset.zone)"))


def looked_at(page: Page) -> Locator:
    return page.get_by_role("region", name="Odds")


# -- a whole match -------------------------------------------------------------------------------------------


def test_a_whole_match_against_the_computer(page: Page, server: Server) -> None:
    page.emulate_media(reduced_motion="reduce")  # it is quicker
    playing.begin(page, server, setup=SHORT, settings=["Hold back by itself"])
    rng = random.Random("whole")
    calm = playing.preferring("hold", "pass", "autodeploy")
    wild = playing.preferring("autodeploy", "shoot", "fight", seed=2)
    playing.play_to_result(page, lambda listed: (wild if rng.random() < 0.25 else calm)(listed))
    result = page.get_by_role("region", name="Result")
    expect(result.locator(".scores tr")).to_have_count(2)
    expect(page.locator(".strip .score")).to_have_count(2)
    scores = result.locator(".scores td").all_inner_texts()
    assert scores == page.locator(".strip .score").all_inner_texts()
    codes = result.locator("code").all_inner_texts()
    assert seed_hash(codes[0]) == codes[1]
    expect(result.locator(".dice-count").first).to_contain_text(re.compile(r"[1-9]\d* dice, mean \d"))
    expect(result.get_by_role("link", name="Watch the replay")).to_be_visible()


def rare_decisions() -> dict[tuple[str, str], tuple[str, str, str]]:
    """Of every kind of decision that random matches meet, one: record, seat, and an option of it."""
    found: dict[tuple[str, str], tuple[str, str, str]] = {}
    game = affray.new_match("avp").game
    for mission, seats in (
        ("trophy_hunt", "marines-aliens-predators"),
        ("fire_alarms", ""),
        ("seal_the_ducts", ""),
    ):
        options = game.form({"mission": mission, "factions": seats}).options
        for seed in range(3):
            match = affray.new_match("avp", seed=f"{mission} {seed}", **options)
            rng = random.Random(seed)
            while match.decision is not None:
                kind = type(match.decision.menu).__name__, match.decision.clause
                if kind not in found:
                    seat = match.game.seats(match.state)[match.seat]
                    found[kind] = match.record, seat, match.text(match.legal[-1])
                match.trust(rng.choice(match.legal))
    return found


def test_every_kind_of_decision_can_be_answered(page: Page, server: Server) -> None:
    page.emulate_media(reduced_motion="reduce")
    kinds = rare_decisions()
    assert len(kinds) >= 15
    for record, seat, action in kinds.values():
        playing.open_record(page, server, record, **{seat: "me"})
        playing.settled(page)
        page.keyboard.press("Escape")  # the piece in hand is put down: everything is listed
        verb = " ".join(action.split(" ")[:1])
        for start in (verb, " ".join(action.split(" ")[:2])):
            if action not in playing.options(page):
                page.locator(f'.chip[data-key="verb {start}"]').click()
        playing.take(page, action)


# -- choosing on the board -----------------------------------------------------------------------------------


def test_lit_places_are_the_legal_ones_and_lead_to_the_same_actions(page: Page, server: Server) -> None:
    match = playing.open_position(page, server, "avp", HALL, marines="me")
    listed = playing.options(page)
    assert listed == [match.text(action) for action in match.legal if match.text(action) in listed]
    expect(piece(page, "hudson")).to_have_class(re.compile("chosen"))
    expect(piece(page, "drone")).to_have_class(re.compile("aim"))
    assert lit(page) == {a.split("@ ")[1] for a in listed if " @ " in a and "/" not in a}

    page.locator('[data-zone="D1"]').hover()
    expect(page.locator(".way-line")).to_have_count(1)
    expect(piece(page, "hudson")).to_be_visible()
    assert playing.options(page) == listed, "nothing is done before it is chosen"
    before = playing.number(page)
    page.get_by_role("button", name=re.compile("^D1,")).click()
    page.get_by_role("group", name="Options").get_by_role("button", name="Walk hudson @ D1").click()
    page.wait_for_function("n => document.querySelector('.options').dataset.decision !== n", arg=before)
    expect(page.get_by_role("button", name=re.compile("^D1,.*hudson"))).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name=re.compile("^C1,.*hudson"))).to_be_visible()
    assert playing.options(page) == listed


def test_a_target_shows_exact_odds_before_anything_is_rolled(page: Page, server: Server) -> None:
    match = playing.open_position(page, server, "avp", HALL, marines="me")
    piece(page, "drone").click()
    shots = [a for a in playing.options(page) if a.endswith(("> drone", "weapon=pulse_rifle"))]
    assert shots
    page.locator('.options [data-action^="shoot "]').first.hover()
    panel = looked_at(page)
    found = match.odds("shoot hudson > drone")
    expect(panel).to_contain_text("Exact")
    rows = panel.locator("details tr")
    expect(rows).to_have_count(len(found.outcomes))
    for (outcome, p), row in zip(found.outcomes, rows.all()):
        expect(row).to_contain_text(", ".join(outcome) or "nothing")
        expect(row.locator(".fraction")).to_have_text(str(p))
    expect(page.locator(".die")).to_have_count(0)


def test_every_die_and_modifier_leads_to_its_rule(page: Page, server: Server) -> None:
    playing.open_position(page, server, "avp", HALL, marines="me")
    playing.take(page, next(a for a in playing.options(page) if a.startswith("shoot hudson")))
    line = log_line(page, "RS Test of hudson")
    expect(line.get_by_role("img", name=re.compile(r"D20: \d+"))).to_have_count(1)
    links = line.locator(".clause")
    ids = links.all_inner_texts()
    assert {"AVP-C.UNIT.1", "AVP-MAP.9"} <= set(ids), "the figure tested and the modifier"
    for index, clause in enumerate(ids):
        page.get_by_role("tab", name="Log").click()
        links.nth(index).click()
        expect(page.locator(".rule code").first).to_have_text(clause)
        expect(page.locator(".rule p").first).not_to_be_empty()


def test_a_click_shows_what_dice_decide_and_the_next_takes_it(page: Page, server: Server) -> None:
    playing.open_position(page, server, "avp", MELEE, marines="me", aliens="random")
    piece(page, "drone").click()
    expect(looked_at(page)).to_contain_text("Choose the same place again")
    expect(looked_at(page)).to_contain_text("Exact")
    expect(page.locator(".aim-line")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".aim-line")).to_have_count(0)
    assert playing.number(page) == "0"
    piece(page, "hudson").click()
    piece(page, "drone").click()
    expect(looked_at(page)).to_contain_text("Choose the same place again")
    piece(page, "drone").click()
    expect(log_line(page, "CC Test of hudson").locator(".die")).to_have_count(1)


def test_a_click_takes_what_can_be_taken_back(page: Page, server: Server) -> None:
    playing.open_position(page, server, "avp", HALL, marines="me", aliens="random")
    playing.take(page, "run hudson @ D1")
    page.locator('[data-zone="D2"]').click()
    expect(page.get_by_role("button", name=re.compile("^D2,.*hudson"))).to_be_visible()
    page.keyboard.press("u")
    expect(page.get_by_role("button", name=re.compile("^D1,.*hudson"))).to_be_visible()


def test_a_click_on_a_door_opens_it(page: Page, server: Server) -> None:
    match = playing.open_position(page, server, "avp", HALL, marines="me", aliens="random")
    doors = {match.text(action).split("@ ")[1] for action in match.legal if "/" in match.text(action)}
    shown = page.locator(".door.can").evaluate_all("found => found.map(one => one.dataset.edge)")
    assert set(shown) == doors
    page.locator('.door[data-edge="B1/C1"]').click()
    expect(page.get_by_role("heading", name="Hudson: 1 AP")).to_be_visible()
    expect(page.locator('.door.closed[data-edge="B1/C1"]')).to_have_count(0)


def test_two_clicks_on_a_piece_do_the_only_thing_it_can_do(page: Page, server: Server) -> None:
    hall = {**HALL, "active": None, "models": {**HALL["models"], "hicks": {"unit": "marine", "tile": "D2"}}}
    playing.open_position(page, server, "avp", hall, marines="me", aliens="random")
    piece(page, "hicks").click()
    expect(looked_at(page)).to_contain_text("Choose the same place again")
    piece(page, "hicks").click()
    expect(page.get_by_role("heading", name="Hicks: 2 AP")).to_be_visible()


def test_a_double_click_is_one_decision(page: Page, server: Server) -> None:
    """What stands under the pointer when the next decision has come is not taken, too."""
    playing.open_position(page, server, "avp", HALL, marines="me", aliens="random")
    page.evaluate(
        """() => new MutationObserver((_, watch) => {
          const next = document.querySelector(".options [data-action]:not([aria-disabled])");
          if (!next || document.querySelector(".options").dataset.decision === "0") return;
          watch.disconnect();
          next.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 2 }));
        }).observe(document.querySelector(".options"), { childList: true })"""
    )
    playing.take(page, "walk hudson @ D1")
    page.wait_for_timeout(500)
    expect(page.get_by_role("heading", name="Hudson: 1 AP")).to_be_visible()


# -- why not -------------------------------------------------------------------------------------------------


def test_greyed_actions_name_their_clause(page: Page, server: Server) -> None:
    match = playing.open_position(page, server, "avp", HALL, marines="me")
    greyed = page.get_by_role("region", name="Not now").locator("[data-closed]")
    expect(greyed.first).to_be_visible()
    refused = {text: match.why_not(match.parse(text)) for text in greyed.evaluate_all(ACTIONS)}
    assert any(text.startswith("fight ") for text in refused)
    for text, refusal in refused.items():
        button = page.locator(f'[data-closed="{text}"]')
        expect(button).to_have_attribute("aria-disabled", "true")
        button.click(force=True)  # it looks disabled, and says why when it is clicked all the same
        assert refusal is not None
        expect(page.locator(".why")).to_contain_text(refusal.reason)
        expect(page.locator(".why .clause")).to_have_text(refusal.clause)
    page.locator(".why .clause").click()
    expect(page.locator(".rule code").first).to_have_text(list(refused.values())[-1].clause)


def test_why_not_for_what_is_typed_or_clicked(page: Page, server: Server) -> None:
    match = playing.open_position(page, server, "avp", HALL, marines="me")
    page.get_by_label("Why not?").fill("fight hudson > drone")
    page.keyboard.press("Enter")
    expect(page.locator(".why")).to_contain_text("hudson is not Engaged AVP-ACT.8")
    page.get_by_label("Why not?").fill("walk hudson @ D1")
    page.keyboard.press("Enter")
    expect(page.locator(".why.ok")).to_contain_text("is allowed")
    page.locator('[data-zone="I7"]').click()
    refusal = match.why_not(match.parse("walk hudson @ I7"))
    assert refusal is not None
    expect(page.locator(".why").filter(has_text="walk hudson @ I7")).to_contain_text(refusal.clause)


def test_pieces_that_may_not_act_say_why(page: Page, server: Server) -> None:
    match = playing.open_position(
        page,
        server,
        "avp",
        {**HALL, "models": {**HALL["models"], "hicks": {"unit": "marine", "tile": "B1", "used": True}}},
        marines="me",
    )
    piece(page, "hicks").click()
    refusal = match.why_not(match.parse("walk hicks @ A1"))
    assert refusal is not None
    expect(page.get_by_role("region", name="Not now")).to_contain_text(f"{refusal.reason} {refusal.clause}")


# -- taking back, and what cannot be -------------------------------------------------------------------------


def test_undo_reaches_to_the_last_die(page: Page, server: Server) -> None:
    playing.open_position(page, server, "avp", HALL, marines="me", aliens="random")
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_have_count(0)
    start = playing.number(page)
    playing.take(page, "walk hudson @ D1")
    undo.click()
    expect(undo).to_have_count(0)
    expect(page.locator(".options")).not_to_have_attribute(
        "data-decision", start
    )  # numbers are not used twice
    playing.take(page, "walk hudson @ D1")
    while page.locator(".tray .die").count() == 0:
        expect(undo).to_be_visible()
        listed = playing.options(page)
        playing.take(page, next((a for a in listed if a.startswith(("shoot", "stop"))), listed[0]))
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)


def test_nothing_revealed_is_hidden_again(page: Page, server: Server) -> None:
    playing.open_position(page, server, "avp", HALL, marines="me", aliens="random")
    piece(page, "gorman").click()
    playing.take(page, "flip gorman")
    expect(page.locator(".log li").filter(has_text="gorman is flipped").first).to_be_attached()
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)


def test_the_setting_asks_before_what_cannot_be_taken_back(page: Page, server: Server) -> None:
    playing.open_position(page, server, "avp", HALL, marines="me", aliens="random")
    playing.switch(page, "Ask before what cannot be taken back")
    before = playing.number(page)
    shot = next(a for a in playing.options(page) if a.startswith("shoot"))
    dialog = page.get_by_role("dialog")
    page.locator(f'[data-action="{shot}"]').click()
    dialog.get_by_role("button", name="Not yet").click()
    expect(dialog).to_have_count(0)
    expect(page.locator(f'[data-action="{shot}"]')).not_to_have_attribute("aria-disabled", "true")
    assert playing.number(page) == before
    page.keyboard.press(str(playing.options(page).index(shot) + 1))
    dialog.get_by_role("button", name="Do it").click()
    page.wait_for_function("n => document.querySelector('.options').dataset.decision !== n", arg=before)


def test_what_can_be_taken_back_is_done_unasked(page: Page, server: Server) -> None:
    playing.open_position(page, server, "avp", HALL, marines="me", aliens="random")
    playing.switch(page, "Ask before what cannot be taken back")
    playing.take(page, "walk hudson @ D1")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_where_only_flips_are_offered_the_setting_is_at_hand(page: Page, server: Server) -> None:
    record = cut(AVP, "flip", "hold")
    playing.open_record(page, server, record, aliens="me", marines="me")
    offer = page.get_by_label("Only a token could be flipped")
    assert {action.split()[0] for action in playing.options(page)} == {"flip", "hold"}
    before = playing.number(page)
    offer.click()
    page.wait_for_function(playing.MOVED_ON, arg=before)
    playing.open_record(page, server, record, aliens="me", marines="me")
    playing.settled(page)
    assert {action.split()[0] for action in playing.options(page)} != {"flip", "hold"}, "held back by itself"
    expect(offer).to_have_count(0)


# -- at one screen -------------------------------------------------------------------------------------------


def own_secrets(page: Page) -> set[str]:
    """Names of what only the person looking knows: cards in hand, and what stands under own tokens."""
    cards = page.locator(".hand-card summary").all_inner_texts()
    tokens = page.locator(".piece.token title").all_text_contents()
    return {*cards, *(text for text in tokens if text and "unknown" not in text and ": " in text)}


def test_nothing_of_the_other_side_is_in_the_page_at_a_hand_over(page: Page, server: Server) -> None:
    playing.begin(page, server, setup={"Aliens": "another person at this screen"})
    rng = random.Random("hand over")
    known: dict[str, set[str]] = {}
    looking, handed, hidden = "", 0, 0
    while handed < 6:
        if playing.settled(page) == "hand-over":
            content = page.content()
            assert page.locator(SEEN).count() == 0
            for secret in known.get(looking, set()):
                assert secret not in content
            page.get_by_label("Why not?").evaluate("one => { if (one.value) throw new Error(one.value); }")
            button = page.get_by_role("dialog", name="Hand over").get_by_role("button")
            expect(button).to_be_focused()
            looking = button.inner_text()
            button.click()
            expect(page.locator(".hand-over")).to_have_count(0)
            handed += 1
            continue
        expect(page.locator(".hand-over")).to_have_count(0)
        content = page.content()
        for person, secrets in known.items():
            if person != looking:
                assert not [secret for secret in secrets if secret in content]
                hidden += len(secrets)
        known[looking] = own_secrets(page)
        page.get_by_label("Why not?").fill("my plans")
        playing.answer_any(
            page, lambda listed: rng.choice([a for a in listed if a == "autodeploy"] or listed)
        )
    assert len(known) == 2
    assert hidden > 10


# -- what is always in sight ---------------------------------------------------------------------------------


def test_hand_and_objectives_stay_in_sight(page: Page, server: Server) -> None:
    playing.begin(page, server)
    playing.play_until(
        page, lambda _: page.locator(".hand-card").count() > 0, playing.preferring("autodeploy")
    )
    standing = page.get_by_role("region", name="Hand and objectives")
    for tab in ("Log", "State", "Rules", "Moves"):
        page.get_by_role("tab", name=tab).click()
        expect(standing.locator(".hand-card").first).to_be_in_viewport()
        expect(standing).to_contain_text("Objectives")
        expect(page.locator(".strip .seat")).to_have_count(2)
    first = standing.locator(".hand-card").first
    first.locator("summary").click()
    expect(first.locator("p")).to_be_visible()
    page.keyboard.press("/")
    page.keyboard.type("sentry token")
    expect(page.locator(".rule").first).to_contain_text(re.compile("sentry", re.IGNORECASE))
    expect(page.locator(".board")).to_be_in_viewport()


def test_thinking_is_shown_and_can_be_cut_short(page: Page, tmp_path: Path) -> None:
    with serving(tmp_path, replace(GENEROUS, pace=1.5)) as slow:
        playing.begin(page, slow, setup={"Marines": "computer: random", "Aliens": "me"}, wait=False)
        expect(page.get_by_role("heading", name="Marines: thinking…")).to_be_visible()
        page.get_by_role("button", name="Play now").click()
        expect(page.locator(".options [data-action]").first).to_be_visible(timeout=playing.PATIENCE)
