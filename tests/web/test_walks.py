"""The ways people take through the pages, walked in a real browser at a real table: its station, journal and judge."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest
from fake_drive import FakeDrive
from playwright.sync_api import Browser, BrowserContext, Page, expect
from test_roles import quick

from engine import events as e
from engine.commands import Deal, Open, Play
from engine.games.chosen import Chosen
from engine.journal import SqliteJournal
from engine.rulings import open_judge
from engine.state import TableState
from pi.station import Station
from web import Serving, create_app, texts
from web.accounts import Accounts
from web.roles import Role

expect.set_options(timeout=20_000)

SEATS = (("N", "Ann"), ("S", "Ben"))
WORDS = {"en": ("FAIRY", "WIERD", "HOUSES"), "fr": ("MAISON", "FLEURRE", "CHUTE")}
"""A good word, a misspelt one, and one to go out with, in each language; one pack has the letters of all three."""

FOCUSED = """() => {
  const one = document.activeElement, box = one.getBoundingClientRect(), style = getComputedStyle(one);
  const shown = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
  const x = Math.min(Math.max(box.x + box.width / 2, 1), innerWidth - 2);
  const y = Math.min(Math.max(box.y + box.height / 2, 1), innerHeight - 2);
  const over = document.elementFromPoint(x, y);
  const inside = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
  const free = !!over && (one.contains(over) || over.contains(one) || one.labels?.[0]?.contains(over));
  return one === document.body ? "" : shown && inside && free ? "" : one.outerHTML.slice(0, 160);
}"""
"""Gives what is focused and cannot be seen to be, or nothing."""


@pytest.fixture
def station(tmp_path: Path, words_dir: Path) -> Iterator[Station[TableState]]:
    """A table at its first start."""
    judges = partial(open_judge, words_dir=words_dir)
    with (
        SqliteJournal(tmp_path / "table.journal") as journal,
        Station(journal, Chosen(), judges("en"), judges=judges) as opened,
    ):
        yield opened


@pytest.fixture
def address(station: Station[TableState]) -> Iterator[str]:
    """Its pages, for the machine itself: nobody has to sign in."""
    with Serving(create_app(station, secret=b"for tests only", viewers=8)) as pages:
        yield f"http://127.0.0.1:{pages.port}"


@pytest.fixture
def contexts(browser: Browser) -> Iterator[list[BrowserContext]]:
    """The browsers of a test; each is closed after it."""
    made: list[BrowserContext] = []
    yield made
    for one in made:
        one.close()


def person(browser: Browser, contexts: list[BrowserContext], width: int = 1024, language: str = "en") -> Page:
    """Gives somebody a browser of his own."""
    contexts.append(browser.new_context(viewport={"width": width, "height": 600}, locale=language))
    return contexts[-1].new_page()


def seated(station: Station[TableState], rules: str = "home") -> None:
    """Seats Ann and Ben, and Ann deals: Ben plays first."""
    station.submit(Open(t=station.now(), game="lexicon", rules=rules, language="en", pack="lexicon", seats=SEATS))
    station.submit(Deal(t=station.now(), seat="N"))


def compose(page: Page, word: str) -> None:
    """Enters a word for the player whose turn it is."""
    page.click("footer a[href='/hand']")
    form = page.locator("#dialog form", has=page.locator("input[value=compose]"))
    form.locator("input[name=after]").fill(word)
    form.locator("button").click()
    expect(page.locator("#dialog")).not_to_be_visible()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_from_the_first_start_to_the_last_initial(
    browser: Browser, contexts: list[BrowserContext], address: str, language: str
) -> None:
    say = partial(texts.say, language)
    good, bad, last = WORDS[language]
    page = person(browser, contexts, language=language)
    page.goto(address)
    expect(page.locator("h1")).to_have_text(say("open.title"))
    page.fill("input[name=name-N]", "Ann")
    page.fill("input[name=name-S]", "Ben")
    page.check("input[name=rules][value=drive]")
    page.click(f"button:has-text('{say('open.go')}')")
    expect(page.locator("#heading")).to_have_text(say("turn.ready"))

    page.click("footer a[href='/hand']")
    deal = page.locator("#dialog form[action='/act/deal']")
    page.locator("#dialog summary", has_text=say("hand.group.deal")).click()
    deal.locator("select[name=seat]").select_option("N")
    deal.locator("button").click()
    expect(page.locator("#heading")).to_have_text("Ben")
    page.click(f"footer button:has-text('{say('clock.start')}')")
    expect(page.locator(".clock.running .figures")).to_have_text(re.compile(r"6:\d\d|7:00"))

    compose(page, good)
    expect(page.locator("#heading")).to_have_text("Ann")
    compose(page, bad)
    page.click("#challenge summary")
    page.click("#challenge button[value=S]")
    expect(page.locator(".band.falls b")).to_have_text(say("band.misspelt", word=bad))
    expect(page.locator(".under")).to_contain_text(say("turn.owed", word=bad))
    page.click("#undo summary")
    page.click("#undo-it")
    expect(page.locator("#said")).to_have_text(say("done.undo"))
    expect(page.locator("#heading")).to_have_text("Ann")

    page.click("footer a[href='/hand']")
    page.locator("#dialog summary", has_text=say("hand.group.set")).click()
    held = page.locator("#dialog form", has=page.locator("input[value=cards]"))
    held.locator("select[name=seat]").select_option("N")
    held.locator("input[name=value]").fill(str(len(last)))
    held.locator("button").click()
    expect(page.locator("#dialog")).not_to_be_visible()
    compose(page, last)
    expect(page.locator("#heading")).to_have_text(say("turn.count"))

    page.click("footer a[href='/hand']")
    mark = page.locator("#dialog form[action='/act/mark']")
    mark.locator("input[name=total-N]").fill("0")
    mark.locator("input[name=total-S]").fill("22")
    mark.locator("button").click()
    expect(page.locator("#heading")).to_have_text(say("turn.initials"))
    for seat in ("N", "S"):
        page.click(f".player[data-seat={seat}] .initial button:not(.plain)")
        expect(page.locator(f".player[data-seat={seat}] .initial")).to_have_count(0)
    expect(page.locator("#heading")).to_have_text(say("turn.over.one", names="Ann"))
    page.goto(f"{address}/scores")
    expect(page.locator(".score-sheet .marked")).to_have_text(["0", "22"])
    expect(page.locator(".score-sheet .initials")).to_have_count(2)


def test_a_steward_overrules_and_the_screen_says_so(
    browser: Browser, contexts: list[BrowserContext], station: Station[TableState], address: str
) -> None:
    seated(station)
    page, looker = person(browser, contexts), person(browser, contexts)
    page.goto(address)
    looker.goto(address)
    compose(page, "wierd")
    page.click("#challenge summary")
    page.click("#challenge button[value=N]")
    page.click(".band.falls a[href='/hand#rule']")
    form = page.locator("#dialog form[action='/act/rule']")
    form.locator("select[name=verdict]").select_option("good")
    form.locator("button").click()
    expect(page.locator("#said.wrong")).to_contain_text("reason")
    form.locator("input[name=why]").fill("our club allows it")
    form.locator("button").click()
    expect(looker.locator(".band.stands")).to_contain_text("Overruled by the desk: our club allows it")
    expect(looker.locator(".laid svg")).to_have_attribute("data-word", "WIERD")
    looker.goto(f"{address}/rulings")
    expect(looker.locator(".rulings")).to_contain_text("our club allows it")


def test_a_phone_joins_by_the_code_on_the_screen(
    browser: Browser, contexts: list[BrowserContext], station: Station[TableState]
) -> None:
    seated(station)
    kept = (quick("Olga", Role.ORGANISER, "lamp-lamp"),)
    app = create_app(station, secret=b"for tests only", accounts=Accounts(read=lambda: kept))
    with Serving(app, host="0.0.0.0") as pages:
        desk = person(browser, contexts)
        desk.goto(f"http://127.0.0.1:{pages.port}/sign-in")
        desk.fill("input[name=name]", "Olga")
        desk.fill("input[name=password]", "lamp-lamp")
        desk.click("form[action='/sign-in'] button")
        expect(desk.locator("#said")).to_contain_text("on this device")
        desk.goto(f"http://127.0.0.1:{pages.port}/seats")
        square = desk.locator(".seat-codes li", has_text="Ben").locator("svg")
        picture = cv2.imdecode(np.frombuffer(square.screenshot(), np.uint8), cv2.IMREAD_GRAYSCALE)
        read, _, _ = cv2.QRCodeDetector().detectAndDecode(picture)
        assert re.fullmatch(rf"http://[^/]+:{pages.port}/join/\S+", read)
        assert "127.0.0.1" not in read
        phone = person(browser, contexts, width=390)
        phone.goto(read)
        phone.click("form[action='/join'] button")
        expect(phone.locator("#heading")).to_have_text("Ben")
        phone.click("footer a[href='/hand']")
        form = phone.locator("#dialog form", has=phone.locator("input[value=compose]"))
        form.locator("input[name=after]").fill("fairy")
        form.locator("button").click()
        expect(phone.locator("#heading")).to_have_text("Ann")
    assert [one.event.by for one in station.recorded() if isinstance(one.event, e.Moved)] == ["Ben"]


def test_a_page_whose_table_was_away_tells_what_happened_meanwhile(
    browser: Browser, contexts: list[BrowserContext], station: Station[TableState]
) -> None:
    seated(station)
    app = create_app(station, secret=b"for tests only", viewers=8)
    first = Serving(app)
    page = person(browser, contexts)
    page.clock.install()
    page.goto(f"http://127.0.0.1:{first.port}")
    expect(page.locator("#age")).to_contain_text("Live")
    first.close()
    page.clock.run_for(30_000)
    expect(page.locator("body.is-stale")).to_have_count(1)
    expect(page.locator("#stale")).to_contain_text(re.compile(r"No word from the table for \d+ s"))
    for seat, word in (("S", "FAIRY"), ("N", "STONE")):
        station.submit(Play(t=station.now(), act="compose", seat=seat, after=word))
    with Serving(app, port=first.port):
        page.clock.run_for(60_000)
        expect(page.locator("body.is-stale")).to_have_count(0)
        expect(page.locator("#stale")).not_to_be_visible()
        expect(page.locator(".last li")).to_contain_text(["Ann composed", "Ben composed"])
        expect(page.locator(".laid svg")).to_have_count(2)


class Keys:
    """Somebody with a keyboard and no pointer, who must see at each step where he is."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def to(self, selector: str, back: bool = False) -> None:
        """Tabs until that is focused."""
        for _ in range(120):
            self.page.keyboard.press("Shift+Tab" if back else "Tab")
            self.seen()
            if self.page.evaluate("one => document.activeElement.matches(one)", selector):
                return
        raise AssertionError(f"the keyboard does not reach {selector}")

    def seen(self) -> None:
        """Sees where he is, once what moves has come to rest."""
        for _ in range(100):
            if not (hidden := self.page.evaluate(FOCUSED)):
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"focus cannot be seen: {hidden}")

    def press(self, selector: str, key: str = "Enter", back: bool = False) -> None:
        """Goes there and presses it."""
        self.to(selector, back)
        self.page.keyboard.press(key)

    def write(self, selector: str, text: str) -> None:
        """Goes to a field and writes into it."""
        self.to(selector)
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.type(text)


