"""Forks, threads, signals and callbacks."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import pytest

from tilebase import Level, Solutions, Solver, Tablebase

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")


def run(code: str, seconds: float = 120) -> str:
    """Runs a program in a process of its own, with a time limit."""
    command = [sys.executable, "-c", textwrap.dedent(code)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=seconds)
    assert done.returncode == 0, done.stderr
    return done.stdout


@needs_fork
def test_answers_after_a_fork(eight: Tablebase) -> None:
    """A child has none of its parent's threads: calls that need some must make their own."""
    states = eight.sample(100_000, seed=1)
    expected = eight.distances(states)
    # The child is a process of its own, so that a hang ends with the time limit.
    run("""
        import os, signal, numpy as np, tilebase
        tb = tilebase.Tablebase("3x3")
        states = tb.sample(100_000, seed=1)
        expected = tb.distances(states)
        child = os.fork()
        if child == 0:
            signal.alarm(60)
            solver = tilebase.Solver("3x3", "manhattan")
            right = (tb.distances(states) == expected).all() and (solver.distances(states[:100]) == expected[:100]).all()
            os._exit(0 if right else 1)
        assert os.waitpid(child, 0)[1] == 0
        assert (tb.distances(states) == expected).all()
    """)
    with ProcessPoolExecutor(2, multiprocessing.get_context("fork")) as pool:
        parts = [pool.submit(eight.distances, part) for part in np.array_split(states, 4)]
        assert (np.concatenate([part.result(timeout=60) for part in parts]) == expected).all()


class Labelled:
    """A data set as torch.utils.data has them: workers get a copy and are asked for items."""

    def __init__(self, table: Tablebase, n: int) -> None:
        self.table, self.states = table, table.sample(n, seed=2)

    def __getitem__(self, part: slice) -> tuple[np.ndarray, np.ndarray]:
        return self.states[part], self.table.distances(self.states[part])


def serve(data: Labelled, asked: multiprocessing.SimpleQueue, answers: multiprocessing.SimpleQueue) -> None:
    while (part := asked.get()) is not None:
        answers.put((part.start, *data[part]))


@pytest.mark.parametrize("method", [pytest.param("fork", marks=needs_fork), "spawn"])
def test_workers_of_a_data_loader(eight: Tablebase, method: str) -> None:
    """Long-lived workers that each label batches, large enough for threads of their own."""
    context = multiprocessing.get_context(method)
    data = Labelled(eight, 60_000)
    asked, answers = context.SimpleQueue(), context.SimpleQueue()
    workers = [context.Process(target=serve, args=(data, asked, answers), daemon=True) for _ in range(2)]
    for worker in workers:
        worker.start()
    parts = [slice(first, first + 10_000) for first in range(0, 60_000, 10_000)]
    for part in [*parts, *(None for _ in workers)]:
        asked.put(part)
    got = {}
    deadline = time.monotonic() + 120
    while len(got) < len(parts) and time.monotonic() < deadline:
        if answers.empty():
            time.sleep(0.02)
            continue
        start, states, distances = answers.get()
        got[start] = (states, distances)
    for worker in workers:
        worker.join(60)
        assert worker.exitcode == 0
    for part in parts:
        states, distances = got[part.start]
        assert (states == data.states[part]).all() and (distances == eight.distances(states)).all()


def test_a_table_is_sent_to_other_processes_by_name(eight: Tablebase) -> None:
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        assert pool.submit(eight.distance, "867254301").result(timeout=120) == 31


def test_many_threads_ask_at_once(eight: Tablebase) -> None:
    states = eight.sample(50_000, seed=3)
    expected = eight.distances(states)
    with ThreadPoolExecutor(8) as pool:
        for found in pool.map(eight.distances, [states] * 32):
            assert (found == expected).all()


def test_other_threads_write_to_the_states_meanwhile(eight: Tablebase) -> None:
    """A call works on a copy: it answers, or names a bad state."""
    good, over = eight.sample(50_000, seed=4), threading.Event()
    states, ranks = good.copy(), eight.rank(good).astype(np.uint64)

    def write() -> None:
        while not over.is_set():
            states[:] = 255
            states[:], ranks[::2] = good, 2**63
            ranks[::2] = 0

    writer = threading.Thread(target=write)
    writer.start()
    try:
        calls = [eight.distances, eight.optimal_actions, eight.rank, eight.paths, lambda _: eight.unrank(ranks)]
        for call in calls * 20:
            try:
                assert len(call(states)) in (len(Solutions._fields), len(states))
            except ValueError as error:
                assert "state" in str(error)
    finally:
        over.set()
        writer.join()


def test_other_threads_run_meanwhile() -> None:
    solver = Solver("4x4", "walking-distance", threads=1)
    states = solver.sample(40, seed=1)
    awake, over = 0, threading.Event()

    def count() -> None:
        nonlocal awake
        while not over.wait(0.005):
            awake += 1

    counter = threading.Thread(target=count)
    counter.start()
    begun = time.perf_counter()
    try:
        # Long enough for a few wakes; stopped by the callback.
        with pytest.raises(RuntimeError, match="enough"):
            solver.solve_many(states, progress=lambda _: enough(begun))
    finally:
        over.set()
        counter.join()
    assert awake >= 3


def enough(begun: float) -> None:
    if time.perf_counter() - begun > 0.2:
        raise RuntimeError("enough")


