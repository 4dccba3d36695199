"""A drive over a real broker: the hub calls the hands, the tables play them, and their cards come in."""

import contextlib
import os
import shutil
import signal

import pytest
from linked_hall import LOCAL, Proxy, until

from engine.commands import PauseClock, Press, ResumeClock, SeeBadges
from engine.drive import commands as c
from engine.drive.watch import misplaced
from engine.errors import BadSettings, Missing
from engine.games.lexicon import Lexicon
from engine.link.calls import place_of
from engine.rulings import StandIn
from pi.books import open_journal
from pi.drive.station import DriveStation
from pi.link.attending import Asked, admitted, attending
from pi.link.broker import program
from pi.link.finding import find
from pi.link.hosting import hosted
from pi.link.table import NAME
from pi.station import Station

pytestmark = pytest.mark.skipif(program() is None, reason="Mosquitto is not installed")

JUDGE = StandIn("no words in this test")


class Seat:
    """One table of the drive: its station and its link, through a proxy."""

    def __init__(self, folder, number, hall):
        self.path = folder / f"table{number}.journal"
        self.number = number
        self.proxy = Proxy(hall.hosting.where.port)
        self.asked = Asked(f"mqtt://{LOCAL}:{self.proxy.port}", hall.hosting.join_code, number)
        self.begin()

    def begin(self):
        self.stack = contextlib.ExitStack()
        given = admitted(self.asked, self.path)
        journal = self.stack.enter_context(open_journal(self.path))
        self.station = self.stack.enter_context(Station(journal, Lexicon(), JUDGE))
        self.link = self.stack.enter_context(attending(self.station, self.path, given))

    def end(self):
        self.stack.close()

    @property
    def state(self):
        return self.station.state()

    def count(self, totals):
        """The table goes to its totals at once, marks and initials them."""
        from engine.commands import AdjustClock, Initial, Mark

        now = self.station.now
        if self.state.phase == "play":
            self.station.submit(AdjustClock(t=now(), seconds=-86000.0))
            assert until(lambda: self.state.phase == "count")
        self.station.submit(Mark(t=now(), totals=totals))
        for player in self.state.players:
            self.station.submit(Initial(t=now(), by_seat=player.seat))


class DriveHall:
    """A hub with a drive of three tables."""

    def __init__(self, folder):
        self.folder = folder
        self.begin()
        self.act(c.Create, name="Spring", seed="1", rules={"hands": 3})
        self.act(c.Join, players=tuple(("", f"P{number}") for number in range(1, 13)))
        self.tables = {number: Seat(folder, number, self) for number in (1, 2, 3)}

    def begin(self):
        self.stack = contextlib.ExitStack()
        path = self.folder / "drive.journal"
        journal = self.stack.enter_context(open_journal(path))
        self.desk = self.stack.enter_context(DriveStation(journal))
        own = self.stack.enter_context(open_journal(path))
        copies = self.stack.enter_context(open_journal(self.folder / "tables.journal"))
        self.hosting = self.stack.enter_context(
            hosted(self.desk, own, copies, self.folder / "hub", "spring", host=LOCAL)
        )

    def end(self):
        self.stack.close()

    def act(self, kind, **values):
        self.desk.act(kind(t=self.desk.now(), **values))

    def start_hand(self):
        self.act(c.MakeHand)
        self.act(c.Announce)
        self.act(c.StartHand, anyway=True)

    @property
    def cards(self):
        hand = self.desk.state().hand
        return {(t.number, n): (card.total, card.stage) for t in hand.tables.values() for n, card in t.cards.items()}

    def close(self):
        for table in self.tables.values():
            table.end()
            table.proxy.close()
        self.end()


@pytest.fixture
def hall(tmp_path):
    hall = DriveHall(tmp_path)
    yield hall
    hall.close()


def playing(hall):
    return all(table.state.phase == "play" and table.state.bell.phase == "running" for table in hall.tables.values())


