"""Tables and hub over a real broker: what is recorded at one end is at the other, whatever happens between them."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from linked_hall import EVENT, LOCAL, Hall, Table, until

from engine.events import Dealt
from engine.journal import SqliteJournal
from engine.link.messages import Lines, encode
from engine.link.side import Role
from pi.link.access import HUB, JOIN, topic, user_of
from pi.link.broker import Broker, free_port, program
from pi.link.post import Address, Post

pytestmark = pytest.mark.skipif(program() is None, reason="Mosquitto is not installed")

DEVICES = ("t1", "t2", "t3")


@pytest.fixture
def hall(tmp_path):
    hall = Hall(tmp_path, DEVICES)
    yield hall
    hall.close()


def played(hall, each=3):
    hall.call(each)
    for table in hall.tables.values():
        table.record(each)


def test_what_tables_and_hub_record_is_soon_at_the_other_end(hall):
    played(hall)
    assert until(hall.equal)
    assert hall.journal.last("drive") == 3
    assert {hall.copies.last(table.link.stream) for table in hall.tables.values()} == {3}
    assert until(lambda: [one.behind for one in hall.hub.tables().values()] == [0, 0, 0])
    assert [one.here for one in hall.hub.tables().values()] == [True, True, True]


def test_a_broker_killed_and_its_store_deleted_loses_nothing(hall):
    played(hall)
    assert until(hall.equal)
    os.kill(hall.broker.pid, signal.SIGKILL)
    shutil.rmtree(hall.broker.folder / "store", ignore_errors=True)
    (hall.broker.folder / "store").mkdir(mode=0o700)
    played(hall)
    assert until(hall.equal, 30)
    assert hall.journal.last("drive") == 6


def test_a_hub_that_was_away_catches_up_and_is_caught_up_with(hall):
    played(hall)
    hall.hub_ends()
    for table in hall.tables.values():
        table.record(5)
    hall.hub_starts()
    hall.call(2)
    assert until(hall.equal, 30)
    assert hall.journal.last("drive") == 5


def test_a_hub_that_lost_its_copies_gets_them_again(hall):
    played(hall)
    assert until(hall.equal)
    hall.hub_ends()
    for file in hall.folder.glob("hub.tables*"):
        file.unlink()
    hall.hub_starts()
    assert until(hall.equal, 30)
    assert {hall.copies.last(table.link.stream) for table in hall.tables.values()} == {3}


def test_a_table_that_is_cut_off_plays_on_and_catches_up(hall):
    played(hall)
    assert until(hall.equal)
    hall.proxies["t2"].cut()
    played(hall, 10)
    assert until(lambda: hall.hub.tables()["t1"].behind == 0)
    assert hall.copies.last(hall.tables["t2"].link.stream) == 3
    hall.proxies["t2"].mend()
    assert until(hall.equal, 30)


def test_a_table_that_lost_its_store_takes_it_back_from_the_hub(hall):
    played(hall, 4)
    assert until(hall.equal)
    name = hall.tables["t1"].link.stream.split("/")[2]
    before = hall.tables["t1"].journal.lines("table")
    hall.table_goes("t1")
    for file in hall.folder.glob("t1.*"):
        file.unlink()
    with SqliteJournal(hall.folder / "t1.journal", boot="boot-t1") as journal:
        journal.checkpoint("link", {"name": name})
    table = hall.table_comes("t1", role=Role.RESTORES)
    assert table.link.wait_until_written(20)
    assert table.journal.lines("table") == before
    table.record(2)
    assert until(hall.equal)


def test_a_hub_that_lost_the_drive_takes_it_back_from_a_table(hall):
    played(hall, 4)
    assert until(hall.equal)
    before = hall.journal.lines("drive")
    hall.hub_ends()
    for file in hall.folder.glob("hub.journal*"):
        file.unlink()
    hall.hub_starts(role=Role.RESTORES)
    assert until(lambda: hall.journal.last("drive") == 4)
    assert hall.journal.lines("drive") == before
    assert until(lambda: hall.hub.exchange.role(hall.hub.stream) is Role.WRITES)
    hall.call()
    assert until(hall.equal)


def test_a_new_journal_of_a_table_is_kept_beside_the_old_one(hall):
    played(hall)
    assert until(hall.equal)
    old = hall.tables["t1"].link.stream
    hall.table_goes("t1")
    for file in hall.folder.glob("t1.*"):
        file.unlink()
    table = hall.table_comes("t1")
    table.record()
    assert until(hall.equal)
    assert (hall.copies.last(old), hall.copies.last(table.link.stream)) == (3, 1)
    assert hall.hub.current("t1") == table.link.stream


def test_another_journal_under_the_same_name_is_refused_and_both_are_left_as_they_are(hall):
    played(hall)
    assert until(hall.equal)
    stream = hall.tables["t1"].link.stream
    hall.table_goes("t1")
    for file in hall.folder.glob("t1.*"):
        file.unlink()
    with SqliteJournal(hall.folder / "t1.journal", boot="boot-another") as journal:
        journal.checkpoint("link", {"name": stream.split("/")[2]})
        journal.append("table", [Dealt(t=9.0, seat="S", number=number) for number in range(5)], 0)
    hall.table_comes("t1")
    assert until(
        lambda: "differ" in hall.hub.tables()["t1"].clash or "differ" in str(hall.tables["t1"].link.exchange.clashes())
    )
    assert hall.copies.last(stream) == 3
    assert hall.tables["t1"].journal.last("table") == 5


def test_a_full_disk_at_the_hub_loses_nothing(hall):
    played(hall)
    assert until(hall.equal)
    pages = hall.copies._db.execute("PRAGMA page_count").fetchone()[0]
    hall.copies._db.execute(f"PRAGMA max_page_count = {pages}")
    for table in hall.tables.values():
        table.record(200)
    assert until(lambda: "disk is full" in hall.hub.exchange.trouble)
    hall.copies._db.execute("PRAGMA max_page_count = 1000000")
    assert until(hall.equal, 40)


def heard_by(hall, user, password, topics, name=""):
    got = []
    post = Post(
        Address(LOCAL, hall.port), user, password, topics,
        lambda name, data: got.append((name, data)), lambda up, why: None, name=name,
    )  # fmt: skip
    return post, got


def test_nobody_without_credentials_is_let_in(hall):
    told = []
    for user, password in (("", ""), (user_of(EVENT, "t1"), "wrong"), (user_of(EVENT, "t9"), "password of t9")):
        post = Post(Address(LOCAL, hall.port), user, password, ("#",), print, lambda up, why: told.append((up, why)))
        assert not post.wait(1.5)
        assert not post.send(topic(EVENT, "up", "t1"), b"{}")
        post.close()
    assert {up for up, _ in told} == {False}


OTHERS_TOPICS = [("up", "t1"), ("down", "t1"), ("all",), ("joined", "x")]


@pytest.mark.parametrize("who", ["t2", JOIN])
@pytest.mark.parametrize("parts", OTHERS_TOPICS, ids="-".join)
def test_a_table_can_neither_write_as_another_nor_as_the_hub(hall, who, parts):
    """Nor can one who only knows the join code: so neither can start the bell."""
    listener, got = heard_by(hall, user_of(EVENT, HUB), f"password of {HUB}", (topic(EVENT, "#"),))
    post, _ = heard_by(hall, user_of(EVENT, who), f"password of {who}", (topic(EVENT, "all"),))
    assert listener.wait(5)
    forged = encode(Lines(f"drive/{EVENT}", 0, "", ()))
    assert post.wait(5)
    post.send(topic(EVENT, *parts), forged)
    own = topic(EVENT, "join", "x") if who == JOIN else topic(EVENT, "up", who)
    post.send(own, b"mine")
    assert until(lambda: (own, b"mine") in got)  # what was sent before it would have come before it
    assert (topic(EVENT, *parts), forged) not in got
    post.close()
    listener.close()


def test_a_table_reads_neither_another_table_nor_another_event(hall):
    other = "autumn"
    from pi.link.access import Account, hashed

    hall.broker.admit([*hall.accounts, *(Account(other, name, hashed(name)) for name in (HUB, "t1"))])
    time.sleep(0.5)
    spy, got = heard_by(
        hall, user_of(other, "t1"), "t1", ("#", topic(EVENT, "#"), topic(EVENT, "all"), topic(EVENT, "up", "+"))
    )
    near, near_got = heard_by(hall, user_of(EVENT, "t2"), "password of t2", ("#", topic(EVENT, "down", "+")))
    assert spy.wait(5)
    assert near.wait(5)
    played(hall)
    assert until(hall.equal)
    time.sleep(0.3)
    assert got == []
    assert {name for name, _ in near_got} <= {topic(EVENT, "down", "t2"), topic(EVENT, "all")}
    spy.close()
    near.close()


def test_who_knows_the_join_code_cannot_listen_to_what_another_is_given(hall):
    """What a table is given holds its password; the answer is read under the asker's own name only."""
    asker, told = heard_by(hall, user_of(EVENT, JOIN), f"password of {JOIN}", (topic(EVENT, "joined", "own"),), "own")
    spy, got = heard_by(
        hall, user_of(EVENT, JOIN), f"password of {JOIN}", ("#", topic(EVENT, "joined", "+")), "somebody"
    )
    assert asker.wait(5)
    assert spy.wait(5)
    hall.hub.answer("own", b"the password")
    assert until(lambda: told == [(topic(EVENT, "joined", "own"), b"the password")])
    time.sleep(0.3)
    assert got == []
    asker.close()
    spy.close()


