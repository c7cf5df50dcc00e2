"""``python -m tilebase.bench``: the key figures on this machine, processor time on one thread.

Names after it choose figures: ``python -m tilebase.bench tables searches``. Tables of files and pattern databases are
built where they are missing.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from . import Heuristic, Solver, Tablebase, _native, instances


def seconds(work: Callable[[], Any], times: int = 3) -> float:
    """Processor time of this process, all threads: the least of several runs."""

    def once() -> float:
        begun = time.process_time()
        work()
        return time.process_time() - begun

    return min(once() for _ in range(times))


def duration(value: float) -> str:
    """Seconds as people write them."""
    for scale, unit in ((1e9, "ns"), (1e6, "µs"), (1e3, "ms")):
        if value * scale < 1000:
            return f"{value * scale:.3g} {unit}"
    return f"{value:.3g} s"


def tables() -> Iterator[tuple[str, str]]:
    """Look-ups of 3x3, 2x5 and 3x4."""
    for puzzle, n in (("3x3", 1_000_000), ("2x5", 1_000_000), ("3x4", 200_000)):
        tb = Tablebase(puzzle, threads=1)
        states = tb.sample(n, seed=1)
        yield f"{puzzle}, a distance", duration(seconds(lambda: tb.distances(states)) / n)
        yield f"{puzzle}, optimal actions", duration(seconds(lambda: tb.optimal_actions(states)) / n)
        yield f"{puzzle}, a uniform sample", duration(seconds(lambda: tb.sample(n, seed=1)) / n)
        if puzzle == "3x3":
            tb.sample(1, 20, seed=1)
            yield "3x3, a sample at 20 moves", duration(seconds(lambda: tb.sample(n, 20, seed=1)) / n)


def in_bytes() -> Iterator[tuple[str, str]]:
    """Look-ups of 3x4 with a byte for each state."""
    tb = Tablebase("3x4", storage="bytes", threads=1)
    states = tb.sample(1_000_000, seed=1)
    yield "3x4 in bytes, a distance", duration(seconds(lambda: tb.distances(states)) / len(states))


def heuristics() -> Iterator[tuple[str, str]]:
    """Bounds of random 15-puzzles."""
    for name in ("manhattan", "pdb:7-8"):
        heuristic = Heuristic("4x4", name, memory=True, threads=1)
        states = Solver("4x4", heuristic).sample(200_000, seed=1)
        yield f"4x4, {name}", duration(seconds(lambda: heuristic(states)) / len(states))


def searches() -> Iterator[tuple[str, str]]:
    """The 15-puzzle, solved optimally."""
    for threads in (1, 2):
        solver = Solver("4x4", "pdb:7-8", memory=True, threads=threads)
        states = solver.sample(1000, seed=1)
        begun = time.perf_counter()
        solver.solve_many(states)
        wall = time.perf_counter() - begun
        yield f"1,000 random 15-puzzles on {threads} thread{'s' * (threads > 1)} (wall)", duration(wall)
    korf, lengths = instances("korf100")
    solver = Solver("4x4", "pdb:7-8", range(16), memory=True, threads=1)
    assert (solver.distances(korf) == lengths).all()
    yield f"Korf's {len(korf)}", duration(seconds(lambda: solver.solve_many(korf)))


def start() -> Iterator[tuple[str, str]]:
    """The import, beyond numpy's, and the size of the native part."""

    def run(code: str) -> float:
        command = [sys.executable, "-c", f"import time; {code}; print(time.process_time())"]
        return min(float(subprocess.run(command, check=True, capture_output=True).stdout) for _ in range(5))

    yield "import, beyond numpy's", duration(max(run("import numpy, tilebase") - run("import numpy"), 0))
    yield "native part", f"{Path(_native.__file__).stat().st_size / 1e6:.2f} MB"


FIGURES = {"tables": tables, "bytes": in_bytes, "heuristics": heuristics, "searches": searches, "start": start}


def main(names: list[str]) -> int:
    """Prints the figures named, or all."""
    unknown = [name for name in names if name not in FIGURES]
    if unknown:
        print(f"there is no {unknown[0]!r}: there are {', '.join(FIGURES)}", file=sys.stderr)
        return 2
    print(f"load {' '.join(f'{load:.1f}' for load in os.getloadavg())}" if hasattr(os, "getloadavg") else "")
    for name in names or FIGURES:
        for what, figure in FIGURES[name]():
            print(f"{what:<44} {figure:>10}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
