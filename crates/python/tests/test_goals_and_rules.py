"""Goals with open cells and equal tiles, rows by other rules, and what searches know of moves and games."""

from __future__ import annotations

import pickle
from itertools import permutations
from typing import Any

import numpy as np
import pytest

import tilebase
from tilebase import RowTablebase, Solver, Tablebase, solve_row

OPEN = "1 2 3 x x x x x x"
ALIKE = "AABBCCDD0"


def test_goals_with_open_cells() -> None:
    table = Tablebase("3x3", OPEN)
    # Three tiles and the blank in nine cells.
    assert len(table) == 9 * 8 * 7 * 6 == int(table.counts.sum())
    assert table.distance("867254301") == 21 and table.eccentricity == 22
    states = table.sample(200, seed=1)
    assert (states[:, None] == np.arange(1, 4)[:, None]).sum(axis=(1, 2)).tolist() == [3] * 200
    distances = table.distances(states)
    paths = table.paths(states)
    assert (paths.lengths == distances).all()
    after = table.action_distances(states)
    away = distances > 0
    assert ((after == distances[:, None] - 1) == table.optimal_actions(states))[away].all()
    solution = table.solve(states[0])
    assert solution is not None and len(solution) == distances[0]
    assert solution.states[-1][:3].tolist() == [1, 2, 3]
    again = pickle.loads(pickle.dumps(table))
    assert (again.distances(states) == distances).all() and (again.counts == table.counts).all()


def test_the_goal_is_a_state_that_meets_it() -> None:
    for goal in [OPEN, ALIKE, "1 2 3 x x x x x 0", "blank-first"]:
        table = Tablebase("3x3", goal)
        assert table.distance(table.goal) == 0
    for goal in [None, "together", "any-gap", "any"]:
        rows = RowTablebase("oshidori-bw-3", goal)
        assert rows.distance(rows.goal) == 0


def test_goals_with_equal_tiles() -> None:
    table = Tablebase("2x3", "A A B B C 0")
    rows = {tuple(order) for order in permutations([1, 1, 2, 2, 3, 0])}
    states = np.array(sorted(rows), np.uint8)
    assert len(table) == len(states) == 180
    # A search from the goal that knows no table.
    goal: tuple[int, ...] = (1, 1, 2, 2, 3, 0)
    known, level = {goal: 0}, [goal]
    while level:
        reached = []
        for board in level:
            gap = board.index(0)
            for to in (gap - 3, gap + 3, gap - 1 if gap % 3 else -1, gap + 1 if gap % 3 < 2 else -1):
                if 0 <= to < 6:
                    cells = list(board)
                    cells[gap], cells[to] = cells[to], 0
                    if (after := tuple(cells)) not in known:
                        known[after] = known[board] + 1
                        reached.append(after)
        level = reached
    assert table.distances(states).tolist() == [known[tuple(state)] for state in states.tolist()]
    assert table.solvable(states).all()
    assert (table.unrank(table.rank(states)) == states).all()
    assert np.bincount(table.distances(states)).tolist() == table.counts.tolist()
    # The same goal as an array.
    assert (Tablebase("2x3", [1, 1, 2, 2, 3, 0]).counts == table.counts).all()
    big = Tablebase("3x3", ALIKE)
    assert big.distance("DDCCBBAA0") == 26 and len(big.hardest()) == big.counts[-1]
    lines = Tablebase("3x3", ALIKE, metric="multi")
    sample = lines.sample(100, seed=1)
    assert (lines.distances(sample) <= big.distances(sample)).all()
    review = big.review("DDCCBBAA0", "R2")
    assert len(review) == 2 and review.distances[0] == 26
    with pytest.raises(ValueError, match="^tile A appears 3 times, but must appear 2 times$"):
        big.distance("DDCCBAAA0")


RULES: list[tuple[str, dict[str, Any], str, int]] = [
    ("oshidori-bw-4x5", {}, "BWBWBWBWW__", 5),
    ("oshidori-bw-4", {"block": 3}, "BWBWBWBW___", 4),
    ("oshidori-bw-3", {"holes": 4}, "BWBWBW____", 4),
    ("oshidori-bw-3", {"turn": "must"}, "BWBWBW__", 5),
    ("oshidori-bw-3", {"turn": "may", "holes": 3}, "BWBWBW___", 4),
    ("oshidori-kinds-4", {"unlike": True}, "1 2 3 4 1 2 3 4 0 0", 9),
    ("oshidori-kinds-2,2,3", {}, "1 2 3 1 2 3 3 0 0", 3),
]


