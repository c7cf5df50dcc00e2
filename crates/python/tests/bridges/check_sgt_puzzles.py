"""Run by test_bridges.py where the program sgt-fifteen is installed."""

import subprocess

from tilebase import Tablebase
from tilebase.bridges import sgt_puzzles

moves = 0
for size, ours, other in (("4x3", "3x4", "4x3"), ("2x4", "4x2", "2x4")):
    made = subprocess.run(["sgt-fifteen", "--generate", "100", size], check=True, capture_output=True, text=True)
    table, wrong = Tablebase(ours), Tablebase(other)
    boards = [sgt_puzzles.from_id(game) for game in made.stdout.split()]
    assert all(board.shape == table.shape for board in boards), "the width comes first"
    assert [sgt_puzzles.to_id(board, table.shape) for board in boards] == made.stdout.split()
    # It deals boards that can be solved. Read with the height first, many cannot.
    assert table.solvable(boards).all()
    assert 20 < wrong.solvable([board.reshape(-1) for board in boards]).sum() < 80
    moves += int(table.distances(boards).sum())
print(moves, "moves")