def test_a_table_that_speaks_of_another_tables_journal_is_not_heeded(hall):
    played(hall)
    assert until(hall.equal)
    stream = hall.tables["t1"].link.stream
    forged = Lines(stream, 3, hall.hub.exchange.held(stream).digest(3), hall.hub.exchange.held(stream).batch(2))
    hall.tables["t2"].link.post.send(topic(EVENT, "up", "t2"), encode(forged))
    hall.tables["t2"].link.post.send(topic(EVENT, "up", "t2"), b"\x00 rubbish")
    played(hall, 1)
    assert until(hall.equal)
    assert hall.copies.last(stream) == 4


def test_tables_far_and_near_tell_the_hubs_time(hall):
    assert until(lambda: all(table.link.hub_time() for table in hall.tables.values()))
    for table in hall.tables.values():
        known = table.link.hub_time()
        now = time.monotonic()
        assert known.hub(now) == pytest.approx(now, abs=0.5)


def test_the_broker_of_a_hub_that_was_killed_gives_way_to_the_new_one(tmp_path):
    hall = Hall(tmp_path, ())
    old = hall.broker.pid
    hall.broker._closing.set()  # as a killed hub, it no longer looks after its broker
    with Broker(hall.broker.folder, hall.accounts, port=hall.port, bind=LOCAL) as new:
        assert new.pid != old
        assert until(lambda: hall.hub.post.up, 15)
    hall.close()


KILLED = """
import os, signal, sys
from pathlib import Path
from pi.link.broker import Broker
print(Broker(Path(sys.argv[1]), (), port=int(sys.argv[2]), bind="127.0.0.1").pid, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_the_broker_of_a_hub_that_is_killed_ends_with_it(tmp_path):
    asked = [sys.executable, "-c", KILLED, str(tmp_path), str(free_port(LOCAL))]
    pid = int(subprocess.run(asked, capture_output=True, text=True, timeout=30).stdout)
    assert until(lambda: not Path(f"/proc/{pid}").exists() or "Z" in Path(f"/proc/{pid}/stat").read_text().split()[2])


def test_a_table_without_a_broker_records_as_ever(tmp_path):
    said = []
    table = Table(tmp_path, "t1", 1, shown=said.append)
    table.record(3)
    assert until(lambda: said != [])
    assert "does not answer" in said[0]
    assert table.journal.last("table") == 3
    table.close()
