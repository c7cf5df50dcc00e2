"""Run by test_bridges.py in an environment with DeepXube."""

import importlib.metadata

import numpy as np
from deepxube.domains.npuzzle import NPAction, NPGoal, NPState, NPuzzle

from tilebase import Tablebase
from tilebase.bridges import deepxube

assert importlib.metadata.version(deepxube.PACKAGE) == deepxube.VERSION
domain, table = NPuzzle(3), Tablebase("3x3")
goal = NPGoal(domain.goal_tiles)
assert (deepxube.from_states(domain.goal_tiles) == table.goal).all()
assert domain.moves == ["U", "D", "L", "R"]
states = table.sample(200, seed=1)
distances = table.distances(states)
theirs = [NPState(tiles) for tiles in deepxube.to_states(states, (3, 3))]
assert all(state.tiles.dtype == domain.dtype for state in theirs)
# Every action of every state: its step and ours.
after = table.action_distances(states)
for action in range(4):
    following, costs = domain.next_state(theirs, [NPAction(action)] * len(theirs))
    stepped = deepxube.from_states(np.stack([state.tiles for state in following]))
    legal = deepxube.to_columns(after)[:, action] >= 0
    assert (table.distances(stepped)[legal] == deepxube.to_columns(after)[legal, action]).all()
    assert (stepped[~legal] == states[~legal]).all() and set(costs) == {1.0}, "against the edge: stays, costs 1"
for left in range(int(distances.max()), 0, -1):
    boards = np.stack([state.tiles for state in theirs])
    best = deepxube.to_columns(table.optimal_actions(deepxube.from_states(boards)))
    assert [bool(solved) for solved in domain.is_solved(theirs, [goal] * len(theirs))] == [not row.any() for row in best]
    acting = best.any(axis=1)
    moved, _ = domain.next_state([s for s, a in zip(theirs, acting) if a], [NPAction(int(row.argmax())) for row in best[acting]])
    for at, state in zip(np.flatnonzero(acting), moved):
        theirs[at] = state
    assert (table.distances(deepxube.from_states(np.stack([s.tiles for s in theirs]))) == np.maximum(distances - (distances.max() - left + 1), 0)).all()
assert all(domain.is_solved(theirs, [goal] * len(theirs)))
# The letters of its viewer are directions of the tile.
assert [domain.string_to_action(letter).action for letter in "wsad"] == [0, 1, 2, 3]
print(int(distances.sum()), "moves")
