"""Where the marks of charts lie."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from web.charts import APART, TOP, WIDTH, bar_chart, dot_rows, line_chart, spread, steps_of


@pytest.mark.parametrize(
    ("least", "most", "steps"),
    [(0, 100, (0, 50, 100)), (-10, 35, (-20, 0, 20, 40)), (0, 4, (0, 1, 2, 3, 4)), (0, 0, (0, 1))],
)
def test_a_scale_has_round_numbers(least: float, most: float, steps: tuple[float, ...]) -> None:
    assert steps_of(least, most) == steps


@given(st.floats(-5000, 5000, allow_subnormal=False), st.floats(0, 5000, allow_subnormal=False))
def test_a_scale_spans_all_there_is(least: float, more: float) -> None:
    steps = steps_of(least, least + more)
    assert steps[0] <= least
    assert steps[-1] >= least + more
    assert 2 <= len(steps) <= 8


@given(st.lists(st.floats(0, 200), max_size=10).map(sorted))
def test_names_beside_lines_never_overlap(places: list[float]) -> None:
    found = spread(places, TOP, 216.0)
    assert all(b - a >= APART - 0.2 for a, b in pairwise(found))
    if found:
        assert found[-1] <= 216.1


def test_a_higher_score_lies_higher() -> None:
    chart = line_chart([("Ann", [0, 10, 30]), ("Ben", [0, 5, 5])])
    ann, ben = chart.lines
    assert ann.end[1] < ben.end[1]
    assert ann.value == "30"
    assert [tick.label for tick in chart.across] == ["0", "1", "2"]


def test_bars_stand_for_every_number_between() -> None:
    bars = bar_chart({3: 2, 5: 4})
    assert [(bar.label, bar.value) for bar in bars] == [("3", "2"), ("4", ""), ("5", "4")]
    assert bars[2].height == 2 * bars[0].height
    assert bars[2].x + bars[2].width <= WIDTH


def test_turns_lie_along_one_scale() -> None:
    rows, scale = dot_rows([("Ann", (10.0, 20.0), 15.0), ("Ben", (), None)])
    assert rows[0].places[0] < rows[0].middle < rows[0].places[1]
    assert (rows[1].places, rows[1].middle, rows[1].value) == ((), None, "")
    assert scale[0].label == "0"
    assert dot_rows([("Ann", (), None)]) == ((), ())