TOTALS = (
    {"N": 62, "E": 70, "S": 80, "W": 66},
    {"N": 58, "E": 74, "S": 70, "W": 66},
    {"N": 80, "E": 52, "S": 70, "W": 66},
)


def test_a_hand_is_called_played_and_counted_at_every_table(hall):
    hall.start_hand()
    assert until(lambda: playing(hall))
    hand = hall.desk.state().hand
    for number, table in hall.tables.items():
        names = {seat: f"P{player}" for seat, player in hand.tables[number].chairs}
        assert {player.seat: player.name for player in table.state.players} == names
        assert place_of(table.station.recorded()) == (1, number)
    for table, totals in zip(hall.tables.values(), TOTALS, strict=True):
        table.count(totals)
    assert until(lambda: all(stage == "final" for _, stage in hall.cards.values()))
    for number, totals in enumerate(TOTALS, start=1):
        chairs = dict(hand.tables[number].chairs)
        assert {seat: hall.cards[number, chairs[seat]][0] for seat in totals} == totals
    # And the next hand: the winners have moved.
    hall.start_hand()
    assert until(lambda: playing(hall))
    assert {place_of(table.station.recorded()) for table in hall.tables.values()} == {(2, 1), (2, 2), (2, 3)}


def bells(hall):
    """By how much each table's bell is off the hall's (s), by the clocks of this machine."""
    ends = hall.desk.state().hall.ends_at - hall.desk.now()
    return [table.state.bell.ends_at - table.station.now() - ends for table in hall.tables.values()]


def test_every_table_rings_with_the_hall_also_after_a_pause(hall):
    hall.start_hand()
    assert until(lambda: playing(hall))
    assert until(lambda: max(map(abs, bells(hall))) < 0.06), bells(hall)
    hall.act(PauseClock)
    assert until(lambda: all(table.state.bell.phase == "paused" for table in hall.tables.values()))
    hall.act(ResumeClock)
    assert until(lambda: playing(hall) and max(map(abs, bells(hall))) < 0.06), bells(hall)


def test_a_table_with_more_time_rings_later(hall):
    hall.start_hand()
    assert until(lambda: playing(hall))
    hall.act(c.Extend, table=2, seconds=60.0)
    assert until(lambda: [round(off) for off in bells(hall)] == [0, 60, 0]), bells(hall)


def test_a_table_cut_off_after_the_start_rings_on_time_and_reports_later(hall):
    hall.start_hand()
    assert until(lambda: playing(hall))
    assert until(lambda: max(map(abs, bells(hall))) < 0.06)
    hall.tables[3].proxy.cut()
    assert until(lambda: "is lost" in str(hall.tables[3].station.status()["hub"]))
    assert abs(bells(hall)[2]) < 0.06
    for table, totals in zip(hall.tables.values(), TOTALS, strict=True):
        table.count(totals)
    assert until(lambda: sum(stage == "final" for _, stage in hall.cards.values()) == 8)
    hall.tables[3].proxy.mend()
    assert until(lambda: all(stage == "final" for _, stage in hall.cards.values()), 30)


def test_hub_and_broker_killed_in_mid_hand_lose_no_card(hall):
    hall.start_hand()
    assert until(lambda: playing(hall))
    pid = int((hall.folder / "hub" / "broker" / "pid").read_text())
    hall.tables[1].count(TOTALS[0])
    os.kill(pid, signal.SIGKILL)
    shutil.rmtree(hall.folder / "hub" / "broker" / "store", ignore_errors=True)
    hall.end()
    hall.tables[2].count(TOTALS[1])
    hall.begin()
    hall.tables[3].count(TOTALS[2])
    assert until(lambda: all(stage == "final" for _, stage in hall.cards.values()), 40), hall.cards
    chairs = dict(hall.desk.state().hand.tables[2].chairs)
    assert hall.cards[2, chairs["E"]] == (74, "final")


