"""The measures of the project count what they say, on a project of a few lines."""

from pathlib import Path

import pytest

from tests.support import measures

EVENTS = '''"""Events."""

from dataclasses import (
    dataclass,
    field,
)
import os  # of no use


# a comment
class CardDrawn:
    """A card.

    Drawn.
    """

    seat = """
    two lines"""
'''
MANY = "def many(self, {}, *, z): ...\n"
SAMPLE = '{"name": "deal.card-drawn", "payload": {}, "schema": 1}\n'


@pytest.fixture
def root(tmp_path: Path) -> Path:
    texts = {
        "manage.py": "\n" * 40,
        "games/__init__.py": "",
        "games/engine/events.py": EVENTS,
        "games/migrations/0001_first.py": "least_members = 1\n",
        "games/schema.py": 'NAMES = {"deal.card-drawn": 1}\nleast_members = 1\n',
        "games/words.py": "not_least_members = 'deal.card-drawn-twice'\n",
        "games/many.py": MANY.format(", ".join(f"p{n}" for n in range(12))),
        "games/few.py": MANY.format(", ".join(f"p{n}" for n in range(11))),
        "games/branches.py": "def branches(a):\n" + "    if a: a()\n" * 26,
        "tests/stored_events.jsonl": SAMPLE,
        "tests/support/one.py": "one = 1\n",
        "tests/test_one.py": "two = 2\n\n",
        **{f"games/queries/q{number}.py": "" for number in range(21)},
    }
    for name, text in texts.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def test_lines_are_counted_by_what_is_on_them(root: Path) -> None:
    assert measures.import_lines(EVENTS) == 5
    assert measures.code_lines(EVENTS) == 5 + 1 + 2
    assert measures.lines(measures.production(root)) == 40 + 18 + 2 + 1 + 1 + 1 + 27


def test_a_fact_is_counted_in_each_file_that_names_it(root: Path) -> None:
    files = measures.production(root)
    assert [path.name for path in measures.naming(files, measures.TERM)] == ["schema.py"]
    names = measures.stored_names(root / "tests")
    assert measures.files_per_event(files, names) == {"deal.card-drawn": 2}


def test_what_is_too_large_or_too_small_is_named(root: Path) -> None:
    files = measures.production(root)
    assert measures.large_folders(files) == [(root / "games" / "queries", 21)]
    assert measures.long_signatures(files) == [("many.py::many", 13)]
    assert len(measures.complex_functions(root)) == 1
    small = {path.name for path in measures.small_files(files)}
    assert "events.py" in small and not {"manage.py", "__init__.py"} & small


def test_the_report_has_a_line_for_each_measure(root: Path) -> None:
    told = dict(line.split(" | ") for line in measures.report(root))
    assert told["tests, lines"] == "3" and told["tests/support, lines"] == "1"
    assert told["files per event of a deal, median of 1"] == "2"
    assert told["folders with over 20 modules"] == "games/queries 21"
    assert len(told) == 15
