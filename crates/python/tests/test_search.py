"""Searches with heuristics of one's own, against the table."""

from __future__ import annotations

import numpy as np
import pytest

import tilebase
from tilebase import Heuristic, Solver, Tablebase
from tilebase.search import Endings, Found, a_star, beam, ida_star


def replayed(table: Tablebase, found: Found) -> int:
    """The number of moves of a solution, each of which is one."""
    assert found and found.reason == "solved" and found.lower_bound <= len(found)
    for before, after in zip(found.states, found.states[1:]):
        assert any((hint.state == after).all() for hint in table.hints(before))
    assert (found.states[-1] == table.goal).all()
    return len(found)


@pytest.mark.parametrize("metric", ["single", "multi"])
def test_own_heuristics_find_shortest_solutions(metric: str) -> None:
    table = Tablebase("2x3", metric=metric)
    asked: list[int] = []

    def blind(states: np.ndarray) -> np.ndarray:
        asked.append(len(states))
        return np.zeros(len(states))

    for state in table.sample(20, seed=1):
        distance = table.distance(state)
        for batch in (1, 7):
            found = a_star(table, state, blind, batch=batch)
            assert replayed(table, found) == distance and found.optimal
            deep = ida_star(table, state, table.distances, batch=batch)
            assert replayed(table, deep) == distance and deep.optimal
        wide = beam(table, state, table.distances, 10_000)
        assert replayed(table, wide) == distance
        assert table.review(state, found.letters).wasted == 0
    assert max(asked) > 1, "many states are asked about at once"


def test_bounds_guide_the_searches(eight: Tablebase) -> None:
    manhattan = Heuristic("3x3", "manhattan")
    for state in eight.sample(5, seed=2):
        distance = eight.distance(state)
        assert replayed(eight, a_star(eight, state, manhattan)) == distance
        for weight in (3.0, np.inf):
            assert replayed(eight, a_star(eight, state, manhattan, weight=weight)) >= distance
        assert replayed(eight, beam(eight, state, manhattan, 300)) >= distance
    stopped = a_star(eight, "867254301", manhattan, limit=10, batch=1)
    assert (bool(stopped), stopped.solution, stopped.reason) == (False, None, "limit")
    assert 0 < stopped.generated <= 15 and 21 <= stopped.lower_bound <= 31
    with pytest.raises(AttributeError, match="the search found no solution \\(reason: limit\\)"):
        stopped.letters
    assert a_star(eight, "123456780", manhattan).letters == ""
    assert beam(eight, "867254301", manhattan, 10, most=3).reason == "most"
    assert ida_star(eight, "867254301", manhattan, most=30).reason == "most"
    assert ida_star(eight, "867254301", manhattan, limit=100).reason == "limit"
    assert a_star(eight, "867254301", manhattan, memory=1000).reason == "memory"
    with pytest.raises(ValueError, match="the heuristic returned an array of shape "):
        a_star(eight, "867254301", lambda states: states)
    unsolvable = "1 2 3 / 5 4 0"
    for search in (a_star, ida_star, lambda *asked: beam(*asked, 10)):
        found = search(Tablebase("2x3"), unsolvable, lambda states: np.zeros(len(states)))
        assert (found.solution, found.reason) == (None, "out of reach")


def test_a_goal_is_a_single_state() -> None:
    pairs = Tablebase("3x3", "AABBCCDD0")
    found = a_star(pairs, "DDCCBBAA0", lambda states: np.zeros(len(states)))
    assert len(found) == pairs.distance("DDCCBBAA0") == 26
    several = [(Tablebase("3x3", goal), "867254301") for goal in ["1 2 3 x x x x x 0", "1 2 3 x x x x x x"]]
    rows = [(tilebase.RowTablebase("oshidori-bw-3", goal), "BWBWBW__") for goal in ("any-gap", "any")]
    for table, state in several + rows:
        for search in [a_star, ida_star, lambda *asked: beam(*asked, 10)]:
            with pytest.raises(ValueError, match="is not a single state, which these searches end at"):
                search(table, state, lambda states: np.zeros(len(states)))


def test_numbers_that_mean_nothing_are_refused(eight: Tablebase) -> None:
    def nothing(states: np.ndarray) -> np.ndarray:
        return np.zeros(len(states))

    for wrong in ({"weight": np.nan}, {"weight": -1.0}, {"limit": -1}, {"batch": 0}):
        with pytest.raises(ValueError, match="must be"):
            a_star(eight, "867254301", nothing, **wrong)
    with pytest.raises(ValueError, match="most must be"):
        beam(eight, "867254301", nothing, 10, most=-1)
    with pytest.raises(ValueError, match="the heuristic returned NaN, which is not a number of moves"):
        a_star(eight, "867254301", lambda states: np.full(len(states), np.nan))


