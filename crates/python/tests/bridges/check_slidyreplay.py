"""Run by test_bridges.py in an environment with slidyreplay, of which only what needs no window is imported."""

import importlib.metadata
import importlib.util
import sys
from pathlib import Path

import tilebase
from tilebase import Tablebase
from tilebase.bridges import slidyreplay

assert importlib.metadata.version(slidyreplay.PACKAGE) == slidyreplay.VERSION
found = importlib.util.find_spec("slidyreplay")
sys.path.insert(0, str(Path(found.origin).parent))  # It imports its own files by their bare names.
import replay_generator
import sliding_puzzles

table, moves, guessed = Tablebase("3x3"), 0, 0
for state in table.sample(100, seed=1):
    scramble = slidyreplay.to_scramble(state, (3, 3))
    assert sliding_puzzles.validate_scramble(scramble)
    matrix = replay_generator.scramble_to_puzzle(scramble)
    assert (slidyreplay.from_scramble(replay_generator.puzzle_to_scramble(matrix)) == state.reshape(3, 3)).all()
    solution = table.solve(state)
    letters = replay_generator.expand_solution(solution.letters)
    assert len(letters) == len(solution) == replay_generator.count_moves(solution.letters)
    assert replay_generator.apply_moves(matrix, letters) == replay_generator.create_puzzle(3, 3)
    # With its size, the board of a solution is ours.
    assert (replay_generator.parse_scramble(3, 3, solution.letters) == state.reshape(3, 3)).all()
    link = table.replay_link(state, solution.letters)
    read, _, board, _ = sliding_puzzles.parse_replay_url(link)
    assert replay_generator.expand_solution(read) == letters
    if board:
        assert (slidyreplay.from_scramble(board) == state.reshape(3, 3)).all()
    game = tilebase.read_replay(link)
    assert table.review(game.state, game.moves).wasted == 0
    moves += len(solution)
assert replay_generator.guess_size("L") == (2, 2), "the smallest board that the moves fit"
print(moves, "moves")
