"""Of the many who watch a drive one waits for all, and what they look at is drawn once, before they are woken."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from fake_drive import FakeDrive

from engine.drive import commands as c
from web import create_app
from web.drive.live import DriveBoard, Onlooker

HALL, HOME = Onlooker("hall", "en"), Onlooker("home", "en")


@pytest.fixture
def drive() -> FakeDrive:
    drive = FakeDrive()
    drive.create()
    return drive


@pytest.fixture
def board(drive: FakeDrive) -> DriveBoard:
    return create_app(None, drive=drive).extensions["steward"].drive_board


@pytest.fixture
def draws(board: DriveBoard, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Which page was drawn by which thread."""
    found: list[tuple[str, str]] = []
    draw: Callable[..., object] = board._draw

    def noted(version: int, viewer: Onlooker, kept: object) -> object:
        found.append((viewer.page, threading.current_thread().name))
        return draw(version, viewer, kept)

    monkeypatch.setattr(board, "_draw", noted)
    return found


def join(drive: FakeDrive, name: str) -> None:
    drive.act(c.Join(t=drive.time, players=(("", name),)))


def test_all_who_wait_are_woken_by_what_is_new_and_each_page_is_drawn_once(
    drive: FakeDrive, board: DriveBoard, draws: list[tuple[str, str]]
) -> None:
    before = board.wait(0, 0.0)
    for viewer in (HALL, HOME):
        board.drawn(before, viewer)
    draws.clear()
    with ThreadPoolExecutor(20) as threads:

        def watch(viewer: Onlooker) -> int:
            return board.drawn(board.wait(before, 10.0), viewer).version

        seen = [threads.submit(watch, (HALL, HOME)[number % 2]) for number in range(20)]
        join(drive, "Mia Moss")
        assert {one.result(10) for one in seen} == {drive.version()}
    assert sorted(page for page, _ in draws) == ["hall", "home"]


def test_when_the_time_of_him_who_waits_for_all_is_up_another_waits_on(drive: FakeDrive, board: DriveBoard) -> None:
    before = board.wait(0, 0.0)
    with ThreadPoolExecutor(3) as threads:
        first = threads.submit(board.wait, before, 0.1)
        others = [threads.submit(board.wait, before, 10.0) for _ in range(2)]
        assert first.result(5) == before
        join(drive, "Mia Moss")
        assert {one.result(5) for one in others} == {drive.version()}


def test_a_page_that_was_looked_at_once_is_not_drawn_for_ever(
    drive: FakeDrive, board: DriveBoard, draws: list[tuple[str, str]]
) -> None:
    version = board.wait(0, 0.0)
    board.drawn(version, HOME)
    for name in ("Mia Moss", "Noa North", "Oli Oak"):
        join(drive, name)
        version = board.wait(version, 5.0)
        board.drawn(version, HALL)
    assert [page for page, _ in draws].count("home") <= 2


def test_of_more_pages_than_are_kept_the_last_are_drawn_for_those_who_wait(
    drive: FakeDrive, board: DriveBoard, draws: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.drive.live.MOST_KEPT", 1)
    version = board.wait(0, 0.0)
    for viewer in (HALL, HOME):
        board.drawn(version, viewer)
    draws.clear()
    join(drive, "Mia Moss")
    board.wait(version, 5.0)
    assert [page for page, _ in draws] == ["home"]


def test_a_page_asked_for_right_after_an_act_shows_it(drive: FakeDrive) -> None:
    client = create_app(None, drive=drive).test_client()
    for name in ("Mia Moss", "Noa North"):
        join(drive, name)
        assert client.get("/drive/live?page=home").get_json()["version"] == drive.version()


def test_the_lines_of_the_standings_are_drawn_anew_only_where_they_change(
    drive: FakeDrive, board: DriveBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    drive.play()
    standings = Onlooker("standings", "en")
    before = board.drawn(drive.version(), standings).regions["all"]
    lines = board._row.cache_info().misses
    drive.act(c.Fine(t=drive.time, number=1, points=2, why="late"))
    after = board.drawn(drive.version(), standings).regions["all"]
    assert lines == 12
    assert 1 <= board._row.cache_info().misses - lines < 12
    assert before != after


def test_a_name_is_never_taken_for_a_part_of_the_page(drive: FakeDrive, board: DriveBoard) -> None:
    join(drive, "<b>Mia & co</b>")
    drawn = board.drawn(drive.version(), Onlooker("standings", "en")).regions["all"]
    assert "&lt;b&gt;Mia &amp; co&lt;/b&gt;" in drawn
    assert "<b>" not in drawn
