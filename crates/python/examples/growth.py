# %% [markdown]
# # How a puzzle grows
#
# How many states of a sliding puzzle are how far from the goal? A table knows. Run the cells one after
# another in VS Code or, with jupytext, in Jupyter; or run the file as a program.

# %%
from pathlib import Path

import numpy as np

import tilebase
from tilebase import Tablebase, show

eight = Tablebase("8-puzzle")
print(eight)

# %% [markdown]
# ## The histogram
# In a notebook the table itself is the picture; here it is written to a file as well.

# %%
picture = show.histogram_svg(eight.counts, title=f"8-puzzle: {len(eight):,} states by distance")
Path("growth.svg").write_text(picture, encoding="utf-8")
eight

# %%
print("mean distance", (eight.counts * np.arange(len(eight.counts))).sum() / len(eight))
print("branching near the goal", eight.counts[1:6] / eight.counts[:5])

# %% [markdown]
# ## The hardest boards, and a shortest solution of one

# %%
for board in eight.hardest():
    print(board.reshape(3, 3), eight.count_solutions(board), "shortest solutions")

solution = eight.solve(eight.hardest()[0])
assert solution is not None and len(solution) == 31
Path("solution.svg").write_text(show.path_svg(solution.states, (3, 3)), encoding="utf-8")
solution

# %% [markdown]
# ## Walks do not reach far
# Many training sets are made by random walks back from the goal. The states of a walk of 20 moves are much nearer
# than 20 moves; `sample` draws at the distance itself.

# %%
rng = np.random.default_rng(1)
states = np.repeat(eight.goal[None], 10_000, axis=0)
for _ in range(20):
    blank = (states == 0).argmax(axis=1)
    row, column = np.divmod(blank, 3)
    way = rng.integers(0, 4, len(states))
    down, right = np.array([-1, 0, 1, 0])[way], np.array([0, 1, 0, -1])[way]
    legal = (0 <= row + down) & (row + down < 3) & (0 <= column + right) & (column + right < 3)
    each, to = np.flatnonzero(legal), (blank + 3 * down + right)[legal]
    states[each, blank[legal]] = states[each, to]
    states[each, to] = 0
walked = eight.distances(states)
print("random walks of 20 steps: mean distance", walked.mean())
print("sampled at 20:            mean distance", eight.distances(eight.sample(10_000, 20, seed=1)).mean())
assert walked.mean() < 12
Path("walks.svg").write_text(
    show.histogram_svg(np.bincount(walked, minlength=32), title="distances after random walks of 20 steps"), encoding="utf-8"
)

# %% [markdown]
# ## Other goals and shapes

# %%
for puzzle in ("2x2", "2x3", "2x4", "3x3", "2x5"):
    table = Tablebase(puzzle)
    corner, middle = table.eccentricity, Tablebase(puzzle, goal=np.roll(table.goal, table.shape[1])).eccentricity
    print(f"{puzzle}: {len(table):>9,} states, {corner} moves at most; with the last row moved to the front {middle}")
