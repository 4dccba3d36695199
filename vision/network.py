"""A trained network, run by ONNX Runtime: twice as fast on these small convolutions as OpenCV's own runner."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

THREADS = 4
"""At most so many: a Pi has four cores."""


class Network:
    """A network of `vision/models` by its name, or that of an ONNX file's bytes. Loaded when first run."""

    def __init__(self, name: str, model: bytes = b"") -> None:
        self.name = name
        self._model = model
        self._session: InferenceSession | None = None

    def __call__(self, planes: NDArray[np.float32], *answers: str) -> list[NDArray[np.float32]]:
        """Runs it on float32 (N, 3, height, width) of 0..255, BGR, and gives the named answers."""
        if self._session is None:
            self._session = self._load()
        outputs = self._session.run(list(answers), {"picture": planes})
        return [np.asarray(output, np.float32) for output in outputs]

    def _load(self) -> InferenceSession:
        import cv2
        import onnxruntime

        onnxruntime.set_default_logger_severity(3)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = min(THREADS, max(1, cv2.getNumThreads()))
        options.inter_op_num_threads = 1
        # A thread that waits must not keep a core from the camera and the bell.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        # A table's pictures are of one size: what one run took is enough for the next.
        options.enable_cpu_mem_arena = False
        model = self._model or resources.files("vision.models").joinpath(f"{self.name}.onnx").read_bytes()
        return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
