"""Guided first games, played in the page as they say, to a won skirmish."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.browser.playing import answer_any, card, options, settled, take
from tests.web.server import Server

from affray.web import lessons

TITLES = {"avp": "Aliens vs Predator", "killteam": "Kill Team"}


def begin(page: Page, server: Server, game: str) -> None:
    """From the lobby into the lesson."""
    page.goto(server.url)
    script = lessons.all_of(game)["first"]
    card(page, TITLES[game]).get_by_role("button", name=f"Learn: {script.title}").click()
    expect(page.get_by_role("region", name="Lesson")).to_contain_text(f"{script.title} 1/")


def first(listed: list[str]) -> str:
    return listed[0]


def follow(page: Page, game: str, act: Callable[[Page, str], None]) -> list[str]:
    """Do what every step says; returns what had to be decided besides."""
    panel = page.get_by_role("region", name="Lesson")
    prompts = lessons.all_of(game)["first"].prompt
    besides: list[str] = []
    for number, prompt in enumerate(prompts[:-1], 1):
        expect(panel.get_by_role("heading")).to_contain_text(f"{number}/{len(prompts)}")
        expect(panel).to_contain_text(prompt.say[:40])
        if not prompt.do:
            panel.get_by_role("button", name="Go on").click()
            continue
        while settled(page) == "decision" and not any(a.startswith(prompt.do) for a in options(page)):
            expect(panel).to_contain_text("Something else comes first")
            besides.append(answer_any(page, first))
        for name in prompt.mark:
            if page.locator(f'[data-piece="{name}"]').count():
                expect(page.locator(f'[data-piece="{name}"]')).to_have_class(re.compile("marked"))
        act(page, next(action for action in options(page) if action.startswith(prompt.do)))
    while settled(page) != "result":
        besides.append(answer_any(page, first))
    expect(panel.get_by_role("heading")).to_contain_text(f"{len(prompts)}/{len(prompts)}")
    expect(panel).to_contain_text(prompts[-1].say[:40])
    return besides


@pytest.mark.parametrize(("game", "winners"), [("avp", "Marines"), ("killteam", "Angels of Death")])
def test_a_lesson_is_played_to_a_won_skirmish(page: Page, server: Server, game: str, winners: str) -> None:
    begin(page, server, game)
    assert follow(page, game, take) == []
    expect(page.locator(".result")).to_contain_text(f"{winners} won")
    page.get_by_role("region", name="Lesson").get_by_role("link", name="To the lobby").click()
    expect(page.get_by_role("region", name=TITLES[game])).to_be_visible()


def test_a_step_taken_back_is_a_step_again(page: Page, server: Server) -> None:
    begin(page, server, "killteam")
    panel = page.get_by_role("region", name="Lesson")
    panel.get_by_role("button", name="Go on").click()
    panel.get_by_role("button", name="Show me").click()
    expect(page.locator('[data-piece="brother"]')).to_have_class(re.compile("chosen"))
    take(page, "activate brother")
    expect(panel.get_by_role("heading")).to_contain_text("3/")
    page.get_by_role("button", name="Undo").click()
    expect(panel.get_by_role("heading")).to_contain_text("2/")
    page.reload()
    expect(panel.get_by_role("heading")).to_contain_text("2/")
    take(page, "activate sergeant")
    expect(panel).to_contain_text("Something else comes first")


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_a_step_and_the_options_can_be_reached_by_scrolling(
    page: Page, server: Server, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    begin(page, server, "killteam")
    panel = page.get_by_role("region", name="Lesson")
    panel.get_by_role("button", name="Go on").click()
    take(page, "activate brother")
    take(page, "order engage")
    expect(panel.get_by_role("heading")).to_contain_text("4/")
    expect(panel.get_by_role("heading")).to_be_in_viewport()
    page.mouse.move(size[0] - 100, size[1] - 250)
    box = page.get_by_role("button", name="Why not?", exact=True)
    for _ in range(30):
        page.mouse.wheel(0, 300)
        page.wait_for_timeout(30)
    expect(box).to_be_in_viewport()
