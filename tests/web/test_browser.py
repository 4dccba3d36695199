"""The table's page in a real browser: live, without console errors or refused content, on every size of screen."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from fake_table import A_QUESTION, FakeTable, drive_state
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from engine import events as e
from engine.bell import Bell
from engine.state import Player
from web import Serving, create_app
from web.house import Finding, NoHouse

expect.set_options(timeout=20_000)  # a busy machine is slow, and that is no fault of the page
SIZES = [(1024, 600), (320, 640), (390, 844), (1366, 768), (1920, 1080), (640, 360), (800, 480)]


@pytest.fixture
def address(table: FakeTable) -> Iterator[str]:
    """The pages, served as they are in earnest."""
    table.recordings = ("demo-drive", "demo-hand")
    with Serving(create_app(table, viewers=8)) as pages:
        yield f"http://127.0.0.1:{pages.port}"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page that takes any complaint of the browser as a fault."""
    one = browser.new_page(viewport={"width": 1024, "height": 600})
    complaints: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    one.on("console", heard)
    one.on("pageerror", lambda error: complaints.append(str(error)))
    yield one
    one.close()
    assert complaints == []


def test_the_turn_moves_on_without_a_reload(table: FakeTable, address: str, page: Page) -> None:
    page.goto(address)
    expect(page.locator("#heading")).to_have_text("Flo")
    table.add(e.Moved(t=130.0, act="compose", seat="N", after="LATE"), turn="E")
    expect(page.locator("#heading")).to_have_text("Gus")
    expect(page.locator(".last li").first).to_contain_text("Flo composed")


@pytest.mark.parametrize("width", [320, 1024])
def test_the_way_to_the_first_page_has_a_name_on_every_screen(address: str, page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 600})
    page.goto(address)
    expect(page.locator("a.brand")).to_have_accessible_name("Steward")


