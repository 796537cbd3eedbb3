"""Whether a table is done, asked in one way."""

import pytest

from tournaments.models import RoundTable


@pytest.mark.parametrize(
    ("done", "stopped", "is_done"),
    [
        (0, None, False),
        (3, None, False),
        (4, None, True),
        (0, 0, True),
        (2, 3, False),
        (3, 3, True),
    ],
)
def test_a_table_is_done_by_its_deals_or_where_it_was_stopped(done, stopped, is_done):
    table = RoundTable(starters=[0, 1, 2, 3], deals_done=done, stopped=stopped)
    assert table.done is is_done
