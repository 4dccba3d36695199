"""The sheets to print, rendered to pixels: their sizes in millimetres are right, and the reader reads their markers."""

from __future__ import annotations

import io

import cv2
import numpy as np
import pypdfium2
import pytest

from engine.markers import BOARD, DICTIONARY, MATS, SIGNAL_MM, SIGNALS
from pi.cli import main
from vision.markers import find_markers
from vision.mat import find_mat
from web.sheets.board import board_sheet
from web.sheets.cards import signal_cards
from web.sheets.faces import CARD_MM
from web.sheets.mat import mat_sheet, mat_tiles, tile_starts
from web.sheets.page import MARGIN, PAPERS

SCALE = 3.0  # px a millimetre
FINE = 8.0  # where a tenth of a millimetre counts: the renderer draws whole pixels


def rendered(pdf, scale=SCALE):
    """Gives the pages in grey, ``scale`` px a millimetre."""
    pages = pypdfium2.PdfDocument(io.BytesIO(pdf))
    return [np.array(page.render(scale=scale * 25.4 / 72, grayscale=True).to_pil()) for page in pages]


def sizes_mm(pdf):
    return {
        tuple(round(side / 72 * 25.4, 1) for side in page.get_size()) for page in pypdfium2.PdfDocument(io.BytesIO(pdf))
    }


def side_mm(marker, scale=SCALE):
    return np.hypot(*(np.roll(marker.corners, -1, axis=0) - marker.corners).T) / scale


@pytest.mark.parametrize("paper", PAPERS)
def test_cards_and_board_are_as_large_as_their_paper(paper):
    assert sizes_mm(signal_cards(paper)) == {PAPERS[paper]}
    assert sizes_mm(board_sheet(paper)) == {PAPERS[paper]}


@pytest.mark.parametrize("paper", PAPERS)
def test_every_card_that_speaks_is_printed_and_read(paper):
    found = [marker for page in rendered(signal_cards(paper), FINE) for marker in find_markers(page)]
    says = [SIGNALS[marker.number].says for marker in found]
    assert {marker.number for marker in found} == set(SIGNALS)
    assert (says.count("challenge"), says.count("yes"), says.count("no"), says.count("pause")) == (8, 4, 4, 2)
    assert np.concatenate([side_mm(marker, FINE) for marker in found]) == pytest.approx(SIGNAL_MM, abs=0.2)


def test_a_cut_card_is_as_large_as_a_letter_card():
    page = rendered(signal_cards())[0]
    middles = np.array([marker.corners.mean(axis=0) for marker in find_markers(page)]) / SCALE
    columns, rows = (sorted({round(float(value)) for value in middles[:, axis]}) for axis in (0, 1))
    assert np.diff(columns) == pytest.approx(CARD_MM[0], abs=1)
    assert np.diff(rows) == pytest.approx(CARD_MM[1], abs=1)


@pytest.mark.parametrize("size", MATS)
def test_a_mat_on_one_sheet_is_to_scale_and_its_places_are_read(size):
    pdf = mat_sheet(size)
    assert sizes_mm(pdf) == {MATS[size].size_mm}
    (page,) = rendered(pdf)
    plane = find_mat(find_markers(page), page.shape[1], page.shape[0]).plane
    assert plane.mm_per_px() == pytest.approx(1 / SCALE, rel=0.002)
    assert plane.to_mm([page.shape[1] / 2, page.shape[0] / 2]) == pytest.approx([0, 0], abs=0.5)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("size", MATS)
def test_tiles_taped_together_make_the_mat(size, paper):
    pdf = mat_tiles(size, paper)
    (paper_size,) = sizes_mm(pdf)
    assert sorted(paper_size) == sorted(PAPERS[paper])
    pages = [
        page[round(MARGIN * SCALE) : -round(MARGIN * SCALE), round(MARGIN * SCALE) : -round(MARGIN * SCALE)]
        for page in rendered(pdf)
    ]
    across = min(
        n
        for n in range(1, len(pages) + 1)
        if len(pages) % n == 0 and n * pages[0].shape[1] >= MATS[size].size_mm[0] * SCALE - 3
    )
    taped = np.vstack([np.hstack(pages[at : at + across]) for at in range(0, len(pages), across)])
    found = find_markers(taped)
    assert {marker.number for marker in found} == set(MATS[size].places)
    plane = find_mat(found, taped.shape[1], taped.shape[0]).plane
    assert np.abs(np.concatenate([side_mm(marker) for marker in found]) - 40).max() < 0.6
    assert plane.mm_per_px() == pytest.approx(1 / SCALE, rel=0.005)


@pytest.mark.parametrize("size", MATS)
def test_no_cut_goes_through_a_marker(size):
    for page in rendered(mat_tiles(size)):
        frame = page[
            round(MARGIN * SCALE) + 3 : -round(MARGIN * SCALE) - 3,
            round(MARGIN * SCALE) + 3 : -round(MARGIN * SCALE) - 3,
        ]
        edges = np.concatenate([frame[0], frame[-1], frame[:, 0], frame[:, -1]])
        assert (edges < 60).sum() == 0


def test_tiles_move_aside_for_what_must_not_be_cut():
    assert tile_starts(100, 60, []) == [-60, 0]
    (first, second) = tile_starts(100, 60, [(-5, 5)])
    assert second - first == 60
    assert abs(second) >= 5
    assert first <= -50
    assert second + 60 >= 50


def test_the_board_is_the_one_that_is_looked_for():
    (page,) = rendered(board_sheet(), FINE)
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    board = cv2.aruco.CharucoBoard(
        (BOARD.columns, BOARD.rows), BOARD.square_mm, BOARD.marker_mm, dictionary, np.array(BOARD.numbers)
    )
    corners, numbers, _, _ = cv2.aruco.CharucoDetector(board).detectBoard(page)
    assert len(numbers) == (BOARD.columns - 1) * (BOARD.rows - 1)
    places = corners.reshape(-1, 2) / FINE
    known = board.getChessboardCorners()[:, :2]
    assert places - places[0] == pytest.approx(known - known[0], abs=0.2)


def test_the_command_writes_a_pdf_and_says_how_to_print_it(tmp_path, capsys):
    path = tmp_path / "mat.pdf"
    assert main(["print", "mat", "-o", str(path), "--paper", "letter", "--size", "a3"]) == 0
    assert path.read_bytes().startswith(b"%PDF")
    assert "100 %" in capsys.readouterr().out


def test_a_file_that_cannot_be_written_is_told_in_one_line(tmp_path, capsys):
    assert main(["print", "cards", "-o", str(tmp_path / "none" / "cards.pdf")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_same_sheet_is_the_same_file():
    assert mat_tiles("a2", "a4") == mat_tiles("a2", "a4")


def test_the_command_knows_the_sheets_papers_packs_and_languages_there_are():
    from pi import printing
    from web.sheets.order import SHEETS
    from web.sheets.pack import PACKS
    from web.texts import LANGUAGES

    assert (tuple(PAPERS), tuple(LANGUAGES)) == (printing.PAPERS, printing.LANGUAGES)
    assert (tuple(SHEETS), tuple(PACKS)) == (printing.SHEETS, printing.PACKS)