def test_the_browser_takes_the_pages_own_style_and_no_other(address: str, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(address)
    shown = "getComputedStyle(document.querySelector('.bar')).display"
    assert page.evaluate(shown) == "flex"
    foreign = "Object.assign(document.createElement('style'), {textContent: '.bar { display: none }'})"
    page.evaluate(f"document.head.append({foreign})")
    assert page.evaluate(shown) == "flex"
    page.close()


def test_a_challenge_shows_the_ruling_and_undo_takes_the_play_back(table: FakeTable, address: str, page: Page) -> None:
    page.goto(address)
    page.click("#challenge summary")
    page.click("#challenge button[value=E]")
    expect(page.locator(".band.falls")).to_contain_text("OSLO is a proper noun.")
    expect(page.locator("#said")).to_have_text("Gus challenges.")
    page.click("#undo summary")
    page.click("#undo-it")
    expect(page.locator(".laid li")).to_have_count(2)
    expect(page.locator("#heading")).to_have_text("Ivy")


def test_a_word_is_entered_by_hand_without_leaving_the_table(table: FakeTable, address: str, page: Page) -> None:
    page.goto(address)
    page.click("footer a[href='/hand']")
    form = page.locator("#dialog form", has=page.locator("input[value=compose]"))
    form.locator("input[name=after]").fill("fairy")
    form.locator("button").click()
    expect(page.locator(".laid svg").last).to_have_attribute("data-word", "FAIRY")
    expect(page.locator("#dialog")).not_to_be_visible()


def test_a_question_is_answered_with_one_touch(table: FakeTable, address: str, page: Page) -> None:
    page.goto(address)
    table.add(question=A_QUESTION)
    page.click(".ask button[value=yes]")
    expect(page.locator(".ask")).to_have_count(0)


def test_the_clock_counts_down_between_messages_at_the_tables_speed(table: FakeTable, address: str, page: Page) -> None:
    # The next heartbeat, 5 s on, sets the clock to 5:00 again: at the pace of the wall it would never be below 4:50.
    table.how["speed"] = 8.0
    page.goto(address)
    expect(page.locator(".figures")).to_have_text(re.compile("4:[1-4][0-9]"))


def test_what_a_person_has_open_stays_open_when_news_come(table: FakeTable, address: str, page: Page) -> None:
    page.goto(address)
    page.click("#challenge summary")
    table.add(bell=Bell("paused", left=200.0))
    expect(page.locator(".clock.paused")).to_have_count(1)
    expect(page.locator("#challenge button[value=E]")).to_be_visible()


def test_the_bell_sounds_only_once_a_person_has_turned_sound_on(table: FakeTable, address: str, page: Page) -> None:
    page.goto(address)
    table.add(e.BellRang(t=120.0), bell=Bell("rung"))
    expect(page.locator(".clock.rung")).to_have_count(1)
    assert page.evaluate("document.documentElement.dataset.sounded") is None
    page.click("#sound")
    table.add(e.Warned(t=120.0, remaining=10.0))
    page.wait_for_function("document.documentElement.dataset.sounded === 'ten'")


def test_who_moves_the_camera_sees_what_is_better_without_touching_the_page(table: FakeTable, page: Page) -> None:
    class Hung(NoHouse):
        found: tuple[Finding, ...] = (Finding("light", "wrong", "is dark", "bring a lamp"),)

        def mounting(self, language: str) -> tuple[Finding, ...]:
            return self.found

    house = Hung()
    with Serving(create_app(table, viewers=8, house=house)) as pages:
        page.goto(f"http://127.0.0.1:{pages.port}/mount")
        expect(page.locator(".findings")).to_contain_text("bring a lamp")
        first = page.locator(".pair img").get_attribute("src")
        house.found = (Finding("light", "ok", "is even"),)
        expect(page.locator(".findings")).to_have_text(re.compile(r"✓\s*light\s*is even"))
        expect(page.locator(".pair img")).not_to_have_attribute("src", first or "")
        house.found = ()
        expect(page.locator(".findings, .pair img")).to_have_count(0)
        page.goto("about:blank")


def test_who_moves_the_camera_is_told_when_the_page_is_old(table: FakeTable, browser: Browser) -> None:
    page = browser.new_page()
    page.clock.install()
    lost = page.get_by_role("alert")
    with Serving(create_app(table, viewers=8)) as pages:
        page.goto(f"http://127.0.0.1:{pages.port}/mount")
        with page.expect_response("**/mount"):
            page.clock.run_for(3000)
        expect(lost).to_have_count(0)
    for _ in range(2):
        with page.expect_event("requestfailed"):
            page.clock.run_for(3000)
    expect(lost).to_have_text(re.compile("old"))
    page.close()


def test_pictures_of_a_play_open_over_the_table(address: str, page: Page) -> None:
    page.goto(address)
    page.click(".last a[href='/play/6']")
    expect(page.locator("#dialog h1")).to_have_text("Ivy composed OSLO.")
    page.goto(f"{address}/play/3")
    expect(page.locator(".pair img")).to_have_count(2)


def test_a_page_without_a_place_looks_by_itself_until_there_is_one(
    table: FakeTable, address: str, browser: Browser
) -> None:
    page = browser.new_page()
    page.goto(address)
    expect(page.locator("#age")).to_contain_text("Live")
    page.route("**/events*", lambda route: route.fulfill(status=503, body="full"))
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#stale")).to_contain_text("All places for viewers are taken")
    page.unroute("**/events*")
    table.add(e.Moved(t=130.0, act="compose", seat="N", after="LATE"), turn="E")
    expect(page.locator("#heading")).to_have_text("Gus", timeout=15000)
    expect(page.locator("#stale")).not_to_be_visible(timeout=15000)
    page.close()


def test_a_lost_table_is_greyed_out_and_found_again(table: FakeTable, address: str, browser: Browser) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.clock.install()
    page.goto(address)
    expect(page.locator("#age")).to_contain_text("Live")
    context.set_offline(True)
    page.clock.run_for(40_000)
    expect(page.locator("body.is-stale")).to_have_count(1)
    expect(page.locator("#stale")).to_contain_text("No word from the table")
    context.set_offline(False)
    table.add(e.Moved(t=130.0, act="compose", seat="N", after="LATE"), turn="E")
    page.clock.run_for(40_000)
    expect(page.locator("#heading")).to_have_text("Gus", timeout=15000)
    expect(page.locator("body.is-stale")).to_have_count(0)
    context.close()


@pytest.mark.parametrize(("width", "height"), [(1024, 600), (800, 480)])
def test_the_table_fits_a_seven_inch_screen_without_scrolling(
    address: str, page: Page, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(address)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate("(words => words.scrollHeight <= words.clientHeight)(document.querySelector('.words'))")
    seen = (".bar nav", "#picture", "#clock", "#heading", ".players", ".laid", ".last", "#challenge summary")
    for name in (*seen, "#undo summary"):
        box = page.locator(name).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height


@pytest.mark.parametrize("size", [(1024, 600), (800, 480), (360, 740)])
def test_long_names_are_shown_whole_and_push_nothing_off_the_screen(
    table: FakeTable, address: str, page: Page, size: tuple[int, int]
) -> None:
    names = ("Wilhelmina van der Berg", "Jean-Christophe de Laval", "Bartholomew Featherstone", "Ann")
    table.current = drive_state(
        players=tuple(Player(seat, name, cards=10, fines=50) for seat, name in zip("NESW", names, strict=True)),
        turn="S",
    )
    page.context.add_cookies([{"name": "language", "value": "fr", "url": address}])
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(address)
    assert page.locator(".player .called").all_text_contents() == list(names)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    cut = """names => names.filter(one => one.scrollWidth > one.clientWidth + 1
      || one.scrollHeight > one.clientHeight + 2).map(one => one.textContent)"""
    assert page.locator(".player .called").evaluate_all(cut) == []


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_runs_over_the_side_on_any_screen(
    table: FakeTable, address: str, page: Page, width: int, height: int
) -> None:
    table.how["watch"] = "desynchronised"
    table.add(question=A_QUESTION, bell=Bell("running", 420.0, 125.0))
    page.set_viewport_size({"width": width, "height": height})
    for path in ("/", "/hand", "/help", "/history", "/play/3", "/sign-in", "/print"):
        page.goto(address + path)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path


def test_everything_to_touch_is_large_enough(address: str, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(address)
    small = page.evaluate(
        """[...document.querySelectorAll('button, summary, footer a, nav a, .last a')]
        .filter(item => item.checkVisibility()).map(item => [item.textContent.trim(), item.getBoundingClientRect()])
        .filter(([text, box]) => box.height < 43.5 || box.width < 43.5).map(([text]) => text)"""
    )
    assert small == []


def test_the_page_works_without_scripts(browser: Browser, table: FakeTable, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address)
    page.click("#challenge summary")
    page.click("#challenge button[value=E]")
    expect(page.locator(".band.falls")).to_be_visible()
    expect(page.locator("#said")).to_have_text("Gus challenges.")
    page.click("footer a[href='/hand']")
    expect(page.locator("h1")).to_have_text("By hand")
    context.close()
