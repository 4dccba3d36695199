"""A drive of three tables in a real browser: from a list of players to the results, with phones, desk and wall."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from fake_drive import NAMES, FakeDrive
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect
from test_roles import quick

from web import Serving, create_app
from web.accounts import Accounts
from web.roles import Role
from web.site import drive_codes

expect.set_options(timeout=20_000)

WIDTHS = [(320, 640), (390, 844), (1024, 768), (1920, 1080), (3840, 2160)]


class Hall:
    """The hub of a drive, served; and browsers that take any complaint as a fault."""

    def __init__(self, browser: Browser) -> None:
        self.drive = FakeDrive()
        kept = (quick("Olga", Role.ORGANISER, "lamp-lamp"), quick("Stan", Role.STEWARD, "desk-desk"))
        self.app = create_app(None, drive=self.drive, secret=b"for tests only", accounts=Accounts(read=lambda: kept))
        self._pages = Serving(self.app)
        self.address = f"http://127.0.0.1:{self._pages.port}"
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self.complaints: list[str] = []

    def person(self, width: int = 1024, height: int = 768, language: str = "en") -> Page:
        """Gives a browser of its own to somebody."""
        context = self._browser.new_context(viewport={"width": width, "height": height}, locale=language)
        self._contexts.append(context)
        page = context.new_page()

        def heard(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning"):
                self.complaints.append(message.text)

        page.on("console", heard)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    def signed_in(self, name: str, password: str) -> Page:
        """Gives the browser of somebody who has signed in."""
        page = self.person()
        page.goto(f"{self.address}/sign-in")
        page.fill("input[name=name]", name)
        page.fill("input[name=password]", password)
        page.click("form[action='/sign-in'] button")
        expect(page.locator("#said")).to_contain_text("on this device")
        return page

    def phone(self, number: int) -> Page:
        """Gives the phone of a player, who has scanned his code."""
        with self.app.test_request_context():
            code = drive_codes()[number]
        page = self.person(390, 844)
        page.goto(f"{self.address}/join/{code}")
        page.click("form[action='/join'] button")
        expect(page.locator("h1.heading")).to_have_text(self.drive.state().players[number].name)
        return page

    def close(self) -> None:
        """Sends everybody home."""
        for context in self._contexts:
            context.close()
        self._pages.close()


@pytest.fixture
def hall(browser: Browser) -> Iterator[Hall]:
    """A hall before its drive is set up."""
    made = Hall(browser)
    yield made
    made.close()
    assert made.complaints == []


def test_a_drive_of_three_tables_goes_from_a_list_to_its_results(hall: Hall, tmp_path: Path) -> None:
    roll = tmp_path / "players.csv"
    roll.write_text("name\n" + "\n".join(NAMES), encoding="utf-8")
    organiser = hall.signed_in("Olga", "lamp-lamp")
    organiser.goto(f"{hall.address}/drive/setup")
    organiser.fill("input[name=name]", "Harvest Drive")
    organiser.click("summary:has-text('Rules')")
    organiser.fill("input[name=hands]", "1")
    organiser.click("button:has-text('Set the drive up')")
    organiser.set_input_files("#file", str(roll))
    expect(organiser.locator("#players")).to_have_value(re.compile("Lou Lamb"))
    organiser.click("button:has-text('Take them in')")
    expect(organiser.locator(".roll li")).to_have_count(12)
    organiser.fill("textarea[name=names]", "Stan")
    organiser.click("form[action='/drive/act/stewards'] button")
    expect(organiser.locator("textarea[name=names]")).to_have_value("Stan")

    wall = hall.person(1920, 1080)
    wall.goto(f"{hall.address}/drive/hall")
    expect(wall.locator(".rules li").first).to_contain_text("7 minutes")
    organiser.click("main a:has-text('Organiser')")
    organiser.click("button:has-text('Make hand 1')")
    organiser.click("button:has-text('Announce')")
    expect(wall.locator(".hall-big")).to_have_text("Hand 1: take your seats")
    expect(wall.locator(".hall-moves li")).to_have_count(12)

    hand = hall.drive.state().hand
    assert hand is not None
    first = hand.tables[1].players
    phones = {number: hall.phone(number) for number in first}
    phones[first[0]].click("button:has-text('Table 1 is seated')")
    desk = hall.signed_in("Stan", "desk-desk")
    desk.goto(f"{hall.address}/drive/desk")
    desk.click("button:has-text('Table 2 is seated')")
    expect(organiser.locator("h2:has-text('1 table is missing')")).to_be_visible()
    desk.click("button:has-text('Table 3 is seated')")
    organiser.click("button:has-text('Start the hand')")
    expect(wall.locator(".hall-clock .figures")).to_have_text(re.compile(r"[67]:\d\d"))
    organiser.click("button:has-text('+1 min')")
    expect(wall.locator(".hall-clock .figures")).to_have_text(re.compile(r"[78]:\d\d"))
    organiser.click("button:has-text('Pause')")
    expect(wall.locator(".state-paused")).to_be_visible()
    organiser.click("button:has-text('Go on')")
    hall.drive.time += 60
    hall.drive.ring()
    expect(wall.locator(".hall-big")).to_contain_text("Scores, please")
    expect(wall.locator(".hall-numbers li")).to_have_text(["1", "2", "3"])

    for place, (number, phone) in enumerate(phones.items()):
        phone.click("a:has-text('Enter totals')")
        phone.fill(f"#dialog input[name='total-{number}']", str(8 * place))
        phone.click("#dialog button:has-text('Enter')")
        expect(phone.locator("#dialog")).not_to_be_visible()
    for phone in phones.values():
        phone.click(".check button:has-text('Initial')")
        expect(phone.locator(".check")).to_have_count(0)
    expect(wall.locator(".hall-numbers li")).to_have_text(["2", "3"])
    expect(phones[first[0]].locator(".score-card .hand-written")).to_have_text(re.compile("^[A-ZÉ]{2}$"))

    for table in (2, 3):
        desk.click(f"a[href='/drive/table/{table}']")
        for place, number in enumerate(hand.tables[table].players):
            desk.fill(f"#dialog input[name='total-{number}']", str(8 * place + 8))
        desk.click("#dialog form[action='/drive/act/mark'] button")
        expect(desk.locator("#dialog")).not_to_be_visible()
        for _ in range(4):
            desk.locator(f".tile:has(a[href='/drive/table/{table}']) button:has-text('Initial')").first.click()
            expect(desk.locator("#said")).to_have_text("Initialled.")
    expect(wall.locator(".hall-big")).to_contain_text("All scores are in")

    organiser.click("summary:has-text('End the drive')")
    organiser.click("#finish button")
    expect(wall.locator(".prizes li").first).to_contain_text(hall.drive.state().players[first[0]].name)
    organiser.click("main a:has-text('Results')")
    expect(organiser.locator(".standings tbody tr")).to_have_count(12)
    with organiser.expect_download() as waiting:
        organiser.click("a[href='/drive/results.csv']")
    assert len(waiting.value.path().read_text(encoding="utf-8").splitlines()) == 13


def test_a_steward_fines_and_corrects_and_the_standings_follow(hall: Hall) -> None:
    hall.drive.create()
    hall.drive.play()
    desk = hall.signed_in("Stan", "desk-desk")
    watcher = hall.person()
    watcher.goto(f"{hall.address}/drive/standings")
    desk.goto(f"{hall.address}/drive/table/1")
    name = desk.locator("details:has-text('Fine') select option").first.text_content()
    desk.click("summary:has-text('Fine')")
    desk.fill("form[action='/drive/act/fine'] input[name=why]", "PARIS")
    desk.click("form[action='/drive/act/fine'] button")
    expect(watcher.locator("tr", has_text=name or "?").locator(".fine")).to_have_text("50")
    desk.click("summary:has-text('Correct a total')")
    desk.fill("form[action='/drive/act/correct'] input[name=total]", "32")
    desk.fill("form[action='/drive/act/correct'] input[name=why]", "an 8 was missed")
    desk.click("form[action='/drive/act/correct'] button")
    expect(watcher.locator("tr", has_text=name or "?").locator(".figure").first).to_have_text("82")


def test_a_doubtful_total_is_entered_only_when_it_is_said_to_be_sure(hall: Hall) -> None:
    hall.drive.create()
    hall.drive.announce()
    hall.drive.start()
    hall.drive.ring()
    desk = hall.signed_in("Stan", "desk-desk")
    desk.goto(f"{hall.address}/drive/table/1")
    hall.complaints.clear()
    fields = desk.locator("form[action='/drive/act/mark'] input[type=number]")
    fields.nth(0).fill("15")
    fields.nth(1).fill("17")
    desk.click("form[action='/drive/act/mark'] button")
    expect(desk.locator("#said.wrong")).to_contain_text("count again")
    desk.check("form[action='/drive/act/mark'] input[name=sure]")
    desk.click("form[action='/drive/act/mark'] button")
    expect(desk.locator("#said")).to_have_text("Marked.")
    hall.complaints.clear()  # the browser notes the refusal's status itself


def test_a_name_is_found_in_a_long_list(hall: Hall) -> None:
    hall.drive.create(tuple(f"Player {number}" for number in range(1, 41)))
    hall.drive.announce()
    phone = hall.person(390, 844)
    phone.goto(f"{hall.address}/drive")
    phone.fill("#find", "player 37")
    expect(phone.locator(".tables .table:visible")).to_have_count(1)
    expect(phone.locator(".tables .table:visible")).to_contain_text("Player 37")


def test_every_screen_fits_every_width_in_both_languages(hall: Hall) -> None:
    hall.drive.create(tuple(f"{name} {name[::-1]}" for name in NAMES))
    hall.drive.play()
    hall.drive.announce()
    hall.drive.start()
    hall.drive.ring()
    hall.drive.mark(1)
    for language in ("en", "fr"):
        steward = hall.signed_in("Olga", "lamp-lamp")
        steward.context.add_cookies([{"name": "language", "value": language, "url": hall.address}])
        for path in ("", "/hall", "/standings", "/organiser", "/desk", "/setup", "/codes", "/card/1", "/table/1"):
            steward.goto(f"{hall.address}/drive{path}")
            for width, height in WIDTHS:
                steward.set_viewport_size({"width": width, "height": height})
                wide = steward.evaluate("document.documentElement.scrollWidth - innerWidth")
                assert wide <= 0, (path, width, language)


def test_while_places_are_taken_the_wall_shows_the_code_that_brings_a_phone_to_them(hall: Hall) -> None:
    hall.drive.create()
    hall.drive.announce()
    wall = hall.person(1920, 1080)
    wall.goto(f"{hall.address}/drive/hall")
    shown, list_ = wall.locator(".hall-code .qr"), wall.locator(".hall-moves")
    picture = cv2.imdecode(np.frombuffer(shown.screenshot(), np.uint8), cv2.IMREAD_GRAYSCALE)
    assert cv2.QRCodeDetector().detectAndDecode(picture)[0].endswith(f":{hall.address.rpartition(':')[2]}/drive")
    beside, code = list_.bounding_box(), shown.bounding_box()
    assert beside is not None
    assert code is not None
    assert beside["x"] + beside["width"] <= code["x"]
    hall.drive.start()
    expect(wall.locator(".hall-clock")).to_be_visible()
    expect(shown).to_be_hidden()


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (1920, 1080), (3840, 2160)])
def test_the_countdown_fills_a_third_of_the_wall(hall: Hall, width: int, height: int) -> None:
    hall.drive.create()
    hall.drive.announce()
    hall.drive.start()
    wall = hall.person(width, height)
    wall.goto(f"{hall.address}/drive/hall")
    tall = wall.evaluate("document.querySelector('.hall-clock .figures').getBoundingClientRect().height")
    assert tall >= height / 3
