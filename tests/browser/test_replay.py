"""Records leave the page and come back into it; matches are looked at again, found again and reported."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from tests.browser.guests import HALL, Come, at_table, from_position, guests, seat_url
from tests.browser.playing import take
from tests.web.server import Api, Server

import affray
from affray.engine.record import record_of

RECORD = Path(__file__).resolve().parents[1] / "records/avp-trophy_hunt-small-marines-most-points-n.record"

BATTLE = RECORD.with_name("killteam-l1-plm-higher-kill-grade.record")


@pytest.fixture
def come(browser: Browser) -> Iterator[Come]:
    with guests(browser) as found:
        yield found


def opened(come: Come, server: Server, record: Path = RECORD) -> Page:
    """The first page, and a finished match opened there from its record."""
    page = come(server.url)
    page.get_by_text("Look at a match again, or go on with it").click()
    page.get_by_label("From a file").set_input_files(record)
    expect(page.get_by_role("slider", name="Step")).to_be_visible()
    return page


def at(page: Page, step: int) -> None:
    """The page shows a step: by its number, and by the words for it."""
    expect(page.locator("output")).to_have_text(re.compile(rf"^{step} / "))
    expect(page.locator(".told h2")).to_be_visible()


def test_a_record_is_opened_and_scrubbed(come: Come, server: Server) -> None:
    page = opened(come, server)
    lines = RECORD.read_text(encoding="utf-8").splitlines()
    actions = [line.partition(" {")[0].partition(": ")[2] for line in lines if re.match(r"[a-z]+: ", line)]
    last = len(actions)
    slider = page.get_by_role("slider", name="Step")
    assert slider.get_attribute("max") == str(last)
    expect(page.get_by_label("Seen as")).to_have_value("all")
    expect(page.locator(".strip")).to_contain_text("Marines won")
    told = page.locator(".told .done").first
    at(page, 0)
    expect(told).to_have_count(0)
    # By keys, wherever the focus is.
    page.locator("body").press("ArrowRight")
    at(page, 1)
    expect(told).to_have_attribute("title", actions[0])
    page.keyboard.press("PageDown")
    at(page, 11)
    expect(told).to_have_attribute("title", actions[10])
    page.keyboard.press("End")
    at(page, last)
    expect(told).to_have_attribute("title", actions[-1])
    page.keyboard.press("ArrowLeft")
    at(page, last - 1)
    expect(told).to_have_attribute("title", actions[-2])
    # By the slider, and by its own keys.
    slider.fill(str(last // 2))
    at(page, last // 2)
    expect(told).to_have_attribute("title", actions[last // 2 - 1])
    slider.press("ArrowRight")
    at(page, last // 2 + 1)
    page.keyboard.press("Home")
    at(page, 0)
    page.get_by_role("button", name="Play", exact=True).click()
    at(page, 3)
    page.get_by_role("button", name="Pause").click()
    # Through other eyes at the same place: what was deployed in secret is not said to the other side.
    page.keyboard.press("Home")
    secret = next(i for i, action in enumerate(actions, 1) if action.startswith("deploy"))
    slider.fill(str(secret))
    at(page, secret)
    expect(told).to_have_attribute("title", actions[secret - 1])
    page.get_by_label("Seen as").select_option("spectator")
    expect(told).not_to_have_attribute("title", actions[secret - 1])
    at(page, secret)


def test_a_battle_is_looked_at_again(come: Come, server: Server) -> None:
    """Kill Team, on its plane."""
    page = opened(come, server, BATTLE)
    last = int(page.get_by_role("slider", name="Step").get_attribute("max") or "0")
    for key, step in (("Home", 0), ("End", last), ("PageUp", last - 10)):
        page.keyboard.press(key)
        at(page, step)
    expect(page.locator("[data-piece]")).not_to_have_count(0)
    assert page.locator("#eyes option").count() == 4


def test_equipment_comes_onto_the_board_at_its_step(come: Come, server: Server) -> None:
    """Forwards and backwards, and through whatever eyes."""
    match = affray.new_match("killteam", map="a", seed="1")
    before, steps = match.state.scene, 0
    while match.state.turn == 0:
        texts = [match.text(action) for action in match.legal]
        likes = ("take light_barricades", "done", "piece")
        match.push(next((text for like in likes for text in texts if text.startswith(like)), texts[0]))
        if match.state.scene is before:
            steps += 1
    seats = [{"seat": name, "player": "me"} for name in match.game.seats(match.state)]
    links = Api(server.url).start(game="killteam", record=str(record_of(match)), seats=seats)
    page = come(f"{server.url}/#/replay/{links['match']}/{links['own']}")
    barricades = page.locator('.block[data-name^="barricade"]')
    slider = page.get_by_role("slider", name="Step")
    for step, lie in ((0, 0), (steps, 0), (steps + 1, 1), (steps, 0)):
        slider.fill(str(step))
        at(page, step)
        expect(barricades).to_have_count(lie)
    page.get_by_label("Seen as").select_option("spectator")
    expect(barricades).to_have_count(0)
    page.keyboard.press("End")
    expect(barricades).to_have_count(4)
    expect(page.locator(".board")).to_have_count(1)


def test_anybody_can_use_it(come: Come, server: Server) -> None:
    """Axe finds nothing, and a small screen suffices."""
    page = opened(come, server)
    at(page, 0)
    page.keyboard.press("End")
    expect(page.locator(".told .done").first).to_be_visible()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_seed_dice_record_and_report_at_the_end(come: Come, server: Server, tmp_path: Path) -> None:
    page = opened(come, server)
    text = page.locator(".seed").inner_text()
    seed_hash, seed = re.findall(r"first roll: (\w{64})\. Seed: (\S+)", text)[0]
    assert hashlib.sha256(seed.encode()).hexdigest() == seed_hash
    page.get_by_role("button", name="Dice").click()
    dialog = page.get_by_role("dialog", name="Dice")
    expect(dialog.get_by_text("Fair dice are at least as uneven").first).to_be_visible()
    page.keyboard.press("Escape")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the record").click()
    assert download.value.suggested_filename.endswith(".affray")
    saved = tmp_path / "saved.affray"
    download.value.save_as(saved)
    again, before = affray.load(saved), affray.load(RECORD)
    assert again.state.digest() == before.state.digest()
    # What was saved can be opened in turn.
    page.goto(server.url)
    page.get_by_text("Look at a match again, or go on with it").click()
    page.get_by_label("or its text").fill(saved.read_text(encoding="utf-8"))
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("slider", name="Step")).to_be_visible()
    page.get_by_role("button", name="Report a bug").click()
    page.get_by_label("What went wrong").fill("The dice fell off the table.")
    with page.expect_download() as download:
        page.get_by_role("button", name="Make the report").click()
    report = download.value.path().read_text(encoding="utf-8")
    assert "The dice fell off the table." in report
    assert affray.load(report[report.index("[Game") :]).result is not None


def test_what_is_no_record_is_said(browser: Browser, server: Server) -> None:
    with guests(browser, "status of 400") as come:
        page = come(server.url)
        page.get_by_text("Look at a match again, or go on with it").click()
        page.get_by_label("or its text").fill("chess, or something")
        page.get_by_role("button", name="Open", exact=True).click()
        said = page.get_by_role("region", name="Open a record").get_by_role("alert")
        expect(said).to_contain_text("not a line of a record")


def test_what_cannot_be_shown_is_said(browser: Browser, server: Server) -> None:
    with guests(browser, "status of 404") as come:
        page = come(f"{server.url}/#/replay/abcdef/{'x' * 22}")
        expect(page.locator("main")).to_contain_text("There is no such match")
        page.get_by_role("link", name="To the lobby").click()
        expect(page.get_by_role("region", name="Your matches")).to_be_visible()


def test_a_match_that_goes_on(come: Come, server: Server, tmp_path: Path) -> None:
    """Its seed is hidden, its hash is not; its record is one's own view; the first page leads back to it."""
    links = from_position(server.url, HALL)
    page = come(seat_url(server.url, links, "aliens"))
    at_table(page)
    take(page, "walk drone @ F1")
    menu = page.get_by_role("button", name="Menu", exact=True)
    menu.click()
    page.get_by_role("button", name="Seed").click()
    dialog = page.get_by_role("dialog", name="Seed of the dice")
    expect(dialog.locator("code")).to_have_count(1)
    assert re.fullmatch(r"\w{64}", dialog.locator("code").inner_text())
    page.keyboard.press("Escape")
    menu.click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the record").click()
    assert '[Redacted "aliens"]' in download.value.path().read_text(encoding="utf-8")
    expect(page.locator(".notice")).to_contain_text("leaves out")
    page.goto(server.url)
    mine = page.get_by_role("region", name="Your matches")
    expect(mine).to_contain_text("you play Aliens")
    mine.get_by_role("link", name=re.compile("^Replay")).click()
    at(page, 0)
    page.locator("body").press("End")
    at(page, 1)
    assert page.locator("#eyes option").all_text_contents() == ["Aliens", "spectator"]
    page.get_by_role("link", name="To the table").click()
    at_table(page)


def test_forgotten(come: Come, server: Server) -> None:
    """A browser that holds two links of a match shows both, and forgets only what it is told to."""
    links = from_position(server.url, HALL)
    page = come(seat_url(server.url, links, "aliens"))
    at_table(page)
    page.goto(seat_url(server.url, links, "nobody"))
    expect(page.locator(".strip .seat1")).not_to_contain_text("you")
    page.goto(server.url)
    mine = page.get_by_role("region", name="Your matches")
    expect(mine.get_by_role("listitem")).to_have_count(2)
    expect(mine.get_by_role("listitem").nth(0)).to_contain_text("you watch")
    mine.get_by_role("button", name=re.compile("^Forget")).first.click()
    page.get_by_role("button", name="Forget it").click()
    expect(mine.get_by_role("listitem")).to_have_count(1)
    mine.get_by_role("link", name=re.compile("^Resume")).click()
    at_table(page)
    expect(page.locator(".strip .seat1")).to_contain_text("you")
