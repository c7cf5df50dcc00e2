# %% [markdown]
# # A heuristic against the truth
#
# How far below the distance is a lower bound? With a table one need not guess: a million states, their
# distances and their bounds take a moment.

# %%
from pathlib import Path

import numpy as np

from tilebase import Heuristic, Solver, Tablebase, show

table = Tablebase("2x5")
states = table.sample(1_000_000, seed=1)
distances = table.distances(states)
print(table, "mean distance of the sample", distances.mean())

# %%
errors = {}
for name in ("manhattan", "linear-conflict", "walking-distance"):
    bounds = Heuristic("2x5", name)(states)
    assert (bounds <= distances).all(), "an admissible heuristic never says too much"
    errors[name] = distances - bounds
    print(f"{name:<18} mean error {errors[name].mean():6.3f}, exact on {(errors[name] == 0).mean():.3%}")
assert errors["linear-conflict"].mean() < errors["manhattan"].mean()

# %% [markdown]
# ## Where does it err?

# %%
Path("errors.svg").write_text(
    show.histogram_svg(np.bincount(errors["manhattan"]), title="2x5: distance less Manhattan distance"), encoding="utf-8"
)
by_distance = [errors["manhattan"][distances == d].mean() if (distances == d).any() else 0 for d in range(56)]
Path("by_distance.svg").write_text(
    show.histogram_svg(by_distance, title="2x5: mean error of Manhattan by distance"), encoding="utf-8"
)
far, near = by_distance[45], by_distance[15]
print(f"mean error at 15 moves {near:.1f}, at 45 moves {far:.1f}")
assert far > near

# %% [markdown]
# ## Labels for a learner
# Batches of states, all distances equally likely, with optimal actions as a mask; and exact lengths of the
# 15-puzzle, which has no table, by search.

# %%
batch, labels = next(table.batches(512, distances=np.ones(table.eccentricity + 1), seed=1))
actions = table.optimal_actions(batch)
print("labels from", labels.min(), "to", labels.max(), "- optimal actions per state", actions.sum(axis=1).mean())
assert (actions.any(axis=1) == (labels > 0)).all()

solver = Solver("4x4", "walking-distance")
easy = np.arange(16)[None].repeat(4, axis=0)
easy = np.roll(easy, -1, axis=1)  # 1 2 3 … 15 0
easy[1, [14, 15]] = easy[1, [15, 14]]
print("lengths", solver.distances(easy[:2]))