def test_a_hand_at_home_is_played_with_the_keyboard_alone(
    browser: Browser, contexts: list[BrowserContext], station: Station[TableState], address: str
) -> None:
    page = person(browser, contexts)
    keys = Keys(page)
    page.goto(address)
    keys.write("input[name=name-N]", "Ann")
    keys.write("input[name=name-S]", "Ben")
    keys.press(".start button.huge", "Space")
    expect(page.locator("#heading")).to_have_text("Ready to deal")

    keys.press("footer a[href='/hand']")
    page.wait_for_selector("#dialog[open] form")
    keys.press("#dialog #deal > summary", "Space")
    keys.to("#dialog form[action='/act/deal'] select[name=seat]")
    page.keyboard.type("Ann")
    keys.press("#dialog form[action='/act/deal'] button")
    expect(page.locator("#heading")).to_have_text("Ben")
    expect(page.locator("#dialog")).not_to_be_visible()

    for word, then in (("fairy", "Ann"), ("wierd", "Ben")):
        keys.press("footer a[href='/hand']")
        page.wait_for_selector("#dialog[open] form")
        keys.write("#dialog input[name=after]", word)
        page.keyboard.press("Enter")
        expect(page.locator("#heading")).to_have_text(then)
        expect(page.locator("#dialog")).not_to_be_visible()
    keys.press("#challenge summary", "Space")
    keys.press("#challenge button[value=S]", "Space")
    expect(page.locator(".band.falls")).to_contain_text("WIERD is misspelt.")
    keys.press("#undo summary", back=True)
    keys.press("#undo-it")
    expect(page.locator("#said")).to_have_text("Undone.")

    keys.press("footer a[href='/hand']")
    page.wait_for_selector("#dialog[open] form")
    keys.press("#dialog #set > summary")
    keys.to("#dialog #set form:nth-of-type(2) select")
    page.keyboard.type(dict(SEATS)[station.state().turn or ""])
    keys.write("#dialog #set form:nth-of-type(2) input[name=value]", "6")
    page.keyboard.press("Enter")
    expect(page.locator("#dialog")).not_to_be_visible()
    keys.press("footer a[href='/hand']")
    page.wait_for_selector("#dialog[open] form")
    keys.write("#dialog input[name=after]", "houses")
    page.keyboard.press("Enter")
    expect(page.locator("#heading")).to_have_text("Counting hands")
    keys.press("footer a[href='/hand']")
    page.wait_for_selector("#dialog[open] form")
    for seat in ("N", "S"):
        keys.write(f"#dialog input[name=total-{seat}]", "0" if station.state().last.seat == seat else "22")
    page.keyboard.press("Enter")
    expect(page.locator("#heading")).to_contain_text("wins the deal")


