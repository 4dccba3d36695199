"""How heavy the table's page is and how soon a phone shows it:
``python tests/bench/bench_pages.py [--rounds 5] [--limits]``.

Debian's Chromium asks for the page as a middling phone does: four times as slow as this machine, 1.6 Mbit/s, 150 ms
for every answer, nothing kept. Told are the bytes of page, style and scripts as they are sent (without the picture and
the live stream), when page and style had come (what the network takes; the rest is the phone's own work), and
the time to the first contentful paint. With ``--limits`` it ends with 1 when one of them is over its limit.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parents[1] / "web"))

from fake_table import FakeTable
from playwright.sync_api import Browser, sync_playwright

from web import Serving, create_app

MOST_BYTES, MOST_SECONDS = 120_000, 1.0
PHONE = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
SLOWER = 4
WEIGHED = """() => ['navigation', 'resource'].flatMap(kind => performance.getEntriesByType(kind))
  .filter(one => !/picture|events/.test(one.name)).reduce((sum, one) => sum + one.transferSize, 0)"""
CAME = """() => Math.max(...['navigation', 'resource'].flatMap(kind => performance.getEntriesByType(kind))
  .filter(one => /\\/$|css/.test(one.name)).map(one => one.responseEnd))"""
PAINTED = """() => new Promise(told => new PerformanceObserver(
  list => told(list.getEntriesByName('first-contentful-paint').map(one => one.startTime)[0])
).observe({type: 'paint', buffered: true}))"""


def look(browser: Browser, address: str) -> tuple[float, float, float]:
    """Opens the page on a new phone; gives its bytes, and the seconds until page and style had come and until something
    was painted."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, device_scale_factor=2)
    page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Network.emulateNetworkConditions", PHONE)
    wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(address, wait_until="load")
    weight, came, painted = (float(page.evaluate(asked)) for asked in (WEIGHED, CAME, PAINTED))
    context.close()
    return weight, came / 1000, painted / 1000


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--limits", action="store_true", help="end with 1 when a limit is missed")
    given = parser.parse_args()
    rounds = given.rounds
    with Serving(create_app(FakeTable(), viewers=8)) as pages, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        looks = [look(browser, f"http://127.0.0.1:{pages.port}/") for _ in range(rounds)]
        browser.close()
    weights, came, paints = zip(*looks, strict=True)
    weight, paint = max(weights), statistics.median(paints)
    print(f"the table's page: {weight / 1000:.0f} kB without the picture (at most {MOST_BYTES / 1000:.0f})")
    print(
        f"first paint on a phone: {paint:.2f} s, the middle of {rounds} (at most {MOST_SECONDS:g}; the quickest "
        f"{min(paints):.2f}); page and style had come after {statistics.median(came):.2f} s"
    )
    if (busy := os.getloadavg()[0]) > 1:
        print(f"the machine did other work beside (load {busy:.1f}), which makes the paint later than it is")
    missed = [what for what, is_over in (("weight", weight > MOST_BYTES), ("paint", paint > MOST_SECONDS)) if is_over]
    if missed:
        print(f"OVER THE LIMIT: {', '.join(missed)}")
    return 1 if missed and given.limits else 0


if __name__ == "__main__":
    raise SystemExit(main())
