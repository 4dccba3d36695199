import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.lens import Lens, simple_lens

PLACES = np.stack(np.meshgrid(np.linspace(0, 1536, 13), np.linspace(0, 1152, 9)), axis=-1)


@given(
    k1=st.floats(-0.18, 0.3), k2=st.floats(0.0, 0.1), p1=st.floats(-0.005, 0.005), p2=st.floats(-0.005, 0.005),
    x=st.floats(700, 830), y=st.floats(520, 630),
)  # fmt: skip
def test_bending_what_was_straightened_gives_the_picture_back(k1, k2, p1, p2, x, y):
    lens = Lens(1536, 1152, (1300.0, 1310.0), (x, y), (k1, k2, p1, p2, 0.0))
    assert np.allclose(lens.bent(lens.straight(PLACES)), PLACES, atol=0.01)


def test_a_lens_that_bends_nothing_moves_nothing():
    assert (simple_lens(1536, 1152, 1300.0).straight(PLACES) == PLACES).all()


def test_a_barrel_lens_draws_the_corners_in():
    assert (simple_lens(1536, 1152, 1300.0, -0.2).bent(np.array([[0.0, 0.0]])) > 0).all()


def test_points_that_the_lens_cannot_show_stay_where_its_formula_ends():
    straight = simple_lens(1536, 1152, 900.0, -0.4).straight(PLACES)
    assert np.hypot(*(straight - (768, 576)).reshape(-1, 2).T).max() < 900.0


def test_half_as_large_a_picture_is_bent_half_as_far():
    lens = simple_lens(1536, 1152, 1300.0, -0.2)
    assert np.allclose(lens.sized(768, 576).bent(PLACES / 2), lens.bent(PLACES) / 2)


def test_a_picture_of_other_proportions_does_not_fit():
    lens = simple_lens(1536, 1152, 1300.0)
    assert lens.fits(768, 576)
    assert not lens.fits(1920, 1080)
    assert "1536x1152, and this one has 1920x1080" in lens.misfit(1920, 1080)
