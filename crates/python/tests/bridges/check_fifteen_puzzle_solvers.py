"""Run by test_bridges.py in an environment with fifteen-puzzle-solvers."""

import importlib.metadata

from fifteen_puzzle_solvers.domain import Puzzle
from fifteen_puzzle_solvers.services.algorithms import AStar, BreadthFirst
from fifteen_puzzle_solvers.services.puzzle.shuffle import PuzzleShuffleService

from tilebase import Tablebase
from tilebase.bridges import fifteen_puzzle_solvers

assert importlib.metadata.version(fifteen_puzzle_solvers.PACKAGE) == fifteen_puzzle_solvers.VERSION
table, longer, moves = Tablebase("3x3"), 0, 0
for state in table.sample(8, 12, seed=1):
    rows = state.reshape(3, 3).tolist()
    for search in (BreadthFirst, AStar):
        found = search(Puzzle(rows)).solve_puzzle()
        assert found[0].position == rows and found[-1].position == Puzzle.generate_end_position(3)
        tiles = fifteen_puzzle_solvers.from_solution(each.position for each in found)
        game = table.review(state, tiles)
        assert len(tiles) == len(found) - 1 == 12 + game.wasted
        if search is BreadthFirst:
            assert game.wasted == 0
        longer += game.wasted > 0
    ours = fifteen_puzzle_solvers.to_solution(table.solve(state).states, 3)
    for before, after in zip(ours, ours[1:]):
        assert after in [each.position for each in Puzzle(before).get_moves()]
        moves += 1
assert longer > 0, "its A* does not count the moves made"
assert all(table.solvable(PuzzleShuffleService.shuffle_puzzle(3).position) for _ in range(50))
print(moves, "moves")
