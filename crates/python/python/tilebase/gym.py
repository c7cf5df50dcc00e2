"""Gymnasium environments whose returns are exact. Needs gymnasium: ``pip install tilebase[gym]``.

>>> import gymnasium, tilebase.gym
>>> env = gymnasium.make("tilebase/SlidingTiles-v0", puzzle="3x3")
>>> observation, info = env.reset(seed=1, options={"distance": 20})
>>> info["distance"]
20

Many games at once, each call a step of all:

>>> envs = gymnasium.make_vec("tilebase/SlidingTiles-v0", 4096, "vector_entry_point", puzzle="3x3", distance=range(1, 11))
>>> observations, infos = envs.reset(seed=1)
>>> observations.shape, infos["optimal"].shape, int(infos["distance"].max())
((4096, 9), (4096, 4), 10)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, SupportsFloat, TypeAlias

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from . import _native
from ._answers import labels_of
from ._encoding import as_numbers
from ._solver import Solver
from ._states import as_number
from ._table import RowTablebase, Tablebase
from ._types import Cells, Metric, StateLike

Observation: TypeAlias = Literal["cells", "one-hot", "text"]
Reward: TypeAlias = Literal["step", "distance"]

TABLE_CELLS = 12
"""Up to this many cells, the table of a board is built within seconds."""

EXACT_CELLS = 25
"""Up to this many cells, boards without tables have exact distances, by search."""

WIDTH = 100
"""The width of the beams that bound the distances of larger boards."""

MOST_STEPS = 1000
"""The steps after which ``gymnasium.make`` ends a game."""


def _opened(puzzle: str, goal: StateLike | None, metric: Metric) -> Tablebase | Solver:
    """What answers about a puzzle: a table that is built in a moment, or else a search."""
    row = _native.is_row(puzzle)
    if _native.is_small(puzzle, (None, None, False, None)):
        return RowTablebase(puzzle, goal) if row else Tablebase(puzzle, goal, metric=metric)
    if row:
        return Solver(puzzle, goal=goal)
    name = _native.puzzle_name(puzzle)
    if not name[0].isdigit():
        raise ValueError(f"{name} has no actions: environments are for boards and rows")
    rows, cols = map(int, name.split("x"))
    if rows * cols <= TABLE_CELLS:
        return Tablebase(puzzle, goal, metric=metric)
    return Solver(puzzle, goal=goal, metric=metric, width=None if rows * cols <= EXACT_CELLS else WIDTH)


class _Play:
    """The rules of a game: what is seen of a board, what is known of it, and where it starts."""

    def __init__(
        self,
        puzzle: str,
        goal: StateLike | None,
        metric: Metric,
        table: Tablebase | Solver | None,
        observation: Observation,
        reward: Reward,
        labels: bool,
        distance: int | Sequence[int] | None,
    ) -> None:
        if observation not in ("cells", "one-hot", "text"):
            raise ValueError(f"observation is 'cells', 'one-hot' or 'text', not {observation!r}")
        if reward not in ("step", "distance"):
            raise ValueError(f"reward is 'step' or 'distance', not {reward!r}")
        if reward == "distance" and not labels:
            raise ValueError("reward='distance' needs labels=True")
        self.table = table if table is not None else _opened(puzzle, goal, metric)
        if reward == "distance" and not self._is_exact():
            raise ValueError(
                f"the distances of {self.table.puzzle} are bounds, not exact: reward='distance' needs a table, or a "
                "Solver without a limit"
            )
        self.observation, self.reward, self.labels, self.distance = observation, reward, labels, distance
        self.moves = self.table._moves
        self._goal = self.table._native.goal()
        # The named cells of the goal; None if it is not one pattern, so that only distances tell it.
        words = self.table._goal.split()
        one = len(words) == len(self._goal) and all(word.isdigit() or word == "x" for word in words)
        self._named = np.array([word != "x" for word in words]) if one else None
        if self._named is None and not labels:
            raise ValueError(f"labels=False needs a goal that is one pattern, not {self.table._goal}")
        cells, kinds = len(self._goal), int(self._goal.max(initial=0)) + 1
        if self.table._board:
            kinds = max(kinds, cells)
        self._seen = np.eye(kinds, dtype=np.uint8)
        self._words = np.array(["_", *map(str, range(1, kinds))], dtype=object)
        self.actions = gymnasium.spaces.Discrete(self.moves.count)
        self.space: gymnasium.Space[Any]
        if observation == "text":
            self.space = gymnasium.spaces.Text(cells * (len(str(kinds)) + 1), charset="0123456789_ \n")
        elif observation == "one-hot":
            self.space = gymnasium.spaces.Box(0, 1, (cells, kinds), np.uint8)
        else:
            self.space = gymnasium.spaces.Box(0, kinds - 1, (cells,), np.uint8)

    def _is_exact(self) -> bool:
        if isinstance(self.table, Tablebase):
            return True
        asked = self.table._arguments
        small = len(self.table._native.goal()) <= EXACT_CELLS or not self.table._board
        return asked["time"] is None and asked["width"] is None and (small or asked["heuristic"] is not None)

    def seen(self, cells: Cells) -> Any:
        """(n, cells) -> n observations: an array, or a tuple of texts."""
        if self.observation == "cells":
            return cells.copy()
        if self.observation == "one-hot":
            return self._seen[cells]
        return tuple(self.text(board) for board in cells)

    def text(self, board: Cells) -> str:
        """A board as text: its rows, with _ for the blank."""
        rows = self._words[board].reshape(self.table.shape)
        return "\n".join(" ".join(row) for row in rows)

    def known(self, cells: Cells) -> dict[str, npt.NDArray[Any]]:
        """What is known of boards: (n,) and (n, actions) each."""
        legal = self.moves.legal(cells)
        if not self.labels:
            return {"action_mask": legal}
        if isinstance(self.table, Tablebase):
            distances, optimal = self.table.distances(cells), self.table.optimal_actions(cells)
            return {"distance": distances, "action_mask": legal, "optimal": optimal}
        bounds = self.table._native.labels(cells, None)
        least, most = (of.reshape(-1) for of in bounds[:2])
        actions = (of.reshape(legal.shape) for of in bounds[2:])
        distances = np.where(least == most, least, np.int16(-1))
        known = {"distance": distances, "action_mask": legal, "optimal": labels_of(least, most, *actions).optimal}
        return known if self._is_exact() else {**known, "lower_bound": least, "upper_bound": most}

    def ended(self, cells: Cells, known: dict[str, npt.NDArray[Any]]) -> npt.NDArray[np.bool_]:
        """(n,): which boards meet the goal."""
        at_goal: npt.NDArray[np.bool_]
        if self._named is not None:
            at_goal = ((cells == self._goal) | ~self._named).all(axis=1)
        else:
            at_goal = known["distance"] == 0
        return at_goal

    def rewards(
        self, before: dict[str, npt.NDArray[Any]], after: dict[str, npt.NDArray[Any]]
    ) -> npt.NDArray[np.float64]:
        """(n,): the rewards of moves."""
        if self.reward == "step":
            return np.full(len(after["action_mask"]), -1.0)
        nearer: npt.NDArray[np.float64] = (before["distance"] - after["distance"]).astype(np.float64)
        return nearer

    def starts(self, n: int, options: dict[str, Any], rng: np.random.Generator) -> Cells:
        """n boards that can reach the goal: ``options["state"]``, or at ``options["distance"]``, or any
        except the goal."""
        if "state" in options:
            cells, _ = self.table._many(options["state"])
            if len(cells) not in (1, n):
                raise ValueError(f"the option 'state' is one state or {n}, not {len(cells)}")
            for board in cells:
                if not self.table.check(board)["solvable"]:
                    self.table.review(board, "")  # The ValueError says why.
            return np.repeat(cells, n // len(cells), axis=0)
        distance = options.get("distance", self.distance)
        if distance is not None:
            return self._at(n, distance, rng)
        cells = self.table.sample(n, seed=rng)
        # A goal that most boards meet may be drawn again and again.
        for _ in range(100):
            again = self.ended(cells, {} if self._named is not None else self.known(cells))
            if not again.any():
                break
            cells[again] = self.table.sample(int(again.sum()), seed=rng)
        return cells

    def _at(self, n: int, distance: int | Sequence[int], rng: np.random.Generator) -> Cells:
        """n boards, each at one of the distances, all of which are equally likely."""
        choices = as_numbers(np.atleast_1d(np.asarray(distance)), "the distances of starts")
        drawn = rng.choice(choices, n)
        cells = np.empty((n, len(self._goal)), np.uint8)
        for each in np.unique(drawn):
            at = drawn == each
            cells[at] = self.table.sample(int(at.sum()), int(each), seed=rng)
        return cells

    def picture(self, board: Cells, mode: str | None) -> Any:
        """Text for "ansi", an array (rows * 24, columns * 24, 3) for "rgb_array"."""
        grid = board.reshape(self.table.shape)
        if mode == "ansi":
            return "\n".join(" ".join(f"{tile:2}" if tile else " _" for tile in row) for row in grid)
        return _picture(grid) if mode == "rgb_array" else None


class SlidingTiles(gymnasium.Env[Any, np.int64]):
    """Slide tiles until the goal is reached.

    Actions move the blank, see ``ACTIONS``; in a row of stones they are the leftmost cell of the stones that
    jump. An illegal action leaves the board unchanged. ``info`` has, for the next step, ``action_mask`` (legal)
    and ``optimal`` (all that lead nearer), bool (actions,) each, and ``distance``. On boards of more than 25
    cells, ``distance`` is -1 unless it is proven, ``lower_bound`` and ``upper_bound`` bound it, and ``optimal``
    has the actions that are proven to be optimal.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}

    def __init__(
        self,
        puzzle: str = "3x3",
        *,
        goal: StateLike | None = None,
        metric: Metric = "single",
        table: Tablebase | Solver | None = None,
        observation: Observation = "cells",
        reward: Reward = "step",
        labels: bool = True,
        distance: int | Sequence[int] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Opens a table of ``puzzle`` if it is built in a moment, and otherwise a search.

        goal         as that of a ``Tablebase``.
        metric       as that of a ``Tablebase``.
        table        a ``Tablebase`` or a ``Solver`` that answers, with its own puzzle, goal and metric.
        observation  "cells": uint8 (cells,). "one-hot": uint8 (cells, values), 1 where the cell has the value.
                     "text": the rows of the board as lines.
        reward       "step": -1 for each step, so that the optimal value of a state is minus its distance.
                     "distance": the distance before the step minus that after it.
        labels       False: ``info`` has ``action_mask`` alone, which costs no search.
        distance     games start at this distance, or at one of these, all equally likely: ``range(1, 11)``.
        """
        self._play = _Play(puzzle, goal, metric, table, observation, reward, labels, distance)
        self.table = self._play.table
        self.observation_space = self._play.space
        self.action_space = self._play.actions
        self.render_mode = render_mode
        self._board: Cells = self._play._goal.reshape(1, -1)
        self._known: dict[str, npt.NDArray[Any]] = self._play.known(self._board)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Starts from ``options["state"]``, or from a random state at ``options["distance"]`` (a number, or
        several), or from any random state except the goal."""
        super().reset(seed=seed)
        self._board = self._play.starts(1, options or {}, self.np_random)
        self._known = self._play.known(self._board)
        return self._play.seen(self._board)[0], self._info()

    def step(self, action: np.int64) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:
        """Moves the blank."""
        number = as_number(action, "the action", most=self._play.moves.count - 1)
        before = self._known
        self._board = self._play.moves.moved(self._board, np.array([number]))
        self._known = self._play.known(self._board)
        reward = float(self._play.rewards(before, self._known)[0])
        ended = bool(self._play.ended(self._board, self._known)[0])
        return self._play.seen(self._board)[0], reward, ended, False, self._info()

    def _info(self) -> dict[str, Any]:
        return {key: of[0] if of.ndim > 1 else int(of[0]) for key, of in self._known.items()}

    def render(self) -> Any:
        """Text for "ansi", an array (rows * 24, columns * 24, 3) for "rgb_array"."""
        return self._play.picture(self._board[0], self.render_mode)


class SlidingTilesVector(gymnasium.vector.VectorEnv[Any, Any, npt.NDArray[Any]]):
    """``num_envs`` games of ``SlidingTiles``, stepped together by the native part.

    Observations, rewards and the entries of ``infos`` have one more dimension than those of ``SlidingTiles``;
    observations that are texts are a tuple. Each entry has its mask, as in gymnasium's own vectors.
    """

    metadata: dict[str, Any] = {
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 4,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        puzzle: str = "3x3",
        *,
        max_episode_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        goal: StateLike | None = None,
        metric: Metric = "single",
        table: Tablebase | Solver | None = None,
        observation: Observation = "cells",
        reward: Reward = "step",
        labels: bool = True,
        distance: int | Sequence[int] | None = None,
    ) -> None:
        """Opens what answers, as ``SlidingTiles`` does with the same keywords.

        max_episode_steps  games are truncated after this many steps; None: never.
        autoreset_mode     "NextStep": the step after the last of a game starts another; its action does nothing.
                           "SameStep": the last step starts another; ``infos`` has ``final_obs`` and ``final_info``.
                           "Disabled": ``reset(options={"reset_mask": ended})`` starts others.
        """
        self.num_envs = as_number(num_envs, "num_envs", 1)
        self._most = None if max_episode_steps is None else as_number(max_episode_steps, "max_episode_steps", 1)
        self._mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self._mode}
        self.render_mode = render_mode
        self._play = _Play(puzzle, goal, metric, table, observation, reward, labels, distance)
        self.table = self._play.table
        self.single_observation_space, self.single_action_space = self._play.space, self._play.actions
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._options: dict[str, Any] = {}
        self._boards: Cells = np.repeat(self._play._goal.reshape(1, -1), self.num_envs, axis=0)
        self._known: dict[str, npt.NDArray[Any]] = {}
        self._steps = np.zeros(self.num_envs, np.int64)
        self._ended = np.zeros(self.num_envs, bool)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Starts all games, or those of ``options["reset_mask"]``, as ``SlidingTiles.reset`` does. ``distance``
        in ``options`` is also that of the games that start by themselves later."""
        super().reset(seed=seed)
        options = dict(options or {})
        mask = np.asarray(options.pop("reset_mask", np.ones(self.num_envs, bool)))
        if mask.shape != (self.num_envs,) or mask.dtype != bool or not mask.any():
            raise ValueError(f"reset_mask must be bool ({self.num_envs},) with a True, not {mask.dtype} {mask.shape}")
        if not self._known and not mask.all():
            raise ValueError("the first reset starts all games: leave out reset_mask")
        boards = self._boards.copy()
        boards[mask] = self._play.starts(int(mask.sum()), options, self.np_random)
        self._options = {key: value for key, value in options.items() if key == "distance"}
        self._boards, self._known = boards, self._play.known(boards)
        self._steps[mask], self._ended[mask] = 0, False
        return self._play.seen(boards), self._infos(self._known, mask)

    def step(
        self, actions: Any
    ) -> tuple[Any, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Moves all blanks."""
        if not self._known:
            raise ValueError("reset starts the games: call it before step")
        numbers = as_numbers(actions, "actions").astype(np.int64)
        if numbers.shape != (self.num_envs,):
            raise ValueError(f"actions must have the shape ({self.num_envs},), not {numbers.shape}")
        again = self._ended
        if self._mode is AutoresetMode.DISABLED and again.any():
            raise ValueError(f"game {again.argmax()} has ended: reset(options={{'reset_mask': ended}}) starts another")
        boards = self._play.moves.moved(self._boards, np.where(again, 0, numbers))
        if again.any():
            boards[again] = self._play.starts(int(again.sum()), self._options, self.np_random)
        known = self._play.known(boards)
        rewards = self._play.rewards(self._known, known)
        rewards[again] = 0.0
        terminated = self._play.ended(boards, known) & ~again
        steps = np.where(again, 0, self._steps + 1)
        truncated = np.zeros(self.num_envs, bool) if self._most is None else steps >= self._most
        ended = terminated | truncated
        infos: dict[str, Any] = {}
        if self._mode is AutoresetMode.SAME_STEP and ended.any():
            infos = self._final(boards, known, ended)
            boards[ended] = self._play.starts(int(ended.sum()), self._options, self.np_random)
            fresh = self._play.known(boards[ended])
            known = {key: value.copy() for key, value in known.items()}
            for key, value in fresh.items():
                known[key][ended] = value
            steps[ended] = 0
        self._boards, self._known, self._steps = boards, known, steps
        self._ended = ended if self._mode is not AutoresetMode.SAME_STEP else np.zeros(self.num_envs, bool)
        infos |= self._infos(known, np.ones(self.num_envs, bool))
        return self._play.seen(boards), rewards, terminated, truncated, infos

    def _final(self, boards: Cells, known: dict[str, npt.NDArray[Any]], ended: npt.NDArray[np.bool_]) -> dict[str, Any]:
        """The last observations of games that have ended, and what is known of them."""
        final = np.full(self.num_envs, None, object)
        for at, observation in zip(np.flatnonzero(ended), self._play.seen(boards[ended])):
            final[at] = observation
        return {
            "final_obs": final, "_final_obs": ended,
            "final_info": self._infos(known, ended), "_final_info": ended,
        }  # fmt: skip

    @staticmethod
    def _infos(known: dict[str, npt.NDArray[Any]], mask: npt.NDArray[np.bool_]) -> dict[str, Any]:
        return {name: of.copy() for key, value in known.items() for name, of in ((key, value), (f"_{key}", mask))}

    def render(self) -> tuple[Any, ...] | None:
        """The pictures of all games, as ``SlidingTiles.render`` makes them."""
        if self.render_mode is None:
            return None
        return tuple(self._play.picture(board, self.render_mode) for board in self._boards)


def _picture(grid: Cells) -> npt.NDArray[np.uint8]:
    """A picture with a square for each tile; higher numbers are brighter."""
    side = 24
    shade = np.where(grid == 0, 0, 80 + grid.astype(int) * 175 // max(int(grid.max()), 1))
    large = np.repeat(np.repeat(shade, side, axis=0), side, axis=1)
    large[::side] = large[:, ::side] = 0
    return np.stack([large // 2, large * 3 // 4, large], axis=2).astype(np.uint8)


gymnasium.register(
    "tilebase/SlidingTiles-v0",
    entry_point="tilebase.gym:SlidingTiles",
    vector_entry_point="tilebase.gym:SlidingTilesVector",
    max_episode_steps=MOST_STEPS,
)
