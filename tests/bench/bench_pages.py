"""How heavy the table's page is and how soon a phone shows it:
``python tests/bench/bench_pages.py [--rounds 5] [--limits]``.

Debian's Chromium asks for the page as a middling phone does: four times as slow as this machine, 1.6 Mbit/s, 150 ms
for every answer, nothing kept, and no renderer running before. Told are the bytes of page, style and scripts as they
are sent (without the picture and the live stream), when page and style had come (what the network takes; the rest is
the phone's own work), the first paint (the header's place and the table's colour) and the first contentful paint
(something to read). In turn with the table's page a bare one is looked at, a line of text with a small style, which
tells how much of that time is the browser's own beginning. With ``--limits`` it ends with 1 when the page is heavier
than it may be, or the first of it to read is painted later.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parents[1] / "web"))

from fake_table import FakeTable
from playwright.sync_api import Browser, sync_playwright

from web import Serving, create_app
from web.sending import kept_at

MOST_BYTES, MOST_SECONDS = 120_000, 1.0
PHONE = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
SLOWER = 4
WEIGHED = """() => ['navigation', 'resource'].flatMap(kind => performance.getEntriesByType(kind))
  .filter(one => !/picture|events/.test(one.name)).reduce((sum, one) => sum + one.transferSize, 0)"""
CAME = """() => Math.max(...['navigation', 'resource'].flatMap(kind => performance.getEntriesByType(kind))
  .filter(one => /\\/$|css/.test(one.name)).map(one => one.responseEnd))"""
PAINTED = """kind => new Promise(told => new PerformanceObserver(list => {
  const at = list.getEntriesByName(kind).map(one => one.startTime)[0];
  if (at !== undefined) told(at);
}).observe({type: 'paint', buffered: true}))"""
BARE = '<!doctype html><title>Bare</title><link rel="stylesheet" href="{}/shared.css"><p>A line to read.</p>'


@dataclass(frozen=True)
class Look:
    """What one opening of a page cost: the bytes sent, and the seconds until page and style had come, until anything
    was painted and until something to read was."""

    weight: float
    came: float
    paint: float
    content: float


def look(browser: Browser, address: str) -> Look:
    """Opens the page on a new phone."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, device_scale_factor=2)
    page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Network.emulateNetworkConditions", PHONE)
    wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(address, wait_until="load")
    weight, came = (float(page.evaluate(asked)) for asked in (WEIGHED, CAME))
    paint, content = (float(page.evaluate(PAINTED, kind)) for kind in ("first-paint", "first-contentful-paint"))
    context.close()
    return Look(weight, came / 1000, paint / 1000, content / 1000)


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--limits", action="store_true", help="end with 1 when a limit is missed")
    given = parser.parse_args()
    rounds = given.rounds
    app = create_app(FakeTable(), viewers=8)
    app.add_url_rule("/bare/", view_func=lambda: BARE.format(kept_at()))
    with Serving(app) as pages, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        address = f"http://127.0.0.1:{pages.port}/"
        looks = [(look(browser, address), look(browser, f"{address}bare/")) for _ in range(rounds)]
        browser.close()
    table, bare = zip(*looks, strict=True)
    weight = max(one.weight for one in table)
    print(f"the table's page: {weight / 1000:.0f} kB without the picture (at most {MOST_BYTES / 1000:.0f})")
    for name, shown in (("the table's page", table), ("a bare page", bare)):
        came, paint, content = (median(getattr(one, what) for one in shown) for what in ("came", "paint", "content"))
        print(
            f"{name} on a phone, the middle of {rounds}: page and style had come after {came:.2f} s, first paint "
            f"{paint:.2f}, first content {content:.2f} (the quickest {min(one.content for one in shown):.2f})"
        )
    paint = median(one.content for one in table)
    print(f"first content: {paint:.2f} s (at most {MOST_SECONDS:g})")
    if (busy := os.getloadavg()[0]) > 1:
        print(f"the machine did other work beside (load {busy:.1f}), which makes the paint later than it is")
    missed = [what for what, is_over in (("weight", weight > MOST_BYTES), ("paint", paint > MOST_SECONDS)) if is_over]
    if missed:
        print(f"OVER THE LIMIT: {', '.join(missed)}")
    return 1 if missed and given.limits else 0


if __name__ == "__main__":
    raise SystemExit(main())
