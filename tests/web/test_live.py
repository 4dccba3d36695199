"""The live stream: what a page is told, when, and how many may listen."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from asking import HandClock
from fake_table import FakeTable
from flask import Flask
from flask.testing import FlaskClient

from engine import events as e
from engine.errors import Missing
from web import create_app
from web.live import REGIONS, Board, Viewer
from web.site import Site
from web.stream import seq_of, stream


@pytest.fixture
def board(app: Flask) -> Board:
    """The table's board."""
    site: Site = app.extensions["steward"]
    return site.board


def listening(board: Board, last: int | None = None, **more: Any) -> Iterator[tuple[str | None, str, dict[str, Any]]]:
    """Yields the stream's messages as (id, name, data), without ever resting."""
    more.setdefault("heartbeat", 0.0)
    for packet in stream(board, Viewer("en", True), last, rest=lambda seconds: None, **more):
        fields = dict(line.split(": ", 1) for line in packet.decode().strip().split("\n"))
        if "data" in fields:
            yield fields.get("id"), fields["event"], json.loads(fields["data"])


def test_a_new_page_is_told_the_whole_table_and_no_past_events(board: Board) -> None:
    mark, name, data = next(listening(board))
    assert name == "table"
    assert set(data["regions"]) == set(REGIONS)
    assert data["events"] == []
    assert (data["now"], data["speed"], data["frame_age"]) == (120.0, 1.0, 0.4)
    assert mark == f"{data['version']}-6"


def test_only_what_changed_is_told(table: FakeTable, board: Board) -> None:
    messages = listening(board)
    next(messages)
    table.add(e.Moved(t=121.0, act="compose", seat="N", after="LATE"), turn="E")
    mark, name, data = next(messages)
    assert name == "table"
    assert "turn" in data["regions"]
    assert "Gus" in data["regions"]["turn"]
    assert "watch" not in data["regions"]
    assert [event["seq"] for event in data["events"]] == [7]
    assert mark is not None
    assert mark.endswith("-7")


def test_a_quiet_table_beats_with_time_and_age(table: FakeTable, board: Board) -> None:
    messages = listening(board)
    next(messages)
    table.time = 126.5
    assert next(messages) == (None, "beat", {"now": 126.5, "speed": 1.0, "frame_age": 0.4})


def test_a_page_that_comes_back_hears_what_it_missed(table: FakeTable, board: Board) -> None:
    table.add(e.Warned(t=360.0, remaining=60.0), e.BellRang(t=420.0))
    _, _, data = next(listening(board, last=6))
    assert data["events"] == [
        {"seq": 7, "type": "warning", "t": 360.0, "remaining": 60.0},
        {"seq": 8, "type": "bell", "t": 420.0},
    ]


def test_a_page_from_before_another_game_is_not_told_that_game_as_news(board: Board) -> None:
    _, _, data = next(listening(board, last=900))
    assert data["events"] == []
    assert data["seq"] == 6


def test_events_are_told_without_verdicts_or_readings(table: FakeTable, board: Board) -> None:
    table.add(
        e.Doubted(t=121.0, about="unclear card", detail="O", reading={"cards": []}),
        e.Ruled(t=122.0, seat="E", word="OSLO", ruling="upheld", verdict="not allowed"),
    )
    _, _, data = next(listening(board, last=6))
    assert data["events"] == [
        {"seq": 7, "type": "doubt", "t": 121.0},
        {"seq": 8, "type": "ruling", "t": 122.0, "ruling": "upheld"},
    ]


def test_a_new_frame_names_the_new_picture_and_draws_nothing_anew(table: FakeTable, board: Board) -> None:
    messages = listening(board)
    _, _, first = next(messages)
    table.pictures[None] = b"another"
    table.changed()
    _, _, data = next(messages)
    assert data["regions"] == {}
    assert data["picture"] != first["picture"]


def test_viewers_of_one_kind_are_drawn_one_page(board: Board) -> None:
    assert board.drawn(2, Viewer("en", True)) is board.drawn(2, Viewer("en", True))
    assert board.drawn(2, Viewer("en")).regions["acts"] != board.drawn(2, Viewer("en", True)).regions["acts"]


def test_a_stream_ends_by_itself_after_its_life(board: Board) -> None:
    clock = HandClock()
    messages = listening(board, clock=clock, life=900.0)
    next(messages)
    clock.now += 901.0
    assert list(messages) == []


def test_a_table_that_is_closed_ends_its_streams(table: FakeTable, board: Board) -> None:
    def closed() -> Any:
        raise Missing("the table is closed")

    table.state = closed  # type: ignore[method-assign]
    assert list(listening(board)) == []


def test_a_waiting_page_is_told_at_once(table: FakeTable, board: Board) -> None:
    messages = listening(board, heartbeat=30.0)
    next(messages)
    threading.Timer(0.05, lambda: table.add(e.BellRang(t=420.0))).start()
    _, _, data = next(messages)
    assert [event["type"] for event in data["events"]] == ["bell"]


@pytest.mark.parametrize(
    ("mark", "seq"),
    [("12-7", 7), (None, None), ("", None), ("7", None), ("a-b", None), ("1-" + "9" * 40, None), ("-3", None)]
)  # fmt: skip
def test_the_id_that_comes_back_is_read(mark: str | None, seq: int | None) -> None:
    assert seq_of(mark) == seq


def test_viewers_beyond_the_places_are_asked_to_come_again(table: FakeTable) -> None:
    client = create_app(table, viewers=2).test_client()
    seated = [client.get("/events") for _ in range(2)]
    refused = client.get("/events", headers={"Accept": "application/json"})
    assert refused.status_code == 503
    assert refused.headers["Retry-After"] == "10"
    assert client.get("/").status_code == 200
    seated[0].close()
    again = client.get("/events")
    assert again.status_code == 200
    again.close()
    seated[1].close()
    assert client.get("/health").json["viewers"] == 0  # type: ignore[index]


def test_asking_for_the_streams_head_takes_no_place(client: FlaskClient) -> None:
    client.head("/events").close()
    assert client.get("/health").json["viewers"] == 0  # type: ignore[index]


def test_a_page_without_a_place_gets_the_same_as_json(client: FlaskClient) -> None:
    data = client.get("/api/live?after=1-4").json
    assert data is not None
    assert [event["seq"] for event in data["events"]] == [5, 6]
    assert set(data["regions"]) == set(REGIONS)


def test_the_table_is_given_as_json(client: FlaskClient) -> None:
    data = client.get("/api/table").json
    assert data is not None
    assert data["view"] == {"phase": "play", "turn": "N"}
    assert data["status"]["watch"] == "steady"
    assert data["now"] == 120.0


def test_health_says_how_the_machine_does(client: FlaskClient) -> None:
    data = client.get("/health").json
    assert data is not None
    assert data["ok"] is True
    assert (data["phase"], data["clock"], data["watch"], data["camera"]) == ("play", "running", "steady", "recording")


def test_health_says_that_a_table_is_closed(table: FakeTable, client: FlaskClient) -> None:
    def closed() -> Any:
        raise Missing("the table is closed; start the Steward again")

    table.state = closed  # type: ignore[method-assign]
    answer = client.get("/health")
    assert answer.status_code == 503
    assert answer.json == {"ok": False, "error": "the table is closed; start the Steward again"}
