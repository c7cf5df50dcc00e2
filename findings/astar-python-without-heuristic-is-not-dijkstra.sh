#!/usr/bin/env bash
# astar 0.99 (Python, https://github.com/jrialland/python-astar), find_path.
#
# A good guess: without a heuristic, A* is Dijkstra's algorithm, so a path of least cost comes out.
# What happens: the default of `heuristic_cost_estimate_fnct` is infinity, so all states have the
# same value, and the queue is first in, first out: costs do not decide which state is next. With
# `lambda a, b: 0` the least cost comes out.
#
# Seen with Python 3.11: of 200 grids of 10x10 cells that cost 1 to 9 to enter, 7 paths from a
# corner to the middle are dearer than the cheapest, and of the 360 boards of 2x3 where a move costs
# its tile's number, 4; with a heuristic of 0 none. So a test by a few examples passes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check astar==0.99 sortedcontainers==2.4.0
"$folder/bin/python" - <<'PYTHON'
import heapq
import random

from astar import find_path


def least_cost(start, goal, neighbours, cost):
    """Dijkstra's algorithm, written out."""
    best, queue = {start: 0}, [(0, start)]
    while queue:
        so_far, here = heapq.heappop(queue)
        if here == goal:
            return so_far
        if so_far > best[here]:
            continue
        for there in neighbours(here):
            total = so_far + cost(here, there)
            if total < best.get(there, float("inf")):
                best[there] = total
                heapq.heappush(queue, (total, there))


def is_dearer(start, goal, neighbours, cost, **options):
    path = list(find_path(start, goal, neighbours, distance_between_fnct=cost, **options))
    total = sum(cost(here, there) for here, there in zip(path, path[1:]))
    return total > least_cost(start, goal, neighbours, cost)


def around(cell):
    row, col = cell
    places = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    return [(r, c) for r, c in places if 0 <= r < 10 and 0 <= c < 10]


def slides(board):
    blank = board.index(0)
    row, col = divmod(blank, 3)
    boards = []
    for r, c in [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]:
        if 0 <= r < 2 and 0 <= c < 3:
            cells = list(board)
            cells[blank], cells[3 * r + c] = cells[3 * r + c], 0
            boards.append(tuple(cells))
    return boards


def all_boards(goal):
    found, queue = {goal}, [goal]
    for board in queue:
        for there in slides(board):
            if there not in found:
                found.add(there)
                queue.append(there)
    return sorted(found)


zero = {"heuristic_cost_estimate_fnct": lambda here, goal: 0}
random.seed(2026)
default = with_zero = unit = 0
for _ in range(200):
    price = {(r, c): random.randint(1, 9) for r in range(10) for c in range(10)}
    grid = ((0, 0), (5, 5), around, lambda here, there: price[there])
    default += is_dearer(*grid)
    with_zero += is_dearer(*grid, **zero)
    unit += is_dearer((0, 0), (5, 5), around, lambda here, there: 1)
goal = (1, 2, 3, 4, 5, 0)
number = lambda here, there: there[here.index(0)]
tiles = sum(is_dearer(board, goal, slides, number) for board in all_boards(goal))
print(f"dearer of 200 grids: default {default}, heuristic 0 {with_zero}, unit costs {unit}")
print(f"dearer of 360 boards: default {tiles}")
assert (with_zero, unit) == (0, 0), "more is wrong than the default"
assert (default, tiles) == (7, 4), "the default has changed"
PYTHON