# A minute of work, or more.
MANY = "solver = tilebase.Solver('3x3', 'manhattan', threads=1); states = solver.sample(500_000, seed=1)"
# A minute of work.
GAME = (
    "solver = tilebase.Solver('10x10', time=60, threads=1); state = solver.sample(1, seed=1)[0]; "
    "moves = tilebase.Solver('10x10', width=1).solve(state).letters"
)
# A minute of work.
MANY_ENDS = "solver = tilebase.Solver('8x8', threads=1); state = solver.sample(1, seed=1)[0]"
# Seconds of work.
EIGHT = "table = tilebase.Tablebase('3x3', threads=1); states = np.tile(table.sample(1000, seed=1), (40_000, 1))"
# The same in numbers.
RANKS = "table = tilebase.Tablebase('3x3', threads=1); ranks = np.tile(np.arange(len(table)), 220)"
# A fifth of a second of work, or more.
TABLE = "table = tilebase.Tablebase('3x4', storage='memory', threads=1); table.verify()"


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize("ready, work, says_bound", [
    ("", "tilebase.Tablebase('3x4', storage='bytes', threads=1)", False),
    ("", "tilebase.Solver('5x5', 'manhattan', threads=1).solve(hard)", True),
    # These report every few milliseconds, whether anybody asks for their progress or not.
    (MANY, "solver.solve_many(states)", False),
    (MANY, "solver.distances(states)", False),
    (TABLE, "table.verify()", False),
    ("solver = tilebase.Solver('4x4', 'manhattan', threads=1)", "solver.sample(3 * 10**7)", False),
    ("solver = tilebase.Solver('4x4', 'manhattan', threads=1)", "solver.sample(3 * 10**7, stage='1-4')", False),
    ("solver = tilebase.Solver('4x4', 'manhattan', threads=1)", "solver.sample(10, walk=2**32 - 1)", False),
    ("solver = tilebase.Solver('5x5', 'manhattan', threads=1)", "solver.solutions(hard)", False),
    ("solver = tilebase.Solver('5x5', 'manhattan', threads=1)", "solver.count_solutions(hard)", False),
    ("solver = tilebase.Solver('5x5', 'manhattan', threads=1)", "solver.hints(hard)", False),
    ("solver = tilebase.Solver('5x5', 'manhattan', threads=1)", "solver.bounds(hard)", False),
    ("solver = tilebase.Solver('5x5', 'manhattan', threads=1)", "solver.review(hard, '')", False),
    (GAME, "solver.shorten(state, moves)", False),
    ("solver = tilebase.Solver('5x5', 'manhattan', threads=1)", "solver.solve_stages(hard, '1-5/rest')", False),
    (MANY_ENDS, "solver.solve_stages(state, 'rows', endings=10_000)", False),
    (EIGHT, "table.distances(states)", False),
    (EIGHT, "table.optimal_actions(states)", False),
    (EIGHT, "table.paths(states)", False),
    (EIGHT, "table.rank(states)", False),
    (RANKS, "table.unrank(ranks)", False),
    (EIGHT, "tilebase.Solver('3x3', 'manhattan', threads=1).estimates(states)", False),
    # Minutes: the levels in the middle are not listed.
    ("table = tilebase.Tablebase('3x4', storage='memory', threads=1)", "table.at(20)", False),
    ("solver = tilebase.Solver('5x5', 'manhattan', threads=1)", "solver.review_stages(hard, '', '1-5/rest')", False),
])  # fmt: skip
def test_control_c_stops(ready: str, work: str, says_bound: bool) -> None:
    text = run(f"""
        import os, signal, threading, time, numpy as np, tilebase
        # Shells have what they start in the background ignore Ctrl-C, these tests among it.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        hard = [int(tile) for tile in "14 5 9 2 18 8 23 19 12 17 15 0 10 20 4 6 11 21 1 7 24 3 16 22 13".split()]
        begun = time.perf_counter()
        {ready}
        limit = (time.perf_counter() - begun) / 2 if "verify" in {ready!r} else 10
        sent = []
        def interrupt():
            sent.append(time.perf_counter())
            os.kill(os.getpid(), signal.SIGINT)
        threading.Timer(0.1, interrupt).start()
        try:
            {work}
            print("done")
        except KeyboardInterrupt as stop:
            # What was stopped leaves a module that answers.
            assert tilebase.Tablebase('2x3').distance('450123') == 21
            print("stopped", time.perf_counter() - sent[0] < limit, getattr(stop, "at_least", None))
    """)
    word, *rest = text.split()
    assert word == "stopped" and rest[0] == "True", text
    assert not says_bound or int(rest[1]) > 0


def test_what_a_callback_raises_comes_out() -> None:
    levels: list[Level] = []

    def stop(level: Level) -> None:
        levels.append(level)
        if level.depth == 10:
            raise ZeroDivisionError("of the callback")

    with pytest.raises(ZeroDivisionError, match="of the callback"):
        Tablebase("3x4", storage="memory", progress=stop)
    assert [level.depth for level in levels] == list(range(11))
    assert levels[0].new == 1 and levels[10].total == 239_500_800


def test_a_failed_call_stops_no_other(eight: Tablebase) -> None:
    """Each call has its own way to be stopped."""
    solver = Solver("3x3", "manhattan")
    states = eight.sample(300, seed=1)

    def fail(_: int) -> None:
        raise ZeroDivisionError

    with ThreadPoolExecutor(2) as pool:
        good = pool.submit(solver.solve_many, states)
        bad = pool.submit(solver.solve_many, states, progress=fail)
        assert (good.result().lengths == eight.distances(states)).all()
        assert isinstance(bad.exception(), ZeroDivisionError)
