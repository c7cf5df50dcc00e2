"""The graph of a puzzle for networkx. Needs networkx: ``pip install tilebase[graph]``.

>>> import tilebase.graph
>>> graph = tilebase.graph.to_networkx(tilebase.Tablebase("2x2"))
>>> graph.number_of_nodes(), graph.number_of_edges()
(12, 12)
"""

from __future__ import annotations

import networkx
import numpy as np

from ._states import as_number
from ._table import Tablebase


def to_networkx(table: Tablebase, up_to: int | None = None) -> networkx.Graph:
    """The graph of the states that are at most ``up_to`` moves from the goal (default: all that reach
    it). Nodes are tuples of cells with an attribute ``distance``; edges are moves."""
    farthest = table.eccentricity if up_to is None else min(as_number(up_to, "up_to"), table.eccentricity)
    graph = networkx.Graph()
    for depth in range(farthest + 1):
        for state in table.at(depth).tolist():
            graph.add_node(tuple(state), distance=depth)
    cells = np.array(list(graph), np.uint8)
    legal = table._moves.legal(cells)
    for action in np.flatnonzero(legal.any(axis=0)):
        here = cells[legal[:, action]]
        # Where the goal leaves cells open, several states are one node.
        there = table.unrank(table.rank(table._moves.moved(here, np.full(len(here), action))))
        pairs = zip(map(tuple, here.tolist()), map(tuple, there.tolist()))
        graph.add_edges_from(pair for pair in pairs if pair[1] in graph)
    return graph
