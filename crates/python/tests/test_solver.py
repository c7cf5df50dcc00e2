"""Searches and bounds, against tables and the literature."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import tilebase
from tilebase import Heuristic, RowTablebase, Solver, Tablebase, solve_row

NAMES = ["manhattan", "linear-conflict", "walking-distance", "maximum", "pdb:4-4", "zpdb:4-4"]


@pytest.mark.parametrize("name", NAMES)
def test_bounds_never_exceed_the_distance(eight: Tablebase, whole: np.ndarray, name: str) -> None:
    heuristic = Heuristic("3x3", name, partition=("1 2 3 4 / 5 6 7 8" if "pdb" in name else None), memory=True)
    states = whole[::5]
    bounds, distances = heuristic(states), eight.distances(states)
    assert bounds.dtype == np.int16 and bounds.shape == distances.shape
    assert (bounds <= distances).all() and (bounds >= 0).all() and bounds[distances == 0].max() == 0
    assert heuristic("213456780") == -1
    solver = Solver("3x3", heuristic)
    assert (solver.distances(states[:200]) == distances[:200]).all()
    assert (solver.estimates(states) == bounds).all()


def test_manhattan_is_what_its_name_says(whole: np.ndarray) -> None:
    states = whole[::7].astype(int)
    total = np.zeros(len(states), int)
    for tile in range(1, 9):
        place = (states == tile).argmax(axis=1)
        total += abs(place // 3 - (tile - 1) // 3) + abs(place % 3 - (tile - 1) % 3)
    assert (Heuristic("3x3", "manhattan")(states) == total).all()


@pytest.fixture(scope="module")
def fifteen() -> Solver:
    """Builds the pattern databases of 5-5-5 in memory: a second."""
    return Solver("4x4", "pdb:5-5-5", range(16), memory=True)


def test_korf(fifteen: Solver) -> None:
    boards, lengths = tilebase.instances("korf100")
    told: list[int] = []
    solved = fifteen.solve_many(boards, progress=told.append)
    assert (solved.lengths == lengths).all() and sum(told) == 100
    assert (solved.generated > 0).all() and (np.diff(solved.starts) == lengths).all()
    # One solution is replayed.
    board = boards[0].copy()
    for tile, action in zip(solved.tiles_of(0), solved.actions_of(0)):
        blank, to = int(np.flatnonzero(board == 0)[0]), int(np.flatnonzero(board == tile)[0])
        assert to - blank == (-4, 1, 4, -1)[action]
        board[blank], board[to] = tile, 0
    assert board.tolist() == list(range(16))


def test_one_hard_board(fifteen: Solver) -> None:
    told: list[tilebase.Searching] = []
    boards, lengths = tilebase.instances("korf100")
    found = fifteen.solve(boards[2], progress=told.append)
    assert found is not None and len(found) == lengths[2]
    assert told and all(news["lower"] <= lengths[2] for news in told)
    assert fifteen.solve([1, 0, *range(2, 16)]) is not None
    assert fifteen.solve([0, 2, 1, *range(3, 16)]) is None
    assert fifteen.distance(range(16)) == 0 and fifteen.heuristic == "pdb:5-5-5"


def test_random_boards_without_a_table() -> None:
    solver = Solver("3x3", "manhattan")
    states = solver.sample(500, seed=4)
    assert (solver.sample(500, seed=4) == states).all() and (solver.estimates(states) >= 0).all()
    assert (solver.distances(solver.sample(20, 22, seed=4)) == 22).all()


def test_solvers_count_solutions(eight: Tablebase) -> None:
    solver = Solver("3x3", "manhattan")
    state = "867254301"
    assert solver.count_solutions(state) == eight.count_solutions(state)
    tables = [found.tiles.tolist() for found in eight.solutions(state)]
    searched = [found.tiles.tolist() for found in solver.solutions(state)]
    assert sorted(tables) == sorted(searched) and len(tables) == 40
    assert [found.tiles.tolist() for found in solver.solutions(state, 2)] == searched[:2]
    assert list(solver.solutions("213456780")) == []
    assert [len(found) for found in solver.solutions([*range(1, 9), 0])] == [0]


def test_solutions_of_a_search_come_one_at_a_time(fifteen: Solver) -> None:
    boards, lengths = tilebase.instances("korf100")
    ways = list(fifteen.solutions(boards[78], 3))
    assert len(ways) == min(3, fifteen.count_solutions(boards[78]))
    assert len({tuple(way.tiles) for way in ways}) == len(ways)
    for way in ways:
        assert len(way) == lengths[78] and way.states[-1].tolist() == list(range(16))


def test_solutions_of_rows() -> None:
    start = "1 2 3 1 2 3 _ _"
    rows = RowTablebase("oshidori-kinds-3")
    searched = Solver("oshidori-kinds-3", "covering")
    ways = sorted(way.tiles.tolist() for way in searched.solutions(start))
    assert ways == sorted(way.tiles.tolist() for way in rows.solutions(start))
    assert len(ways) == rows.count_solutions(start)


def test_a_heuristic_is_shared() -> None:
    heuristic = Heuristic("3x3", "manhattan")
    assert Solver("8-puzzle", heuristic).distance("867254301") == 31
    with pytest.raises(ValueError, match="the heuristic is one of 3x3, not of 4x4"):
        Solver("4x4", heuristic)
    with pytest.raises(ValueError, match="a Heuristic has its own goal and partition: give it alone"):
        Solver("3x3", heuristic, range(9))
    for search in (heuristic, Solver("3x3", "linear-conflict", range(9))):
        again = pickle.loads(pickle.dumps(search))
        assert repr(again) == repr(search)


@pytest.mark.parametrize("puzzle, start, goal, distance", [
    ("oshidori-kinds-3", "1 2 3 1 2 3 _ _", None, 3),
    ("oshidori-bw-4", "BWBWBWBW__", None, 5),
    ("oshidori-kinds-4", "1 2 3 4 1 2 3 4 _ _", None, 7),
])  # fmt: skip
def test_rows(puzzle: str, start: str, goal: str | None, distance: int) -> None:
    rows = RowTablebase(puzzle, goal)
    searched = solve_row(puzzle, start, goal)
    assert searched is not None and searched.lower == searched.upper == rows.distance(start) == distance
    found = rows.solve(start)
    assert found is not None and len(found) == rows.distance(start) and rows.distance(found.states[-1]) == 0
    assert np.bincount(rows.distances(rows.unrank(np.arange(len(rows)))) + 1)[1:].tolist() == rows.counts.tolist()


def test_jumps_of_rows_against_their_definition() -> None:
    rows = RowTablebase("oshidori-kinds-3")
    states = rows.sample(300, seed=1)
    after, optimal, distances = rows.action_distances(states), rows.optimal_actions(states), rows.distances(states)
    assert after.shape == optimal.shape == (300, 8)
    for state, values, best, here in zip(states, after, optimal, distances):
        gap = int((state == 0).argmax())
        for cell in range(8):
            if cell + 1 < 8 and abs(cell - gap) >= 2:
                moved = state.copy()
                moved[gap : gap + 2], moved[cell : cell + 2] = state[cell : cell + 2], 0
                assert values[cell] == rows.distance(moved) and best[cell] == (values[cell] == here - 1)
            else:
                assert values[cell] == -1 and not best[cell]
    paths = rows.paths(states, choose="random", seed=1)
    assert (paths.lengths == distances).all()
    hints = rows.hints(states[0])
    assert {hint.action: hint.distance for hint in hints} == {
        cell: distance for cell, distance in enumerate(after[0]) if distance >= 0
    }


def test_goals_of_rows() -> None:
    any_gap = RowTablebase("oshidori-kinds-3", "any-gap")
    assert any_gap.counts[0] == 7
    again = pickle.loads(pickle.dumps(any_gap))
    assert (again.counts == any_gap.counts).all()
    wide = RowTablebase("oshidori-kinds-3", block=3)
    assert wide.shape == (1, 9) and pickle.loads(pickle.dumps(wide)).shape == (1, 9)
    told: list[tilebase.Bounds] = []
    bounds = solve_row("oshidori-kinds-8", time=0.5, progress=told.append)
    assert bounds is not None and (bounds.upper is None or bounds.lower <= bounds.upper)
    with pytest.raises(ValueError, match="3x3 is not a row of stones: Solver solves boards"):
        solve_row("3x3")


def replayed(solver: Solver, solution: tilebase.Solution, state: np.ndarray) -> bool:
    """Whether the tiles of a solution, slid one after another, lead from the state to the goal."""
    cells = np.array(state).reshape(-1).copy()
    columns = solver.shape[1]
    for tile, after in zip(solution.tiles, solution.states[1:]):
        blank, place = int(np.flatnonzero(cells == 0)[0]), int(np.flatnonzero(cells == tile)[0])
        apart = abs(blank // columns - place // columns) + abs(blank % columns - place % columns)
        assert apart == 1
        cells[blank], cells[place] = tile, 0
        assert (cells == after).all()
    return bool((cells == np.r_[1 : len(cells), 0]).all())


@pytest.mark.parametrize("puzzle", ["4x4", "6x6", "2x17", "10x10"])
@pytest.mark.parametrize("limit", [{"time": 0.2}, {"width": 30}, {"time": 60, "width": 30}])
def test_boards_of_any_size_have_solutions_with_a_lower_bound(puzzle: str, limit: dict[str, Any]) -> None:
    solver = Solver(puzzle, "manhattan" if puzzle == "4x4" else None, memory=True, **limit)
    states = solver.sample(2, seed=1)
    many = solver.solve_many(states)
    assert (many.lower_bounds <= many.lengths).all() and (many.lower_bounds > 0).all()
    for i, state in enumerate(states):
        solution = solver.solve(state)
        assert solution is not None
        assert replayed(solver, solution, state)
        assert solution.optimal == (solution.lower_bound == len(solution))
        assert ("at least" in repr(solution)) != solution.optimal
        bounds = solver.bounds(state)
        assert bounds is not None and bounds.upper is not None and bounds.moves is not None
        assert bounds.lower <= bounds.upper == len(bounds.moves)
        if "width" in limit:
            assert len(solution) == bounds.upper == many.lengths[i] == len(many.tiles_of(i))
    with pytest.raises(ValueError, match="is known, but not whether"):
        # A beam of width 1 is not proven to be right, wherever it leads.
        Solver(puzzle, width=1, memory=True).distances(states)
    again = pickle.loads(pickle.dumps(solver))
    assert again._arguments == solver._arguments
    wrong = states[0].copy()
    first, second = np.flatnonzero(wrong)[:2]
    wrong[[first, second]] = wrong[[second, first]]
    assert solver.solve(wrong) is None and solver.bounds(wrong) is None
    assert solver.solve_many([wrong]).lower_bounds.tolist() == [-1]


def test_large_boards_near_the_goal_are_walked_to() -> None:
    solver = Solver("6x6", width=100)
    with pytest.warns(UserWarning, match="not uniformly distributed"):
        states = solver.sample(2, 10, seed=1)
    for state in states:
        bounds = solver.bounds(state)
        assert bounds is not None and bounds.upper is not None and bounds.lower <= 10 <= bounds.upper
    with pytest.raises(ValueError, match="at most 40 moves"):
        solver.sample(1, 41)


def test_a_board_that_cannot_be_solved_has_another_usual_goal() -> None:
    odd = "1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0"
    solver = Solver("4x4", "manhattan")
    found = solver.check(odd)
    assert (found["solvable"], found["usual_goal"]) == (False, "blank-first")
    assert solver.solve(odd) is None and solver.hints(odd) == []
    with pytest.raises(ValueError, match="for the goal blank-first"):
        solver.review(odd, "R")
    assert Solver("4x4", "manhattan", "blank-first").check(odd)["solvable"]
    assert "usual_goal" not in Tablebase("3x3").check("213456780")
    assert RowTablebase("oshidori-bw-3").check("BWBWBW__")["reason"]
