"""Small crops are cut from a halved picture, lest they alias."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from vision.pyramid import Pyramid, halves_kept, pyramid_of

STRIPES = np.tile(np.array([[[0, 0, 0], [255, 255, 255]]], np.uint8), (64, 50, 1))


@pytest.mark.parametrize(("shrink", "width"), [(0.5, 100), (1.7, 100), (2.0, 50), (3.5, 25)])
def test_a_thing_that_will_be_much_smaller_is_cut_from_a_half(shrink, width):
    source, factor = Pyramid(STRIPES).for_shrink(shrink)
    assert source.shape[1] == width
    assert factor == pytest.approx([width / 100, width / 100], abs=0.02)


def test_fine_stripes_are_grey_in_the_half():
    source, _ = Pyramid(STRIPES).for_shrink(2.0)
    assert abs(int(source.min()) - 128) <= 1
    assert abs(int(source.max()) - 128) <= 1


def test_a_picture_is_halved_once_for_all_that_is_cut_out_of_it_while_it_is_kept() -> None:
    with halves_kept(STRIPES):
        kept, _ = pyramid_of(STRIPES).for_shrink(2.0)
        again, _ = pyramid_of(STRIPES).for_shrink(2.0)
        other, _ = pyramid_of(STRIPES.copy()).for_shrink(2.0)
    assert again is kept
    assert other is not kept
    assert pyramid_of(STRIPES).for_shrink(2.0)[0] is not kept


def test_two_who_look_at_one_picture_at_once_halve_it_no_more_often_than_one():
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(40):
            pyramid = Pyramid(STRIPES)
            with ThreadPoolExecutor(4) as pool:
                widths = {one[0].shape[1] for one in pool.map(pyramid.for_shrink, [6.0] * 4)}
            assert widths == {25}
            assert [one.shape[1] for one in pyramid._levels] == [100, 50, 25][: len(pyramid._levels)]
    finally:
        sys.setswitchinterval(before)
