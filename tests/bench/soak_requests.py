"""Asks the dashboards of a table and of a hub at random, as a viewer, a player, a steward and the organiser:
``python tests/bench/soak_requests.py [--requests 10000] [--seed 1]``.

Every answer must be one that the API's description knows, nobody may be told what is not for him (a password, another's
code, a traceback), and nothing may change without rights. What is found is told, and the command then ends with 1.
"""

from __future__ import annotations

import argparse
import logging
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parents[1] / "web"))

from random_requests import Asked, is_free

from web.roles import Role


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    logging.disable(logging.CRITICAL)  # a refusal is no news here
    runs = {kind: Asked(kind) for kind in ("table", "hub")}
    each = -(-given.requests // (len(Role) * sum(is_free(one) for run in runs.values() for one in run.operations)))
    began, busy, total, rounds = time.monotonic(), time.process_time(), 0, 0
    found: list[str] = []
    while total < given.requests and not (rounds and found):
        for kind, run in runs.items():
            for operation in run.operations:
                try:
                    total += run.ask(operation, each, given.seed + rounds)
                except (Exception, BaseExceptionGroup) as error:
                    found.append(f"{kind}: {operation.label}: {told(error)}")
                    print(f"FOUND {found[-1]}", flush=True)
            print(f"{kind}: {run.statuses.total()} requests, {time.monotonic() - began:.0f} s", flush=True)
        rounds, each = rounds + 1, max(1, each // 10)
    seconds, busy = time.monotonic() - began, time.process_time() - busy
    for role in Role:
        counts = Counter[int]()
        for run in runs.values():
            counts.update({status: number for (who, status), number in run.statuses.items() if who is role})
        print(f"{role.name.lower():9}", ", ".join(f"{number} × {status}" for status, number in sorted(counts.items())))
    asked, acted = sum(run.statuses.total() for run in runs.values()), sum(len(run.acted()) for run in runs.values())
    print(
        f"{asked} requests in {seconds:.0f} s, {asked / busy:.0f} a second of the processor; {acted} acts came through"
    )
    if found or asked < given.requests:
        print(f"NOT WELL: {len(found)} operations answered what they may not; {asked} of {given.requests} were asked")
        return 1
    print("every answer was one that the description knows; nothing was told or changed without rights")
    return 0


def told(error: BaseException) -> str:
    """Gives what went wrong in a few lines; schemathesis says how to ask it again."""
    inner = error.exceptions[0] if isinstance(error, BaseExceptionGroup) else error
    lines = [line for line in f"{error}\n{inner}".splitlines() if line.strip()]
    return "\n  ".join(lines[:14])


if __name__ == "__main__":
    raise SystemExit(main())
