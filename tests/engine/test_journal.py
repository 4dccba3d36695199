"""The journal: nothing lost, nothing doubled, nothing written over."""

import json
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from lexicon_table import LEXICON, open_table

from engine.errors import BadRecord, Conflict, DiskFull, JournalFailed
from engine.events import Dealt, Doubted, Moved, Ruled
from engine.journal import SqliteJournal
from engine.journal_file import exported as exported_file
from engine.journal_postgres import PostgresJournal
from engine.replay import fold

AT = "2026-01-02T03:04:05+00:00"
ROOT = Path(__file__).parent.parent.parent


def opened(path, boot="boot-1"):
    return SqliteJournal(path, now=lambda: AT, boot=boot)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "a folder" / "table.journal"


@pytest.fixture
def file_journal(path):
    with opened(path) as journal:
        yield journal


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def journal(request):
    """What holds for every journal is tried with each."""
    if request.param == "SQLite":
        yield request.getfixturevalue("file_journal")
        return
    url = request.getfixturevalue("postgres_url")
    with PostgresJournal(url, now=lambda: AT, boot="boot-1") as journal:
        yield journal


def dealt(number, t=0.0):
    return Dealt(t=t, seat="N", number=number)


def played_out():
    """A few turns with a challenge, a take-back and an undo, as events."""
    table = open_table(dealer="W")
    table.compose("HAT", "WIERD")
    table.challenge("S")
    table.take_back()
    table.play("insert", "HAT", "THATCHED")
    from engine.commands import Undo

    table.do(Undo(t=table.now()))
    return table


def test_appended_events_are_numbered_from_one_without_gaps(journal):
    journal.append("t", [dealt(1), dealt(2)], 0)
    journal.append("t", [dealt(3)], 2)
    assert [(r.seq, r.event.number) for r in journal.read("t")] == [(1, 1), (2, 2), (3, 3)]


def test_what_append_gives_is_what_read_gives_later(path):
    event = Moved(t=1.23456, act="compose", seat="N", after="HAT", pictures=("a.jpg",))
    with opened(path) as journal:
        recorded = journal.append("t", [event], 0)
    with opened(path) as journal:
        assert journal.read("t") == recorded
    assert (recorded[0].at, recorded[0].boot, recorded[0].event.t) == (AT, "boot-1", 1.235)


def test_streams_are_numbered_apart(journal):
    journal.append("table-1", [dealt(1)], 0)
    journal.append("hub", [dealt(1), dealt(2)], 0)
    assert (journal.streams(), journal.last("hub"), journal.last("table-1")) == (("hub", "table-1"), 2, 1)


def test_reading_can_begin_after_a_number(journal):
    journal.append("t", [dealt(n) for n in range(1, 6)], 0)
    assert [r.seq for r in journal.read("t", after=3)] == [4, 5]


def test_an_append_that_expects_another_number_is_a_conflict_and_keeps_nothing(journal):
    journal.append("t", [dealt(1)], 0)
    with pytest.raises(Conflict, match="ends at number 1"):
        journal.append("t", [dealt(2), dealt(3)], 0)
    assert journal.last("t") == 1


def test_two_journals_on_one_file_cannot_append_the_same_number(path, file_journal):
    with opened(path) as other:
        other.append("t", [dealt(1)], 0)
        with pytest.raises(Conflict):
            file_journal.append("t", [dealt(1)], 0)


def test_many_threads_leave_no_gap(journal):
    def append():
        for _ in range(10):
            while True:
                try:
                    journal.append("t", [dealt(1)], journal.last("t"))
                    break
                except Conflict:
                    continue

    threads = [threading.Thread(target=append) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [r.seq for r in journal.read("t")] == list(range(1, 41))


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {1, 2}, "\ud800"])
def test_an_event_that_cannot_be_written_is_refused_whole(journal, value):
    with pytest.raises(BadRecord):
        journal.append("t", [dealt(1), Doubted(t=0.0, about="x", reading={"value": value})], 0)
    assert journal.last("t") == 0


