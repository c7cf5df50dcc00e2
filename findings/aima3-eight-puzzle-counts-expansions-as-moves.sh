#!/usr/bin/env bash
# aima3 1.0.11 (Python, https://pypi.org/project/aima3/), `search.EightPuzzle.solve`: A* of the
# textbook's programs.
#
# A good guess: with the Manhattan distance, A* solves easy boards with some dozen expansions.
# What happens: what is added to the heuristic is not the depth of the state, but the number of
# states expanded so far in the whole search.
# The queue prefers what was found early, whatever its depth, and states are expanded again.
#
# Seen with Python 3.11: of 50 boards 8 moves from the goal, 15 are not solved with 1,000 expansions;
# of 50 boards at 12 moves, 37 are not. A* with the depth expands at most 68 states for each.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check aima3==1.0.11
"$folder/bin/python" - <<'PYTHON'
import heapq
import random

from aima3.search import EightPuzzle

GOAL = [1, 2, 3, 4, 5, 6, 7, 8, 0]


class Enough(Exception):
    pass


class Counted(EightPuzzle):
    """Ends after 1,000 expansions, and does not print the solution."""

    def show_path(self, initial):
        pass

    def getPossibleMoves(self, state, heuristic, goal, moves):
        if moves > 1000:
            raise Enough
        return super().getPossibleMoves(state, heuristic, goal, moves)


def manhattan(state, goal):
    return sum(
        abs(at // 3 - (tile - 1) // 3) + abs(at % 3 - (tile - 1) % 3)
        for at, tile in enumerate(state)
        if tile
    )


def neighbours(state):
    """The states one move away."""
    blank = state.index(0)
    for to in (blank - 3, blank + 3, blank - 1, blank + 1):
        if 0 <= to < 9 and (to // 3 == blank // 3 or to % 3 == blank % 3):
            after = list(state)
            after[blank], after[to] = after[to], 0
            yield tuple(after)


def distances(most):
    """The states up to a distance from the goal, by breadth-first search."""
    found, level = {tuple(GOAL): 0}, [tuple(GOAL)]
    for depth in range(1, most + 1):
        level = {new for state in level for new in neighbours(state) if new not in found}
        found.update(dict.fromkeys(level, depth))
    return found


def a_star(start):
    """The moves of a shortest solution, and the states expanded, with the depth as the cost."""
    queue, done = [(manhattan(start, GOAL), 0, start)], set()
    while True:
        _, depth, state = heapq.heappop(queue)
        if state == tuple(GOAL):
            return depth, len(done)
        if state not in done:
            done.add(state)
            for after in neighbours(state):
                heapq.heappush(queue, (depth + 1 + manhattan(after, GOAL), depth + 1, after))


known = distances(12)
random.seed(2026)
unsolved, most = [], 0
for depth in (8, 12):
    boards = random.sample(sorted(board for board, far in known.items() if far == depth), 50)
    unsolved.append(0)
    for board in boards:
        moves, expanded = a_star(board)
        assert moves == depth
        most = max(most, expanded)
        puzzle = Counted()
        try:
            puzzle.solve(list(board), GOAL, manhattan)
        except Enough:
            unsolved[-1] += 1
    print(f"{depth} moves: {unsolved[-1]} of {len(boards)} not solved with 1,000 expansions")
print(f"A* with the depth expands at most {most}")
assert unsolved == [15, 37] and most == 68, "the cost has changed"
PYTHON