def test_a_drives_desk_is_worked_with_the_keyboard_alone(browser: Browser, contexts: list[BrowserContext]) -> None:
    drive = FakeDrive()
    drive.create()
    drive.announce()
    with Serving(create_app(None, drive=drive, secret=b"for tests only", viewers=8)) as pages:
        page = person(browser, contexts)
        keys = Keys(page)
        page.goto(f"http://127.0.0.1:{pages.port}/drive/desk")
        for _ in range(3):
            seated = page.locator("form[action='/drive/act/seated'] button").count()
            keys.press("form[action='/drive/act/seated'] button", "Space")
            expect(page.locator("form[action='/drive/act/seated'] button")).to_have_count(seated - 1)
        drive.start()
        drive.ring()
        expect(page.locator(".tile.waits")).to_have_count(3)
        keys.press("a[href='/drive/table/1']")
        page.wait_for_selector("#dialog[open] form")
        for place in range(4):
            keys.write(f"#dialog label:nth-of-type({place + 1}) > input.number", str(8 * place))
        page.keyboard.press("Enter")
        expect(page.locator("#dialog")).not_to_be_visible()
        for left in (3, 2, 1, 0):
            keys.press(".tile:has(a[href='/drive/table/1']) form[action='/drive/act/initial'] button", "Space")
            expect(page.locator("form[action='/drive/act/initial'] button")).to_have_count(left)
        expect(page.locator(".tile.waits")).to_have_count(2)
    assert drive.state().hand is not None