def test_what_was_recorded_can_be_neither_changed_nor_deleted(path, file_journal):
    file_journal.append("t", [dealt(1)], 0)
    with sqlite3.connect(path) as db:
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            db.execute("UPDATE events SET at = 'never'")
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            db.execute("DELETE FROM events")
    db.close()


def test_the_file_is_written_ahead_and_synced_in_full(file_journal):
    assert file_journal._db.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    assert file_journal._db.execute("PRAGMA synchronous").fetchone()[0] == 2


def test_the_clocks_note_is_the_one_saved_last(path):
    with opened(path) as journal:
        assert journal.last_checkpoint("t") is None
        journal.checkpoint("t", {"remaining": 300.0, "boot": "a"})
        journal.checkpoint("t", {"remaining": 295.0, "boot": "a"})
    with opened(path) as journal:
        assert journal.last_checkpoint("t") == {"remaining": 295.0, "boot": "a"}


def test_a_full_disk_is_said_clearly_and_nothing_is_half_appended(file_journal):
    file_journal.append("t", [dealt(1)], 0)
    pages = file_journal._db.execute("PRAGMA page_count").fetchone()[0]
    file_journal._db.execute(f"PRAGMA max_page_count = {pages}")
    long = [Ruled(t=0.0, seat="N", word="A" * 400, ruling="asked", verdict=None, why="w" * 400) for _ in range(50)]
    with pytest.raises(DiskFull, match="disk is full and nothing was appended"):
        file_journal.append("t", long, 1)
    file_journal._db.execute("PRAGMA max_page_count = 100000")
    file_journal.append("t", [dealt(2)], 1)
    assert [r.seq for r in file_journal.read("t")] == [1, 2]


@pytest.mark.parametrize(("free", "error"), [(0, DiskFull), (10**9, JournalFailed)])
def test_an_input_or_output_error_is_a_full_disk_only_where_no_room_is_left(path, monkeypatch, free, error):
    failed = sqlite3.OperationalError("disk I/O error")
    failed.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMSIZE
    monkeypatch.setattr("engine.journal_file.shutil.disk_usage", lambda _: shutil._ntuple_diskusage(10**9, 0, free))
    with opened(path) as journal, pytest.raises(error) as told, journal._failures():
        raise failed
    assert type(told.value) is error


def test_a_journal_of_a_newer_steward_is_refused_and_left_alone(path):
    opened(path).close()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(BadRecord, match="newer Steward"):
        opened(path)
    assert [p.name for p in path.parent.iterdir() if "damaged" in p.name] == []


def test_a_folder_in_the_journals_place_is_said_clearly(tmp_path):
    with pytest.raises(BadRecord, match="no journal: it is a folder"):
        opened(tmp_path)


def test_a_closed_journal_says_that_it_cannot_be_used(path):
    journal = opened(path)
    journal.close()
    journal.close()
    with pytest.raises(JournalFailed):
        journal.read("t")


def damaged_files(path):
    return sorted(p.name for p in path.parent.iterdir() if re.search(r"\.damaged-[0-9T-]+", p.name))


def another_programs(path):
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE songs (title TEXT)")
        db.execute("PRAGMA user_version = 1")
    db.close()


def another_programs_events(path):
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE events (day TEXT, title TEXT)")
    db.close()


NO_JOURNALS = {
    "a picture": lambda path: path.write_bytes(b"\xff\xd8\xff\xe0\x00\x10JFIF" + bytes(5000)),
    "a text": lambda path: path.write_text("dear diary\n" * 500),
    "a database": another_programs,
    "a database with events": another_programs_events,
}


@pytest.mark.parametrize("make", NO_JOURNALS.values(), ids=NO_JOURNALS)
def test_a_file_that_never_was_a_journal_is_refused_and_left_as_it_is(tmp_path, make):
    path = tmp_path / "mine"
    make(path)
    before = path.read_bytes()
    with pytest.raises(BadRecord, match="is no journal"):
        opened(path)
    with pytest.raises(BadRecord, match="is no journal"):
        list(exported_file(path))
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


DAMAGES = {
    "noise behind its header": b"SQLite format 3\0" + random.Random(2).randbytes(5000),
    "zeros after a power cut": bytes(5000),
}


