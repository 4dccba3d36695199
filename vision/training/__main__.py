"""`python -m vision.training`: render tables, train the networks, calibrate, export."""

from __future__ import annotations

import argparse
import tempfile
from concurrent.futures import ProcessPoolExecutor
from importlib import resources
from pathlib import Path

import torch

from vision.training.harvest import write_shards
from vision.training.marks import export_marks, render_corners, train_marks
from vision.training.train import Course, export, train_faces, train_finder, train_outline


def main() -> None:
    """The command; see the model card beside this file for what it takes."""
    parser = argparse.ArgumentParser(prog="python -m vision.training", description=main.__doc__)
    parser.add_argument(
        "--out", type=Path, default=Path(str(resources.files("vision.models"))), help="folder of the ONNX"
    )
    parser.add_argument(
        "--work", type=Path, help="folder for shards and weights (kept; a new temporary one if not given)"
    )
    parser.add_argument("--scenes", type=int, default=4800, help="rendered training scenes")
    parser.add_argument("--face-steps", type=int, default=9000)
    parser.add_argument("--finder-steps", type=int, default=5000)
    parser.add_argument("--outline-steps", type=int, default=8000)
    parser.add_argument("--mark-steps", type=int, default=5000)
    parser.add_argument("--jobs", type=int, default=2, help="processes that render")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    work = options.work or Path(tempfile.mkdtemp(prefix="training-"))
    shards = work / "shards"
    torch.set_num_threads(max(1, options.jobs))
    options.out.mkdir(parents=True, exist_ok=True)
    _render(shards, options.scenes, options.jobs, options.seed)
    render_corners(work / "corners", options.scenes // 40, options.jobs, options.seed)
    train_marks(work / "corners", work / "marks.pt", Course(options.mark_steps, options.seed))
    export_marks(work / "marks.pt", options.out / "marks.onnx", work / "corners")
    train_finder(shards, work / "finder.pt", Course(options.finder_steps, options.seed))
    export("finder", work / "finder.pt", options.out / "finder.onnx")
    train_outline(shards, work / "outline.pt", Course(options.outline_steps, options.seed))
    export("outline", work / "outline.pt", options.out / "outline.onnx")
    _render(shards, options.scenes // 3, options.jobs, options.seed + 100, options.out)
    train_faces(shards, work / "faces.pt", Course(options.face_steps, options.seed))
    export("faces", work / "faces.pt", options.out / "faces.onnx", shards)


def _render(shards: Path, scenes: int, jobs: int, seed: int, mine: Path | None = None) -> None:
    """Renders scenes to learn from and one in twenty more to calibrate on, in `jobs` processes."""
    with ProcessPoolExecutor(jobs) as pool:
        tasks = [pool.submit(write_shards, shards, seed + k, -(-scenes // jobs), mine=mine) for k in range(jobs)]
        tasks.append(pool.submit(write_shards, shards, seed + 1000, max(40, scenes // 20), 40, True, mine))
        for task in tasks:
            task.result()


if __name__ == "__main__":
    main()
