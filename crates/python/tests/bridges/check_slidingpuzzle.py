"""Run by test_bridges.py in an environment with slidingpuzzle."""

import importlib.metadata

import numpy as np
import slidingpuzzle as package

from tilebase import Heuristic, Tablebase
from tilebase.bridges import slidingpuzzle

assert importlib.metadata.version(slidingpuzzle.PACKAGE) == slidingpuzzle.VERSION
table, moves = Tablebase("3x3"), 0
longer = 0
for state in table.sample(12, 14, seed=1):
    board = package.from_iter(3, 3, state.tolist())
    assert package.is_solvable(board) and (board == state.reshape(3, 3)).all()
    ours = table.solve(state)
    played = slidingpuzzle.to_solution(ours.tiles, board)
    there, blank = np.copy(board), package.find_blank(board)
    for move in played:
        assert move in package.get_next_moves(there, blank)
        package.swap_tiles(there, blank, move)
        blank, moves = move, moves + 1
    assert package.is_solved(there) and len(played) == 14
    for algorithm in ("a*", "bfs"):
        found = package.search(board, algorithm)
        assert len(found.solution) == 14, "shortest"
        tiles = slidingpuzzle.from_solution(found.solution, board)
        assert tiles == package.solution_as_tiles(board, found.solution)
        assert table.review(state, tiles).wasted == 0
for state in table.sample(12, 20, seed=1):
    board = package.from_iter(3, 3, state.tolist())
    longer += len(package.search(board, "ida*").solution) > 20
    assert len(package.search(board, "ida*", detect_dupes=False).solution) == 20
assert longer > 0, "ida* is not shortest by default"
for state in Tablebase("2x4").sample(50, seed=2):
    assert package.is_solvable(package.from_iter(2, 4, state.tolist()))
# Its linear conflict exceeds the distance in a line of five.
row = package.from_rows([2, 4, 1, 5, 3], [6, 7, 8, 9, 0])
assert package.linear_conflict_distance(row) > Heuristic("2x5", "linear-conflict")(row)
print(moves, "moves")
