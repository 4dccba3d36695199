"""How well simulated hands are followed: ``python tests/bench/bench_follow.py --hands 100 --slips good -v``."""

from __future__ import annotations

import argparse
import json
import pickle
import sys
import time
import zlib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from pi.simulate.director import CALM, Simulation, Trouble, simulate
from pi.simulate.followed import Honest, Score, follow, score, summed
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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--slips", choices=sorted(SLIPS), default="exact")
    parser.add_argument("--calm", action="store_true", help="nothing disturbs the table")
    parser.add_argument("--only", nargs="*", default=None, help="only these disturbances, at every turn")
    parser.add_argument("--keep", type=Path, help="a folder in which played hands are kept for the next run")
    parser.add_argument("--answer", action="store_true", help="the people at the table answer questions")
    parser.add_argument("-v", "--verbose", action="store_true")
    args = parser.parse_args()
    trouble = CALM if args.calm else Trouble()
    if args.only is not None:
        trouble = Trouble(disturbed=1.0, named=tuple(args.only), changes_mind=0, bit_by_bit=0, lost=0)
    scores: list[Score] = []
    began = time.perf_counter()
    for seed in range(args.first, args.first + args.hands):
        rules, players = ("home", "drive")[seed % 2], (4, 4, 4, 3, 2)[seed % 5]
        played = deal(seed, rules, players, trouble, args.keep)
        followed = follow(played, SLIPS[args.slips], answer=Honest(played) if args.answer else None)
        one = score(played.truth, followed)
        scores.append(one)
        if args.verbose and (one.missed or one.invented or one.late or one.undone or one.entered):
            print(f"seed {seed} {rules} {players}: {one.right}/{one.moves}, doubts {one.doubts}, ", end="")
            print(f"undone {one.undone}, entered {one.entered}")
            for kind in ("missed", "invented", "late"):
                for t, what in getattr(one, kind)[:4]:
                    print(f"   {kind:9} {t:7.1f} {what}")
            print("   told", [(round(t, 1), name) for t, name in played.told][:12])
            for doubt in followed.doubts[:3]:
                print(f"   doubt     {doubt.t:7.1f} {doubt.about}: {doubt.detail}")
    total = summed(scores)
    total["seconds"] = round(time.perf_counter() - began, 1)
    print(json.dumps(total, indent=1))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
