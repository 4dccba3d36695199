import numpy as np
import pytest
from truth_tables import found_cards, table

from vision.plane import fit_plane, flat_plane


def fitted(truth, seed=0, jitter=0.03):
    found, _ = found_cards(truth, np.random.default_rng(seed), jitter=jitter)
    centre, u, v = (np.array([getattr(card, name) for card in found]) for name in ("centre", "u", "v"))
    return fit_plane(centre, u, v, truth["width"], truth["height"])


def distances(points):
    return np.linalg.norm(points[:, None] - points, axis=2)


@pytest.mark.parametrize("name", ["words-overlap", "full-mahogany", "leaning", "full-felt", "hands-linen"])
def test_distances_between_cards_come_out_in_millimetres(name):
    truth = table(name)
    centres = np.array([np.mean(card["corners_px"], axis=0) for card in truth["cards"]])
    measured = distances(fitted(truth).to_mm(centres))
    true = distances(np.array([card["table_mm"] for card in truth["cards"]]))
    far = true > 100
    assert np.abs(measured[far] / true[far] - 1).max() < 0.06


@pytest.mark.parametrize("name", ["leaning", "full-felt", "hands-linen", "words-overlap"])
def test_the_lean_of_the_camera_is_found(name):
    truth = table(name)
    assert fitted(truth).lean_deg == pytest.approx(truth["lean_deg"], abs=4)


def test_one_card_alone_gives_the_scale():
    one = fit_plane(np.array([[500.0, 400.0]]), np.array([[29.0, 0.0]]), np.array([[0.0, 44.0]]), 1000, 800)
    assert one.mm_per_px((500, 400)) == pytest.approx(1.0, rel=0.02)


def test_no_card_at_all_still_gives_a_plane():
    none = fit_plane(np.zeros((0, 2)), np.zeros((0, 2)), np.zeros((0, 2)), 1000, 500)
    assert none.mm_per_px() == pytest.approx(1.0)


def test_one_wrong_outline_does_not_bend_the_plane():
    truth = table("hands-linen")
    found, _ = found_cards(truth, np.random.default_rng(2), jitter=0.01)
    centre, u, v = (np.array([getattr(card, name) for card in found]) for name in ("centre", "u", "v"))
    u[3] *= 1.6
    plane = fit_plane(centre, u, v, truth["width"], truth["height"])
    assert plane.mm_per_px() == pytest.approx(1 / truth["px_per_mm"], rel=0.02)


def test_the_plane_goes_there_and_back():
    plane = fitted(table("leaning"))
    points = np.array([[10.0, 20.0], [1500.0, 30.0], [700.0, 1100.0]])
    assert np.allclose(plane.to_px(plane.to_mm(points)), points, atol=1e-6)


def test_x_runs_right_and_y_down_from_the_middle():
    plane = flat_plane(200, 100, 2.0)
    assert np.allclose(plane.to_mm([[100, 50], [110, 50], [100, 60]]), [[0, 0], [20, 0], [0, 20]])
