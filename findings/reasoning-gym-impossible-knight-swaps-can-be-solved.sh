#!/usr/bin/env bash
# reasoning-gym 0.1.25 (Python, https://github.com/open-thought/reasoning-gym), knight_swap.
#
# A good guess: where the recorded answer is "No", the knights that the question draws cannot be
# swapped, since an exhaustive search gave the answer.
# What happens: an impossible board is made by striking out a knight's move between two cells. The
# search heeds that, and so does the score; the drawing and the rules of the question do not show
# it. Some boards stay solvable by the rules that are stated, and the solution scores 0.
#
# Seen with Python 3.11, with seed 1: of the 25 boards among 120 whose answer is "No", 11 have a
# solution. The other answers are shortest ones.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check reasoning-gym==0.1.25
"$folder/bin/python" - <<'PYTHON'
import json
import re

import reasoning_gym


def drawn(question):
    """The cells of the board in a question, each with w, B or a dot."""
    columns = re.search(r"^ +((?:[A-D] +)*[A-D])$", question, re.MULTILINE)[1].split()
    cells = {}
    for row, line in re.findall(r"^(\d) \|(.*)\|$", question, re.MULTILINE):
        for column, text in zip(columns, line.split("|")):
            if text.strip():
                cells[column + row] = text.strip()
    return cells


def is_knights(a, b):
    return {abs(ord(a[0]) - ord(b[0])), abs(int(a[1]) - int(b[1]))} == {1, 2}


def shortest(cells, turn):
    """A shortest swap by the rules of the question; None if there is none."""
    white = frozenset(cell for cell, knight in cells.items() if knight == "w")
    black = frozenset(cell for cell, knight in cells.items() if knight == "B")
    start = (white, black, turn)
    came, queue = {start: None}, [start]
    for state in queue:
        whites, blacks, turn = state
        if (whites, blacks) == (black, white):
            moves = []
            while came[state]:
                state, move = came[state]
                moves.append(move)
            return moves[::-1]
        for source in whites if turn == "w" else blacks:
            for to in set(cells) - whites - blacks:
                if is_knights(source, to):
                    moved = {source, to}
                    after = (
                        (whites ^ moved, blacks, "B")
                        if turn == "w"
                        else (whites, blacks ^ moved, "w")
                    )
                    if after not in came:
                        came[after] = (state, f"{turn},{source},{to}")
                        queue.append(after)


data = reasoning_gym.create_dataset("knight_swap", size=120, seed=1)
impossible, solvable, scores, wrong = 0, 0, set(), 0
for item in data:
    turn = re.search(r"^3\. (w|B) moves first", item["question"], re.MULTILINE)[1]
    found = shortest(drawn(item["question"]), turn)
    if item["answer"] == "No":
        impossible += 1
        if found is not None:
            solvable += 1
            scores.add(data.score_answer(json.dumps(found), item))
    else:
        wrong += len(json.loads(item["answer"])) != len(found)
print(f'of {impossible} boards whose answer is "No", {solvable} can be solved; scores: {scores}')
assert wrong == 0, "an answer that is a solution is not a shortest one"
assert (impossible, solvable, scores) == (25, 11, {0.0}), "the boards have changed"
PYTHON