def test_a_table_started_anew_is_in_the_same_hand(hall):
    hall.start_hand()
    assert until(lambda: playing(hall))
    table = hall.tables[1]
    table.end()
    table.asked = Asked(table.asked.hub)
    table.begin()
    assert until(lambda: table.link.post.up and table.link.hub_time() is not None)
    table.count(TOTALS[0])
    assert until(lambda: sum(stage == "final" for _, stage in hall.cards.values()) == 4)


def test_a_new_machine_takes_over_what_a_lost_one_recorded(hall):
    hall.start_hand()
    assert until(lambda: playing(hall))
    table = hall.tables[1]
    assert until(lambda: table.link.behind() == 0 and table.link.exchange.side(table.link.stream, "hub").theirs)
    before = [entry.event for entry in table.station.recorded()]
    table.end()
    for file in hall.folder.glob("table1.journal*"):
        file.unlink()
    assert until(lambda: not hall.hosting.link.tables()["t1"].here, 40)
    table.begin()
    assert [entry.event for entry in table.station.recorded()][: len(before)] == before
    table.count(TOTALS[0])
    assert until(lambda: sum(stage == "final" for _, stage in hall.cards.values()) == 4)


def test_a_new_machine_that_was_ended_while_it_took_over_takes_the_rest(hall):
    """It must not write on where the hub knows more: its journal would be refused for ever."""
    hall.start_hand()
    assert until(lambda: playing(hall))
    table = hall.tables[1]
    assert until(lambda: table.link.behind() == 0 and table.link.exchange.side(table.link.stream, "hub").theirs)
    before = [entry.event for entry in table.station.recorded()]
    name = table.link.stream.rpartition("/")[2]
    table.end()
    lines = [line.to_json() for line in open_lines(table.path, 1)]
    for file in hall.folder.glob("table1.journal*"):
        file.unlink()
    with open_journal(table.path) as own:  # as far as it came
        own.checkpoint(NAME, {"name": name})
        own.import_lines(lines)
    assert until(lambda: not hall.hosting.link.tables()["t1"].here, 40)
    table.begin()
    assert [entry.event for entry in table.station.recorded()][: len(before)] == before
    assert until(lambda: table.link.behind() == 0)
    assert table.link.exchange.clashes() == {}


def open_lines(path, most):
    """Gives the first lines of a table's journal."""
    with open_journal(path) as journal:
        return journal.lines("table", 0, most)


def test_a_table_joins_again_when_the_hub_has_another_code(hall, tmp_path):
    """A hub set up anew may have the same name: what it gave before lets nobody in."""
    asked = Asked(url(hall), hall.hosting.join_code, 7)
    first = admitted(asked, tmp_path / "new.journal")
    assert admitted(asked, tmp_path / "new.journal") == first
    kept = tmp_path / "new.journal.credentials"
    kept.write_text(kept.read_text().replace(hall.hosting.join_code, "spring-anothercode"))
    assert admitted(asked, tmp_path / "new.journal").password != first.password


def test_credentials_are_kept_for_their_owner_only(hall):
    for number in hall.tables:
        kept = hall.folder / f"table{number}.journal.credentials"
        assert kept.stat().st_mode & 0o777 == 0o600
    for name in ("hub/accounts.json", "hub/broker/passwords", "hub/broker/access", "hub/broker/mosquitto.conf"):
        assert (hall.folder / name).stat().st_mode & 0o077 == 0


REFUSALS = {
    "another code": (lambda hall: Asked(url(hall), "spring-aaaaaaaaaa", 9), BadSettings, "the join code is another"),
    "no code": (lambda hall: Asked(url(hall)), BadSettings, "has not joined the drive yet"),
    "no number": (lambda hall: Asked(url(hall), hall.hosting.join_code), BadSettings, "--number"),
    "a table that is here": (lambda hall: Asked(url(hall), hall.hosting.join_code, 1), BadSettings, "is here already"),
    "no hub": (lambda hall: Asked("mqtt://127.0.0.1:1", hall.hosting.join_code, 9), Missing, "no hub answers"),
    "no address": (lambda hall: Asked("ftp://x", hall.hosting.join_code, 9), BadSettings, "is no address of a hub"),
    "no code at all": (lambda hall: Asked(url(hall), "?", 9), BadSettings, "'?' is no join code"),
}


