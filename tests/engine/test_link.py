"""Two journals that follow each other: whatever happens to the messages, both end up equal."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from linked_shelves import Pair, Shelf

from engine.errors import BadRecord
from engine.events import Dealt, Doubted
from engine.journal import SqliteJournal
from engine.journal_lines import Line
from engine.link.held import HeldStream
from engine.link.messages import LARGEST, Clash, Entry, Have, Lines, Ping, Pong, decode, encode
from engine.link.side import FIRST_WAIT, LONGEST_WAIT, Role, Side, greeted, grown, heard, said_once, ticked

ENDS = st.sampled_from(["table", "hub"])


class Faults(RuleBasedStateMachine):
    """Everything that can happen to two ends and to what is under way between them."""

    def __init__(self):
        super().__init__()
        self.pair = Pair()
        self.acknowledged = {"t": 0, "h": 0}

    def end(self, name):
        return getattr(self.pair, name)

    @rule(end=ENDS)
    def write(self, end):
        self.pair.write(self.end(end))

    @rule(place=st.integers(0, 50), again=st.booleans())
    def deliver(self, place, again):
        if self.pair.network:
            self.pair.deliver(place % len(self.pair.network), keep=again)

    @rule(place=st.integers(0, 50))
    def drop(self, place):
        if self.pair.network:
            self.pair.network.pop(place % len(self.pair.network))

    @rule(seconds=st.floats(0.0, 40.0))
    def wait(self, seconds):
        self.pair.tick(seconds)

    @rule(end=ENDS)
    def restart(self, end):
        self.pair.restart(self.end(end))

    @rule(end=ENDS)
    def lose_store(self, end):
        """Also while the other end gives back what it lost: but never both stores before they are equal again."""
        other = self.pair.other(self.end(end))
        if all(side.role is not Role.RESTORES for side in other.sides.values()) and (
            other.shelves[other.writes].last == self.end(end).shelves[other.writes].last
        ):
            self.pair.lose_store(self.end(end))

    @rule(end=ENDS, full=st.booleans())
    def fill_disk(self, end, full):
        self.end(end).disk_full = full

    @invariant()
    def copies_are_beginnings_of_what_was_written(self):
        for stream in ("t", "h"):
            one, two = (end.shelves[stream].entries for end in (self.pair.table, self.pair.hub))
            shorter = min(len(one), len(two))
            assert one[:shorter] == two[:shorter]

    @invariant()
    def nothing_clashes_and_nothing_is_doubled(self):
        for end in (self.pair.table, self.pair.hub):
            assert [side.clash for side in end.sides.values()] == ["", ""]
            for shelf in end.shelves.values():
                assert len({entry.event for entry in shelf.entries}) == shelf.last

    def teardown(self):
        ends = (self.pair.table, self.pair.hub)
        longest = {stream: max(end.shelves[stream].last for end in ends) for stream in ("t", "h")}
        self.pair.calm()
        for stream in ("t", "h"):
            one, two = (end.shelves[stream].entries for end in ends)
            assert one == two
            assert len(one) == longest[stream]


TestFaults = Faults.TestCase
TestFaults.settings = settings(max_examples=60, stateful_step_count=50, deadline=None)


def written(count, boot="b"):
    shelf = Shelf()
    shelf.keep(tuple(Entry("at", boot, f'{{"n": {number}}}') for number in range(1, count + 1)))
    return shelf


def test_a_writer_sends_nothing_before_it_knows_what_the_other_end_holds():
    side, held = Side("t", Role.WRITES), written(5)
    assert grown(side, held, 0.0).say == ()
    assert greeted(side, held, 0.0).say == (Have("t", 5, held.digest(5), asks=True),)


def test_what_the_other_end_lacks_is_sent_and_not_more():
    held = written(5)
    step = heard(Side("t", Role.WRITES), held, Have("t", 3, held.digest(3), asks=True), 0.0)
    assert step.say == (Lines("t", 3, held.digest(3), tuple(held.entries[3:])),)


def test_a_gap_is_asked_for():
    held, theirs = written(2), written(6)
    step = heard(Side("t", Role.FOLLOWS), held, Lines("t", 4, theirs.digest(4), tuple(theirs.entries[4:])), 0.0)
    assert (step.keep, step.say) == ((), (Have("t", 2, held.digest(2), asks=True),))


def test_lines_that_are_partly_here_add_only_the_rest():
    held, theirs = written(3), written(5)
    step = heard(Side("t", Role.FOLLOWS), held, Lines("t", 1, theirs.digest(1), tuple(theirs.entries[1:])), 0.0)
    assert (step.keep, step.kept) == (tuple(theirs.entries[3:]), Have("t", 5, theirs.digest(5)))


def test_the_other_end_is_asked_about_unacknowledged_lines_ever_more_slowly():
    held = written(1)
    side = heard(Side("t", Role.WRITES), held, Have("t", 0, "", asks=True), 0.0).side
    times, now = [], 0.0
    while len(times) < 8:
        now += 0.25
        step = ticked(side, held, now)
        side = step.side
        assert step.say in ((), (Have("t", 1, held.digest(1), asks=True),))
        times += [now] * len(step.say)
    gaps = [round(later - earlier, 2) for earlier, later in zip([0.0, *times], times, strict=False)]
    assert gaps[0] == FIRST_WAIT
    assert gaps == sorted(gaps)
    assert gaps[-1] == LONGEST_WAIT


def test_when_all_is_acknowledged_nothing_more_is_said():
    held = written(2)
    side = heard(Side("t", Role.WRITES), held, Have("t", 2, held.digest(2)), 0.0).side
    assert all(ticked(side, held, float(now)).say == () for now in range(1000))


def test_a_late_old_acknowledgement_sends_nothing_again():
    held = written(4)
    side = heard(Side("t", Role.WRITES), held, Have("t", 4, held.digest(4)), 0.0).side
    assert heard(side, held, Have("t", 1, held.digest(1)), 1.0).say == ()


CLASHES = {
    "a copy that differs": (Role.WRITES, written(3), Have("t", 2, written(2, "other").digest(2))),
    "a copy longer than what was written": (Role.WRITES, written(1), Have("t", 2, written(2).digest(2), asks=True)),
    "lines that follow another copy": (
        Role.FOLLOWS, written(2), Lines("t", 2, written(2, "other").digest(2), (Entry("a", "b", "{}"),)),
    ),
    "lines known here as others": (
        Role.FOLLOWS, written(2), Lines("t", 1, written(1).digest(1), (Entry("a", "b", "{}"),)),
    ),
    "lines for the one who writes them": (
        Role.WRITES, written(1), Lines("t", 1, written(1).digest(1), (Entry("a", "b", "{}"),)),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("role", "held", "message"), CLASHES.values(), ids=CLASHES)
def test_copies_that_are_not_one_stream_clash_and_are_left_as_they_are(role, held, message):
    step = heard(Side("t", role), held, message, 0.0)
    assert step.keep == ()
    assert [type(one) for one in step.say] == [Clash]
    assert "t" in step.side.clash
    later = heard(step.side, held, Lines("t", held.last, held.digest(held.last), (Entry("a", "b", "{}"),)), 1.0)
    assert (later.keep, later.say) == ((), (Clash("t", step.side.clash),))


def test_a_clash_is_looked_at_again_when_the_other_end_begins_anew():
    held = written(3)
    side = Side("t", Role.FOLLOWS, clash="the two copies of t differ by number 2")
    assert heard(side, held, Have("t", 3, held.digest(3), asks=True), 0.0).side.clash == ""


def test_of_several_acknowledgements_of_a_stream_the_last_one_is_said():
    lines = Lines("h", 0, "", ())
    said = said_once([Have("t", 1, "", asks=True), lines, Have("t", 2, ""), Have("h", 1, "")])
    assert said == (lines, Have("t", 2, "", asks=True), Have("h", 1, ""))


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
NAMES = st.from_regex(r"[a-z0-9][a-z0-9/_-]{0,20}", fullmatch=True)
DIGESTS = st.one_of(st.just(""), st.binary(min_size=12, max_size=12).map(bytes.hex))
NUMBERS = st.integers(0, 2**62 - 1)
SECONDS = st.floats(-1e9, 1e9)
EVENTS = st.dictionaries(TEXTS, st.one_of(TEXTS, SECONDS, st.integers(), st.none())).map(
    lambda data: json.dumps(data, ensure_ascii=False)
)
MESSAGES = st.one_of(
    st.builds(Have, NAMES, NUMBERS, DIGESTS, st.booleans()),
    st.builds(Lines, NAMES, NUMBERS, DIGESTS, st.lists(st.builds(Entry, TEXTS, TEXTS, EVENTS), max_size=4).map(tuple)),
    st.builds(Clash, NAMES, TEXTS),
    st.builds(Ping, SECONDS),
    st.builds(Pong, SECONDS, SECONDS, SECONDS, TEXTS),
)


@given(MESSAGES)
def test_a_message_is_read_as_it_was_written(message):
    assert decode(encode(message)) == message


@given(st.binary(max_size=200))
def test_noise_is_no_message(data):
    with pytest.raises(BadRecord):
        decode(data)


RUBBISH = [
    b"", b"{}", b"[]", b"7", b"null", b'{"have": "t"}', b"[" * 100_000, b'{"ping": 1, "pong": 2}', b'{"ping": NaN}',
    b'{"ping": true}', b'{"ping": 1e300}', b'{"have": "T", "last": 0, "digest": "", "asks": true}',
    b'{"have": "t", "last": -1, "digest": "", "asks": true}', b'{"have": "t", "last": 1.0, "digest": "", "asks": true}',
    b'{"have": "t", "last": 0, "digest": "zz", "asks": true}', b'{"have": "t", "last": 0, "digest": "", "asks": 1}',
    b'{"have": "../etc", "last": 0, "digest": "", "asks": true}', b'{"clash": "t", "why": 5}',
    b'{"lines": "t", "after": 0, "digest": "", "entries": [["a", "b", "c"]]}',
    b'{"lines": "t", "after": 0, "digest": "", "entries": [["a", "\\ud800", {}]]}',
    b'{"lines": "t", "after": 0, "digest": "", "entries": [["a", "b", {"x": "\\udfff"}]]}',
    b'{"lines": "t", "after": 0, "digest": "", "entries": [["a", "b", {"x": "\xff"}]]}',
    b'{"lines": "t", "after": 0, "digest": "", "entries": [["a", "b", {"x": nul}]]}',
    b'{"lines": "t", "after": 0, "digest": "", "entries": [["a", "b", [{}]]]}',
    b'{"lines": "t", "after": 0, "digest": "", "entries": [["a", "b", {"x": "\\u0041", "y": ' + b"1" * 5000 + b"}]]}",
    b'{"lines": "t", "after": 0, "digest": "", "entries": [["a", "b", ' + b'{"x":' * 9**5 + b"1" + b"}" * 9**5 + b"]]}",
    b'{"lines": "t", "after": 0, "digest": "", "entries": {"0": 1}}', b'{"ping": 1, "more": 2}',
    b'{"ping": 1}' + b" " * LARGEST,
]  # fmt: skip


@pytest.mark.parametrize("data", RUBBISH, ids=range(len(RUBBISH)))
def test_rubbish_is_refused_by_saying_what_is_wrong(data):
    with pytest.raises(BadRecord, match=r"\w"):
        decode(data)


def test_a_line_too_large_to_be_read_is_not_sent():
    with pytest.raises(BadRecord, match="cannot be sent"):
        encode(Lines("t", 0, "", (Entry("a", "b", '{"x": "' + "x" * LARGEST + '"}'),)))


def test_a_journals_lines_come_over_letter_for_letter(tmp_path):
    with SqliteJournal(tmp_path / "one", boot="b1") as one, SqliteJournal(tmp_path / "two", boot="b2") as two:
        one.append("t", [Dealt(t=0.1, seat="N", number=1), Doubted(t=1 / 3, about="é ✓", reading={"x": 1e16})], 0)
        held = HeldStream(one, "t")
        message = decode(encode(Lines("t", 0, "", held.batch(0))))
        assert isinstance(message, Lines)
        step = heard(Side("t", Role.FOLLOWS), HeldStream(two, "t"), message, 0.0)
        assert step.kept == Have("t", 2, held.digest(2))
        two.keep(Line("t", seq, e.at, e.boot, e.event) for seq, e in enumerate(step.keep, start=1))
        assert two.lines("t") == one.lines("t")
        assert HeldStream(two, "t").digest(2) == held.digest(2)


def test_an_event_that_cannot_be_read_again_is_refused_and_harms_no_other(tmp_path):
    long = b'{"type": "deal", "t": 1, "seat": "N", "number": ' + b"1" * 5000 + b"}"
    message = decode(b'{"lines": "t", "after": 0, "digest": "", "entries": [["a", "b", ' + long + b"]]}")
    assert isinstance(message, Lines)
    with SqliteJournal(tmp_path / "journal") as journal:
        with pytest.raises(BadRecord, match="line 1"):
            journal.keep(Line("t", 1, one.at, one.boot, one.event) for one in message.entries)
        assert list(journal.lines("t")) == []


def test_a_held_stream_sees_what_was_appended_when_it_looks(tmp_path):
    with SqliteJournal(tmp_path / "one") as one:
        held = HeldStream(one, "t")
        one.append("t", [Dealt(t=0.0, seat="N", number=1)], 0)
        assert (held.last, held.look(), held.last, held.look()) == (0, True, 1, False)
        assert held.batch(1) == ()