@pytest.mark.parametrize("data", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_file_is_moved_aside_under_a_name_that_says_so(path, data):
    path.parent.mkdir()
    path.write_bytes(data)
    with opened(path) as journal:
        assert journal.last("t") == 0
        assert "damaged" in (journal.notice or "")
        journal.append("t", [dealt(1)], 0)
    assert damaged_files(path) == ["table.journal.damaged-2026-01-02T03-04-05-00-00"]


def test_a_damaged_file_behind_a_link_is_itself_moved_aside(path, tmp_path):
    path.parent.mkdir()
    path.write_bytes(bytes(5000))
    (tmp_path / "link").symlink_to(path)
    opened(tmp_path / "link").close()
    assert len(damaged_files(path)) == 1
    assert (tmp_path / "link").is_symlink()


def test_a_second_damage_in_the_same_second_gets_a_name_of_its_own(path):
    path.parent.mkdir()
    for _ in range(2):
        path.write_bytes(bytes(5000))
        opened(path).close()
        path.with_name(path.name + "-wal").unlink(missing_ok=True)
    assert len(damaged_files(path)) == 2


@pytest.mark.parametrize("part", [0.3, 0.5, 0.7, 0.9])
def test_of_a_truncated_file_what_can_be_read_is_kept_without_gaps(path, part):
    with opened(path) as journal:
        for number in range(1, 400):
            journal.append("t", [dealt(number)], number - 1)
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * part)])
    with opened(path) as journal:
        assert journal.notice is not None
        kept = [r.event.number for r in journal.read("t")]
        assert kept == list(range(1, len(kept) + 1))
        assert len(kept) > 399 * (part - 0.3)
        journal.append("t", [dealt(1)], len(kept))
    assert damaged_files(path) != []


def test_a_page_overwritten_with_noise_loses_only_what_lies_behind_it(path):
    with opened(path) as journal:
        journal.append("t", [dealt(number) for number in range(1, 2000)], 0)
    data = bytearray(path.read_bytes())
    place = len(data) // 2 // 4096 * 4096
    data[place : place + 4096] = random.Random(1).randbytes(4096)
    path.write_bytes(bytes(data))
    with opened(path) as journal:
        assert journal.notice is not None
        kept = [r.event.number for r in journal.read("t")]
    assert kept == list(range(1, len(kept) + 1))
    assert len(kept) > 100


def test_an_export_imports_again_to_the_same_state(path, tmp_path):
    table = played_out()
    with opened(path) as journal:
        journal.append("t", [r.event for r in table.history], 0)
        lines = list(journal.export_lines())
        original = journal.read("t")
    with opened(tmp_path / "copy.journal", boot="another") as copy:
        imported = copy.import_lines(lines)
        assert (imported.added, imported.known, imported.problem) == (len(lines), 0, None)
        assert copy.read("t") == original
        assert fold(LEXICON, copy.read("t")) == fold(LEXICON, original) == table.state


def test_an_exported_line_names_stream_number_time_boot_and_event(journal):
    journal.append("t", [dealt(1)], 0)
    (line,) = journal.export_lines("t")
    assert json.loads(line) == {
        "stream": "t",
        "seq": 1,
        "at": AT,
        "boot": "boot-1",
        "event": {"type": "deal", "t": 0.0, "seat": "N", "number": 1, "exposed": None},
    }


def test_a_journal_is_exported_while_it_is_written(path, file_journal):
    file_journal.append("t", [dealt(1)], 0)
    assert list(exported_file(path)) == list(file_journal.export_lines())
    file_journal.append("t", [dealt(2)], 1)
    assert file_journal.last("t") == 2


