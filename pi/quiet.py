"""Quiets the buzzer, puts the lights out and ends: what the service manager runs after the Steward was killed."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

from engine.errors import StewardError
from pi.config import read_settings
from pi.pins import open_factory


def main(argv: Sequence[str] | None = None) -> int:
    """Sets the pins of the buzzer and the lights low; gives 0 also where there are no pins."""
    parser = argparse.ArgumentParser(prog="python -m pi.quiet", description="Quiet the buzzer and put the lights out.")
    parser.add_argument("--config", type=Path)
    args = parser.parse_args(argv)
    try:
        settings = read_settings(args.config)
        factory, _ = open_factory(settings.hardware)
        try:
            lights = (*chain.from_iterable(settings.pins.lights.values()), settings.pins.power_light)
            for number in (settings.pins.buzzer, *(pin for pin in lights if pin is not None)):
                factory.pin(number).output_with_state(0)
        finally:
            factory.close()
    except StewardError as error:
        print(f"steward: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
