"""Run by test_bridges.py in an environment with puzzle15gym, which brings puzzle15."""

import importlib.metadata

import gymnasium
import numpy as np
import puzzle15Gym  # registers the environments
from puzzle15.puzzle import Puzzle

from tilebase import Solver, Tablebase
from tilebase.bridges import puzzle15

assert importlib.metadata.version(puzzle15.PACKAGE) == puzzle15.VERSION
table, moves = Tablebase("3x3"), 0
env = gymnasium.make("Puzzle3x3Random-v0", disable_env_checker=True).unwrapped
for _ in range(30):
    observation, info = env.reset()
    assert observation.dtype == np.int32 and observation.shape == (9,)
    board = puzzle15.from_states(observation)
    assert table.solvable(board), "boards of odd width are right"
    legal = np.flatnonzero(puzzle15.to_columns(table.action_distances(board)) >= 0)
    assert info["valid_actions"] == legal.tolist()
    for left in range(table.distance(board), 0, -1):
        action = int(puzzle15.to_columns(table.optimal_actions(board)).argmax())
        observation, _, ended, _, _ = env.step(action)
        board = puzzle15.from_states(observation)
        assert table.distance(board) == left - 1 and ended == (left == 1)
        moves += 1
# Ours go in and come back.
text = puzzle15.to_text(table.sample(1, 20, seed=1)[0], (3, 3))
assert table.distance(puzzle15.from_text(text)) == 20
assert puzzle15.from_states(np.array(Puzzle.from_string(text).grid())).reshape(-1).tolist() == puzzle15.from_text(text).tolist()
# On boards of even width about half have no solution, and the fixed one has none.
wide = Tablebase("2x4")
solvable = [bool(wide.solvable(puzzle15.from_states(Puzzle.from_dimensions(2, 4).grid()))) for _ in range(300)]
assert 100 < sum(solvable) < 200, sum(solvable)
fixed = gymnasium.make("Puzzle4x4Fixed-v0", disable_env_checker=True).unwrapped
assert not Solver("4x4", "manhattan").check(puzzle15.from_states(fixed.reset()[0]))["solvable"]
print(moves, "moves")
