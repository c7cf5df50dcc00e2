"""Run by test_bridges.py in an environment with jumanji."""

import importlib.metadata

import jax
import jumanji as package
import numpy as np
from jumanji.environments.logic.sliding_tile_puzzle.generator import RandomWalkGenerator

from tilebase import Tablebase
from tilebase.bridges import jumanji

assert importlib.metadata.version(jumanji.PACKAGE) == jumanji.VERSION
env = package.environments.SlidingTilePuzzle(generator=RandomWalkGenerator(grid_size=3, num_random_moves=200))
step = jax.jit(env.step)
table = Tablebase("3x3")
parities, moves = set(), 0
for seed in range(20):
    state, timestep = env.reset(jax.random.PRNGKey(seed))
    board = jumanji.from_states(np.asarray(timestep.observation.puzzle))
    assert table.solvable(board), "all its boards can be solved"
    parities.add(table.distance(board) % 2)
    assert (np.asarray(timestep.observation.action_mask) == (jumanji.to_columns(table.action_distances(board)) >= 0)).all()
    distance = table.distance(board)
    for left in range(distance, 0, -1):
        action = int(np.flatnonzero(jumanji.to_columns(table.optimal_actions(board)))[0])
        state, timestep = step(state, action)
        board = jumanji.from_states(np.asarray(timestep.observation.puzzle))
        assert table.distance(board) == left - 1
        moves += 1
    assert bool(timestep.last()), "its goal is ours"
assert parities == {0}, "200 random moves: an even distance, always"
# Ours go in: a board of ours, stepped there.
state = state.replace(puzzle=jumanji.to_states([1, 2, 3, 4, 5, 6, 0, 7, 8], (3, 3)), empty_tile_position=np.array([2, 0]))
_, timestep = step(state, int(jumanji.to_actions(1)))
assert np.asarray(timestep.observation.puzzle).reshape(-1).tolist() == [1, 2, 3, 4, 5, 6, 7, 0, 8]
print(f"{moves} moves")
