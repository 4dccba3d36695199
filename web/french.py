"""The pages' texts in French, by key; a key that is missing here is shown in English."""

from __future__ import annotations

from collections.abc import Mapping

FRENCH: Mapping[str, str] = {}
