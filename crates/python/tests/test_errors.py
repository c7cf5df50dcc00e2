"""Every error: its type, and that it names what is wrong."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import tilebase
from tilebase import Heuristic, MissingTableError, RowTablebase, Solver, TableError, Tablebase


@pytest.mark.parametrize("state, says", [
    ("123456788", "tile 8 appears 2 times"), ("1234", "cells"), ("1 2 3 4 5 6 7 x y", "x"), ([1] * 9, "tile 1"),
    ([1, 2, 3], r"\(3,\)"), ([[1, 2, 3, 4, 5, 6, 7, 8, 0]] * 2, "one state"),
])  # fmt: skip
def test_what_is_no_state(eight: Tablebase, state: object, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        eight.distance(state)  # type: ignore[arg-type]


@pytest.mark.parametrize("dtype", [np.uint8, np.int64])
def test_the_first_bad_state_is_named(eight: Tablebase, dtype: type) -> None:
    states = np.repeat(eight.goal[None], 200_000, axis=0).astype(dtype)
    states[150_017] = states[180_000] = 1
    for ask in (eight.distances, eight.optimal_actions, eight.rank, eight.paths, Heuristic("3x3", "manhattan"),
                Solver("3x3", "manhattan").solve_many):  # fmt: skip
        with pytest.raises(ValueError, match="state 150017: tile 1 appears 9 times"):
            ask(states)
    if dtype == np.int64:
        states[160_000, 3] = 300
        with pytest.raises(ValueError, match="state 150017: tile 1 appears 9 times"):
            eight.distances(states.reshape(-1, 3, 3))
        states[7, 3] = -2
        with pytest.raises(ValueError, match="state 7: cell 4 is -2"):
            eight.distances(states.reshape(-1, 3, 3))


def test_the_first_bad_text_is_named(eight: Tablebase) -> None:
    with pytest.raises(ValueError, match="state 1: tile 8 appears 2 times"):
        eight.distances(["123456780", "123456788", "12"])


@pytest.mark.parametrize("states", [np.zeros((2, 9)), np.zeros((2, 9), bool), np.array([[None] * 9])])
def test_arrays_that_are_no_integers(eight: Tablebase, states: np.ndarray) -> None:
    with pytest.raises(TypeError, match="must be whole numbers, not "):
        eight.distances(states)


def test_shapes_are_named(eight: Tablebase) -> None:
    with pytest.raises(ValueError, match=r"\(…, 9\) or \(…, 3, 3\), not \(2, 8\)"):
        eight.distances(np.zeros((2, 8), np.uint8))


@pytest.mark.parametrize("puzzle, says", [("7-puzzle", "unknown puzzle"), ("17x16", "at most 256 cells"), ("oshidori-kinds-0", "is not an oshidori puzzle")])
def test_what_is_no_puzzle(puzzle: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Tablebase(puzzle)


def test_goals_distances_and_names(eight: Tablebase, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="the goal"):
        Tablebase("3x3", "123")
    for ask in (lambda: eight.sample(1, 32), lambda: eight.at(32)):
        with pytest.raises(ValueError, match="no state of 3x3 is 32 moves from the goal: none needs more than 31"):
            ask()
    with pytest.raises(ValueError):
        eight.at(-1)
    with pytest.raises(ValueError):
        eight.sample(-1)
    with pytest.raises(ValueError, match=r"a seed is a whole number from 0 to 2\*\*64 - 1, not -1"):
        eight.sample(1, seed=-1)
    with pytest.raises(TypeError, match="a seed is a whole number, a numpy.random.Generator or None, not float"):
        eight.sample(1, seed=1.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="too large"):
        Tablebase("4x4", data=tmp_path)
    with pytest.raises(ValueError, match="unknown heuristic `hope`: there are manhattan, "):
        Heuristic("4x4", "hope")
    with pytest.raises(ValueError, match="storage is 'auto', 'file', 'memory' or 'bytes', not 'tape'"):
        Tablebase("3x3", storage="tape")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="unknown metric `taxi`"):
        Tablebase("3x3", metric="taxi")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="3x3 is not a row of stones: Tablebase opens boards"):
        RowTablebase("3x3")
    with pytest.raises(ValueError, match="choose is 'first' or 'random', not 'worst'"):
        eight.paths(eight.goal, choose="worst")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="cells of a goal must be whole numbers"):
        Tablebase("3x3", np.arange(9) + 0.5)
    with pytest.raises(TypeError, match="integer"):
        eight.at(None)  # type: ignore[arg-type]
    for weights in ([1, np.inf], [1, np.nan], [0, 0]):
        with pytest.raises(ValueError, match="distances must be up to 32 weights, not negative, not all 0"):
            eight.batches(3, distances=weights)


def test_a_missing_table(tmp_path: Path) -> None:
    for make in (lambda: Tablebase("3x3", data=tmp_path, build=False), lambda: Solver("4x4", "pdb:7-8", data=tmp_path, build=False)):
        with pytest.raises(MissingTableError, match="build=True") as caught:
            make()
        assert isinstance(caught.value, FileNotFoundError)
    assert tilebase.list_tables(tmp_path) == []


def test_a_damaged_table(tmp_path: Path) -> None:
    path = Tablebase("3x3", storage="file", data=tmp_path).path
    assert path is not None
    whole = path.read_bytes()
    path.write_bytes(whole[:-100])
    with pytest.raises(TableError, match=str(path)):
        Tablebase("3x3", storage="file", data=tmp_path)
    assert "error" in tilebase.list_tables(tmp_path)[0]
    path.write_bytes(whole[:-5000] + b"\x07" + whole[-4999:])
    with pytest.raises(TableError):
        Tablebase("3x3", storage="file", data=tmp_path).verify()


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    # A folder that refuses does not prevent an answer that memory can give.
    (tmp_path / "file").write_text("")
    table = Tablebase("3x3", storage="file", data=tmp_path / "file" / "folder")
    assert table.path is None
    assert table.distance("867254301") == 31


@pytest.mark.skipif(sys.platform == "win32", reason="limits of Unix")
def test_no_memory() -> None:
    code = """
