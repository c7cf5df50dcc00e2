"""Moves by their letters, replay links, better lines and chances, against what playing and counting say."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import numpy as np
import pytest

import tilebase
from tilebase import Letters, RowTablebase, Solver, Tablebase, read_replay

STEPS = {"U": 3, "D": -3, "L": 1, "R": -1}
"""By the direction in which a tile slides on a board of three columns: where the tile comes from."""


def played(state: np.ndarray, letters: str) -> np.ndarray:
    """The board after letters of tiles, one at a time."""
    state = state.copy()
    for letter in letters:
        blank = int((state == 0).argmax())
        state[[blank, blank + STEPS[letter]]] = state[[blank + STEPS[letter], blank]]
    return state


def spelled(moves: str) -> str:
    """Letters without numbers."""
    runs: list[str] = []
    for c in moves:
        if c.isdigit():
            runs[-1] = runs[-1][0] * int(runs[-1][1:] + c) if runs[-1][1:].isdigit() else runs[-1] * int(c)
        else:
            runs.append(c)
    return "".join(runs)


def test_letters_do_what_playing_them_does(eight: Tablebase) -> None:
    for state in eight.sample(50, seed=1):
        found = eight.solve(state)
        assert found is not None
        letters = found.letters
        assert isinstance(letters, Letters) and letters.lengths.single == len(found)
        assert letters.lengths.multi == len([1 for a, b in zip(" " + spelled(letters), spelled(letters)) if a != b])
        assert (played(state, spelled(letters)) == eight.goal).all()
        assert (played(eight.goal, spelled(letters.inverse())) == state).all()
        assert (eight.start_of(letters) == state).all()
        blank = letters.translate(str.maketrans("UDLR", "DURL"))
        assert (eight.start_of(blank, letters="blank") == state).all()
        assert letters.then(letters.inverse()).simplified() == ""
        board, goal = state.reshape(3, 3), eight.goal.reshape(3, 3)
        for changed, other in [(letters.mirrored(), np.fliplr), (letters.transposed(), np.transpose)]:
            end = played(np.ascontiguousarray(other(board)).reshape(-1), spelled(changed))
            assert (end == other(goal).reshape(-1)).all()
    assert Letters("r2 u\nL") == "R2UL" and type(pickle.loads(pickle.dumps(Letters("R2")))) is Letters


def test_games_are_replayed_by_links(eight: Tablebase) -> None:
    lines = Tablebase("3x3", metric="multi")
    for table, moves in [(eight, "7 8"), (eight, "L2"), (lines, "8"), (lines, "L2")]:
        replay = read_replay(table.replay_link("123456078", moves))
        assert (replay.puzzle, replay.moves, replay.times.tolist()) == ("3x3", "L2", [])
        assert table.review(replay.state, replay.moves).wasted == 0
    link = eight.replay_link("123456078", "RR", letters="blank", times=[120, 300])
    replay = read_replay(link)
    assert (replay.moves, replay.times.tolist()) == ("L2", [120, 300])
    large = Solver("10x10", width=1)
    assert read_replay(large.replay_link(np.roll(np.arange(100), -1), "R9")).puzzle == "10x10"


@pytest.mark.parametrize("metric", ["single", "multi"])
def test_mistakes_have_better_lines(metric: tilebase._types.Metric) -> None:
    table = Tablebase("3x3", metric=metric)
    game = "L R D R L U D"
    assert table.review("867254301", game).mistakes is None
    review = table.review("867254301", game, better=True)
    assert review.mistakes is not None
    wrong = [place + 1 for place, optimal in enumerate(review.optimal) if not optimal]
    assert wrong == [move for run in review.mistakes for move in range(run.first, run.last + 1)] != []
    for run in review.mistakes:
        before, after = review.distances[run.first - 1], review.distances[run.last]
        assert run.wasted == run.last - run.first + 1 + after - before
        assert len(run.better) == before
        better = table.review(review.states[run.first - 1], run.letters)
        assert better.wasted == 0 and better.distances[-1] == 0


def test_the_chance_of_a_mean(eight: Tablebase) -> None:
    counts = eight.counts
    pairs = np.add.outer(np.arange(len(counts)), np.arange(len(counts)))
    for below in [0, 20, 20.5, 22, 40]:
        share = np.outer(counts, counts)[pairs / 2 < below].sum() / counts.sum() ** 2
        assert abs(eight.chance_of_mean(2, below) - share) < 1e-12
    fifteen = Solver("15-puzzle", "manhattan")
    assert (fifteen.counts.sum(), fifteen.counts[80]) == (16 * np.prod(np.arange(1, 16)) // 2, 17)
    assert round(fifteen.chance_of_mean(5, 50), 4) == 0.1310


WRONG: dict[str, Callable[[Tablebase], object]] = {
    "is not a move": lambda table: Letters("7"),
    "no `": lambda table: read_replay("https://slidysim.github.io/replay"),
    "^the link replays no game: it is cut off, copy it whole$": lambda table: read_replay("https://slidysim.github.io/replay?r=eNq"),
    "move 1, D, does not lead": lambda table: table.start_of("D"),
    "not a single state": lambda table: Tablebase("3x3", "1 2 3 x x x x x x").start_of("U"),
    "move 1, U, cannot be made": lambda table: table.replay_link("123456780", "U"),
    "for boards, not for": lambda table: RowTablebase("oshidori-kinds-3").replay_link("1 2 3 1 2 3 0 0", "1"),
    "a time must be": lambda table: table.replay_link("123456078", "L2", times=[-1, 2]),
    "not of 0": lambda table: table.chance_of_mean(0, 3),
    "not of 1001": lambda table: table.chance_of_mean(1001, 3),
    "too large": lambda table: Solver("24-puzzle", "manhattan").counts,
}


@pytest.mark.parametrize("said", WRONG)
def test_wrong_questions_say_so(eight: Tablebase, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        WRONG[said](eight)
