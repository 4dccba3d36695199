"""Takes the README's picture of the table's page: the recorded drive deal is played, and a ruling caught on the screen.

``make picture`` runs it; it writes ``tests/data/table.webp``.
"""

from __future__ import annotations

import contextlib
import io
import shutil
import sys
import tempfile
import time
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from pi.demo import Stage
from pi.machine import app_for
from pi.places import DEMOS
from pi.serving import Server

OUT = Path(__file__).parents[1] / "data" / "table.webp"
PORT = 8791
LARGEST = 150_000
WORDS = 3
"""The picture is taken at the first ruling after so many words lie on the table."""


def main() -> int:
    """Plays, looks and writes; gives 1 when there was nothing to be seen in five minutes."""
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        stage = stack.enter_context(Stage(Path(folder)))
        chromium = stack.enter_context(sync_playwright()).chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        server = stack.enter_context(Server(app_for(stage), "127.0.0.1", PORT))
        stage.play([next(iter(DEMOS))])
        page = chromium.new_page(
            viewport={"width": 1024, "height": 600}, device_scale_factor=1.5, reduced_motion="reduce"
        )
        page.goto(server.url)
        until = time.monotonic() + 300
        while len(stage.state().words) < WORDS or not page.locator(".band").count():
            if time.monotonic() > until:
                return 1
            page.wait_for_timeout(100)
        page.wait_for_timeout(300)
        shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        chromium.close()
    for quality in (85, 75, 65, 50):
        shot.save(OUT, "WEBP", quality=quality, method=6)
        if OUT.stat().st_size <= LARGEST:
            break
    print(f"{OUT}: {OUT.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
