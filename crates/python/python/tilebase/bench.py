"""``python -m tilebase.bench`` prints the key figures of the guide for this machine.

Times are processor time on one thread, the least of several runs, unless a line says otherwise. Names
as arguments choose figures: ``python -m tilebase.bench tables searches``. Missing tables and pattern
databases are built.
"""

from __future__ import annotations

import importlib.metadata
import os
import subprocess
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import Cells, Heuristic, Solver, Tablebase, instances
from .search import Found, a_star, beam


class Figure(NamedTuple):
    """A measured figure in seconds or bytes, and the limit that it should stay below."""

    what: str
    measured: float
    reach: float | None
    unit: str = "s"

    def __str__(self) -> str:
        reach = "" if self.reach is None else f"reach {amount(self.reach, self.unit)}"
        return f"{self.what:<46} {amount(self.measured, self.unit):>9}   {reach}".rstrip()


def amount(value: float, unit: str) -> str:
    """Seconds or bytes as people write them."""
    scales = [(1e9, "ns"), (1e6, "µs"), (1e3, "ms"), (1.0, "s")] if unit == "s" else [(1e-6, "MB")]
    scale, name = next(((scale, name) for scale, name in scales if value * scale < 999.5), scales[-1])
    return f"{value * scale:.3g} {name}"


def seconds(work: Callable[[], Any], times: int = 5) -> float:
    """Processor time of this process, all threads: the least of several runs."""

    def once() -> float:
        begun = time.process_time()
        work()
        return time.process_time() - begun

    return min(once() for _ in range(times))


def tables() -> Iterator[Figure]:
    """Look-ups of 3x3, 2x5 and 3x4."""
    n = 1_000_000
    eight, nine = Tablebase("3x3", threads=1), Tablebase("2x5", threads=1)
    states = eight.sample(n, seed=1)
    yield Figure("3x3, a distance", seconds(lambda: eight.distances(states)) / n, 45e-9)
    others = nine.sample(n, seed=1)
    yield Figure("2x5, a distance", seconds(lambda: nine.distances(others)) / n, 60e-9)
    yield Figure("3x3, a uniform sample", seconds(lambda: eight.sample(n, seed=1)) / n, 80e-9)
    eight.sample(1, 20, seed=1)
    yield Figure("3x3, a sample at 20 moves", seconds(lambda: eight.sample(n, 20, seed=1)) / n, 80e-9)
    yield Figure("3x3, optimal actions", seconds(lambda: eight.optimal_actions(states)) / n, 150e-9)
    n = 200_000
    large = Tablebase("3x4", threads=1)
    boards = large.sample(n, seed=1)
    yield Figure("3x4, a distance by walks", seconds(lambda: large.distances(boards), 3) / n, 4e-6)
    yield Figure("3x4, optimal actions", seconds(lambda: large.optimal_actions(boards)) / n, 0.7e-6)


def in_bytes() -> Iterator[Figure]:
    """Look-ups of 3x4 with one byte per state."""
    tb = Tablebase("3x4", storage="bytes", threads=1)
    states = tb.sample(1_000_000, seed=1)
    yield Figure("3x4, a distance from bytes in memory", seconds(lambda: tb.distances(states)) / len(states), 100e-9)


def heuristics() -> Iterator[Figure]:
    """Bounds of random 15-puzzles."""
    for name, reach in (("manhattan", 0.2e-6), ("pdb:7-8", 1.5e-6)):
        heuristic = Heuristic("4x4", name, memory=True, threads=1)
        states = Solver("4x4", heuristic).sample(200_000, seed=1)
        yield Figure(f"4x4, {name}", seconds(lambda: heuristic(states)) / len(states), reach)


