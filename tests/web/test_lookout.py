"""Of the many who wait for news one waits for all and draws for all; what all are told is made once."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from engine.errors import StewardError
from web.lookout import GROUP, Lookout
from web.stream import Drawn, Messages


class News:
    """Something that has a version, and who was drawn for at which one."""

    def __init__(self) -> None:
        self.version = 1
        self.drawn: list[tuple[int, str]] = []
        self.failing = False
        self._changed = threading.Condition()

    def wait(self, version: int, timeout: float) -> int:
        with self._changed:
            self._changed.wait_for(lambda: self.version > version or self.failing, timeout)
            if self.failing:
                raise StewardError("the table is being closed")
            return self.version

    def happen(self) -> None:
        with self._changed:
            self.version += 1
            self._changed.notify_all()

    def fail(self) -> None:
        with self._changed:
            self.failing = True
            self._changed.notify_all()

    def draw(self, version: int, viewer: str) -> None:
        self.drawn.append((version, viewer))


@pytest.fixture
def news() -> News:
    return News()


@pytest.fixture
def lookout(news: News) -> Lookout[str]:
    return Lookout(news.wait, news.draw)


def test_more_than_one_group_is_woken_whole(news: News, lookout: Lookout[str]) -> None:
    many = 3 * GROUP + 1
    with ThreadPoolExecutor(many) as threads:
        waiting = [threads.submit(lookout.wait, 1, 20.0) for _ in range(many)]
        time.sleep(0.1)
        news.happen()
        assert [one.result(10) for one in waiting] == [2] * many


def test_what_is_looked_at_is_drawn_before_anybody_is_woken(news: News, lookout: Lookout[str]) -> None:
    lookout.looked("hall", 1)
    lookout.looked("desk", 1)
    lookout.forget("desk")
    news.happen()
    assert lookout.wait(1, 5.0) == 2
    assert news.drawn == [(2, "hall")]


def test_nothing_new_in_the_time_gives_the_same_version(lookout: Lookout[str]) -> None:
    assert lookout.wait(1, 0.05) == 1


def test_a_table_that_is_closed_is_told_to_each_who_waits(news: News, lookout: Lookout[str]) -> None:
    with ThreadPoolExecutor(3) as threads:
        waiting = [threads.submit(lookout.wait, 1, 20.0) for _ in range(3)]
        time.sleep(0.05)
        news.fail()
        for one in waiting:
            with pytest.raises(StewardError, match="being closed"):
                one.result(10)


class Board:
    """Two regions and two events; ``asked`` is how often its news were worked out."""

    asked = 0

    def news(self, drawn: Drawn, sent: Mapping[str, str], after: int) -> dict[str, Any]:
        self.asked += 1
        regions = {name: html for name, html in drawn.regions.items() if sent.get(name) != html}
        return {"regions": regions, "events": [{"seq": seq} for seq in (1, 2) if seq > after]}


BEFORE = Drawn(1, 1, {"clock": "7:00", "words": "CAT"}, "", "")
NOW = Drawn(2, 2, {"clock": "6:59", "words": "CAT"}, "", "")


def test_who_is_told_the_same_is_given_the_same_message() -> None:
    board = Board()
    messages = Messages(board)
    assert messages.message(NOW, BEFORE, 1) is messages.message(NOW, BEFORE, 1)
    assert board.asked == 1


@pytest.mark.parametrize(
    ("before", "told", "text"),
    [
        (None, None, '{"regions":{"clock":"6:59","words":"CAT"},"events":[]}'),
        (None, 0, '{"regions":{"clock":"6:59","words":"CAT"},"events":[{"seq":1},{"seq":2}]}'),
        (BEFORE, 1, '{"regions":{"clock":"6:59"},"events":[{"seq":2}]}'),
        (NOW, 2, '{"regions":{},"events":[]}'),
    ],
)
def test_each_is_told_what_he_has_not(before: Drawn | None, told: int | None, text: str) -> None:
    found = Messages(Board()).message(NOW, before, told)
    assert (found.text, found.told, found.empty) == (text, 2, before is NOW)


def test_a_page_drawn_anew_with_the_same_version_is_another_page() -> None:
    messages, again = Messages(Board()), Drawn(2, 2, {"clock": "6:58"}, "", "")
    assert messages.message(NOW, BEFORE, 1).text != messages.message(again, BEFORE, 1).text
