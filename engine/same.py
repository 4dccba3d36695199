"""Keys of what is worked out once: values are frozen, so what is made of the very same ones is the same."""

from __future__ import annotations

from operator import is_


class Same:
    """Values as a key: equal only where each is the very same object, so that nothing of them need be compared."""

    __slots__ = ("_hash", "parts")

    def __init__(self, *parts: object) -> None:
        self.parts = parts
        self._hash = hash(tuple(map(id, parts)))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Same) and len(self.parts) == len(other.parts) and all(map(is_, self.parts, other.parts))
        )
