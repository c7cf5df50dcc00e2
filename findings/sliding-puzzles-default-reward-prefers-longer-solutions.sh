#!/usr/bin/env bash
# sliding-puzzles 0.9.3 (Python, https://pypi.org/project/sliding-puzzles/), default rewards.
#
# A good guess: a policy of greatest return solves each board in the fewest moves.
# What happens: the default reward of a step is minus the sum of the distances of all cells from
# home, the blank's with them, divided by its greatest value. A longer way through boards that look
# nearer loses less. With `sparse_rewards=True` each step costs the same.
#
# Seen with Python 3.11, by value iteration over the 360 boards of 2 rows and 3 columns: of 16,
# every solution of greatest return is longer than the shortest; with sparse rewards of none.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check sliding-puzzles==0.9.3
MPLBACKEND=Agg "$folder/bin/python" - <<'PYTHON'
import numpy as np
from sliding_puzzles.env import SlidingEnv

ROWS, COLS = 2, 3
GOAL = (1, 2, 3, 4, 5, -1)


def slides(board):
    blank = board.index(-1)
    row, col = divmod(blank, COLS)
    for r, c in [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]:
        if 0 <= r < ROWS and 0 <= c < COLS:
            cells = list(board)
            cells[blank], cells[COLS * r + c] = cells[COLS * r + c], -1
            yield tuple(cells)


distance, queue = {GOAL: 0}, [GOAL]
for board in queue:
    for after in slides(board):
        if after not in distance:
            distance[after] = distance[board] + 1
            queue.append(after)


def longer(**options):
    """The number of boards of which no solution of greatest return is a shortest one."""
    env = SlidingEnv(w=COLS, h=ROWS, **options)
    reward = {}
    for board in queue:
        env.state = np.array(board, dtype=np.int32).reshape(ROWS, COLS)
        reward[board] = env.calculate_reward()[0]
    # The greatest return, and with it the fewest moves.
    best = {board: (-1e9, 0) for board in queue}
    best[GOAL] = (0.0, 0)
    changed = True
    while changed:
        changed = False
        for board in queue[1:]:
            ways = [
                (round(reward[after] + best[after][0], 9), best[after][1] - 1)
                for after in slides(board)
            ]
            if max(ways) > best[board]:
                best[board], changed = max(ways), True
    return sum(-moves > distance[board] for board, (_, moves) in best.items())


default, sparse = longer(), longer(sparse_rewards=True)
print(f"longer than the shortest, of {len(queue)} boards: default {default}, sparse {sparse}")
assert sparse == 0, "sparse rewards prefer longer solutions, too"
assert default == 16, "the default reward has changed"
PYTHON