def test_a_closed_journal_is_exported_without_a_trace(path):
    with opened(path) as journal:
        journal.append("b", [dealt(1)], 0)
        journal.append("a", [dealt(2)], 0)
        lines = list(journal.export_lines())
    before = path.read_bytes()
    path.chmod(0o400)
    assert list(exported_file(path)) == lines
    assert list(exported_file(path, "b")) == lines[1:]
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("part", [0.0, 0.3, 0.7])
def test_a_truncated_journal_is_not_exported_and_left_as_it_is(path, part):
    with opened(path) as journal:
        journal.append("t", [dealt(number) for number in range(1, 400)], 0)
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * part)])
    with pytest.raises(BadRecord, match="is no journal"):
        list(exported_file(path))
    assert path.read_bytes() == whole[: int(len(whole) * part)]
    assert list(path.parent.iterdir()) == [path]


def test_an_event_that_is_no_longer_json_is_named(path):
    with opened(path) as journal:
        journal.append("t", [dealt(1), dealt(2)], 0)
    path.write_bytes(path.read_bytes().replace(b'"number": 2', b'"number": ]'))
    with pytest.raises(BadRecord, match="number 2 of t cannot be understood"):
        list(exported_file(path))


def exported(journal, count=5):
    journal.append("t", [dealt(n) for n in range(1, count + 1)], 0)
    return list(journal.export_lines())


def test_importing_the_same_lines_twice_doubles_nothing(journal):
    imported = journal.import_lines(exported(journal))
    assert (imported.added, imported.known, journal.last("t")) == (0, 5, 5)


def test_an_import_with_a_gap_is_refused_whole(journal, tmp_path):
    lines = exported(journal)
    with opened(tmp_path / "copy") as copy:
        with pytest.raises(BadRecord, match="line 3: t goes from number 2 to 4"):
            copy.import_lines(lines[:2] + lines[3:])
        assert copy.last("t") == 0


def test_an_import_of_another_event_under_a_number_is_refused(journal):
    lines = exported(journal)
    with pytest.raises(BadRecord, match="line 1: number 2 of t is already another event"):
        journal.import_lines([lines[1].replace('"number": 2', '"number": 7')])


def test_an_import_of_an_unknown_event_is_refused_by_its_line(journal, tmp_path):
    lines = exported(journal)
    with opened(tmp_path / "copy") as copy, pytest.raises(BadRecord, match="line 2: no event is called 'teleported'"):
        copy.import_lines([lines[0], lines[1].replace('"deal"', '"teleported"')])


@pytest.mark.parametrize(
    ("old", "new"),
    [('"seat": "N"', '"seat": 5'), ('"number": 2', '"number": "two"'), (', "number": 2', ""), ('"seat"', '"chair"')],
)
def test_an_import_of_an_event_with_a_wrong_field_is_refused_by_its_line(journal, tmp_path, old, new):
    lines = exported(journal)
    with opened(tmp_path / "copy") as copy, pytest.raises(BadRecord, match="line 2"):
        copy.import_lines([lines[0], lines[1].replace(old, new)])


@pytest.mark.parametrize("tail", ['{"stream": "t", "se', "", "\x00\x00", b"\xff\xfe", "[1, 2]", '{"stream": "t"}'])
def test_a_corrupted_tail_is_reported_by_its_line_and_what_precedes_it_is_kept(journal, tmp_path, tail):
    lines = exported(journal)
    with opened(tmp_path / "copy") as copy:
        imported = copy.import_lines([*lines[:3], tail])
        assert imported.added == 3
        assert copy.last("t") == 3
        assert imported.problem_line == (4 if tail else None)


@pytest.mark.parametrize("seq", ["0", "-1", "true", "1.5", '"1"', "1e400", "NaN"])
def test_a_line_whose_number_is_none_ends_the_import(journal, tmp_path, seq):
    lines = exported(journal)
    with opened(tmp_path / "copy") as copy:
        assert copy.import_lines([lines[0].replace('"seq": 1', f'"seq": {seq}')]).problem_line == 1


APPENDER = """
import sys
from engine.events import Dealt
from engine.journal import SqliteJournal
from engine.journal_file import exported as exported_file
from engine.journal_postgres import PostgresJournal

journal = SqliteJournal(sys.argv[1], now=lambda: "now", boot="b")
number = journal.last("t")
print("ready", flush=True)
while True:
    number += 2
    journal.append("t", [Dealt(t=0.0, seat="N", number=number - 1), Dealt(t=0.0, seat="N", number=number)], number - 2)
    print(number, flush=True)
"""


