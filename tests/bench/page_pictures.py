"""Takes pictures of every page, to be looked at: ``python tests/bench/page_pictures.py FOLDER [--only WORD]``.

Every page there is, on a phone, two tablets and the hall's wall, light and dark, in English and French: a file each,
and a sheet a page with all of them side by side. It tells beside them what can be told without looking: what runs over
the side, what is cut off, and a table's page that has to be scrolled; it ends with 1 when there was any of it.
"""

from __future__ import annotations

import argparse
import io
import itertools
import re
import shutil
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parents[1] / "web"))

from fake_drive import FakeDrive
from fake_table import A_QUESTION, FakeTable
from flask import Flask
from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Page, sync_playwright
from test_every_page import pages
from test_housekeeping import SetHouse
from test_looking_back import PlayedTable

from engine.state import TableState
from web import Serving, create_app

SIZES = {"phone": (360, 740), "tablet": (800, 480), "large tablet": (1024, 768), "hall": (1920, 1080)}
LOOKS, LANGUAGES = ("light", "dark"), ("en", "fr")
SHEET = 480
"""Px that each picture is wide on its sheet."""
TALLEST = 2400
"""Px of a long page that are taken; the rest is more of the same."""
FRAME = next((Path(__file__).parents[2] / "pi/recordings/demo-hand/frames").glob("*.jpg"))

FOUND = """([width, still]) => {
  const root = document.documentElement, found = [];
  const unseen = one => one.closest(".unseen, .skip, .clock .phase, [data-pages], svg") || !one.textContent.trim()
    || !one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const called = one => `${one.tagName.toLowerCase()}.${one.className || one.id}: `
    + one.textContent.trim().replace(/\\s+/g, " ").slice(0, 50);
  const [wide, tall] = [root.scrollWidth - width, root.scrollHeight - innerHeight];
  if (wide > 0) found.push(`runs over the side by ${wide} px`);
  if (still && tall > 1) found.push(`has to be scrolled by ${tall} px`);
  for (const one of document.querySelectorAll("body *")) {
    const { overflowX, overflowY } = getComputedStyle(one);
    const [x, y] = [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight];
    if (!one.clientWidth || unseen(one)) continue;
    if (overflowX === "hidden" && x > 1) found.push(`cut off by ${x} px: ${called(one)}`);
    if (overflowY === "hidden" && y > 2) found.push(`cut off below by ${y} px: ${called(one)}`);
    if (still && overflowY === "auto" && y > 2) found.push(`scrolls by ${y} px: ${called(one)}`);
  }
  return found;
}"""


class Rooms:
    """The table and the hub that pictures are taken of, in the states that differ to the eye."""

    def __init__(self) -> None:
        self.table = PlayedTable()
        self.table.pictures |= dict.fromkeys((None, "10-before.jpg", "10-after.jpg"), FRAME.read_bytes())
        self.drive = FakeDrive()
        self.drive.create()
        self.drive.play()
        self.app: Flask = create_app(self.table, drive=self.drive, viewers=40, house=SetHouse())
        self.full = FakeTable()
        self.full.pictures[None] = FRAME.read_bytes()
        self.asking = create_app(self.full, viewers=40)

    def states(self) -> Iterator[tuple[str, Flask, str]]:
        """Gives a name, the application and the address of each picture to be taken, its state set."""
        for path in pages(self.app, self.table):
            yield path, self.app, path
        self.table.current = TableState()
        yield "/ before the start", self.app, "/"
        self.table.current = self.table.game.state
        yield "/ in full play", self.asking, "/"
        self.full.add(question=A_QUESTION)
        yield "/ a question", self.asking, "/"
        for name, do in (("announced", self.drive.announce), ("running", self.drive.start), ("bell", self.drive.ring)):
            do()
            for path in ("/drive/hall", "/drive", "/drive/desk", "/drive/organiser", "/drive/card/1"):
                yield f"{path} {name}", self.app, path


def take(page: Page, address: str, width: int, height: int, still: bool) -> tuple[Image.Image, list[str]]:
    """Opens a page on a screen of a size; gives its picture and what is wrong with it."""
    page.set_viewport_size({"width": width, "height": height})
    page.goto(address, wait_until="load")
    page.wait_for_timeout(150)
    found = page.evaluate(FOUND, [width, still])
    tall = min(TALLEST, page.evaluate("document.documentElement.scrollHeight"))
    area = {"x": 0, "y": 0, "width": width, "height": max(height, tall)}
    return Image.open(io.BytesIO(page.screenshot(full_page=True, clip=area))).convert("RGB"), list(found)


def sheet(shots: dict[tuple[str, str, str], Image.Image]) -> Image.Image:
    """Lays the pictures of a page side by side, a row for each look and language."""
    rows: dict[tuple[str, str], list[tuple[str, Image.Image]]] = defaultdict(list)
    for (size, look, language), shot in shots.items():
        small = shot.resize((SHEET, round(shot.height * SHEET / shot.width)))
        rows[look, language].append((size, small.crop((0, 0, SHEET, min(small.height, 2 * SHEET)))))
    heights = [max(shot.height for _, shot in row) + 24 for row in rows.values()]
    whole = Image.new("RGB", (max(len(row) for row in rows.values()) * (SHEET + 8), sum(heights)), "#777")
    draw, top = ImageDraw.Draw(whole), 0
    for ((look, language), row), height in zip(rows.items(), heights, strict=True):
        for column, (size, shot) in enumerate(row):
            draw.text((column * (SHEET + 8) + 4, top + 6), f"{size} {look} {language}", "white")
            whole.paste(shot, (column * (SHEET + 8), top + 22))
        top += height
    return whole


def walk(browser: Browser, folder: Path, only: str, kinds: list[tuple[str, str]]) -> int:
    """Takes all pictures; gives on how many something is wrong."""
    rooms, wrong = Rooms(), 0
    served = {id(app): Serving(app) for app in (rooms.app, rooms.asking)}
    pages_of = {}
    for look, language in kinds:
        context = browser.new_context(locale=language, reduced_motion="reduce")
        for one in served.values():
            context.add_cookies([{"name": "look", "value": look, "url": f"http://127.0.0.1:{one.port}"}])
        pages_of[look, language] = context.new_page()
    for name, app, path in rooms.states():
        if only not in name:
            continue
        shots = {}
        for (look, language), (size, (width, height)) in itertools.product(kinds, SIZES.items()):
            address = f"http://127.0.0.1:{served[id(app)].port}{path}"
            still = (path == "/" and name != "/ before the start" and size != "phone") or path == "/drive/hall"
            shot, found = take(pages_of[look, language], address, width, height, still)
            shots[size, look, language] = shot
            mark = re.sub(r"\W+", "-", name).strip("-") or "table"
            shot.save(folder / f"{mark} {size} {look} {language}.png")
            for line in found:
                print(f"{name}, {size}, {look}, {language}: {line}", flush=True)
            wrong += bool(found)
        sheet(shots).save(folder / f"sheet {mark}.png")
    for one in served.values():
        one.close()
    return wrong


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", help="pages whose name holds this word")
    parser.add_argument("--few", action="store_true", help="only light English and dark French")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    kinds = list(zip(LOOKS, LANGUAGES, strict=True)) if given.few else list(itertools.product(LOOKS, LANGUAGES))
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        wrong = walk(chromium, given.folder, given.only, kinds)
        chromium.close()
    print(f"something is cut off or runs over on {wrong} pictures" if wrong else "nothing is cut off or runs over")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
