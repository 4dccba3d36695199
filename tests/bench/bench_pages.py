"""How heavy the table's page is and how soon a phone shows it: ``python tests/bench/bench_pages.py [--rounds 5]``.

Debian's Chromium asks for the page as a middling phone does: four times as slow as this machine, 1.6 Mbit/s, 150 ms
for every answer, nothing kept. Told are the bytes of page, style and scripts as they are sent (without the picture and
the live stream), and the time to the first contentful paint.
"""

from __future__ import annotations

import argparse
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
PAINTED = """() => new Promise(told => new PerformanceObserver(
  list => told(list.getEntriesByName('first-contentful-paint').map(one => one.startTime)[0])
).observe({type: 'paint', buffered: true}))"""


def look(browser: Browser, address: str) -> tuple[float, float]:
    """Opens the page on a new phone; gives its bytes and the seconds until something is painted."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, device_scale_factor=2)
    page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Network.emulateNetworkConditions", PHONE)
    wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(address, wait_until="load")
    found = float(page.evaluate(WEIGHED)), float(page.evaluate(PAINTED)) / 1000
    context.close()
    return found


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    with Serving(create_app(FakeTable(), viewers=8)) as pages, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        looks = [look(browser, f"http://127.0.0.1:{pages.port}/") for _ in range(rounds)]
        browser.close()
    weight, paint = max(bytes_ for bytes_, _ in looks), statistics.median(seconds for _, seconds in looks)
    print(f"the table's page: {weight / 1000:.0f} kB without the picture (at most {MOST_BYTES / 1000:.0f})")
    print(f"first paint on a phone: {paint:.2f} s, the middle of {rounds} (at most {MOST_SECONDS:g})")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