LOOKER = "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); db.execute('SELECT * FROM events'); db.close()"
SHOW = """
import sys
from pathlib import Path
from engine.journal_file import exported
print(*exported(Path(sys.argv[1])), sep="\\n")
"""
STARTED_AGAIN = "import sys; from pathlib import Path; from pi.books import journal_at; journal_at(Path(sys.argv[1]))"


@pytest.mark.parametrize("look", [LOOKER, STARTED_AGAIN], ids=["another program", "a second Steward"])
def test_what_is_appended_after_another_program_looked_in_is_kept(path, look):
    """A hub opens its journal twice. If its second look dropped the lock of the first, whoever opens and closes the
    file besides would delete the log that the hub is still writing to, and all that comes later with it."""
    with opened(path) as first, opened(path) as second:
        first.append("drive", [Dealt(t=1.0, seat="N", number=1)], expected=0)
        subprocess.run([sys.executable, "-c", look, str(path)], cwd=ROOT, check=True, timeout=60)
        second.append("drive", [Dealt(t=2.0, seat="N", number=2)], expected=1)
        told = subprocess.run(
            [sys.executable, "-c", SHOW, str(path)], cwd=ROOT, check=True, timeout=60, capture_output=True, text=True
        )
        assert [json.loads(line)["seq"] for line in told.stdout.splitlines()] == [1, 2]


def test_a_journal_is_looked_at_again_once_it_is_closed(path):
    with opened(path):
        pass
    path.write_bytes(b"a letter to somebody")
    with pytest.raises(BadRecord):
        opened(path)


def test_killed_at_any_moment_the_journal_has_everything_that_was_appended(path):
    wait = random.Random(7)
    for _ in range(6):
        process = subprocess.Popen(
            [sys.executable, "-c", APPENDER, str(path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(wait.uniform(0.0, 0.15))  # the moment of the kill, not a wait for something to happen
        process.send_signal(signal.SIGKILL)
        told = [int(line) for line in process.stdout.read().split()]
        process.stdout.close()
        process.wait()
        with opened(path) as journal:
            numbers = [r.event.number for r in journal.read("t")]
            assert journal.notice is None
            assert numbers == list(range(1, len(numbers) + 1))
            assert len(numbers) % 2 == 0
            assert len(numbers) >= max(told, default=0)


def test_the_journal_of_a_database_is_append_only_too(postgres_url):
    import psycopg

    with PostgresJournal(postgres_url) as journal:
        journal.append("t", [dealt(1)], 0)
    with psycopg.connect(postgres_url) as db:
        for statement in ("UPDATE steward_events SET at = 'never'", "DELETE FROM steward_events"):
            with pytest.raises(psycopg.errors.RaiseException, match="append-only"), db.transaction():
                db.execute(statement)
    db.close()


def test_two_hubs_on_one_database_cannot_append_the_same_number(postgres_url):
    with PostgresJournal(postgres_url) as one, PostgresJournal(postgres_url) as two:
        one.append("t", [dealt(1)], 0)
        with pytest.raises(Conflict, match="ends at number 1"):
            two.append("t", [dealt(1)], 0)


def test_a_database_that_cannot_be_reached_is_said_without_its_password():
    with pytest.raises(
        JournalFailed, match=r"postgresql://127\.0\.0\.1:1/drive: the journal could not be used"
    ) as caught:
        PostgresJournal("postgresql://hub:secret@127.0.0.1:1/drive")
    assert "secret" not in str(caught.value)


def test_a_lost_connection_to_the_database_is_made_again(postgres_url):
    import psycopg

    with PostgresJournal(postgres_url) as journal:
        journal.append("t", [dealt(1)], 0)
        with psycopg.connect(postgres_url, autocommit=True) as db:
            db.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'steward'")
        db.close()
        with pytest.raises(JournalFailed):
            journal.append("t", [dealt(2)], 1)
        journal.append("t", [dealt(2)], 1)
        assert [r.seq for r in journal.read("t")] == [1, 2]