import resource, tilebase
resource.setrlimit(resource.RLIMIT_AS, (600 << 20, 600 << 20))
try:
    tilebase.Tablebase("3x4", storage="bytes", threads=1)
except MemoryError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True)
    assert "of memory" in done.stdout and "MiB" in done.stdout, done


def test_absurd_numbers_are_refused_at_once(eight: Tablebase) -> None:
    """No number ends in an exception that is not documented, or takes all memory."""
    solver = Solver("4x4", "manhattan", memory=True)
    for huge in (10**12, 2**62):
        for ask in (eight.sample, solver.sample, lambda n: eight.sample(n, 20), lambda n: next(eight.batches(n))):
            with pytest.raises(MemoryError, match="states"):
                ask(huge)
    for wrong in (-1, 2**63, 10**30):
        for ask in (
            eight.sample, solver.sample, eight.at, lambda n: eight.at(3, n), lambda n: eight.sample(1, n),
            eight.batches, lambda n: eight.solutions(eight.goal, n), lambda n: Tablebase("3x3", threads=n),
            lambda n: Solver("3x3", threads=n), lambda n: RowTablebase("oshidori-kinds-3", block=n),
            lambda n: tilebase.solve_row("oshidori-kinds-3", block=n),
        ):  # fmt: skip
            with pytest.raises(ValueError, match="must be from"):
                ask(wrong)
    for threads in (0, 10**6):
        with pytest.raises(ValueError, match="threads must be from 1 to 1024"):
            Tablebase("3x3", threads=threads)
    for time in (-1.0, float("nan")):
        with pytest.raises(ValueError, match="time must be a number of seconds"):
            tilebase.solve_row("oshidori-kinds-3", time=time)
    bounds = tilebase.solve_row("oshidori-kinds-3", time=1e300)
    assert bounds is not None and bounds.upper == 3


def test_impossible_distances_are_refused_at_once(recwarn: pytest.WarningsRecorder) -> None:
    solver = Solver("4x4", "walking-distance", memory=True)
    for puzzle, distance, words in [
        ("4x4", 81, "none needs more than 80"), ("4x4", 79, "70 states of 4x4 are 79 moves"),
        ("3x3", 32, "none needs more than 31"), ("4x5", 90, "at most 50 moves"),
    ]:  # fmt: skip
        asked = solver if puzzle == "4x4" else Solver(puzzle, "manhattan")
        with pytest.raises(ValueError, match=words):
            asked.sample(1, distance=distance)
    assert not recwarn.list
    with pytest.warns(UserWarning, match="not uniformly distributed"):
        states = solver.sample(3, distance=10, seed=1)
    assert (solver.distances(states) == 10).all()


def test_boards_without_exact_distances_give_none_that_is_not_proven():
    solver = Solver("6x6", width=100)
    state = solver.sample(1, seed=1)[0]
    for ask in [solver.distance, solver.distances]:
        with pytest.raises(ValueError, match="state 0: a solution of .* moves is known, but not whether"):
            ask(state)
    with pytest.raises(ValueError, match="needs exact distances"):
        solver.count_solutions(state)
    with pytest.raises(ValueError, match="seconds, 0 or more"):
        Solver("6x6", time=-1)
