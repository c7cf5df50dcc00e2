"""The samples of the guide run, and answer what the guide says."""

import ast
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.skipif(not DOCS.exists(), reason="the source distribution has no guide")
@pytest.mark.parametrize("guide", ["PYTHON.md", "BRIDGES.md"])
def test_samples_of_the_guides(guide: str) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (DOCS / guide).read_text(), re.DOTALL)
    names: dict[str, object] = {}
    compared = 0
    for block in blocks:
        for statement in ast.parse(block).body:
            source = ast.get_source_segment(block, statement)
            comment = block.splitlines()[statement.end_lineno - 1].partition("#")[2].strip()
            match statement:
                case ast.Expr():
                    value = eval(source, names)
                case ast.Assign(targets=[ast.Name(id=name)]):
                    exec(source, names)
                    value = names[name]
                case _:
                    exec(source, names)
                    continue
            if re.fullmatch(r"-?\d+", comment):
                assert value == int(comment), source
                compared += 1
            elif kind := re.match(r"(u?int\d+|bool) (\([\d, ]+\))", comment):
                assert (value.dtype, value.shape) == (kind[1], ast.literal_eval(kind[2])), source
                compared += 1
    assert compared > 3
