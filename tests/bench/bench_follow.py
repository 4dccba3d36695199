"""How well simulated hands are followed: ``python tests/bench/bench_follow.py --hands 100 --rendered -v``.

Without ``--rendered`` nothing is painted, and the reader's slips are made up: ``--slips good``.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import sys
import time
import zlib
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from pi.simulate.director import CALM, Simulation, Trouble, simulate
from pi.simulate.followed import Followed, Honest, Score, follow, plain_sight, score, summed, true_sight
from pi.simulate.readings import EXACT, GOOD, POOR

SLIPS = {"exact": EXACT, "good": GOOD, "poor": POOR}


def deal(seed: int, rules: str, players: int, trouble: Trouble, keep: Path | None) -> Simulation:
    """Plays a deal, or takes it as it was kept by an earlier run."""
    path = None if keep is None else keep / f"{seed}-{rules}-{players}-{zlib.crc32(repr(trouble).encode())}.pickle"
    if path is not None and path.exists():
        with path.open("rb") as file:
            kept: Simulation = pickle.load(file)
        return kept
    played = simulate(seed, rules, players, trouble=trouble)
    if path is not None:
        path.write_bytes(pickle.dumps(played))
    return played


def measured(seed: int, args: argparse.Namespace, trouble: Trouble) -> tuple[Score, list[str]]:
    """Plays one hand and follows it; gives the score and what is to be said of it."""
    rules, players = ("home", "drive")[seed % 2], (4, 4, 4, 3, 2)[seed % 5]
    played = deal(seed, rules, players, trouble, args.keep)
    sight = true_sight(played) if args.rendered else plain_sight(played, SLIPS[args.slips])
    followed = follow(played, sight, answer=None if args.unanswered else Honest(played))
    one = score(played.truth, followed)
    perfect = not (one.missed or one.invented or one.late or one.undone or one.entered)
    return one, [] if perfect else list(told(seed, rules, players, played, followed, one))


def told(seed: int, rules: str, players: int, played: Simulation, followed: Followed, one: Score) -> Iterator[str]:
    """Iterates the lines about a hand that was not followed perfectly."""
    yield (
        f"seed {seed} {rules} {players}: {one.right}/{one.moves}, doubts {one.doubts}, "
        f"undone {one.undone}, entered {one.entered}"
    )
    for kind in ("missed", "invented", "late"):
        for t, what in getattr(one, kind)[:4]:
            yield f"   {kind:9} {t:7.1f} {what}"
    yield f"   told {[(round(t, 1), name) for t, name in played.told][:12]}"
    for doubt in followed.doubts[:3]:
        yield f"   doubt     {doubt.t:7.1f} {doubt.about}: {doubt.detail}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--rendered", action="store_true", help="paint pictures and read them as at a real table")
    parser.add_argument("--slips", choices=sorted(SLIPS), default="exact")
    parser.add_argument("--calm", action="store_true", help="nothing disturbs the table")
    parser.add_argument("--only", nargs="*", default=None, help="only these disturbances, at every turn")
    parser.add_argument("--keep", type=Path, help="a folder in which played hands are kept for the next run")
    parser.add_argument("--unanswered", action="store_true", help="nobody answers the Steward's questions")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("-v", "--verbose", action="store_true")
    args = parser.parse_args()
    trouble = CALM if args.calm else Trouble()
    if args.only is not None:
        trouble = Trouble(disturbed=1.0, named=tuple(args.only), changes_mind=0, bit_by_bit=0, lost=0)
    scores: list[Score] = []
    began = time.perf_counter()
    with ProcessPoolExecutor(args.jobs) as pool:
        seeds = range(args.first, args.first + args.hands)
        for one, lines in pool.map(partial(measured, args=args, trouble=trouble), seeds):
            scores.append(one)
            if args.verbose:
                print("\n".join(lines), end="\n" if lines else "", flush=True)
            elif sys.stderr.isatty():
                print(f"\rhand {len(scores)} of {args.hands}", end="", file=sys.stderr, flush=True)
    total = summed(scores)
    total["seconds"] = round(time.perf_counter() - began, 1)
    print(json.dumps(total, indent=1))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
