"""Two people and somebody who watches, each in a browser of their own, by nothing but links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Request, expect
from tests.browser.guests import HALL, Come, at_table, from_position, guests, log, seat_url
from tests.browser.playing import answer_any, card, number, options, take
from tests.web.server import Server


@pytest.fixture
def come(browser: Browser) -> Iterator[Come]:
    with guests(browser) as found:
        yield found


def test_a_second_joins_by_the_link(come: Come, server: Server) -> None:
    asked: list[Request] = []

    def note(request: Request) -> None:
        asked.append(request)

    first = come()
    first.on("request", note)
    first.goto(server.url)
    avp = card(first, "Aliens vs Predator")
    avp.get_by_label("Aliens", exact=True).select_option(label="somebody with a link")
    avp.get_by_role("button", name="Play", exact=True).click()
    # Somebody is still to come, so the links show by themselves.
    dialog = first.get_by_role("dialog", name="Share")
    expect(dialog.get_by_role("img", name="QR code: Play as Aliens")).to_be_visible()
    code = dialog.get_by_role("img", name="QR code: Play as Aliens")
    assert code.evaluate("async (img) => { await img.decode(); return img.naturalWidth; }") > 0
    link = dialog.get_by_label("Link: Play as Aliens", exact=True).input_value()
    watch = dialog.get_by_label("Link: Watch", exact=True).input_value()
    faults = Axe().run(first)
    assert faults.violations_count == 0, faults.generate_report()
    first.keyboard.press("Escape")
    expect(first.locator(".strip .seat1")).to_contain_text("away")

    second, third = come(), come()
    for page, url in ((second, link), (third, watch)):
        page.on("request", note)
        page.goto(url)
        at_table(page)
    expect(first.locator(".strip .seat1")).not_to_contain_text("away")
    expect(second.locator(".strip .seat1")).to_contain_text("you")
    moves = [0, 0]
    while min(moves) < 2:
        while not (number(first) or number(second)):
            first.wait_for_timeout(30)
        mover = 0 if number(first) else 1
        answer_any((first, second)[mover], lambda listed: listed[0])
        moves[mover] += 1
    expect(third.locator(".options [data-action]")).to_have_count(0)
    expect(third.locator(".hand-card")).to_have_count(0)

    keys = [urlsplit(url).fragment.split("/")[-1] for url in (link, watch, first.url)]
    assert all(len(key) > 20 for key in keys)
    for request in asked:
        assert not any(key in request.url.partition("#")[0] for key in keys), request.url
        assert not any(key in request.headers.get("referer", "") for key in keys)
    for page in (first, second, third):
        assert page.context.cookies() == []
    # The match is found again, without any account.
    second.goto(server.url)
    expect(second.get_by_role("region", name="Your matches")).to_contain_text("you play Aliens")
    third.goto(server.url)
    expect(third.get_by_role("region", name="Your matches")).to_contain_text("you watch")
    second.get_by_role("link", name=re.compile("^Resume")).click()
    at_table(second)


PLACE = """() => {
  const piece = document.querySelector("[data-piece=drone]");
  return piece.style.transform || piece.getAttribute("transform");
}"""


def test_moves_of_one_appear_at_the_other(come: Come, server: Server) -> None:
    links = from_position(server.url, HALL)
    marines = come(seat_url(server.url, links, "marines"))
    aliens = come(seat_url(server.url, links, "aliens"))
    watcher = come(seat_url(server.url, links, "nobody"))
    for page in (marines, aliens, watcher):
        at_table(page)
    before = [page.evaluate(PLACE) for page in (marines, watcher)]
    take(aliens, "walk drone @ F1")
    for page, old in zip((marines, watcher), before):
        page.wait_for_function(f"(old) => ({PLACE})() !== old", arg=old)
    assert "shoot hudson > drone weapon=pulse_rifle" in options(marines)
    assert options(watcher) == []
    expect(watcher.get_by_text("Marines to decide", exact=False).first).to_be_visible()
    expect(watcher.locator(".odds")).to_be_hidden()  # who chooses nothing needs no odds of it
    take(marines, "shoot hudson > drone weapon=pulse_rifle")
    for page in (marines, aliens, watcher):
        expect(page.locator(".log li.roll")).not_to_have_count(0)
    assert log(marines)[-1] == log(aliens)[-1] == log(watcher)[-1]


def test_a_takeback_is_asked_for(come: Come, server: Server) -> None:
    """The others are asked; they refuse, the wish is given up, they allow; the match goes on from there."""
    links = from_position(server.url, HALL)
    marines = come(seat_url(server.url, links, "marines"))
    aliens = come(seat_url(server.url, links, "aliens"))
    watcher = come(seat_url(server.url, links, "nobody"))
    for page in (marines, aliens, watcher):
        at_table(page)
    first = number(aliens)
    take(aliens, "walk drone @ F1")
    take(marines, "shoot hudson > drone weapon=pulse_rifle")
    rolled = log(marines)
    asks = marines.get_by_role("button", name="Ask to take back")
    wish = aliens.locator(".ask")
    asks.click()
    expect(wish).to_contain_text("Marines would like to take back")
    expect(watcher.locator(".ask")).to_contain_text("Marines would like to take back")
    expect(watcher.get_by_role("button", name="Allow")).to_have_count(0)
    wish.get_by_role("button", name="Refuse").click()
    expect(marines.locator(".ask")).to_have_count(0)
    assert log(marines) == rolled
    asks.click()
    expect(wish).to_be_visible()
    marines.get_by_role("button", name="Give it up").click()
    expect(wish).to_have_count(0)
    asks.click()
    wish.get_by_role("button", name="Allow").click()
    expect(marines.locator('[data-action="shoot hudson > drone weapon=pulse_rifle"]')).to_have_count(1)
    for page in (marines, aliens, watcher):
        expect(page.locator(".log li.roll")).to_have_count(0)
        expect(page.locator(".ask")).to_have_count(0)
    assert number(aliens) != first
    take(marines, "hold")
    expect(aliens.locator(".options[data-decision]")).to_have_count(1)