def url(hall):
    return str(hall.hosting.where)


@pytest.mark.parametrize(("asked", "error", "said"), REFUSALS.values(), ids=REFUSALS)
def test_a_table_that_cannot_join_is_told_why(hall, tmp_path, asked, error, said):
    assert until(lambda: hall.hosting.tables().get("t1") and hall.hosting.tables()["t1"].here)
    path = tmp_path / "new" / "table.journal"
    path.parent.mkdir()
    with pytest.raises(error, match=said):
        admitted(asked(hall), path)
    assert list(path.parent.iterdir()) == []


def test_over_tls_a_table_trusts_the_key_it_met_first(tmp_path):
    with contextlib.ExitStack() as stack:
        journal = stack.enter_context(open_journal(tmp_path / "drive.journal"))
        desk = stack.enter_context(DriveStation(journal))
        own = stack.enter_context(open_journal(tmp_path / "drive.journal"))
        copies = stack.enter_context(open_journal(tmp_path / "tables.journal"))
        hosting = stack.enter_context(hosted(desk, own, copies, tmp_path / "hub", "spring", host=LOCAL, tls=True))
        assert hosting.where.tls
        given = admitted(Asked(str(hosting.where), hosting.join_code, 1), tmp_path / "table.journal")
        assert "BEGIN CERTIFICATE" in given.certificate
        station = stack.enter_context(
            Station(stack.enter_context(open_journal(tmp_path / "table.journal")), Lexicon(), JUDGE)
        )
        link = stack.enter_context(attending(station, tmp_path / "table.journal", given))
        assert link.post.wait(10)


def test_a_hub_that_is_announced_is_found_by_its_event():
    from pi.link.finding import announced

    with announced("autumn", 18999) as done:
        if not done:
            pytest.skip("multicast DNS is not possible on this network")
        assert find("autumn").port == 18999
        with pytest.raises(Missing, match="no hub of winter"):
            find("winter", 1.0)


def test_badges_and_buttons_seat_tables_and_the_hub_names_who_is_at_the_wrong_one(hall):
    hall.act(c.MakeHand)
    hall.act(c.Announce)
    seats = {number: dict(table.chairs) for number, table in hall.desk.state().hand.tables.items()}
    assert until(lambda: all(table.state.phase == "ready" for table in hall.tables.values()))
    one, two, three = (hall.tables[number].station for number in (1, 2, 3))
    one.submit(SeeBadges(t=one.now(), by="camera", badges=seats[1]))
    assert until(lambda: hall.desk.state().hand.tables[1].seated)

    for seat in seats[3]:
        three.submit(Press(t=three.now(), by="button", seat=seat, press="short"))
    assert until(lambda: hall.desk.state().hand.tables[3].seated)

    stray = seats[3]["E"]
    two.submit(SeeBadges(t=two.now(), by="camera", badges={**seats[2], "E": stray}))
    assert until(lambda: [(m.number, m.table, m.right_table) for m in misplaced(hall.desk.state())] == [(stray, 2, 3)])
    assert not hall.desk.state().hand.tables[2].seated
    assert until(lambda: [m["name"] for m in two.status().get("misplaced", ())] == [f"P{stray}"])
    assert not one.status().get("misplaced")

    two.submit(SeeBadges(t=two.now(), by="camera", badges=seats[2]))
    assert until(lambda: hall.desk.state().hand.tables[2].seated and not two.status()["misplaced"])
    assert misplaced(hall.desk.state()) == ()
