#!/usr/bin/env bash
# textarena 0.7.4 (Python, https://github.com/LeonGuertler/TextArena), PegJump-v0.
#
# A good guess: the triangle of fifteen holes that is drawn has the jumps of the classic game: over
# a neighbour in a straight line. So a known solution can be played.
# What happens: the game has another list of jumps. The six along the bottom row are refused as
# illegal, and eight that turn a corner, such as 7 over 11 to 13, are played.
#
# Seen with Python 3.11: each of the 1,550 solutions of the classic game from the registered start,
# hole 5 empty, has a jump that is refused.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check textarena==0.7.4
"$folder/bin/python" - <<'PYTHON'
from functools import cache
from itertools import permutations

import textarena

PLACES = {}
for row in range(5):
    for place in range(row + 1):
        PLACES[len(PLACES) + 1] = (row, place)
HOLES = {place: hole for hole, place in PLACES.items()}


def straight():
    """The jumps (from, over, to) over a neighbour in a straight line."""
    for hole, (row, place) in PLACES.items():
        for down, right in [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)]:
            over = HOLES.get((row + down, place + right))
            to = HOLES.get((row + 2 * down, place + 2 * right))
            if over and to:
                yield hole, over, to


def is_played(start, over, to):
    """Whether the jump of one of two pegs over the other removes it."""
    env = textarena.make("PegJump-v0")
    env.reset(num_players=1)
    game = env
    while hasattr(game, "env"):
        game = game.env
    board = game.state.game_state["board"]
    for hole in PLACES:
        board[hole] = hole in (start, over)
    env.step(f"[{start} {to}]")
    return [hole for hole in PLACES if board[hole]] == [to]


@cache
def solutions(pegs, jumps):
    """The number of ways to the last peg."""
    if len(pegs) == 1:
        return 1
    return sum(
        solutions(pegs - {start, over} | {to}, jumps)
        for start, over, to in jumps
        if start in pegs and over in pegs and to not in pegs
    )


right = frozenset(straight())
played = frozenset(jump for jump in permutations(PLACES, 3) if is_played(*jump))
start = frozenset(PLACES) - {5}
ways, open_ways = solutions(start, right), solutions(start, right & played)
print(f"refused: {sorted(right - played)}")
print(f"played, but not straight: {sorted(played - right)}")
print(f"{ways - open_ways} of {ways} solutions from the registered start are refused")
assert len(right) == len(played & right) + 6 == 36
assert all(min(jump) >= 11 for jump in right - played), "the refused jumps are others"
assert len(played - right) == 8 and (7, 11, 13) in played, "the jumps around corners are others"
assert (ways, ways - open_ways) == (1550, 1550), "some can be played"
PYTHON