def searches() -> Iterator[Figure]:
    """The 15-puzzle, solved optimally."""
    korf, lengths = instances("korf100")
    solver = Solver("4x4", "pdb:7-8", range(16), memory=True, threads=1)
    assert (solver.distances(korf) == lengths).all()
    yield Figure("Korf's 100 instances", seconds(lambda: solver.solve_many(korf)), 0.15)
    solver = Solver("4x4", "pdb:7-8", memory=True, threads=2)
    states = solver.sample(1000, seed=1)

    def once() -> float:
        begun = time.perf_counter()
        solver.solve_many(states)
        return time.perf_counter() - begun

    yield Figure("1,000 random 15-puzzles, two threads, elapsed", min(once() for _ in range(5)), 0.6)
    yield Figure("1,000 random 15-puzzles, two threads, processor", seconds(lambda: solver.solve_many(states), 3), None)


def guided() -> Iterator[Figure]:
    """A beam and A* guided by a function of numpy, without the time that the function takes."""
    solver = Solver("4x4", "manhattan", threads=1)
    boards = solver.sample(3, seed=1)
    cells = np.arange(16)
    far = abs(cells[:, None] // 4 - cells // 4) + abs(cells[:, None] % 4 - cells % 4)
    home = np.roll(far, 1, axis=0).astype(np.uint8)  # by the tile: its home is one cell before its number
    home[0] = 0

    def manhattan(states: Cells) -> npt.NDArray[np.uint8]:
        moves: npt.NDArray[np.uint8] = home[states, cells].sum(axis=1, dtype=np.uint8)
        return moves

    def per_state(runs: list[Found]) -> float:
        return sum(run.seconds - run.heuristic_seconds for run in runs) / sum(run.generated for run in runs)

    beams = [beam(solver, board, manhattan, 10_000) for board in boards]
    yield Figure("4x4, a beam of 10,000, a state", per_state(beams), 350e-9)
    stars = [a_star(solver, board, manhattan, weight=2.0, batch=1000) for board in boards]
    yield Figure("4x4, A* in batches of 1,000, a state", per_state(stars), 500e-9)


def environments() -> Iterator[Figure]:
    """Steps of many games at once, by the native vector and by gymnasium's own. Needs gymnasium."""
    import gymnasium

    from . import gym as _  # registers the environments

    for mode, n, steps, reach in (("vector_entry_point", 4096, 50, 1e-6), ("sync", 64, 5, None)):
        kind = gymnasium.VectorizeMode(mode)
        envs = gymnasium.make_vec("tilebase/SlidingTiles-v0", n, kind, table=Tablebase("3x3", threads=2))
        envs.reset(seed=1)
        actions = [envs.action_space.sample() for _ in range(steps)]
        took = seconds(lambda: [envs.step(each) for each in actions], 3) / steps / n
        what = "native vector" if mode == "vector_entry_point" else "SyncVectorEnv"
        yield Figure(f"3x3, a step of a game, {what} of {n:,}", took, reach)


def start() -> Iterator[Figure]:
    """The time of the import without that of numpy, and the size of the package."""
    code = "import time, numpy; begun = time.process_time(); import tilebase; print(time.process_time() - begun)"

    def run() -> float:
        return float(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True).stdout)

    yield Figure("import, beyond numpy's", min(run() for _ in range(7)), 20e-3)
    files = importlib.metadata.files("tilebase") or []
    size = sum(len(zlib.compress(file.read_binary())) for file in files if file.suffix != ".pyc")
    yield Figure("the package's files, compressed", size, 10e6, "bytes")


FIGURES = {
    "tables": tables, "bytes": in_bytes, "heuristics": heuristics, "searches": searches,
    "guided": guided, "environments": environments, "start": start,
}  # fmt: skip


def main(names: list[str]) -> int:
    """Prints the named figures, or all of them."""
    unknown = [name for name in names if name not in FIGURES]
    if unknown:
        print(f"unknown figures {unknown[0]!r}: choose from {', '.join(FIGURES)}", file=sys.stderr)
        return 2
    if hasattr(os, "getloadavg"):
        print(f"load {' '.join(f'{load:.1f}' for load in os.getloadavg())}, {os.cpu_count()} cores")
    for name in names or FIGURES:
        for figure in FIGURES[name]():
            print(figure, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
