"""A table tells the hub's time from messages that take their time, and rings with the hub."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.link.hubtime import MOST_TRIPS, WINDOW, HubTime, RoundTrip, hub_time, remembered, seconds_to_next

SLOW, QUICK = (0.001, 0.2), (0.001, 0.004)


class Wrong:
    """A table's clock that was set wrong and drifts; both are told from outside, by the hub's time (s)."""

    def __init__(self, ahead, drift):
        self.ahead, self.drift = ahead, drift

    def at(self, hub):
        return self.ahead + hub * (1 + self.drift)

    def hub(self, local):
        return (local - self.ahead) / (1 + self.drift)


def listened(clock, seconds, delays, rng):
    """Round trips for so many seconds of the hub's, as often as the table asks."""
    trips, now = (), 0.0
    while now < seconds:
        came = now + rng.uniform(*delays)
        left = came + 0.0005
        trips = remembered(trips, RoundTrip(clock.at(now), came, left, clock.at(left + rng.uniform(*delays))))
        now += seconds_to_next(trips)
    return trips


@pytest.mark.parametrize("seed", range(2))
def test_a_hundred_tables_ring_together_seven_minutes_after_they_were_cut_off(seed):
    """Clocks wrong by up to a day and 100 ppm, messages that take 1 to 200 ms: all within 60 ms, 95 of 100 in 25."""
    rng = random.Random(seed)
    wrong_by = []
    for _ in range(100):
        clock = Wrong(rng.uniform(-86400, 86400), rng.uniform(-100e-6, 100e-6))
        known = hub_time(listened(clock, 300.0, SLOW, rng))
        bell = 300.0 + 420.0
        wrong_by.append(abs(clock.hub(known.local(bell)) - bell))
    wrong_by.sort()
    assert wrong_by[-1] <= 0.060
    assert wrong_by[94] <= 0.025


def test_on_a_quick_network_a_minute_is_enough():
    rng = random.Random(1)
    for _ in range(20):
        clock = Wrong(rng.uniform(-86400, 86400), rng.uniform(-100e-6, 100e-6))
        known = hub_time(listened(clock, 60.0, QUICK, rng))
        assert abs(clock.hub(known.local(480.0)) - 480.0) <= 0.050


def test_a_drift_is_found():
    rng = random.Random(2)
    known = hub_time(listened(Wrong(1000.0, 80e-6), 600.0, QUICK, rng))
    assert known.drift == pytest.approx(-80e-6, abs=5e-6)


def test_one_round_trip_gives_the_middle():
    known = hub_time([RoundTrip(sent=10.0, came=110.1, left=110.1, back=10.2)])
    assert known == HubTime(
        at=10.2, offset=pytest.approx(100.0), drift=pytest.approx(0.0, abs=1e-7), error=pytest.approx(0.1)
    )


def test_messages_that_came_before_they_left_are_passed_over():
    good = RoundTrip(0.0, 5.0, 5.0, 0.1)
    for bad in (RoundTrip(1.0, 5.0, 5.0, 0.5), RoundTrip(1.0, 6.0, 5.0, 2.0), RoundTrip(1.0, 5.0, 7.0, 2.0)):
        assert remembered((good,), bad) == (good,)


def test_the_quicker_of_too_many_are_remembered_and_the_old_forgotten():
    trips = ()
    for number in range(3 * MOST_TRIPS):
        delay = 0.01 if number % 10 == 0 else 0.1
        trips = remembered(
            trips, RoundTrip(number * 0.5, number * 0.5 + delay, number * 0.5 + delay, number * 0.5 + 2 * delay)
        )
    assert len(trips) <= MOST_TRIPS
    assert trips[-1].back - trips[0].back <= WINDOW
    oldest = trips[: MOST_TRIPS // 4]
    assert sum(trip.delay < 0.05 for trip in oldest) / len(oldest) > 0.3


def test_a_slow_network_is_asked_more_often():
    slow = [RoundTrip(t, t + 0.1, t + 0.1, t + 0.2) for t in range(30)]
    quick = [RoundTrip(t, t + 0.002, t + 0.002, t + 0.004) for t in range(30)]
    assert seconds_to_next(slow) < seconds_to_next(quick)


@given(st.floats(-1e5, 1e5), st.floats(-1e5, 1e5), st.floats(-3e-4, 3e-4), st.floats(-1e5, 1e5))
def test_there_and_back_is_the_same_time(at, offset, drift, hub):
    time = HubTime(at, offset, drift)
    assert time.hub(time.local(hub)) == pytest.approx(hub, abs=1e-6)
