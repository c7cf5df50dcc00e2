"""Environments: single games and vectors of them, on tables, searches and rows of stones."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tilebase
from tilebase import RowTablebase, Solver, Tablebase

gymnasium = pytest.importorskip("gymnasium")

import tilebase.gym  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402
from tilebase.gym import SlidingTiles, SlidingTilesVector  # noqa: E402

NAME = "tilebase/SlidingTiles-v0"


def played(env: Any, **options: Any) -> tuple[int, int, float]:
    """A game by the last optimal action of each step: the distance at the start, the steps, the return."""
    _, info = env.reset(seed=5, options=options)
    start, steps, total, ended = info["distance"], 0, 0.0, False
    while not ended:
        assert not (info["optimal"] & ~info["action_mask"]).any()
        _, reward, ended, _, info = env.step(int(np.flatnonzero(info["optimal"])[-1]))
        steps, total = steps + 1, total + reward
    assert not info["optimal"].any()
    return start, steps, total


@pytest.mark.parametrize("observation", ["cells", "one-hot", "text"])
@pytest.mark.parametrize("reward", ["step", "distance"])
def test_checker_of_gymnasium(eight: Tablebase, observation: Any, reward: Any) -> None:
    check_env(SlidingTiles(table=eight, observation=observation, reward=reward), skip_render_check=True)


@pytest.mark.parametrize("goal", ["1 2 3 x x x x x x", "x x x x x x x x x", "spiral", "1 1 2 2 3 3 4 4 0"])
def test_checker_on_goals(goal: str) -> None:
    check_env(SlidingTiles("3x3", goal=goal), skip_render_check=True)


@pytest.mark.filterwarnings("ignore:these states at")
@pytest.mark.parametrize(
    "keywords, distance",
    [
        ({"puzzle": "3x3"}, 12),
        ({"puzzle": "3x3", "metric": "multi"}, 9),
        ({"puzzle": "2x4", "goal": "blank-first"}, 20),
        ({"puzzle": "3x3", "goal": "1 2 3 x x x x x x"}, 10),
        ({"table": Solver("4x4", "manhattan")}, 12),
        ({"table": Solver("4x4", "manhattan", goal="spiral")}, 9),
        ({"table": Solver("4x4", "lines", metric="multi")}, 5),
        ({"table": Solver("5x5", "manhattan")}, 9),
        ({"table": Solver("6x6", "manhattan", width=50)}, None),
        ({"puzzle": "oshidori-kinds-4"}, 4),
        ({"table": RowTablebase("oshidori-bw-4", block=3)}, 3),
        ({"puzzle": "oshidori-kinds-7"}, None),
    ],
    ids=str,
)  # fmt: skip
def test_an_optimal_policy_needs_the_distance(keywords: dict[str, Any], distance: int | None) -> None:
    env = gymnasium.make(NAME, **keywords)
    assert env.spec.max_episode_steps == tilebase.gym.MOST_STEPS
    if distance is None:
        # Two moves from the goal, which beams and searches of rows prove soon.
        table = env.unwrapped.table
        goal = state = table._native.goal().reshape(1, -1)
        for _ in range(2):
            legal = np.flatnonzero(table._moves.legal(state)[0])
            after = table._moves.moved(np.repeat(state, len(legal), axis=0), legal)
            state = after[(after != goal).any(axis=1)][:1]
        assert played(env, state=state) == (2, 2, -2)
        return
    assert played(env, distance=distance) == (distance, distance, -distance)


def test_every_optimal_action_of_searches(eight: Tablebase) -> None:
    searched = SlidingTiles(table=Solver("3x3", "manhattan"))
    for board in eight.sample(50, seed=3):
        _, info = searched.reset(options={"state": board})
        assert info["distance"] == eight.distance(board)
        assert (info["optimal"] == eight.optimal_actions(board)).all()


def test_bounds_of_large_boards() -> None:
    env = SlidingTiles("6x6")
    state, info = env.reset(seed=1)
    assert info["distance"] == -1 and 0 < info["lower_bound"] < info["upper_bound"]
    bounds = env.table.bounds(state)  # type: ignore[union-attr]
    # The searches after each move may prove more than that of the board.
    assert bounds is not None and bounds.upper is not None
    assert bounds.lower <= info["lower_bound"] < info["upper_bound"] <= bounds.upper
    unlabelled = SlidingTiles("16x16", labels=False)
    assert list(unlabelled.reset(seed=1)[1]) == ["action_mask"]
    with pytest.raises(ValueError, match="are bounds, not exact: reward='distance' needs a table"):
        SlidingTiles("6x6", reward="distance")


def test_rewards_are_changes_of_the_distance(eight: Tablebase) -> None:
    env = SlidingTiles(table=eight, reward="distance")
    env.reset(options={"state": "123456708"})
    assert env.step(np.int64(0))[1] == -1 and env.step(np.int64(2))[1] == 1
    assert env.step(np.int64(2))[1] == 0, "an illegal action changes nothing"
    assert env.step(np.int64(1))[1:3] == (1, True)


def test_observations(eight: Tablebase) -> None:
    options = {"state": "123456708"}
    seen = {kind: SlidingTiles(table=eight, observation=kind).reset(options=options)[0] for kind in ("cells", "one-hot", "text")}  # type: ignore[arg-type]
    assert seen["text"] == "1 2 3\n4 5 6\n7 _ 8"
    assert (seen["one-hot"].argmax(axis=1) == seen["cells"]).all() and seen["one-hot"].sum() == 9
    assert eight.distance(seen["text"]) == 1, "the text can be read"
    row = SlidingTiles("oshidori-bw-3", observation="text").reset(options={"state": "BWBWBW__"})[0]
    assert row == "1 2 1 2 1 2 _ _"


def test_wrong_keywords_and_options(eight: Tablebase) -> None:
    for keywords, problem in [
        ({"observation": "pixels"}, "observation is 'cells', 'one-hot' or 'text', not 'pixels'"),
        ({"reward": "dense"}, "reward is 'step' or 'distance', not 'dense'"),
        ({"reward": "distance", "labels": False}, "reward='distance' needs labels=True"),
    ]:
        with pytest.raises(ValueError, match=f"^{problem}$"):
            SlidingTiles(table=eight, **keywords)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="by these rules has no actions: hints"):
        SlidingTiles(table=RowTablebase("oshidori-bw-3", holes=3))
    with pytest.raises(ValueError, match="^labels=False needs a goal that is one pattern, not any$"):
        SlidingTiles(table=RowTablebase("oshidori-bw-3", "any"), labels=False)
    env = SlidingTiles(table=eight)
    with pytest.raises(ValueError, match="cannot be reached"):
        env.reset(options={"state": "213456780"})
    env.reset(options={"state": "123456708"})
    for wrong in (-1, 4):
        with pytest.raises(ValueError, match=f"^the action must be from 0 to 3, not {wrong}$"):
            env.step(np.int64(wrong))
    assert env.step(np.int64(2))[4]["distance"] == 1, "a wrong action leaves the board as it was"
    many = SlidingTilesVector(3, table=eight)
    with pytest.raises(ValueError, match="^reset starts the games: call it before step$"):
        many.step([0, 0, 0])
    many.reset(seed=1)
    with pytest.raises(ValueError, match="^state 1: the action must be from 0 to 3, not 4$"):
        many.step([0, 4, 0])
    with pytest.raises(ValueError, match=r"^actions must have the shape \(3,\), not \(2,\)$"):
        many.step([0, 0])
    with pytest.raises(ValueError, match="^the option 'state' is one state or 3, not 2$"):
        many.reset(options={"state": eight.sample(2, seed=1)})


def test_pictures_of_games(eight: Tablebase) -> None:
    env = gymnasium.make(NAME, table=eight, render_mode="rgb_array")
    env.reset(seed=1)
    assert env.render().shape == (72, 72, 3)
    vector = SlidingTilesVector(2, table=eight, render_mode="ansi")
    vector.reset(options={"state": "123456708"})
    assert vector.render() == (" 1  2  3\n 4  5  6\n 7  _  8",) * 2


def single_steps(env: Any, board: Any, action: int) -> tuple[Any, ...]:
    env.reset(options={"state": board})
    return env.step(np.int64(action))


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
def test_a_vector_steps_as_single_games_do(eight: Tablebase, mode: str) -> None:
    envs = SlidingTilesVector(64, table=eight, autoreset_mode=mode, max_episode_steps=9, distance=range(1, 6), reward="distance")
    single = SlidingTiles(table=eight, reward="distance")
    boards, infos = envs.reset(seed=1)
    assert set(infos["distance"].tolist()) == {1, 2, 3, 4, 5}
    rng = np.random.default_rng(2)
    steps, ended, games = np.zeros(64, int), np.zeros(64, bool), 0
    for _ in range(40):
        if mode == "Disabled" and ended.any():
            boards, infos = envs.reset(options={"reset_mask": ended, "distance": 3})
            assert (infos["distance"][ended] == 3).all() and (infos["_distance"] == ended).all()
            steps[ended], ended = 0, np.zeros(64, bool)
        actions = rng.integers(0, 4, 64)
        after, rewards, terminated, truncated, infos = envs.step(actions)
        for at in range(64):
            if mode == "NextStep" and ended[at]:
                assert (rewards[at], terminated[at], truncated[at]) == (0, False, False)
                assert 1 <= eight.distance(after[at]) <= 5
                steps[at] = 0
                continue
            steps[at] += 1
            board, reward, over, _, info = single_steps(single, boards[at], actions[at])
            assert (rewards[at], terminated[at], truncated[at]) == (reward, over, steps[at] == 9)
            if mode == "SameStep" and (over or steps[at] == 9):
                assert infos["_final_obs"][at] and (infos["final_obs"][at] == board).all()
                assert infos["final_info"]["distance"][at] == info["distance"]
                assert 1 <= infos["distance"][at] <= 5
                steps[at] = 0
            else:
                assert (after[at] == board).all()
                assert all((infos[key][at] == info[key]).all() for key in info)
        ended, boards = terminated | truncated, after
        games += int(ended.sum())
        assert (infos["distance"] == eight.distances(boards)).all()
    assert games > 100


def test_a_disabled_vector_says_which_game_has_ended(eight: Tablebase) -> None:
    envs = SlidingTilesVector(2, table=eight, autoreset_mode="Disabled")
    envs.reset(options={"state": ["123456708", "867254301"]})
    envs.step([1, 0])
    with pytest.raises(ValueError, match="^game 0 has ended: reset"):
        envs.step([0, 0])


def test_a_vector_through_gymnasium() -> None:
    envs = gymnasium.make_vec(NAME, num_envs=5, vectorization_mode="vector_entry_point", puzzle="3x3", observation="text")
    assert type(envs) is SlidingTilesVector and envs.spec.max_episode_steps == tilebase.gym.MOST_STEPS
    seen, _ = envs.reset(seed=3)
    again, _ = envs.reset(seed=3)
    assert seen == again and seen in envs.observation_space
    assert envs.step(envs.action_space.sample())[0] in envs.observation_space
    recorded = gymnasium.wrappers.vector.RecordEpisodeStatistics(
        gymnasium.make_vec(NAME, 8, gymnasium.VectorizeMode.VECTOR_ENTRY_POINT, puzzle="3x3", distance=4)
    )
    _, infos = recorded.reset(seed=1)
    returns: list[float] = []
    for _ in range(9):
        # An ended game has no optimal action, and takes any.
        _, _, _, _, infos = recorded.step(infos["optimal"].argmax(axis=1))
        returns += infos["episode"]["r"][infos["_episode"]].tolist() if "episode" in infos else []
    assert returns == [-4.0] * 16
