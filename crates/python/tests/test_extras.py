"""Pictures, bars, environments, graphs, examples; the interface and its documentation."""

from __future__ import annotations

import doctest
import importlib
import inspect
import runpy
import xml.dom.minidom
from pathlib import Path

import numpy as np
import pytest

import tilebase
from tilebase import Tablebase, show

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.py"))

PACKAGE = Path(tilebase.__file__).parent
WITH_EXAMPLES = [file.relative_to(PACKAGE.parent).with_suffix("") for file in sorted(PACKAGE.rglob("*.py"))
                 if ">>> " in file.read_text(encoding="utf-8")]  # fmt: skip
MODULES = [".".join(file.parts).removesuffix(".__init__") for file in WITH_EXAMPLES]
OPTIONAL = {"tilebase.gym": "gymnasium", "tilebase.graph": "networkx"}


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_docstrings(name: str) -> None:
    pytest.importorskip(OPTIONAL.get(name, "numpy"))
    module = importlib.import_module(name)
    failed, tried = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert failed == 0 and tried > 0


def public() -> list[tuple[str, object]]:
    """What users call: functions and classes with their methods and properties."""
    found: list[tuple[str, object]] = []
    owners = [(name, getattr(tilebase, name)) for name in tilebase.__all__]
    owners += [(name, getattr(module, name)) for module in (tilebase.progress, tilebase.show)
               for name in vars(module)
               if not name.startswith("_") and getattr(vars(module)[name], "__module__", "") == module.__name__]  # fmt: skip
    for name, value in owners:
        if inspect.isfunction(value):
            found.append((name, value))
        elif inspect.isclass(value) and (value.__module__ or "").startswith("tilebase"):
            found.append((name, value))
            members = {key: member for kind in reversed(value.__mro__) if kind.__module__.startswith("tilebase.")
                       for key, member in vars(kind).items()}  # fmt: skip
            found += [(f"{name}.{key}", member) for key, member in members.items()
                      if not key.startswith("_") and (inspect.isfunction(member) or isinstance(member, property))]  # fmt: skip
    return found


# Types of numpy and errors have nothing to call.
PLAIN = {"MissingTableError", "TableError"}


@pytest.mark.parametrize("name, value", [pytest.param(*each, id=each[0]) for each in public()])
def test_every_public_name_has_an_example(name: str, value: object) -> None:
    assert inspect.getdoc(value), name
    assert name in PLAIN or ">>>" in (inspect.getdoc(value) or ""), name


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_notebooks_run(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(path), run_name="__main__")
    pictures = list(tmp_path.glob("*.svg"))
    assert pictures
    for picture in pictures:
        xml.dom.minidom.parse(str(picture))


def test_there_are_notebooks() -> None:
    assert len(EXAMPLES) >= 2


def test_pictures(eight: Tablebase) -> None:
    solution = eight.solve("867254301")
    review = eight.review("123456708", "7 7 8")
    assert solution is not None
    for picture in (show.board_svg(np.arange(9), (3, 3), goal=range(9)),
                    solution._repr_html_(), review._repr_html_(), eight._repr_html_()):  # fmt: skip
        assert xml.dom.minidom.parseString(picture).documentElement.tagName == "svg"
    # Tiles: 8 of 32 boards; frames: 32.
    assert solution._repr_html_().count("<rect") == 32 * 9
    assert review._repr_html_().count("#c0392b") == 1
    assert eight._repr_html_().count("<title>") == 32
    with pytest.raises(ValueError, match="a board of 3 x 3 has 9 cells, not 2"):
        show.board_svg([1, 2], (3, 3))


def test_bars(capsys: pytest.CaptureFixture[str]) -> None:
    Tablebase("3x3", progress=tilebase.progress.bar("3x3"))
    assert "3x3" in capsys.readouterr().err


def test_graph(eight: Tablebase) -> None:
    networkx = pytest.importorskip("networkx")
    from tilebase.graph import to_networkx

    graph = to_networkx(eight, up_to=8)
    assert graph.number_of_nodes() == eight.counts[:9].sum()
    goal = tuple(eight.goal.tolist())
    assert networkx.single_source_shortest_path_length(graph, goal) == networkx.get_node_attributes(graph, "distance")
    # Several states are one node.
    graph = to_networkx(Tablebase("3x3", "1 2 3 x x x x x x"))
    distances = networkx.get_node_attributes(graph, "distance")
    goals = [state for state, distance in distances.items() if distance == 0]
    assert networkx.multi_source_dijkstra_path_length(graph, goals) == distances
    with pytest.raises(ValueError, match="up_to"):
        to_networkx(eight, -1)


def test_the_interface_is_complete() -> None:
    for name in tilebase.__all__:
        assert getattr(tilebase, name, None) is not None
    assert tilebase.__version__.count(".") == 2


def test_figures_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    from tilebase import bench

    assert bench.main(["start"]) == 0 and "MB" in capsys.readouterr().out
    assert bench.main(["nothing"]) == 2


def test_pictures_escape_text() -> None:
    text = "<script>alert('&')</script>"
    svg = tilebase.show.histogram_svg([1, 2], title=text, xlabel=text)
    svg += tilebase.show.path_svg(np.array([[1, 2, 3, 0]]), (2, 2), labels=[text])
    assert svg.count("&lt;script&gt;") == 5 and "<script" not in svg
