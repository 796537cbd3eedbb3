"""What `make mutants` changes, and that the tests which it runs are there."""

import pytest

from tests.support.mutants.__main__ import PROJECT
from tests.support.mutants.changes import mutants_of
from tests.support.mutants.targets import TARGETS


@pytest.mark.parametrize(
    ("source", "changed"),
    [
        ("x = a < b", ["x = a <= b"]),
        ("x = a in b", ["x = a not in b"]),
        ("x = a and b", ["x = a or b"]),
        ("x = not a", ["x = not not a"]),
        ("x = 3", ["x = 4"]),
        ("x = True", ["x = False"]),
        ("x = a + b", ["x = a - b"]),
        ("f(a, b)", ["f(b, a)"]),
        ("f(a, a)", []),
        ("def f():\n    if a:\n        raise E", ["def f():\n    if False:\n        raise E"]),
        ("def f():\n    '''Text 1.'''\n    assert a < 1", []),
        ("x: Annotated[int, 1] = a", []),
        ("if TYPE_CHECKING:\n    x = 1", []),
    ],
)
def test_one_thing_is_changed_at_a_time(source: str, changed: list[str]) -> None:
    assert [one.source for one in mutants_of(source)] == changed


def test_what_is_changed_and_the_tests_near_by_are_there() -> None:
    for module, tests in TARGETS.items():
        assert (PROJECT / module).is_file(), module
        assert tests and all((PROJECT / test).exists() for test in tests), module