def jumps(cells: tuple[int, ...], block: int, unlike: bool, turn: str | None) -> set[tuple[int, ...]]:
    """The rows one move away, by the definition of the rules."""
    found = set()
    places = range(len(cells) - block + 1)
    for here in places:
        stones = cells[here : here + block]
        if 0 in stones or (unlike and len(set(stones)) == 1):
            continue
        for there in places:
            if any(cells[there : there + block]):
                continue
            orders = {None: [stones], "may": [stones, stones[::-1]], "must": [stones[::-1]]}[turn]
            for landed in orders:
                after = list(cells)
                after[here : here + block] = [0] * block
                after[there : there + block] = landed
                found.add(tuple(after))
    return found


def test_better_lines_of_rows_are_read_as_they_are_written() -> None:
    table, row = RowTablebase("oshidori-bw-3", holes=3), "0 1 0 0 2 1 2 2 1"
    (mistake,) = table.review(row, "5-2", better=True).mistakes or []
    better = table.review(row, mistake.written)
    assert better.tiles.tolist() == mistake.better.tolist() and better.distances[-1] == 0


@pytest.mark.parametrize("puzzle, rules, start, distance", RULES)
def test_rows_by_other_rules(puzzle: str, rules: dict[str, Any], start: str, distance: int) -> None:
    table = RowTablebase(puzzle, **rules)
    assert table.distance(start) == distance
    bounds = solve_row(puzzle, start, **rules)
    assert bounds is not None and bounds.lower == bounds.upper == distance and bounds.written is not None
    played = table.review(start, bounds.written)
    assert (len(played), played.distances[-1]) == (distance, 0)
    solved = table.solve(start)
    assert solved is not None and table.review(start, solved.written).written == solved.written
    # Hints are the moves of the definition, with the distances of the table.
    asked = {"block": rules.get("block", 2), "unlike": rules.get("unlike", False), "turn": rules.get("turn")}
    states = np.vstack([table._one(start), table.sample(20, seed=1)])
    for state, here in zip(states, table.distances(states)):
        hints = table.hints(state)
        after = {tuple(hint.state.tolist()): hint.distance for hint in hints}
        assert set(after) == jumps(tuple(state.tolist()), **asked)
        assert all(table.distance(list(cells)) == left for cells, left in after.items())
        if here > 0:
            assert hints[0].distance == here - 1
    paths = table.paths(states, choose="random", seed=1)
    assert (paths.lengths == table.distances(states)).all()
    again = pickle.loads(pickle.dumps(table))
    assert (again.counts == table.counts).all() and (again.sample(9, seed=2) == table.sample(9, seed=2)).all()
    assert (table.unrank(table.rank(states)) == states).all()
    if set(rules) - {"block"}:
        with pytest.raises(ValueError, match=r"by these rules has no actions: hints\(\) has the states after each move"):
            table.optimal_actions(states)
    else:
        assert table.optimal_actions(states).shape[1] == table.shape[1]


def test_rules_that_there_are_not() -> None:
    wrong: list[dict[str, Any]] = [{"block": 1}, {"block": 7}, {"holes": 1}, {"turn": "often"}]
    for rules in wrong:
        with pytest.raises(ValueError):
            RowTablebase("oshidori-bw-3", **rules)
    assert RowTablebase("oshidori-bw-4", unlike=True).distance("BWBWBWBW__") is None


def test_searches_know_moves_and_games() -> None:
    exact, table = Solver("3x3", "manhattan"), Tablebase("3x3")
    state = "867254301"
    tabled = [(hint.action, hint.distance) for hint in table.hints(state)]
    assert sorted((hint.action, hint.distance) for hint in exact.hints(state)) == sorted(tabled)
    assert all(hint.lower == hint.upper == hint.distance for hint in exact.hints(state))
    solution = table.solve(state)
    assert solution is not None
    # One move is taken back and made again.
    tiles = solution.tiles.tolist()
    moves = " ".join(map(str, tiles[:6] + [tiles[5], tiles[5]]))
    reviews = [solver.review(state, moves) for solver in (exact, table)]
    assert reviews[0].wasted == 2
    assert reviews[0].distances.tolist() == reviews[1].distances.tolist() and reviews[0].wasted == reviews[1].wasted
    assert exact.hints("213456780") == [] == table.hints("213456780")


