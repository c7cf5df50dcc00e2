"""Pictures as SVG text: boards, paths, histograms. A browser or a notebook shows them.

>>> svg = board_svg([1, 2, 3, 4, 5, 6, 7, 8, 0], (3, 3))
>>> svg.startswith("<svg") and svg.count("<rect") == 8
True
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ._types import Numbers

CELL = 30
"""The side of a cell, in pixels."""

GAP = 12


def _svg(width: float, height: float, body: Iterable[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" font-family="sans-serif">{"".join(body)}</svg>'
    )


def _board(cells: npt.NDArray[Any], columns: int, left: float, top: float, goal: npt.NDArray[Any] | None) -> list[str]:
    parts = []
    for place, cell in enumerate(cells):
        if cell == 0:
            continue
        x, y = left + place % columns * CELL, top + place // columns * CELL
        home = goal is not None and goal[place] == cell
        fill = "#8fbc8f" if home else "#c9d6e6"
        parts.append(
            f'<rect x="{x + 1:g}" y="{y + 1:g}" width="{CELL - 2}" height="{CELL - 2}" rx="4" fill="{fill}"/>'
            f'<text x="{x + CELL / 2:g}" y="{y + CELL / 2 + 5:g}" text-anchor="middle" font-size="14">{int(cell)}</text>'
        )
    return parts


def _cells(state: Numbers, shape: tuple[int, int]) -> npt.NDArray[Any]:
    cells = np.asarray(state).reshape(-1)
    if cells.size != shape[0] * shape[1]:
        raise ValueError(f"a board of {shape[0]} x {shape[1]} has {shape[0] * shape[1]} cells, not {cells.size}")
    return cells


def board_svg(state: Numbers, shape: tuple[int, int], *, goal: Numbers | None = None) -> str:
    """A picture of one board. With ``goal``, tiles in their goal cells have another colour. ValueError if
    ``state`` or ``goal`` does not have as many cells as ``shape``.

    >>> board_svg([1, 0, 2, 3], (2, 2), goal=[1, 2, 3, 0]).count("#8fbc8f")
    1
    """
    home = None if goal is None else _cells(goal, shape)
    return _svg(shape[1] * CELL, shape[0] * CELL, _board(_cells(state, shape), shape[1], 0, 0, home))


def path_svg(
    states: npt.NDArray[Any],
    shape: tuple[int, int],
    *,
    labels: Sequence[str] | None = None,
    marked: Iterable[int] = (),
    columns: int | None = None,
) -> str:
    """A picture of boards side by side; the last of ``states`` (n, cells) is the goal.

    ``labels`` are written below the boards (default: their numbers); boards in ``marked`` have a frame;
    ``columns`` is the number of boards in a line.

    >>> svg = path_svg(np.array([[1, 0, 3, 2], [1, 2, 3, 0]]), (2, 2), labels=["start", "goal"])
    >>> "start" in svg and "goal" in svg
    True
    """
    from html import escape  # here, as imports make up much of the time to load this package

    width, height = shape[1] * CELL + GAP, shape[0] * CELL + 2 * GAP
    columns = columns or max(1, 900 // width)
    framed = {int(place) for place in marked}
    parts: list[str] = []
    for place, state in enumerate(states):
        left, top = place % columns * width, place // columns * height
        parts += _board(_cells(state, shape), shape[1], left, top, np.asarray(states[-1]).reshape(-1))
        colour = "#c0392b" if place in framed else "#d0d0d0"
        parts.append(
            f'<rect x="{left:g}" y="{top:g}" width="{shape[1] * CELL}" height="{shape[0] * CELL}" '
            f'fill="none" stroke="{colour}"/>'
        )
        text = escape(str(labels[place] if labels is not None else place))
        parts.append(
            f'<text x="{left + shape[1] * CELL / 2:g}" y="{top + shape[0] * CELL + 14:g}" text-anchor="middle" '
            f'font-size="11" fill="#666">{text}</text>'
        )
    lines = -(-len(states) // columns)
    return _svg(min(columns, max(1, len(states))) * width, lines * height, parts)


def histogram_svg(
    counts: npt.ArrayLike, *, title: str = "", xlabel: str = "moves", width: int = 640, height: int = 220
) -> str:
    """A histogram with a bar for each of ``counts``, numbered from 0; each bar has its count as a tooltip.

    >>> "2 moves: 17" in histogram_svg([1, 4, 17])
    True
    """
    from html import escape  # here, as imports make up much of the time to load this package

    bars = np.asarray(counts, float)
    highest = max(float(bars.max(initial=0)), 1e-300)
    step, room = width / max(len(bars), 1), height - 46
    title, xlabel = escape(title), escape(xlabel)
    parts = [f'<text x="{width / 2:g}" y="15" text-anchor="middle" font-size="13">{title}</text>']
    for place, count in enumerate(bars):
        tall = room * count / highest
        parts.append(
            f'<rect x="{place * step + 0.5:.2f}" y="{22 + room - tall:.2f}" width="{max(step - 1, 0.5):.2f}" '
            f'height="{tall:.2f}" fill="#5b7fa6"><title>{place} {xlabel}: {count:,.15g}</title></rect>'
        )
    for place in range(0, len(bars), max(1, -(-len(bars) // 16))):
        parts.append(
            f'<text x="{(place + 0.5) * step:.1f}" y="{height - 12}" text-anchor="middle" font-size="10">{place}</text>'
        )
    parts.append(f'<text x="{width}" y="{height - 1}" text-anchor="end" font-size="10" fill="#666">{xlabel}</text>')
    return _svg(width, height, parts)
