#!/usr/bin/env bash
# slidingpuzzle 0.1.5 (Python, https://pypi.org/project/slidingpuzzle/), corner_tiles_distance and
# last_moves_distance.
#
# A good guess: with `relaxed=False` each "can be safely combined with" linear_conflict_distance, as
# its documentation says, so the sum never exceeds the distance.
# What happens: it does. Both count moves that a linear conflict has counted, or that a tile makes
# on its way home.
#
# Seen with Python 3.11, on every n-th board that is at most 12 moves (4x4) or 14 moves (3x4) from
# the goal, 7,750 and 8,942 boards: the sum with the corner tiles exceeds the distance of 251 boards
# of 4x4, that with the last moves of 149 and of 276. Alone, none of the three does there.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check slidingpuzzle==0.1.5
"$folder/bin/python" - <<'PYTHON'
import slidingpuzzle as sp


def near(rows, cols, most):
    """The boards at most this many moves from the goal, with their distances."""
    goal = tuple(range(1, rows * cols)) + (0,)
    distance, queue = {goal: 0}, [goal]
    for board in queue:
        if distance[board] == most:
            break
        blank = board.index(0)
        row, col = divmod(blank, cols)
        for r, c in [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]:
            if 0 <= r < rows and 0 <= c < cols:
                cells = list(board)
                cells[blank], cells[cols * r + c] = cells[cols * r + c], 0
                if tuple(cells) not in distance:
                    distance[tuple(cells)] = distance[board] + 1
                    queue.append(tuple(cells))
    return distance


lines = sp.linear_conflict_distance
sums = {
    "alone": lambda b: max(lines(b), sp.corner_tiles_distance(b), sp.last_moves_distance(b)),
    "corner tiles": lambda b: lines(b) + sp.corner_tiles_distance(b, relaxed=False),
    "last moves": lambda b: lines(b) + sp.last_moves_distance(b, relaxed=False),
}
seen = {}
for rows, cols, most in [(4, 4, 12), (3, 4, 14)]:
    distance = near(rows, cols, most)
    boards = sorted(distance)[:: max(1, len(distance) // 6000)]
    for name, bound in sums.items():
        above = sum(bound(sp.from_iter(rows, cols, list(b))) > distance[b] for b in boards)
        seen[rows, name] = above
        print(f"{rows}x{cols}, {name}: above the distance on {above} of {len(boards)} boards")
assert seen[4, "alone"] == seen[3, "alone"] == 0, "one of them alone is wrong"
assert (seen[4, "corner tiles"], seen[4, "last moves"], seen[3, "last moves"]) == (251, 149, 276)
PYTHON
