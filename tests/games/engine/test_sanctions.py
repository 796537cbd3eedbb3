"""The table of sanctions: a club that set its own has what later releases know, too."""

from __future__ import annotations

from games.engine.disputing.sanctions import KNOWN, SanctionTable, why_not


def test_a_kind_that_a_table_of_before_could_not_know_is_completed() -> None:
    whole = SanctionTable()
    before = SanctionTable(tuple(one for one in whole.kinds if one.kind != "abuse"), most_points=7)
    assert why_not(before) is not None
    completed = before.completed()
    assert why_not(completed) is None and completed.most_points == 7
    assert {one.kind for one in completed.kinds} == set(KNOWN)
    assert completed.find("abuse") == whole.find("abuse")
    assert whole.completed() == whole
