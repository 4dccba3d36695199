from __future__ import annotations

import pytest

from engine.errors import BadRecord
from pi.clock import TableClock, boot_id


class Steady:
    """The machine's steady clock, moved by hand."""

    def __init__(self, at: float = 1000.0) -> None:
        self.at = at

    def __call__(self) -> float:
        return self.at


def clock_at(steady: Steady, t: float = 0.0, rate: float = 1.0, boot: str = "one") -> TableClock:
    return TableClock(t, rate, monotonic=steady, boot=lambda: boot)


def test_table_time_runs_with_the_steady_clock():
    steady = Steady()
    clock = clock_at(steady, 5.0)
    steady.at += 2.5
    assert clock.now() == pytest.approx(7.5)


def test_a_fast_table_runs_at_its_rate():
    steady = Steady()
    clock = clock_at(steady, rate=4.0)
    steady.at += 2.0
    assert clock.now() == pytest.approx(8.0)
    assert clock.seconds_until(12.0) == pytest.approx(1.0)


def test_a_rate_of_zero_is_refused():
    with pytest.raises(ValueError, match=r"between 0\.01 and 1000"):
        TableClock(rate=0.0)


def test_a_held_clock_stands_and_does_not_make_up_for_it_afterwards():
    steady = Steady()
    clock = clock_at(steady)
    clock.hold_at(3.0)
    steady.at += 10.0
    assert clock.now() == 3.0
    clock.hold_at(None)
    steady.at += 1.0
    assert clock.now() == pytest.approx(4.0)


def test_a_time_beyond_the_hold_is_not_in_sight():
    clock = clock_at(Steady())
    clock.hold_at(3.0)
    assert clock.seconds_until(4.0) == float("inf")
    assert clock.seconds_until(3.0) == pytest.approx(3.0)


def test_on_the_same_boot_the_time_goes_on_as_if_nothing_had_happened():
    steady = Steady()
    mark = clock_at(steady, 50.0, rate=2.0).mark()
    steady.at += 30.0
    clock, same = TableClock.restored(mark, 55.0, monotonic=steady, boot=lambda: "one")
    assert same
    assert clock.now() == pytest.approx(110.0)


def test_after_a_reboot_the_time_goes_on_from_what_was_written_last():
    mark = clock_at(Steady(99_000.0), 50.0).mark()
    clock, same = TableClock.restored(mark, 53.0, monotonic=Steady(12.0), boot=lambda: "two")
    assert not same
    assert clock.now() == pytest.approx(53.0)


def test_a_mark_from_the_future_of_the_steady_clock_is_another_boot():
    mark = clock_at(Steady(5000.0), 50.0).mark()
    _, same = TableClock.restored(mark, monotonic=Steady(10.0), boot=lambda: "one")
    assert not same


@pytest.mark.parametrize("mark", [{}, {"boot": "one", "monotonic": "x", "t": 1, "rate": 1}, {"t": None}])
def test_a_mark_that_is_none_is_refused(mark):
    with pytest.raises(BadRecord, match="holds no table time"):
        TableClock.restored(mark)


def test_the_boot_has_one_name_while_it_lasts():
    assert boot_id() == boot_id() != ""
