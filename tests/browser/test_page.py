"""The page, played through as people do: by mouse, by keys, on a narrow screen, and looked at by axe."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from tests.web.server import Server


def begin(page: Page, server: Server) -> None:
    """From the lobby to the table in one click."""
    page.goto(server.url)
    page.get_by_role("region", name="Aliens vs Predator").get_by_role(
        "button", name="Play", exact=True
    ).click()
    expect(page.locator(".option").first).to_be_visible(timeout=20_000)


def no_violations(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_several_turns_by_mouse(page: Page, server: Server) -> None:
    begin(page, server)
    for _ in range(9):
        page.locator(".option").first.click(timeout=20_000)
        page.wait_for_timeout(150)
    expect(page.locator(".piece").first).to_be_visible()
    page.get_by_role("tab", name="Log").click()
    expect(page.get_by_role("button", name="Show everything")).to_be_hidden()  # nothing is left out
    page.locator(".log .clause").first.click()
    expect(page.locator(".rule").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0


def test_the_set_up_says_what_each_computer_player_does(page: Page, server: Server) -> None:
    page.goto(server.url)
    card = page.get_by_role("region", name="Aliens vs Predator")
    expect(card).to_contain_text("looks one action ahead with exact odds")
    card.get_by_label("Aliens", exact=True).select_option(label="computer: random")
    expect(card).to_contain_text("takes any option")
    expect(card).not_to_contain_text("looks one action ahead")


def test_keys_alone(page: Page, server: Server) -> None:
    page.goto(server.url)
    play = page.get_by_role("region", name="Aliens vs Predator").get_by_role(
        "button", name="Play", exact=True
    )
    play.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".option").first).to_be_visible(timeout=20_000)
    for _ in range(4):
        page.keyboard.press("o")
        page.wait_for_timeout(80)
        page.keyboard.press("Enter")
        expect(page.locator(".option").first).to_be_visible(timeout=20_000)
    page.keyboard.press("b")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".zone:focus")).to_have_count(1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(page: Page, server: Server, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # one of its literals
    page.goto(server.url)
    expect(page.get_by_role("button", name="Play", exact=True).first).to_be_visible()
    expect(page.get_by_label("Mission").first).to_be_visible()
    no_violations(page)
    begin(page, server)
    no_violations(page)


def test_narrow_screen(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    begin(page, server)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_first_page_is_small(page: Page, server: Server) -> None:
    sizes: list[int] = []
    page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    page.goto(server.url)
    expect(page.get_by_label("Mission").first).to_be_visible()
    assert 0 < sum(sizes) < 60_000