def test_rows_and_letters() -> None:
    row = tilebase.RowTablebase("oshidori-bw-3")
    found = a_star(row, "BWBWBW__", lambda states: np.zeros(len(states)))
    assert len(found) == row.distance("BWBWBW__") and found.letters == ""
    assert (found.tiles == found.actions).all()


def test_beams_prove_bounds(eight: Tablebase) -> None:
    manhattan = Heuristic("3x3", "manhattan")
    closer = 0
    for state in eight.sample(20, seed=3):
        distance = eight.distance(state)
        for width in (3, 30):
            blind = beam(eight, state, manhattan, width)
            found = beam(eight, state, manhattan, width, lower_bound=manhattan)
            assert (found.states == blind.states).all()
            assert blind.lower_bound <= found.lower_bound <= distance <= len(found)
            closer += found.lower_bound - blind.lower_bound
        whole = beam(eight, state, manhattan, 181440)
        assert whole.optimal and len(whole) == distance
    assert closer > 0


def test_endings_end_searches_sooner(eight: Tablebase) -> None:
    manhattan = Heuristic("3x3", "manhattan")
    endings = Endings(eight, 12)
    assert len(endings) == eight.counts[:13].sum()
    for state in eight.sample(10, seed=4):
        for search in (a_star, ida_star):
            plain, ended = search(eight, state, manhattan), search(eight, state, manhattan, endings=endings)
            assert replayed(eight, ended) == replayed(eight, plain) == eight.distance(state)
            assert ended.expanded <= plain.expanded
        assert replayed(eight, beam(eight, state, manhattan, 50, endings=endings)) >= eight.distance(state)
        assert len(beam(eight, state, manhattan, 50, endings=31)) == eight.distance(state)
    with pytest.raises(ValueError, match="the endings are those of 3x3 \\(single\\) for the goal"):
        beam(Tablebase("2x3"), "123450", manhattan, 1, endings=endings)


def test_large_boards_and_equal_tiles_are_searched_natively() -> None:
    for puzzle in ("4x4", "5x5", "6x6", "9x9"):
        solver = Solver(puzzle, None if puzzle == "9x9" else "manhattan", width=10)
        state = solver.sample(1, walk=20, seed=1)[0]
        found = beam(solver, state, lambda states: (states != np.roll(np.arange(states.shape[1]), -1)).sum(axis=1), 500)
        assert found.reason == "solved" and found.lower_bound <= len(found) <= 20
        assert solver.review(state, found.letters).distances[-1] == 0
    pairs = Tablebase("3x3", "AABBCCDD0")
    for state in pairs.sample(10, seed=1):
        found = a_star(pairs, state, lambda states: np.zeros(len(states)))
        assert len(found) == pairs.distance(state)


def test_functions_run_on_the_callers_thread_and_their_errors_reach_the_caller(eight: Tablebase) -> None:
    import threading

    threads = set()

    def fails(states: np.ndarray) -> np.ndarray:
        threads.add(threading.get_ident())
        if len(threads) and states.shape[0] > 5:
            raise KeyboardInterrupt("enough")
        assert states.dtype == np.uint8 and states.shape[1] == 9 and states.flags.c_contiguous
        return np.zeros(len(states))

    for search in (a_star, ida_star, lambda *asked: beam(*asked, 2)):
        with pytest.raises(KeyboardInterrupt, match="enough"):
            search(eight, "867254301", fails)
    assert threads == {threading.get_ident()}


def test_other_threads_run_while_states_are_expanded() -> None:
    import threading
    import time

    solver, woken, ended = Solver("4x4", "manhattan"), [], threading.Event()

    def wake() -> None:
        while not ended.wait(0.001):
            woken.append(time.perf_counter())

    thread = threading.Thread(target=wake)
    inside: list[tuple[float, float]] = []

    def zeros(states: np.ndarray) -> np.ndarray:
        began = time.perf_counter()
        found = np.zeros(len(states), np.float32)
        inside.append((began, time.perf_counter()))
        return found

    thread.start()
    beam(solver, solver.sample(1, seed=1)[0], zeros, 200_000, most=25)
    ended.set()
    thread.join()
    between = [(end, begin) for (_, end), (begin, _) in zip(inside, inside[1:])]
    assert any(end < at < begin for at in woken for end, begin in between)