def test_limited_searches_give_bounds_of_moves_and_games() -> None:
    solver = Solver("6x6", width=30, memory=True)
    state = solver.sample(1, seed=1)[0]
    hints = solver.hints(state)
    assert len(hints) >= 2 and all(hint.distance is None for hint in hints)
    for hint in hints:
        assert hint.upper is not None and 0 < hint.lower < hint.upper
    review = solver.review(state, f"{hints[0].tile} {hints[0].tile}")
    assert (review.distances == -1).all() and review.wasted is None and not review.optimal.any()
    assert (review.lower <= review.upper).all() and (review.lower > 0).all() and " to " in repr(review)
    assert "svg" in review._repr_html_()


def test_games_are_shortened() -> None:
    table = Tablebase("3x3")
    for solver in (table, Solver("3x3", "manhattan")):
        short = solver.shorten("123456780", "DRULDRUL")
        assert len(short) == 4 and short.optimal
        assert len(solver.shorten("123456780", "ULDRULDR", letters="blank")) == 4
    large = Solver("6x6", width=30, memory=True)
    state = large.sample(1, seed=1)[0]
    solution = large.solve(state)
    assert solution is not None
    # A way to and fro in the middle is left out.
    tiles = solution.tiles.tolist()
    game = tiles[:40] + tiles[39::-1][:10] + tiles[30:40] + tiles[40:]
    short = Solver("6x6", time=0.2, memory=True).shorten(state, " ".join(map(str, game)))
    assert len(short) <= len(game) and (short.states[0] == state).all()
    assert (short.states[-1] == solution.states[-1]).all() and short.lower_bound <= len(short)
    with pytest.raises(ValueError, match="move 1"):
        table.shorten("123456780", "U")
    with pytest.raises(ValueError, match="letters"):
        table.shorten("123456780", "D", letters="both")  # type: ignore[arg-type]
    assert isinstance(short, tilebase.Solution)


def test_solutions_by_stages() -> None:
    table = Tablebase("3x3")
    row = Tablebase("3x3", OPEN)
    for board in table.sample(20, seed=4):
        found = table.solve_stages(board, "1-3/rest")
        assert found is not None and isinstance(found, tilebase.StagedSolution)
        first, last = found.stages
        assert (first.tiles, first.length, first.end) == ("1-3", row.distance(board), first.length)
        assert (last.tiles, last.end) == ("rest", len(found)) and first.optimal and last.optimal
        assert found.states[first.end][:3].tolist() == [1, 2, 3]
        assert table.distance(found.states[first.end]) == last.length
        assert found.lower_bound == first.length and not found.states[-1][-1]
        best = table.solve_stages(board, "rows", endings=50)
        assert best is not None and len(best) <= len(found)
        least = table.distance(board)
        assert least is not None and least <= len(best)
    # A heuristic guides the board as a whole; stages have their own.
    solver = Solver("4x4", "manhattan")
    steps = solver.solve_stages("5 1 2 3 9 6 7 4 13 10 11 8 0 14 15 12", "rows-columns")
    assert repr(steps) == "<StagedSolution: 9 moves: 1-4: 7, 5,9,13: 0, rest: 2>"
    assert table.solve_stages("213456780", "rows") is None
    for wrong in ["9", "1-3/3", "columns"]:
        with pytest.raises(ValueError, match="rows-columns|two stages"):
            table.solve_stages("867254301", wrong)
    with pytest.raises(ValueError, match="endings"):
        table.solve_stages("867254301", "rows", endings=0)
    with pytest.raises(ValueError, match="stage"):
        row.solve_stages("867254301", "1-3/rest")
    drawn = solver.sample(50, stage="1-4", seed=1)
    assert (drawn[:, :4] == range(1, 5)).all() and len(np.unique(drawn, axis=0)) > 40
    first, last = solver.review_stages(drawn[0], "", "1-4/rest")
    assert (first.distance, first.made) == (0, 0) and last.left == last.distance > 0 == last.wasted
    with pytest.raises(ValueError, match="stage"):
        solver.review_stages(drawn[0], "", "1-4/4")
    walked = solver.sample(20, walk=3, seed=1)
    assert set(solver.distances(walked)) <= {1, 3}
    with pytest.raises(ValueError, match="name one of them"):
        solver.sample(1, 3, walk=3)
