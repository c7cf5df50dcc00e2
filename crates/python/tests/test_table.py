"""Tables against an independent breadth-first search in Python."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

import tilebase
from tilebase import MissingTableError, Solver, Tablebase

Board = tuple[int, ...]


def neighbours(board: Board, rows: int, columns: int) -> list[tuple[int, Board]]:
    """Actions (up, right, down, left of the blank) and the boards after them."""
    blank = board.index(0)
    row, column = divmod(blank, columns)
    found = []
    for action, (down, right) in enumerate([(-1, 0), (0, 1), (1, 0), (0, -1)]):
        if 0 <= row + down < rows and 0 <= column + right < columns:
            to = (row + down) * columns + column + right
            after = list(board)
            after[blank], after[to] = after[to], 0
            found.append((action, tuple(after)))
    return found


def breadth_first(goal: Board, rows: int, columns: int) -> dict[Board, int]:
    known, level = {goal: 0}, [goal]
    while level:
        reached = []
        for board in level:
            for _, after in neighbours(board, rows, columns):
                if after not in known:
                    known[after] = known[board] + 1
                    reached.append(after)
        level = reached
    return known


@pytest.fixture(scope="module")
def plain() -> dict[Board, int]:
    return breadth_first((1, 2, 3, 4, 5, 6, 7, 8, 0), 3, 3)


def test_every_state_of_3x3_has_the_distance_of_a_plain_search(eight: Tablebase, plain: dict[Board, int]) -> None:
    states, distances = np.array(list(plain), np.uint8), np.array(list(plain.values()))
    assert len(eight) == len(plain) == 181_440
    assert (eight.distances(states) == distances).all()
    assert (np.bincount(distances) == eight.counts).all()
    unsolvable = states.copy()
    row = np.arange(len(states))
    one, two = (states == 1).argmax(1), (states == 2).argmax(1)
    unsolvable[row, one], unsolvable[row, two] = 2, 1
    assert (eight.distances(unsolvable) == -1).all()
    assert not eight.solvable(unsolvable).any() and eight.solvable(states).all()


def test_actions_lead_where_a_plain_search_says(eight: Tablebase, plain: dict[Board, int]) -> None:
    boards = list(plain)[::37]
    optimal = eight.optimal_actions(np.array(boards))
    after = eight.action_distances(np.array(boards))
    for board, ways, distances in zip(boards, optimal, after):
        expected = dict(neighbours(board, 3, 3))
        for action in range(4):
            distance = plain[expected[action]] if action in expected else -1
            assert distances[action] == distance
            assert ways[action] == (action in expected and distance < plain[board])


@pytest.mark.parametrize("puzzle, goal, rows, columns", [
    ("2x2", (0, 1, 2, 3), 2, 2), ("2x3", (1, 0, 2, 3, 4, 5), 2, 3), ("4x2", (1, 2, 3, 4, 5, 6, 7, 0), 4, 2),
    ("2x4", (7, 6, 5, 4, 3, 2, 1, 0), 2, 4),
])  # fmt: skip
def test_other_shapes_and_goals(puzzle: str, goal: Board, rows: int, columns: int) -> None:
    known = breadth_first(goal, rows, columns)
    tb = Tablebase(puzzle, np.array(goal).reshape(rows, columns))
    assert (tb.distances(np.array(list(known)).reshape(-1, rows, columns)) == list(known.values())).all()
    assert tb.goal.tolist() == list(goal) and tb.distance(goal) == 0
    assert (np.bincount(list(known.values())) == tb.counts).all()


def test_known_numbers(eight: Tablebase) -> None:
    assert eight.eccentricity == 31 and eight.shape == (3, 3) and eight.puzzle == "3x3"
    assert eight.hardest().tolist() == [[8, 6, 7, 2, 5, 4, 3, 0, 1], [6, 4, 7, 8, 5, 0, 3, 2, 1]]
    assert Tablebase("2x5").eccentricity == 55
    assert Tablebase("8-puzzle").puzzle == "3x3"


def test_ranks_number_the_whole_space(eight: Tablebase, whole: np.ndarray) -> None:
    assert (eight.rank(whole) == np.arange(len(eight))).all()
    assert len(np.unique(whole, axis=0)) == len(eight)
    assert eight.unrank([[0, 1], [2, 3]]).shape == (2, 2, 9)
    assert eight.rank("213456780") == -1
    with pytest.raises(ValueError, match="181440"):
        eight.unrank([181_440])
    with pytest.raises(ValueError, match="-1"):
        eight.unrank([-1])
    with pytest.raises(TypeError):
        eight.unrank([0.5])


def test_solutions_are_shortest_and_lead_to_the_goal(eight: Tablebase, plain: dict[Board, int]) -> None:
    state = (8, 6, 7, 2, 5, 4, 3, 0, 1)
    every = list(eight.solutions(state))
    assert len(every) == eight.count_solutions(state) == 40
    assert len({tuple(found.tiles) for found in every}) == 40
    first = eight.solve(state)
    assert first is not None and (first.states == every[0].states).all()
    for found in every:
        assert len(found) == 31 and found.states.shape == (32, 9)
        for here, there, tile, action in zip(found.states, found.states[1:], found.tiles, found.actions):
            after = dict(neighbours(tuple(here.tolist()), 3, 3))
            assert after[action] == tuple(there.tolist())
            assert here[(there == 0).argmax()] == tile
        assert tuple(found.states[-1].tolist()) == (1, 2, 3, 4, 5, 6, 7, 8, 0)
    assert len(list(eight.solutions(state, 7))) == 7
    assert eight.solve("213456780") is None and list(eight.solutions("213456780")) == []


def test_solutions_are_found_when_they_are_asked_for() -> None:
    table = Tablebase("2x6", storage="file")
    state = table.hardest()[0]
    ways = table.solutions(state)
    found = [next(ways), *ways]
    assert len(found) == len({tuple(way.tiles) for way in found}) == table.count_solutions(state) == 160
    assert {len(way) for way in found} == {80} and next(ways, None) is None
    with pytest.raises(ValueError):
        table.solutions("1 2 3")


@pytest.mark.parametrize("choose", ["first", "random"])
def test_paths_of_many_states(eight: Tablebase, choose: str) -> None:
    states = np.concatenate([eight.sample(1000, seed=3), [[2, 1, 3, 4, 5, 6, 7, 8, 0]]])
    paths = eight.paths(states, choose=choose, seed=1)
    assert (paths.lengths == eight.distances(states)).all()
    assert (np.diff(paths.starts) == np.maximum(paths.lengths, 0)).all()
    for i in (0, 500, 999, 1000):
        board = tuple(states[i].tolist())
        for tile, action in zip(paths.tiles_of(i), paths.actions_of(i)):
            after = dict(neighbours(board, 3, 3))[action]
            assert board[after.index(0)] == tile
            board = after
        assert paths.lengths[i] == -1 or board == (1, 2, 3, 4, 5, 6, 7, 8, 0)
    again = Tablebase("3x3", threads=1).paths(states, choose=choose, seed=1)
    assert (again.tiles == paths.tiles).all()
    if choose == "random":
        assert (eight.paths(states, choose="random", seed=2).tiles != paths.tiles).any()


def test_hints_and_reviews(eight: Tablebase, plain: dict[Board, int]) -> None:
    state = (1, 2, 3, 4, 0, 6, 7, 5, 8)
    hints = eight.hints(state)
    assert [hint.distance for hint in hints] == sorted(hint.distance for hint in hints)
    for hint in hints:
        after = dict(neighbours(state, 3, 3))[hint.action]
        assert tuple(hint.state.tolist()) == after and plain[after] == hint.distance
        assert hint.tile == state[after.index(0)]
    review = eight.review(state, "4 4 5 8")
    assert review.distances.tolist() == [2, 3, 2, 1, 0] and review.wasted == 2
    assert review.optimal.tolist() == [False, True, True, True]
    letters = eight.review(state, "UL")
    assert letters.tiles.tolist() == [5, 8]
    assert eight.review(state, "DR", letters="blank").tiles.tolist() == [5, 8]
    with pytest.raises(ValueError, match="move 1"):
        eight.review(state, "8")
    with pytest.raises(ValueError, match="cannot be reached"):
        eight.review("213456780", "8")


def test_samples_are_at_their_distance_and_the_same_on_any_number_of_threads(eight: Tablebase) -> None:
    for distance in (0, 1, 20, 31):
        states = eight.sample(10_000, distance, seed=5)
        assert (eight.distances(states) == distance).all()
        for threads in (1, 3):
            assert (Tablebase("3x3", threads=threads).sample(10_000, distance, seed=5) == states).all()
    uniform = eight.sample(20_000, seed=5)
    walks, drawn = eight.paths(uniform, choose="random", seed=5), tilebase.Solver("3x3", "manhattan").sample(9000, seed=5)
    for threads in (1, 3):
        table, solver = Tablebase("3x3", threads=threads), tilebase.Solver("3x3", "manhattan", threads=threads)
        assert (table.sample(20_000, seed=5) == uniform).all()
        assert (table.paths(uniform, choose="random", seed=5).tiles == walks.tiles).all()
        assert (solver.sample(9000, seed=5) == drawn).all()
        assert (next(table.batches(9000, seed=5))[0] == next(eight.batches(9000, seed=5))[0]).all()
    # 20,000 draws of a mean of 21.97 with a deviation of 3.4.
    assert abs(eight.distances(uniform).mean() - 21.97) < 0.15
    assert (eight.sample(10, seed=np.random.default_rng(1)) == eight.sample(10, seed=np.random.default_rng(1))).all()
    assert (eight.sample(10) != eight.sample(10)).any()
    assert eight.sample(0).shape == (0, 9)


def test_levels(eight: Tablebase) -> None:
    for depth in (0, 1, 30):
        level = eight.at(depth)
        assert len(level) == eight.counts[depth] and (eight.distances(level) == depth).all()
        assert (np.diff(eight.rank(level)) > 0).all()
    assert len(eight.at(20, 7)) == 7
    batch = next(eight.batches(100, distances=np.ones(32), seed=1))
    assert (eight.distances(batch[0]) == batch[1]).all() and len(np.unique(batch[1])) > 20
    states, distances = next(eight.batches(100, seed=1))
    assert (eight.distances(states) == distances).all()
    with pytest.raises(ValueError, match="weights"):
        next(eight.batches(100, distances=[-1.0]))


def test_mapping(eight: Tablebase) -> None:
    assert eight["867254301"] == 31 and eight.get("213456780", 7) == 7
    assert "123456780" in eight and "213456780" not in eight
    with pytest.raises(KeyError):
        eight["213456780"]
    with pytest.raises(TypeError):
        iter(eight)


def test_tables_of_files_are_seen_without_a_copy(eight: Tablebase, whole: np.ndarray) -> None:
    filed = Tablebase("3x3", storage="file")
    assert filed.path is not None and filed.path.exists() and filed.path.is_relative_to(tilebase.data_folder())
    assert isinstance(filed.table, np.memmap) and not filed.table.flags.writeable
    assert (filed.table == eight.distances(whole)).all() and (eight.table == filed.table).all()
    assert not eight.table.flags.writeable
    filed.verify()
    listed = [table for table in tilebase.list_tables() if table["path"] == filed.path]
    assert listed[0]["entries"] == 181_440 and listed[0]["eccentricity"] == 31


def test_pickles_are_names(eight: Tablebase, tmp_path) -> None:
    for tb in (Tablebase("3x3", range(9)), Tablebase("3x3", storage="file", data=tmp_path)):
        pickled = pickle.dumps(tb)
        again = pickle.loads(pickled)
        assert len(pickled) < 500
        assert again.distance("867254301") == tb.distance("867254301") and again.path == tb.path


def test_large_boards_against_their_solver(eight: Tablebase) -> None:
    """3x4 by walks and by bytes, against IDA*."""
    walks = Tablebase("3x4", storage="memory")
    states = walks.sample(5000, seed=1)
    distances = walks.distances(states)
    assert walks.eccentricity == 53 and len(walks) == 239_500_800
    solver = tilebase.Solver("3x4", "walking-distance")
    assert (solver.distances(states[:20]) == distances[:20]).all()
    assert (walks.distances(walks.sample(100, 36, seed=1)) == 36).all()
    with pytest.raises(ValueError, match="storage='bytes'"):
        walks.table
    assert (walks.action_distances(states[:50]).max(axis=1) >= distances[:50] - 1).all()


def test_a_pickle_builds_no_more_than_its_original(tmp_path: Path) -> None:
    built = Tablebase("2x4", storage="file", data=tmp_path)
    pickles = [pickle.dumps(Tablebase("2x4", data=tmp_path, build=build)) for build in (False, True)]
    assert built.path is not None
    built.path.unlink()
    with pytest.raises(MissingTableError):
        pickle.loads(pickles[0])
    assert not list(tmp_path.iterdir())
    assert pickle.loads(pickles[1]).eccentricity == 36
    with pytest.raises(MissingTableError):
        Solver("4x4", "pdb:7-8", data=tmp_path, build=False)
    solver = Solver("3x3", "manhattan", data=tmp_path, build=False)
    assert pickle.loads(pickle.dumps(solver))._arguments["build"] is False


def test_letters_of_tiles_are_the_columns_that_the_guide_names() -> None:
    """``U D L R`` of the tile, which other programs name, are the actions ``[2, 0, 1, 3]``."""
    guide = Path(__file__).parents[3] / "docs" / "PYTHON.md"
    assert "`[2, 0, 1, 3]`" in guide.read_text("utf-8") and "``[2, 0, 1, 3]``" in (tilebase.__doc__ or "")
    table = Tablebase("3x3")
    toward_blank = [(1, 0), (-1, 0), (0, 1), (0, -1)]  # where the tile is that moves up, down, left, right
    for state in table.sample(200, seed=3):
        row, column = divmod(int(np.flatnonzero(state == 0)[0]), 3)
        distances = table.action_distances(state)[[2, 0, 1, 3]]
        for (down, right), expected in zip(toward_blank, distances, strict=True):
            if not (0 <= row + down < 3 and 0 <= column + right < 3):
                assert expected == -1
                continue
            after, tile = state.copy(), (row + down) * 3 + column + right
            after[3 * row + column], after[tile] = after[tile], 0
            assert table.distance(after) == expected
