"""Tables where one move slides one or more tiles in a line."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from tilebase import Heuristic, RowTablebase, Solver, Tablebase

Board = tuple[int, ...]


def slides(board: Board, rows: int, columns: int) -> dict[int, Board]:
    """The boards one move away: by way of the blank, and 4 more for each tile after the first."""
    found = {}
    row, column = divmod(board.index(0), columns)
    for way, (down, right) in enumerate([(-1, 0), (0, 1), (1, 0), (0, -1)]):
        cells, r, c, tiles = list(board), row, column, 0
        while 0 <= r + down < rows and 0 <= c + right < columns:
            here, there = r * columns + c, (r + down) * columns + c + right
            cells[here], cells[there] = cells[there], 0
            r, c = r + down, c + right
            found[way + 4 * tiles] = tuple(cells)
            tiles += 1
    return found


def breadth_first(goal: Board, rows: int, columns: int) -> dict[Board, int]:
    known, level = {goal: 0}, [goal]
    while level:
        reached = []
        for board in level:
            for after in slides(board, rows, columns).values():
                if after not in known:
                    known[after] = known[board] + 1
                    reached.append(after)
        level = reached
    return known


@pytest.mark.parametrize("puzzle, goal, rows, columns", [
    ("2x3", (1, 2, 3, 4, 5, 0), 2, 3), ("2x4", (3, 1, 2, 0, 5, 4, 7, 6), 2, 4), ("4x2", (1, 2, 3, 4, 5, 6, 7, 0), 4, 2),
])  # fmt: skip
def test_every_state_against_a_plain_search(puzzle: str, goal: Board, rows: int, columns: int) -> None:
    known = breadth_first(goal, rows, columns)
    tb = Tablebase(puzzle, goal, metric="multi")
    boards = np.array(list(known), np.uint8)
    distances = np.array(list(known.values()))
    assert (tb.distances(boards) == distances).all()
    assert (tb.counts == np.bincount(distances)).all()
    optimal, after = tb.optimal_actions(boards), tb.action_distances(boards)
    count = 4 * (max(rows, columns) - 1)
    assert optimal.shape == after.shape == (len(known), count)
    for board, distance, ways, values in zip(known, distances, optimal, after):
        expected = np.full(count, -1)
        for action, there in slides(board, rows, columns).items():
            expected[action] = known[there]
        assert (values == expected).all() and (ways == ((expected >= 0) & (expected == distance - 1))).all()


@pytest.mark.parametrize("puzzle, eccentricity", [("3x3", 24), ("2x5", 36)])
def test_known_numbers(puzzle: str, eccentricity: int) -> None:
    tb = Tablebase(puzzle, metric="multi")
    assert tb.metric == "multi" and tb.eccentricity == eccentricity and tb.counts.sum() == len(tb)
    states = tb.sample(2000, seed=1)
    single = Tablebase(puzzle).distances(states)
    assert (tb.distances(states) <= single).all() and (tb.distances(tb.hardest()) == eccentricity).all()
    assert (np.bincount(tb.distances(tb.unrank(np.arange(len(tb))))) == tb.counts).all()


def test_solutions_hints_and_games() -> None:
    tb = Tablebase("3x3", metric="multi")
    found = tb.solve("1 2 3 / 4 5 6 / _ 7 8")
    assert found is not None and found.tiles.tolist() == [8] and found.actions.tolist() == [5]
    state = tb.hardest()[0]
    every = list(tb.solutions(state))
    assert len(every) == tb.count_solutions(state) == len({tuple(way.tiles) for way in every})
    paths = tb.paths(state)
    for states, tiles, actions in [(way.states, way.tiles, way.actions) for way in every[:3]]:
        assert len(tiles) == 24
        for here, there, tile, action in zip(states, states[1:], tiles, actions):
            assert slides(tuple(here.tolist()), 3, 3)[int(action)] == tuple(there.tolist())
            assert here[(there == 0).argmax()] == tile
    board = tuple(state.tolist())
    for action in paths.actions:
        board = slides(board, 3, 3)[int(action)]
    assert board == (1, 2, 3, 4, 5, 6, 7, 8, 0)
    hints = {hint.action: hint.distance for hint in tb.hints(state)}
    assert hints == {a: d for a, d in enumerate(tb.action_distances(state).tolist()) if d >= 0}
    game = tb.review("1 2 3 / 4 5 6 / _ 7 8", "L2")
    assert game.tiles.tolist() == [8] and game.wasted == 0


def test_searches_against_tables() -> None:
    tb = Tablebase("3x3", metric="multi")
    states = np.concatenate([tb.sample(30, seed=3), tb.hardest(), tb.at(1)])
    for name in (None, "walking-distance", "colours:111/122/330"):
        solver = Solver("3x3", name, memory=True, metric="multi")
        assert solver.metric == "multi"
        assert (solver.distances(states) == tb.distances(states)).all()
        assert (solver.estimates(states) <= tb.distances(states)).all()
        for state in states[:3]:
            ways = [way.tiles.tolist() for way in solver.solutions(state)]
            assert sorted(ways) == sorted(way.tiles.tolist() for way in tb.solutions(state))
            assert len(ways) == solver.count_solutions(state) == tb.count_solutions(state)
            # A search knows the best moves, and of others that they do not lead nearer.
            here, known = tb.distance(state), {hint.tile: hint.distance for hint in tb.hints(state)}
            for hint in solver.hints(state):
                after = known[hint.tile]
                assert here is not None and after is not None and hint.upper is not None
                assert hint.lower <= after <= hint.upper and (after < here) == (hint.upper < here)
        again = pickle.loads(pickle.dumps(solver))
        assert again.metric == "multi" and again.heuristic == solver.heuristic


@pytest.mark.parametrize("puzzle, rows, columns", [("5x5", 5, 5), ("3x9", 3, 9), ("9x8", 9, 8)])
def test_beams_slide_lines(puzzle: str, rows: int, columns: int) -> None:
    solver = Solver(puzzle, width=30, memory=True, metric="multi")
    for state in solver.sample(2, seed=1):
        found, board = solver.solve(state), tuple(state.tolist())
        assert found is not None and 0 < found.lower_bound <= len(found)
        for action in found.actions:
            board = slides(board, rows, columns)[int(action)]
        assert board == (*range(1, rows * columns), 0)
        bounds = solver.bounds(state)
        assert bounds is not None and (bounds.lower, bounds.upper) == (found.lower_bound, len(found))


def test_a_15_puzzle_by_colours() -> None:
    """Five moves, or ten of single tiles; few colours make small tables."""
    bound = Heuristic("4x4", "colours:1111/1122/2333/3320", memory=True, metric="multi")
    solver = Solver("4x4", bound)
    board = "1 2 3 4 6 7 11 8 0 5 10 12 9 13 14 15"
    found = solver.solve(board)
    assert found is not None and len(found) == 5 and bound(board) <= 5
    assert [way.actions.tolist() for way in solver.solutions(board)] == [found.actions.tolist()]
    assert len(solver.solve_many([board, "1 2 3 4 5 6 7 8 9 10 11 12 0 13 14 15"]).tiles) == 6
    with pytest.raises(ValueError, match="colours"):
        Solver("4x4", "manhattan", metric="multi")


def test_names_of_metrics() -> None:
    tb = pickle.loads(pickle.dumps(Tablebase("2x3", metric="multi")))
    assert tb.metric == "multi" and tb.eccentricity == Tablebase("2x3", metric="multi").eccentricity
    with pytest.raises(ValueError, match="metric"):
        Tablebase("oshidori-kinds-3", metric="multi")
    assert RowTablebase("oshidori-kinds-3").metric == "single"
