"""Asks the dashboards of a table and of a hub at random, as a viewer and as the organiser, and says whether all answers
were as the API's description has them: ``python tests/bench/soak_requests.py [--requests 10000]``."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parents[1] / "web"))

from random_requests import Asked, operations

from web.roles import Role


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=10_000)
    wanted = parser.parse_args().requests
    runs = [Asked(kind, role) for kind in ("table", "hub") for role in (Role.VIEWER, Role.ORGANISER)]
    each = -(-wanted // sum(sum(1 for _ in operations(run.app)) for run in runs))
    began, total = time.monotonic(), 0
    acted = [len(run.drive.acted) for run in runs]
    while total < wanted:  # what has no fields can be asked in one way only: some rounds are needed
        total += sum(run.ask_all(each) for run in runs)
    print(f"{total} requests, {time.monotonic() - began:.0f} s: every answer was one that the description knows")
    for run, before in zip(runs, acted, strict=True):
        if run.role is Role.VIEWER and (run.table.commands or len(run.drive.acted) > before):
            print("a viewer changed something")
            return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
