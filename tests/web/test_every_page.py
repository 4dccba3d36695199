"""Every page in a real browser: axe finds no serious fault in any look, nothing runs over the side, the keyboard is
enough."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from fake_drive import FakeDrive
from fake_table import A_QUESTION
from flask import Flask
from playwright.sync_api import Browser, Page
from test_housekeeping import SetHouse
from test_looking_back import PlayedTable
from test_roles import code_for, quick

from engine.deals import deals
from engine.state import TableState
from web import Serving, create_app
from web.accounts import Accounts
from web.roles import Role

LOOKS = ("light", "dark")
SMALL = ((320, 640), (512, 300))
"""The smallest phone, and a screen of 1024 by 600 at 200 % zoom."""
WITH_PARTS = ("/play/4", "/ruling/4", "/drive/card/1", "/drive/table/1", "/packs?name=mine", "/words?word=table")
RULES = {
    "resultTypes": ["violations"],
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"]},
}


@pytest.fixture(scope="module")
def table() -> PlayedTable:
    """A game in its second deal, something being asked."""
    return PlayedTable()


@pytest.fixture(scope="module")
def app(table: PlayedTable) -> Flask:
    """The pages of that game, and of a drive whose first hand is played."""
    drive = FakeDrive()
    drive.create()
    drive.play()
    return create_app(table, drive=drive, viewers=8, house=SetHouse())


@pytest.fixture(scope="module")
def address(app: Flask) -> Iterator[str]:
    """The pages, served as they are in earnest."""
    with Serving(app) as served:
        yield f"http://127.0.0.1:{served.port}"


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    one = browser.new_page(viewport={"width": 1024, "height": 600}, reduced_motion="reduce")
    yield one
    one.close()


def pages(app: Flask, table: PlayedTable) -> list[str]:
    """Gives the address of every page there is, those with parts by an example."""
    plain = [
        rule.rule for rule in app.url_map.iter_rules()
        if "GET" in (rule.methods or ()) and not rule.arguments and "events" not in rule.rule and "." not in rule.rule
    ]  # fmt: skip
    client = app.test_client()
    walked = [f"/deal/{deals(table.recorded())[0].seq}?step={step}" for step in (2, 3)]
    every = [*plain, *WITH_PARTS, *walked]
    asked = ((one, client.get(one)) for one in every)
    return [one for one, answer in asked if (answer.status_code, answer.mimetype) == (200, "text/html")]


def faults(page: Page) -> list[str]:
    """Gives what axe finds that is serious or critical, each with the first place of it."""
    found = Axe().run(page, options=RULES).response["violations"]
    return [
        f"{fault['id']}: {fault['nodes'][0]['html'][:150]} {fault['nodes'][0].get('failureSummary', '')[:200]}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
    ]


def too_wide(page: Page, path: str) -> dict[str, int]:
    """Gives how wide a page is where it runs over the side of a screen."""
    over = {}
    for width, height in SMALL:
        page.set_viewport_size({"width": width, "height": height})
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > width:
            over[f"{path} at {width}"] = wide
    page.set_viewport_size({"width": 1024, "height": 600})
    return over


def test_axe_would_find_a_fault(address: str, page: Page) -> None:
    page.goto(address + "/help")
    page.evaluate("document.querySelector('main').insertAdjacentHTML('beforeend', '<img src=/nothing.svg>')")
    assert any(fault.startswith("image-alt") for fault in faults(page))


@pytest.mark.timeout(900)
@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_no_serious_fault_on_any_page(
    app: Flask, table: PlayedTable, address: str, page: Page, look: str
) -> None:
    table.current = table.game.state
    every = pages(app, table)
    assert len(every) > 15
    page.context.add_cookies([{"name": "look", "value": look, "url": address}])
    found = {}
    for path in every:
        page.goto(address + path, wait_until="domcontentloaded")
        if told := faults(page):
            found[path] = told
    page.context.clear_cookies()
    assert found == {}


@pytest.mark.timeout(900)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_nothing_runs_over_the_side(app: Flask, table: PlayedTable, address: str, page: Page, language: str) -> None:
    page.context.add_cookies([{"name": "language", "value": language, "url": address}])
    found: dict[str, int] = {}
    for path in pages(app, table):
        page.goto(address + path, wait_until="domcontentloaded")
        found |= too_wide(page, path)
    page.context.clear_cookies()
    assert found == {}


@pytest.mark.parametrize("look", LOOKS)
def test_pages_where_people_sign_in_have_no_serious_fault_and_fit(page: Page, look: str) -> None:
    """And so has the page of what is not there, and a deal that is kept as a file."""
    kept = (quick("Olga", Role.ORGANISER, "lamp-lamp"), quick("Stan", Role.STEWARD, "desk-desk"))
    app = create_app(PlayedTable(), accounts=Accounts(read=lambda: kept, write=lambda found: None), viewers=8)
    client = app.test_client()
    found: dict[str, object] = {}
    with Serving(app) as served:
        address = f"http://127.0.0.1:{served.port}"
        page.context.add_cookies([{"name": "look", "value": look, "url": address}])

        def visit(path: str) -> None:
            page.goto(address + path, wait_until="domcontentloaded")
            found.update({path: told} if (told := faults(page)) else {}, **too_wide(page, path))

        for path in ("/sign-in", "/phone", f"/join/{code_for(app, 'N')}", "/join/nobody", "/nothing"):
            visit(path)
        page.set_content(client.get("/deal/2.html").text)
        found.update({"a kept deal": told} if (told := faults(page)) else {}, **too_wide(page, "a kept deal"))
        page.goto(address + "/sign-in")
        page.fill("input[name=name]", "Olga")
        page.fill("input[name=password]", "lamp-lamp")
        page.click("form[action='/sign-in'] button")
        for path in ("/accounts", "/phone", "/seats"):
            visit(path)
        assert page.locator(".seat-codes .qr").count() == 4
    page.context.clear_cookies()
    assert found == {}


def test_what_opens_over_a_page_has_no_serious_fault_either(address: str, table: PlayedTable, page: Page) -> None:
    page.goto(address)
    page.click("#pages-menu summary")
    assert faults(page) == []
    page.keyboard.press("Escape")
    page.click("#challenge summary")
    assert faults(page) == []
    page.keyboard.press("Escape")
    page.click("footer a[href='/hand']")
    page.wait_for_selector("#dialog[open] form")
    assert faults(page) == []


def test_the_page_that_asks_who_plays_has_no_serious_fault(address: str, table: PlayedTable, page: Page) -> None:
    table.current = TableState()
    try:
        page.goto(address)
        assert page.locator("h1").text_content() == "Who plays?"
        assert faults(page) == []
        page.set_viewport_size({"width": 320, "height": 640})
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
    finally:
        table.current = table.game.state
        page.set_viewport_size({"width": 1024, "height": 600})


def test_a_challenge_and_a_word_are_entered_by_keyboard_alone(address: str, table: PlayedTable, page: Page) -> None:
    page.goto(address)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    for selector in ("#pages-menu summary", "#challenge summary", "#undo summary", "footer a[href='/hand']"):
        for _ in range(60):
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                break
            page.keyboard.press("Tab")
        assert page.evaluate("selector => document.activeElement.matches(selector)", selector), selector
    page.keyboard.press("Enter")
    page.wait_for_selector("#dialog[open] form")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('#dialog input[name=after]')"):
            break
    page.keyboard.type("stone")
    page.keyboard.press("Enter")
    page.wait_for_selector("#dialog", state="hidden")
    assert [command.after for command in table.commands if hasattr(command, "after")] == ["STONE"]  # type: ignore[attr-defined]


def test_everything_that_can_be_reached_shows_where_one_is(address: str, page: Page) -> None:
    page.goto(address + "/print")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline not in ("none", "")


def test_the_tables_page_is_light(address: str, page: Page) -> None:
    """Without the picture it weighs 120 kB at most, scripts and style included, nothing compressed."""
    page.goto(address, wait_until="load")
    weights = page.evaluate(
        """Object.fromEntries(['navigation', 'resource'].flatMap(kind => performance.getEntriesByType(kind))
        .filter(one => !/picture|events/.test(one.name)).map(one => [one.name, one.decodedBodySize]))"""
    )
    assert len(weights) > 5
    assert sum(weights.values()) <= 120_000, weights


@pytest.mark.parametrize("look", ["light", "dark", "hall"])
def test_a_question_has_no_serious_fault(table: PlayedTable, address: str, page: Page, look: str) -> None:
    table.add(question=A_QUESTION)
    page.goto(address)
    page.evaluate("look => { document.documentElement.dataset.look = look }", look)
    assert page.locator(".ask").count() == 1
    assert faults(page) == []
