"""Run by test_bridges.py in an environment with sliding-puzzles."""

import importlib.metadata

import gymnasium
import numpy as np
import sliding_puzzles as package

from tilebase import Tablebase
from tilebase.bridges import sliding_puzzles

assert importlib.metadata.version(sliding_puzzles.PACKAGE) == sliding_puzzles.VERSION
table, moves = Tablebase("3x3"), 0
env = gymnasium.make("SlidingPuzzles-v0", w=3).unwrapped
assert env.action_meanings == ["UP", "DOWN", "LEFT", "RIGHT"]
for seed in range(50):
    observation, _ = env.reset(seed=seed)
    board = sliding_puzzles.from_states(observation)
    assert table.solvable(board)
    distance = table.distance(board)
    for left in range(distance, 0, -1):
        action = int(sliding_puzzles.to_columns(table.optimal_actions(board)).argmax())
        assert table.optimal_actions(board)[sliding_puzzles.from_actions(action)]
        observation, _, ended, _, _ = env.step(action)
        board = sliding_puzzles.from_states(observation)
        assert table.distance(board) == left - 1 and ended == (left == 1)
        moves += 1
# Ours go in, and an action against the edge does nothing.
observation, _ = env.reset(options={"state": sliding_puzzles.to_states([1, 2, 3, 4, 5, 6, 7, 0, 8], (3, 3))})
assert observation.dtype == np.int32 and observation[2, 1] == -1
assert (env.step(int(sliding_puzzles.to_actions(2)))[0] == observation).all()
# Serial shuffles of an even number of moves: all distances are even.
serial = package.make(w=3, shuffle_mode="serial", shuffle_steps=100)
assert {table.distance(sliding_puzzles.from_states(serial.reset()[0])) % 2 for _ in range(30)} == {0}
print(moves, "moves")
